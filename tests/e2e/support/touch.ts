import type { Page } from '@playwright/test';

/** What is tapped and is smaller than a finger (px), either way; how far a tap is taken counts, not how large the thing looks. */
const LEAST = 44;

/** Controls whose area is less than 44 × 44 px. */
export function smallTouchTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const found = new Set<string>();
    const controls = 'button, a[href], select, textarea, summary, input:not([type=hidden]), [role=button], [role=switch], [role=tab]';
    const scrollers = [...document.querySelectorAll('[data-scroller]')].map((element) => [element, element.scrollTop] as const);
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      if (control.closest('[inert], .visually-hidden, [aria-hidden=true]') || control.getClientRects().length === 0) continue;
      // A word of a sentence is as high as its line.
      if (getComputedStyle(control).display === 'inline') continue;
      // A tap on the label is a tap on the field.
      const target = control.closest('label') ?? control;
      const box = target.getBoundingClientRect();
      if (box.width >= least - 0.5 && box.height >= least - 0.5) continue;
      target.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = target.getBoundingClientRect();
      const reach = (x: number, y: number): boolean => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (target.contains(hit) || hit.closest(controls) === control);
      };
      const [x, y, half] = [left + width / 2, top + height / 2, least / 2 - 1];
      const wide = width >= least - 0.5 || (reach(x - half, y) && reach(x + half, y));
      const high = height >= least - 0.5 || (reach(x, y - half) && reach(x, y + half));
      if (!wide || !high)
        found.add(
          `${target.className || target.tagName} "${(control.getAttribute('aria-label') ?? target.textContent ?? '').slice(0, 12)}" ${Math.round(width)} × ${Math.round(height)}`,
        );
    }
    for (const [element, position] of scrollers) element.scrollTop = position;
    return [...found];
  }, LEAST);
}
