/** Pages of a list: appends the next page, and loads all pages again. This module is loaded when a reader first scrolls beyond the first page. */
import type { CallResult } from './contract.ts';
import { itemId, isListPage, type ListPage } from './sources.ts';

/** The most records of a page that the server answers. */
const MOST_OF_PAGE = 50;
/** The most pages that a reload loads. Further pages load when a reader scrolls to them. */
const MOST_PAGES = 10;

type Params = Readonly<Record<string, string>>;

/** Appends a page to the earlier ones. With a key, a record that has moved from an earlier page to this one appears once. */
export function appendPage({ items }: ListPage, result: CallResult<unknown>, key?: string): CallResult<unknown> {
  if (!result.ok) return result;
  if (!isListPage(result.models)) return { ok: false, status: -1, msg: '数据格式有误', inDoubt: false };
  const there = new Set(key ? items.map((item) => itemId(item, key)) : []);
  const further = result.models.items.filter((item) => !key || !there.has(itemId(item, key)));
  return { ok: true, models: { ...result.models, items: [...items, ...further] } };
}

/** Loads a list from its beginning until it has `wanted` records, ends, or has MOST_PAGES pages. Stops early when `awaited` returns false. */
export async function reloadPages(
  call: (params: Params) => Promise<CallResult<unknown>>,
  params: Params,
  wanted: number,
  awaited: () => boolean,
  key?: string,
): Promise<CallResult<unknown>> {
  const sized = { size: String(Math.min(wanted, MOST_OF_PAGE)), ...params };
  let result = await call(sized);
  for (let pages = 1; pages < MOST_PAGES && awaited() && result.ok && isListPage(result.models); pages++) {
    const { items, next } = result.models;
    if (!next || items.length >= wanted) break;
    result = appendPage(result.models, await call({ ...sized, cursor: next }), key);
  }
  return result;
}
