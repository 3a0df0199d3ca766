/** Small games, scratch cards and quizzes. */
export { readQuestions } from './quiz/rows.ts';
export { quizMovementLabels } from './quiz/movement-label.ts';
export { createScratchPools } from './scratch/pools.ts';
export { cardMovementLabels, purchaseMovementLabels } from './scratch/movement-label.ts';
export type { MiniGameServices } from './services.ts';
export { openSmallGames } from './small/games.ts';
export { playMovementLabels } from './small/movement-label.ts';
export { miniGames } from './module.ts';
