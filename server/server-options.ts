/** What a server is made from; the environment (read-options.ts) or a test fills it in. */
import type { Database, Log, MessagesOptions, ClientTimeouts, PoolLike, EncryptionKey } from './platform/index.ts';
import type { PushOptions } from './inbox/index.ts';
import type { Company, OutsideOptions, RechargeOptions } from './payments/index.ts';

export interface ServerOptions {
  /** Origins that a form may be handed in to, in a frame; none but the app's own when left out. */
  readonly formOrigins?: readonly string[];
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  readonly poolSize?: number;
  /** The number of the program of a newer version that this one replaces in the database on purpose. */
  readonly replaceRoutinesNumber?: number | undefined;
  /** The database, opened already: see DatabaseOptions. */
  readonly pool?: PoolLike | undefined;
  /** Encryption keys; when left out those of the embedded database's folder, and on a PostgreSQL those of development. */
  readonly encryptionKeys?: readonly EncryptionKey[] | undefined;
  /** What sends messages; the development outbox when left out. */
  readonly messages?: MessagesOptions;
  /** Pushes to phones. */
  readonly push?: PushOptions;
  readonly gamesDir: string;
  /** Folder of the app's descriptions: routes.json, menus/, screens/, brands/. */
  readonly appDir: string;
  /** Code of the brand that players see; the first by its code when left out. */
  readonly brand?: string | undefined;
  /** Folder of the built app. */
  readonly webDir: string;
  /** Password of the back office; without it there is none. */
  readonly operatorPassword?: string | undefined;
  /** Requires a second step at every login of the back office; the password alone allows setting one up. */
  readonly operatorTwoStep?: boolean;
  /** Folder of the built back office. */
  readonly officeDir?: string;
  /** Folder of the built replay workbench; there with the back office. */
  readonly workbenchDir?: string;
  /** Folder of the descriptions of the operators' desk; app/desk/descriptions when left out. */
  readonly deskDir?: string;
  /** Speed of a simulated clock; undefined is the real one. */
  readonly clockSpeed?: number | undefined;
  /** web: answers, never draws. draw: draws, answers only /healthz. */
  readonly role?: 'all' | 'web' | 'draw';
  /** Watch the description folders for changes. */
  readonly watch?: boolean;
  /** Times the limits of the table of calls; 1 when left out, Infinity for none. */
  readonly limits?: number;
  /** Addresses or networks of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly string[];
  /** Real ms between two signs of life on a stream of events. */
  readonly keepAliveMs?: number;
  /** Bytes that wait to be read by a phone before its stream of events is cut. */
  readonly maxBehind?: number;
  /** Real ms after which a slow client is cut. */
  readonly patience?: ClientTimeouts;
  /** Demonstration draws of each game's past; 300 when left out, 0 for none. */
  readonly history?: number;
  /** Demonstration players (演示) live here; nobody when left out. */
  readonly life?: boolean;
  /** Pools of scratch cards are made here; none when left out. */
  readonly cards?: boolean;
  /** demo: the simulated feed of matches runs here. none (when left out): matches come from outside. */
  readonly feed?: 'demo' | 'none';
  /** Games, customer service and activities of others; the demonstration provider when left out. */
  readonly outside?: Partial<OutsideOptions>;
  /** Companies of the transfer centre; those that the providers name when left out. For tests. */
  readonly companies?: ((database: Database) => readonly Company[]) | undefined;
  /** Rules of recharging, and the secret shared with the provider; those of the demonstration when left out. */
  readonly recharge?: RechargeOptions;
  /** Said to players while the server is under maintenance; draws go on. */
  readonly maintenance?: string | undefined;
  /** Nothing goes on by itself until `begin` is called: a process listens first, so that it takes bets as soon as it can. */
  readonly beginLater?: boolean;
  readonly log?: Log;
  /** Token for /metrics from other machines. */
  readonly metricsToken?: string | undefined;
  /** For tests and development: every answer is checked against the table of calls, and this function gets the faults. */
  readonly onWrongAnswer?: ((fault: string) => void) | undefined;
}
