/** Calls of quizzes (竞猜). */
import { v7 as uuidv7 } from 'uuid';
import type { QuizQuestion } from '../../../protocol/calls.ts';
import { doSsjcAct, doSsjcActRecord, ssjcQuestions, ssjcQuizzes } from '../../../protocol/calls/quiz.ts';
import type { MiniGameServices } from '../services.ts';
import {
  handle,
  type HandledCall,
  ok,
  runIdempotent,
  type Querying,
  refuseField,
  refuseIdempotent,
  fromDatabase,
} from '../../platform/index.ts';
import { purseBalance } from '../../ledger/index.ts';
import { type StoredEntry, entryModelOf, type QuestionModel, readQuestions } from './rows.ts';
import { UUID } from '../../../protocol/uuid.ts';

/** Real ms that what everybody sees of open questions serves: pools of the last second may come a second later. */
const CACHE_MS = 1_000;
/** Open questions that are listed: more than quizzes with all their rounds make. */
const MOST_OPEN = 200;
/** Quizzes that say no place come after those that do. */
const LAST = 100_001;

interface Seen {
  readonly until: number;
  readonly questions: Promise<QuestionModel[]>;
}
/** The open questions of a process as everybody sees them, for a second, or until somebody enters one here. By its desk of entries. */
const seenBy = new WeakMap<MiniGameServices['entries'], Seen>();

export function quizCalls(context: MiniGameServices): HandledCall[] {
  return [quizzesCall(context), questionsCall(context), entriesCall(context), recordsCall(context)];
}

function quizzesCall(context: MiniGameServices): HandledCall {
  return handle(ssjcQuizzes, async () => {
    const all = [...context.publication.quizzes().values()].map(({ quiz }) => quiz);
    all.sort((a, b) => (a.order ?? LAST) - (b.order ?? LAST) || (a.code < b.code ? -1 : 1));
    return ok({ items: all.map(({ code, name, disabled = '' }) => ({ code, name, disabled })) });
  });
}

/** One question, the open ones, or those that are decided. */
function questionsCall(context: MiniGameServices): HandledCall {
  return handle(ssjcQuestions, async ({ fields: { state = 'open', quiz, question, cursor, size }, player }) => {
    if (question !== undefined)
      return ok({
        items: await withMine(context, await readQuestions(context.database, 'r.id = $1', [question], 'r.id', 1), player?.id),
        next: null,
      });
    if (state === 'open') {
      const all = (await openQuestions(context)).filter((each) => quiz === undefined || each.quiz === quiz);
      const from = Math.max(0, cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1);
      const shown = all.slice(from, from + size);
      return ok({ items: await withMine(context, shown, player?.id), next: all.length > from + size ? (shown.at(-1)?.id ?? null) : null });
    }
    const [, at, id] = /^(\d{1,15})-([0-9a-f-]{36})$/i.exec(cursor ?? '') ?? [];
    const questions = await readQuestions(
      context.database,
      `r.state <> 'open' AND ($1::text IS NULL OR r.quiz = $1) AND ($2::bigint IS NULL OR (r.decided_at, r.id) < ($2, $3::uuid))`,
      [quiz ?? null, at === undefined ? null : Number(at), id ?? null],
      'r.decided_at DESC, r.id DESC',
      size + 1,
    );
    const shown = questions.slice(0, size);
    const last = shown.at(-1);
    return ok({
      items: await withMine(context, shown, player?.id),
      next: questions.length > size && last !== undefined ? `${last.dueAt}-${last.id}` : null,
    });
  });
}

/** Lists the open questions with the player's points, or enters points in one. */
function entriesCall(context: MiniGameServices): HandledCall {
  const { database, entries } = context;
  return handle(doSsjcAct, async ({ fields: { op, question, option, points }, idempotentRequest }) => {
    if (op === 'list') {
      const all = await openQuestions(context);
      return runIdempotent(context, idempotentRequest, async (client, userId) => {
        await context.postPoints(client, userId);
        return ok({ points: await purseBalance(client, userId, 'points'), items: await withMine(context, all, userId, client) });
      });
    }
    if (question === undefined) return refuseIdempotent(context, idempotentRequest, refuseField('question', '请选择题目'));
    if (option === undefined) return refuseIdempotent(context, idempotentRequest, refuseField('option', '请选择选项'));
    if (points === undefined) return refuseIdempotent(context, idempotentRequest, refuseField('points', '请输入积分'));
    const userId = await context.sessions.owner(idempotentRequest.tokenHash);
    if (userId !== undefined && (await purseBalance(database, userId, 'points')) < points) await postPointsNow(context, userId);
    const item = {
      token: idempotentRequest.tokenHash,
      nonce: idempotentRequest.nonce,
      key: idempotentRequest.key,
      body_hash: idempotentRequest.bodyHash,
      id: uuidv7(),
      round: question,
      option,
      points,
      models: {},
    };
    const answer = await entries(item);
    seenBy.delete(entries);
    return fromDatabase(answer);
  });
}

/** Entries of the player, the latest first. */
function recordsCall(context: MiniGameServices): HandledCall {
  const { database } = context;
  return handle(doSsjcActRecord, async ({ fields: { cursor, size, status, quiz, from, to }, player }) => {
    const { rows } = await database.query<StoredEntry>(
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
    return ok({ items: shown.map(entryModelOf), next: rows.length > size ? (shown.at(-1)?.id ?? null) : null });
  });
}

/** Questions with what a player has in them. */
async function withMine(
  context: MiniGameServices,
  questions: readonly QuestionModel[],
  userId: number | undefined,
  client: Querying = context.database,
): Promise<QuizQuestion[]> {
  if (userId === undefined || questions.length === 0) return questions.map((question) => ({ ...question, mine: null }));
  const { rows } = await client.query<{ round: string; option: string; points: number; prize: number; status: StoredEntry['status'] }>(
    `SELECT round, option, sum(points)::bigint AS points, sum(prize)::bigint AS prize, min(status) AS status FROM quiz_entries
      WHERE user_id = $1 AND round = ANY($2) GROUP BY round, option`,
    [userId, questions.map(({ id }) => id)],
    'quiz-mine',
  );
  return questions.map((question) => {
    const ownEntries = rows.find(({ round }) => round === question.id);
    if (ownEntries === undefined) return { ...question, mine: null };
    const { option, points, prize, status } = ownEntries;
    return {
      ...question,
      mine: { option, optionName: question.options.find(({ code }) => code === option)?.name ?? option, points, prize, status },
    };
  });
}

function openQuestions(context: MiniGameServices): Promise<QuestionModel[]> {
  const { entries } = context;
  const seenByPlayer = seenBy.get(entries);
  if (seenByPlayer !== undefined && performance.now() < seenByPlayer.until) return seenByPlayer.questions;
  // What can still be entered first, the soonest to close before the others; then what waits for its result.
  const questions = readQuestions(context.database, `r.state = 'open'`, [], 'r.closes_at <= caipu_now_ms(), r.closes_at, r.id', MOST_OPEN);
  const mine = { until: performance.now() + CACHE_MS, questions };
  seenBy.set(entries, mine);
  // A failure serves those who waited for it and nobody else.
  questions.catch(() => {
    if (seenBy.get(entries) === mine) seenBy.delete(entries);
  });
  return questions;
}

/** Points that are earned and not posted yet can be entered too. */
function postPointsNow(context: MiniGameServices, userId: number): Promise<void> {
  const { database } = context;
  return database.transaction(async (client) => {
    await client.query('SELECT lock_player($1)', [userId], 'lock-player');
    await context.postPoints(client, userId);
  });
}
