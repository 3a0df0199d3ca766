// @vitest-environment happy-dom
/** What stands where there is nothing: the right picture, and a way on that helps. And the choice of light or dark. */
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GENERIC_BLOCKS } from '../../../engine/screens/blocks/register.ts';
import { registerBlocks } from '../../../engine/screens/core/registry.ts';
import { applyLook, storedLook } from '../../../app/host/look.ts';
import { STATUS } from '../../../protocol/status.ts';
import { refusedAnswer, okAnswer, testHost } from './support/host.ts';
import { button, clear, press, showScreen } from './support/show.tsx';

beforeAll(async () => {
  registerBlocks(GENERIC_BLOCKS);
  await Promise.all(GENERIC_BLOCKS.map(({ load }) => load()));
});
afterEach(clear);

const picture = (element: HTMLElement): string => element.querySelector('.empty use')?.getAttribute('href')?.replace(/^.*#/, '') ?? '';
const buttons = (element: HTMLElement): (string | null)[] => [...element.querySelectorAll('button')].map(({ textContent }) => textContent);

const CALL = '/api/SiteMsg/GetSlotsGameList';
const sources = { games: { call: CALL } };
const ROWS = { block: 'rows', source: 'games', key: '{code}', row: { title: '{name}' }, empty: { title: '没有', icon: 'no-games' } };
const missing = () => ({ ok: false as const, status: STATUS.notFound, msg: '游戏公司不存在', inDoubt: false });

describe('a thing that does not exist', () => {
  it.each([
    ['rows', ROWS],
    ['group', { block: 'group', source: 'games', blocks: [{ block: 'text', text: '{name}' }] }],
    ['text of a source', { block: 'tiles', tiles: [{ label: '名称', value: '{sources.games.name}' }] }],
  ])('%s: says so with the way back; asking again would never help', async (_name, block) => {
    let backs = 0;
    const host = testHost({ [CALL]: missing }, { missing: STATUS.notFound, back: () => void (backs += 1) });
    const element = await showScreen(host, [block], { sources });
    expect(element.textContent).toContain('游戏公司不存在');
    expect(picture(element)).toBe('not-found');
    expect(buttons(element)).toEqual(['返回']);
    await press(button(element, '返回'));
    expect(backs).toBe(1);
  });
});

describe('an answer that did not come', () => {
  it('shows whose fault it is, and 重试', async () => {
    const element = await showScreen(testHost({ [CALL]: () => refusedAnswer('连接超时') }, { missing: STATUS.notFound }), [ROWS], {
      sources,
    });
    expect(picture(element)).toBe('server-error');
    expect(buttons(element)).toEqual(['重试']);
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
    try {
      await act(async () => void dispatchEvent(new Event('offline')));
      expect(picture(element)).toBe('no-network');
    } finally {
      Reflect.deleteProperty(navigator, 'onLine');
    }
  });

  it('is not the same as a list with nothing in it', async () => {
    const element = await showScreen(testHost({ [CALL]: () => okAnswer({ items: [] }) }), [ROWS], { sources });
    expect(picture(element)).toBe('no-games');
    expect(buttons(element)).toEqual([]);
  });
});

describe('light or dark', () => {
  const block = {
    block: 'preference',
    name: 'look',
    label: '外观',
    options: [
      { value: 'auto', label: '跟随系统' },
      { value: 'light', label: '浅色' },
      { value: 'dark', label: '深色' },
    ],
    action: { do: 'host', name: 'look', args: { value: '{value}' } },
  };
  const brand = { theme: { '--brand': '#C8102E' }, dark: { '--page': '#111113' } } as const;

  it('is chosen on the device, kept there, and told to the app', async () => {
    const warnings: unknown[] = [];
    const host = testHost({}, { perform: async (name, args) => warnings.push([name, args.value]) > 0 });
    const element = await showScreen(host, [block]);
    const radios = [...element.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    expect(radios.map(({ checked }) => checked)).toEqual([true, false, false]);
    await press(radios[2] as HTMLInputElement);
    expect(warnings).toEqual([['look', 'dark']]);
    expect(storedLook(host.storage)).toBe('dark');
    await clear();
    const again = await showScreen(host, [block]);
    expect(again.querySelector<HTMLInputElement>('input:checked')?.value).toBe('dark');
  });

  it('is put onto the page with the colour of the bars around it, and into the cookie that the server reads', () => {
    const bars = (): (string | null)[] =>
      [...document.head.querySelectorAll('meta[name=theme-color]')].map((meta) => meta.getAttribute('content'));
    applyLook('dark', brand);
    expect(document.documentElement.getAttribute('data-look')).toBe('dark');
    expect(document.cookie).toContain('look=dark');
    expect(bars()).toEqual(['#111113', '#111113']);
    applyLook('auto', brand);
    expect(document.documentElement.hasAttribute('data-look')).toBe(false);
    expect(document.cookie).not.toContain('look=dark');
    expect(bars()).toEqual(['#C8102E', '#111113']);
  });
});
