/** /api/lottery/bet_szc: placing a bet. Everything that a description decides is decided here, the rest in place_bets. */
import { v7 as uuidv7 } from 'uuid';
import { formatInteger } from '../../../engine/descriptions/format.ts';
import { issuesFrom } from '../../../engine/descriptions/schedule.ts';
import type { Game, Ticket } from '../../../engine/descriptions/types.ts';
import { type LimitUsage, limitUsages, priceLines, priceTicket, validateTicket } from '../../../engine/rules/index.ts';
import type { BetFields, BetModels } from '../../../protocol/calls.ts';
import { betSzc } from '../../../protocol/calls/lottery.ts';
import { BET_BODY_LIMIT, MAX_CHASE_TICKET_TEXT, MAX_TICKET_TEXT } from '../../../protocol/limits.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { LotteryServices } from '../services.ts';
import { ticketKeyOf } from '../draws/ticket-keys.ts';
import type { GameVersion } from '../../catalog/index.ts';
import { handle, type HandledCall, type IdempotentRequest, refuse, refuseIdempotent, fromDatabase } from '../../platform/index.ts';
import { couponKindOf } from './coupon-kind.ts';
import { type ChaseFormIssue, readChaseIssues } from './chase-form.ts';
import { newOrderId } from './order-id.ts';

/** Reading a longer ticket costs enough to ask first whose session it is. */
const LONG_TICKET_TEXT = 50_000;
/** Limits times issues that one order may count against; each is a row that others wait for. */
const MOST_COUNTED = 20_000;

export function lotteryCalls(context: LotteryServices): HandledCall[] {
  return [handle(betSzc, ({ fields, idempotentRequest }) => bet(context, fields, idempotentRequest), { bodyLimit: BET_BODY_LIMIT })];
}

async function bet(context: LotteryServices, fields: BetFields, idempotentRequest: IdempotentRequest): Promise<Envelope<BetModels | null>> {
  if (fields.ticket.length > LONG_TICKET_TEXT && (await idempotentRequest.player()) === undefined)
    return refuse(STATUS.notLoggedIn, '登录已失效，请重新登录');
  const checked = readTicket(context, fields);
  if ('status' in checked) return refuseIdempotent(context, idempotentRequest, checked);

  const { version, ticket, bets, amount, parts, limits } = checked;
  if (fields.coupon !== undefined && parts !== undefined)
    return refuseIdempotent(context, idempotentRequest, refuse(STATUS.invalid, '红包不能用于追号，请去掉红包或只投一期'));
  await context.games.use(version);
  const order = {
    token: idempotentRequest.tokenHash,
    nonce: idempotentRequest.nonce,
    key: idempotentRequest.key,
    bodyHash: idempotentRequest.bodyHash,
    id: newOrderId(),
    game: version.game.code,
    issue: fields.issue,
    hash: version.hash,
    ticket,
    selection: ticketKeyOf(version, ticket),
    bets,
    amountFen: amount,
    limits,
  };
  if (parts === undefined)
    return fromDatabase(
      await context.bets.place({
        ...order,
        multiplier: ticket.multiplier ?? 1,
        coupon: fields.coupon === undefined ? undefined : { itemId: fields.coupon, kind: couponKindOf(version.game) },
      }),
    );
  // Records are shown by id, newest first: the issue that is drawn first stands on top.
  const ids = parts.map(() => uuidv7()).reverse();
  const { amountFen } = priceLines(version.compiled, ticket.lines);
  return fromDatabase(
    await context.bets.placeChase({
      ...order,
      stopOnWin: fields.stopOnWin === true,
      orders: parts.map((part, at) => ({ ...part, id: ids[at] as string, amount: Number(amountFen(BigInt(part.multiplier))) })),
    }),
  );
}

interface Checked {
  readonly version: GameVersion;
  readonly ticket: Ticket;
  /** Bets of one issue. */
  readonly bets: number;
  /** Fen in all. */
  readonly amount: number;
  /** The issues of a chase; undefined for a ticket of one issue. */
  readonly parts: readonly ChaseFormIssue[] | undefined;
  /** What it takes of the game's limits in each issue, at one time (倍); undefined where it touches none. */
  readonly limits: readonly LimitUsage[] | undefined;
}

/** Reads a ticket of a number game: against the description in force, its caps and its price. */
export function readTicket(
  context: Pick<LotteryServices, 'games' | 'clock'>,
  { ticket: text, hash, amountFen, chase }: Pick<BetFields, 'ticket' | 'hash' | 'amountFen' | 'chase'>,
): Checked | Envelope<null> {
  if (text.length > MAX_TICKET_TEXT) return tooLong('投注', text, MAX_TICKET_TEXT);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse(STATUS.invalid, '投注内容不是有效的 JSON');
  }
  const code = typeof parsed === 'object' && parsed !== null ? (parsed as { game?: unknown }).game : undefined;
  if (typeof code !== 'string') return refuse(STATUS.invalid, '投注内容缺少彩种 /game');
  const published = context.games.published(code);
  if (published === undefined) return refuse(STATUS.notFound, '彩种不存在或已下线');
  if (published.game.disabled !== undefined) return refuse(STATUS.disabled, published.game.disabled);
  const version = context.games.sellable(code, hash);
  if (version === undefined) return refuse(STATUS.descriptionChanged, '玩法说明已更新，奖金可能有变化，请返回核对后重新确认（/hash）');

  const result = validateTicket(version.compiled, parsed);
  if (!result.ok) {
    const [first] = result.errors;
    const overCap = result.errors.some((error) => CAP_CODES.has(error.code));
    return refuse(
      overCap ? STATUS.overCap : STATUS.invalid,
      first === undefined ? '投注内容不正确' : `${first.message}（${first.pointer}）`,
    );
  }
  const ticket = result.value;
  const multiplier = ticket.multiplier ?? 1;
  let parts: readonly ChaseFormIssue[] | undefined;
  if (chase !== undefined) {
    const read = readChaseIssues(chase, version.game.caps);
    if (!Array.isArray(read)) return read as Envelope<null>;
    if (multiplier !== 1 || (ticket.issues ?? 1) !== 1)
      return refuse(STATUS.invalid, '追号的倍数与期数写在 chase 中，投注内容的倍数与期数须为 1（/multiplier）');
    parts = read;
  } else if ((ticket.issues ?? 1) > 1) parts = Array.from({ length: ticket.issues ?? 1 }, () => ({ multiplier }));
  if (parts !== undefined && text.length > MAX_CHASE_TICKET_TEXT) return tooLong('追号', text, MAX_CHASE_TICKET_TEXT);

  const { bets, amountFen: amount } = priceTicket(version.compiled, ticket, parts);
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) return refuse(STATUS.overCap, '投注金额超出上限，请减少注数、倍数或期数');
  if (amount !== BigInt(amountFen)) return refuse(STATUS.invalid, `金额与投注内容不符：应为 ${amount} 分`);
  const takes = limitUsages(version.game, ticket, drawsOf(version.game, context.clock.now(), parts?.length ?? 1));
  const counted = takes.length * (parts?.length ?? 1);
  if (counted > MOST_COUNTED)
    return refuse(
      STATUS.overCap,
      `号码与期数过多（共 ${formatInteger(counted)} 项，上限 ${formatInteger(MOST_COUNTED)} 项）；请减少号码或期数，分次投注（/ticket）`,
    );
  const limits = takes.length > 0 ? takes : undefined;
  return { version, ticket, bets: Number(bets), amount: Number(amount), parts, limits };
}

/** The time in which the issues of a ticket are drawn at the latest; a game whose prizes do not change has no use for it. */
function drawsOf({ limits, bonusPeriods, datedPrizes, schedule, caps }: Game, now: number, issues: number) {
  if (limits === undefined || (bonusPeriods === undefined && datedPrizes === undefined)) return undefined;
  // A chase may leave issues out; the one after the one on sale is on sale already where it has just closed.
  const last = issuesFrom(schedule, now, issues > 1 ? caps.issues : 2).at(-1);
  return last && { from: now, until: last.drawsAt };
}

const tooLong = (fieldName: string, text: string, most: number): Envelope<null> =>
  refuse(
    STATUS.overCap,
    `${fieldName}内容共 ${formatInteger(text.length)} 字，上限 ${formatInteger(most)} 字；请减少号码，分次投注（/ticket）`,
  );

/** Codes of engine/rules that mean a cap of the description. */
const CAP_CODES: ReadonlySet<string> = new Set(['OVER_MULTIPLIER', 'OVER_ISSUES', 'OVER_LINES']);
