/** The blocks of small games beside the draws. Each is a file of its own, loaded when its screen opens. */
import type { BlockDefinition } from '../core/contract.ts';

export const SMALL_BLOCKS: readonly BlockDefinition[] = [
  { name: 'card-gate', load: () => import('./blocks/card-gate/card-gate.tsx') },
  { name: 'reels', load: () => import('./blocks/reels/reels.tsx') },
  { name: 'dice-cup', load: () => import('./blocks/dice-cup/dice-cup.tsx') },
  { name: 'play-proof', load: () => import('./blocks/play-proof/play-proof.tsx') },
  { name: 'odds-grid', load: () => import('./blocks/odds-grid/odds-grid.tsx') },
];
