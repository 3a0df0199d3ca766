/** The blocks around outside pages. */
import type { BlockDefinition } from '../core/contract.ts';

export const FRAME_BLOCKS: readonly BlockDefinition[] = [
  { name: 'web-frame', load: () => import('./web-frame/web-frame.tsx') },
  { name: 'speed-test', load: () => import('./speed-test/speed-test.tsx') },
];
