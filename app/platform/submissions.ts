/** Submissions (engine/drivers/submissions.ts) over the API client: signed calls under an idempotency key, and the query for the outcome of one. */
import type { AnyActorRef } from 'xstate';
import type { NamespacedStore } from '../../engine/drivers/storage.ts';
import { createSubmissions, type KeyOutcome, type SubmissionsDriver } from '../../engine/drivers/submissions.ts';
import type { Clock } from '../../engine/drivers/timers.ts';
import type { CallResult } from '../../engine/screens/core/contract.ts';
import type { ClientCallOptions } from './client.ts';
import { toHex } from './device.ts';
import type { Environment } from './types.ts';

/** A page that is still there so long after the browser began to leave it stays: the player stopped it, or another app was opened. */
const LEAVE_MS = 10_000;
const OUTCOME_PATH = '/api/order/outcome';

export interface PlatformSubmissions {
  readonly store: NamespacedStore;
  readonly clock: Clock;
  /** Id of the player who is logged in; '' for none. */
  readonly player: () => string;
  readonly call: <T>(path: string, params: Readonly<Record<string, string>>, options: ClientCallOptions) => Promise<CallResult<T>>;
  readonly onLanded: () => void;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly attach?: (actor: AnyActorRef) => void;
}

/** A new key: the time in ms and 80 random bits, in hexadecimal, so that keys sort by time in the server's index. */
export function newKey(now: number, randomBytes: (count: number) => Uint8Array): string {
  return now.toString(16).padStart(12, '0') + toHex(randomBytes(10));
}

export function platformSubmissions({ call, randomBytes, ...options }: PlatformSubmissions): SubmissionsDriver {
  return createSubmissions({
    ...options,
    newKey: () => newKey(options.clock.now(), randomBytes),
    // Quiet: the component of the submission shows that no answer came, for as long as it is in doubt.
    send: ({ key, call: path, method, params }) => call<unknown>(path, params, { method, idempotencyKey: key, quiet: true }),
    ask: async (key) => {
      const result = await call<unknown>(OUTCOME_PATH, { key }, { quiet: true });
      return result.ok ? readOutcome(result.models) : undefined;
    },
  });
}

type IdempotentCall = PlatformSubmissions['call'];

/**
 * The same call, whose answer waits while the browser leaves the page: nobody would read it there, and the page that follows asks what
 * became of the key.
 */
export function holdAnswerWhileLeaving(environment: Pick<Environment, 'clock' | 'onLeave'>, call: IdempotentCall): IdempotentCall {
  /** Resolves when a page that the browser began to leave is still there. */
  let staying: Promise<void> | undefined;
  environment.onLeave?.(() => {
    staying = new Promise((stay) => environment.clock.after(LEAVE_MS, stay));
  });
  return async <T>(path: string, params: Readonly<Record<string, string>>, options: ClientCallOptions) => {
    const result = await call<T>(path, params, options);
    await staying;
    return result;
  };
}

/** undefined for an answer that does not give the outcome of the key. */
function readOutcome(models: unknown): KeyOutcome | undefined {
  if (typeof models !== 'object' || models === null) return undefined;
  const { state, answer } = models as { readonly state?: unknown; readonly answer?: unknown };
  if (state === 'unknown') return { state };
  if (state !== 'done' || typeof answer !== 'object' || answer === null) return undefined;
  const { status, models: done, msg } = answer as { readonly status?: unknown; readonly models?: unknown; readonly msg?: unknown };
  if (typeof status !== 'number') return undefined;
  return { state, answer: { status, models: done, msg: typeof msg === 'string' ? msg : '' } };
}
