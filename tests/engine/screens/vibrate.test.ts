/** Vibration: asked for where the device has it, and never before the player has touched the page. */
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** As on a page that was just opened: once it was touched, it stays so. */
async function fresh() {
  vi.resetModules();
  return (await import('../../../engine/screens/core/vibrate.ts')).vibrate;
}

it.each([
  ['after the first touch', { hasBeenActive: true }, [[8], [[20, 40]]]],
  ['where the browser does not say', undefined, [[8], [[20, 40]]]],
  ['not before it', { hasBeenActive: false }, []],
])('%s', async (_, userActivation, expected) => {
  const vibrate = await fresh();
  const vibrateMock = vi.fn();
  vi.stubGlobal('navigator', { vibrate: vibrateMock, userActivation });
  vibrate(8);
  vibrate([20, 40]);
  expect(vibrateMock.mock.calls).toEqual(expected);
});

it('is nothing where there is no such device', async () => {
  const vibrate = await fresh();
  vi.stubGlobal('navigator', {});
  expect(() => vibrate(8)).not.toThrow();
});

it('a touch that came once is not asked for again', async () => {
  const vibrate = await fresh();
  const vibrateMock = vi.fn();
  const looks = vi.fn(() => true);
  const userActivation = Object.defineProperty({}, 'hasBeenActive', { get: looks });
  vi.stubGlobal('navigator', { vibrate: vibrateMock, userActivation });
  vibrate(8);
  vibrate(8);
  expect(vibrateMock).toHaveBeenCalledTimes(2);
  expect(looks).toHaveBeenCalledTimes(1);
});
