/** Reading a bet on matches: everything that a description decides is decided here, the rest in the database. */
import type { CompiledSport, SportTicket } from '../../../engine/rules/sports/index.ts';
import { priceSport, sportPrizeRange, validateSportTicket } from '../../../engine/rules/sports/index.ts';
import type { RuleError } from '../../../engine/rules/types.ts';
import type { SportChangedModels } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { SportServices } from '../services.ts';
import { refuse } from '../../platform/index.ts';
import type { SportVersion } from '../versions.ts';

export interface ParsedBet {
  readonly version: SportVersion;
  readonly ticket: SportTicket;
  readonly amountFen: number;
  readonly bets: number;
}

/** What the database needs to know of how a ticket is sold (judge_legs). */
export interface BetForm {
  /** Bets of one leg must be of plays that are sold as single bets. */
  readonly single: boolean;
  readonly ones: boolean;
  readonly more: boolean;
  /** The odds that are sold pay. */
  readonly odds: boolean;
  readonly pool: boolean;
}

/** Codes of engine/rules that mean a cap of the description. */
const CAP_CODES: ReadonlySet<string> = new Set(['OVER_MULTIPLIER', 'OVER_BETS', 'OVER_MATCHES', 'OVER_UNITS', 'PASS_TOO_LONG', 'TOO_MANY']);

/** The fault of a ticket, as an answer: the first mistake, with its place. */
export function refuseErrors(errors: readonly RuleError[]): Envelope<null> {
  const [first] = errors;
  const overCap = errors.some((error) => CAP_CODES.has(error.code));
  return refuse(overCap ? STATUS.overCap : STATUS.invalid, first === undefined ? '投注内容不正确' : `${first.message}（${first.pointer}）`);
}

/** A description that changed since the phone priced the ticket. */
export function refuseVersion(hash: string): Envelope<null> {
  const models: SportChangedModels = { hash, changes: [], numbers: [] };
  return { status: STATUS.descriptionChanged, models, msg: '玩法说明已更新，请返回重新确认' } as unknown as Envelope<null>;
}

/** `optimised`: a ticket must say how often each bet is played, and may only then. */
export function readBet(
  { sports }: Pick<SportServices, 'sports'>,
  { ticket: text, hash, amountFen }: { readonly ticket: string; readonly hash: string; readonly amountFen: number },
  optimised: boolean,
): ParsedBet | Envelope<null> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse(STATUS.invalid, '投注内容不是有效的 JSON');
  }
  const code = typeof parsed === 'object' && parsed !== null ? (parsed as { game?: unknown }).game : undefined;
  if (typeof code !== 'string') return refuse(STATUS.invalid, '投注内容缺少彩种 /game');
  const published = sports.published(code);
  if (published === undefined) return refuse(STATUS.notFound, '彩种不存在或已下线');
  if (published.sport.disabled !== undefined) return refuse(STATUS.disabled, published.sport.disabled);
  const version = sports.sellable(code, hash);
  if (version === undefined) return refuseVersion(published.hash);

  const checked = validateSportTicket(version.compiled, parsed);
  if (!checked.ok) return refuseErrors(checked.errors);
  const ticket = checked.value;
  if (optimised !== (ticket.units !== undefined))
    return refuse(STATUS.invalid, optimised ? '奖金优化要写出每注的倍数（/units）' : '这里不能写 units；请用奖金优化投注（/units）');
  const price = priceSport(version.compiled, ticket);
  if (price.amountFen > BigInt(Number.MAX_SAFE_INTEGER)) return refuse(STATUS.overCap, '投注金额超出上限，请减少注数或倍数');
  if (price.amountFen !== BigInt(amountFen)) return refuse(STATUS.invalid, `金额与投注内容不符：应为 ${price.amountFen} 分`);
  return { version, ticket, bets: Number(price.bets), amountFen };
}

export function betFormOf(compiled: CompiledSport, { passes }: SportTicket): BetForm {
  const { payout } = compiled.sport;
  const legs = passes.flatMap((code) => compiled.pass(code)?.legs ?? []);
  const ones = legs.includes(1);
  return {
    single: ones,
    ones,
    more: compiled.table === undefined || legs.some((each) => each > 1),
    odds: payout.kind === 'odds' && payout.odds === 'sold',
    pool: compiled.table === undefined,
  };
}

/** The range of prizes of a ticket as sold; undefined where it is known after the matches only. An envelope: beyond exact arithmetic. */
export function prizeRangeOf(
  compiled: CompiledSport,
  ticket: SportTicket,
): { readonly minFen: number; readonly maxFen: number } | undefined | Envelope<null> {
  const { payout } = compiled.sport;
  if (payout.kind !== 'odds' || payout.odds !== 'sold') return undefined;
  const range = sportPrizeRange(compiled, ticket);
  if (range === undefined) return undefined;
  if (range.maxFen > BigInt(Number.MAX_SAFE_INTEGER)) return refuse(STATUS.overCap, '最高奖金超出上限，请减少倍数');
  return { minFen: Number(range.minFen), maxFen: Number(range.maxFen) };
}

/** Whether decimals written as text fell: "2.10" → "2.05". */
export function oddsFell(was: string, now: string): boolean {
  const scaled = (text: string): bigint => {
    const [whole = '', part = ''] = text.split('.');
    return BigInt(whole + part.padEnd(6, '0'));
  };
  return scaled(now) < scaled(was);
}
