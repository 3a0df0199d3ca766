// @vitest-environment happy-dom
/** Where a page was left is where it is found again by going back, however long its list takes to stand, unless the reader is faster. */
import { act, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renameCurrentPage, useScroll } from '../../../app/shell/use-scroll.ts';

let root: Root;
let grow: () => void;
/** How far the content of the page reaches (px): a browser cannot scroll past it. */
let height: number;

function List({ address, back }: { address: string; back: boolean }) {
  const box = useRef<HTMLElement>(null);
  useScroll(box, address, back);
  return (
    <main ref={box}>
      <ul>
        <li className="lazy-row" style={{ padding: '4px', borderTop: '1px solid' }} />
      </ul>
    </main>
  );
}

/** Opens an address, as if it were reached by going back if `back`. */
async function open(address: string, back: boolean): Promise<HTMLElement> {
  await act(async () => root.render(<List key={`${address} ${back}`} address={address} back={back} />));
  return document.querySelector('main') as HTMLElement;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        grow = onResize;
      }
      observe() {}
      disconnect() {
        grow = () => {};
      }
    },
  );
  vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(function (this: HTMLElement, ...[, top]: unknown[]) {
    this.scrollTop = Math.min(top as number, height);
  });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A list of 5,000 px was left at 3,000 px. */
async function left(): Promise<void> {
  height = 5_000;
  const first = await open('/list', false);
  first.scrollTop = 3_000;
  first.dispatchEvent(new Event('scroll'));
  await open('/other', false);
}

/** It is reached again by going back, when none of its rows are there yet. */
async function leftAndBack(): Promise<HTMLElement> {
  await left();
  height = 0;
  return open('/list', true);
}

it('a list that stands again after four seconds is shown where it was left', async () => {
  const again = await leftAndBack();
  expect(again.scrollTop).toBe(0);
  vi.advanceTimersByTime(4_000);
  height = 5_000;
  grow();
  expect(again.scrollTop).toBe(3_000);
});

it.each(['pointerdown', 'wheel', 'keydown'])('after a %s the page stays where the reader has it', async (type) => {
  const again = await leftAndBack();
  window.dispatchEvent(new Event(type));
  height = 5_000;
  grow();
  expect(again.scrollTop).toBe(0);
});

it('a row that is out of sight is as high as it was when the page was left, before the page is scrolled there', async () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ height: 149 } as DOMRect);
  const again = await leftAndBack();
  // The height is that of the content: without 4 px of padding at either end and the line above.
  expect(again.querySelector('li')?.style.containIntrinsicBlockSize).toBe('auto 140px');
});

it('what an earlier visit was scrolled to is forgotten by one that was not scrolled', async () => {
  await left();
  await open('/list', false);
  await open('/other', false);
  expect((await open('/list', true)).scrollTop).toBe(0);
});

it('a page that is opened, and not gone back to, has its rows as high as its style sheet says', async () => {
  await leftAndBack();
  const opened = await open('/list', false);
  expect(opened.querySelector('li')?.style.containIntrinsicBlockSize).toBeFalsy();
});

it('a list that was narrowed down is found where it was left under the address that its filter gave it, and the page after it is not renamed', async () => {
  height = 5_000;
  const narrowed = await open('/list', false);
  renameCurrentPage('/list?status=lost');
  renameCurrentPage('/list?status=won');
  narrowed.scrollTop = 3_000;
  narrowed.dispatchEvent(new Event('scroll'));
  await open('/other', false);
  expect((await open('/list?status=won', true)).scrollTop).toBe(3_000);
  await open('/other', false);
  expect((await open('/list', true)).scrollTop).toBe(0);
});
