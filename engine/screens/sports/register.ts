/** The blocks of sports games, of live scores and of cups. */
import type { BlockDefinition } from '../core/contract.ts';

export const SPORT_BLOCKS: readonly BlockDefinition[] = [
  { name: 'bracket', load: () => import('./blocks/bracket/bracket.tsx') },
  { name: 'live-scores', load: () => import('./blocks/live-scores/live-scores.tsx') },
  { name: 'match-live', load: () => import('./blocks/match-live/match-live.tsx') },
];
