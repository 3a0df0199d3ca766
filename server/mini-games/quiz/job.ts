/**
 * The background job of quizzes. It opens a round when the issue or match of its question is on sale. It decides the round when the result
 * exists, and pays entries in batches. Several processes may run it; after a process was killed, another one resumes its work.
 */
import { HOUR_MS, isDatabaseDown, isUnavailable, type RunningJob, NOW_ONCE, errorText, startJob } from '../../platform/index.ts';
import { v7 as uuidv7 } from 'uuid';
import { fillPlaceholders } from '../../../engine/quiz/words.ts';
import type { MiniGameServices } from '../services.ts';
import { ROUND_COLUMNS, type QuizRound } from './rows.ts';
import { roundDecisionOf, openSubjectsOf } from './round-subjects.ts';

export type QuizParts = Pick<MiniGameServices, 'database' | 'games' | 'sports' | 'publication' | 'alarms'>;

/** Real ms between two runs of the job. */
const LOOK_EVERY = 1_000;
/** Most entries that one transaction pays. It takes a few ms. */
const AT_ONCE = 200;
/** Most rounds that one query selects. */
const MOST_DUE = 50;

/** Opens a round for each issue or match that can have one now. Returns the number of opened rounds. */
export async function openRounds(parts: QuizParts): Promise<number> {
  let opened = 0;
  for (const { quiz, body } of parts.publication.quizzes().values()) {
    if (quiz.disabled !== undefined) continue;
    const { source, stake } = quiz;
    for (const { subject, closesAt, dueAt, words } of await openSubjectsOf(parts, quiz)) {
      const round = {
        id: uuidv7(),
        quiz: quiz.code,
        kind: source.kind,
        game: source.game,
        subject,
        body,
        ask: fillPlaceholders(quiz.ask, words),
        note: fillPlaceholders(quiz.note ?? '', words),
        options: source.options.map(({ code }) => code),
        names: source.options.map(({ name }) => fillPlaceholders(name, words)),
        least: stake.least,
        most: stake.most,
        share: quiz.sharePercent,
        closesAt,
        dueAt,
        voidAt: dueAt + quiz.voidAfterHours * HOUR_MS,
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

/** Decides the rounds that are due: by the result, or as void. Returns the number of decided rounds. */
export async function decideRounds(parts: QuizParts): Promise<number> {
  const { database, alarms } = parts;
  const { rows } = await database.query<QuizRound & { now: number }>(
    // Closed rounds that may have a result, and rounds whose issue or match takes no more bets before their close.
    `SELECT ${ROUND_COLUMNS}, caipu_now_ms() AS now FROM quiz_rounds r
      WHERE r.state = 'open' AND (r.closes_at <= ${NOW_ONCE} AND (r.due_at <= ${NOW_ONCE} OR r.kind = 'match')
            OR r.closes_at > ${NOW_ONCE} AND NOT quiz_source_open(r.kind, r.game, r.subject, caipu_now_ms()))
      ORDER BY r.due_at LIMIT ${MOST_DUE}`,
    [],
    'quiz-due',
  );
  let decided = 0;
  for (const round of rows) {
    try {
      const decision = await roundDecisionOf(parts, round, round.now);
      if (decision === undefined) continue;
      const { rows: done } = await database.query<{ done: boolean }>('SELECT decide_quiz($1, $2, $3) AS done', [
        round.id,
        decision.outcome ?? null,
        decision.result,
      ]);
      if (done[0]?.done === true) decided += 1;
    } catch (error) {
      if (isUnavailable(error as Error)) throw error;
      // A round that cannot be decided must not block the others. From `void_at` on it is void.
      alarms.raise('lane-failed', `quiz ${round.quiz}, round ${round.number}: ${errorText(error)}`);
      if (round.now >= round.void_at) await database.query('SELECT decide_quiz($1, NULL, $2)', [round.id, '未取得结果']);
    }
  }
  return decided;
}

/** Pays one batch of entries of each decided round. Returns the number of paid entries. */
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

/** One run of the job: decides rounds, pays entries, opens rounds. It ends early when `ended` returns true. */
export async function runQuizzes(parts: QuizParts, ended: () => boolean = () => false): Promise<void> {
  await decideRounds(parts);
  while (!ended() && (await payRounds(parts)) > 0);
  await openRounds(parts);
}

/** Starts the job; the first run waits for `begin`. */
export function startQuizzes(context: MiniGameServices, log: (line: string) => void, begin: Promise<void>): RunningJob {
  return startJob(
    async (ended) => {
      await runQuizzes(context, ended);
      return LOOK_EVERY;
    },
    (error) => {
      log(`quizzes: ${error.message}; trying again`);
      if (!isDatabaseDown(error)) context.alarms.raise('lane-failed', `quizzes: ${errorText(error)}`);
    },
    begin,
  );
}
