// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { markPresses } from '../../engine/screens/core/press.ts';

afterEach(() => document.body.replaceChildren());

it('a button is marked from the touch on until the finger is lifted or scrolls, and nothing else is', () => {
  document.body.innerHTML = '<button id="a"><span id="in">1</span></button><button id="off" disabled>2</button><p id="text">3</p>';
  const stop = markPresses(document);
  const pressed = () => [...document.querySelectorAll('[data-pressed]')].map(({ id }) => id);
  const point = (type: string, id: string, isPrimary = true) =>
    document.getElementById(id)?.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary }));
  point('pointerdown', 'in');
  expect(pressed()).toEqual(['a']);
  point('pointerup', 'in');
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
