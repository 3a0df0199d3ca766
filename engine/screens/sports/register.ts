/** The blocks of sports games, which stand on a SportProvider, so that a screen names its game (`sport`); and of live scores and cups. */
import type { BlockDefinition } from '../core/contract.ts';
import { registerProvider } from '../core/registry.ts';

registerProvider('sport', () => import('./sport-provider.tsx'));

export const SPORT_BLOCKS: readonly BlockDefinition[] = [
  { name: 'match-board', load: () => import('./blocks/match-board/match-board.tsx'), shape: 'cards' },
  { name: 'match-bar', load: () => import('./blocks/match-bar/match-bar.tsx'), shape: 'foot' },
  { name: 'match-slip', load: () => import('./blocks/match-slip/match-slip.tsx') },
  { name: 'match-optimise', load: () => import('./blocks/match-optimise/match-optimise.tsx') },
  { name: 'match-legs', load: () => import('./blocks/match-legs/match-legs.tsx') },
  { name: 'match-results', load: () => import('./blocks/match-results/match-results.tsx') },
  { name: 'bracket', load: () => import('./blocks/bracket/bracket.tsx') },
  { name: 'match-form', load: () => import('./blocks/match-form/match-form.tsx') },
  { name: 'live-scores', load: () => import('./blocks/live-scores/live-scores.tsx') },
  { name: 'match-live', load: () => import('./blocks/match-live/match-live.tsx') },
];
