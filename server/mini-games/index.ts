/** Small games, scratch cards and quizzes. */
export { readQuestions } from './quiz/rows.ts';
export { quizSubjects } from './quiz/subject.ts';
export { createPools } from './scratch/pools.ts';
export { cardSubjects, purchaseSubjects } from './scratch/subject.ts';
export type { MiniGameServices } from './services.ts';
export { openSmallGames } from './small/games.ts';
export { playSubjects } from './small/subject.ts';
export { miniGames } from './module.ts';
