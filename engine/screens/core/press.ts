/**
 * Marks what a finger presses, at once. Browsers wait some hundred milliseconds with `:active` under a finger, since a touch may become a
 * scroll; a ball or a key that answers so late feels dead. Styles say `:is(:active, [data-pressed])`; rows that are scrolled by do not.
 */
const PRESSED = 'data-pressed';

/** Listens in a document; the returned function ends it. */
export function markPresses(root: Document): () => void {
  let pressed: Element | null = null;
  const release = (): void => {
    pressed?.removeAttribute(PRESSED);
    pressed = null;
  };
  const press = ({ target, isPrimary }: PointerEvent): void => {
    if (!isPrimary || !(target instanceof Element)) return;
    release();
    pressed = target.closest('button:not(:disabled)');
    pressed?.setAttribute(PRESSED, '');
  };
  const options = { capture: true, passive: true };
  root.addEventListener('pointerdown', press, options);
  // A touch that becomes a scroll is cancelled.
  for (const type of ['pointerup', 'pointercancel'] as const) root.addEventListener(type, release, options);
  return () => {
    release();
    root.removeEventListener('pointerdown', press, options);
    for (const type of ['pointerup', 'pointercancel'] as const) root.removeEventListener(type, release, options);
  };
}
