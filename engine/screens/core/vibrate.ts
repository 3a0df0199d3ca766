/**
 * A short vibration (ms, or ms on and off), where the device has it. A browser refuses one before the player has touched the page, and
 * writes that to the console: it is not asked then.
 */
let touched = false;

export function vibrate(pattern: number | readonly number[]): void {
  if (typeof navigator === 'undefined') return;
  // Once touched is touched: the browser is not asked with each tap.
  touched ||= navigator.userActivation?.hasBeenActive !== false;
  if (!touched) return;
  navigator.vibrate?.(typeof pattern === 'number' ? pattern : [...pattern]);
}
