// @vitest-environment happy-dom
/** The end of a list that goes on: a player that waits there while rows come, a page with nothing on it, a page that did not come. */
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GENERIC_BLOCKS } from '../../../engine/screens/blocks/register.ts';
import { registerBlocks } from '../../../engine/screens/core/registry.ts';
import type { CallResult } from '../../../engine/screens/core/contract.ts';
import { refusedAnswer, okAnswer, type TestHost, testHost } from './support/host.ts';
import { button, clear, press, showScreen } from './support/show.tsx';

/** The end of the list is in sight all the time, as with rows that do not fill the screen: an observer says so once, when it begins. */
class InSight {
  readonly #tell: (entries: readonly { readonly isIntersecting: boolean }[]) => void;
  constructor(tell: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
    this.#tell = tell;
  }
  observe(): void {
    setTimeout(() => this.#tell([{ isIntersecting: true }]));
  }
  disconnect(): void {}
  unobserve(): void {}
}

beforeAll(async () => {
  registerBlocks(GENERIC_BLOCKS);
  await Promise.all(GENERIC_BLOCKS.map(({ load }) => load()));
});
beforeEach(() => vi.stubGlobal('IntersectionObserver', InSight));
afterEach(async () => {
  await clear();
  vi.unstubAllGlobals();
});

const LIST = '/list';
const rows = { block: 'rows', source: 'list', row: { title: '{name}' }, empty: { title: '什么都没有' } };
const sources = { list: { call: LIST, paged: true } };
type Pages = readonly (readonly string[])[];

/** Answers page after page; `fails` says which request is refused. */
function host(pages: Pages, fails: (request: number) => boolean = () => false, change: Partial<TestHost> = {}): TestHost {
  let requests = 0;
  const answer = ({ cursor = '0' }: Readonly<Record<string, string>>): CallResult<unknown> => {
    requests += 1;
    if (fails(requests)) return refusedAnswer('服务器忙');
    const at = Number(cursor);
    return okAnswer({ items: (pages[at] ?? []).map((name) => ({ name })), next: at + 1 < pages.length ? String(at + 1) : null });
  };
  return testHost({ [LIST]: answer }, change);
}
const names = (element: HTMLElement): string[] => [...element.querySelectorAll('.row__title')].map(({ textContent }) => textContent ?? '');
/** Lets what is under way come, a turn at a time, until something holds; then the assertions say what does not. */
async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; turns < 5 || (!holds() && turns < 200); turns += 1)
    await act(async () => new Promise((resolve) => setTimeout(resolve)));
}

describe('the end of a list in sight', () => {
  it('goes on by itself until the list ends, however little a page brings', async () => {
    const element = await showScreen(host([['a'], ['b'], ['c'], ['d']]), [rows], { sources });
    await until(() => names(element).length === 4);
    expect(names(element)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('goes on over pages with nothing on them, and is empty only when all of them are', async () => {
    const element = await showScreen(host([[], [], ['c']]), [rows], { sources });
    await until(() => names(element).length === 1);
    expect(names(element)).toEqual(['c']);
    await clear();
    const none = await showScreen(host([[], []]), [rows], { sources });
    await until(() => none.textContent?.includes('什么都没有') === true);
    expect(none.textContent).toContain('什么都没有');
  });

  it('stops at a page that did not come, keeps the rows, and goes on with 重试', async () => {
    const at = host([['a'], ['b'], ['c']], (request) => request === 2);
    const element = await showScreen(at, [rows], { sources });
    await until(() => element.textContent?.includes('服务器忙') === true);
    expect(names(element)).toEqual(['a']);
    expect(element.textContent).toContain('服务器忙');
    expect(at.calls).toHaveLength(2);
    await press(button(element, '重试'));
    await until(() => names(element).length === 3);
    expect(names(element)).toEqual(['a', 'b', 'c']);
    expect(at.calls.map(({ params }) => params.cursor)).toEqual([undefined, '1', '1', '2']);
  });

  it('goes on by itself as soon as the server is back', async () => {
    let down = true;
    const back = new Set<() => void>();
    const at = host([['a'], ['b']], (request) => down && request > 1, {
      onRecovered: (listener) => {
        back.add(listener);
        return () => void back.delete(listener);
      },
    });
    const element = await showScreen(at, [rows], { sources });
    await until(() => element.textContent?.includes('服务器忙') === true);
    expect(names(element)).toEqual(['a']);
    down = false;
    await act(async () => [...back].forEach((listener) => listener()));
    await until(() => names(element).length === 2);
    expect(names(element)).toEqual(['a', 'b']);
  });
});
