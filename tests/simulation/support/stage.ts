/**
 * The base of a simulated world: time that moves only when the simulation says so, chance that comes from the seed, and a log of events. Clocks,
 * timers and random numbers are replaced in the whole process, so that server, phones, libraries and the embedded database all see the same
 * ones, and none of them needs a switch for it.
 */
import { createHash } from 'node:crypto';
import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';
import { type Chance, chanceOf } from './chance.ts';

/** 2026-11-22 12:00 in China. */
export const BEGIN_MS = Date.UTC(2026, 10, 22, 4);
/** Turns of the event loop without a new event after which no pending work goes on. */
const QUIET_TURNS = 5;

const turn = setImmediate;

const filesAreRead = (): boolean => process.getActiveResourcesInfo().some((kind) => kind.startsWith('FSReq'));

export interface Stage {
  readonly chance: Chance;
  /** A line of the log, under the present time. */
  note(text: string): void;
  readonly lines: readonly string[];
  /** Two runs that did the same have the same. */
  hash(): string;
  /** Something happened that more may come of. */
  stirred(): void;
  /** Lets everything run on that waits for no timer. */
  settle(): Promise<void>;
  /** Goes to the next instant at which something is due, and does it. */
  step(): Promise<void>;
  pause(ms: number): Promise<void>;
  leave(): void;
}

/** Work that goes on outside of this process (a database server): resolves when it needs no more waiting for. */
export type OutsideWork = () => Promise<void>;

export function createStage(seed: string, outside: OutsideWork = async () => {}): Stage {
  const chance = chanceOf(seed);
  const giveBack = seedRandomNumbers(chance.of('random numbers'));
  vi.useFakeTimers({
    now: BEGIN_MS,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  const lines: string[] = [];
  let stirs = 0;

  async function settle(): Promise<void> {
    for (let quiet = 0, seen = stirs; quiet < QUIET_TURNS; quiet += 1) {
      await new Promise<void>((resolve) => turn(resolve));
      if (seen === stirs) await outside();
      // Reading a file takes real time: a server looks at its folders once more after its start.
      if (seen !== stirs || filesAreRead()) quiet = -1;
      seen = stirs;
    }
  }

  return {
    chance,
    lines,
    note: (text) => void lines.push(`${String(Date.now() - BEGIN_MS).padStart(7)}  ${text}`),
    hash: () => createHash('sha256').update(lines.join('\n')).digest('hex'),
    stirred: () => {
      stirs += 1;
    },
    settle,
    async step() {
      vi.advanceTimersToNextTimer();
      stirs += 1;
      await settle();
    },
    pause: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
    leave() {
      vi.clearAllTimers();
      vi.useRealTimers();
      giveBack();
    },
  };
}

/** Every source of random numbers in this process gives the seed's. Returns what gives them back. */
function seedRandomNumbers(chance: Chance): () => void {
  const fill = (target: ArrayBufferView): void => {
    const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
    bytes.set(chance.bytes(bytes.length));
  };
  const uuid = (): string => {
    const hex = Buffer.from(chance.bytes(16)).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  const own = {
    randomBytes: (size: number, done?: (error: null, bytes: Buffer) => void) => {
      const bytes = Buffer.from(chance.bytes(size));
      if (done === undefined) return bytes;
      queueMicrotask(() => done(null, bytes));
      return undefined;
    },
    randomFillSync: <T extends ArrayBufferView>(target: T): T => {
      fill(target);
      return target;
    },
    randomUUID: uuid,
    randomInt: (from: number, to?: number) => (to === undefined ? chance.below(from) : from + chance.below(to - from)),
  };
  const module = nodeCrypto as unknown as Record<string, unknown>;
  const before = Object.fromEntries(Object.keys(own).map((name) => [name, module[name]]));
  Object.assign(module, own);
  syncBuiltinESMExports();
  const spies = [
    vi.spyOn(Math, 'random').mockImplementation(() => chance.next()),
    vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation(((target: ArrayBufferView) => {
      fill(target);
      return target;
    }) as never),
    vi.spyOn(globalThis.crypto, 'randomUUID').mockImplementation(uuid as never),
  ];
  return () => {
    for (const spy of spies) spy.mockRestore();
    Object.assign(module, before);
    syncBuiltinESMExports();
  };
}
