/** What the parts of the server share; made once in app.ts. */
import type { Accounts } from './accounts/accounts.ts';
import type { Hashing } from './accounts/hashing.ts';
import type { Sessions } from './accounts/sessions.ts';
import type { Admission } from './admission/admission.ts';
import type { CompanyDesk } from './outside/companies/desk.ts';
import type { OutsideOptions } from './outside/providers.ts';
import type { GameClock } from './clock.ts';
import type { KeyedDesk } from './db/batches.ts';
import type { Database } from './db/database.ts';
import type { Publication } from './descriptions/publication.ts';
import type { Odds } from './draws/odds.ts';
import type { EventHub } from './events/hub.ts';
import type { Games } from './games.ts';
import type { Messages } from './messages/outbox.ts';
import type { RechargeDesk } from './money/recharge/desk.ts';
import type { Push } from './push/push.ts';
import type { BetDesk } from './orders/bet-desk.ts';
import type { Pools } from './scratch/pools.ts';
import type { SmallGames } from './small/games.ts';
import type { Sports } from './sports/versions.ts';
import type { Vault } from './vault/vault.ts';
import type { Alarms } from './watch/alarms.ts';

/**
 * A publication is taken over part by part, each with its statements: an answer that was put together meanwhile may be of both sides, and is
 * told to whoever waits for it and kept for nobody.
 */
export interface TakingOver {
  /** Grows with every publication; undefined while one is being taken over. */
  turn(): number | undefined;
}

export interface Context {
  readonly database: Database;
  readonly clock: GameClock;
  readonly publication: Publication;
  readonly takingOver: TakingOver;
  readonly games: Games;
  /** Games on matches, outrights and leagues. */
  readonly sports: Sports;
  /** Pools of scratch cards. */
  readonly scratch: Pools;
  /** Small games beside the draws. */
  readonly smalls: SmallGames;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  /** The line in which passwords are hashed. */
  readonly hashing: Hashing;
  /** Whether a request may be made at all. */
  readonly admission: Admission;
  /** Encrypts what the database must not hold in clear. */
  readonly vault: Vault;
  /** Text messages and e-mail to players. */
  readonly messages: Messages;
  /** Messages on phones while the app is closed. */
  readonly push: Push;
  readonly recharge: RechargeDesk;
  readonly bets: BetDesk;
  /** Plays of small games, and entries of quizzes. */
  readonly plays: KeyedDesk;
  readonly entries: KeyedDesk;
  readonly odds: Odds;
  readonly events: EventHub;
  /** Signing key of a brand code, from the brand's description. */
  readonly signingKey: (brand: string) => string | undefined;
  /** Spends a nonce of a player (0: nobody's); false when it was seen before. */
  readonly useNonce: (userId: number, nonce: string) => Promise<boolean>;
  readonly outside: OutsideOptions;
  /** Companies of games that keep money of players, and what is on its way to them. */
  readonly companies: CompanyDesk;
  /** Said to players while the server is under maintenance; '' while it works. */
  readonly maintenance: string;
  /** For what an operator must look at. */
  readonly alarms: Alarms;
}
