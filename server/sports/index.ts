/** Games on matches: matches, the feed, odds, bets, and their settlement. */
export { OddsMoved, checkLegs, retryWhileOddsMove } from './bets/place-bet.ts';
export { betFormOf, prizeRangeOf, readBet, refuseErrors, type BetForm } from './bets/bet-form.ts';
export { leagueName, teamName } from './bets/names.ts';
export type { ReleaseFields, ReleaseRequest, ReleasedBet } from './bets/releases.ts';
export { startMatchSettlement } from './bets/settle-job.ts';
export {
  OFFERS_OF_MATCHES,
  ticketLegsOf,
  passName,
  passNames,
  planNames,
  sportPlayNames,
  sportKind,
  sportPlan,
  type LegOffer,
  type SportParts,
} from './bets/sport-kind.ts';
export { tieWinnerOf } from './feed/cups.ts';
export { startFeed, type MatchFeed } from './feed/feed.ts';
export { mainMeasure, type MatchRow } from './feed/match-rows.ts';
export { VOID_AFTER_MS } from './feed/match-progress.ts';
export { resultFaultsOf, resultCheckColumns, measuresOf, impossibleResults, type MatchToCheck } from './result-checks.ts';
export { createSportReads } from './sport-reads.ts';
export type { SportServices } from './services.ts';
export { openSports, type EarlierSportVersion, type SportVersion, type Sports } from './versions.ts';
export { sports } from './module.ts';
