/** The services that the functions of this module work with. server/make-services.ts makes them. */
import type { AccountServices } from '../accounts/index.ts';
import type { LotteryServices, Odds } from '../lottery/index.ts';
import type { Releases } from './bets/releases.ts';
import type { Sports } from './versions.ts';

export interface SportServices extends AccountServices, LotteryServices {
  /** Games on matches, outrights and leagues. */
  readonly sports: Sports;
  readonly odds: Odds;
  /** Releases (宝单) of bets on matches. */
  readonly releases: Releases;
}
