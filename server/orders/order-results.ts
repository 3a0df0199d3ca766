/** What some orders of a player came to, as the result sheet shows it. */
import type { OrderDetailModels, OrderResultsModels, TicketOrderModels } from '../../protocol/calls.ts';
import type { OrderParts } from './kinds.ts';
import { orderDetail } from './orders.ts';

type Item = OrderResultsModels['items'][number];

const isTicket = (order: OrderDetailModels | undefined): order is TicketOrderModels => order?.kind === 'ticket';

/** Orders that wait, are of another kind or of somebody else are left out. */
export async function orderResults(parts: OrderParts, userId: number, ids: readonly string[]): Promise<OrderResultsModels> {
  const orders = await Promise.all([...new Set(ids)].map((id) => orderDetail(parts, userId, id)));
  const items = orders.flatMap((order): Item[] => (isTicket(order) && order.status !== 'pending' ? [itemOf(order)] : []));
  const sum = (of: 'amountFen' | 'prizeFen') => items.reduce((total, item) => total + item[of], 0);
  const [amountFen, prizeFen] = [sum('amountFen'), sum('prizeFen')];
  return { items, amountFen, prizeFen, netFen: prizeFen - amountFen };
}

const itemOf = ({ orderId, gameCode, gameName, issue, to, status, amountFen, prizeFen, result, lines }: TicketOrderModels): Item => ({
  orderId,
  gameCode,
  gameName,
  issue,
  to,
  status,
  amountFen,
  prizeFen,
  netFen: prizeFen - amountFen,
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
