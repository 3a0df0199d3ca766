// @vitest-environment happy-dom
/** Home, records and 我的: tiles that live without rendering, rows by day, numbers in rows, amounts that hide, menus that lead somewhere. */
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import codes from '../../../app/descriptions/menus/codes.json' with { type: 'json' };
import home from '../../../app/descriptions/screens/home.json' with { type: 'json' };
import { isOpenEntry, type MenuDescription } from '../../../engine/descriptions/menu.ts';
import type { IndexedGame } from '../../../engine/descriptions/types.ts';
import { GENERIC_BLOCKS } from '../../../engine/screens/blocks/register.ts';
import type { RawBlock } from '../../../engine/screens/core/contract.ts';
import { loadBlocks, registerBlocks } from '../../../engine/screens/core/registry.ts';
import { observeRenders } from '../../../engine/screens/core/render-counter.ts';
import { LOTTERY_BLOCKS } from '../../../engine/screens/lottery/register.ts';
import { okAnswer, settlePages, type TestHost, testHost } from './support/host.ts';
import { button, clear, setField, press, showScreen } from './support/show.tsx';

beforeAll(async () => {
  const blocks = [...GENERIC_BLOCKS, ...LOTTERY_BLOCKS];
  registerBlocks(blocks);
  await loadBlocks(blocks.map(({ name }) => name));
  await import('../../../engine/screens/blocks/parts/row-numbers.tsx');
  await import('../../../engine/screens/blocks/rows/headed-list.tsx');
});
afterEach(async () => {
  vi.useRealTimers();
  await clear();
});

const game = (code: string, name: string, section: 'quick' | 'number' = 'quick'): IndexedGame => ({
  code,
  name,
  hash: code,
  route: `/x/${code}`,
  menu: { section, order: 1 },
  schedule: {
    kind: 'interval',
    utcOffset: '+08:00',
    first: '00:01:00',
    everySeconds: 60,
    drawsPerDay: 1440,
    closeBeforeSeconds: 5,
    issue: '{yyyy}{MM}{dd}{seq:4}',
  },
  oneDayPriceNum: 1440,
  maxQishu: 1,
  maxBeishu: 1,
});

function withGames(host: TestHost, games: readonly IndexedGame[]): TestHost {
  host.index.current = { format: 1, version: 'v', games, documents: {} };
  return host;
}

const ZONES = [{ id: 'num', label: '号码', kind: 'digits', from: 0, to: 9, pick: 2, tone: 'red', look: 'digit' }];
const drawn = (gameCode: string, issue: string, num: readonly number[]) => ({ gameCode, issue, numbers: { num }, zones: ZONES });
const DRAWS = {
  sources: {
    draws: { call: '/draws', refresh: [{ on: 'draw', put: { list: 'items', key: 'gameCode', of: 'result' } }] },
  },
};

describe('tiles of games', () => {
  const block = { block: 'game-tiles', title: '快开', section: 'quick', draws: 'sources.draws.items' };
  const tile = (element: HTMLElement, code: string) => element.querySelector(`[data-game=${code}]`) as HTMLElement;

  it('count down without rendering: a second writes one text of each', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    let now = Date.UTC(2026, 10, 22, 4, 0, 10);
    const host = withGames(testHost({ '/draws': () => okAnswer({ items: [] }) }, { now: () => now }), [
      game('aa', '甲彩'),
      game('bb', '乙彩'),
    ]);
    const element = await showScreen(host, [block], DRAWS);
    const times = () => [...element.querySelectorAll('[role=timer]')].map((each) => each.textContent);
    expect(times()).toEqual(['00:45', '00:45']);
    const rendered: string[] = [];
    const stop = observeRenders((name) => rendered.push(name));
    now += 1000;
    await act(async () => vi.advanceTimersByTime(1000));
    expect(times()).toEqual(['00:44', '00:44']);
    // The next issue follows when this one has closed.
    now += 45_000;
    await act(async () => vi.advanceTimersByTime(1000));
    expect(times()).toEqual(['00:59', '00:59']);
    stop();
    expect(rendered).toEqual([]);
  });

  it('show each its latest draw; one that arrives renders its own tile and loads nothing', async () => {
    const answer = okAnswer({ items: [drawn('aa', '1', [3, 7]), drawn('bb', '1', [0, 1])] });
    const host = withGames(testHost({ '/draws': () => answer }), [game('aa', '甲彩'), game('bb', '乙彩')]);
    const element = await showScreen(host, [block], DRAWS);
    const numbers = (code: string) => tile(element, code).querySelector('[role=img]')?.getAttribute('aria-label');
    expect([numbers('aa'), numbers('bb')]).toEqual(['号码 3 7', '号码 0 1']);
    const rendered: string[] = [];
    const stop = observeRenders((name) => rendered.push(name));
    await act(async () => host.emit('draw', { gameCode: 'bb', issue: '2', result: drawn('bb', '2', [9, 9]) }));
    stop();
    expect([numbers('aa'), numbers('bb')]).toEqual(['号码 3 7', '号码 9 9']);
    expect(rendered).toEqual(['game:bb']);
    expect(host.calls).toHaveLength(1);
    await press(tile(element, 'bb'));
    expect(host.moves).toEqual(['game:bb']);
  });

  it('keep the place of the numbers while these load, and stand without them when they cannot be had', async () => {
    const host = withGames(testHost({ '/draws': () => new Promise(() => {}) }), [game('aa', '甲彩')]);
    const element = await showScreen(host, [block], DRAWS);
    expect(tile(element, 'aa').querySelector('.last-draw.skeleton')).not.toBeNull();
    await clear();
    const without = await showScreen(withGames(testHost(), [game('aa', '甲彩')]), [block], DRAWS);
    expect(tile(without, 'aa').querySelector('.skeleton')).toBeNull();
    expect(without.querySelector('[role=alert]')).toBeNull();
  });
});

describe('all games by tabs', () => {
  const block = {
    block: 'game-catalogue',
    tabs: true,
    draws: 'sources.draws.items',
    sections: [
      { section: 'quick', title: '快开' },
      { section: 'number', title: '数字彩' },
    ],
  };
  const shown = (element: HTMLElement) => [...element.querySelectorAll('[data-game]')].map((each) => each.getAttribute('data-game'));

  it('are not searched by the letters of a word that is still composed, and are found by traditional characters', async () => {
    const host = withGames(testHost({ '/draws': () => okAnswer({ items: [] }) }), [game('aa', '甲彩'), game('cc', '双色球')]);
    const element = await showScreen(host, [block], DRAWS);
    const input = element.querySelector('input') as HTMLInputElement;
    const compose = async (text: string): Promise<void> => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      await act(async () => void input.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true })));
    };
    await compose("shuang'se");
    expect([input.value, shown(element)]).toEqual(["shuang'se", ['aa', 'cc']]);
    await compose('雙色');
    expect(shown(element)).toEqual(['aa', 'cc']);
    await act(async () => void input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true })));
    await vi.waitFor(() => expect(shown(element)).toEqual(['cc']));
  });

  it('show one section, remember which, look everywhere for what is typed, and put favourites first', async () => {
    const make = () => withGames(testHost({ '/draws': () => okAnswer({ items: [] }) }), [game('aa', '甲彩'), game('cc', '丙球', 'number')]);
    const host = make();
    const element = await showScreen(host, [block], DRAWS);
    expect(shown(element)).toEqual(['aa']);
    await press(button(element, '数字彩'));
    expect(shown(element)).toEqual(['cc']);
    await setField(element, 'input', '甲');
    expect(shown(element)).toEqual(['aa']);
    await setField(element, 'input', 'ＪＣ');
    expect(shown(element), 'initials, in full width').toEqual(['aa']);
    await setField(element, 'input', '');
    expect(shown(element)).toEqual(['cc']);
    await press(button(element, '收藏丙球'));
    await clear();
    const again = await showScreen(host, [block], DRAWS);
    expect([...again.querySelectorAll('.chip')].map((chip) => chip.textContent)).toEqual(['收藏', '快开', '数字彩']);
    expect(shown(again)).toEqual(['cc']);
    await press(button(again, '收藏'));
    expect(shown(again)).toEqual(['cc']);
  });
});

describe('rows under headings', () => {
  const DAY = 86_400_000;
  const now = Date.UTC(2026, 10, 22, 4);
  const rows = {
    block: 'rows',
    source: 'orders',
    key: '{id}',
    heads: { title: '{dayName(at)}', note: '{money(day)}' },
    row: {
      title: '{id}',
      numbers: 'numbers',
      numbersMore: "{lineCount > 1 ? '等 ' + lineCount + ' 行' : ''}",
      action: { do: 'target', target: '{to}' },
    },
  };
  const order = (id: string, days: number, more = {}) => ({ id, at: now - days * DAY, day: 100 * (days + 1), to: `/o/${id}`, ...more });
  const outline = (element: HTMLElement) =>
    [...element.querySelectorAll('.rows__head, .row__title')].map((each) =>
      each.className === 'rows__head' ? `# ${each.textContent}` : each.textContent,
    );

  it('[S89] stand under one heading for each day, also when they came with two pages', async () => {
    const pages: Record<string, unknown> = {
      '': { items: [order('a', 0), order('b', 0), order('c', 1)], next: 'c' },
      c: { items: [order('d', 1), order('e', 2)], next: null },
    };
    const host = testHost({ '/orders': ({ cursor = '' }) => okAnswer(pages[cursor]) }, { now: () => now });
    const element = await showScreen(host, [rows], { sources: { orders: { call: '/orders', paged: true } } });
    expect(outline(element)).toEqual(['# 今天1.00', 'a', 'b', '# 昨天2.00', 'c']);
    await press(button(element, '加载更多'));
    await act(settlePages);
    expect(outline(element)).toEqual(['# 今天1.00', 'a', 'b', '# 昨天2.00', 'c', 'd', '# 11月20日3.00', 'e']);
    expect([...element.querySelectorAll('h2')]).toHaveLength(3);
    await press(button(element, 'd'));
    expect(host.moves).toEqual(['/o/d']);
  });

  it('[S89] that are gathered by month have its heading over the first of them', async () => {
    const heads = { ...rows.heads, over: { title: '{first(day(at), 7)}', note: '{money(month)}' } };
    const items = [
      order('a', 0, { month: 500 }),
      order('b', 21, { month: 500 }),
      order('c', 22, { month: 700 }),
      order('d', 22, { month: 700 }),
    ];
    const host = testHost({ '/orders': () => okAnswer({ items, next: null }) }, { now: () => now });
    const element = await showScreen(host, [{ ...rows, heads }], { sources: { orders: { call: '/orders' } } });
    expect(
      [...element.querySelectorAll('h2, h3, .row__title')].map((each) => `${each.tagName} ${each.parentElement?.textContent}`),
    ).toEqual([
      'H2 2026-115.00',
      'H3 今天1.00',
      expect.stringContaining('a'),
      'H3 11月1日22.00',
      expect.stringContaining('b'),
      'H2 2026-107.00',
      'H3 10月31日23.00',
      expect.stringContaining('c'),
      expect.stringContaining('d'),
    ]);
  });

  it('[S89] name the days again after midnight, and when a page that slept over it is looked at again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let clock = now;
    const host = testHost({ '/orders': () => okAnswer({ items: [order('a', 0)], next: null }) }, { now: () => clock });
    const element = await showScreen(host, [rows], { sources: { orders: { call: '/orders' } } });
    expect(outline(element)).toEqual(['# 今天1.00', 'a']);
    // Noon in the product's zone.
    clock = now + DAY / 2;
    await act(async () => vi.advanceTimersByTime(DAY / 2 + 99));
    expect(outline(element)).toEqual(['# 昨天1.00', 'a']);
    clock += DAY;
    await act(async () => document.dispatchEvent(new Event('visibilitychange')));
    expect(outline(element)).toEqual(['# 11月22日1.00', 'a']);
  });

  it('[S90] tell their numbers as one sentence, and leave out what has not their form', async () => {
    const numbers = [
      { label: '红球', tone: 'red', look: 'ball', values: ['01', '02', '05', '09'], bankers: 2, more: 3 },
      { label: '大小', tone: 'ink', look: 'chip', values: ['大'] },
      { label: '坏', values: 'none' },
      null,
    ];
    const answer = okAnswer({
      items: [order('a', 0, { numbers, lineCount: 3 }), order('b', 0, { numbers: [], lineCount: 1 }), order('c', 0, { to: '' })],
      next: null,
    });
    const element = await showScreen(testHost({ '/orders': () => answer }, { now: () => now }), [rows], {
      sources: { orders: { call: '/orders', paged: true } },
    });
    await act(async () => {});
    const images = [...element.querySelectorAll('[role=img]')];
    expect(images.map((each) => each.getAttribute('aria-label'))).toEqual(['红球 胆 01 02 拖 05 09 等 7 个，大小 大']);
    expect(images[0]?.textContent).toBe('红球胆0102拖0509+3大小大');
    expect(element.textContent).toContain('等 3 行');
    // A row whose target is not there is no button.
    expect(element.querySelectorAll('button.row')).toHaveLength(2);
  });
});

describe('the balance card', () => {
  const block = {
    block: 'profile-card',
    visitor: { title: '你好', note: '请登录', actions: [{ label: '登录', action: { do: 'back' } }] },
    figures: [{ label: '今日投注', value: '{money(sources.today.stakeFen)}' }],
    actions: [
      { label: '充值', menu: 'FillMoney' },
      { label: '提现', menu: 'Withdraw' },
    ],
  };
  const change = { sources: { today: { call: '/today' } } };

  it('hides every amount, and remembers it on the phone', async () => {
    const host = testHost({ '/today': () => okAnswer({ stakeFen: 1234 }) });
    const element = await showScreen(host, [block], change);
    expect(element.textContent).toContain('100.00');
    expect(element.textContent).toContain('12.34');
    await press(button(element, '隐藏金额'));
    expect(element.textContent).not.toMatch(/\d\.\d\d/);
    await clear();
    const again = await showScreen(host, [block], change);
    expect(again.textContent).not.toMatch(/\d\.\d\d/);
    expect(button(again, '隐藏金额').getAttribute('aria-pressed')).toBe('true');
    await press(button(again, '隐藏金额'));
    expect(again.textContent).toContain('100.00');
  });

  it('offers only what leads somewhere', async () => {
    const host = testHost({ '/today': () => okAnswer({ stakeFen: 0 }) }, { openMenus: async () => new Set(['Withdraw']) });
    const element = await showScreen(host, [block], change);
    await act(async () => {});
    expect([...element.querySelectorAll('.profile__pay button')].map((each) => each.textContent)).toEqual(['提现']);
  });
});

describe('menus', () => {
  const entries = ['Bet', 'News', 'Store'].map((code) => ({ code, label: `去${code}` }));
  const host = (open: readonly string[]) =>
    testHost({}, { loadDocument: async <T,>() => ({ entries }) as T, openMenus: async () => new Set(open) });
  const labels = (element: HTMLElement) => [...element.querySelectorAll('[data-menu]')].map((each) => each.getAttribute('data-menu'));

  it('leave out what leads nowhere yet, or put it after the rest', async () => {
    const hidden = await showScreen(host(['News']), [{ block: 'menu-grid', menu: 'm', closed: 'hide' }]);
    await act(async () => {});
    expect(labels(hidden)).toEqual(['News']);
    await clear();
    const last = await showScreen(host(['News']), [{ block: 'menu-grid', menu: 'm', closed: 'last' }]);
    await act(async () => {});
    expect(labels(last)).toEqual(['News', 'Bet', 'Store']);
    expect(last.querySelector('h2')?.textContent).toBe('即将开放');
    await clear();
    const plain = await showScreen(host([]), [{ block: 'menu-grid', menu: 'm' }]);
    expect(labels(plain)).toEqual(['Bet', 'News', 'Store']);
  });

  it('wait until it is known what is open, and then stand in their final places', async () => {
    let tell: (open: ReadonlySet<string>) => void = () => {};
    const slow = testHost(
      {},
      {
        loadDocument: async <T,>() => ({ entries }) as T,
        openMenus: (menuCodes) => (menuCodes.length === 0 ? Promise.resolve(new Set()) : new Promise((resolve) => (tell = resolve))),
      },
    );
    const element = await showScreen(slow, [{ block: 'menu-grid', menu: 'm', closed: 'last' }]);
    await act(async () => {});
    expect(labels(element)).toEqual([]);
    expect(element.querySelector('[aria-busy]')).not.toBeNull();
    await act(async () => tell(new Set(['Bet', 'News'])));
    expect(labels(element)).toEqual(['Bet', 'News', 'Store']);
    expect(element.querySelectorAll('.menu-grid__tiles--later [data-menu]')).toHaveLength(1);
  });

  it('an entry is open when its route has a screen, its tab is there, or its action and its address are', () => {
    const of = (code: string, world: Partial<Parameters<typeof isOpenEntry>[1]> = {}) => {
      const entry = (codes as MenuDescription).entries.find((each) => each.code === code);
      if (!entry) throw new Error(code);
      return isOpenEntry(entry, { hasScreen: () => false, config: () => undefined, hasAction: () => true, ...world });
    };
    expect(of('BettingRecord')).toBe(false);
    expect(of('BettingRecord', { hasScreen: (path) => path === '/betRecord' })).toBe(true);
    // A permission is asked when it is opened.
    expect(of('TransferCenter', { hasScreen: () => true })).toBe(true);
    expect(of('CasualGame')).toBe(true);
    expect(of('Kefu')).toBe(true);
    expect(of('Kefu', { hasAction: () => false })).toBe(false);
    expect(of('Bifen')).toBe(false);
    expect(of('Bifen', { config: () => 'https://scores.example/' })).toBe(true);
  });
});

it('a page is drawn in one go when all of its blocks are there, behind one placeholder', async () => {
  let arrive: (chunk: { default: () => string }) => void = () => {};
  registerBlocks([{ name: 'slow-one', load: () => new Promise((resolve) => (arrive = resolve as never)) }]);
  const element = await showScreen(testHost(), [{ block: 'slow-one' }, { block: 'text', text: '后面的文字' }]);
  expect(element.querySelectorAll('[aria-busy]')).toHaveLength(1);
  expect(element.textContent).not.toContain('后面的文字');
  await act(async () => arrive({ default: () => '先到' }));
  await act(async () => {});
  expect(element.textContent).toContain('先到');
  expect(element.textContent).toContain('后面的文字');
  expect(element.querySelector('[aria-busy]')).toBeNull();
});

it('a win of one’s own stands among the latest wins at once; a bet or a loss loads nothing', async () => {
  const { sources, blocks } = home as unknown as { readonly sources: Record<string, unknown>; readonly blocks: readonly RawBlock[] };
  const wins = blocks.filter(({ title }) => title === '最近中奖');
  let winners: readonly object[] = [{ who: '演**', game: '双色球', prizeFen: 500 }];
  const host = testHost({ '/api/SiteMsg/AppHomePageInfo': () => okAnswer({ banners: [], notices: [], pools: [], winners }) });
  const element = await showScreen(host, wins, { sources: { home: sources.home } } as never);
  const requestCount = () => host.calls.filter(({ path }) => path === '/api/SiteMsg/AppHomePageInfo').length;
  expect([requestCount(), element.textContent]).toEqual([1, expect.stringContaining('双色球')]);
  await act(async () => host.emit('order', { orderId: '1', status: 'lost', prizeFen: 0 }));
  expect(requestCount()).toBe(1);
  winners = [{ who: '我**', game: '极速快三', prizeFen: 900 }, ...winners];
  await act(async () => host.emit('order', { orderId: '2', status: 'won', prizeFen: 900 }));
  expect([requestCount(), element.textContent]).toEqual([2, expect.stringContaining('极速快三')]);
});
