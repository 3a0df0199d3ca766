// @vitest-environment happy-dom
/** What the app tells a player by itself stands in nobody's way. */
import { afterEach, expect, it } from 'vitest';
import { showNews } from '../../app/host/news.ts';
import { ui } from '../../app/host/ui.ts';

afterEach(() => {
  ui.news = null;
  document.body.replaceChildren();
});

it('is never shown over an open sheet, and the reminder comes again with the next heartbeat', () => {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('open', '');
  document.body.append(dialog);
  showNews('realityCheck');
  expect(ui.news).toBeNull();
  dialog.remove();
  showNews('realityCheck');
  expect(ui.news?.screen).toBe('reality-check');
});

it('greets once for each page, and one at a time', () => {
  showNews('realityCheck');
  showNews('away');
  expect(ui.news?.screen).toBe('reality-check');
  ui.news = null;
  showNews('away');
  expect(ui.news?.screen).toBe('welcome-back');
  ui.news = null;
  showNews('away');
  expect(ui.news).toBeNull();
});
