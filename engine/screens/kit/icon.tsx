import type { ReactNode } from 'react';
import type { IconName } from '../../descriptions/screens/icons.ts';

/** Line icons on a 24 grid, 1.75 px strokes in the colour of the text. Decoration only: what they mean is always written too. */
const PATHS: Readonly<Record<IconName, string>> = {
  home: 'M4 11.2 12 4.5l8 6.7M6 9.8V19.5h4.6v-5h2.8v5H18V9.8',
  ticket: 'M4 8.5V6.5h16v2a3.5 3.5 0 0 0 0 7v2H4v-2a3.5 3.5 0 0 0 0-7ZM14 6.5v2m0 2.5v2m0 2.5v2',
  draw: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM18 18l2.5 2.5',
  discover: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM15.5 8.5l-2 5-5 2 2-5z',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
  back: 'M14.5 5 7.5 12l7 7',
  next: 'M9.5 5l7 7-7 7',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.3 10.5v5.5M13.7 10.5v5.5',
  edit: 'M5 19l.8-4L16 4.8l3.2 3.2L9 18.2zM13.8 7l3.2 3.2',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  horn: 'M4.5 10v4h3l6.5 4V6L7.5 10zM17 9.5a4 4 0 0 1 0 5M7.5 14v4.5h2.5',
  wallet: 'M4.5 7.5h13a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2zM4.5 7.5l10-3.5v3.5M19.5 12h-4a1.750 1.750 0 0 0 0 3.5h4',
  list: 'M8.5 6.5h11M8.5 12h11M8.5 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01',
  gear: 'M12 15.200a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.400ZM12 3.5l1 2.6 2.6 1 2.5-1.2 1.9 1.9-1.2 2.6 1 2.6 0 0-1 2.6 1.2 2.6-1.9 1.9-2.5-1.2-2.6 1-1 2.6-1-2.6-2.6-1-2.5 1.200L4 16.200l1.2-2.6-1-2.6 1-2.600L4 7.800l1.9-1.9 2.5 1.2 2.6-1z',
  chart: 'M4.5 19.5h15M7 16v-4.5M12 16V6M17 16V9',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7v5.200l3.2 2',
  help: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.200c-.8.4-1.1.9-1.1 1.800M12 16.5h.01',
  chat: 'M4.5 5.5h15v11h-8l-4 3.5v-3.5h-3zM8.5 10h7M8.5 13h4.5',
  gift: 'M4.5 9h15v3.5h-15zM6 12.5v7h12v-7M12 9v10.5M12 9c-1-3.5-5-4-5-1.700C7 9 10 9 12 9Zm0 0c1-3.5 5-4 5-1.700C17 9 14 9 12 9Z',
  star: 'M12 4l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.600L4 9.800l5.6-.6z',
  shield: 'M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.200L15.2 10',
  trophy:
    'M8 4.5h8v6a4 4 0 0 1-8 0zM8 6H4.5c0 3 1.2 4.8 3.7 5M16 6h3.5c0 3-1.2 4.8-3.7 5M12 14.5v3M8.5 19.5h7M9.5 19.5c0-1.3 1-2 2.5-2s2.5.7 2.5 2',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.8 19.5c.5-3.6 3-5.3 6.2-5.300s5.7 1.7 6.2 5.300M15.5 4.900a3.5 3.5 0 0 1 0 6.200M17.5 14.600c2.1.7 3.4 2.3 3.7 4.9',
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

export function isIconName(name: unknown): name is IconName {
  return typeof name === 'string' && Object.hasOwn(PATHS, name);
}

export function Icon({ name, size = 24 }: { readonly name: IconName; readonly size?: number }): ReactNode {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
