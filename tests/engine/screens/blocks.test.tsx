// @vitest-environment happy-dom
/** Generic blocks, tested by role, name and text, as a player finds them. */
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { proxy } from 'valtio';
import { GENERIC_BLOCKS } from '../../../engine/screens/blocks/register.ts';
import type { RawBlock } from '../../../engine/screens/core/contract.ts';
import { readSetting } from '../../../engine/screens/core/settings.ts';
import { registerBlock, registerBlocks } from '../../../engine/screens/core/registry.ts';
import { refusedAnswer, okAnswer, testHost } from './support/host.ts';
import { button, clear, press, showScreen } from './support/show.tsx';

beforeAll(async () => {
  registerBlocks(GENERIC_BLOCKS);
  // The code of the blocks is loaded first, so that a test waits for data only.
  await Promise.all([...GENERIC_BLOCKS.map(({ load }) => load()), import('../../../engine/screens/kit/confirm-sheet.tsx')]);
});

afterEach(clear);

const type = (element: HTMLElement, name: string, value: string): Promise<void> =>
  act(async () => {
    const input = element.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (!input) throw new Error(`no field ${name}`);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });

describe('form', () => {
  const form: RawBlock = {
    block: 'form',
    fields: [
      { name: 'username', label: '用户名', type: 'text', required: true, minLength: 4, characters: 'name' },
      { name: 'password', label: '密码', type: 'password', required: true },
      { name: 'again', label: '再次输入', type: 'password', required: true, same: 'password', ask: '请再次输入密码' },
    ],
    submit: { label: '注册', action: { do: 'host', name: 'register', args: { username: '{form.username}', password: '{form.password}' } } },
  };
  const errors = (element: HTMLElement): string[] => [...element.querySelectorAll('[role=alert]')].map((node) => node.textContent ?? '');

  it('shows the error under each wrong field, and focuses the first', async () => {
    const element = await showScreen(testHost(), [form]);
    await type(element, 'username', '甲');
    await press(button(element, '注册'));
    expect(errors(element)).toEqual(['用户名至少 4 个字', '请输入密码', '请再次输入密码']);
    expect(document.activeElement?.getAttribute('name')).toBe('username');
    const input = element.querySelector('[name=username]');
    expect(element.querySelector(`[id="${input?.getAttribute('aria-describedby')}"]`)?.textContent).toBe('用户名至少 4 个字');
  });

  it('submits the typed values', async () => {
    const host = testHost();
    const element = await showScreen(host, [form]);
    await type(element, 'username', '彩谱玩家');
    await type(element, 'password', 'secret');
    await type(element, 'again', 'secret');
    await press(button(element, '注册'));
    expect(errors(element)).toEqual([]);
    expect(host.moves).toEqual(['register:{"username":"彩谱玩家","password":"secret"}']);
  });

  it('restores the typed values after a reload, except secrets', async () => {
    const host = testHost();
    const element = await showScreen(host, [form]);
    await type(element, 'username', '彩谱玩家');
    await type(element, 'password', 'secret');
    await clear();
    const again = await showScreen(host, [form]);
    expect(again.querySelector<HTMLInputElement>('[name=username]')?.value).toBe('彩谱玩家');
    expect(again.querySelector<HTMLInputElement>('[name=password]')?.value).toBe('');
  });
});

describe('choices over rows', () => {
  const LIST = '/api/order/list';
  const filter: RawBlock = {
    block: 'choices',
    name: 'status',
    label: '状态',
    chips: [
      { value: '', label: '全部' },
      { value: 'won', label: '已中奖' },
    ],
  };
  const list: RawBlock = {
    block: 'rows',
    source: 'orders',
    key: '{id}',
    row: { title: '{name}', value: '{money(fen)}', action: { do: 'navigate', to: '/orderDetails?orderId={id}' } },
    empty: { title: '还没有订单', label: '去选号', action: { do: 'navigate', to: '/ssq' } },
  };
  const sources = { orders: { call: LIST, params: { status: '{state.status}' }, paged: true } };

  it('shows rows, and a tap opens one', async () => {
    const host = testHost({ [LIST]: () => okAnswer({ items: [{ id: 'a', name: '双色球', fen: 1234500 }], next: null }) });
    const element = await showScreen(host, [filter, list], { sources });
    expect(element.querySelector('.row')?.textContent).toBe('双色球12,345.00');
    await press(element.querySelector('button.row') as HTMLElement);
    expect(host.moves).toEqual(['/orderDetails?orderId=a']);
  });

  it('offers the next step when the list is empty', async () => {
    const host = testHost({ [LIST]: () => okAnswer({ items: [], next: null }) });
    const element = await showScreen(host, [filter, list], { sources });
    expect(element.textContent).toContain('还没有订单');
    await press(button(element, '去选号'));
    expect(host.moves).toEqual(['/ssq']);
  });

  it('shows an error and loads again on 重试', async () => {
    let broken = true;
    const host = testHost({
      [LIST]: () => (broken ? refusedAnswer('连线超时') : okAnswer({ items: [{ id: 'a', name: '双色球', fen: 0 }], next: null })),
    });
    const element = await showScreen(host, [filter, list], { sources });
    expect(element.querySelector('[role=alert]')?.textContent).toContain('连线超时');
    broken = false;
    await press(button(element, '重试'));
    expect(element.textContent).toContain('双色球');
  });

  it('filters by a pressed button, and by the address', async () => {
    const host = testHost({ [LIST]: () => okAnswer({ items: [], next: null }) });
    const element = await showScreen(host, [filter, list], { sources });
    await press(button(element, '已中奖'));
    expect(button(element, '已中奖').getAttribute('aria-pressed')).toBe('true');
    expect(host.calls.at(-1)?.params).toEqual({ status: 'won' });
    await clear();
    const linked = await showScreen(host, [filter, list], { sources }, { status: 'won' });
    expect(button(linked, '已中奖').getAttribute('aria-pressed')).toBe('true');
  });
});

describe('cells', () => {
  it('asks before an action that cannot be undone', async () => {
    const host = testHost();
    const item = {
      label: '退出登录',
      danger: true,
      action: { do: 'host', name: 'logout', confirm: { title: '退出', text: '确定？', yes: '退出账号' } },
    };
    const element = await showScreen(host, [{ block: 'cells', items: [item] }]);
    await press(button(element, '退出登录'));
    expect(host.moves).toEqual([]);
    // Nothing starts before the player answers.
    expect(element.querySelector('[aria-busy="true"]')).toBeNull();
    await press(button(element, '退出账号'));
    expect(host.moves).toEqual(['logout:{}']);
  });
});

describe('profile-card', () => {
  const visitor = { title: '登录', note: '演示', actions: [{ label: '登录', action: { do: 'navigate', to: '/login' } }] };

  it('shows the balance with the play-money mark, and updates it', async () => {
    const host = testHost();
    const element = await showScreen(host, [{ block: 'profile-card', visitor }]);
    expect(element.textContent).toContain('100.00');
    expect(element.textContent).toContain('演示 · 无现金价值');
    await act(async () => {
      host.session.balanceFen = 1_234_567_89;
    });
    expect(element.textContent).toContain('1,234,567.89');
  });

  it('shows a visitor the login and no amount', async () => {
    const host = testHost();
    host.session.loggedIn = false;
    const element = await showScreen(host, [{ block: 'profile-card', visitor }]);
    expect(element.querySelector('.amount')).toBeNull();
    await press(button(element, '登录'));
    expect(host.moves).toEqual(['/login']);
  });
});

describe('blocks that fail or are left out', () => {
  it('an unknown block shows a placeholder with its pointer', async () => {
    const element = await showScreen(testHost(), [{ block: 'from-the-future' }]);
    expect(element.querySelector('[data-block="from-the-future"]')?.getAttribute('data-pointer')).toBe('/blocks/0');
  });

  it('a block that fails does not affect the others, and loads again on 重试', async () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => {});
    let broken = true;
    registerBlock({
      name: 'test-chunk',
      load: async () => {
        if (broken) throw new TypeError('Failed to fetch dynamically imported module');
        return { default: () => <p>到了</p> };
      },
    });
    const element = await showScreen(testHost(), [{ block: 'test-chunk' }, { block: 'text', text: '还在' }]);
    expect(element.textContent).toContain('内容加载失败，请检查网络');
    expect(element.textContent).toContain('还在');
    broken = false;
    await press(button(element, '重试'));
    expect(element.textContent).toContain('到了');
    silence.mockRestore();
  });

  it('if the code of several blocks fails to load, the first shows the error, and its 重试 loads all of them', async () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => {});
    let broken = true;
    for (const name of ['test-first', 'test-second'])
      registerBlock({
        name,
        load: async () => {
          if (broken) throw new TypeError('Failed to fetch dynamically imported module');
          return { default: () => <p>{name}</p> };
        },
      });
    const group = { block: 'group', blocks: [{ block: 'test-second' }] };
    const element = await showScreen(testHost(), [{ block: 'test-first' }, group, { block: 'text', text: '还在' }]);
    expect(element.querySelectorAll('.part-missing')).toHaveLength(2);
    broken = false;
    await press(button(element, '重试'));
    expect(element.textContent).toBe('test-firsttest-second还在');
    silence.mockRestore();
  });

  it('a block or a source that failed to load loads again when the server is back', async () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => {});
    let up = false;
    const waiting = new Set<() => void>();
    registerBlock({
      name: 'test-late-chunk',
      load: async () => {
        if (!up) throw Object.assign(new Error('页面资源加载失败'), { name: 'ChunkLoadError' });
        return { default: () => <p>到了</p> };
      },
    });
    const host = testHost(
      { '/api/x': () => (up ? okAnswer({ name: '甲' }) : refusedAnswer('网络错误')) },
      {
        onRecovered: (listener) => {
          waiting.add(listener);
          return () => void waiting.delete(listener);
        },
      },
    );
    const element = await showScreen(
      host,
      [{ block: 'test-late-chunk' }, { block: 'group', source: 'x', blocks: [{ block: 'text', text: '{name}' }] }],
      { sources: { x: { call: '/api/x' } } },
    );
    expect(element.textContent).toContain('内容加载失败，请检查网络');
    up = true;
    await act(async () => {
      for (const listener of [...waiting]) listener();
    });
    await act(async () => {});
    expect(element.textContent).toBe('到了甲');
    silence.mockRestore();
  });

  it('a banner and a notice bar take no space while their data failed to load, and appear when the data is there', async () => {
    let there = false;
    const host = testHost({
      '/api/home': () =>
        there ? okAnswer({ banners: [{ id: 'one', title: '双色球' }], notices: [{ id: 'a', title: '公告' }] }) : refusedAnswer('连线超时'),
    });
    const element = await showScreen(
      host,
      [
        { block: 'banner', items: 'sources.home.banners' },
        { block: 'notice-bar', items: 'sources.home.notices', action: { do: 'navigate', to: '/' } },
        { block: 'tiles', tiles: [{ label: '公告', value: '{count(sources.home.notices)}' }] },
      ],
      { sources: { home: { call: '/api/home' } } },
    );
    expect(element.querySelectorAll('.banner, .notice-bar')).toHaveLength(0);
    there = true;
    await press(button(element, '重试'));
    expect(element.querySelectorAll('.banner, .notice-bar')).toHaveLength(2);
  });

  it('a banner leaves out slides that are not for this player', async () => {
    const session = proxy({ loggedIn: false, userName: '', mid: '', balanceFen: null as number | null });
    const banners = [
      { id: 'welcome', title: '新人', audience: 'visitor' },
      { id: 'ssq', title: '双色球' },
    ];
    const element = await showScreen(
      testHost({ '/api/home': () => okAnswer({ banners }) }, { session }),
      [
        {
          block: 'banner',
          items: 'sources.home.banners',
          only: "empty(audience) || audience == (session.loggedIn ? 'player' : 'visitor')",
        },
      ],
      { sources: { home: { call: '/api/home' } } },
    );
    const slides = (): (string | null)[] => [...element.querySelectorAll('.banner__title')].map(({ textContent }) => textContent);
    expect(slides()).toEqual(['新人', '双色球']);
    await act(async () => {
      session.loggedIn = true;
    });
    expect(slides()).toEqual(['双色球']);
  });

  it('a page not-open with an action has it as its main button, and 返回 beside it', async () => {
    const again = { label: '重新检查', primary: true, action: { do: 'host', name: 'leaveMaintenance' } };
    const element = await showScreen(testHost(), [{ block: 'not-open', title: '系统维护中', actions: [again] }]);
    expect([...element.querySelectorAll('.button--primary')].map(({ textContent }) => textContent)).toEqual(['重新检查']);
    expect(button(element, '返回')).toBeTruthy();
  });

  it('a block is left out while its condition is false, and appears when the session makes it true', async () => {
    const host = testHost();
    host.session.loggedIn = false;
    const element = await showScreen(host, [{ block: 'text', text: '你好 {session.userName}', when: 'session.loggedIn' }]);
    expect(element.textContent).toBe('');
    await act(async () => {
      host.session.loggedIn = true;
    });
    expect(element.textContent).toBe('你好 甲');
  });
});

describe('switches', () => {
  const block: RawBlock = {
    block: 'switches',
    items: [
      { name: 'loud', label: '声音' },
      { name: 'shake', label: '震动', on: true },
    ],
  };
  const states = (element: HTMLElement): boolean[] =>
    [...element.querySelectorAll<HTMLInputElement>('[role=switch]')].map(({ checked }) => checked);

  it('begin as described, and store the choice on the phone', async () => {
    const host = testHost();
    const element = await showScreen(host, [block]);
    expect(states(element)).toEqual([false, true]);
    expect(readSetting(host.storage, 'loud', false)).toBe(false);
    for (const each of element.querySelectorAll<HTMLElement>('[role=switch]')) await press(each);
    expect(readSetting(host.storage, 'loud', false)).toBe(true);
    expect(readSetting(host.storage, 'shake', true)).toBe(false);
    await clear();
    expect(states(await showScreen(host, [block]))).toEqual([true, false]);
  });
});
