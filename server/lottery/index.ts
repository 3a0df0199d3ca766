/** Number games: issues, bets, chases (追号), draws, settlement, pools, results, and the lists of orders. */
export { HISTORY } from './draws/history.ts';
export { keptOf, type Kept } from './draws/kept.ts';
export { createOdds, type Odds } from './draws/odds.ts';
export { newSeed } from './draws/open.ts';
export { poolsNow } from './draws/pool.ts';
export { prepareOdds } from './draws/prepared-odds.ts';
export {
  abortsTransaction,
  alarmTickets,
  drawOf,
  givenBack,
  holdTickets,
  isLasting,
  quarantineCounts,
  quarantineEntry,
  quarantined,
  retryIsDue,
  type HeldTicket,
  type Quarantined,
} from './draws/quarantine.ts';
export { resultCalls } from './draws/result-calls.ts';
export { createResults } from './draws/results.ts';
export { startScheduler, type Scheduler } from './draws/scheduler.ts';
export { readTicket } from './orders/bet-calls.ts';
export { openBetDesk } from './orders/bet-desk.ts';
export { chaseKind } from './orders/chase-kind.ts';
export { couponKindOf } from './orders/coupon-kind.ts';
export { officeOrders, type OfficeOrder } from './orders/everybody.ts';
export { findOrders, listOrders, openIssuesOf, orderDetail } from './orders/orders.ts';
export { firstLine, playNames, versionOf } from './orders/picks.ts';
export { linesOf, ticketKind, type TicketParts } from './orders/ticket-kind.ts';
export type { LotteryServices } from './services.ts';
export { lottery } from './module.ts';
