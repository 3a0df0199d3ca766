/** A small family of scratch cards, and its pools. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerOf, FieldsOf } from '../../../protocol/calls/define.ts';
import type {
  betScratchCard,
  getScratchCard,
  prizeScratchCard,
  scratchCard,
  scratchCards,
  scratchPool,
} from '../../../protocol/calls/scratch.ts';
import { runPools } from '../../../server/mini-games/scratch/job.ts';
import type { Answer, CallOptions, Client } from './client.ts';
import type { TestServer } from './server.ts';

const root = join(import.meta.dirname, '../../..');

export const SMALL_CARD = 'xiao1';

export type Bought = AnswerOf<typeof betScratchCard>;
export type Opened = AnswerOf<typeof prizeScratchCard>;
export type Lobby = AnswerOf<typeof getScratchCard>;
export type Card = AnswerOf<typeof scratchCard>;
export type CardPage = AnswerOf<typeof scratchCards>;
export type Pool = AnswerOf<typeof scratchPool>;

/** 100 yuan of prizes and more on 100 cards of 2.00: 1 × 50.00, 4 × 10.00, 20 × 2.00. */
export function smallCard(changes: object = {}): Record<string, unknown> {
  const base = JSON.parse(readFileSync(join(root, 'games/scratch/deng2.json'), 'utf8')) as Record<string, unknown>;
  return {
    ...base,
    code: SMALL_CARD,
    name: '小卡',
    order: 1,
    tickets: 100,
    book: 20,
    prizes: [
      { name: '头奖', fen: 5_000, count: 1, symbol: 'crown' },
      { name: '二等奖', fen: 1_000, count: 4, symbol: 'gem' },
      { name: '三等奖', fen: 200, count: 20, symbol: 'coin' },
    ],
    ...changes,
  };
}

export function writeCard(gamesDir: string, card: Readonly<Record<string, unknown>> = smallCard()): void {
  mkdirSync(join(gamesDir, 'scratch'), { recursive: true });
  writeFileSync(join(gamesDir, 'scratch', `${card.code as string}.json`), JSON.stringify(card));
}

/** The small family with a pool on sale. */
export async function addCards(server: TestServer): Promise<void> {
  if (server.context.publication.scratch().has(SMALL_CARD)) {
    await runPools(server.context);
    return;
  }
  writeCard(server.gamesDir);
  await server.context.publication.refresh();
  await runPools(server.context);
}

export const buyCards = (
  who: Client,
  fields: Partial<FieldsOf<typeof betScratchCard>> = {},
  options?: CallOptions,
): Promise<Answer<Bought>> => {
  const { type = SMALL_CARD, count = 1, pool } = fields;
  return who.post('/api/Activity/Bet_ScratchCard', { type, count: String(count), ...(pool === undefined ? {} : { pool }) }, options);
};
export const openCards = (who: Client, ids: readonly string[], options?: CallOptions): Promise<Answer<Opened>> =>
  who.post('/api/Activity/Prize_ScratchCard', ids.length === 1 ? { cardId: ids[0] as string } : { cardIds: ids.join() }, options);
/** All that the player has, 100 at most. */
export const openAll = (who: Client, options?: CallOptions): Promise<Answer<Opened>> =>
  who.post('/api/Activity/Prize_ScratchCard', { all: '1' }, options);
export const lobbyOf = (who: Client, fields: Readonly<Record<string, string>> = {}): Promise<Answer<Lobby>> =>
  who.get('/api/Activity/Get_ScratchCard', fields);
export const cardOf = (who: Client, cardId: string): Promise<Answer<Card>> => who.get('/api/Activity/ScratchCard', { cardId });
export const poolOf = (who: Client, pool: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer<Pool>> =>
  who.get('/api/Activity/ScratchPool', { pool, ...fields });

/** What the script says that knows nothing of the program: status 0 for what is as it was committed to. */
export const verifyCard = (given: object) =>
  spawnSync(process.execPath, [join(root, 'scripts/verify-card.mjs')], { input: JSON.stringify(given), encoding: 'utf8' });
