/**
 * Pools as the server works with them: the description that each was made under, and what its seed says of every card. The seed is opened
 * when a card is, and what follows from it is kept for the pools that were asked for last.
 */
import type { ScratchDescription } from '../../../engine/descriptions/scratch/types.ts';
import { pathOf, rootOf, saltOf, cardSymbols } from '../../../engine/rules/scratch.ts';
import { createWorkerThread, type Database, type EncryptionAtRest } from '../../platform/index.ts';
import { type DerivedPool, derivePool, hmac } from './derive.ts';
import { POOL_PROGRAM, POOL_TASK, type PoolQuestion } from './worker.ts';

/** Purpose of the encrypted seeds (server/platform/encryption/columns.ts). */
export const SEED_PURPOSE = 'scratch.seed';
/** A pool of 50,000 takes 3 MB; cards of older pools are opened seldom. */
const MOST_POOLS = 6;
/** A pool of at most this number of cards takes less time than the start of a thread. */
const AT_ONCE = 500;

interface Row {
  readonly id: string;
  readonly body: string;
  readonly root: string;
  readonly seed_sealed: string;
}

/** A card that was turned over: everything that its surface says. */
export interface RevealedCard {
  readonly serial: number;
  readonly symbols: readonly string[];
  /** Name of the prize; '' for none. */
  readonly tier: string;
  readonly prizeFen: number;
}

export interface OpenedPool {
  readonly id: string;
  readonly card: ScratchDescription;
  readonly root: string;
  /** Hex. */
  readonly seed: string;
  turn(serial: number): RevealedCard;
  /** What a card wins, without its surface. */
  prizeFen(serial: number): number;
  proof(serial: number): { readonly salt: string; readonly path: readonly string[] };
}

export interface ScratchPools {
  /** Rejects for a pool that there is not, or whose list is not the one that its root commits to. */
  open(pool: string): Promise<OpenedPool>;
  /** In a thread of its own, unless it is small. `seed`: hex. */
  derive(card: ScratchDescription, pool: string, seed: string): Promise<DerivedPool>;
  close(): Promise<void>;
}

export function createScratchPools(database: Pick<Database, 'query'>, encryption: Pick<EncryptionAtRest, 'open'>): ScratchPools {
  const opened = new Map<string, Promise<OpenedPool>>();
  const thread = createWorkerThread<PoolQuestion, DerivedPool>(POOL_PROGRAM, POOL_TASK);

  async function derive(card: ScratchDescription, pool: string, seed: string): Promise<DerivedPool> {
    if (card.tickets <= AT_ONCE) return derivePool(card, pool, seed);
    return thread.ask({ card, pool, seed }).catch((error: Error) => {
      throw new Error(`pool ${pool} of ${card.code}: ${error.message}`);
    });
  }

  async function load(pool: string): Promise<OpenedPool> {
    const { rows } = await database.query<Row>(
      'SELECT id, body, root, seed_sealed FROM scratch_pools WHERE id = $1',
      [pool],
      'scratch-pool',
    );
    const [row] = rows;
    if (row === undefined) throw new Error(`there is no pool ${pool} of scratch cards`);
    const card = JSON.parse(row.body) as ScratchDescription;
    const seed = encryption.open(SEED_PURPOSE, row.seed_sealed);
    const { wins, nodes } = await derive(card, pool, seed);
    const tree = { leaves: card.tickets, nodes };
    // What was promised before the sale is what is opened, or nothing is.
    if (rootOf(tree) !== row.root) throw new Error(`pool ${pool} of ${card.code} is not the one that its root commits to`);
    const key = Buffer.from(seed, 'hex');
    const winOf = (serial: number): number => {
      const win = wins[serial - 1];
      if (win === undefined) throw new RangeError(`pool ${pool} has no card ${serial}`);
      return win;
    };
    return {
      id: pool,
      card,
      root: row.root,
      seed,
      turn(serial) {
        const win = winOf(serial);
        const prize = win === 0 ? undefined : card.prizes[win - 1];
        const symbols = cardSymbols(card, pool, serial, win, key, hmac);
        return { serial, symbols, tier: prize?.name ?? '', prizeFen: prize?.fen ?? 0 };
      },
      prizeFen: (serial) => card.prizes[winOf(serial) - 1]?.fen ?? 0,
      proof: (serial) => ({ salt: saltOf(card.code, pool, serial, key, hmac), path: pathOf(tree, serial - 1) }),
    };
  }

  return {
    open(pool) {
      const cached = opened.get(pool);
      const poolLoading = cached ?? load(pool);
      // The one asked for last is the last to go.
      opened.delete(pool);
      opened.set(pool, poolLoading);
      if (cached === undefined) poolLoading.catch(() => opened.delete(pool));
      if (opened.size > MOST_POOLS) opened.delete([...opened.keys()][0] as string);
      return poolLoading;
    },
    derive,
    close: () => thread.close(),
  };
}
