// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GENERIC_BLOCKS } from '../../../engine/screens/blocks/register.ts';
import type { RawBlock } from '../../../engine/screens/core/contract.ts';
import { registerBlocks } from '../../../engine/screens/core/registry.ts';
import { type FormHost, formHost, loadFields, createPhone } from './support/form-host.ts';
import { okAnswer } from './support/host.ts';
import { button, clear, setField, press, showScreen } from './support/show.tsx';

registerBlocks(GENERIC_BLOCKS);
beforeAll(loadFields);
beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  vi.useRealTimers();
  await clear();
});

const LIST = '/api/list';
const filter: RawBlock = {
  block: 'filter',
  show: 'all',
  chips: [
    {
      name: 'kind',
      label: '类型',
      options: {
        items: [
          { value: '', label: '全部' },
          { value: 'in', label: '收入' },
          { value: 'out', label: '支出' },
        ],
      },
    },
  ],
  search: { name: 'word', label: '搜索编号' },
  period: { from: 'from', to: 'to', label: '日期', all: '不限', min: '2026-01-10' },
};
const sources = {
  list: { call: LIST, params: { kind: '{state.kind}', word: '{state.word}', from: '{state.from}', to: '{state.to}' } },
};
/** 2026-05-20 in the product's time, still the 19th in UTC. */
const NOW = Date.parse('2026-05-19T18:00:00Z');

interface Opened {
  readonly element: HTMLElement;
  readonly host: FormHost;
  /** The page's address as the filter has written it. */
  readonly query: Record<string, string>;
  requests(): Readonly<Record<string, string>>[];
}
async function open(query: Record<string, string> = {}): Promise<Opened> {
  const on = createPhone();
  on.clock.advance(NOW);
  const host = formHost({ [LIST]: () => okAnswer({}) }, on, {
    setQuery: (changes) => {
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') delete query[name];
        else query[name] = value;
      }
    },
  });
  const element = await showScreen(host, [filter], { sources }, { ...query });
  return { element, host, query, requests: () => host.calls.map(({ params }) => params) };
}
const chip = (element: HTMLElement, name: string): HTMLButtonElement => button(element, name);
const pressed = (element: HTMLElement): (string | null)[] =>
  [...element.querySelectorAll('[aria-pressed=true]')].map((each) => each.textContent);
const later = (ms: number): Promise<void> => act(async () => void vi.advanceTimersByTime(ms));

describe('filter', () => {
  it('writes what is chosen to state and address, and the source reads it', async () => {
    const { element, query, requests } = await open();
    expect(requests()).toEqual([{}]);
    await press(chip(element, '支出'));
    expect(query).toEqual({ kind: 'out' });
    await press(chip(element, '近 7 天'));
    expect(query).toEqual({ kind: 'out', from: '2026-05-14', to: '2026-05-20' });
    // Both days in one request.
    expect(requests()).toEqual([{}, { kind: 'out' }, { kind: 'out', from: '2026-05-14', to: '2026-05-20' }]);
  });

  it('shows what the address says: a link and going back restore it', async () => {
    const { element, requests } = await open({ kind: 'in', word: 'A1', from: '2026-04-01', to: '2026-04-30' });
    expect(pressed(element)).toEqual(['收入', '2026年4月']);
    expect(element.querySelector<HTMLInputElement>('[name=word]')?.value).toBe('A1');
    expect(requests()).toEqual([{ kind: 'in', word: 'A1', from: '2026-04-01', to: '2026-04-30' }]);
  });

  it('今天 is the day of the tap, and no longer the day on which the page was opened', async () => {
    const { element, host, requests } = await open();
    const midnight = Date.parse('2026-05-21T00:05:00+08:00');
    vi.spyOn(host, 'now').mockReturnValue(midnight);
    await press(chip(element, '今天'));
    expect(requests().at(-1)).toEqual({ from: '2026-05-21', to: '2026-05-21' });
    expect(pressed(element)).toEqual(['全部', '今天']);
  });

  it('清空 is there while anything is chosen, and takes all of it away in one request', async () => {
    const { element, query, requests } = await open();
    expect(element.textContent).not.toContain('清空');
    await press(chip(element, '收入'));
    await press(chip(element, '今天'));
    await setField(element, '[name=word]', '八');
    await later(300);
    const before = requests().length;
    await press(button(element, '清空'));
    expect(query).toEqual({});
    expect(requests().slice(before)).toEqual([{}]);
    expect(pressed(element)).toEqual(['全部', '不限']);
    expect(element.querySelector<HTMLInputElement>('[name=word]')?.value).toBe('');
    expect(element.textContent).not.toContain('清空');
  });

  it('a search counts after a pause, once', async () => {
    const { element, requests } = await open();
    for (const word of ['A', 'A1', 'A12 ']) {
      await setField(element, '[name=word]', word);
      await later(200);
    }
    expect(requests()).toEqual([{}]);
    await later(100);
    expect(requests()).toEqual([{}, { word: 'A12' }]);
    await later(1000);
    expect(requests()).toHaveLength(2);
  });

  it('a search counts at once on Enter, and not again after the pause', async () => {
    const { element, requests } = await open();
    await setField(element, '[name=word]', 'B');
    const input = element.querySelector('[name=word]') as HTMLInputElement;
    await act(async () => void input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
    expect(requests()).toEqual([{}, { word: 'B' }]);
    await later(1000);
    expect(requests()).toHaveLength(2);
  });

  it('a word that is still being put together is not searched for', async () => {
    const { element, requests } = await open();
    const input = element.querySelector('[name=word]') as HTMLInputElement;
    await act(async () => void input.dispatchEvent(new Event('compositionstart', { bubbles: true })));
    await setField(element, '[name=word]', 'shuang');
    await later(1000);
    expect(requests()).toEqual([{}]);
    await setField(element, '[name=word]', '双色球');
    await act(async () => void input.dispatchEvent(new Event('compositionend', { bubbles: true })));
    await later(300);
    expect(requests()).toEqual([{}, { word: '双色球' }]);
  });

  it('a month is one press in the sheet; months that cannot be chosen cannot be pressed', async () => {
    const { element, query } = await open();
    await press(chip(element, '选择日期'));
    expect(button(element, '2026 年 6 月').disabled).toBe(true);
    expect(button(element, '上一年').disabled).toBe(true);
    expect(button(element, '下一年').disabled).toBe(true);
    await press(button(element, '2026 年 1 月'));
    expect(query).toEqual({ from: '2026-01-10', to: '2026-01-31' });
    expect(element.querySelector('dialog')).toBeNull();
  });

  it('days of one’s own are checked in words', async () => {
    const { element, query } = await open();
    await press(chip(element, '选择日期'));
    await press(button(element, '确定'));
    expect(element.querySelector('dialog [role=alert]')?.textContent).toBe('请选择开始日期');
    await setField(element, 'dialog [name=from]', '2026-01-01');
    await setField(element, 'dialog [name=to]', '2026-03-05');
    expect(element.querySelector('dialog [role=alert]')?.textContent).toBe('最早可选 2026-01-10');
    await setField(element, 'dialog [name=from]', '2026-02-28');
    await press(button(element, '确定'));
    expect(query).toEqual({ from: '2026-02-28', to: '2026-03-05' });
    expect(pressed(element)).toEqual(['全部', '02-28 至 03-05']);
  });
});

it('a row whose chips a call lists begins with one that leads back to all of them', async () => {
  const kinds = { code: 'in', name: '收入' };
  const host = formHost({ [LIST]: () => okAnswer({}), '/api/kinds': () => okAnswer({ items: [kinds] }) }, createPhone());
  const chips = [{ name: 'kind', label: '类型', options: { each: 'sources.kinds.items', value: '{code}', label: '{name}' } }];
  const element = await showScreen(host, [{ block: 'filter', chips }], { sources: { ...sources, kinds: { call: '/api/kinds' } } }, {});
  const all = button(element, '全部');
  expect(all.getAttribute('aria-pressed')).toBe('true');
  await press(button(element, '收入'));
  expect(all.getAttribute('aria-pressed')).toBe('false');
  await press(all);
  expect(all.getAttribute('aria-pressed')).toBe('true');
});

describe('a filter on a phone', () => {
  const second = {
    name: 'way',
    label: '方式',
    options: {
      items: [
        { value: '', label: '不限' },
        { value: 'card', label: '银行卡' },
      ],
    },
  };
  const { show: _, ...base } = filter as RawBlock & { chips: object[] };
  const folded: RawBlock = {
    ...base,
    chips: [...base.chips, second],
    search: { name: 'word', label: '搜索编号', folded: true },
    sort: {
      name: 'sort',
      label: '排序',
      options: {
        items: [
          { value: '', label: '时间' },
          { value: 'sum', label: '金额' },
        ],
      },
    },
    list: 'list',
  };
  const folding = { list: { ...sources.list, params: { ...sources.list.params, way: '{state.way}', sort: '{state.sort}' } } };
  const show = async (answer: object, query: Record<string, string> = {}) => {
    const on = createPhone();
    on.clock.advance(NOW);
    const host = formHost({ [LIST]: () => okAnswer(answer) }, on);
    const element = await showScreen(host, [folded], { sources: folding }, query);
    return { element, requests: () => host.calls.map(({ params }) => params) };
  };
  const named = (element: HTMLElement, name: string) => element.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`);
  const FULL = { items: [{}] };

  it('shows one group, the order and 筛选; the others are in the sheet and count at once', async () => {
    const { element, requests } = await show(FULL);
    expect(pressed(element)).toEqual(['全部']);
    expect(element.querySelector('[name=word]')).toBeNull();
    await press(named(element, '筛选') as HTMLElement);
    expect(element.querySelector('dialog [name=word]')).not.toBeNull();
    await press(button(element, '银行卡'));
    await press(button(element, '今天'));
    expect(requests().at(-1)).toEqual({ way: 'card', from: '2026-05-20', to: '2026-05-20' });
    expect(named(element, '筛选，已选 2 项')?.textContent).toBe('筛选 2');
    await press(button(element, '清空'));
    expect(requests().at(-1)).toEqual({});
    await press(button(element, '完成'));
    expect(element.querySelector('dialog')).toBeNull();
  });

  it('the order is text that names the choice', async () => {
    const { element, requests } = await show(FULL);
    await press(named(element, '排序：时间') as HTMLElement);
    await press(button(element, '金额'));
    expect(requests().at(-1)).toEqual({ sort: 'sum' });
    expect(named(element, '排序：金额')).not.toBeNull();
    expect(element.querySelector('dialog')).toBeNull();
  });

  it('is not there while the list is empty by itself, and stays while it is the reason', async () => {
    expect((await show({ items: [] })).element.querySelector('.filter')).toBeNull();
    await clear();
    expect((await show({ items: [] }, { way: 'card' })).element.querySelector('.filter')).not.toBeNull();
  });
});
