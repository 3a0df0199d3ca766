/**
 * Marks what a finger presses, at once. Browsers wait some hundred milliseconds with `:active` under a finger, since a touch may become a
 * scroll; a ball or a key that answers so late feels dead. Styles say `:is(:active, [data-pressed])`; rows that are scrolled by do not.
 */
const PRESSED = 'data-pressed';

/** Listens in a document; the returned function ends it. */
export function markPresses(root: Document): () => void {
  let pressed: Element | null = null;
  let frame: number | undefined;
  const release = (): void => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
    pressed?.removeAttribute(PRESSED);
    pressed = null;
  };
  // The click follows the finger's end at once. What it changes and the end of the mark are one frame instead of two.
  const releaseWithClick = (): void => {
    if (pressed) frame ??= requestAnimationFrame(release);
  };
  const press = ({ target, isPrimary }: PointerEvent): void => {
    if (!isPrimary || !(target instanceof Element)) return;
    release();
    pressed = target.closest('button:not(:disabled)');
    pressed?.setAttribute(PRESSED, '');
  };
  const options = { capture: true, passive: true };
  root.addEventListener('pointerdown', press, options);
  root.addEventListener('pointerup', releaseWithClick, options);
  // A touch that becomes a scroll is cancelled.
  root.addEventListener('pointercancel', release, options);
  return () => {
    release();
    root.removeEventListener('pointerdown', press, options);
    root.removeEventListener('pointerup', releaseWithClick, options);
    root.removeEventListener('pointercancel', release, options);
  };
}
