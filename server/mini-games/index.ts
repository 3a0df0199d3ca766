/** Small games, scratch cards and quizzes. */
export { readQuestions } from './quiz/rows.ts';
export { quizSubjects } from './quiz/movement-label.ts';
export { createScratchPools } from './scratch/pools.ts';
export { cardSubjects, purchaseSubjects } from './scratch/movement-label.ts';
export type { MiniGameServices } from './services.ts';
export { openSmallGames } from './small/games.ts';
export { playSubjects } from './small/movement-label.ts';
export { miniGames } from './module.ts';
