/** The algebra of sports tickets: passes, what matches can end in, rounding, pools. Laws R19 to R26 of ../SPEC.md. */
export { type CompiledSport, compileSport } from './compile.ts';
export { validateResults } from './results.ts';
export {
  countBets,
  expandSport,
  type MatchResult,
  priceSport,
  type SportBet,
  type SportLeg,
  type SportTicket,
  settleSport,
  sportPrizeRange,
} from './tickets.ts';
export { validateSportTicket } from './validate.ts';
