// @vitest-environment happy-dom
/** What comes under a finger that is down is not tapped by lifting it. */
import { afterEach, expect, it } from 'vitest';
import { ignorePointersDown } from '../../../engine/screens/kit/pointers.ts';

let clicks = 0;
const button = document.body.appendChild(document.createElement('button'));
button.addEventListener('click', () => (clicks += 1));
let presses = 0;
button.addEventListener('pointerdown', () => (presses += 1));

const pointer = (type: string, pointerId: number) =>
  button.dispatchEvent(new PointerEvent(type, { pointerId, bubbles: true, cancelable: true }));
const click = (detail = 1) => button.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true }));
function tap(pointerId: number): void {
  pointer('pointerdown', pointerId);
  pointer('pointerup', pointerId);
  click();
}

afterEach(() => {
  tap(99);
  clicks = presses = 0;
});

it('ignores the click of a finger that was down, and takes the next tap', () => {
  pointer('pointerdown', 1);
  ignorePointersDown();
  pointer('pointerup', 1);
  click();
  expect(clicks).toBe(0);
  tap(2);
  expect(clicks).toBe(1);
});

it('ignores other fingers until all that were down are up', () => {
  pointer('pointerdown', 1);
  pointer('pointerdown', 2);
  presses = 0;
  ignorePointersDown();
  pointer('pointerup', 1);
  tap(3);
  expect([presses, clicks]).toEqual([0, 0]);
  pointer('pointercancel', 2);
  tap(4);
  expect([presses, clicks]).toEqual([1, 1]);
});

it('takes keys at once, and does nothing while no finger is down', () => {
  pointer('pointerdown', 1);
  ignorePointersDown();
  click(0);
  expect(clicks).toBe(1);
  pointer('pointerup', 1);
  tap(1);
  ignorePointersDown();
  click();
  expect(clicks).toBe(3);
});

it('takes the mouse again whose release was outside of the page', () => {
  pointer('pointerdown', 1);
  ignorePointersDown();
  tap(1);
  expect(clicks).toBe(1);
});
