/** The figures of withdrawals: those of rules.json, and over them what an operator has set on his desk. */
import { formatMoney } from '../../../engine/descriptions/format.ts';
import type { Querying } from '../../platform/index.ts';
import { dayStart } from '../../catalog/index.ts';
import described from './rules.json' with { type: 'json' };
import { MINUTE_MS } from '../../platform/index.ts';

export interface WithdrawalRules {
  readonly minFen: number;
  readonly maxFen: number;
  readonly timesADay: number;
  /** HH:MM on the product's wall clock; `closes` at or before `opens` is of the next day. 00:00 to 24:00: always. */
  readonly opens: string;
  readonly closes: string;
  /** Minutes before and after the hours in which a request is taken all the same: clocks differ. */
  readonly graceMinutes: number;
  /** Basis points of the amount, and the least fee where there is one. */
  readonly feeBp: number;
  readonly feeMinFen: number;
  /** Why nothing can be withdrawn for now; '' while it can. */
  readonly paused: string;
  /** For `newAccountHours` hours, withdrawals to a new account are at most `newAccountFen` in all. */
  readonly newAccountHours: number;
  readonly newAccountFen: number;
  /** Hours without withdrawals after the fund password was changed or the login password was reset. */
  readonly passwordHours: number;
  /** From this amount on a code is asked for that is sent to the player's phone or e-mail; 0: from none. */
  readonly codeFromFen: number;
  /** From this amount on two operators have to approve. */
  readonly secondOperatorFen: number;
  /** What can be approved in a day, for all players. */
  readonly approvedADayFen: number;
  readonly cards: number;
  readonly alipays: number;
  /** 提现转充值: least amount, stake that it asks for, bonus, the most of it in a day, and times the bonus that is to be staked. */
  readonly toFillMinFen: number;
  readonly toFillTurnoverBp: number;
  readonly toFillBonusBp: number;
  readonly toFillBonusADayFen: number;
  readonly toFillBonusTurnover: number;
}

export const DEFAULT_WITHDRAWAL_RULES: WithdrawalRules = described;

/** What an operator may set: what each figure is called on his desk, and its bounds. */
const RULE_BOUNDS: Readonly<Partial<Record<keyof WithdrawalRules, readonly [name: string, from: number, to: number]>>> = {
  minFen: ['单笔最低', 100, 1_000_000],
  maxFen: ['单笔最高', 1_000, 1_000_000_000],
  timesADay: ['每日次数', 1, 100],
  feeBp: ['手续费（万分之）', 0, 1_000],
  feeMinFen: ['最低手续费', 0, 10_000],
  newAccountHours: ['新账户限额期（小时）', 0, 720],
  newAccountFen: ['新账户期内累计最多', 0, 1_000_000_000],
  passwordHours: ['改密后禁止提现（小时）', 0, 720],
  codeFromFen: ['满此金额需验证码', 0, 1_000_000_000],
  secondOperatorFen: ['满此金额需两人通过', 100, 1_000_000_000],
  approvedADayFen: ['每日通过总额', 0, 1_000_000_000_000],
  toFillTurnoverBp: ['转充值流水（万分之）', 0, 100_000],
  toFillBonusBp: ['转充值红利（万分之）', 0, 1_000],
  toFillBonusADayFen: ['每日红利上限', 0, 1_000_000],
};

const TEXT_NAMES = { opens: '开始时间', closes: '结束时间', paused: '暂停原因' } as const;

/** What a figure is called on the desk; its name where it is not set there. */
export const ruleLabel = (name: string): string =>
  RULE_BOUNDS[name as keyof WithdrawalRules]?.[0] ?? TEXT_NAMES[name as keyof typeof TEXT_NAMES] ?? name;

/** Whether an operator may set a figure of this name. */
export const isSettable = (name: string): boolean => Object.hasOwn(RULE_BOUNDS, name) || Object.hasOwn(TEXT_NAMES, name);

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The fault of rules as an operator wrote them; undefined if there is none. */
export function withdrawalRulesFault(rules: WithdrawalRules): { readonly field: string; readonly msg: string } | undefined {
  for (const [field, [name, from, to]] of Object.entries(RULE_BOUNDS)) {
    const value = rules[field as keyof WithdrawalRules];
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= from && value <= to) continue;
    // Amounts are in fen here and in yuan on the desk.
    const span = field.endsWith('Fen') ? `${formatMoney(from)} 至 ${formatMoney(to)} 元` : `${from} 至 ${to} 的整数`;
    return { field, msg: `${name}须为 ${span}` };
  }
  for (const field of ['opens', 'closes', 'paused'] as const)
    if (typeof rules[field] !== 'string') return { field, msg: `${TEXT_NAMES[field]}须为文字` };
  if (rules.minFen > rules.maxFen) return { field: 'minFen', msg: '最低金额不能大于最高金额' };
  if (feeOf(rules, rules.minFen) >= rules.minFen) return { field: 'feeMinFen', msg: '手续费须小于最低提现金额' };
  if (!TIME.test(rules.opens)) return { field: 'opens', msg: '开始时间格式为 HH:MM' };
  if (rules.closes !== '24:00' && !TIME.test(rules.closes)) return { field: 'closes', msg: '结束时间格式为 HH:MM，最晚 24:00' };
  if ([...rules.paused].length > 60) return { field: 'paused', msg: '暂停原因最多 60 字' };
  return undefined;
}

export async function readWithdrawalRules(client: Querying): Promise<WithdrawalRules> {
  const { rows } = await client.query<{ body: Partial<WithdrawalRules> }>('SELECT body FROM withdrawal_rules', [], 'withdrawal-rules');
  return { ...DEFAULT_WITHDRAWAL_RULES, ...rows[0]?.body };
}

/** Basis points of an amount, cut off. */
export const basisPointsOf = (fen: number, points: number): number => Number((BigInt(fen) * BigInt(points)) / 10_000n);

/** The fee of a withdrawal: basis points, cut off, and not less than the least fee. */
export function feeOf({ feeBp, feeMinFen }: Pick<WithdrawalRules, 'feeBp' | 'feeMinFen'>, amountFen: number): number {
  return Math.max(basisPointsOf(amountFen, feeBp), feeMinFen);
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const DAY_MINUTES = 1_440;

/** Whether a request is taken at an instant (unix ms). `offsetMs`: the product's wall clock. */
export function acceptsRequests({ opens, closes, graceMinutes }: WithdrawalRules, at: number, offsetMs: number): boolean {
  const from = minutesOf(opens);
  const length = (minutesOf(closes) - from + DAY_MINUTES - 1) % DAY_MINUTES;
  const open = length + 1 + 2 * graceMinutes;
  if (open >= DAY_MINUTES) return true;
  const since = at - dayStart(at, offsetMs) - (from - graceMinutes) * MINUTE_MS;
  return ((since % (DAY_MINUTES * MINUTE_MS)) + DAY_MINUTES * MINUTE_MS) % (DAY_MINUTES * MINUTE_MS) < open * MINUTE_MS;
}

/** A share as a decimal, for phones: 100 basis points are 0.0100. */
export const decimalOf = (points: number): string => `${BigInt(points) / 10_000n}.${String(points % 10_000).padStart(4, '0')}`;
