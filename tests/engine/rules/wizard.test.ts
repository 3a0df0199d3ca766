/** The first draft of the wizard: for every kind of draw, a valid game of the requested return. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIRST_CHOICES, type Choices, draftText, groupsOf } from '../../../engine/rules/starter/draft.ts';
import type { OwnDraw } from '../../../engine/rules/starter/plays.ts';
import { loadFamily, loadGame } from '../../../engine/descriptions/load.ts';
import { defaultRoutes } from '../../../engine/descriptions/own-pages.ts';
import { formatProblem } from '../../../engine/descriptions/problem.ts';
import type { RoutesDescription } from '../../../engine/descriptions/routes.ts';
import { resolveGame } from '../../../engine/descriptions/resolve.ts';
import { compileGame } from '../../../engine/rules/index.ts';
import { oddsOf } from '../../../engine/rules/odds.ts';

const DRAWS: readonly OwnDraw[] = [
  { kind: 'digits', from: 0, to: 9, pick: 3 },
  { kind: 'digits', from: 0, to: 9, pick: 1 },
  { kind: 'digits', from: 1, to: 4, pick: 5 },
  { kind: 'dice', from: 1, to: 6, pick: 3 },
  { kind: 'dice', from: 1, to: 6, pick: 2 },
  { kind: 'set', from: 1, to: 80, pick: 20 },
  { kind: 'set', from: 1, to: 12, pick: 2 },
  { kind: 'sequence', from: 1, to: 20, pick: 5 },
  { kind: 'sequence', from: 1, to: 10, pick: 9 },
  { kind: 'sequence', from: 0, to: 3, pick: 1 },
];

const pages = defaultRoutes(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../app/descriptions/routes.json'), 'utf8')) as RoutesDescription,
);

function gameOf(part: Partial<Choices>) {
  const choices: Choices = { ...FIRST_CHOICES, code: 'own', name: '自己', ...part };
  const family =
    choices.family === ''
      ? undefined
      : loadFamily(readFileSync(join(import.meta.dirname, `../../../games/families/${choices.family}.json`), 'utf8'), {
          file: `${choices.family}.json`,
        });
  const known = family?.ok ? family.document : undefined;
  const text = draftText(choices, {
    known,
    groups: groupsOf(choices, known),
    pages,
    schema: '../schemas/game.schema.json',
    today: '2026-11-25',
  });
  const loaded = loadGame(text, { file: 'own.json', families: new Map(known ? [[known.code, known]] : []) });
  expect(loaded.ok ? [] : loaded.problems.map((problem) => formatProblem(problem)), JSON.stringify(part)).toEqual([]);
  if (!loaded.ok) throw new Error('refused');
  return { text, game: resolveGame(loaded.document, known) };
}

describe('the wizard of the workshop', () => {
  it('gives a game the screen and the confirmation page of the route rule for all other families', () => {
    expect(gameOf({}).game).toMatchObject({ screen: 'game', confirm: '/NumConfirmation/{gameCode}/{playCode}' });
    expect(pages).toEqual({ screen: 'game', confirm: '/NumConfirmation/{gameCode}/{playCode}' });
  });

  it('makes a game of every kind of draw: no play returns more than requested, and a prize higher by one fen would', () => {
    for (const draw of DRAWS) {
      const { game } = gameOf({ draw });
      expect(game.playGroups.length, JSON.stringify(draw)).toBeGreaterThan(1);
      for (const play of oddsOf(compileGame(game)))
        for (const { returns, tiers } of play.kinds) {
          const name = `${JSON.stringify(draw)} ${play.code}`;
          expect(returns.numerator * 10n <= returns.denominator * 9n, name).toBe(true);
          const [tier] = tiers.filter((each) => each.tier !== 'back');
          // One fen more on each winning bet would exceed the requested return, except where bets of one tier differ in their chances.
          if (tier !== undefined && play.code !== 'ZH')
            expect(
              (returns.numerator * BigInt(play.unitFen) * tier.chance.denominator + tier.chance.numerator * returns.denominator) * 10n >
                returns.denominator * tier.chance.denominator * BigInt(play.unitFen) * 9n,
              name,
            ).toBe(true);
        }
    }
  });

  it('leaves out plays that are not ticked, for a draw of its own and for a family', () => {
    expect(gameOf({ omit: ['HZ', 'ZH'] }).game.playGroups.map(({ code }) => code)).toEqual(['DWD', 'ZX']);
    const { game, text } = gameOf({ family: 'pc28', omit: ['TM'] });
    expect(text).toContain('"omitPlays"');
    expect(game.playGroups.flatMap(({ plays }) => plays.map(({ code }) => code))).not.toContain('TM');
    // A family with shared prizes has its pool.
    expect(gameOf({ family: 'kl8' }).game.poolFen).toBeGreaterThan(0);
  });

  it('writes every kind of schedule', () => {
    expect(gameOf({ kind: 'interval' }).game.schedule).toMatchObject({ kind: 'interval', first: '09:00:00', drawsPerDay: 80 });
    expect(gameOf({ kind: 'sessions', first: '13:09', everySeconds: 300, draws: 180 }).game.schedule).toMatchObject({
      kind: 'sessions',
      sessions: [{ first: '13:09:00', everySeconds: 300, draws: 180 }],
    });
    expect(gameOf({ kind: 'weekly', days: [2, 5], first: '21:30' }).game.schedule).toMatchObject({ kind: 'weekly', days: [2, 5] });
  });
});
