import { afterPaint } from '../core/idle-callback.ts';

/** Whether a finger could touch it where it is: inside the window, and under no bar. */
function isUncovered(cell: Element): boolean {
  const { left, top, width, height } = cell.getBoundingClientRect();
  return cell.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

/** What was picked for the player may all lie beyond the edges of a long board: then the first of it is brought into view. */
export function scrollToPicks(): void {
  afterPaint(() => {
    const picked = [...document.querySelectorAll('.board :is(.cur, .cur-dan)')];
    if (picked.some(isUncovered)) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    picked[0]?.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
  });
}
