// @vitest-environment happy-dom
/** All games with search, order and stars; results of a game and day. */
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { IndexedGame } from '../../../engine/descriptions/types.ts';
import { shelvesOf } from '../../../engine/screens/lottery/blocks/game-catalogue/game-catalogue.tsx';
import { GENERIC_BLOCKS } from '../../../engine/screens/blocks/register.ts';
import { registerBlocks } from '../../../engine/screens/core/registry.ts';
import { LOTTERY_BLOCKS } from '../../../engine/screens/lottery/register.ts';
import { okAnswer, type TestHost, testHost } from './support/host.ts';
import { button, clear, setField, press, showScreen } from './support/show.tsx';

beforeAll(async () => {
  registerBlocks(GENERIC_BLOCKS);
  registerBlocks(LOTTERY_BLOCKS);
  await Promise.all([
    ...[...GENERIC_BLOCKS, ...LOTTERY_BLOCKS].map(({ load }) => load()),
    import('../../../engine/screens/blocks/parts/row-numbers.tsx'),
  ]);
});
afterEach(clear);

/** Draws every day at `at`; the host's clock stands at 1970-01-01 08:00 in China. */
const game = (code: string, name: string, section: 'quick' | 'number', at: string, more: Partial<IndexedGame> = {}): IndexedGame => ({
  code,
  name,
  hash: code,
  route: `/x/${code}`,
  menu: { section, order: 1 },
  schedule: {
    kind: 'interval',
    utcOffset: '+08:00',
    first: at,
    everySeconds: 86_400,
    drawsPerDay: 1,
    closeBeforeSeconds: 60,
    issue: '{yyyy}{MM}{dd}{seq:1}',
  },
  oneDayPriceNum: 1,
  maxQishu: 1,
  maxBeishu: 1,
  ...more,
});
const GAMES = [
  game('aa', '丙彩', 'quick', '20:00:00'),
  game('bb', '甲彩', 'quick', '09:00:00'),
  game('cc', '乙球', 'number', '12:00:00'),
  game('dd', '丁球', 'number', '08:30:00', { disabled: '维护中' }),
];
const SECTIONS = [
  { section: 'quick', title: '快开' },
  { section: 'number', title: '数字彩' },
] as const;

function withGames(host: TestHost): TestHost {
  host.index.current = { format: 1, version: 'v', games: GAMES, documents: {} };
  return host;
}

describe('all games', () => {
  const block = { block: 'game-catalogue', sections: SECTIONS };
  const rows = (element: HTMLElement): string[] =>
    [...element.querySelectorAll('section')].map(
      (section) =>
        `${section.getAttribute('aria-label')}: ${[...section.querySelectorAll('[data-game]')].map((row) => row.getAttribute('data-game')).join(' ')}`,
    );

  it('stand by section; a tap opens one', async () => {
    const host = withGames(testHost());
    const element = await showScreen(host, [block]);
    expect(rows(element)).toEqual(['快开: aa bb', '数字彩: cc dd']);
    await press(element.querySelector('[data-game=cc]') as HTMLElement);
    expect(host.moves).toEqual(['game:cc']);
  });

  it('are found by name and by code, and it says so when there is none', async () => {
    const element = await showScreen(withGames(testHost()), [block]);
    await setField(element, 'input', '球');
    expect(rows(element)).toEqual(['数字彩: cc dd']);
    await setField(element, 'input', ' BB ');
    expect(rows(element)).toEqual(['快开: bb']);
    await setField(element, 'input', '没有的');
    expect(rows(element)).toEqual([]);
    expect(element.textContent).toContain('没有找到彩种');
  });

  it('keep stars and order under the keys of the specification, also after coming back', async () => {
    const host = withGames(testHost());
    const element = await showScreen(host, [block]);
    await press(button(element, '收藏乙球'));
    await press(button(element, '收藏丙彩'));
    expect(button(element, '收藏乙球').getAttribute('aria-pressed')).toBe('true');
    await press(element.querySelector('[aria-label="排序：默认排序"]') as HTMLElement);
    await press(button(element, '按名称'));
    expect([host.storage.get('favourites'), host.storage.get('preferredSort')]).toEqual(['["cc","aa"]', 'name']);
    await clear();
    const again = await showScreen(host, [block]);
    expect(rows(again)[0]).toBe('收藏: cc aa');
    expect(again.querySelector('[aria-label="排序：按名称"]')).not.toBeNull();
    await press([...again.querySelectorAll<HTMLButtonElement>('[aria-label="收藏乙球"]')][0] as HTMLElement);
    expect(host.storage.get('favourites')).toBe('["aa"]');
  });

  it('bear what somebody else left in the storage', async () => {
    for (const stored of ['{', '"x"', '[1,null,"gone","aa","aa"]']) {
      const host = withGames(testHost());
      host.storage.set('favourites', stored);
      host.storage.set('preferredSort', 'nonsense');
      const element = await showScreen(host, [block]);
      expect(rows(element).at(-1)).toBe('数字彩: cc dd');
      await clear();
    }
  });

  it('by next draw: what closes first comes first, what is switched off last', () => {
    const shelves = shelvesOf([{ title: '全部', games: GAMES }], [], 'draw', '', 0);
    expect(shelves.map(({ games }) => games.map(({ code }) => code))).toEqual([['bb', 'cc', 'aa', 'dd']]);
    // An hour and a half later the first one's next draw is tomorrow's.
    const later = shelvesOf([{ title: '全部', games: GAMES }], [], 'draw', '', 5_400_000);
    expect(later[0]?.games.map(({ code }) => code)).toEqual(['cc', 'aa', 'bb', 'dd']);
  });
});

describe('results of a game and day', () => {
  const LIST = '/list';
  const blocks = [{ block: 'game-day', section: 'quick', game: 'code', day: 'date' }];
  const sources = {
    results: { call: LIST, params: { gameCode: '{state.code}', date: '{state.date}' }, when: '!empty(state.code) && !empty(state.date)' },
  };
  const host = (): TestHost =>
    withGames(testHost({ [LIST]: () => okAnswer({ items: [], next: null }) }, { now: () => Date.parse('2026-03-01T01:00:00+08:00') }));

  it('begin with the first game, today on the clock of the product', async () => {
    const at = host();
    await showScreen(at, blocks, { sources });
    expect(at.calls.at(-1)?.params).toEqual({ gameCode: 'aa', date: '2026-03-01' });
  });

  it('go a day back and no day ahead, and to another game', async () => {
    const at = host();
    const element = await showScreen(at, blocks, { sources });
    await press(button(element, '前一天'));
    expect(at.calls.at(-1)?.params.date).toBe('2026-02-28');
    await press(button(element, '后一天'));
    await press(button(element, '后一天'));
    expect(at.calls.at(-1)?.params.date).toBe('2026-03-01');
    await setField(element, 'select', 'bb');
    expect(at.calls.at(-1)?.params).toEqual({ gameCode: 'bb', date: '2026-03-01' });
  });

  it('may be named by the address; what cannot be is not taken over', async () => {
    const at = host();
    await showScreen(at, blocks, { sources }, { code: 'BB', date: '2026-02-14' });
    expect(at.calls.at(-1)?.params).toEqual({ gameCode: 'bb', date: '2026-02-14' });
    await clear();
    const other = host();
    await showScreen(other, blocks, { sources }, { code: 'cc', date: '2027-01-01' });
    expect(other.calls.at(-1)?.params).toEqual({ gameCode: 'aa', date: '2026-03-01' });
  });
});

describe('results before their game is known', () => {
  const LIST = '/api/lotteryresult/list';
  const block = { block: 'draw-list', source: 'results', title: '第 {issue} 期', note: '', empty: { title: '无' } };
  const sources = { results: { call: LIST, params: { gameCode: 'cars' } } };
  const cars = [{ id: 'b', label: '名次', kind: 'sequence', from: 1, to: 10, pick: 10, pad: 2, look: 'car' }];
  const item = (issue: string, more: object = {}) => ({
    gameCode: 'cars',
    issue,
    numbers: { b: [3, 1, 2, 4, 5, 6, 7, 8, 9, 10] },
    ...more,
  });
  const looks = (element: HTMLElement): string[] => [...element.querySelectorAll('.ball')].map(({ className }) => className);

  it('have places and no look of another game while its description loads', async () => {
    const host = testHost({ [LIST]: () => okAnswer({ items: [item('1')], next: null }) }, { loadGame: () => new Promise(() => {}) });
    const element = await showScreen(host, [block], { sources });
    expect(looks(element)).toHaveLength(10);
    for (const look of looks(element)) expect(look).toContain('ball--blank');
  });

  it('show their numbers all the same when it cannot be had', async () => {
    const host = testHost({ [LIST]: () => okAnswer({ items: [item('1')], next: null }) });
    const element = await showScreen(host, [block], { sources });
    expect(element.querySelector('.balls')?.textContent).toContain('10');
    for (const look of looks(element)) expect(look).not.toContain('tone-ink');
  });

  it('need no description when the answer brings their zones, once for the rows of a game', async () => {
    const requestedCursors: string[] = [];
    const answer = { items: [item('2', { zones: cars }), item('1')], next: null };
    const loadGame = (code: string) => {
      if (code) requestedCursors.push(code);
      return new Promise<never>(() => {});
    };
    const element = await showScreen(testHost({ [LIST]: () => okAnswer(answer) }, { loadGame }), [block], { sources });
    expect(requestedCursors).toEqual([]);
    expect(looks(element).slice(10, 13)).toEqual(['ball ball--car car-3', 'ball ball--car car-1', 'ball ball--car car-2']);
  });

  it('ten stand in two groups of five, which wrap as a whole', async () => {
    const element = await showScreen(testHost({ [LIST]: () => okAnswer({ items: [item('2', { zones: cars })], next: null }) }), [block], {
      sources,
    });
    expect([...element.querySelectorAll('.balls__five')].map(({ children }) => children.length)).toEqual([5, 5]);
  });
});

describe('numbers in a row', () => {
  const shown = async (numbers: unknown) => {
    const answer = { items: [{ id: 'a', numbers }], next: null };
    const block = {
      block: 'rows',
      source: 'orders',
      key: '{id}',
      row: { title: '{id}', numbers: 'numbers', numbersMore: '等 3 条' },
      empty: { title: '无' },
    };
    const element = await showScreen(testHost({ '/orders': () => okAnswer(answer) }), [block], {
      sources: { orders: { call: '/orders' } },
    });
    await act(async () => {});
    return element;
  };

  it('are one image named by its numbers, the ones that count filled', async () => {
    const element = await shown([
      { label: '万', look: 'digit', tone: 'red', values: ['1', '2'], hits: [1] },
      { look: 'die', tone: 'red', values: ['555'], hits: [] },
    ]);
    const image = element.querySelector('[role=img]');
    expect(image?.getAttribute('aria-label')).toBe('万 1 2，555；命中 2');
    expect([...element.querySelectorAll('.mini')].map(({ className }) => className.split(' ').at(-1))).toEqual([
      'mini--pale',
      'mini--hit',
      'mini--pale',
      'mini--pale',
      'mini--pale',
    ]);
    expect(element.textContent).toContain('等 3 条');
  });

  it('are left out where a record has none, or something else', async () => {
    for (const numbers of [undefined, [], 'x', [7], [{ look: 'ball' }]]) {
      const element = await shown(numbers);
      expect(element.querySelector('[role=img]')).toBeNull();
      await clear();
    }
  });
});

describe('rows that read a second source', () => {
  it('show its answer when it comes after theirs, in their texts and in the conditions of their buttons', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const host = testHost({
      '/games': () => okAnswer({ items: [{ id: 'a' }] }),
      '/held': async () => {
        await held;
        return okAnswer({ items: [{ id: 'a', fen: 7 }] });
      },
    });
    const block = {
      block: 'rows',
      each: 'sources.games.items',
      key: '{id}',
      row: {
        title: '{id}',
        value: "{empty(sources.held) ? '查询中' : find(sources.held.items, 'id', id).fen}",
        actions: [{ label: '转回', when: "find(sources.held.items, 'id', id).fen > 0", action: { do: 'back' } }],
      },
    };
    const element = await showScreen(host, [block], { sources: { games: { call: '/games' }, held: { call: '/held' } } });
    expect(element.textContent).toContain('查询中');
    await act(async () => release());
    await act(async () => {});
    expect(element.textContent).not.toContain('查询中');
    expect(button(element, '转回')).toBeTruthy();
  });
});
