// @vitest-environment happy-dom
/** What is published of a pool of scratch cards (刮刮乐), over the declared examples of its calls. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getByRole } from '@testing-library/dom';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { ScreenDocument } from '../../../engine/screens/core/contract.ts';
import { scratchCard, scratchPool, scratchPoolCards } from '../../../protocol/calls/scratch.ts';
import { clear, draw, loadBlocks, press, until } from './examples/draw.tsx';

const APP = join(import.meta.dirname, '../../../app/descriptions');
const read = (name: string) => JSON.parse(readFileSync(join(APP, name), 'utf8'));
const POOL = scratchPool.example.models;
const shown = (change: object = {}) =>
  draw({
    screen: read('screens/scratch-pool.json') as ScreenDocument,
    terms: read('terms.json').terms,
    params: { pool: POOL.pool },
    answers: { [scratchPool.path]: { ...POOL, ...change }, [scratchPoolCards.path]: scratchPoolCards.example.models },
    expects: [],
  });
const text = (page: HTMLElement): string => (page.textContent ?? '').replace(/\s+/g, ' ');

beforeAll(loadBlocks);
afterEach(clear);

it('says of a pool that is sold what was published before its sale, and that the rest comes when all cards are open', async () => {
  const { page, host } = await shown();
  expect(text(page)).toContain('灯火好运 第 1 批');
  expect(text(page)).toContain('在售');
  expect(text(page)).toContain(POOL.commit);
  expect(text(page)).toContain('全部刮开以后公布种子和整张清单');
  expect(text(page)).not.toContain('种子 ');
  expect(host.calls.map(({ path }) => path)).not.toContain(scratchPoolCards.path);
});

it('shows the seed of a closed pool, its winners, and the whole list', async () => {
  const { page, host } = await shown({ state: 'closed', seed: 'a'.repeat(64) });
  await until(() => text(page).includes('17 号'));
  expect(text(page)).toContain('a'.repeat(64));
  expect(text(page)).toContain('¥1,000.00');
  await press(getByRole(page, 'button', { name: '整张清单' }));
  await until(() => host.calls.filter(({ path }) => path === scratchPoolCards.path).length > 1);
  expect(host.calls.filter(({ path }) => path === scratchPoolCards.path).map(({ params }) => params)).toEqual([
    { pool: POOL.pool, won: '1' },
    { pool: POOL.pool, won: '0' },
  ]);
});

it('says once of a card that it is not there', async () => {
  const { page } = await draw({
    screen: read('screens/scratch.json') as ScreenDocument,
    terms: read('terms.json').terms,
    query: { card: 'x' },
    session: { loggedIn: true },
    answers: { [scratchCard.path]: { refused: '没有这张卡' } },
    expects: [],
  });
  await until(() => text(page).includes('没有这张卡'));
  expect(text(page).split('没有这张卡')).toHaveLength(2);
});
