/** Submissions (engine/drivers/submissions.ts) over the API client: signed calls under an idempotency key, and the question what became of one. */
import type { AnyActorRef } from 'xstate';
import type { NamespacedStore } from '../../engine/drivers/storage.ts';
import { createSubmissions, type KeyOutcome, type SubmissionsDriver } from '../../engine/drivers/submissions.ts';
import type { Clock } from '../../engine/drivers/timers.ts';
import type { CallResult } from '../../engine/screens/core/contract.ts';
import type { ClientCallOptions } from './client.ts';
import { toHex } from './device.ts';

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
    // Quiet: that no answer came is said by whoever shows the submission, for as long as it is in doubt.
    send: ({ key, call: path, method, params }) => call<unknown>(path, params, { method, idempotencyKey: key, quiet: true }),
    ask: async (key) => {
      const result = await call<unknown>(OUTCOME_PATH, { key }, { quiet: true });
      return result.ok ? readOutcome(result.models) : undefined;
    },
  });
}

/** undefined for an answer that does not say what became of the key. */
function readOutcome(models: unknown): KeyOutcome | undefined {
  if (typeof models !== 'object' || models === null) return undefined;
  const { state, answer } = models as { readonly state?: unknown; readonly answer?: unknown };
  if (state === 'unknown') return { state };
  if (state !== 'done' || typeof answer !== 'object' || answer === null) return undefined;
  const { status, models: done, msg } = answer as { readonly status?: unknown; readonly models?: unknown; readonly msg?: unknown };
  if (typeof status !== 'number') return undefined;
  return { state, answer: { status, models: done, msg: typeof msg === 'string' ? msg : '' } };
}
