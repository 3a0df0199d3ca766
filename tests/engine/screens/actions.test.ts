/** What each action of a description does, and what follows it. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallResult } from '../../../engine/screens/core/contract.ts';
import { refusedAnswer, okAnswer, settle, testHost } from './support/host.ts';
import { openScreen } from './support/open.ts';
import { compiledAction, screenWith } from './support/screens.ts';

const toast = (text: string) => ({ do: 'toast', text });
/** A store on a screen of nothing, and a way to perform an action as it is written. */
const acting = (host = testHost(), description = screenWith({})) => {
  const store = openScreen(description, host);
  return { host, store, act: (action: Readonly<Record<string, unknown>>, scope = {}) => store.act(compiledAction(action), scope) };
};

afterEach(() => vi.unstubAllGlobals());

describe('one step', () => {
  it('[S46] navigates, with data encoded', async () => {
    const { host, act } = acting();
    await act({ do: 'navigate', to: '/orderDetails?orderId={orderId}' }, { orderId: 'a&b' });
    expect(host.moves).toEqual(['/orderDetails?orderId=a%26b']);
  });

  it('[S46] replaces the page where it says so, and goes back', async () => {
    const went: unknown[] = [];
    const { host, act } = acting(testHost({}, { navigate: (to, options) => void went.push([to, options]) }));
    expect(await act({ do: 'navigate', to: '/a', replace: true })).toBe(true);
    expect(await act({ do: 'navigate', to: '/b' })).toBe(true);
    expect(await act({ do: 'back' })).toBe(true);
    expect(went).toEqual([
      ['/a', { replace: true }],
      ['/b', undefined],
    ]);
    expect(host.moves).toEqual(['back']);
  });

  it('[S46] follows a target by its kind; a target of nothing is no success', async () => {
    const { host, act } = acting();
    for (const target of ['game:ssq', 'menu:Kefu', '/result']) await act({ do: 'target', target });
    expect(host.moves).toEqual(['game:ssq', 'menu:Kefu', '/result']);
    expect(await act({ do: 'target', target: '{nothing}' })).toBe(false);
  });

  it('[S46] opens a game and a menu code; a game that is not there is no success', async () => {
    const { host, act } = acting();
    expect(await act({ do: 'game', key: '{code}' }, { code: 'ssq' })).toBe(true);
    expect(await act({ do: 'menu', code: 'Kefu' })).toBe(true);
    expect(host.moves).toEqual(['game:ssq', 'menu:Kefu']);
    expect(await acting(testHost({}, { openGame: () => false })).act({ do: 'game', key: 'x' })).toBe(false);
  });

  it('[S46] says a sentence, sets a state, loads one source again or all', async () => {
    const host = testHost({ '/a': () => okAnswer({}), '/b': () => okAnswer({}) });
    const { store, act } = acting(host, screenWith({ state: { kind: { value: 'x' } }, sources: { a: { call: '/a' }, b: { call: '/b' } } }));
    await settle();
    await act(toast('好 {n}'), { n: 1 });
    expect(host.moves).toEqual(['toast:好 1']);
    await act({ do: 'set', name: 'kind', value: "n + 1 > 1 ? 'y' : 'z'" }, { n: 1 });
    expect(store.state.kind).toBe('y');
    await act({ do: 'reload', source: 'b' });
    await act({ do: 'reload' });
    expect(host.calls.map(({ path }) => path)).toEqual(['/a', '/b', '/b', '/a', '/b']);
  });

  it('[S47] opens a sheet with what is in scope, and closes it', async () => {
    const { store, act } = acting();
    let heard = 0;
    store.watchParts(() => (heard += 1));
    await act({ do: 'open', sheet: 'detail' }, { orderId: 'a' });
    expect(store.sheet()).toEqual({ name: 'detail', scope: { orderId: 'a' } });
    await act({ do: 'close' });
    expect(store.sheet()).toBeUndefined();
    expect(heard).toBe(2);
  });
});

describe('copying and sharing', () => {
  const browser = (parts: object) => vi.stubGlobal('navigator', parts);

  it('[S48] copies a text and says so in its own words or those of the product', async () => {
    const copied: string[] = [];
    browser({ clipboard: { writeText: async (text: string) => void copied.push(text) } });
    const { host, act } = acting();
    expect(await act({ do: 'copy', text: '邀请码 {code}' }, { code: 'K7' })).toBe(true);
    expect(await act({ do: 'copy', text: 'x', done: '{code} 已复制' }, { code: 'K7' })).toBe(true);
    expect(copied).toEqual(['邀请码 K7', 'x']);
    expect(host.moves).toEqual(['toast:已复制', 'toast:K7 已复制']);
  });

  it('[S48] a phone that cannot copy says what to do instead, and it is no success', async () => {
    browser({});
    const { host, act } = acting();
    expect(await act({ do: 'copy', text: 'x' })).toBe(false);
    expect(host.moves).toEqual(['toast:复制失败，请长按手动复制']);
  });

  it("[S49] hands over to the phone's share menu; closing it is no success and says nothing", async () => {
    const shared: unknown[] = [];
    let answer = async (): Promise<void> => {};
    browser({ share: async (data: unknown) => (shared.push(data), answer()) });
    vi.stubGlobal('location', { href: 'https://caipu.example/mine' });
    const { host, act } = acting();
    expect(await act({ do: 'share', title: '彩谱', text: '来玩', url: '/register?code={code}' }, { code: 'K7' })).toBe(true);
    expect(shared).toEqual([{ title: '彩谱', text: '来玩', url: 'https://caipu.example/register?code=K7' }]);
    answer = async () => {
      throw new DOMException('closed', 'AbortError');
    };
    expect(await act({ do: 'share', title: '彩谱' })).toBe(false);
    expect(shared[1]).toEqual({ title: '彩谱' });
    expect(host.moves).toEqual([]);
  });

  it('[S49] copies where there is no share menu, or where it fails', async () => {
    const copied: string[] = [];
    const clipboard = { writeText: async (text: string) => void copied.push(text) };
    const failing = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    vi.stubGlobal('location', { href: 'https://caipu.example/mine' });
    for (const parts of [{ clipboard }, { clipboard, share: failing }]) {
      browser(parts);
      const { host, act } = acting();
      expect(await act({ do: 'share', title: '彩谱', text: '来玩', url: '/register' })).toBe(true);
      expect(host.moves).toEqual(['toast:已复制，可粘贴给好友']);
    }
    expect(copied).toEqual(Array(2).fill('彩谱\n来玩\nhttps://caipu.example/register'));
  });
});

describe('what follows', () => {
  it('[S50] goes on only when the first step succeeded', async () => {
    const { host, act } = acting();
    const then = toast('完成');
    expect(await act({ do: 'host', name: 'fail', then })).toBe(false);
    expect(await act({ do: 'host', name: 'login', args: { username: '{form.u}' }, then }, { form: { u: 'demo' } })).toBe(true);
    expect(host.moves).toEqual(['fail:{}', 'login:{"username":"demo"}', 'toast:完成']);
  });

  it('[S50] a sequence ends at the first step that does not succeed', async () => {
    const { host, act } = acting();
    expect(await act({ do: 'all', actions: [toast('一'), { do: 'host', name: 'fail' }, toast('二')] })).toBe(false);
    expect(await act({ do: 'all', actions: [toast('三'), { do: 'all', actions: [toast('四')] }] })).toBe(true);
    expect(host.moves).toEqual(['toast:一', 'fail:{}', 'toast:三', 'toast:四']);
  });

  it('[S50] leads nobody away who left the page while it was waited for; what it says is said', async () => {
    const arrive: (() => void)[] = [];
    const slow = () => new Promise<CallResult<unknown>>((resolve) => arrive.push(() => resolve(okAnswer({}))));
    for (const action of [
      { do: 'all', actions: [{ do: 'call', call: '/slow' }, toast('好'), { do: 'target', target: '/order' }, { do: 'back' }] },
      { do: 'call', call: '/slow', done: '好', then: { do: 'back' } },
      { do: 'call', call: '/slow', done: '好', then: { do: 'all', actions: [{ do: 'reload' }, { do: 'navigate', to: '/login' }] } },
    ]) {
      const { host, store, act } = acting(testHost({ '/slow': slow }));
      const done = act(action);
      await settle();
      store.stop();
      arrive.at(-1)?.();
      await done;
      expect(host.moves).toEqual(['toast:好']);
    }
    // Its own first step away is not the player's.
    const { host, store, act } = acting(testHost({}, { back: () => (store.stop(), host.moves.push('back')) }));
    await act({ do: 'all', actions: [{ do: 'back' }, { do: 'navigate', to: '/next' }] });
    expect(host.moves).toEqual(['back', '/next']);
  });

  it('[S51] a call says what it answered', async () => {
    const { host, act } = acting(testHost({ '/api/x': ({ a }) => (a === '1' ? okAnswer({ n: 2 }) : refusedAnswer('不行')) }));
    expect(await act({ do: 'call', call: '/api/x', params: { a: '1' }, done: '好 {models.n}' })).toBe(true);
    expect(await act({ do: 'call', call: '/api/x', params: { a: '2' }, done: '好' })).toBe(false);
    expect(host.moves).toEqual(['toast:好 2', 'toast:不行']);
  });

  it('[S51] `then` follows a call with its answer, and decides whether it succeeded', async () => {
    const { host, act } = acting(testHost({ '/api/x': () => okAnswer({ id: 'a b' }) }));
    expect(await act({ do: 'call', call: '/api/x', then: { do: 'navigate', to: '/one?id={models.id}&n={n}' } }, { n: 1 })).toBe(true);
    expect(host.moves).toEqual(['/one?id=a%20b&n=1']);
    expect(await act({ do: 'call', call: '/api/x', then: { do: 'host', name: 'fail' } })).toBe(false);
  });

  it('[S52] `refused` takes the place of the message of the server, with status, msg and models', async () => {
    const { host, act } = acting(
      testHost({ '/api/x': () => ({ ok: false, status: 12, msg: '余额不足', inDoubt: false, models: { balanceFen: 5 } }) }),
    );
    const refused = toast('{status} {msg} {money(models.balanceFen)}');
    expect(await act({ do: 'call', call: '/api/x', refused })).toBe(false);
    expect(host.moves).toEqual(['toast:12 余额不足 0.05']);
  });

  it('[S52] `tell` says it where the refusal would stand; a place at its end names the field and is not shown', async () => {
    const refusal = { ok: false, status: 1, msg: '每份不能少于 1.00 元，请减少份数（/shares）', inDoubt: false, models: null } as const;
    const { host, act } = acting(testHost({ '/api/x': () => refusal }));
    const messages: unknown[] = [];
    const form = { form: { parts: '30' }, '@refused': (what: unknown) => void messages.push(what) };
    const call = { do: 'call', call: '/api/x', params: { shares: '{form.parts}' } };
    await act(call, form);
    await act({ ...call, refused: { do: 'all', actions: [{ do: 'tell', text: '{msg}！' }, toast('好')] } }, form);
    expect(messages).toMatchObject([
      { msg: '每份不能少于 1.00 元，请减少份数', models: { field: 'parts' } },
      { msg: '每份不能少于 1.00 元，请减少份数（/shares）！', models: { field: 'parts' } },
    ]);
    await act({ ...call, refused: { do: 'tell', text: '{msg}' } });
    expect(host.moves).toEqual(['toast:好', 'toast:每份不能少于 1.00 元，请减少份数']);
  });

  it('[S52] a call that never came about has words of its own', async () => {
    const { host, act } = acting(testHost({ '/api/x': () => ({ ok: false, status: -1, msg: '', inDoubt: false }) }));
    await act({ do: 'call', call: '/api/x' });
    expect(host.moves).toEqual(['toast:提交失败，请重试']);
  });
});

describe('a question before an action', () => {
  const confirm = { title: '撤单', text: '撤回 {orderId}？', yes: '撤单', danger: true };

  it('[S53] is asked before any action, and only yes goes on', async () => {
    const { host, store, act } = acting();
    const first = act({ ...toast('一'), confirm }, { orderId: 'a' });
    expect(host.moves).toEqual([]);
    expect(store.question()).toMatchObject({ title: '撤单', text: '撤回 a？', yes: '撤单', danger: true });
    store.question()?.dismiss();
    expect(await first).toBe(false);
    expect(store.question()).toBeUndefined();
    const second = act({ do: 'back', confirm });
    expect(await store.question()?.run()).toBe(true);
    expect(await second).toBe(true);
    expect(host.moves).toEqual(['back']);
  });

  it('[S53] is asked inside a sequence, which waits for the answer and ends at a no', async () => {
    const { host, store, act } = acting();
    const done = act({ do: 'all', actions: [toast('一'), { ...toast('二'), confirm }, toast('三')] });
    await settle();
    store.question()?.dismiss();
    expect(await done).toBe(false);
    expect(host.moves).toEqual(['toast:一']);
  });

  it('[S54] stays until its action has ended; closing it meanwhile does not end the action', async () => {
    const answers: (() => void)[] = [];
    const { store, act } = acting(testHost({ '/api/x': () => new Promise((resolve) => answers.push(() => resolve(okAnswer({})))) }));
    const done = act({ do: 'call', call: '/api/x', confirm });
    let ended: boolean | undefined;
    void done.then((value) => (ended = value));
    const question = store.question();
    const running = question?.run();
    await settle();
    expect(store.question()).toBe(question);
    question?.dismiss();
    await settle();
    expect([store.question(), ended]).toEqual([undefined, undefined]);
    answers[0]?.();
    expect(await running).toBe(true);
    expect(await done).toBe(true);
  });
});
