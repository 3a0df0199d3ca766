/** The blocks of lotteries. Those of a game screen stand on a GameProvider, so a screen that uses them names its game. */
import type { BlockDefinition } from '../core/contract.ts';
import { registerProvider } from '../core/registry.ts';

registerProvider('game', () => import('./game-provider.tsx'));

export const LOTTERY_BLOCKS: readonly BlockDefinition[] = [
  { name: 'draw-list', load: () => import('./blocks/draw-list/draw-list.tsx') },
  { name: 'draw-result', load: () => import('./blocks/draw-result/draw-result.tsx') },
  { name: 'game-catalogue', load: () => import('./blocks/game-catalogue/game-catalogue.tsx') },
  { name: 'game-day', load: () => import('./blocks/game-day/game-day.tsx') },
  { name: 'game-tiles', load: () => import('./blocks/game-tiles/game-tiles.tsx') },
  { name: 'game-list', load: () => import('./blocks/game-list/game-list.tsx') },
  { name: 'trend-chart', load: () => import('./blocks/trend-chart/trend-chart.tsx') },
  { name: 'game-head', load: () => import('./blocks/game-head/game-head.tsx'), shape: 'head' },
  { name: 'countdown', load: () => import('./blocks/countdown/countdown.tsx') },
  { name: 'latest-draw', load: () => import('./blocks/latest-draw/latest-draw.tsx') },
  { name: 'play-tabs', load: () => import('./blocks/play-tabs/play-tabs.tsx'), shape: 'pill' },
  { name: 'play-info', load: () => import('./blocks/play-info/play-info.tsx'), shape: 'line' },
  { name: 'ball-board', load: () => import('./blocks/ball-board/ball-board.tsx'), shape: 'balls' },
  { name: 'bet-bar', load: () => import('./blocks/bet-bar/bet-bar.tsx'), shape: 'foot' },
  { name: 'slip', load: () => import('./blocks/slip/slip.tsx') },
  { name: 'chase-plan', load: () => import('./blocks/chase-plan/chase-plan.tsx') },
  { name: 'scratch-face', load: () => import('./blocks/scratch-face/scratch-face.tsx') },
  { name: 'scratch-surface', load: () => import('./blocks/scratch-surface/scratch-surface.tsx') },
  { name: 'scratch-proof', load: () => import('./blocks/scratch-proof/scratch-proof.tsx') },
  { name: 'win-head', load: () => import('./blocks/win-head/win-head.tsx') },
  { name: 'order-picture', load: () => import('./blocks/order-picture/order-picture.tsx') },
  { name: 'draw-proof', load: () => import('./blocks/draw-proof/draw-proof.tsx') },
];
