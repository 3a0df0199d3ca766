/** A phone, its pages and tabs, and a server that keeps one answer per key as the real one does; all of it on a virtual clock. */
import { beforeEach } from 'vitest';
import { namespacedStore } from '../../../engine/drivers/storage.ts';
import { createSubmissions, type KeyOutcome, type SendResult, type Submitted } from '../../../engine/drivers/submissions.ts';
import { type VirtualClock, virtualClock } from '../../../engine/drivers/timers.ts';
import type { Submission } from '../../../engine/machines/submission.ts';
import { memoryStorage } from './world.ts';

export const SCOPE = 'screen/withDraw2/submit';
export const request = (amount = '100') => ({ call: '/api/withdraw', params: { amount } });
const LOST: SendResult = { ok: false, status: -1, msg: '', inDoubt: true };

/** What one phone and one server share over pages, tabs and players. */
interface World {
  clock: VirtualClock;
  storage: ReturnType<typeof memoryStorage>;
  player: string;
  /** Requests that arrived, by the order of their arrival. */
  readonly sent: (Submission & { readonly by: string })[];
  readonly lookups: { readonly key: string; readonly by: string }[];
  /** The stored answer of each key; `unknown` for a key that was looked up before its request arrived. */
  readonly done: Map<string, { readonly body: string; readonly answer: KeyOutcome }>;
  /** What happens to a request: answered, done without an answer, lost on the way, or never ending. */
  network: 'up' | 'answerLost' | 'down' | 'hangs';
  /** The server refuses what it is sent. */
  refuses: boolean;
  keys: number;
}

/** `w` is another world for each test. */
export function submissionWorld() {
  const w = {} as World;
  const fresh = (): World => ({
    clock: virtualClock(1_000),
    storage: memoryStorage(),
    player: '7',
    sent: [],
    lookups: [],
    done: new Map(),
    network: 'up',
    refuses: false,
    keys: 0,
  });
  beforeEach(() => void Object.assign(w, fresh()));

  async function arrive(submission: Submission): Promise<SendResult> {
    const { key, call, params } = submission;
    w.sent.push({ ...submission, by: w.player });
    if (w.network === 'hangs') return new Promise(() => {});
    if (w.network === 'down') return LOST;
    const body = JSON.stringify([call, params]);
    const answer = w.refuses ? { status: 5, models: null, msg: '余额不足' } : { status: 0, models: { n: w.done.size + 1 }, msg: '' };
    const known = w.done.get(key);
    if (!known) w.done.set(key, { body, answer: { state: 'done', answer } });
    // A key that was used for something else: the server refuses, and the refusal does not say what it did under the key.
    if (known && known.body !== body) return { ok: false, status: 7, msg: '', inDoubt: true };
    if (w.network === 'answerLost') return LOST;
    const outcome = (w.done.get(key) as { answer: KeyOutcome }).answer;
    if (outcome.state === 'unknown') return { ok: false, status: 7, msg: '', inDoubt: true };
    const { status, models, msg } = outcome.answer;
    return status === 0 ? { ok: true, models } : { ok: false, status, msg, inDoubt: false };
  }

  async function outcome(key: string): Promise<KeyOutcome | undefined> {
    w.lookups.push({ key, by: w.player });
    if (w.network === 'down') return undefined;
    if (w.network === 'hangs') return new Promise(() => {});
    // A lookup makes an unused key invalid: a request that arrives later under it is not executed.
    if (!w.done.has(key)) w.done.set(key, { body: '', answer: { state: 'unknown' } });
    return w.done.get(key)?.answer;
  }

  /** A page: of the same tab after a reload, or of another tab. */
  function page() {
    return createSubmissions({
      store: namespacedStore('app', () => w.storage),
      clock: w.clock,
      player: () => w.player,
      newKey: () => {
        w.keys += 1;
        return `key-${w.keys}`;
      },
      send: arrive,
      ask: outcome,
    });
  }
  const stored = (mid = '7', scope = SCOPE) => JSON.parse(w.storage.getItem(`app.submission.${mid}.${scope}`) ?? 'null');
  const effects = () => [...w.done.values()].filter(({ answer }) => answer.state === 'done' && answer.answer.status === 0).length;
  const valueOf = (submissions: ReturnType<typeof page>) => submissions.of(SCOPE).getSnapshot().value;
  return { w, arrive, outcome, page, stored, effects, valueOf };
}

/** The outcome, once there is one. */
export function outcomeOf(promise: Promise<Submitted>): { value: Submitted | undefined } {
  const box: { value: Submitted | undefined } = { value: undefined };
  void promise.then((submitted) => {
    box.value = submitted;
  });
  return box;
}
