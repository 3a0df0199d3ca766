/** Sense of a quiz: by itself, and among the games that it asks about. */
import { zonesOf } from '../descriptions/semantics/draw.ts';
import { checkPredicate } from '../descriptions/semantics/predicates.ts';
import { type ReportFinding, addDuplicates, collectFindings, unknownNameDetails } from '../descriptions/semantics/report.ts';
import { checkSetNames } from '../descriptions/semantics/sets.ts';
import type { Finding } from '../descriptions/problem.ts';
import { checkPlay } from '../descriptions/sports/semantics.ts';
import type { SportDescription } from '../descriptions/sports/types.ts';
import type { NumberSet, Zone } from '../descriptions/types.ts';
import { asPlay, asSportPlay } from './as-play.ts';
import type { QuizDescription } from './types.ts';
import { WORDS, wordsIn } from './words.ts';

export function quizFindings(quiz: QuizDescription): Finding[] {
  return collectFindings((add) => {
    const { source, stake, ask, note } = quiz;
    const options: readonly { readonly code: string; readonly name: string; readonly when?: unknown }[] = source.options;
    addDuplicates(
      add,
      options,
      ({ code }) => code,
      (i) => `/source/options/${i}/code`,
      '选项|options',
    );
    for (const [i, { name, when }] of options.entries())
      if (when === undefined && i < options.length - 1) add('QUIZ_REST', `/source/options/${i}`, { name });
    if (stake.least > stake.most) add('QUIZ_STAKE', '/stake/least', { least: stake.least, most: stake.most });
    const known: readonly string[] = WORDS[source.kind];
    const words = (text: string, at: string) => {
      for (const name of wordsIn(text)) if (!known.includes(name)) add('QUIZ_WORD', at, unknownNameDetails(name, known));
    };
    words(ask, '/ask');
    if (note !== undefined) words(note, '/note');
    if (source.kind === 'match') for (const [i, { name }] of options.entries()) words(name, `/source/options/${i}/name`);
  });
}

/** What a game of numbers draws. */
export interface QuizSourceGame {
  readonly zones: readonly Zone[];
  readonly sets: readonly NumberSet[];
}

/** The games that there are; null for one whose file is there and refused. */
export interface QuizSourceGames {
  readonly draws: ReadonlyMap<string, QuizSourceGame | null>;
  readonly sports: ReadonlyMap<string, SportDescription | null>;
}

/** The same as it travels to the workshop; what is refused is not in it. */
export interface QuizSourceTexts {
  readonly draws: Readonly<Record<string, QuizSourceGame>>;
  readonly sports: Readonly<Record<string, SportDescription>>;
}

export function quizInSetFindings(quiz: QuizDescription, { draws, sports }: QuizSourceGames): Finding[] {
  return collectFindings((add) => {
    const { source } = quiz;
    const games: ReadonlyMap<string, unknown> = source.kind === 'draw' ? draws : sports;
    if (!games.has(source.game)) return add('QUIZ_GAME', '/source/game', unknownNameDetails(source.game, games.keys()));
    // The question cannot be checked; at a start the quiz in force stays.
    if (games.get(source.game) === null) return add('QUIZ_BROKEN', '/source/game', { name: source.game });
    // Conditions are checked as those of a play are, and say where they stand in this file.
    const here: ReportFinding = (code, pointer, details) => add(code, pointer.replace(PLAY, '/source/options/'), details);
    if (source.kind === 'match') {
      const sport = sports.get(source.game);
      if (sport) checkPlay(here, sport, asSportPlay(source), '/source');
      return;
    }
    const game = draws.get(source.game);
    if (!game) return;
    checkSetNames(here, [{ code: 'quiz', name: 'quiz', plays: [asPlay(source)] }], '', game.sets);
    const zones = zonesOf(game.zones);
    for (const [i, { name, when }] of source.options.entries()) {
      if (when === undefined) continue;
      const pointer = `/source/options/${i}/when`;
      const verdict = checkPredicate({ add, zones, pick: undefined, onPickText: (at) => add('QUIZ_PICK', at) }, when, pointer);
      if (verdict === 'never') add('QUIZ_NEVER', pointer, { name });
      if (verdict === 'always') add('QUIZ_ALWAYS', pointer, { name });
    }
  });
}

/** Where the options stand in the play that a question is read as. */
const PLAY = /^(\/0\/plays\/0\/rule\/cases\/|\/source\/choices\/)/;
