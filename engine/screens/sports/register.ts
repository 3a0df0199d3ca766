/** The blocks of sports games. They stand on a SportProvider, so a screen that uses them names its game (`sport`). */
import type { BlockDefinition } from '../core/contract.ts';

export const SPORT_BLOCKS: readonly BlockDefinition[] = [
  { name: 'match-board', load: () => import('./blocks/match-board/match-board.tsx') },
  { name: 'match-bar', load: () => import('./blocks/match-bar/match-bar.tsx') },
];
