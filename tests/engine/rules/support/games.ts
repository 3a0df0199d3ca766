import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveGame } from '../../../../engine/descriptions/resolve.ts';
import type { Game, GameDescription } from '../../../../engine/descriptions/types.ts';
import { calendarOfGame, familyOf } from '../../../support/families.ts';
import { toyGame } from './toy.ts';

const folder = join(import.meta.dirname, '../../../../games');

function read<T>(path: string): T {
  return JSON.parse(readFileSync(join(folder, path), 'utf8')) as T;
}

/** Every game in games/, and a plain game of every family that none of them is of. */
export function describedGames(): Game[] {
  const games = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const game = read<GameDescription>(name);
      return resolveGame(game, game.family === undefined ? undefined : familyOf(game.family), calendarOfGame(game));
    });
  const used = new Set(games.map((game) => game.family));
  const model = read<GameDescription>(
    readdirSync(folder).filter((name) => name.endsWith('.json') && read<GameDescription>(name).family)[0] as string,
  );
  for (const name of readdirSync(join(folder, 'families'))) {
    const code = name.replace(/\.json$/, '');
    if (!used.has(code))
      games.push(resolveGame({ ...model, code: `any${code}`, name: code, family: code }, familyOf(code), calendarOfGame(model)));
  }
  return games;
}

/** All described games, and the toy game whose plays use what they do not. */
export const allGames: readonly Game[] = [...describedGames(), toyGame];

/** The games without those that sell just what another one sells: a family's plays are tested once. */
export const distinctGames: readonly Game[] = allGames.filter((game, index) => {
  const sold = (other: Game) => JSON.stringify([other.draw, other.playGroups, other.unitFen, other.poolFen]);
  return allGames.findIndex((other) => sold(other) === sold(game)) === index;
});

export function gameNamed(code: string): Game {
  const game = allGames.find((g) => g.code === code || g.code === `any${code}`);
  if (!game) throw new Error(`no game ${code}`);
  return game;
}

/** A small seeded generator (mulberry32): random(n) is near enough to uniform for tests. */
export function seeded(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}
