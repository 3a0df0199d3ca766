import type { Page } from '@playwright/test';

/** Notes every message that a page shows from now on, over reloads too. Resolves with what gives them. */
export async function recordToasts(page: Page): Promise<() => Promise<string[]>> {
  const note = (): void => {
    const shown = new WeakSet<Element>();
    new MutationObserver(() => {
      const toast = document.querySelector('.toast__text');
      if (!toast || shown.has(toast)) return;
      shown.add(toast);
      sessionStorage.setItem(
        'test.toasts',
        JSON.stringify([...JSON.parse(sessionStorage.getItem('test.toasts') ?? '[]'), toast.textContent]),
      );
    }).observe(document, { subtree: true, childList: true });
  };
  await page.addInitScript(note);
  if (page.url() !== 'about:blank') await page.evaluate(note);
  return () => page.evaluate(() => JSON.parse(sessionStorage.getItem('test.toasts') ?? '[]') as string[]);
}
