/** Fingers (and the mouse) that are down now. What comes under a finger that is down is not meant by it. */

const down = new Set<number>();
const up = ({ pointerId }: PointerEvent): void => void down.delete(pointerId);

// Where there is no page, nothing is down.
globalThis.addEventListener?.('pointerdown', ({ pointerId }) => down.add(pointerId), true);
for (const end of ['pointerup', 'pointercancel'] as const) globalThis.addEventListener?.(end, up, true);

/**
 * Ignores what the pointers that are down now do, until all of them are up: lifting a finger does not tap what has come under it meanwhile, such
 * as a sheet. A press that begins while one of them is down is ignored too. Keys work.
 */
export function ignorePointersDown(): void {
  const held = new Set(down);
  if (held.size === 0) return;
  const ignore = (event: Event): void => {
    // A keyboard clicks without a press.
    if (event.type === 'click' && (event as MouseEvent).detail === 0) return;
    event.stopPropagation();
    event.preventDefault();
  };
  const press = (event: PointerEvent): void => {
    for (const id of held) if (!down.has(id) || id === event.pointerId) held.delete(id);
    if (held.size > 0) return ignore(event);
    removeEventListener('pointerdown', press, true);
    removeEventListener('click', ignore, true);
  };
  addEventListener('pointerdown', press, true);
  // The click of a finger comes after it is up: ignored until the next press.
  addEventListener('click', ignore, true);
}
