/** Plays are compiled when they are asked for: what a server with fifty games starts with, and what a phone with one board shows. */
import { expect, it } from 'vitest';
import type { Game, Play } from '../../engine/descriptions/types.ts';
import { compileGame } from '../../engine/rules/index.ts';
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
