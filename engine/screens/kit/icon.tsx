import type { ReactNode } from 'react';
import iconsUrl from '../../descriptions/generated/icons.svg?url';
import { type ControlName, ICON_NAMES, type IconName } from '../../descriptions/icons.ts';

/** Controls: lines on a 24 grid, 1.75 px strokes in the colour of the text. In the JavaScript, because the first tap needs them. */
const PATHS: Readonly<Record<ControlName, string>> = {
  back: 'M14.5 5 7.5 12l7 7',
  next: 'M9.5 5l7 7-7 7',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.3 10.5v5.5M13.7 10.5v5.5',
  edit: 'M5 19l.8-4L16 4.8l3.2 3.2L9 18.2zM13.8 7l3.2 3.2',
  star: 'M12 4l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.600L4 9.800l5.6-.6z',
  offline:
    'M3.5 9.5a13 13 0 0 1 4-2.600M11 6a13 13 0 0 1 9.5 3.5M6.5 13a8.5 8.5 0 0 1 3.5-2.200M17.5 13a8.5 8.5 0 0 0-2.6-1.800M9.5 16.300a4 4 0 0 1 5 0M12 19.5h.01M4 4l16 16',
  tools: 'M14.5 6.5a4 4 0 0 1 5-.9l-2.6 2.6.4 1.5 1.5.4 2-2.100a4 4 0 0 1-5.7 4.400L8.5 19a2 2 0 0 1-2.9-2.900l6.6-6.600a4 4 0 0 1 2.3-3Z',
  pause: 'M9 6v12M15 6v12',
  play: 'M8.5 5.5v13l9.5-6.5z',
  copy: 'M8.5 8.5h11v11h-11zM8.5 15.5h-4v-11h11v4',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5l4.500 4.500',
  swap: 'M5 9h13l-3.5-3.5M19 15H6l3.5 3.5',
  more: 'M5.5 11.300a.7.7 0 1 0 0 1.400.7.7 0 0 0 0-1.400ZM12 11.300a.7.7 0 1 0 0 1.400.7.7 0 0 0 0-1.400ZM18.5 11.300a.7.7 0 1 0 0 1.400.7.7 0 0 0 0-1.400Z',
  up: 'M12 19V5.5M6.5 11 12 5.5l5.500 5.500',
  down: 'M12 5v13.500M6.5 13l5.500 5.500L17.500 13',
};

export type { IconName };

const KNOWN: ReadonlySet<unknown> = new Set(ICON_NAMES);

export function isIconName(name: unknown): name is IconName {
  return KNOWN.has(name);
}

const isControl = (name: IconName): name is ControlName => Object.hasOwn(PATHS, name);

/**
 * Decoration only: what an icon means is always written too. A drawn icon comes from the sprite; its second tone is --icon-2, made of the
 * first unless a part of the page sets it.
 */
export function Icon({ name, size = 24 }: { readonly name: IconName; readonly size?: number }): ReactNode {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {isControl(name) ? (
        <path d={PATHS[name]} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
      ) : (
        <use href={`${iconsUrl}#${name}`} />
      )}
    </svg>
  );
}
