// @vitest-environment happy-dom
/**
 * A long list is drawn in slices of half a screen, and of more on a phone that draws them in no time; in one piece where it fits, and where the
 * page is to stand as it was left.
 */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ScreenContext } from '../../../engine/screens/core/hooks.ts';
import type { ScreenStore } from '../../../engine/screens/core/store.ts';
import { type RowSlices, useRowSlices } from '../../../engine/screens/core/use-row-slices.ts';
import { whenSlicesDrawn } from '../../../engine/screens/core/use-slices.ts';
import { until } from './lottery/support/stage.tsx';

/** What each drawing of the list had. */
let drawings: Omit<RowSlices<HTMLElement>, 'holder'>[] = [];
let root: ReturnType<typeof createRoot> | undefined;

function Rows({ count }: { readonly count: number }) {
  const { holder, ...slices } = useRowSlices<HTMLUListElement>(count, 64, 204);
  drawings.push(slices);
  return (
    <ul ref={holder}>
      {Array.from({ length: slices.drawn }, (_, at) => (
        <li key={at} className="lazy-row" />
      ))}
    </ul>
  );
}

async function open(
  count: number,
  whole = false,
): Promise<{ readonly text: () => string; readonly grow: (next: number) => Promise<void> }> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  drawings = [];
  const element = document.body.appendChild(document.createElement('div'));
  root = createRoot(element);
  const draw = (next: number): Promise<void> =>
    act(async () =>
      root?.render(
        <ScreenContext value={{ whole } as ScreenStore}>
          <Rows count={next} />
        </ScreenContext>,
      ),
    );
  await draw(count);
  return { text: () => `${element.querySelectorAll('li').length}`, grow: draw };
}

/** How many rows were there after each slice. */
const slices = (): number[] => [...new Set(drawings.map(({ drawn }) => drawn))];

/** By the phone's clock, to lay out the slice after which so many rows are there takes so long (ms), and everything else no time. */
function takes(ms: (drawn: number) => number): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(document.body, 'getBoundingClientRect').mockImplementation(() => {
    now += ms(drawings.at(-1)?.drawn ?? 0);
    return new DOMRect();
  });
}

beforeEach(() => takes(() => 8));
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('draws half of the rows that fit a phone of 844 px first, and as many more after each frame', async () => {
  const { text } = await open(18);
  expect(drawings[0]).toEqual({ drawn: 5, near: 30, growing: true });
  await until(() => text() === '18');
  expect(slices()).toEqual([5, 10, 15, 18]);
  expect(drawings.at(-1)?.growing).toBe(false);
});

it('draws twice as many rows after a slice that was quick', async () => {
  takes(() => 0);
  const { text } = await open(60);
  await until(() => text() === '60');
  expect(slices()).toEqual([5, 15, 35, 60]);
});

it('draws half a screen again after a slice that took longer', async () => {
  takes((drawn) => (drawn < 15 ? 0 : 8));
  const { text } = await open(30);
  await until(() => text() === '30');
  expect(slices()).toEqual([5, 15, 20, 25, 30]);
});

it('draws a screen at least at a time of the rows that a browser does not lay out', async () => {
  takes(() => 40);
  const { text } = await open(60);
  await until(() => text() === '60');
  expect(slices()).toEqual([5, 10, 15, 20, 25, 30, 40, 50, 60]);
});

it('draws as many of them as took 10 ms by the slice before', async () => {
  takes((drawn) => (drawn > 30 ? 6.25 : 8));
  const { text } = await open(120);
  await until(() => text() === '120');
  // After ten rows in 6.25 ms sixteen, after those in as long twenty-five.
  expect(slices()).toEqual([5, 10, 15, 20, 25, 30, 40, 56, 81, 120]);
});

it('draws four times as many of them at most, however quick the slice before was', async () => {
  takes((drawn) => (drawn < 30 ? 8 : 0.01));
  const { text } = await open(200);
  await until(() => text() === '200');
  expect(slices()).toEqual([5, 10, 15, 20, 25, 30, 50, 130, 200]);
});

it('learns from the first rows how high rows are, and so which are near; no row that is drawn changes', async () => {
  // Rows of 128 px, whatever stands between them included.
  vi.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLLIElement) {
    return new DOMRect(0, [...(this.parentElement?.children ?? [])].indexOf(this) * 128, 390, 128);
  });
  const { text } = await open(40);
  await until(() => text() === '40');
  expect(drawings.map(({ near }) => near)[0]).toBe(30);
  expect(new Set(drawings.slice(1).map(({ near }) => near))).toEqual(new Set([15]));
});

it('counts rows as near that were drawn before it was seen how high they are', async () => {
  vi.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 390, 5_000));
  const { text } = await open(40);
  await until(() => text() === '40');
  expect(drawings.at(-1)?.near).toBe(5);
});

it('draws all rows at once where they fit', async () => {
  await open(10);
  expect(drawings).toEqual([{ drawn: 10, near: 30, growing: false }]);
});

it('draws all rows at once where the page is to stand scrolled', async () => {
  await open(18, true);
  expect(drawings).toEqual([{ drawn: 18, near: 0, growing: false }]);
});

it('draws what a longer list has more in slices too', async () => {
  const { text, grow } = await open(4);
  await grow(18);
  expect(drawings.at(-1)).toEqual({ drawn: 5, near: 30, growing: true });
  await until(() => text() === '18');
});

it('lays out each slice in a task of its own, before a frame would', async () => {
  const postTask = vi.fn(async (work: () => void) => work());
  vi.stubGlobal('scheduler', { postTask });
  const laidOut = vi.spyOn(document.body, 'getBoundingClientRect');
  const { text } = await open(18);
  await until(() => text() === '18');
  expect(postTask.mock.calls.map(([, options]: unknown[]) => options)).toEqual(Array(4).fill({ priority: 'user-blocking' }));
  expect(laidOut).toHaveBeenCalledTimes(4);
});

it('tells when all is drawn, and takes no turns of the page for it', async () => {
  const turns = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve)));
  vi.stubGlobal('scheduler', { yield: turns });
  const { text } = await open(18);
  let complete = false;
  void whenSlicesDrawn().then(() => (complete = true));
  await until(() => complete);
  expect(text()).toBe('18');
  // Two for each slice that another one follows, and one for the layout of the last.
  expect(turns).toHaveBeenCalledTimes(7);
});
