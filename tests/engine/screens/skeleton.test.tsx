// @vitest-environment happy-dom
/** The skeleton of a screen: the shapes that it shows before its blocks and its game are loaded. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { GENERIC_BLOCKS } from '../../../engine/screens/blocks/register.ts';
import type { RawBlock } from '../../../engine/screens/core/contract.ts';
import { registerBlocks } from '../../../engine/screens/core/registry.ts';
import { LOTTERY_BLOCKS } from '../../../engine/screens/lottery/register.ts';
import { testHost } from './support/host.ts';
import { clear, showScreen } from './support/show.tsx';

beforeAll(() => registerBlocks([...GENERIC_BLOCKS, ...LOTTERY_BLOCKS]));
afterEach(clear);

const { blocks } = JSON.parse(readFileSync('app/descriptions/screens/game.json', 'utf8')) as {
  readonly blocks: readonly RawBlock[];
};
const game = "'ssq'";
const never = new Promise<never>(() => {});

it('a game page shows the shapes of its blocks in their places from its first frame until the game is loaded', async () => {
  const element = await showScreen(testHost({}, { loadGame: () => never }), blocks, { game });
  const shapes = () => [...element.children].map(({ className }) => className).filter((name) => name.startsWith('skeleton'));
  const SHAPES = ['skeleton-head', 'skeleton-pill', 'skeleton-line', 'skeleton-balls', 'skeleton-bar'];
  expect(shapes()).toEqual(SHAPES);
  expect(element.querySelector('[aria-busy=true]')?.textContent).toBe('加载中');
  await Promise.all(LOTTERY_BLOCKS.map(({ load }) => load()));
  expect(shapes()).toEqual(SHAPES);
});

it('a screen whose blocks have no shape shows six lines', async () => {
  const element = await showScreen(testHost({}, { loadGame: () => never }), [{ block: 'slip' }], { game });
  expect(element.querySelectorAll('.skeleton-row')).toHaveLength(6);
});

const screenOf = (code: string): readonly RawBlock[] =>
  (JSON.parse(readFileSync(`app/descriptions/screens/${code}.json`, 'utf8')) as { readonly blocks: readonly RawBlock[] }).blocks;

it.each([
  ['register', '.skeleton-form'],
  ['orderDetails', '.skeleton-lead'],
  ['billingDetails', '.skeleton-lead'],
  ['bankManagement', '.skeleton-row'],
])('the screen %s shows the shape of its first block', async (code, shape) => {
  const element = await showScreen(testHost({}, { loadGame: () => never }), screenOf(code), { game });
  const shapes = ['.skeleton-form', '.skeleton-lead', '.skeleton-row'].filter((each) => element.querySelector(each) !== null);
  expect(shapes).toEqual([shape]);
});
