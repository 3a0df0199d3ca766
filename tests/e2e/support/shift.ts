import type { Page } from '@playwright/test';

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}
interface Shifted {
  shifted: { value: number; where: string }[];
}

/** Notes from now on what moves by itself on the pages that are opened. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shiftWindow = window as unknown as Shifted;
    shiftWindow.shifted = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        const where = entry.sources
          .map(({ node, previousRect, currentRect }) => {
            const element = node instanceof Element ? node : node?.parentElement;
            return `${element?.className || element?.tagName} ${Math.round(previousRect.top)}→${Math.round(currentRect.top)}`;
          })
          .join(', ');
        shiftWindow.shifted.push({ value: entry.value, where });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** How much has moved since the page was loaded or this was last asked: the sum of Chromium's own scores, and what it was. */
export async function layoutShifts(page: Page): Promise<{ readonly sum: number; readonly where: readonly string[] }> {
  const moved = await page.evaluate(() => (window as unknown as Shifted).shifted.splice(0));
  return { sum: moved.reduce((sum, { value }) => sum + value, 0), where: moved.map(({ value, where }) => `${value.toFixed(3)} ${where}`) };
}

/** From now on each page gets its answers one after the other, `ms` apart: whatever an answer pushes aside is seen to move, on fast machines too. */
export async function delayAnswersInTurn(page: Page, ms: number): Promise<void> {
  await page.addInitScript((apart) => {
    const originalFetch = window.fetch;
    let last = 0;
    window.fetch = async (...request) => {
      const answer = await originalFetch(...request);
      if (!new URL(answer.url).pathname.startsWith('/api/')) return answer;
      last = Math.max(performance.now(), last + apart);
      await new Promise((due) => setTimeout(due, last - performance.now()));
      return answer;
    };
  }, ms);
}
