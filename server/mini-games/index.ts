/** Small games, scratch cards and quizzes. */
export { readQuestions } from './quiz/rows.ts';
export { quizSubjects } from './quiz/movement-subjects.ts';
export { createScratchPools } from './scratch/pools.ts';
export { cardSubjects, purchaseSubjects } from './scratch/movement-subjects.ts';
export type { MiniGameServices } from './services.ts';
export { openSmallGames } from './small/games.ts';
export { playSubjects } from './small/movement-subjects.ts';
export { miniGames } from './module.ts';
