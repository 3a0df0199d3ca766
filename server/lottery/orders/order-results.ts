/** What some orders of a player came to, as the result sheet shows it. */
import type { OrderDetailModels, OrderResultsModels, SportOrderModels, TicketOrderModels } from '../../../protocol/calls.ts';
import type { StatementParts } from '../../ledger/index.ts';
import { orderDetail } from './orders.ts';

type Item = OrderResultsModels['items'][number];

const isTicket = (order: OrderDetailModels | undefined): order is TicketOrderModels => order?.kind === 'ticket';

/** Orders that wait, are of another kind or of somebody else are left out. */
export async function orderResults(parts: StatementParts, userId: number, ids: readonly string[]): Promise<OrderResultsModels> {
  const orders = await Promise.all([...new Set(ids)].map((id) => orderDetail(parts, userId, id)));
  const items = orders.flatMap((order): Item[] => {
    if (order === undefined || order.status === 'pending') return [];
    return isTicket(order) ? [itemOf(order)] : order.kind === 'sport' ? [sportItem(order)] : [];
  });
  const sum = (of: 'amountFen' | 'prizeFen') => items.reduce((total, item) => total + item[of], 0);
  const [amountFen, prizeFen] = [sum('amountFen'), sum('prizeFen')];
  return { items, amountFen, prizeFen, netFen: prizeFen - amountFen };
}

const itemOf = ({
  orderId,
  orderNo,
  gameCode,
  gameName,
  issue,
  to,
  status,
  amountFen,
  prizeFen,
  placedAt,
  result,
  lines,
}: TicketOrderModels): Item => ({
  orderId,
  orderNo,
  gameCode,
  gameName,
  issue,
  to,
  status,
  amountFen,
  prizeFen,
  netFen: prizeFen - amountFen,
  placedAt,
  result,
  lines: lines
    .filter((line) => line.prizeFen > 0)
    .map((line) => ({
      playName: line.playName,
      numbers: line.numbers,
      prizeFen: line.prizeFen,
      tiers: line.wins.map(({ tierName }) => tierName).join('、'),
    })),
});

/** A bet on matches has no numbers: its lines are the passes that won. */
const sportItem = ({
  orderId,
  orderNo,
  gameCode,
  gameName,
  issue,
  to,
  status,
  amountFen,
  prizeFen,
  refundFen,
  placedAt,
  playNames,
  passNames,
  matches,
  wonLegs,
  outrights,
  wins,
}: SportOrderModels): Item => ({
  orderId,
  orderNo,
  gameCode,
  gameName,
  issue,
  to,
  status,
  amountFen,
  prizeFen,
  netFen: prizeFen + refundFen - amountFen,
  placedAt,
  result: null,
  lines: wins.map((win) => ({ playName: playNames, numbers: [], prizeFen: win.prizeFen, tiers: win.name })),
  sport: {
    passNames,
    matches,
    wonLegs,
    wins: [
      ...wins.map((win) => ({ name: win.name, count: win.count, prizeFen: win.prizeFen })),
      ...outrights.filter((each) => each.prizeFen > 0).map(({ name, times, prizeFen: fen }) => ({ name, count: times, prizeFen: fen })),
    ],
  },
});
