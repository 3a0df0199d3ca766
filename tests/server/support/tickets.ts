/** Tickets of known price for the games at hand. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileGame, priceTicket, randomLine, validateTicket } from '../../../engine/rules/index.ts';
import type { DescriptionIndex, DrawSource, Game, GameDescription, Line, Ticket } from '../../../engine/descriptions/types.ts';
import type { GameVersion } from '../../../server/catalog/games.ts';
import type { TestServer } from './server.ts';

export interface PricedTicket {
  readonly ticket: Ticket;
  readonly hash: string;
  readonly amountFen: number;
}

/** A ticket with its price, as a phone would have worked it out. */
export function pricedTicket(version: GameVersion, lines: readonly Line[], more: Partial<Ticket> = {}): PricedTicket {
  const ticket: Ticket = { game: version.game.code, lines, ...more };
  const checked = validateTicket(version.compiled, ticket);
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return { ticket, hash: version.hash, amountFen: Number(priceTicket(version.compiled, ticket).amountFen) };
}

export function gameVersion(server: Pick<TestServer, 'context'>, code: string): GameVersion {
  const version = server.context.games.published(code);
  if (version === undefined) throw new Error(`no game ${code}`);
  return version;
}

/** One random bet of the game's first play: 2.00. */
export function singleBet(version: GameVersion, seed = 1): PricedTicket {
  let state = seed;
  const random = (n: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % n;
  };
  const [play] = version.compiled.plays;
  const line = randomLine(version.compiled, play?.play.code ?? '', random);
  if (line === undefined) throw new Error('no play');
  return pricedTicket(version, [line]);
}

/** 前三直选, every digit at every place: 1,000 bets. Exactly one of them wins in every draw. */
export const ALL_DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** A game as a server of another process has it published. */
export async function publishedGameOf(base: string, code: string): Promise<GameVersion> {
  const index = (await (await fetch(`${base}/descriptions/index.json`)).json()) as DescriptionIndex;
  const hash = index.games.find((entry) => entry.code === code)?.hash ?? '';
  const description = (await (await fetch(`${base}/descriptions/game/${code}.${hash}.json`)).json()) as Game;
  return { hash, game: description, compiled: compileGame(description) };
}

export const FAST_GAME = 'fastssc';

/** Adds a game that draws every ten seconds: with a clock five times as fast, a close can be straddled many times. */
export function writeFastGame(gamesDir: string): void {
  const slow = JSON.parse(readFileSync(join(gamesDir, 'jlffc.json'), 'utf8')) as Record<string, unknown>;
  const schedule = {
    kind: 'interval',
    utcOffset: '+08:00',
    first: '00:00:10',
    everySeconds: 10,
    drawsPerDay: 8_640,
    closeBeforeSeconds: 2,
    issue: '{yyyy}{MM}{dd}{seq:4}',
  };
  writeFileSync(join(gamesDir, `${FAST_GAME}.json`), JSON.stringify({ ...slow, code: FAST_GAME, name: '十秒彩', schedule }));
}

export const FAST_SOURCE = 'fastkl8';
export const FAST_DERIVED = 'fastpc';

/** Adds two games beside the fast one, drawn as often. The numbers of one of them follow from the other's draw. */
export function writeFastDerived(gamesDir: string): void {
  const read = (folder: string, code: string) => JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8')) as GameDescription;
  const games = join(import.meta.dirname, '../../../games');
  const { schedule } = read(gamesDir, FAST_GAME);
  const write = (code: string, description: GameDescription) =>
    writeFileSync(join(gamesDir, `${code}.json`), JSON.stringify({ ...description, code, name: code, schedule }));
  write(FAST_SOURCE, read(games, 'bjkl8'));
  const pcdd = read(games, 'pcdd');
  write(FAST_DERIVED, { ...pcdd, source: { ...(pcdd.source as DrawSource), game: FAST_SOURCE, name: FAST_SOURCE } });
}
