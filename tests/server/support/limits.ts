/** A slow game with limits (限额) small enough to reach. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Limits, Line } from '../../../engine/descriptions/types.ts';
import { SLOW_GAME, writeSlowGame } from './groups.ts';

/** What a bet of 前三直选 pays, fen; a bet is 2.00. */
const PRIZE = 180_000;
/** Bets on one number of three digits, of all players and of one. */
export const MAX_BETS_OF_ALL = 15;
export const MAX_BETS_OF_ONE = 10;

export const LIMITS: Limits = {
  stakeFen: 100_000,
  plays: [{ play: 'Q3_ZX', stakeFen: 40_000, selection: { stakeFen: MAX_BETS_OF_ONE * 200, exposureFen: MAX_BETS_OF_ALL * PRIZE } }],
};

export function writeLimitedGame(gamesDir: string, limits: Limits = LIMITS): void {
  writeSlowGame(gamesDir);
  const file = join(gamesDir, `${SLOW_GAME}.json`);
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), limits }));
}

export const threeDigits = (wan: number, qian: number, bai: number): Line => ({
  play: 'Q3_ZX',
  picks: { wan: [wan], qian: [qian], bai: [bai] },
});
