/** Calls of the back office for results: matches without a result, entering one, and corrections that a second operator signs. */
import { instant, list, object, optional, Type, text } from '../calls/schema.ts';
import { day } from './day.ts';
import { deskCall } from './define.ts';
import type { Measures } from './measures.ts';
import { signature } from './signature.ts';

export type MatchResult =
  | { readonly measures: Measures; readonly void?: undefined }
  | { readonly void: true; readonly measures?: undefined };

export interface ListedMatch {
  readonly id: string;
  readonly league: string;
  readonly home: string;
  readonly away: string;
  readonly startsAt: number;
  readonly state: string;
  /** sim: a match of the simulated feed. */
  readonly source: string;
  readonly measures: Measures;
  /** A tie of a cup's knock-out round, which must have a winner. */
  readonly isTie?: boolean;
  readonly sport: string;
  /** The measures that the games on this match need. */
  readonly wanted: readonly { readonly code: string; readonly name: string; readonly within?: string }[];
  /** For a tie: the measure that decides it. If it is level, one of `deciders` is needed. */
  readonly level?: string;
  readonly deciders?: readonly { readonly code: string; readonly name: string }[];
  readonly offers: readonly {
    readonly game: string;
    readonly name: string;
    readonly code: string;
    readonly issue: string | null;
    readonly result: MatchResult | null;
    readonly paysAt: number | null;
    readonly progress: 'none' | 'waiting' | 'paying' | 'paid';
    readonly orders: number;
  }[];
  /** The reason why the source's result, or the stored result, is refused and pays no bet. */
  readonly refused?: string;
  readonly correction: {
    readonly id: number;
    readonly result: MatchResult;
    readonly reason: string;
    readonly by: string;
    readonly at: number;
  } | null;
}

/** The last instant with a year of four digits, Unix ms. */
const LAST_INSTANT = 253_402_300_799_999;
const match = Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,64}$', maxLength: 64, description: 'Id of the match.' });
const game = Type.String({ pattern: '^[A-Za-z0-9_-]{1,32}$', maxLength: 32, description: 'Code of the game.' });
const number = (description: string) => Type.String({ pattern: '^[0-9]{1,12}$', maxLength: 12, description });
const correction = Type.String({ pattern: '^[1-9][0-9]{0,14}$', maxLength: 15, description: 'Number of the correction.' });
const measures = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,32} [0-9]{1,3}:[0-9]{1,3}(,[A-Za-z0-9_-]{1,32} [0-9]{1,3}:[0-9]{1,3}){0,7}$',
  maxLength: 400,
  description: 'Numbers by what they measure: "full 2:1,half 1:0".',
});

export const deskResults = deskCall({
  method: 'GET',
  path: '/operator/api/desk/results',
  summary: '等待赛果的比赛，或一天的比赛；还没结算的期次与冠军竞猜',
  right: 'results',
  fields: { show: Type.Enum(['open', 'day'], { default: 'open' }), day: optional(day) },
  answer: object({
    now: instant(),
    offsetMs: Type.Integer({ description: 'Clock of the product, ms after UTC.' }),
    day: text('The day to list, for `show` day.'),
    matches: list(
      Type.Unsafe<ListedMatch>({ type: 'object', description: 'A match with its offers, its result and a correction that is waiting.' }),
    ),
    issues: list(
      object({ game: text(), name: text(), issue: text(), closesAt: instant(), orders: Type.Integer() }),
      'Issues that are on sale, or not settled yet.',
    ),
    outrights: list(
      object({ game: text(), name: text(), edition: text(), beginsAt: optional(instant()), orders: Type.Integer() }),
      'Outrights of editions that are not decided yet.',
    ),
  }),
  example: {
    fields: { show: 'open' },
    models: { now: 1_795_300_000_000, offsetMs: 28_800_000, day: '2026-11-22', matches: [], issues: [], outrights: [] },
  },
});

const acted = { right: 'results', answer: Type.Null(), changes: 'state', refuses: ['notFound', 'stateChanged'] } as const;

export const enterResult = deskCall({
  ...acted,
  method: 'POST',
  path: '/operator/api/desk/result/enter',
  summary: '录入或改正一场比赛的赛果，两分钟后派奖',
  fields: { match, measures },
  example: { fields: { match: 'm-1', measures: 'full 2:1,half 1:0' }, models: null },
});
export const voidMatch = deskCall({
  ...acted,
  method: 'POST',
  path: '/operator/api/desk/result/void',
  summary: '取消一场比赛',
  fields: { match },
  example: { fields: { match: 'm-1' }, models: null },
});
export const postponeMatch = deskCall({
  ...acted,
  method: 'POST',
  path: '/operator/api/desk/result/postpone',
  summary: '一场比赛延期，有或没有新的开赛时间',
  fields: {
    match,
    startsAt: optional(Type.Integer({ minimum: 0, maximum: LAST_INSTANT, unit: 'ms', description: 'Left out: unknown.' })),
  },
  example: { fields: { match: 'm-1', startsAt: 1_795_300_000_000 }, models: null },
});
export const cancelIssue = deskCall({
  ...acted,
  method: 'POST',
  path: '/operator/api/desk/result/issue',
  summary: '取消一期，投注退回',
  fields: { game, issue: number('Issue (期).') },
  example: { fields: { game: 'sfc14', issue: '26139' }, models: null },
});
export const voidOutright = deskCall({
  ...acted,
  method: 'POST',
  path: '/operator/api/desk/result/outright',
  summary: '取消一届冠军竞猜，未揭晓的退回',
  fields: { game, edition: number('Edition of the cup.') },
  example: { fields: { game: 'outright', edition: '12' }, models: null },
});
export const proposeCorrection = deskCall({
  ...acted,
  method: 'POST',
  path: '/operator/api/desk/correction/propose',
  summary: '派奖后提出更正：赛果或取消，二者之一，与理由',
  fields: {
    match,
    measures: optional(measures),
    void: optional(Type.Boolean({ description: 'The match is called off.' })),
    reason: Type.String({ minLength: 2, maxLength: 200, pattern: '^[^\\p{C}]+$' }),
    by: signature,
  },
  example: { fields: { match: 'm-1', measures: 'full 2:1', reason: '比分录错', by: '王五' }, models: null },
});
export const signCorrection = deskCall({
  ...acted,
  method: 'POST',
  path: '/operator/api/desk/correction/sign',
  summary: '确认另一位管理员的更正',
  fields: { id: correction, by: signature },
  example: { fields: { id: '1', by: '赵六' }, models: null },
});
export const withdrawCorrection = deskCall({
  ...acted,
  method: 'POST',
  path: '/operator/api/desk/correction/withdraw',
  summary: '撤回一项更正',
  fields: { id: correction },
  example: { fields: { id: '1' }, models: null },
});
