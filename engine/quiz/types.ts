/** A quiz (竞猜) as TypeScript types; schemas/quiz.schema.json is the contract. */
import type { Condition } from '../descriptions/sports/types.ts';
import type { Predicate } from '../descriptions/types.ts';

export interface QuizOption<When> {
  readonly code: string;
  readonly name: string;
  /** Left out of the last: it wins when no other does. */
  readonly when?: When;
}

export interface DrawSource {
  readonly kind: 'draw';
  readonly game: string;
  readonly everyMinutes: number;
  readonly leastSeconds: number;
  readonly closeBeforeSeconds: number;
  readonly options: readonly QuizOption<Predicate>[];
}

export interface MatchSource {
  readonly kind: 'match';
  readonly game: string;
  readonly aheadHours: number;
  /** From its beginning until its result is expected. */
  readonly lastsMinutes: number;
  readonly most: number;
  readonly closeBeforeSeconds: number;
  readonly options: readonly QuizOption<Condition>[];
}

export interface QuizDescription {
  readonly $schema: string;
  readonly format: number;
  readonly kind: 'quiz';
  readonly code: string;
  readonly name: string;
  /** Why it is not asked now. */
  readonly disabled?: string;
  readonly order?: number;
  readonly ask: string;
  readonly note?: string;
  /** Points. */
  readonly stake: { readonly least: number; readonly most: number };
  readonly sharePercent: number;
  readonly voidAfterHours: number;
  readonly source: DrawSource | MatchSource;
}
