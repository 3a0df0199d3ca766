/** Lists that come page by page: further pages, and a list that is loaded again as far as it was scrolled. */
import { describe, expect, it } from 'vitest';
import type { CallResult } from '../../../engine/screens/core/contract.ts';
import { refusedAnswer, okAnswer, settlePages, testHost } from './support/host.ts';
import { openScreen } from './support/open.ts';
import { screenWith } from './support/screens.ts';

const LIST = '/api/order/list';
const page = (items: readonly unknown[], next: string | null = null) => okAnswer({ items, next });
const description = screenWith({
  sources: { orders: { call: LIST, params: { status: '{state.status}' }, paged: true, refresh: [{ on: 'order' }] } },
});

describe('pages', () => {
  it('[S30] are appended until there is none', async () => {
    const host = testHost({ [LIST]: ({ cursor }) => (cursor ? page([3]) : page([1, 2], 'c')) });
    const source = openScreen(description, host).source('orders');
    await settlePages();
    source?.state().more?.();
    expect(source?.state().loadingMore).toBe(true);
    source?.state().more?.();
    await settlePages();
    expect(source?.state()).toMatchObject({ data: { items: [1, 2, 3] }, more: undefined, loadingMore: false });
    expect(host.calls).toHaveLength(2);
  });

  it('[S30] that there are stay when a further one fails, and it can be asked for again', async () => {
    let broken = true;
    const host = testHost({ [LIST]: ({ cursor }) => (cursor ? (broken ? refusedAnswer('网络错误') : page([2])) : page([1], 'c')) });
    const source = openScreen(description, host).source('orders');
    await settlePages();
    source?.state().more?.();
    await settlePages();
    expect(source?.state()).toMatchObject({ status: 'ready', data: { items: [1] }, error: '网络错误' });
    broken = false;
    source?.state().more?.();
    await settlePages();
    expect(source?.state()).toMatchObject({ data: { items: [1, 2] }, error: undefined });
  });

  it('[S30] are asked for only where the source says that it is paged', async () => {
    const host = testHost({ [LIST]: () => page([1], 'c') });
    const source = openScreen(screenWith({ sources: { orders: { call: LIST } } }), host).source('orders');
    await settlePages();
    expect(source?.state().more).toBeUndefined();
  });
});

describe('a paged list that is loaded again', () => {
  const list = (key?: string) => screenWith({ sources: { orders: { call: LIST, paged: true, key, poll: { seconds: 10 } } } });
  /** Answers pages of the present `all`, from an item on, at most `most` of them at once, or 20. */
  function pages(all: () => readonly string[], most = 50) {
    return testHost({
      [LIST]: ({ cursor, size = '20' }) => {
        const from = cursor === undefined ? 0 : all().indexOf(cursor) + 1;
        const shown = all().slice(from, from + Math.min(most, Number(size)));
        return page(
          shown.map((id) => ({ id })),
          from + shown.length < all().length ? (shown.at(-1) ?? null) : null,
        );
      },
    });
  }
  const ids = (source: { state: () => { readonly data: unknown } } | undefined) =>
    (source?.state().data as { readonly items: readonly { readonly id: string }[] } | undefined)?.items.map(({ id }) => id) ?? [];
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `o${at}`);

  it.each([50, 20])(
    '[S91] is as it is now as far as a reader has scrolled, with pages of %i: what is new, changed or gone on any of them',
    async (most) => {
      let all: readonly string[] = numbered(100);
      const host = pages(() => all, most);
      const source = openScreen(list(), host).source('orders');
      await settlePages();
      source?.state().more?.();
      await settlePages();
      source?.state().more?.();
      await settlePages();
      expect(ids(source)).toEqual(all.slice(0, 60));
      all = ['new', ...all.filter((id) => id !== 'o25')];
      source?.reload();
      await settlePages();
      const now = ids(source);
      expect(now).toEqual(all.slice(0, now.length));
      expect(now.length).toBeGreaterThanOrEqual(60);
      source?.state().more?.();
      await settlePages();
      expect(ids(source)).toEqual(all.slice(0, now.length + 20));
    },
  );

  it('[S91] is as short as what there is', async () => {
    let all: readonly string[] = numbered(30);
    const source = openScreen(
      list('id'),
      pages(() => all),
    ).source('orders');
    await settlePages();
    source?.state().more?.();
    await settlePages();
    all = ['o0'];
    source?.reload();
    await settlePages();
    expect(source?.state()).toMatchObject({ data: { items: [{ id: 'o0' }], next: null }, more: undefined });
  });

  it('[S91] asks as before while one page is there, and not without end for a list that has no end', async () => {
    const host = testHost({ [LIST]: () => page([], 'c') });
    const source = openScreen(list(), host).source('orders');
    await settlePages();
    source?.reload();
    await settlePages();
    expect(host.calls.map(({ params }) => params)).toEqual([{}, {}]);
    let first: readonly unknown[] = numbered(30);
    const endless = testHost({ [LIST]: () => page(first, 'c') });
    const other = openScreen(list(), endless).source('orders');
    await settlePages();
    first = [];
    other?.reload();
    await settlePages();
    expect(endless.calls.length).toBeLessThan(20);
  });

  it('[S91] that a further page overtakes is loaded again after it, so that what changed before it is seen', async () => {
    const waiting: (() => void)[] = [];
    let state = 'pending';
    const answer = ({ cursor }: Readonly<Record<string, string | undefined>>) => {
      const shown = cursor ? page([{ id: 'b', state }]) : page([{ id: 'a', state }], 'c');
      return host.calls.length === 1 ? shown : new Promise<CallResult<unknown>>((resolve) => waiting.push(() => resolve(shown)));
    };
    const host = testHost({ [LIST]: answer });
    const source = openScreen(list('id'), host).source('orders');
    await settlePages();
    source?.reload();
    state = 'won';
    source?.state().more?.();
    waiting[1]?.();
    await settlePages();
    expect(source?.state().data).toMatchObject({
      items: [
        { id: 'a', state: 'pending' },
        { id: 'b', state: 'won' },
      ],
    });
    for (let at = 2; at < 5; at++) {
      waiting[at]?.();
      await settlePages();
    }
    expect(source?.state().data).toMatchObject({
      items: [
        { id: 'a', state: 'won' },
        { id: 'b', state: 'won' },
      ],
    });
  });
});
