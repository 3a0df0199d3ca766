import type { Page } from '@playwright/test';

/** What sticks out of the phone, and text that its own box cuts off. */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const wide = document.scrollingElement?.scrollWidth ?? 0;
    if (wide > window.innerWidth) found.push(`the page is ${wide} px wide`);
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const style = getComputedStyle(element);
      const ownText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (!ownText || style.visibility === 'hidden' || element.closest('.visually-hidden') || element.getClientRects().length === 0)
        continue;
      // A field that is typed into scrolls, and shows that it does.
      if (element instanceof HTMLTextAreaElement) continue;
      const hides = style.overflowX !== 'visible' || style.overflowY !== 'visible';
      if (hides && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2))
        found.push(`${element.className || element.tagName}: ${element.textContent}`);
    }
    return found;
  });
}
