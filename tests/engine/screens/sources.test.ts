/** What a screen loads: when, how often, and what stays when it fails. */
import { describe, expect, it } from 'vitest';
import { SourceCache } from '../../../engine/screens/core/source-cache.ts';
import { refusedAnswer, okAnswer, settle, testHost } from './support/host.ts';
import { openScreen } from './support/open.ts';
import { manualPace } from './support/pace.ts';
import { screenWith } from './support/screens.ts';

const LIST = '/api/order/list';
const page = (items: readonly unknown[], next: string | null = null) => okAnswer({ items, next });
const description = screenWith({
  sources: { orders: { call: LIST, params: { status: '{state.status}' }, paged: true, refresh: [{ on: 'order' }] } },
});

describe('loading', () => {
  it('[S24] begins at the start; an empty parameter is not sent', async () => {
    const host = testHost({ [LIST]: () => page([1]) });
    const store = openScreen(description, host);
    expect(store.source('orders')?.state().status).toBe('loading');
    await settle();
    expect(store.source('orders')?.state()).toMatchObject({ status: 'ready', data: { items: [1] }, more: undefined });
    expect(host.calls).toEqual([{ path: LIST, params: {} }]);
  });

  it('[S25] begins again when a parameter changes, and the answer that comes too late is dropped', async () => {
    const answers: ((value: unknown) => void)[] = [];
    const host = testHost({ [LIST]: () => new Promise((resolve) => answers.push((models) => resolve(okAnswer(models)))) });
    const store = openScreen(description, host);
    store.setState('status', 'won');
    answers[1]?.({ items: ['won'], next: null });
    await settle();
    answers[0]?.({ items: ['all'], next: null });
    await settle();
    expect(store.source('orders')?.state().data).toEqual({ items: ['won'], next: null });
    expect(host.calls.map(({ params }) => params)).toEqual([{}, { status: 'won' }]);
  });

  it('[S26] waits for its condition', async () => {
    const host = testHost({ [LIST]: () => page([]) });
    host.session.loggedIn = false;
    const store = openScreen(screenWith({ sources: { orders: { call: LIST, when: 'session.loggedIn' } } }), host);
    await settle();
    expect(host.calls).toHaveLength(0);
    host.session.loggedIn = true;
    store.update();
    await settle();
    expect(host.calls).toHaveLength(1);
  });

  it('[S26] what is not wanted any more is forgotten, and the session is listened to', async () => {
    const host = testHost({ [LIST]: () => page([1]) });
    const store = openScreen(screenWith({ sources: { orders: { call: LIST, when: 'session.loggedIn' } } }), host);
    await settle();
    host.session.loggedIn = false;
    await settle();
    expect(store.source('orders')?.state()).toMatchObject({ status: 'ready', data: undefined });
    host.session.loggedIn = true;
    await settle();
    expect(host.calls).toHaveLength(2);
  });

  it('a remembered answer is shown at the next opening of the page, is loaded again, and goes with the player', async () => {
    let count = 3;
    const host = testHost({ '/open': () => okAnswer({ count }) });
    const remembering = screenWith({ sources: { open: { call: '/open', remember: true } } });
    /** Another page of the phone: its memory is new, its storage is not. */
    const reopen = () => openScreen(remembering, host, { cache: new SourceCache(host) }).source('open');
    expect(reopen()?.state().status).toBe('loading');
    await settle();
    count = 5;
    const again = reopen();
    expect(again?.state()).toMatchObject({ status: 'ready', data: { count: 3 } });
    await settle();
    expect(again?.state().data).toEqual({ count: 5 });
    host.session.mid = 'another player';
    expect(reopen()?.state().status).toBe('loading');
    host.session.mid = '1';
    new SourceCache(host).clear();
    expect(reopen()?.state().status).toBe('loading');
    // What somebody else wrote into the storage is no answer.
    host.storage.set('remembered', 'no JSON');
    expect(reopen()?.state().status).toBe('loading');
  });

  it('[S27] says what went wrong and loads on 重试', async () => {
    let broken = true;
    const host = testHost({ [LIST]: () => (broken ? refusedAnswer('连线超时') : page([])) });
    const source = openScreen(description, host).source('orders');
    await settle();
    expect(source?.state()).toMatchObject({ status: 'error', error: '连线超时', data: undefined });
    broken = false;
    source?.state().reload();
    expect(source?.state().status).toBe('loading');
    await settle();
    expect(source?.state().status).toBe('ready');
  });

  it('[S27] a call that throws is an error like another, and `retryFailed` asks again for what failed alone', async () => {
    let broken = true;
    const host = testHost({
      '/good': () => okAnswer({ n: 1 }),
      '/bad': () => {
        if (broken) throw new TypeError('Failed to fetch');
        return okAnswer({ n: 2 });
      },
    });
    const store = openScreen(screenWith({ sources: { good: { call: '/good' }, bad: { call: '/bad' } } }), host);
    await settle();
    expect(store.source('bad')?.state()).toMatchObject({ status: 'error', error: '网络错误' });
    broken = false;
    store.retryFailed();
    await settle();
    expect(store.source('bad')?.state()).toMatchObject({ status: 'ready', data: { n: 2 } });
    expect(host.calls.map(({ path }) => path)).toEqual(['/good', '/bad', '/bad']);
  });

  it('[S28] loaded data stays when loading it again fails', async () => {
    let broken = false;
    const host = testHost({ [LIST]: () => (broken ? refusedAnswer('连线超时') : page([1])) });
    const source = openScreen(description, host).source('orders');
    await settle();
    broken = true;
    host.emit('order', { orderId: 'a' });
    await settle();
    expect(source?.state()).toMatchObject({ status: 'error', error: '连线超时', data: { items: [1] } });
    broken = false;
    source?.state().reload();
    await settle();
    expect(source?.state()).toMatchObject({ status: 'ready', error: undefined, data: { items: [1] } });
  });
});

describe('a source that needs another', () => {
  const chain = screenWith({
    sources: {
      // Written before what it needs: the order says nothing.
      bank: { call: '/bank', params: { id: '{sources.card.bankId}' } },
      card: { call: '/card', params: { card: '{query.card}' }, refresh: [{ on: 'balance' }] },
    },
  });

  it('[S29] loads once that is there, with what it says, and again only when that changes', async () => {
    let bankId = 'icbc';
    const host = testHost({ '/card': () => okAnswer({ bankId, no: Math.random() }), '/bank': ({ id }) => okAnswer({ name: id }) });
    const store = openScreen(chain, host, { query: { card: '7' } });
    expect(store.source('bank')?.state()).toMatchObject({ status: 'ready', data: undefined });
    await settle();
    expect(host.calls).toEqual([
      { path: '/card', params: { card: '7' } },
      { path: '/bank', params: { id: 'icbc' } },
    ]);
    host.emit('balance', {});
    await settle();
    expect(host.calls.map(({ path }) => path)).toEqual(['/card', '/bank', '/card']);
    bankId = 'ccb';
    host.emit('balance', {});
    await settle();
    expect(store.source('bank')?.state().data).toEqual({ name: 'ccb' });
    expect(host.calls.map(({ path }) => path)).toEqual(['/card', '/bank', '/card', '/card', '/bank']);
  });

  it('[S29] does not load while that has failed', async () => {
    let broken = true;
    const host = testHost({ '/card': () => (broken ? refusedAnswer('坏') : okAnswer({ bankId: 'x' })), '/bank': () => okAnswer({}) });
    const store = openScreen(chain, host);
    await settle();
    expect(host.calls.map(({ path }) => path)).toEqual(['/card']);
    broken = false;
    store.source('card')?.reload();
    await settle();
    expect(host.calls.map(({ path }) => path)).toEqual(['/card', '/card', '/bank']);
  });

  it('[S29] sources that wait for each other load nothing, and nobody hangs', async () => {
    const host = testHost();
    const circle = screenWith({
      sources: { a: { call: '/a', params: { x: '{sources.b.x}' } }, b: { call: '/b', when: 'sources.a.x' } },
    });
    const store = openScreen(circle, host);
    await settle();
    await store.reloadAll();
    expect(host.calls).toEqual([]);
  });
});

describe('events', () => {
  it('[S31] about the player load at once, and the present data stays on the screen', async () => {
    let n = 0;
    const host = testHost({ [LIST]: () => page([(n += 1)]) });
    const source = openScreen(description, host).source('orders');
    await settle();
    host.emit('order', { orderId: 'a' });
    expect(source?.state().data).toEqual({ items: [1], next: null });
    await settle();
    expect(source?.state().data).toEqual({ items: [2], next: null });
    host.emit('balance', {});
    await settle();
    expect(host.calls).toHaveLength(2);
  });

  const draws = screenWith({ sources: { past: { call: '/list', params: { gameCode: 'ssQ' }, refresh: [{ on: 'draw' }] } } });

  it('[S32] for everybody are spread over two seconds, and many of them are one', async () => {
    const host = testHost({ '/list': () => page([]) });
    const pace = manualPace();
    pace.chance = 0.5;
    openScreen(draws, host, { pace });
    await settle();
    for (let i = 0; i < 3; i++) host.emit('draw', { gameCode: 'ssq' });
    expect(pace.pending).toBe(1);
    pace.advance(999);
    expect(host.calls).toHaveLength(1);
    pace.advance(1);
    expect(host.calls).toHaveLength(2);
    host.emit('draw', { gameCode: 'ssq' });
    pace.advance(2000);
    expect(host.calls).toHaveLength(3);
  });

  it('[S33] of another game concern nobody who asked about one; without a name they concern everybody', async () => {
    const host = testHost({ '/list': () => page([]) });
    const pace = manualPace();
    openScreen(draws, host, { pace });
    await settle();
    const heard = (event?: Readonly<Record<string, unknown>>): number => {
      const before = host.calls.length;
      host.emit('draw', event);
      pace.advance(2000);
      return host.calls.length - before;
    };
    expect([
      heard({ gameCode: 'other' }),
      heard({ gameCode: 'ssq' }),
      heard({ gameCode: '' }),
      heard({ missed: true, gameCode: 'other' }),
    ]).toEqual([0, 1, 1, 1]);
  });

  it('[S34] concern a source with a condition only while it holds; `event` is what came', async () => {
    const host = testHost({ '/order': () => okAnswer({}) });
    const one = screenWith({
      sources: {
        order: { call: '/order', params: { id: '{query.id}' }, refresh: [{ on: 'order', when: 'event.orderId == query.id' }] },
      },
    });
    openScreen(one, host, { query: { id: 'a' } });
    await settle();
    host.emit('order', { orderId: 'b' });
    expect(host.calls).toHaveLength(1);
    host.emit('order', { orderId: 'a' });
    expect(host.calls).toHaveLength(2);
  });

  it('[S35] that were missed load everything again, whatever its condition says, spread like those for everybody', async () => {
    const host = testHost({ '/order': () => okAnswer({}) });
    const pace = manualPace();
    const one = screenWith({ sources: { order: { call: '/order', refresh: [{ on: 'order', when: 'event.orderId == "a"' }] } } });
    openScreen(one, host, { pace });
    await settle();
    host.emit('order', { missed: true });
    host.emit('order');
    expect(host.calls).toHaveLength(1);
    pace.advance(2000);
    expect(host.calls).toHaveLength(2);
  });

  describe('that carry a record', () => {
    const put = screenWith({
      sources: {
        orders: { call: LIST, paged: true, refresh: [{ on: 'order', put: { list: 'items', key: 'orderId', of: 'order' } }] },
      },
    });
    const state = { orderId: 'a', status: 'placed', name: '双色球' };

    it('[S36] put it in its place, or first, and nothing is loaded', async () => {
      const host = testHost({ [LIST]: () => page([{ orderId: 'z' }, state]) });
      const source = openScreen(put, host).source('orders');
      await settle();
      host.emit('order', { order: { orderId: 'a', status: 'won' } });
      expect(source?.state().data).toEqual({ items: [{ orderId: 'z' }, { ...state, status: 'won' }], next: null });
      host.emit('order', { order: { orderId: 'n', status: 'placed' } });
      expect(source?.state().data).toMatchObject({ items: [{ orderId: 'n' }, { orderId: 'z' }, { orderId: 'a' }] });
      expect(host.calls).toHaveLength(1);
    });

    it('[S36] load where there is no such list, and where the event has no record', async () => {
      const host = testHost({ [LIST]: () => okAnswer({ other: [] }) });
      openScreen(put, host);
      await settle();
      host.emit('order', { order: { orderId: 'a' } });
      await settle();
      expect(host.calls).toHaveLength(2);
      host.emit('order', { orderId: 'a' });
      await settle();
      expect(host.calls).toHaveLength(3);
    });
  });
});

describe('polling', () => {
  const polled = screenWith({ sources: { live: { call: '/live', poll: { seconds: 10 } } } });
  const started = async () => {
    const host = testHost({ '/live': () => okAnswer({}) });
    const pace = manualPace();
    const store = openScreen(polled, host, { pace });
    await settle();
    const requestsAfter = (ms: number): number => {
      const before = host.calls.length;
      pace.advance(ms);
      return host.calls.length - before;
    };
    return { host, pace, store, requestsAfter };
  };

  it('[S37] comes a fifth sooner or later than its period, by chance', async () => {
    const { pace, requestsAfter } = await started();
    expect([requestsAfter(7_999), requestsAfter(1)]).toEqual([0, 1]);
    pace.chance = 1;
    // The pause that runs was chosen before; the next one is the longest.
    expect([requestsAfter(8_000), requestsAfter(11_999), requestsAfter(1)]).toEqual([1, 0, 1]);
  });

  it('[S37] happens only while the page is seen, and at once when it is seen again', async () => {
    const { host, pace, requestsAfter } = await started();
    pace.look(false);
    expect(requestsAfter(60_000)).toBe(0);
    pace.look(true);
    expect(host.calls).toHaveLength(2);
    expect(requestsAfter(8_000)).toBe(1);
  });

  it('[S37] ends with the screen', async () => {
    const { store, pace, requestsAfter } = await started();
    store.stop();
    expect(pace.pending).toBe(0);
    expect(requestsAfter(60_000)).toBe(0);
  });
});

describe('coming back', () => {
  it('[S38] shows the former data at once, and loads again only if something happened', async () => {
    const host = testHost({ [LIST]: () => page([1]) });
    const cache = new SourceCache(host);
    const first = openScreen(description, host, { cache });
    await settle();
    first.stop();
    const back = openScreen(description, host, { cache, back: true });
    expect(back.source('orders')?.state()).toMatchObject({ status: 'ready', data: { items: [1] } });
    await settle();
    expect(host.calls).toHaveLength(1);
    back.stop();
    host.emit('order', { orderId: 'a' });
    openScreen(description, host, { cache, back: true });
    await settle();
    expect(host.calls).toHaveLength(2);
  });

  it('[S38] the draw of another game is no reason to load a list of one game again', async () => {
    const RESULTS = '/api/lotteryresult/list';
    const results = screenWith({ sources: { results: { call: RESULTS, params: { gameCode: 'ssq' }, refresh: [{ on: 'draw' }] } } });
    const host = testHost({ [RESULTS]: () => page([1]) });
    const cache = new SourceCache(host);
    const first = openScreen(results, host, { cache });
    await settle();
    first.stop();
    const comeBack = async (): Promise<number> => {
      const store = openScreen(results, host, { cache, back: true });
      await settle();
      store.stop();
      return host.calls.length;
    };
    host.emit('draw', { gameCode: 'dlt', issue: '1' });
    expect(await comeBack()).toBe(1);
    host.emit('draw', { gameCode: 'SSQ', issue: '1' });
    expect(await comeBack()).toBe(2);
    // Without a game it says that some were missed.
    host.emit('draw', { gameCode: '', issue: '' });
    expect(await comeBack()).toBe(3);
  });

  it('[S39] never shows one player what another loaded', async () => {
    const host = testHost({ [LIST]: () => page(['secret']) });
    const cache = new SourceCache(host);
    openScreen(description, host, { cache });
    await settle();
    host.session.mid = '2';
    expect(openScreen(description, host, { cache }).source('orders')?.state().data).toBeUndefined();
  });
});
