/**
 * Rounds of quizzes by themselves: opened when what they ask about is on sale, decided when its result is there, and paid some entries at a
 * time. Any number of processes may do it; what a killed one began the next goes on with.
 */
import { NOW_ONCE } from '../clock.ts';
import { v7 as uuidv7 } from 'uuid';
import { fillWords } from '../../engine/quiz/words.ts';
import type { Context } from '../context.ts';
import { isAway, isUnavailable } from '../db/postgres.ts';
import { type Lane, startLane } from '../draws/lane.ts';
import { reasonOf } from '../draws/quarantine.ts';
import { ROUND, type QuizRound } from './rows.ts';
import { decisionOf, subjectsOf } from './subjects.ts';

export type QuizParts = Pick<Context, 'database' | 'games' | 'sports' | 'publication' | 'alarms'>;

/** Real ms between two looks. */
const LOOK_EVERY = 1_000;
/** Entries that are paid in one transaction: a few ms. */
const AT_ONCE = 200;
/** Rounds that are looked at in one look. */
const MOST_DUE = 50;
const HOUR = 3_600_000;

/** Opens what can be opened now; returns how many rounds. */
export async function openRounds(parts: QuizParts): Promise<number> {
  let opened = 0;
  for (const { quiz, body } of parts.publication.quizzes().values()) {
    if (quiz.disabled !== undefined) continue;
    const { source, stake } = quiz;
    for (const { subject, closesAt, dueAt, words } of await subjectsOf(parts, quiz)) {
      const round = {
        id: uuidv7(),
        quiz: quiz.code,
        kind: source.kind,
        game: source.game,
        subject,
        body,
        ask: fillWords(quiz.ask, words),
        note: fillWords(quiz.note ?? '', words),
        options: source.options.map(({ code }) => code),
        names: source.options.map(({ name }) => fillWords(name, words)),
        least: stake.least,
        most: stake.most,
        share: quiz.sharePercent,
        closesAt,
        dueAt,
        voidAt: dueAt + quiz.voidAfterHours * HOUR,
        open: source.kind === 'draw' ? 1 : source.most,
      };
      const { rows } = await parts.database.query<{ opened: boolean }>(
        'SELECT open_quiz($1::jsonb) AS opened',
        [JSON.stringify(round)],
        'open-quiz',
      );
      if (rows[0]?.opened === true) opened += 1;
    }
  }
  return opened;
}

/** Decides what has a result; returns how many rounds. */
export async function decideRounds(parts: QuizParts): Promise<number> {
  const { database, alarms } = parts;
  const { rows } = await database.query<QuizRound & { now: number }>(
    // Those that are due, and those whose issue or match has gone before its time.
    `SELECT ${ROUND}, caipu_now_ms() AS now FROM quiz_rounds r
      WHERE r.state = 'open' AND (r.closes_at <= ${NOW_ONCE} AND (r.due_at <= ${NOW_ONCE} OR r.kind = 'match')
            OR r.closes_at > ${NOW_ONCE} AND NOT quiz_source_open(r.kind, r.game, r.subject, caipu_now_ms()))
      ORDER BY r.due_at LIMIT ${MOST_DUE}`,
    [],
    'quiz-due',
  );
  let decided = 0;
  for (const round of rows) {
    try {
      const decision = await decisionOf(parts, round, round.now);
      if (decision === undefined) continue;
      const { rows: done } = await database.query<{ done: boolean }>('SELECT decide_quiz($1, $2, $3) AS done', [
        round.id,
        decision.outcome ?? null,
        decision.result,
      ]);
      if (done[0]?.done === true) decided += 1;
    } catch (error) {
      if (isUnavailable(error as Error)) throw error;
      // One question that cannot be decided holds up no other; it is void when its time is over.
      alarms.raise('lane-failed', `quiz ${round.quiz}, round ${round.number}: ${reasonOf(error)}`);
      if (round.now >= round.void_at) await database.query('SELECT decide_quiz($1, NULL, $2)', [round.id, '没有等到结果']);
    }
  }
  return decided;
}

/** Pays one step of each decided round; returns how many entries. */
export async function payRounds({ database }: Pick<QuizParts, 'database'>): Promise<number> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM quiz_rounds WHERE state = 'paying' ORDER BY due_at LIMIT ${MOST_DUE}`,
    [],
    'quiz-paying',
  );
  let paid = 0;
  for (const { id } of rows) {
    const { rows: step } = await database.query<{ n: number }>('SELECT pay_quiz($1, $2) AS n', [id, AT_ONCE], 'pay-quiz');
    paid += step[0]?.n ?? 0;
  }
  return paid;
}

/** One round of everything. */
export async function tendQuizzes(parts: QuizParts, ended: () => boolean = () => false): Promise<void> {
  await decideRounds(parts);
  while (!ended() && (await payRounds(parts)) > 0);
  await openRounds(parts);
}

export function startQuizzes(context: Context, log: (line: string) => void, begin: Promise<void>): Lane {
  return startLane(
    async (ended) => {
      await tendQuizzes(context, ended);
      return LOOK_EVERY;
    },
    (error) => {
      log(`quizzes: ${error.message}; trying again`);
      if (!isAway(error)) context.alarms.raise('lane-failed', `quizzes: ${reasonOf(error)}`);
    },
    begin,
  );
}
