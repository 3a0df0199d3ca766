/** Number games: issues, bets, chases (追号), draws, settlement, pools, results, and the lists of orders. */
export { HISTORY } from './draws/history.ts';
export { answerCacheOf, type AnswerCache } from './draws/answer-cache.ts';
export { createOdds, type Odds } from './draws/odds.ts';
export { newSeed } from './draws/open-issues.ts';
export { currentPools } from './draws/pool.ts';
export { currentPoolPrizes } from './draws/pool-prizes.ts';
export { prepareOdds } from './draws/prepared-odds.ts';
export {
  abortsTransaction,
  raiseTicketAlarm,
  drawnStateOf,
  refundPreviewOf,
  quarantineTickets,
  isPermanentError,
  quarantineCounts,
  findQuarantineEntry,
  listQuarantine,
  isRetryDue,
  type TicketToQuarantine,
  type QuarantineEntry,
} from './draws/quarantine.ts';
export { drawResultCalls } from './draws/result-calls.ts';
export { createDrawResults } from './draws/results.ts';
export { startScheduler, type Scheduler } from './draws/scheduler.ts';
export { readTicket } from './orders/bet-calls.ts';
export { openBetBatcher } from './orders/bet-batcher.ts';
export { chaseKind } from './orders/chase-kind.ts';
export { couponKindOf } from './orders/coupon-kind.ts';
export { namedOfficeOrders, officeOrders, type OfficeOrder } from './orders/office-orders.ts';
export { findOrders, listOrders, openIssuesOf, orderDetail } from './orders/orders.ts';
export { firstLinePicks, ticketPlayNames, soldVersionOf } from './orders/picks.ts';
export { ticketLinesOf, ticketKind, type TicketParts } from './orders/ticket-kind.ts';
export type { LotteryServices } from './services.ts';
export { lottery } from './module.ts';
