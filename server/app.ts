/** Puts the server together. `buildServer` is what tests use; main.ts adds the environment and the signals. */
import { statSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { createAdmission } from './admission/admission.ts';
import { openHttpApi } from './api.ts';
import { createAccounts, GRANT_FEN } from './accounts/accounts.ts';
import { recordInForce } from './audit/in-force.ts';
import { startAuditCheck } from './audit/check.ts';
import { createHashing } from './accounts/hashing.ts';
import { createSessions } from './accounts/sessions.ts';
import { openCompanyDesk } from './outside/companies/desk.ts';
import { companiesOf } from './outside/companies/open.ts';
import { openRecharge } from './money/recharge/desk.ts';
import type { OutsideOptions, Provider } from './outside/providers.ts';
import { openClock } from './clock.ts';
import providers from './content/providers.json' with { type: 'json' };
import type { Context } from './context.ts';
import { openKeyedDesk } from './db/batches.ts';
import { openDatabase } from './db/database.ts';
import { brandName } from './descriptions/brand-name.ts';
import { restoreLastGood } from './descriptions/last-good.ts';
import { openPublication } from './descriptions/publication.ts';
import { shortName } from './descriptions/report.ts';
import { createTakeOver } from './descriptions/take-over.ts';
import { type Scheduler, startScheduler } from './draws/scheduler.ts';
import { createOdds } from './draws/odds.ts';
import { openEventHub } from './events/hub.ts';
import { openGames } from './games.ts';
import { startLanes } from './lanes.ts';
import { openMessages } from './messages/outbox.ts';
import { outboxRoutes } from './messages/routes.ts';
import { openBetDesk } from './orders/bet-desk.ts';
import { type MatchFeed, startFeed } from './sports/feed/feed.ts';
import { newsOf } from './group/news.ts';
import { createReads } from './sports/reads.ts';
import { openPush } from './push/push.ts';
import { startLife } from './people/life/life.ts';
import { createPools } from './scratch/pools.ts';
import { openSmallGames } from './small/games.ts';
import { openSports } from './sports/versions.ts';
import type { ServerOptions } from './server-options.ts';
import { closeHttp } from './web/http.ts';
import { developmentKeys, keysOfFolder, VAULT_KEYS, type VaultKey } from './vault/keys.ts';
import { openVault } from './vault/vault.ts';
import { openAlarmKeeper } from './watch/alarm-keeper.ts';
import { createAlarms } from './watch/alarms.ts';
import { startLedgerCheck } from './watch/ledger-check.ts';
import type { Log } from './watch/log.ts';
import { createMetrics } from './watch/metrics.ts';
import { watchRoutes } from './watch/routes.ts';
import { stateReader, watchState } from './watch/state.ts';
import { createWriteProbe } from './watch/write-probe.ts';

export interface Server {
  readonly app: FastifyInstance;
  readonly context: Context;
  /** Present unless the role is web. */
  readonly scheduler: Scheduler | undefined;
  /** Present where the simulated feed of matches runs. */
  readonly feed: MatchFeed | undefined;
  /** What goes on by itself begins: draws, the feed, settlement, lanes. For whoever asked for `beginLater`; a second call does nothing. */
  begin(): void;
  /** From now on not ready, while it still answers. */
  drain(): void;
  /** Stops taking requests, ends streams, finishes requests and the step under way, and closes the database. */
  close(): Promise<void>;
}

/** For people who try the thing out; printed at first start. */
export const DEMO = { name: 'demo', password: 'demo1234' } as const;

const SYNC_MS = 30_000;
const SYNC_SIMULATED_MS = 250;
/** Real ms in which calls wake the lanes of a simulated clock once: under load they look as often as those of a clock that runs fast. */
const WAKE_MS = 200;

export async function buildServer(options: ServerOptions): Promise<Server> {
  const log = options.log ?? (() => {});
  const role = options.role ?? 'all';
  const { gamesDir, appDir, brand, watch = true } = options;
  for (const [name, folder] of [
    ['CAIPU_GAMES', gamesDir],
    ['CAIPU_DESCRIPTIONS', appDir],
  ])
    if (!statSync(folder as string, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(`the folder ${folder} does not exist or is no folder. Set ${name} to the folder of descriptions, or create it.`);
  const closing: (() => Promise<unknown>)[] = [];
  async function closeAll(): Promise<void> {
    // The last opened first: nothing is closed under what still uses it.
    for (const close of closing.splice(0).reverse()) await close();
  }

  try {
    // Descriptions are read while the database is connected to, which mostly is waiting.
    const opening = [
      openDatabase({
        dataDir: options.dataDir,
        url: options.databaseUrl,
        programOver: options.programOver,
        log,
        pool: options.pool,
        ...(options.poolSize === undefined ? {} : { poolSize: options.poolSize }),
      }),
      openPublication({ gamesDir, appDir, brand, watch, startLater: true, log }),
    ] as const;
    for (const one of await Promise.allSettled(opening)) if (one.status === 'fulfilled') closing.push(() => one.value.close());
    const [database, publication] = await Promise.all(opening);
    const clock = await openClock(database, options.clockSpeed);
    const vault = await openVault(database, options.vaultKeys ?? ownKeys(options, log));
    // Another process may move a simulated clock at any time; a real one drifts from the database's by ms a day.
    const syncing = setInterval(() => void clock.sync().catch(() => {}), clock.simulated ? SYNC_SIMULATED_MS : SYNC_MS);
    syncing.unref();
    closing.push(async () => clearInterval(syncing));
    await restoreLastGood(database, publication, log);
    const brands = Object.keys(publication.index().documents.brand ?? {});
    if (brand !== undefined && brands.length > 0 && !brands.includes(brand))
      throw new Error(`CAIPU_BRAND=${brand} is not one of ${brands.join(', ')}. Correct it or leave it out.`);
    const games = await openGames(database, publication, clock, log);
    const sports = await openSports(database, publication, clock);
    const smalls = await openSmallGames(database, publication, clock);
    /** How many publications there were. */
    let turn = 0;
    const hashing = createHashing();
    const accounts = createAccounts(database, hashing);
    const sessions = createSessions(database, clock);
    closing.push(() => sessions.stop());
    const admission = createAdmission(database, options.limits);
    closing.push(() => admission.close());
    const events = openEventHub(
      database,
      sessions,
      { reads: createReads({ database, clock, sports }), groups: (ids) => newsOf(context, ids) },
      log,
      {
        ...(options.keepAliveMs === undefined ? {} : { keepAliveMs: options.keepAliveMs }),
        ...(options.maxBehind === undefined ? {} : { maxBehind: options.maxBehind }),
      },
    );
    closing.push(() => events.close());
    const odds = createOdds(database, games, clock, log);
    closing.push(() => odds.close());
    const keeper = openAlarmKeeper(database, log);
    closing.push(() => keeper.close());
    const alarms = createAlarms(log, keeper.heard);
    publication.onProblems((problems) => {
      const files = [...new Set(problems.map(({ file }) => shortName(file, { gamesDir, appDir })))];
      alarms.report('description-refused', files.length, `${files.slice(0, 5).join(', ')}${files.length > 5 ? ' …' : ''}`);
    });
    const brandText = () => brandName(publication);
    const messages = openMessages({ database, vault, brand: brandText, log }, options.messages ?? { development: true });
    closing.push(() => messages.close());
    const push = openPush(database, vault, { contact: options.outside?.origin, ...options.push });
    const outside: OutsideOptions = { providers: providers as readonly Provider[], ...options.outside };
    const desk = openCompanyDesk(database, clock, alarms, options.companies?.(database) ?? companiesOf(database, outside.providers), log);
    closing.push(() => desk.close());
    const scratch = createPools(database, vault);
    closing.push(() => scratch.close());
    const takeOver = createTakeOver({
      kinds: [games, sports, smalls].map((kind) => () => kind.refresh()),
      taken() {
        wake();
        if (role !== 'draw') odds.published();
        events.broadcast({ type: 'index', version: publication.index().version });
      },
      alarms,
      log,
    });
    const context: Context = {
      database,
      clock,
      publication,
      takingOver: { turn: () => (takeOver.pending() ? undefined : turn) },
      games,
      sports,
      scratch,
      smalls,
      accounts,
      sessions,
      hashing,
      admission,
      vault,
      messages,
      push,
      events,
      bets: openBetDesk(database),
      plays: openKeyedDesk(database, 'play_smalls'),
      entries: openKeyedDesk(database, 'bet_quizzes'),
      odds,
      signingKey: signingKeys(publication),
      async useNonce(userId, nonce) {
        const { rows } = await database.query<{ fresh: boolean }>('SELECT use_nonce($1, $2) AS fresh', [userId, nonce], 'use-nonce');
        return rows[0]?.fresh === true;
      },
      outside,
      companies: desk,
      // The same in every process with this vault: any of them may be told by the stand-in of another.
      recharge: openRecharge(outside, options.recharge ?? {}, vault.mark('recharge.demo', 'secret')),
      maintenance: options.maintenance ?? '',
      alarms,
    };
    if (role !== 'draw' && !(await accounts.isTaken(DEMO.name)) && (await accounts.register(DEMO.name, DEMO.password)) !== undefined) {
      log(`demo player made: ${DEMO.name} / ${DEMO.password}, ${GRANT_FEN / 100} yuan of play money`);
    }

    const scheduler = role === 'web' ? undefined : startScheduler(context, log, { history: options.history, startLater: true });
    if (scheduler !== undefined) closing.push(() => scheduler.close());
    let recording: Promise<void> = Promise.resolve();
    /** One after the other, so that the last is what is in force last. */
    let written = '';
    const writeDown = () => {
      recording = recording
        .then(async () => {
          const now = [publication.index().version, ...publication.documents().map(({ hash }) => hash)].join();
          if (now === written) return;
          await recordInForce(database, publication, clock.now());
          written = now;
        })
        .catch((error: Error) =>
          log(`audit list: ${error.message}; what came into force is written with the next change`, { level: 'warn' }),
        );
    };
    closing.push(() => recording);
    // All that goes on by itself waits until the server takes bets.
    let setBegun: () => void = () => {};
    const begun = new Promise<void>((resolve) => (setBegun = resolve));
    // Each of them ends only once it has begun, also where the start came to nothing: a port that is in use, say.
    const endAtClose = (one: { close(): Promise<unknown> }) =>
      closing.push(() => {
        setBegun();
        return one.close();
      });
    const feed = role === 'web' || options.feed !== 'demo' ? undefined : startFeed(context, log, begun);
    if (feed !== undefined) endAtClose(feed);
    const lanes = startLanes(context, log, { role, cards: options.cards === true, matches: options.feed !== 'demo', begin: begun });
    endAtClose(lanes);
    const wake = (): void => {
      scheduler?.wake();
      feed?.wake();
      lanes.wake();
    };
    clock.onJump(wake);
    // Tests, and whoever tries the app out, wait for what comes of a call; on a simulated clock no lane leaves it for its next look. Draws and
    // settlement go by time, and wake each other.
    let waking: NodeJS.Timeout | undefined;
    const wakeSoon = (): void => {
      waking ??= setTimeout(() => {
        waking = undefined;
        lanes.wake();
      }, WAKE_MS);
    };
    closing.push(async () => clearTimeout(waking));
    closing.push(() => takeOver.close());
    const deafen = publication.onChange(() => {
      turn += 1;
      takeOver.changed();
    });
    closing.push(async () => deafen());
    if (role !== 'draw') odds.published();
    let stopping = false;
    const ledger = startLedgerCheck(database, context.alarms, log);
    closing.push(() => ledger.close());
    const audit = startAuditCheck(database, context.alarms, log);
    closing.push(() => audit.close());
    const state = stateReader(context);
    // A process that does not draw looks only when it is asked; what it then found late must not stand after that is over.
    const late = () => alarms.list().some(({ active }) => active > 0);
    const unwatch = watchState(state, role === 'web' ? late : undefined);
    closing.push(async () => unwatch());
    const metrics = createMetrics({ database, alarms: context.alarms, ledger, audit, state, streams: () => events.connections() });
    closing.push(async () => metrics.close());
    const { metricsToken: token } = options;
    const writeProbe = createWriteProbe(database);
    const app = await openHttpApi(context, options, {
      wake,
      written: writeProbe,
      watch(http) {
        if (clock.simulated) http.addHook('onResponse', ({ method }, _reply, done) => (method === 'GET' || wakeSoon(), done()));
        metrics.observe(http);
        watchRoutes(http, { context, written: writeProbe, metrics, state, stopping: () => stopping, token });
        outboxRoutes(http, messages);
      },
    });
    closing.push(() => closeHttp(app, log));
    const life = options.life === true ? startLife(app, context, log, begun) : undefined;
    if (life !== undefined) endAtClose(life);
    // Whoever hears that the server is ready may bet at once.
    await scheduler?.ready;
    let began = false;
    function begin(): void {
      if (began || stopping) return;
      began = true;
      if (role !== 'web') desk.start();
      setBegun();
      scheduler?.start();
      void publication.start().then(() => {
        publication.onLook(writeDown);
        writeDown();
      });
    }
    if (options.beginLater !== true) {
      // A turn later, when whoever opened the server has it.
      const beginning = setTimeout(begin);
      closing.push(async () => clearTimeout(beginning));
    }
    return {
      app,
      context,
      scheduler,
      feed,
      begin,
      drain() {
        stopping = true;
      },
      async close() {
        stopping = true;
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Keys for whoever gives none. A database that is opened already has no folder. */
function ownKeys({ databaseUrl, pool, dataDir }: ServerOptions, log: Log): readonly VaultKey[] {
  if (databaseUrl === undefined && pool === undefined) return keysOfFolder(dataDir);
  log(`${VAULT_KEYS} is not set: players’ data is encrypted under a key for development that everybody knows`);
  return developmentKeys();
}

/** Brand code → signing key, from the brand descriptions; read once per version. */
function signingKeys(publication: Context['publication']): Context['signingKey'] {
  const keys = new Map<string, string | undefined>();
  return (brand) => {
    const hash = Object.hasOwn(publication.index().documents.brand ?? {}, brand) ? publication.index().documents.brand?.[brand] : undefined;
    if (hash === undefined) return undefined;
    const id = `${brand} ${hash}`;
    if (!keys.has(id)) {
      const body = JSON.parse(publication.document('brand', brand, hash) ?? '{}') as { signingKey?: unknown };
      keys.set(id, typeof body.signingKey === 'string' ? body.signingKey : undefined);
    }
    return keys.get(id);
  };
}
