/** The runtime of described screens: plan, sources, state, actions. */
import { describe, expect, it } from 'vitest';
import type { ScreenDescription } from '../../engine/screens/core/contract.ts';
import { compileScreen } from '../../engine/screens/core/plan.ts';
import { SourceCache } from '../../engine/screens/core/sources.ts';
import { ScreenStore } from '../../engine/screens/core/store.ts';
import { no, ok, settle, type TestHost, testHost } from './support/host.ts';

const screen = (change: Partial<ScreenDescription>): ScreenDescription => ({
  $schema: '',
  format: 1,
  kind: 'screen',
  code: 'test',
  title: '试',
  layout: 'page',
  blocks: [],
  ...change,
});

function open(
  description: ScreenDescription,
  host: TestHost,
  options: { query?: Record<string, string>; back?: boolean; cache?: SourceCache } = {},
) {
  const store = new ScreenStore({
    plan: compileScreen(description),
    host,
    cache: options.cache ?? new SourceCache(host),
    params: {},
    query: options.query ?? {},
    back: options.back ?? false,
  });
  store.start();
  return store;
}

const LIST = '/api/order/list';

describe('plan', () => {
  it('is compiled once for a document', () => {
    const description = screen({});
    expect(compileScreen(description)).toBe(compileScreen(description));
    expect(compileScreen(screen({}))).not.toBe(compileScreen(description));
    expect(Object.isFrozen(compileScreen(description))).toBe(true);
  });

  it('knows what a block depends on', () => {
    const plan = compileScreen(
      screen({
        blocks: [
          { block: 'text', text: '{sources.a.x} {state.b}', when: '!empty(sources.c)' },
          { block: 'text', text: '{session.userName}' },
        ],
      }),
    );
    expect(plan.blocks[0]?.dependencies).toEqual({ sources: ['a', 'c'], state: true, session: false });
    expect(plan.blocks[1]?.dependencies).toEqual({ sources: [], state: false, session: true });
  });

  it('leaves out a block whose condition cannot be read, and says where', () => {
    const plan = compileScreen(
      screen({
        blocks: [
          { block: 'text', text: 'x', when: 'a ==' },
          { block: 'text', text: 'y' },
        ],
      }),
    );
    expect(plan.blocks.map(({ pointer }) => pointer)).toEqual(['/blocks/1']);
    expect(plan.problems.map(({ pointer }) => pointer)).toEqual(['/blocks/0/when']);
  });
});

describe('sources', () => {
  const description = screen({
    sources: { orders: { call: LIST, params: { status: '{state.status}' }, paged: true, reloadOn: ['order'] } },
  });

  it('load at the start; an empty parameter is not sent', async () => {
    const host = testHost({ [LIST]: () => ok({ items: [1], next: null }) });
    const store = open(description, host);
    expect(store.source('orders')?.state().status).toBe('loading');
    await settle();
    expect(store.source('orders')?.state()).toMatchObject({ status: 'ready', data: { items: [1] }, more: undefined });
    expect(host.calls).toEqual([{ path: LIST, params: {} }]);
  });

  it('append pages until there is none', async () => {
    const host = testHost({ [LIST]: ({ cursor }) => ok(cursor ? { items: [3], next: null } : { items: [1, 2], next: 'c' }) });
    const source = open(description, host).source('orders');
    await settle();
    source?.state().more?.();
    expect(source?.state().loadingMore).toBe(true);
    await settle();
    expect(source?.state()).toMatchObject({ data: { items: [1, 2, 3] }, more: undefined, loadingMore: false });
  });

  it('keep the rows when a further page fails, and can be asked again', async () => {
    let broken = true;
    const host = testHost({
      [LIST]: ({ cursor }) => (cursor ? (broken ? no('网络错误') : ok({ items: [2], next: null })) : ok({ items: [1], next: 'c' })),
    });
    const source = open(description, host).source('orders');
    await settle();
    source?.state().more?.();
    await settle();
    expect(source?.state()).toMatchObject({ status: 'ready', data: { items: [1] }, error: '网络错误' });
    broken = false;
    source?.state().more?.();
    await settle();
    expect(source?.state()).toMatchObject({ data: { items: [1, 2] }, error: undefined });
  });

  it('load again when a parameter changes, and drop the answer that comes too late', async () => {
    const answers: ((value: unknown) => void)[] = [];
    const host = testHost({ [LIST]: () => new Promise((resolve) => answers.push((models) => resolve(ok(models)))) });
    const store = open(description, host);
    store.setState('status', 'won');
    answers[1]?.({ items: ['won'], next: null });
    await settle();
    answers[0]?.({ items: ['all'], next: null });
    await settle();
    expect(store.source('orders')?.state().data).toEqual({ items: ['won'], next: null });
    expect(host.calls.map(({ params }) => params)).toEqual([{}, { status: 'won' }]);
  });

  it('load again on their events, with what is there staying on the glass', async () => {
    let n = 0;
    const host = testHost({ [LIST]: () => ok({ items: [(n += 1)], next: null }) });
    const source = open(description, host).source('orders');
    await settle();
    host.emit('order');
    expect(source?.state().data).toEqual({ items: [1], next: null });
    await settle();
    expect(source?.state().data).toEqual({ items: [2], next: null });
    host.emit('balance');
    await settle();
    expect(host.calls).toHaveLength(2);
  });

  it('say what went wrong and load on 重试', async () => {
    let broken = true;
    const host = testHost({ [LIST]: () => (broken ? no('连线超时') : ok({ items: [], next: null })) });
    const source = open(description, host).source('orders');
    await settle();
    expect(source?.state()).toMatchObject({ status: 'error', error: '连线超时', data: undefined });
    broken = false;
    source?.state().reload();
    expect(source?.state().status).toBe('loading');
    await settle();
    expect(source?.state().status).toBe('ready');
  });

  it('wait for their condition', async () => {
    const host = testHost({ [LIST]: () => ok({ items: [], next: null }) });
    host.session.loggedIn = false;
    const store = open(screen({ sources: { orders: { call: LIST, when: 'session.loggedIn' } } }), host);
    await settle();
    expect(host.calls).toHaveLength(0);
    host.session.loggedIn = true;
    store.refresh();
    await settle();
    expect(host.calls).toHaveLength(1);
  });

  it('show at once what was there when the reader comes back, and load again only if something happened', async () => {
    const host = testHost({ [LIST]: () => ok({ items: [1], next: null }) });
    const cache = new SourceCache(host);
    const first = open(description, host, { cache });
    await settle();
    first.stop();
    const back = open(description, host, { cache, back: true });
    expect(back.source('orders')?.state()).toMatchObject({ status: 'ready', data: { items: [1] } });
    await settle();
    expect(host.calls).toHaveLength(1);
    back.stop();
    host.emit('order');
    open(description, host, { cache, back: true });
    await settle();
    expect(host.calls).toHaveLength(2);
  });

  it('never show one player what another loaded', async () => {
    const host = testHost({ [LIST]: () => ok({ items: ['secret'], next: null }) });
    const cache = new SourceCache(host);
    open(description, host, { cache });
    await settle();
    host.session.mid = '2';
    expect(open(description, host, { cache }).source('orders')?.state().data).toBeUndefined();
  });
});

describe('actions', () => {
  it('navigate, with data encoded', async () => {
    const host = testHost();
    await open(screen({}), host).act({ do: 'navigate', to: '/orderDetails?orderId={orderId}' }, { orderId: 'a&b' });
    expect(host.moves).toEqual(['/orderDetails?orderId=a%26b']);
  });

  it('follow a target by its kind', async () => {
    const host = testHost();
    const store = open(screen({}), host);
    for (const target of ['game:ssq', 'menu:Kefu', '/result']) await store.act({ do: 'target', target });
    expect(host.moves).toEqual(['game:ssq', 'menu:Kefu', '/result']);
  });

  it('go on only when the first step succeeded', async () => {
    const host = testHost();
    const store = open(screen({}), host);
    const then = { do: 'toast', text: '完成' } as const;
    expect(await store.act({ do: 'host', name: 'fail', then })).toBe(false);
    expect(await store.act({ do: 'host', name: 'login', args: { username: '{form.u}' }, then }, { form: { u: 'demo' } })).toBe(true);
    expect(host.moves).toEqual(['fail:{}', 'login:{"username":"demo"}', 'toast:完成']);
  });

  it('say what a call answered', async () => {
    const host = testHost({ '/api/x': ({ a }) => (a === '1' ? ok({ n: 2 }) : no('不行')) });
    const store = open(screen({}), host);
    expect(await store.act({ do: 'call', call: '/api/x', params: { a: '1' }, done: '好 {models.n}' })).toBe(true);
    expect(await store.act({ do: 'call', call: '/api/x', params: { a: '2' }, done: '好' })).toBe(false);
    expect(host.moves).toEqual(['toast:好 2', 'toast:不行']);
  });
});
