/** Names for the types of a quiz (竞猜), which schemas/quiz.schema.json defines. */
export type { DrawSource, MatchSource, QuizDescription } from '../descriptions/generated/quiz.ts';
