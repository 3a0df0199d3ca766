/** Plays are compiled when they are asked for: what a server with fifty games starts with, and what a phone with one board shows. */
import { expect, it } from 'vitest';
import { deepFreeze } from '../../../engine/descriptions/canonical.ts';
import { resolveGame } from '../../../engine/descriptions/resolve.ts';
import type { Game, GameDescription, Play, Zone } from '../../../engine/descriptions/types.ts';
import { compiledGame, compileGame } from '../../../engine/rules/index.ts';
import jsks from '../../../games/jsks.json' with { type: 'json' };
import { familyOf } from '../../support/families.ts';
import { gameNamed } from './support/games.ts';

it('a play is compiled when it is asked for first, and then once; a wrong one keeps none of the others from working', () => {
  const game = structuredClone(gameNamed('jlffc')) as Game;
  const [first, second] = game.playGroups.flatMap(({ plays }) => plays) as [Play, Play];
  (second.rule as { kind: string }).kind = 'nothing';
  const compiled = compileGame(game);
  expect(compiled.play(first.code)?.play.code).toBe(first.code);
  expect(compiled.play(first.code)).toBe(compiled.play(first.code));
  expect(compiled.play('NONE')).toBeUndefined();
  expect(() => compiled.play(second.code)).toThrow('unknown rule kind nothing');
  expect(() => compiled.plays).toThrow('unknown rule kind nothing');
});

it('all plays are those that were asked for one by one, in the order of the description', () => {
  const compiled = compileGame(structuredClone(gameNamed('jsks')) as Game);
  const last = compiled.game.playGroups.at(-1)?.plays.at(-1)?.code as string;
  const one = compiled.play(last);
  expect(compiled.plays.map(({ play }) => play.code)).toEqual(
    compiled.game.playGroups.flatMap(({ plays }) => plays.map(({ code }) => code)),
  );
  expect(compiled.plays.at(-1)).toBe(one);
});

it('games of a family share its compiled plays, but not those whose prizes, draw or price are their own', () => {
  const family = deepFreeze(structuredClone(familyOf('k3')));
  const [first] = family.playGroups.flatMap(({ plays }) => plays) as [Play];
  const game = (change: Partial<GameDescription>) =>
    compiledGame(resolveGame({ ...(jsks as unknown as GameDescription), ...change }, family));
  const [one, other] = [game({ prizes: [] }), game({ prizes: [], code: 'other' })];
  expect(one.plays.map((play) => play === other.play(play.play.code))).not.toContain(false);
  const prize = { play: first.code, tier: first.prizes[0]?.tier as string, fen: 12_345 };
  expect(game({ prizes: [prize] }).play(first.code)).not.toBe(one.play(first.code));
  const [zone] = family.draw.zones;
  expect(game({ prizes: [], draw: { zones: [{ ...zone, label: '另' } as Zone] } }).play(first.code)?.draws.zones[0]?.label).toBe('另');
  expect(game({ prizes: [], unitFen: 100 }).play(first.code)?.unitFen).toBe(first.unitFen ?? 100);
});

it('the compiled form of a sold game is remembered, and one that was made to inspect a game is not', () => {
  const game = deepFreeze(structuredClone(gameNamed('jsks')) as Game);
  expect(compiledGame(game)).toBe(compiledGame(game));
  const [one, other] = [compileGame(game), compileGame(game)];
  expect(one).not.toBe(other);
  expect(one.plays[0]).not.toBe(other.plays[0]);
});
