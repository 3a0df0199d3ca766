/** Calls of quizzes (竞猜). */
import { v7 as uuidv7 } from 'uuid';
import type { QuizQuestion } from '../../protocol/calls.ts';
import { doSsjcAct, doSsjcActRecord, ssjcQuestions, ssjcQuizzes } from '../../protocol/calls/quiz.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import { purseOf } from '../member/rewards.ts';
import { type HandledCall, handle, ok, refuseField, stored } from '../web/call.ts';
import { onceForKey, refuseForKey } from '../web/keyed.ts';
import { type EntryRow, entryOf, type Question, readQuestions } from './rows.ts';

/** Real ms that what everybody sees of open questions serves: pools of the last second may come a second later. */
const SERVES_MS = 1_000;
/** Open questions that are listed: more than quizzes with all their rounds make. */
const MOST_OPEN = 200;

export function quizCalls(context: Context): HandledCall[] {
  const { database } = context;
  /** The open questions as everybody sees them, for a second, or until somebody enters one here. */
  let seen: { readonly until: number; readonly questions: Promise<Question[]> } | undefined;

  const read = (where: string, values: readonly unknown[], order: string, most: number): Promise<Question[]> =>
    readQuestions(database, where, values, order, most);

  /** With what a player has in them. */
  async function withMine(
    questions: readonly Question[],
    userId: number | undefined,
    client: Querying = database,
  ): Promise<QuizQuestion[]> {
    if (userId === undefined || questions.length === 0) return questions.map((question) => ({ ...question, mine: null }));
    const { rows } = await client.query<{ round: string; option: string; points: number; prize: number; status: EntryRow['status'] }>(
      `SELECT round, option, sum(points)::bigint AS points, sum(prize)::bigint AS prize, min(status) AS status FROM quiz_entries
        WHERE user_id = $1 AND round = ANY($2) GROUP BY round, option`,
      [userId, questions.map(({ id }) => id)],
      'quiz-mine',
    );
    return questions.map((question) => {
      const own = rows.find(({ round }) => round === question.id);
      if (own === undefined) return { ...question, mine: null };
      const { option, points, prize, status } = own;
      return {
        ...question,
        mine: { option, optionName: question.options.find(({ code }) => code === option)?.name ?? option, points, prize, status },
      };
    });
  }

  function open(): Promise<Question[]> {
    if (seen !== undefined && performance.now() < seen.until) return seen.questions;
    // What can still be entered first, the soonest to close before the others; then what waits for its result.
    const questions = read(`r.state = 'open'`, [], 'r.closes_at <= caipu_now_ms(), r.closes_at, r.id', MOST_OPEN);
    const mine = { until: performance.now() + SERVES_MS, questions };
    seen = mine;
    // A failure serves those who waited for it and nobody else.
    questions.catch(() => {
      if (seen === mine) seen = undefined;
    });
    return questions;
  }

  return [
    handle(ssjcQuizzes, async () => {
      const all = [...context.publication.quizzes().values()].map(({ quiz }) => quiz);
      all.sort((a, b) => (a.order ?? LAST) - (b.order ?? LAST) || (a.code < b.code ? -1 : 1));
      return ok({ items: all.map(({ code, name, disabled = '' }) => ({ code, name, disabled })) });
    }),
    handle(ssjcQuestions, async ({ fields: { state = 'open', quiz, question, cursor, size }, player }) => {
      if (question !== undefined)
        return ok({ items: await withMine(await read('r.id = $1', [question], 'r.id', 1), player?.id), next: null });
      if (state === 'open') {
        const all = (await open()).filter((each) => quiz === undefined || each.quiz === quiz);
        const from = Math.max(0, cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1);
        const shown = all.slice(from, from + size);
        return ok({ items: await withMine(shown, player?.id), next: all.length > from + size ? (shown.at(-1)?.id ?? null) : null });
      }
      const [, at, id] = /^(\d{1,15})-([0-9a-f-]{36})$/i.exec(cursor ?? '') ?? [];
      const found = await read(
        `r.state <> 'open' AND ($1::text IS NULL OR r.quiz = $1) AND ($2::bigint IS NULL OR (r.decided_at, r.id) < ($2, $3::uuid))`,
        [quiz ?? null, at === undefined ? null : Number(at), id ?? null],
        'r.decided_at DESC, r.id DESC',
        size + 1,
      );
      const shown = found.slice(0, size);
      const last = shown.at(-1);
      return ok({
        items: await withMine(shown, player?.id),
        next: found.length > size && last !== undefined ? `${last.dueAt}-${last.id}` : null,
      });
    }),
    handle(doSsjcAct, async ({ fields: { op, question, option, points }, keyed }) => {
      if (op === 'list') {
        const all = await open();
        return onceForKey(context, keyed, async (client, userId) =>
          ok({ points: await purseOf(client, userId, 'points'), items: await withMine(all, userId, client) }),
        );
      }
      if (question === undefined) return refuseForKey(context, keyed, refuseField('question', '请选择题目'));
      if (option === undefined) return refuseForKey(context, keyed, refuseField('option', '请选择选项'));
      if (points === undefined) return refuseForKey(context, keyed, refuseField('points', '请填写积分'));
      const item = {
        token: keyed.tokenHash,
        nonce: keyed.nonce,
        key: keyed.key,
        body_hash: keyed.bodyHash,
        id: uuidv7(),
        round: question,
        option,
        points,
        models: {},
      };
      const answer = await context.entries(item);
      seen = undefined;
      return stored(answer);
    }),
    handle(doSsjcActRecord, async ({ fields: { cursor, size, status, quiz, from, to }, player }) => {
      const { rows } = await database.query<EntryRow>(
        `SELECT e.id, e.round, e.option, e.points, e.prize, e.status, e.placed_at, r.quiz, r.ask, r.options, r.names, r.outcome, r.result, r.back, r.due_at, r.decided_at
           FROM quiz_entries e JOIN quiz_rounds r ON r.id = e.round
          WHERE e.user_id = $1 AND ($2::uuid IS NULL OR e.id < $2) AND ($3::text IS NULL OR e.status = $3) AND ($4::text IS NULL OR r.quiz = $4)
            AND ($5::bigint IS NULL OR e.placed_at >= $5) AND ($6::bigint IS NULL OR e.placed_at < $6)
          ORDER BY e.id DESC LIMIT $7`,
        [
          player.id,
          cursor !== undefined && UUID.test(cursor) ? cursor : null,
          status ?? null,
          quiz ?? null,
          from ?? null,
          to ?? null,
          size + 1,
        ],
        'quiz-records',
      );
      const shown = rows.slice(0, size);
      return ok({ items: shown.map(entryOf), next: rows.length > size ? (shown.at(-1)?.id ?? null) : null });
    }),
  ];
}

/** Quizzes that say no place come after those that do. */
const LAST = 100_001;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
