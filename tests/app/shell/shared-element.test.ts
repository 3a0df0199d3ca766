// @vitest-environment happy-dom
/** A title that travels to the page that opens, and what happens where the browser or the player wants none of it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openWithSharedTitle } from '../../../app/shell/shared-element.ts';

type Start = (update: () => Promise<void>) => { ready: Promise<void>; finished: Promise<void> };
const page = document as unknown as { startViewTransition?: Start };
const named = () =>
  [...document.querySelectorAll<HTMLElement>('*')]
    .filter((each) => each.style.getPropertyValue('view-transition-name') !== '')
    .map(({ id }) => id);

let media: Record<string, boolean> = {};
let during: { readonly names: string[]; readonly sharing: boolean }[] = [];
let finish: () => void = () => {};
beforeEach(() => {
  document.body.innerHTML = '<span id="tile"></span><main></main>';
  media = { '(max-width: 479px)': true };
  during = [];
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: media[query] ?? false }));
  page.startViewTransition = (update) => {
    const before = named();
    const ready = update().then(() => {
      during.push({ names: [...before, ...named()], sharing: document.documentElement.classList.contains('is-sharing') });
    });
    return { ready, finished: new Promise((resolve) => (finish = resolve)) };
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete page.startViewTransition;
});

const tile = () => document.getElementById('tile') as HTMLElement;
let still = false;
const whileStill = (work: () => void): void => {
  still = true;
  work();
  still = false;
};
const atOnce = { whileStill, drawn: () => Promise.resolve() };
/** For each page that opened: whether it was to be drawn in its place at once. */
let drawnAtOnce: boolean[] = [];
/** Opens the page, with its header. */
const open = (): void => {
  drawnAtOnce.push(still);
  (document.querySelector('main') as HTMLElement).innerHTML = '<h1 id="title" class="header__title"></h1>';
};
beforeEach(() => {
  drawnAtOnce = [];
});

describe('a title that travels', () => {
  it('goes from the tile to the header once the page stands, and leaves no name behind', async () => {
    let stands = (): void => {};
    openWithSharedTitle(tile(), open, { whileStill, drawn: () => new Promise((resolve) => (stands = resolve)) });
    await new Promise((resolve) => setTimeout(resolve));
    expect(named()).toEqual([]);
    stands();
    await vi.waitFor(() => expect(during).toHaveLength(1));
    expect(during).toEqual([{ names: ['tile', 'title'], sharing: true }]);
    expect(drawnAtOnce).toEqual([true]);
    finish();
    await new Promise((resolve) => setTimeout(resolve));
    expect(named()).toEqual([]);
    expect(document.documentElement.classList.contains('is-sharing')).toBe(false);
  });

  it.each([
    ['under reduced motion', () => (media['(prefers-reduced-motion: reduce)'] = true)],
    ['on a wide screen', () => (media['(max-width: 479px)'] = false)],
    ['where the browser has no view transitions', () => delete page.startViewTransition],
  ])('stays where it is %s: the page opens as ever', (_, set) => {
    set();
    openWithSharedTitle(tile(), open, atOnce);
    expect(drawnAtOnce).toEqual([false]);
    expect(named()).toEqual([]);
    expect(document.documentElement.classList.contains('is-sharing')).toBe(false);
  });

  it('without a title to travel the page opens as ever', () => {
    openWithSharedTitle(undefined, open, atOnce);
    expect(drawnAtOnce).toEqual([false]);
  });
});
