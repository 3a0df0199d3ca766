/** The algebra of sports tickets: passes, what matches can end in, rounding, pools. Laws R19 to R24 of ../SPEC.md. */
export { type CompiledSport, compileSport } from './compile.ts';
export { DECIDER_NAMES, DECIDERS, type EndedMatch, type Goal, isDecider, checkResult, type Pair } from './check-result.ts';
export { outrightRange, settleOutright, validateOutright } from './outright.ts';
export { validateResults } from './results.ts';
export { sharePool } from './share.ts';
export { distinctBets } from './single-bets.ts';
export type { MatchResult, SportTicket } from './ticket.ts';
export { choiceState, countBets, expandSport, priceSport, settleSport, sportPrizeRange } from './tickets.ts';
export { type Plan, distributeUnits } from './units.ts';
export { validateSportTicket } from './validate.ts';
