/** Loading a part of the app: at most 120 s, and a failure that says which part (specification sections 4, 8 and 9). */
import { createActor } from 'xstate';
import { type Clock, realClock } from '../../engine/drivers/timers.ts';
import { chunkLoadMachine } from '../../engine/machines/chunk-load.ts';
import { perform } from '../../engine/machines/effects.ts';

export { CHUNK_TIMEOUT_MS } from '../../engine/machines/chunk-load.ts';

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** "missing", or the type of the event that ended the load ("timeout", "error"). */
  readonly type: string;
  /** Address, or name, of the chunk. */
  readonly request: string;

  constructor(type: string, request: string, options?: ErrorOptions) {
    super(`页面资源加载失败（${type}：${request}），请检查网络后重试`, options);
    this.type = type;
    this.request = request;
  }
}

/**
 * Runs a dynamic import with the deadline. Not recorded: when a part arrives depends on the network alone, and no other machine on it.
 * @throws ChunkLoadError
 */
export function loadChunk<T>(request: string, load: () => Promise<T>, clock: Clock = realClock): Promise<T> {
  return new Promise((resolve, reject) => {
    const actor = createActor(chunkLoadMachine, { id: `chunk ${request}`, input: { request } });
    let cause: unknown;
    let cancel = (): void => {};
    perform(actor, {
      arm: ({ ms }) => {
        cancel = clock.after(ms, () => actor.send({ type: 'DEADLINE' }));
      },
      disarm: () => cancel(),
      load: () =>
        void load().then(
          (value) => {
            actor.send({ type: 'LOADED' });
            resolve(value);
          },
          (reason: unknown) => {
            cause = reason;
            const address = reason instanceof Error ? /\bhttps?:\/\/\S+/.exec(reason.message)?.[0] : undefined;
            const event = typeof Event !== 'undefined' && reason instanceof Event ? reason.type : undefined;
            actor.send({ type: 'FAILED', ...(event ? { eventType: event } : {}), ...(address ? { request: address } : {}) });
          },
        ),
    });
    actor.subscribe(({ context: { failure } }) => {
      if (failure) reject(new ChunkLoadError(failure.type, failure.request, cause === undefined ? {} : { cause }));
    });
    actor.start();
    actor.send({ type: 'LOAD' });
  });
}
