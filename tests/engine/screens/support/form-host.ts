/** A host for forms. Its storage outlives a page, its submissions use the real driver, and its server can be made unreachable. */
import { proxy } from 'valtio';
import { createSubmissions, type KeyOutcome, type SubmissionsDriver } from '../../../../engine/drivers/submissions.ts';
import { type VirtualClock, virtualClock } from '../../../../engine/drivers/timers.ts';
import type { CallResult, Host } from '../../../../engine/screens/core/contract.ts';
import { record } from '../../../../engine/replay/index.ts';
import { type TestHost, testHost } from './host.ts';

export type CallAnswer = (params: Readonly<Record<string, string>>) => CallResult<unknown> | Promise<CallResult<unknown>>;

/** The state that outlives a page: the phone's storage, the clock, and the server's outcome of each idempotency key. */
export interface Phone {
  readonly items: Map<string, string>;
  readonly clock: VirtualClock;
  readonly done: Map<string, KeyOutcome>;
  /** False: look-ups of an outcome get no answer. */
  reachable: boolean;
  /** True: the server executes a request even if its answer is lost. */
  does: boolean;
}

export function createPhone(): Phone {
  return { items: new Map(), clock: virtualClock(), done: new Map(), reachable: true, does: true };
}

export interface FormHost extends TestHost {
  readonly submissions: SubmissionsDriver;
  readonly phone: Phone;
  /** All stored values, as one text. */
  stored(): string;
  /** The recording of the page, as one text. */
  recorded(): string;
}

/** A page of this phone, with player `mid` logged in. */
export function formHost(
  answers: Readonly<Record<string, CallAnswer>> = {},
  on: Phone = createPhone(),
  change: Partial<Host> & { readonly mid?: string } = {},
): FormHost {
  const { mid = '1', ...rest } = change;
  const { items, clock, done } = on;
  const storage = {
    get: (key: string) => items.get(key) ?? null,
    set: (key: string, value: string) => void items.set(key, value),
    remove: (key: string) => void items.delete(key),
  };
  const session = proxy({ loggedIn: mid !== '', userName: mid, mid, balanceFen: 100_00 });
  const recorder = record({ now: () => clock.now(), app: { name: 'test', version: '0' } as never });
  let keys = done.size;
  const submissions = createSubmissions({
    store: { ...storage, keys: () => [...items.keys()], name: (key) => key },
    clock,
    player: () => session.mid,
    newKey: () => {
      keys += 1;
      return `key-${keys}`;
    },
    async send({ key, call, params }) {
      const result = await host.call<unknown>(call, params);
      if (result.ok) done.set(key, { state: 'done', answer: { status: 0, models: result.models, msg: '' } });
      else if (result.inDoubt && on.does) done.set(key, { state: 'done', answer: { status: 0, models: {}, msg: '' } });
      else if (!result.inDoubt) done.set(key, { state: 'done', answer: { status: result.status, models: result.models, msg: result.msg } });
      return result;
    },
    attach: (actor) => recorder.attach(actor),
    ask: async (key) => (on.reachable ? (done.get(key) ?? { state: 'unknown' }) : undefined),
  });
  const host: FormHost = {
    ...testHost(answers, { storage, session, submissions, now: () => clock.now(), ...rest }),
    submissions,
    phone: on,
    stored: () => JSON.stringify([...items]),
    recorded: () => JSON.stringify(recorder.trace()),
  };
  return host;
}

/** Loads the parts of fields that are loaded on demand, so that a test does not wait for them. */
export async function loadFields(): Promise<void> {
  await Promise.all(
    Object.values(import.meta.glob('../../../../engine/screens/blocks/{form,filter,facts}/**/*.tsx')).map((load) => load()),
  );
}
