/** The options of a server. read-options.ts takes them from the environment; a test sets them itself. */
import type { Database, Log, MessagesOptions, ClientTimeouts, PoolLike, EncryptionKey } from './platform/index.ts';
import type { PushOptions } from './inbox/index.ts';
import type { Company, OutsideOptions, RechargeOptions } from './payments/index.ts';

export interface ServerOptions {
  /** Origins to which a page in a frame may submit a form; only the app's own when left out. */
  readonly formOrigins?: readonly string[];
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  readonly poolSize?: number;
  /** The program number of newer SQL routines that this version may replace in the database. */
  readonly replaceRoutinesNumber?: number | undefined;
  /** An open database, used instead of `databaseUrl`: see DatabaseOptions. */
  readonly pool?: PoolLike | undefined;
  /** Encryption keys. When left out: those in the folder of the embedded database; with PostgreSQL the public keys for development. */
  readonly encryptionKeys?: readonly EncryptionKey[] | undefined;
  /** The sender of e-mails and text messages; the development outbox when left out. */
  readonly messages?: MessagesOptions;
  /** The sender of push messages. */
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
  /** Requires two-step login of every operator. An operator without it may only set it up after the password. */
  readonly operatorTwoStep?: boolean;
  /** Folder of the built back office. */
  readonly officeDir?: string;
  /** Folder of the built replay workbench, which is served if the back office is. */
  readonly workbenchDir?: string;
  /** Folder of the descriptions of the back office; app/desk/descriptions when left out. */
  readonly deskDir?: string;
  /** Speed of a simulated clock; undefined is the real one. */
  readonly clockSpeed?: number | undefined;
  /** web: answers, never draws. draw: draws, answers only /healthz. */
  readonly role?: 'all' | 'web' | 'draw';
  /** Watch the description folders for changes. */
  readonly watch?: boolean;
  /** The factor of the rate limits of the table of calls; 1 when left out, Infinity for no limits. */
  readonly limits?: number;
  /** Addresses or networks of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly string[];
  /** Real ms between two keep-alive comments on an event stream. */
  readonly keepAliveMs?: number;
  /** The most unread bytes of an event stream. A client with more is disconnected. */
  readonly maxBehind?: number;
  /** Real ms after which a slow client is disconnected. */
  readonly patience?: ClientTimeouts;
  /** Demonstration draws of each game's past; 300 when left out, 0 for none. */
  readonly history?: number;
  /** Runs demo bots (演示) in this process; none when left out. */
  readonly life?: boolean;
  /** Creates pools of scratch cards in this process; none when left out. */
  readonly cards?: boolean;
  /** demo: this process runs the simulated feed of matches. none (when left out): another program writes the matches. */
  readonly feed?: 'demo' | 'none';
  /** Games, customer service and activities of outside providers; the demonstration provider when left out. */
  readonly outside?: Partial<OutsideOptions>;
  /** Companies of the transfer centre; those that the providers name when left out. For tests. */
  readonly companies?: ((database: Database) => readonly Company[]) | undefined;
  /** Rules of recharging, and the secret shared with the provider; those of the demonstration when left out. */
  readonly recharge?: RechargeOptions;
  /** The message to players during maintenance. Draws go on. Left out: no maintenance. */
  readonly maintenance?: string | undefined;
  /** Background jobs start when `begin` is called, so that a process can listen for requests first. */
  readonly beginLater?: boolean;
  readonly log?: Log;
  /** The token that a request of another machine for /metrics must carry. */
  readonly metricsToken?: string | undefined;
  /** For tests and development: every answer is checked against the table of calls, and this function receives the faults. */
  readonly onWrongAnswer?: ((fault: string) => void) | undefined;
}
