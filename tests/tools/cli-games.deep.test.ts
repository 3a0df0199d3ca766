import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Draw, Game, Play, Ticket } from '../../engine/descriptions/types.ts';
import { describedGames, seeded } from '../engine/rules/support/games.ts';
import { oracleBets, oracleWins } from '../engine/rules/support/oracle.ts';
import { randomDraw, randomLine } from '../engine/rules/support/random-tickets.ts';

const root = join(import.meta.dirname, '../..');

interface Case {
  readonly game: Game;
  readonly play: Play;
  readonly ticket: Required<Ticket>;
  readonly draw: Draw;
  /** Bets by listing them. */
  readonly bets: number;
  /** The same ticket with one thing wrong, and where. */
  readonly spoilt: object;
  readonly pointer: string;
}

/** One small ticket for every play of every game. */
function everyPlay(): Case[] {
  return describedGames().flatMap((game, g) =>
    game.playGroups
      .flatMap((group) => group.plays)
      .map((play, p) => {
        const random = seeded(g * 1_000 + p);
        for (;;) {
          const draw = randomDraw(game, random);
          const line = randomLine(game, play, draw, random);
          const bets = oracleBets(game, play, line).length;
          if (bets === 0 || bets > 60) continue;
          const ticket = { game: game.code, lines: [line], multiplier: 1 + random(9), issues: 1 };
          return { game, play, ticket, draw, bets, ...spoil(ticket, p) };
        }
      }),
  );
}

function spoil(ticket: Required<Ticket>, how: number): { spoilt: object; pointer: string } {
  const [line] = ticket.lines;
  const [area = ''] = Object.keys(line?.picks ?? {});
  const at = (picks: object) => ({ ...ticket, lines: [{ ...line, picks: { ...line?.picks, ...picks } }] });
  const ways = [
    { spoilt: at({ [area]: [...(line?.picks[area] ?? []), 'nothing'] }), pointer: `/lines/0/picks/${area}` },
    { spoilt: at({ nowhere: [1] }), pointer: '/lines/0/picks/nowhere' },
    { spoilt: { ...ticket, lines: [{ ...line, play: `${line?.play}~` }] }, pointer: '/lines/0/play' },
    { spoilt: { ...ticket, multiplier: 0 }, pointer: '/multiplier' },
    { spoilt: at({ [area]: {} }), pointer: `/lines/0/picks/${area}` },
  ];
  return ways[how % ways.length] as (typeof ways)[number];
}

type Answer = Readonly<Record<string, unknown>> & { readonly errors?: readonly { readonly pointer: string; readonly message: string }[] };

/** The command once, over many lines. */
function games(command: string, lines: readonly object[]): Answer[] {
  const run = spawnSync(process.execPath, [join(root, 'scripts/games.mjs'), command, '--at', '2026-06-01T12:00:00+08:00'], {
    input: lines.map((line) => JSON.stringify(line)).join('\n'),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, CAIPU_GAMES: join(root, 'games') },
  });
  // Every second line is refused.
  expect([run.status, run.stderr]).toEqual([1, '']);
  return run.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Answer);
}

describe('standard input answers for every play of every game', () => {
  const cases = everyPlay();
  const name = ({ game, play }: Case) => `${game.code}/${play.code}`;
  // The range of prizes looks through draws. The test takes all plays of the first game of a family, because its siblings share them, and one
  // play of each other game.
  const requestedPlays = new Set<string>();
  const priced = cases.filter(({ game, play }, i) => {
    const key = JSON.stringify([game.draw, play]);
    const fresh = !requestedPlays.has(key);
    requestedPlays.add(key);
    return fresh || cases[i - 1]?.game !== game;
  });
  const mustRefuse = (answers: readonly Answer[], under: string) => {
    const wrong = cases.filter(({ pointer }, i) => {
      const { ok, errors = [] } = answers[i] as Answer;
      return (
        ok !== false || !errors.every((error) => error.pointer.startsWith(under + pointer) && error.message !== '') || errors.length === 0
      );
    });
    expect(wrong.map(name)).toEqual([]);
  };

  it('price: the bets that listing gives, a range of prizes, and a pointer to what is wrong', () => {
    expect(new Set(priced.map(({ game }) => game.code)).size).toBeGreaterThanOrEqual(50);
    const answers = games('price', [...priced.map(({ ticket }) => ticket), ...cases.map(({ spoilt }) => spoilt)]);
    const wrong = priced.filter(({ game, play, ticket, bets }, i) => {
      const { ok, bets: counted, amountFen, minPrizeFen, maxPrizeFen } = answers[i] as Answer;
      const fen = bets * (play.unitFen ?? game.unitFen) * ticket.multiplier;
      return (
        ok !== true ||
        counted !== bets ||
        amountFen !== fen ||
        !((minPrizeFen as number) > 0 && (maxPrizeFen as number) >= (minPrizeFen as number))
      );
    });
    expect(wrong.map(name)).toEqual([]);
    mustRefuse(answers.slice(priced.length), '');
  });

  it('settle: what the bets win one by one, and a pointer into the line of input', () => {
    const answers = games('settle', [
      ...cases.map(({ ticket, draw }) => ({ ticket, draw })),
      ...cases.map(({ spoilt, draw }) => ({ ticket: spoilt, draw })),
    ]);
    const wrong = cases.filter(({ game, play, ticket, draw }, i) => {
      const { wins = [] } = answers[i] as { wins?: readonly { tier: string; count: number }[] };
      const bets = oracleBets(game, play, ticket.lines[0] as Ticket['lines'][number]);
      // Without an instant the command settles at the current time.
      const expected = oracleWins(game, play, bets, draw, Date.now());
      return JSON.stringify(wins.map(({ tier, count }) => [tier, count]).sort()) !== JSON.stringify(Object.entries(expected).sort());
    });
    expect(wrong.map(name)).toEqual([]);
    expect(answers.filter(({ prizeFen }) => (prizeFen as number) > 0).length).toBeGreaterThan(cases.length / 4);
    mustRefuse(answers.slice(cases.length), '/ticket');
  });

  it('expand: as many single bets as were counted, and a pointer to what is wrong', () => {
    const answers = games('expand', [...cases.map(({ ticket }) => ticket), ...cases.map(({ spoilt }) => spoilt)]);
    const wrong = cases.filter(({ bets }, i) => (answers[i] as { bets?: readonly unknown[] }).bets?.length !== bets);
    expect(wrong.map(name)).toEqual([]);
    mustRefuse(answers.slice(cases.length), '');
  });
});
