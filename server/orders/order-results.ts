/** What some orders of a player came to, as the result sheet shows it. */
import type { OrderDetailModels, OrderResultsModels, SportOrderModels, TicketOrderModels } from '../../protocol/calls.ts';
import type { OrderParts } from './kinds.ts';
import { orderDetail } from './orders.ts';

type Item = OrderResultsModels['items'][number];

/** Orders that wait, are of another kind or of somebody else are left out. */
export async function orderResults(parts: OrderParts, userId: number, ids: readonly string[]): Promise<OrderResultsModels> {
  const orders = await Promise.all([...new Set(ids)].map((id) => orderDetail(parts, userId, id)));
  const items = orders.flatMap((order) => (order === undefined || order.status === 'pending' ? [] : itemOf(order)));
  const sum = (of: 'amountFen' | 'prizeFen') => items.reduce((total, item) => total + item[of], 0);
  const [amountFen, prizeFen] = [sum('amountFen'), sum('prizeFen')];
  return { items, amountFen, prizeFen, netFen: prizeFen - amountFen };
}

function itemOf(order: OrderDetailModels): readonly Item[] {
  if (order.kind === 'ticket') return [{ ...headOf(order), result: order.result, lines: linesOf(order) }];
  if (order.kind === 'sport') return [{ ...headOf(order), result: null, lines: [], sport: sportOf(order) }];
  return [];
}

const headOf = ({ orderId, gameCode, gameName, issue, to, status, amountFen, prizeFen }: TicketOrderModels | SportOrderModels) => ({
  orderId,
  gameCode,
  gameName,
  issue,
  to,
  status,
  amountFen,
  prizeFen,
  netFen: prizeFen - amountFen,
});

const linesOf = ({ lines }: TicketOrderModels): Item['lines'] =>
  lines
    .filter((line) => line.prizeFen > 0)
    .map((line) => ({
      playName: line.playName,
      numbers: line.numbers,
      prizeFen: line.prizeFen,
      tiers: line.wins.map(({ tierName }) => tierName).join('、'),
    }));

const sportOf = ({ passNames, matches, wonLegs, wins, outrights }: SportOrderModels): Item['sport'] => ({
  passNames,
  matches,
  wonLegs,
  wins: [
    ...wins.map(({ name, count, prizeFen }) => ({ name, count, prizeFen })),
    ...outrights.filter(({ prizeFen }) => prizeFen > 0).map(({ name, times, prizeFen }) => ({ name, count: times, prizeFen })),
  ],
});
