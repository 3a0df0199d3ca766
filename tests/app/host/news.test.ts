// @vitest-environment happy-dom
/** What the app tells a player by itself stands in nobody's way. */
import { afterEach, expect, it } from 'vitest';
import { openNewsSheet } from '../../../app/host/news.ts';
import { type NewsSheet, ui } from '../../../app/host/ui.ts';

/** What stands there now; the narrowing of an assignment does not last over a call. */
const shown = (): NewsSheet | null => ui.news;

afterEach(() => {
  ui.news = null;
  document.body.replaceChildren();
});

it('is never shown over an open sheet, and the reminder comes again with the next heartbeat', () => {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('open', '');
  document.body.append(dialog);
  openNewsSheet('realityCheck');
  expect(shown()).toBeNull();
  dialog.remove();
  openNewsSheet('realityCheck');
  expect(shown()?.screen).toBe('reality-check');
});

it('greets once for each page, and one at a time', () => {
  openNewsSheet('realityCheck');
  openNewsSheet('away');
  expect(shown()?.screen).toBe('reality-check');
  ui.news = null;
  openNewsSheet('away');
  expect(shown()?.screen).toBe('welcome-back');
  ui.news = null;
  openNewsSheet('away');
  expect(shown()).toBeNull();
});
