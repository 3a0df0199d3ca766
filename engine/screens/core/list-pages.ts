/** Pages of a list: the next one after those that are there, and all of them anew. Comes when a reader has scrolled so far. */
import type { CallResult } from './contract.ts';
import { itemId, isListPage, type ListPage } from './sources.ts';

/** The most that a page has. */
const MOST_OF_PAGE = 50;
/** A list is loaded anew as far as these; what lies beyond comes again as a reader scrolls there. */
const MOST_PAGES = 10;

type Params = Readonly<Record<string, string>>;

/** A page with those before it. With a key, a record that has moved on from those before is not there twice. */
export function appendPage({ items }: ListPage, result: CallResult<unknown>, key?: string): CallResult<unknown> {
  if (!result.ok) return result;
  if (!isListPage(result.models)) return { ok: false, status: -1, msg: '数据格式有误', inDoubt: false };
  const there = new Set(key ? items.map((item) => itemId(item, key)) : []);
  const further = result.models.items.filter((item) => !key || !there.has(itemId(item, key)));
  return { ok: true, models: { ...result.models, items: [...items, ...further] } };
}

/** A list from its beginning, `wanted` records of it at least where there are as many. Ends early when it is not `awaited` any more. */
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
