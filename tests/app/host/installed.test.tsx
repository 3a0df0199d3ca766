// @vitest-environment happy-dom
/** A tap on the offer of a new version ends in a reload, whatever the workers do. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setUpInstalledApp } from '../../../app/host/installed.ts';
import type { App } from '../../../app/host/host.ts';
import { ui } from '../../../app/host/ui.ts';
import OfferStrip from '../../../app/shell/offer-strip.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** Longer than the page waits for a worker that does not take over. */
const LONG_MS = 10_000;

/** A waiting worker: it answers with its build and notes the other messages. */
function waitingWorker() {
  const heard: string[] = [];
  const postMessage = ({ say }: { readonly say: string }, ports: readonly MessagePort[] = []): void => {
    if (say === 'build') ports[0]?.postMessage('/assets/index-newer.js');
    else heard.push(say);
  };
  return { heard, postMessage, state: 'installed', addEventListener: () => {} };
}

const platform = { storage: { get: () => null, set: () => {} }, tabStorage: { get: () => '1', set: () => {} }, onRecovered: () => {} };

async function offered() {
  const waiting = waitingWorker();
  const registration = Object.assign(new EventTarget(), { waiting: waiting as typeof waiting | null, installing: null });
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: {},
    register: async () => registration,
    ready: new Promise<never>(() => {}),
  });
  vi.stubGlobal('navigator', { serviceWorker });
  void setUpInstalledApp({ platform, host: {} } as unknown as App);
  await vi.waitFor(() => expect(ui.offer).not.toBeNull());
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const show = () => act(async () => root.render(ui.offer && <OfferStrip offer={ui.offer} />));
  await show();
  const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('.offer button')];
  const tap = async (): Promise<void> => {
    vi.useFakeTimers();
    buttons()
      .find(({ textContent }) => textContent === '更新')
      ?.click();
    await show();
  };
  return { waiting, registration, serviceWorker, buttons, tap };
}

const reload = vi.fn();
beforeEach(() => {
  document.body.innerHTML = '<script type="text/plain" data-main="/assets/index-older.js"></script>';
  vi.spyOn(location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  reload.mockReset();
  ui.offer = null;
  document.body.replaceChildren();
});

it('the page reloads once when the worker takes over', async () => {
  const { waiting, serviceWorker, tap } = await offered();
  await tap();
  expect([waiting.heard, reload.mock.calls.length]).toEqual([['take'], 0]);
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  vi.advanceTimersByTime(LONG_MS);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('the page says that it works on it, and reloads though the worker does not take over', async () => {
  const { serviceWorker, buttons, tap } = await offered();
  await tap();
  expect(document.querySelector('.offer__text')?.textContent).toBe('正在更新');
  expect(buttons().map(({ textContent, disabled }) => [textContent, disabled])).toEqual([['更新', true]]);
  vi.advanceTimersByTime(LONG_MS);
  // The worker takes over while the page is on its way already.
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledTimes(1);
});

it('the page reloads at once when another tab has taken the new version', async () => {
  const { waiting, registration, tap } = await offered();
  registration.waiting = null;
  await tap();
  expect([waiting.heard, reload.mock.calls.length]).toEqual([[], 1]);
});

it('a page without a tap is not reloaded when the worker takes over', async () => {
  const { serviceWorker } = await offered();
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
});
