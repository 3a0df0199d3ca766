/** Draws examples in a document, and finds things in them as a player does: by role and accessible name. */
import { prettyDOM, queryAllByRole } from '@testing-library/dom';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { SportGame } from '../../../../engine/descriptions/sports/types.ts';
import type { Game } from '../../../../engine/descriptions/types.ts';
import { GENERIC_BLOCKS } from '../../../../engine/screens/blocks/register.ts';
import { HostContext } from '../../../../engine/screens/core/hooks.ts';
import { registerBlocks } from '../../../../engine/screens/core/registry.ts';
import { ScreenView } from '../../../../engine/screens/core/screen-view.tsx';
import { whenSlicesDrawn } from '../../../../engine/screens/core/use-slices.ts';
import { FRAME_BLOCKS } from '../../../../engine/screens/frame/register.ts';
import { LOTTERY_BLOCKS } from '../../../../engine/screens/lottery/register.ts';
import { SMALL_BLOCKS } from '../../../../engine/screens/small/register.ts';
import { SPORT_BLOCKS } from '../../../../engine/screens/sports/register.ts';
import { readGame } from '../lottery/support/games.ts';
import { readSport } from '../sports/support/sports.ts';
import { documentOf, type Example, type ExampleHost, type Expectation, exampleHost } from './example.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

export const BLOCKS = [...GENERIC_BLOCKS, ...LOTTERY_BLOCKS, ...SPORT_BLOCKS, ...SMALL_BLOCKS, ...FRAME_BLOCKS];
/** Parts that a block loads when it first needs them. */
const LATER = import.meta.glob<unknown>([
  '../../../../engine/screens/{blocks,core,kit,small,sports}/**/*.tsx',
  '../../../../engine/screens/lottery/rules.ts',
]);

/** Loads every chunk, so that a test waits for data alone. */
export async function loadBlocks(): Promise<void> {
  registerBlocks(BLOCKS);
  await Promise.all([...BLOCKS.map(({ load }) => load()), ...Object.values(LATER).map((load) => load())]);
}

let root: Root | undefined;

export async function clear(): Promise<void> {
  await act(async () => root?.unmount());
  root = undefined;
  document.body.replaceChildren();
}

/** Presses, and lets what follows happen: a sheet that loads itself, an answer. */
export async function press(target: HTMLElement): Promise<void> {
  await act(async () => target.click());
  await until(() => true);
}

export async function draw(example: Example): Promise<{ readonly page: HTMLElement; readonly host: ExampleHost }> {
  const games: Record<string, Game> = {};
  for (const code of example.games ?? []) games[code] = await readGame(code);
  const sports: Record<string, SportGame> = {};
  for (const code of example.sports ?? []) sports[code] = await readSport(code);
  const host = exampleHost(example, games, sports);
  const page = document.body.appendChild(document.createElement('main'));
  page.setAttribute('data-scroller', '');
  root = createRoot(page);
  const element = (
    <HostContext value={host}>
      <ScreenView description={documentOf(example)} params={example.params} query={example.query} />
    </HostContext>
  );
  await act(async () => root?.render(element));
  // What never answers is drawn when it looks as expected: not every block says that it is busy.
  const pending = Object.values(example.answers ?? {}).includes('pending');
  await until(() =>
    pending ? example.expects.every((each) => missing(page, each) === undefined) : page.querySelector('[aria-busy]') === null,
  );
  let complete = false;
  void whenSlicesDrawn().then(() => (complete = true));
  await until(() => complete);
  return { page, host };
}

const turn = (): Promise<void> => act(async () => new Promise((resolve) => setTimeout(resolve)));

/** Lets lazy parts and their data come, a turn at a time, until something holds; after a while the assertions say what is missing. */
export async function until(holds: () => boolean): Promise<void> {
  const late = performance.now() + 20_000;
  for (let turns = 0; turns < 3 || (!holds() && performance.now() < late); turns++) await turn();
}

/** Without white space: what stands between two parts of a name depends on their styles, which are not here. */
const normal = (text: string | undefined | null): string => (text ?? '').replace(/\s+/g, '');

/** Describes the part of an expectation that is missing; undefined: none. */
function missing(page: HTMLElement, { role, name, like, count, text }: Expectation): string | undefined {
  const all = queryAllByRole(page.ownerDocument.body, role, {
    ...(name === undefined && like === undefined
      ? {}
      : { name: (found: string) => (name === undefined ? normal(found).includes(normal(like)) : normal(found) === normal(name)) }),
  }).filter((each) => text === undefined || normal(each.textContent).includes(normal(text)));
  if (count === undefined ? all.length > 0 : all.length === count) return undefined;
  return `${role} ${JSON.stringify({ name, like, text })}: ${count ?? 'at least 1'} expected, ${all.length} found`;
}

/** Throws, with the page, when something expected is not there. */
export function hold(page: HTMLElement, expectation: Expectation): void {
  const lacking = missing(page, expectation);
  if (lacking !== undefined) throw new Error(`${lacking}\n${prettyDOM(page, 20_000, { highlight: false })}`);
}
