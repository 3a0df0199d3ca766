/** Orders of all players on the desk, and the review of withdrawals. */
import { deskOrder, deskOrders, deskWithdrawal, deskWithdrawals } from '../../../protocol/desk/orders.ts';
import { approveWithdrawal, refuseWithdrawal, releaseWithdrawal, takeWithdrawal } from '../../../protocol/desk/orders.ts';
import { STATUS } from '../../../protocol/status.ts';
import { nameMask, realNameOf } from '../../accounts/identity.ts';
import type { Context } from '../../context.ts';
import { productOffset } from '../../descriptions/product-clock.ts';
import { createResults } from '../../draws/results.ts';
import { accountName } from '../../money/payout/accounts.ts';
import { payoutRules } from '../../money/payout/rules.ts';
import { stepText } from '../../money/payout/withdrawals.ts';
import { type OfficeOrder, officeOrders } from '../../orders/everybody.ts';
import { orderDetail } from '../../orders/orders.ts';
import { ok, refuse, refuseField } from '../../web/call.ts';
import { recordOf } from '../guard.ts';
import { NO_SUCH_PLAYER, playerNamed } from './player-named.ts';
import { mayDo } from '../operators.ts';
import { factsOf, itemOf, openReview, reviewerOf, WITHDRAWAL_ITEMS, type WithdrawalItem } from '../review.ts';
import { type HandledDeskCall, onDesk, pageOf } from './handle.ts';
import { spanOfDays } from './span.ts';

/** Days that orders of everybody are looked through at a time, and those of one player or one issue. */
const MOST_DAYS = { everybody: 3, one: 92 } as const;

export interface OrderDeskOptions {
  readonly context: Context;
  readonly log: (line: string) => void;
  readonly wake: () => void;
}

export function orderDeskCalls({ context, log, wake }: OrderDeskOptions): HandledDeskCall[] {
  const { database, clock, publication } = context;
  const parts = { ...context, results: createResults(context) };
  const review = openReview({ context, log, wake });

  const shownOrder = ({ item, player, playerName }: OfficeOrder) => ({
    id: item.orderId,
    player,
    playerName,
    kind: item.kind,
    title: item.title,
    subtitle: item.subtitle,
    gameCode: item.gameCode,
    issue: item.issue ?? '',
    unit: item.unit,
    amountFen: item.amountFen,
    prizeFen: item.prizeFen,
    status: item.status,
    placedAt: item.placedAt,
  });

  /** A player by his number or whole name; null: there is none. */
  async function shownWithdrawal(item: WithdrawalItem, me: string, secondFen: number) {
    const holder = await realNameOf(context, database, item.user_id);
    return {
      id: item.id,
      player: item.user_id,
      playerName: item.name,
      holder: holder === undefined ? '' : nameMask(holder),
      account: accountName(item),
      newAccount: item.usable_at > clock.now(),
      amountFen: item.amount,
      feeFen: item.fee,
      step: item.state,
      stepName: stepText(item.state),
      open: item.state === 'requested' || item.state === 'reviewing',
      requestedAt: item.requested_at,
      endedAt: item.ended_at,
      takenBy: item.taken_by ?? '',
      mine: item.taken_in === me,
      firstBy: item.first_by ?? '',
      needsTwo: item.amount >= secondFen,
    };
  }

  return [
    onDesk(deskOrders, async ({ fields: { player: who, game, issue, status, kind, from, to, cursor, size } }) => {
      const player = who === undefined || who.trim() === '' ? undefined : await playerNamed(database, who.trim());
      if (player === null) return refuseField('player', NO_SUCH_PLAYER);
      if (issue !== undefined && game === undefined) return refuseField('game', '按期号查订单时也要填彩种代码');
      const most = player === undefined && issue === undefined ? MOST_DAYS.everybody : MOST_DAYS.one;
      const tooMany = `没有填玩家或期号时，一次最多查 ${most} 天：请缩短日期范围，或先填玩家`;
      const asked = { from, to, most, now: clock.now(), offset: productOffset(publication) };
      const span = spanOfDays(most === MOST_DAYS.everybody ? { ...asked, tooMany } : asked);
      if ('status' in span) return span;
      const [at, tail] = cursorOfOrder(cursor);
      const rows = await officeOrders(parts, { player, game, issue, status, kind, ...span, at, tail, size: size + 1 });
      const { shown, next } = pageOf(rows, size, ({ item }) => `${item.placedAt}-${item.orderId}`);
      return ok({ items: shown.map(shownOrder), next });
    }),

    onDesk(deskOrder, async ({ fields: { player, id }, request, operator }) => {
      const found = await orderDetail(parts, player, id);
      if (found === undefined) return refuse(STATUS.notFound, '没有这张订单');
      await recordOf(database, request, { kind: 'order.read', body: { player, order: id } });
      const { rows } = await database.query<{ name: string }>('SELECT name FROM users WHERE id = $1', [player]);
      const {
        lines = [],
        bets = 0,
        multiplier = 0,
        ledger,
      } = found as unknown as {
        readonly lines?: readonly { readonly playName?: string; readonly text?: string }[];
        readonly bets?: number;
        readonly multiplier?: number;
        readonly ledger: readonly { readonly label: string; readonly amountFen: number; readonly at: number }[];
      };
      return ok({
        ...shownOrder({ item: found as OfficeOrder['item'], player, playerName: rows[0]?.name ?? '' }),
        lines: lines.map(({ playName = '', text = '' }) => ({ name: playName, picks: text })),
        bets,
        multiplier,
        ledger: mayDo(operator, 'players-money')
          ? ledger.map(({ label, amountFen, at }) => ({ name: label, amount: amountFen, unit: 'fen', at }))
          : [],
      });
    }),

    onDesk(deskWithdrawals, async ({ fields: { show, player, cursor, size }, request }) => {
      const values: unknown[] = [size + 1];
      const open = show !== 'ended';
      const [at, n] = [cursor?.split('-', 1)[0], cursor?.slice(cursor.indexOf('-') + 1 || cursor.length)];
      let where = open ? 'w.ended_at IS NULL' : 'w.ended_at IS NOT NULL';
      if (player !== undefined) where += ` AND w.user_id = $${values.push(player)}::bigint`;
      if (at !== undefined && n !== undefined && /^\d{1,15}$/.test(at) && /^[0-9a-f-]{36}$/.test(n)) {
        const key = open ? '(w.requested_at, w.id) >' : '(w.ended_at, w.id) <';
        where += ` AND ${key} ($${values.push(Number(at))}::bigint, $${values.push(n)}::uuid)`;
      }
      const order = open ? 'w.requested_at, w.id' : 'w.ended_at DESC, w.id DESC';
      const { rows } = await database.query<WithdrawalItem>(`${WITHDRAWAL_ITEMS} WHERE ${where} ORDER BY ${order} LIMIT $1`, values);
      const { secondOperatorFen } = await payoutRules(database);
      const { shown, next } = pageOf(rows, size, (row) => `${open ? row.requested_at : row.ended_at}-${row.id}`);
      const me = reviewerOf(request);
      return ok({ items: await Promise.all(shown.map((row) => shownWithdrawal(row, me, secondOperatorFen))), next });
    }),

    onDesk(deskWithdrawal, async ({ fields: { id }, request, operator }) => {
      const item = await itemOf(database, id);
      if (item === undefined) return refuse(STATUS.notFound, '没有这笔提现');
      const { secondOperatorFen } = await payoutRules(database);
      return ok({
        ...(await shownWithdrawal(item, reviewerOf(request), secondOperatorFen)),
        mayDecide: mayDo(operator, 'withdrawals-decide'),
        facts: mayDo(operator, 'players-money') ? await factsOf(database, item) : null,
        steps: item.steps.map(({ state, at, note, by }) => ({ text: stepText(state), at, note, by: by ?? '' })),
      });
    }),

    ...(
      [
        [takeWithdrawal, 'take'],
        [releaseWithdrawal, 'release'],
        [approveWithdrawal, 'approve'],
      ] as const
    ).map(([definition, is]) =>
      onDesk(definition, ({ fields: { id }, request, operator }) => review(request, id, { is, by: operator.name })),
    ),
    onDesk(refuseWithdrawal, ({ fields: { id, reason }, request, operator }) =>
      review(request, id, { is: 'refuse', by: operator.name, reason: reason.trim() }),
    ),
  ];
}

/** "1795300000000-019a2b3c-…": the instant and the id of the last order of the page before. */
function cursorOfOrder(cursor: string | undefined): readonly [number | undefined, string | undefined] {
  const [, at, id] = /^(\d{1,15})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(cursor ?? '') ?? [];
  return at === undefined ? [undefined, undefined] : [Number(at), id];
}
