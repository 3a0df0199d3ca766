/** Calls of the back office for the orders of all players. */
import { deskOrder, deskOrders } from '../../../protocol/desk/orders.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { AdminServices } from '../services.ts';
import { productOffset } from '../../catalog/index.ts';
import { namedOfficeOrders, type OfficeOrder, officeOrders, orderDetail } from '../../lottery/index.ts';
import { ok, refuse, refuseField } from '../../platform/index.ts';
import { findNamedOrders, NO_NUMBER } from './find-order.ts';
import { NO_SUCH_PLAYER, findPlayerId } from './find-player.ts';
import { hasRight } from '../operators.ts';
import { type HandledDeskCall, handleDeskCall, pageOf } from './handle.ts';
import { daySpanOf } from './day-span.ts';

/** The most days of one query: for the orders of all players, and for those of one player or one issue. */
const MOST_DAYS = { everybody: 3, one: 92 } as const;

export function orderDeskCalls(context: AdminServices): HandledDeskCall[] {
  const { database, clock, publication } = context;

  const shownOrder = ({ item, player, playerName }: OfficeOrder) => ({
    id: item.orderId,
    orderNo: item.orderNo,
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

  return [
    handleDeskCall(deskOrders, async ({ fields: { q, player: who, game, issue, status, kind, from, to, cursor, size } }) => {
      if (q !== undefined && q.trim() !== '') {
        const found = await findNamedOrders(database, q, size);
        return found === undefined
          ? refuseField('q', NO_NUMBER)
          : ok({ items: (await namedOfficeOrders(context, found)).map(shownOrder), next: null });
      }
      const player = who === undefined || who.trim() === '' ? undefined : await findPlayerId(database, who.trim());
      if (player === null) return refuseField('player', NO_SUCH_PLAYER);
      if (issue !== undefined && game === undefined) return refuseField('game', '按期号查订单时也要填彩种代码');
      const most = player === undefined && issue === undefined ? MOST_DAYS.everybody : MOST_DAYS.one;
      const tooMany = `没有填玩家或期号时，一次最多查 ${most} 天，请缩短日期范围，或先填玩家`;
      const officeQuery = { from, to, most, now: clock.now(), offset: productOffset(publication) };
      const span = daySpanOf(most === MOST_DAYS.everybody ? { ...officeQuery, tooMany } : officeQuery);
      if ('status' in span) return span;
      const [at, tail] = cursorOfOrder(cursor);
      const rows = await officeOrders(context, { player, game, issue, status, kind, ...span, at, tail, size: size + 1 });
      const { shown, next } = pageOf(rows, size, ({ item }) => `${item.placedAt}-${item.orderId}`);
      return ok({ items: shown.map(shownOrder), next });
    }),

    handleDeskCall(deskOrder, async ({ fields: { player, id }, record, operator }) => {
      const order = await orderDetail(context, player, id);
      if (order === undefined) return refuse(STATUS.notFound, '没有这张订单');
      await record({ kind: 'order.read', body: { player, order: id } });
      const { rows } = await database.query<{ name: string }>('SELECT name FROM users WHERE id = $1', [player]);
      const {
        lines = [],
        bets = 0,
        multiplier = 0,
        ledger,
      } = order as unknown as {
        readonly lines?: readonly { readonly playName?: string; readonly text?: string }[];
        readonly bets?: number;
        readonly multiplier?: number;
        readonly ledger: readonly { readonly label: string; readonly amountFen: number; readonly at: number }[];
      };
      return ok({
        ...shownOrder({ item: order as OfficeOrder['item'], player, playerName: rows[0]?.name ?? '' }),
        lines: lines.map(({ playName = '', text = '' }) => ({ name: playName, picks: text })),
        bets,
        multiplier,
        ledger: hasRight(operator, 'players-money')
          ? ledger.map(({ label, amountFen, at }) => ({ name: label, amount: amountFen, unit: 'fen', at }))
          : [],
      });
    }),
  ];
}

/** Reads a cursor such as "1795300000000-019a2b3c-…": the instant and the id of the last order of the previous page. */
function cursorOfOrder(cursor: string | undefined): readonly [number | undefined, string | undefined] {
  const [, at, id] = /^(\d{1,15})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(cursor ?? '') ?? [];
  return at === undefined ? [undefined, undefined] : [Number(at), id];
}
