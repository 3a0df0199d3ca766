/** Loading a part of the app: at most 120 s, and a failure that says which part (specification sections 4, 8 and 9). */
import { type AnyActorRef, createActor } from 'xstate';
import { type Clock, realClock } from '../../engine/drivers/timers.ts';
import { type ChunkEffect, chunkLoadMachine } from '../../engine/machines/chunk-load.ts';

export { CHUNK_TIMEOUT_MS } from '../../engine/machines/chunk-load.ts';

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** "missing", or the type of the event that ended the load ("timeout", "error"). */
  readonly type: string;
  /** Address, or name, of what was to be loaded. */
  readonly request: string;

  constructor(type: string, request: string, options?: ErrorOptions) {
    super(`页面资源加载失败（${type}：${request}），请检查网络后重试`, options);
    this.type = type;
    this.request = request;
  }
}

/** Runs a dynamic import with the deadline; `attach` is told of the machine before it starts. @throws ChunkLoadError */
export function loadChunk<T>(
  request: string,
  load: () => Promise<T>,
  clock: Clock = realClock,
  attach?: (actor: AnyActorRef) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const actor = createActor(chunkLoadMachine, { id: `chunk ${request}`, input: { request } });
    let cause: unknown;
    let cancel = (): void => {};
    const effects: { [E in ChunkEffect as E['do']]: (effect: E) => void } = {
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
    };
    actor.on('effect', ({ effect }) => (effects[effect.do] as (effect: ChunkEffect) => void)(effect));
    actor.subscribe(({ context: { failure } }) => {
      if (failure) reject(new ChunkLoadError(failure.type, failure.request, cause === undefined ? {} : { cause }));
    });
    attach?.(actor);
    actor.start();
    actor.send({ type: 'LOAD' });
  });
}
