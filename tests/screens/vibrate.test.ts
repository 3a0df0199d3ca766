/** Vibration: asked for where the device has it, and never before the player has touched the page. */
import { afterEach, expect, it, vi } from 'vitest';
import { vibrate } from '../../engine/screens/core/vibrate.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['after the first touch', { hasBeenActive: true }, [[8], [[20, 40]]]],
  ['where the browser does not say', undefined, [[8], [[20, 40]]]],
  ['not before it', { hasBeenActive: false }, []],
])('%s', (_, userActivation, expected) => {
  const asked = vi.fn();
  vi.stubGlobal('navigator', { vibrate: asked, userActivation });
  vibrate(8);
  vibrate([20, 40]);
  expect(asked.mock.calls).toEqual(expected);
});

it('is nothing where there is no such device', () => {
  vi.stubGlobal('navigator', {});
  expect(() => vibrate(8)).not.toThrow();
});
