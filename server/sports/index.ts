/** Games on matches: matches, the feed, odds, bets, and their settlement. */
export { OddsMoved, judge, whileOddsMove } from './bets/desk.ts';
export { formOf, rangeOf, readBet, refuseErrors, type BetForm } from './bets/form.ts';
export { leagueName, teamName } from './bets/names.ts';
export type { ReleaseFields, ReleaseWish, ReleasedBet } from './bets/releases.ts';
export { startMatchSettlement } from './bets/settle-job.ts';
export {
  OFFERS_OF_MATCHES,
  legsOf,
  passName,
  passNames,
  planNames,
  playNames,
  sportKind,
  sportPlan,
  type OfferRow,
  type SportParts,
} from './bets/sport-kind.ts';
export { winnerOf } from './feed/cups.ts';
export { startFeed, type MatchFeed } from './feed/feed.ts';
export { mainMeasure, type MatchRow } from './feed/match-rows.ts';
export { VOID_AFTER_MS } from './feed/plan.ts';
export { faultsOf, judgedColumns, measuresOf, refusedResults, type JudgedMatch } from './judge.ts';
export { createReads } from './reads.ts';
export type { SportServices } from './services.ts';
export { openSports, type EarlierSport, type SportVersion, type Sports } from './versions.ts';
export { sports } from './module.ts';
