/** Rounds and entries as rows, and in the words of the calls. */
import { pointsFromCarryover } from '../../../engine/quiz/split.ts';
import type { QuizDescription } from '../../../engine/quiz/types.ts';
import type { QuizEntry, QuizQuestion } from '../../../protocol/calls.ts';
import type { Querying } from '../../platform/index.ts';

export interface QuizRound {
  readonly id: string;
  readonly quiz: string;
  readonly number: number;
  readonly kind: 'draw' | 'match';
  readonly game: string;
  readonly subject: string;
  readonly body: string;
  readonly ask: string;
  readonly note: string;
  readonly options: readonly string[];
  readonly names: readonly string[];
  readonly least: number;
  readonly most: number;
  readonly share: number;
  readonly opens_at: number;
  readonly closes_at: number;
  readonly due_at: number;
  readonly void_at: number;
  readonly carried: number;
  /** Null while it is open. */
  readonly taken: number | null;
  readonly state: 'open' | 'paying' | 'done';
  readonly outcome: string | null;
  readonly back: 'void' | 'nobody' | 'one' | null;
  readonly result: string;
  readonly decided_at: number | null;
}

export const ROUND_COLUMNS = `r.id, r.quiz, r.number, r.kind, r.game, r.subject, r.body, r.ask, r.note, r.options, r.names, r.least, r.most, r.share, r.opens_at,
  r.closes_at, r.due_at, r.void_at, r.carried, r.taken, r.state, r.outcome, r.back, r.result, r.decided_at`;

/** Points and players of an option of a round. */
export interface OptionStakes {
  readonly round: string;
  readonly option: string;
  readonly points: number;
  readonly people: number;
}

const WHY = {
  void: '没有正确选项，积分已全部退回',
  nobody: '没有人猜中，积分已全部退回',
  one: '所有人都选了同一项，积分已全部退回',
} as const;

export type QuestionModel = Omit<QuizQuestion, 'mine'>;

export function questionModelOf(round: QuizRound, sides: readonly OptionStakes[], now: number): QuestionModel {
  const { name } = JSON.parse(round.body) as QuizDescription;
  const staked = sides.reduce((sum, { points }) => sum + points, 0);
  const takenPoints = round.taken ?? pointsFromCarryover(staked, round.carried, round.share);
  const pool = staked + takenPoints;
  const on = (code: string) => sides.find(({ option }) => option === code)?.points ?? 0;
  return {
    id: round.id,
    quiz: round.quiz,
    name,
    number: round.number,
    ask: round.ask,
    note: round.note,
    kind: round.kind,
    gameCode: round.game,
    subject: round.subject,
    status: round.state !== 'open' ? (round.back === null ? 'decided' : 'back') : round.closes_at > now ? 'open' : 'closed',
    opensAt: round.opens_at,
    closesAt: round.closes_at,
    dueAt: round.decided_at ?? round.due_at,
    least: round.least,
    most: round.most,
    sharePercent: round.share,
    pool,
    taken: takenPoints,
    carried: round.carried,
    people: sides.reduce((sum, { people }) => sum + people, 0),
    options: round.options.map((code, at) => ({
      code,
      name: round.names[at] ?? code,
      points: on(code),
      percent: percentOf(on(code), staked),
      back: tenBring(on(code), staked, pool, round.share),
    })),
    outcome: round.outcome ?? '',
    outcomeName: nameOf(round, round.outcome),
    result: round.result,
    why: whyBack(round),
  };
}

/** The reason why all players got their points back; '' if they did not. */
const whyBack = ({ back, outcome, result }: Pick<QuizRound, 'back' | 'outcome' | 'result'>): string =>
  back === null ? '' : back === 'void' && outcome === null && result !== '' ? `${result}，积分已全部退回` : WHY[back];

/** In whole percent, half up. */
const percentOf = (part: number, all: number): number => (all === 0 ? 0 : Number((200n * BigInt(part) + BigInt(all)) / (2n * BigInt(all))));

/** What ten points would come to, with one decimal, cut off; '' where everybody would have his points back. */
function tenBring(right: number, staked: number, pool: number, share: number): string {
  if (right === 0 || right === staked) return '';
  const tenths = (100n * BigInt(pool) * BigInt(share)) / (100n * BigInt(right));
  return `${tenths / 10n}.${tenths % 10n}`;
}

/** Rounds with what is staked on each side. `where`, `order`: SQL over quiz_rounds r, never of anybody's making. */
export async function readQuestions(
  client: Querying,
  where: string,
  values: readonly unknown[],
  order: string,
  most: number,
): Promise<QuestionModel[]> {
  const { rows } = await client.query<QuizRound & { now: number }>(
    `SELECT ${ROUND_COLUMNS}, caipu_now_ms() AS now FROM quiz_rounds r WHERE ${where} ORDER BY ${order} LIMIT ${most}`,
    [...values],
  );
  const { rows: sides } = await client.query<OptionStakes>(
    `SELECT round, option, sum(points)::bigint AS points, count(DISTINCT user_id)::int AS people FROM quiz_entries WHERE round = ANY($1) GROUP BY 1, 2`,
    [rows.map(({ id }) => id)],
    'quiz-sides',
  );
  return rows.map((row) =>
    questionModelOf(
      row,
      sides.filter(({ round }) => round === row.id),
      row.now,
    ),
  );
}

const nameOf = ({ options, names }: Pick<QuizRound, 'options' | 'names'>, code: string | null): string =>
  code === null ? '' : (names[options.indexOf(code)] ?? code);

export interface StoredEntry
  extends Pick<QuizRound, 'quiz' | 'ask' | 'options' | 'names' | 'outcome' | 'result' | 'back' | 'due_at' | 'decided_at'> {
  readonly id: string;
  readonly round: string;
  readonly option: string;
  readonly points: number;
  readonly prize: number;
  readonly status: QuizEntry['status'];
  readonly placed_at: number;
}

export const entryModelOf = (row: StoredEntry): QuizEntry => ({
  entryId: row.id,
  question: row.round,
  quiz: row.quiz,
  ask: row.ask,
  option: row.option,
  optionName: nameOf(row, row.option),
  points: row.points,
  prize: row.prize,
  net: row.status === 'placed' ? 0 : row.prize - row.points,
  status: row.status,
  outcomeName: nameOf(row, row.outcome),
  result: row.result,
  why: whyBack(row),
  at: row.placed_at,
  endsAt: row.decided_at ?? row.due_at,
});
