// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { markPresses } from '../../../engine/screens/core/press.ts';

/** Callbacks that wait for the next frame. */
let frames: Map<number, () => void>;
let stop: () => void = () => {};
beforeEach(() => {
  frames = new Map();
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => {
    frames.set(frames.size + 1, work);
    return frames.size;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.set(id, () => {}));
  document.body.innerHTML =
    '<button id="a"><span id="in">1</span></button><button id="b">2</button><button id="off" disabled>3</button><p id="text">4</p>';
  stop = markPresses(document);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const pressed = () => [...document.querySelectorAll('[data-pressed]')].map(({ id }) => id);
const point = (type: string, id: string, isPrimary = true) =>
  document.getElementById(id)?.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary }));
const frame = () => {
  const due = [...frames.values()];
  frames = new Map();
  for (const work of due) work();
};

it('an enabled button is marked from the touch until the frame after the finger is lifted, or until the touch becomes a scroll', () => {
  point('pointerdown', 'in');
  expect(pressed()).toEqual(['a']);
  point('pointerup', 'in');
  frame();
  expect(pressed()).toEqual([]);
  point('pointerdown', 'a');
  point('pointercancel', 'a');
  expect(pressed()).toEqual([]);
  for (const id of ['off', 'text']) point('pointerdown', id);
  // A second finger presses nothing.
  point('pointerdown', 'a', false);
  expect(pressed()).toEqual([]);
  point('pointerdown', 'a');
  stop();
  expect(pressed()).toEqual([]);
  point('pointerdown', 'a');
  expect(pressed()).toEqual([]);
});

it('the mark disappears in the frame of the click’s change, not in an earlier one', () => {
  const seen: string[][] = [];
  document.getElementById('a')?.addEventListener('click', () => seen.push(pressed()));
  point('pointerdown', 'a');
  point('pointerup', 'a');
  document.getElementById('a')?.click();
  expect(seen).toEqual([['a']]);
  frame();
  expect(pressed()).toEqual([]);
});

it('a press of the next button before that frame marks that button and no other', () => {
  point('pointerdown', 'a');
  point('pointerup', 'a');
  point('pointerdown', 'b');
  expect(pressed()).toEqual(['b']);
  frame();
  expect(pressed()).toEqual(['b']);
});
