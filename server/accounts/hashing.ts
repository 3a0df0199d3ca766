/**
 * Passwords are hashed in a queue: few at a time, so that logins cannot take the processor from bets, and no more waiting than
 * about a second of work. When the queue is full, or has too many requests of the client's address, the request is refused with Retry-After.
 */
import { availableParallelism } from 'node:os';
import { TooManyRequests } from '../platform/index.ts';

/** Ms that a caller waits when the queue of logins is full: about as long as the queue takes. */
const BUSY_MS = 2_000;

/** The queue of logins is full. Nothing was tried. */
export class HashingQueueFull extends TooManyRequests {
  constructor() {
    super(BUSY_MS, '登录人数过多');
  }
}

export interface PasswordHashingQueue {
  /** Runs the work when its turn comes. Rejects with Busy when the line is full, also the part of it that one address may take. */
  run<T>(address: string, work: () => Promise<T>): Promise<T>;
  /** Those under way and waiting. */
  readonly length: number;
}

export interface HashingOptions {
  readonly atOnce?: number;
  readonly most?: number;
  readonly mostOfAddress?: number;
}

export function createPasswordHashingQueue({
  // One core is left to everything else.
  atOnce = availableParallelism() > 2 ? 2 : 1,
  most = 64,
  mostOfAddress = 16,
}: HashingOptions = {}): PasswordHashingQueue {
  const waiting: (() => void)[] = [];
  const byAddress = new Map<string, number>();
  let underWay = 0;

  return {
    get length() {
      return underWay + waiting.length;
    },
    async run(address, work) {
      const own = byAddress.get(address) ?? 0;
      if (underWay + waiting.length >= most || own >= mostOfAddress) throw new HashingQueueFull();
      byAddress.set(address, own + 1);
      if (underWay >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else underWay += 1;
      try {
        return await work();
      } finally {
        // The place goes to the next in line, or is given up.
        const next = waiting.shift();
        if (next === undefined) underWay -= 1;
        else next();
        const left = (byAddress.get(address) ?? 1) - 1;
        if (left === 0) byAddress.delete(address);
        else byAddress.set(address, left);
      }
    },
  };
}
