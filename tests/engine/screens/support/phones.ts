/** Pages of one phone over one storage, and a server that is scripted: for calls under an idempotency key. */
import { proxy } from 'valtio';
import { createSubmissions, type SendResult, type SubmissionsDriver } from '../../../../engine/drivers/submissions.ts';
import { type VirtualClock, virtualClock } from '../../../../engine/drivers/timers.ts';
import type { Submission } from '../../../../engine/machines/submission.ts';
import { type TestHost, testHost } from './host.ts';

/** Does what it is asked once for each key, whatever becomes of its answers. */
export class ScriptedServer {
  readonly sent: Submission[] = [];
  /** What was really done, by key. */
  readonly effects = new Map<string, Readonly<Record<string, string>>>();
  /** answer: at once. lose: done, and the answer is lost. hang: done, and nothing comes any more. refuse: not done. */
  mode: 'answer' | 'lose' | 'hang' | 'refuse' = 'answer';
  /** False: questions about a key are not answered. */
  reachable = true;

  readonly #answers = new Map<string, number>();

  async send(submission: Submission): Promise<SendResult> {
    this.sent.push(submission);
    const { key, params } = submission;
    if (this.mode === 'refuse') return { ok: false, status: 12, msg: '余额不足', inDoubt: false };
    if (!this.effects.has(key)) {
      this.effects.set(key, params);
      this.#answers.set(key, this.effects.size);
    }
    if (this.mode === 'hang') return new Promise(() => {});
    if (this.mode === 'lose') return { ok: false, status: -1, msg: '', inDoubt: true };
    return { ok: true, models: { n: this.#answers.get(key) } };
  }

  async ask(key: string) {
    if (!this.reachable) return undefined;
    const n = this.#answers.get(key);
    if (n === undefined) return { state: 'unknown' } as const;
    return { state: 'done', answer: { status: 0, models: { n }, msg: '' } } as const;
  }
}

export interface PhonePage {
  readonly host: TestHost;
  readonly clock: VirtualClock;
  readonly submissions: SubmissionsDriver;
}

let keys = 0;

/** A page of the phone that `items` is the storage of. */
export function openPhonePage(server: ScriptedServer, items: Map<string, string>, mid = '1'): PhonePage {
  const clock = virtualClock();
  const session = proxy({ loggedIn: true, userName: '甲', mid, balanceFen: 100_00 });
  const storage = {
    get: (key: string) => items.get(key) ?? null,
    set: (key: string, value: string) => void items.set(key, value),
    remove: (key: string) => void items.delete(key),
  };
  const submissions = createSubmissions({
    store: { ...storage, keys: () => [...items.keys()], name: (key) => key },
    clock,
    player: () => (session.loggedIn ? session.mid : ''),
    newKey: () => {
      keys += 1;
      return `key-${keys}`;
    },
    send: (submission) => server.send(submission),
    ask: (key) => server.ask(key),
  });
  return { host: testHost({}, { session, storage, submissions }), clock, submissions };
}
