/**
 * Derives pools in a thread of its own. From source this file is the thread's program; in the bundle the whole server is, which then does
 * nothing else (main.ts).
 */
import { setPriority } from 'node:os';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { ScratchDescription } from '../../../engine/descriptions/scratch/types.ts';
import type { WorkerAnswer } from '../../platform/index.ts';
import { type DerivedPool, derivePool } from './derive.ts';

/** What the thread is started with, so that it knows what it is. */
export const POOL_TASK = 'caipu-scratch';
export const POOL_PROGRAM = new URL(import.meta.url);

export interface PoolQuestion {
  readonly card: ScratchDescription;
  readonly pool: string;
  readonly seed: string;
}

if (!isMainThread && workerData === POOL_TASK) {
  try {
    // Of this thread alone (Linux): requests come first.
    setPriority(10);
  } catch {
    // Not everywhere may a thread step back.
  }
  parentPort?.on('message', ({ id, card, pool, seed }: PoolQuestion & { readonly id: number }) => {
    try {
      parentPort?.postMessage({ id, ...derivePool(card, pool, seed) } satisfies WorkerAnswer<DerivedPool>);
    } catch (error) {
      parentPort?.postMessage({ id, fault: (error as Error).message } satisfies WorkerAnswer<DerivedPool>);
    }
  });
}
