/** The blocks around outside pages. */
import type { BlockDefinition } from '../core/contract.ts';

export const FRAME_BLOCKS: readonly BlockDefinition[] = [
  {
    name: 'web-frame',
    accessibility:
      'a frame named by its title under a header, or under a floating button that reloads at one press and goes back at two; the tutorial is a modal dialog with a countdown that is not announced',
    load: () => import('./web-frame/web-frame.tsx'),
  },
  {
    name: 'speed-test',
    accessibility: 'a list of lines with their times; a button measures again; the verdict is a polite live region',
    load: () => import('./speed-test/speed-test.tsx'),
  },
];
