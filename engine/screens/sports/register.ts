/** The blocks of sports games, which stand on a SportProvider, so that a screen names its game (`sport`); and of live scores and cups. */
import type { BlockDefinition } from '../core/contract.ts';

export const SPORT_BLOCKS: readonly BlockDefinition[] = [
  { name: 'match-board', load: () => import('./blocks/match-board/match-board.tsx') },
  { name: 'match-bar', load: () => import('./blocks/match-bar/match-bar.tsx') },
  { name: 'bracket', load: () => import('./blocks/bracket/bracket.tsx') },
  { name: 'live-scores', load: () => import('./blocks/live-scores/live-scores.tsx') },
  { name: 'match-live', load: () => import('./blocks/match-live/match-live.tsx') },
];
