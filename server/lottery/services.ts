/** The services that the functions of this module work with. server/make-services.ts makes them. */
import type { GameName, Games } from '../catalog/index.ts';
import type { LedgerServices } from '../ledger/index.ts';
import type { BetBatcher } from './orders/bet-batcher.ts';
import type { Alarms, EventHub } from '../platform/index.ts';

export interface LotteryServices extends LedgerServices {
  readonly games: Games;
  readonly bets: BetBatcher;
  readonly events: EventHub;
  readonly gameName: GameName;
  /** Alarms for operators. */
  readonly alarms: Alarms;
}
