/** The driver of submissions, on a virtual clock, over a server that keeps one answer per key as the real one does: answers, doubts and tabs. */
import { describe, expect, it } from 'vitest';
import { namespacedStore } from '../../../engine/drivers/storage.ts';
import { createSubmissions } from '../../../engine/drivers/submissions.ts';
import { unfinishedSubmissionScopes } from '../../../engine/drivers/unfinished-submissions.ts';
import { virtualClock } from '../../../engine/drivers/timers.ts';
import { ASK_PAUSES_MS, LOST_STATUS } from '../../../engine/machines/submission.ts';
import { outcomeOf, request, SCOPE, submissionWorld } from '../../app/platform/submission-world.ts';
import { settle } from '../../app/platform/world.ts';

const { w, arrive, outcome, stored, effects, valueOf, page } = submissionWorld();

describe('a submission', () => {
  it('is stored with its key before it is sent, and gone with its answer', async () => {
    const here = page();
    here.of(SCOPE);
    const shared = stored('7', '').key;
    expect(stored(), 'a button that is only shown writes nothing of its own').toBeNull();
    w.network = 'hangs';
    void here.submit(SCOPE, request());
    const { key } = stored();
    expect(key).toMatch(new RegExp(`^${shared}-[0-9a-z]{2,14}$`));
    expect(stored()).toEqual({ key, at: 1_000, sent: { call: '/api/withdraw', method: 'POST', params: { amount: '100' } } });
    expect(w.sent).toMatchObject([{ key, method: 'POST' }]);
    w.network = 'up';
    const next = page();
    next.of(SCOPE);
    await settle();
    expect(stored().sent).toBeUndefined();
    expect(stored().key).not.toBe(key);
  });

  it('resolves with the answer, or with the refusal', async () => {
    const here = page();
    expect(await here.submit(SCOPE, request())).toEqual({ state: 'accepted', models: { n: 1 }, msg: '' });
    w.refuses = true;
    expect(await here.submit(SCOPE, request())).toEqual({ state: 'refused', status: 5, msg: '余额不足' });
    w.refuses = false;
    expect(await here.submit(SCOPE, { ...request(), method: 'GET' })).toMatchObject({ state: 'accepted' });
    expect(new Set(w.sent.map(({ key }) => key)).size, 'each try has a key of its own').toBe(3);
    expect(w.sent.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
  });

  it('a hundred taps at once: one is sent, the others get the answer that it is under way', async () => {
    const here = page();
    const all = await Promise.all(Array.from({ length: 100 }, () => here.submit(SCOPE, request())));
    expect(all.filter(({ state }) => state === 'accepted')).toHaveLength(1);
    expect(all.filter(({ state }) => state === 'busy')).toHaveLength(99);
    expect([w.sent.length, effects()]).toEqual([1, 1]);
  });

  it('a list of many buttons costs no storage and no recording until one is pressed', async () => {
    const attached: string[] = [];
    const here = createSubmissions({
      store: namespacedStore('app', () => w.storage),
      clock: w.clock,
      player: () => '7',
      newKey: () => 'only',
      send: arrive,
      ask: outcome,
      attach: (actor) => attached.push(actor.id),
    });
    const actors = Array.from({ length: 1_000 }, (_, row) => here.of(`row/${row}`));
    expect([w.storage.length, attached]).toEqual([1, []]);
    expect(here.of('row/7'), 'one actor for a scope, while somebody holds it').toBe(actors[7]);
    await here.submit('row/7', request());
    expect([Object.keys(w.storage.dump()), attached]).toEqual([['app.submission.7.', 'app.submission.7.row/7'], ['submission.row/7']]);
    w.network = 'hangs';
    for (let row = 0; row < 1_000; row++) void here.submit(`row/${row}`, request());
    expect(new Set(w.sent.map(({ key }) => key)).size, 'each has a key of its own').toBe(1_001);
  });

  it('scopes do not wait for each other', async () => {
    const here = page();
    w.network = 'hangs';
    void here.submit('a', request());
    w.network = 'up';
    expect(await here.submit('b', request())).toMatchObject({ state: 'accepted' });
    expect(w.sent[0]?.key).not.toBe(w.sent[1]?.key);
  });

  it('what is secret is sent and lies nowhere', async () => {
    const here = page();
    w.network = 'hangs';
    void here.submit(SCOPE, { call: '/api/withdraw', params: { amount: '100', fundPassword: '445566' }, secret: ['fundPassword'] });
    expect(w.sent[0]?.params).toEqual({ amount: '100', fundPassword: '445566' });
    expect(JSON.stringify(w.storage.dump())).not.toContain('445566');
    expect(JSON.stringify(here.of(SCOPE).getSnapshot().context)).not.toContain('445566');
    expect(stored().sent.params).toEqual({ amount: '100' });
  });

  it('a visitor is answered by the server and leaves nothing behind', async () => {
    w.player = '';
    w.refuses = true;
    const here = page();
    expect(await here.submit(SCOPE, request())).toMatchObject({ state: 'refused', status: 5 });
    w.network = 'down';
    expect(await here.submit(SCOPE, request())).toEqual({ state: 'refused', status: -1, msg: '' });
    expect([w.storage.dump(), valueOf(here), w.lookups]).toEqual([{}, 'idle', []]);
  });

  it('a visitor whose request got no certain answer is not shown the status and text of a refusal', async () => {
    const here = createSubmissions({
      store: namespacedStore('app', () => w.storage),
      clock: w.clock,
      player: () => '',
      newKey: () => 'k',
      send: async () => ({ ok: false, status: 502, msg: 'Bad Gateway', inDoubt: true }),
      ask: async () => undefined,
    });
    expect(await here.submit(SCOPE, request())).toEqual({ state: 'refused', status: LOST_STATUS, msg: '' });
  });

  it('an exception of the call is no answer', async () => {
    const here = createSubmissions({
      store: namespacedStore('app', () => w.storage),
      clock: w.clock,
      player: () => '7',
      newKey: () => 'k',
      send: () => Promise.reject(new Error('broken')),
      ask: () => Promise.reject(new Error('broken')),
    });
    void here.submit(SCOPE, request());
    await settle();
    expect(here.of(SCOPE).getSnapshot().value).toEqual({ doubt: 'waiting' });
  });
});

describe('in doubt', () => {
  it('the answer was lost: asked once, and the result is shown', async () => {
    const here = page();
    w.network = 'answerLost';
    expect(await here.submit(SCOPE, request())).toEqual({ state: 'accepted', models: { n: 1 }, msg: '' });
    expect([w.sent.length, w.lookups.length, effects()]).toEqual([1, 1, 1]);
  });

  it('the request was lost: asked until the server answers, with growing pauses; then the next try has another key', async () => {
    const here = page();
    w.network = 'down';
    const submitted = outcomeOf(here.submit(SCOPE, request()));
    await settle();
    expect([valueOf(here), w.lookups.length]).toEqual([{ doubt: 'waiting' }, 1]);
    for (const [at, ms] of ASK_PAUSES_MS.entries()) {
      w.clock.advance(ms - 1);
      expect(w.lookups).toHaveLength(at + 1);
      w.clock.advance(1);
      await settle();
      expect(w.lookups).toHaveLength(at + 2);
    }
    expect(submitted.value).toBeUndefined();
    w.network = 'up';
    w.clock.advance(30_000);
    await settle();
    expect(submitted.value).toEqual({ state: 'refused', status: -1, msg: '' });
    expect(await here.submit(SCOPE, request())).toMatchObject({ state: 'accepted' });
    expect([effects(), w.sent[0]?.key === w.sent[1]?.key]).toEqual([1, false]);
    w.clock.advance(600_000);
    expect(w.clock.pending, 'no timer is left').toBe(0);
  });

  it('while it is in doubt nothing else is sent', async () => {
    const here = page();
    w.network = 'down';
    void here.submit(SCOPE, request());
    await settle();
    expect(await here.submit(SCOPE, request('200'))).toEqual({ state: 'busy' });
    expect(w.sent).toHaveLength(1);
  });

  it('online or visible again: asked now and not after the pause, once', async () => {
    const here = page();
    w.network = 'down';
    void here.submit(SCOPE, request());
    await settle();
    w.clock.advance(1_000 + 2_000 + 4_000);
    await settle();
    const before = w.lookups.length;
    w.network = 'up';
    here.wake();
    here.wake();
    await settle();
    expect([w.lookups.length - before, valueOf(here)]).toEqual([1, 'refused']);
    expect(w.clock.pending, 'the pause is over, and its timer with it').toBe(0);
    here.wake();
    expect(w.lookups.length - before).toBe(1);
  });

  it.each([
    ['sending, and it was done', 'answerLost', 'accepted', 1],
    ['sending, and it never arrived', 'down', 'refused', 0],
  ] as const)('a reload while %s: the next page asks, and sends nothing', async (_name, network, end, count) => {
    w.network = network;
    // The page goes away: its promise is never answered.
    const gone = createSubmissions({
      store: namespacedStore('app', () => w.storage),
      clock: virtualClock(),
      player: () => '7',
      newKey: () => 'first',
      send: async (submission) => {
        await arrive(submission);
        return new Promise(() => {});
      },
      ask: outcome,
    });
    void gone.submit(SCOPE, request());
    await settle();
    w.network = 'up';
    const next = page();
    expect(valueOf(next)).toEqual({ doubt: 'asking' });
    expect(next.of(SCOPE).getSnapshot().context.submission).toEqual({
      key: w.sent[0]?.key,
      call: '/api/withdraw',
      method: 'POST',
      params: { amount: '100' },
    });
    await settle();
    expect([valueOf(next), w.sent.length, effects()]).toEqual([end, 1, count]);
  });

  it('a reload while asking goes on asking', async () => {
    const here = page();
    w.network = 'down';
    void here.submit(SCOPE, request());
    await settle();
    const next = page();
    next.of(SCOPE);
    await settle();
    expect([valueOf(next), w.lookups.map(({ key }) => key)]).toEqual([{ doubt: 'waiting' }, [w.sent[0]?.key, w.sent[0]?.key]]);
    w.network = 'up';
    w.clock.advance(1_000);
    await settle();
    expect(valueOf(next)).toBe('refused');
  });

  it('names what is unfinished, of the present player alone', async () => {
    w.network = 'down';
    void page().submit(SCOPE, request());
    await settle();
    const next = page();
    next.of('another');
    const of = (mid: string) =>
      unfinishedSubmissionScopes(
        namespacedStore('app', () => w.storage),
        mid,
      );
    expect([of('7'), of('8'), of('')]).toEqual([[SCOPE], [], []]);
    w.network = 'up';
    next.of(SCOPE);
    await settle();
    expect(of('7')).toEqual([]);
  });

  it('a page without the scope asks nothing; the scope finds it when it opens', async () => {
    w.network = 'down';
    void page().submit(SCOPE, request());
    await settle();
    const before = w.lookups.length;
    const next = page();
    next.playerChanged();
    next.of('another');
    await settle();
    expect(w.lookups.length).toBe(before);
    next.of(SCOPE);
    expect(w.lookups.length).toBe(before + 1);
  });
});

describe('two tabs of a player', () => {
  it('the same request from both at once is one request, and both learn its answer', async () => {
    const [one, two] = [page(), page()];
    one.of(SCOPE);
    two.of(SCOPE);
    const results = await Promise.all([one.submit(SCOPE, request()), two.submit(SCOPE, request())]);
    expect(results).toEqual([
      { state: 'accepted', models: { n: 1 }, msg: '' },
      { state: 'accepted', models: { n: 1 }, msg: '' },
    ]);
    expect([w.sent.map(({ key }) => key), effects()]).toEqual([[w.sent[0]?.key, w.sent[0]?.key], 1]);
    // And the next one from either is another.
    expect(await two.submit(SCOPE, request())).toMatchObject({ models: { n: 2 } });
    expect(await one.submit(SCOPE, request())).toMatchObject({ models: { n: 3 } });
  });

  it('another request is not sent while one is under way in the other tab; the outcome of that one holds for both', async () => {
    const [one, two] = [page(), page()];
    one.of(SCOPE);
    two.of(SCOPE);
    w.network = 'answerLost';
    const first = one.submit(SCOPE, request('100'));
    expect(await two.submit(SCOPE, request('200'))).toEqual({ state: 'busy' });
    await settle();
    expect(await first).toMatchObject({ state: 'accepted' });
    expect(two.of(SCOPE).getSnapshot()).toMatchObject({ value: 'accepted', context: { submission: { params: { amount: '100' } } } });
    expect([w.sent.length, effects()]).toEqual([1, 1]);
  });

  it('a tab that has not seen the other’s request yet goes under the same key: the server does one of the two, and both learn which', async () => {
    const [one, two] = [page(), page()];
    one.of(SCOPE);
    two.of(SCOPE);
    const first = one.submit(SCOPE, request('100'));
    w.storage.removeItem(`app.submission.7.${SCOPE}`);
    const second = two.submit(SCOPE, request('200'));
    expect(await Promise.all([first, second])).toEqual([
      { state: 'accepted', models: { n: 1 }, msg: '' },
      { state: 'accepted', models: { n: 1 }, msg: '' },
    ]);
    expect(effects()).toBe(1);
  });

  it('a tab that finds out wakes the other, which asks at once', async () => {
    const [one, two] = [page(), page()];
    one.of(SCOPE);
    two.of(SCOPE);
    w.network = 'down';
    void one.submit(SCOPE, request());
    await two.submit(SCOPE, request('200'));
    await settle();
    w.network = 'up';
    const before = w.lookups.length;
    two.storedElsewhere('app.other');
    expect(w.lookups.length).toBe(before);
    two.storedElsewhere(`app.submission.7.${SCOPE}`);
    await settle();
    expect([w.lookups.length - before, valueOf(two)]).toEqual([1, 'refused']);
  });
});
