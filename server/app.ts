/** Puts the server together. `buildServer` is what tests use; main.ts adds the environment and the signals. */
import { statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { STATUS } from '../protocol/status.ts';
import { addressKey } from './admission/address.ts';
import { createAdmission } from './admission/admission.ts';
import { createAccounts, GRANT_FEN } from './accounts/accounts.ts';
import { recordInForce } from './audit/in-force.ts';
import { startAuditCheck } from './audit/check.ts';
import { accountCalls } from './accounts/calls.ts';
import { contactCalls } from './accounts/contact-calls.ts';
import { identityCalls } from './accounts/identity-calls.ts';
import { passwordCalls } from './accounts/password-calls.ts';
import { createHashing } from './accounts/hashing.ts';
import { createSessions } from './accounts/sessions.ts';
import { openApi } from '../protocol/openapi.ts';
import { refuse, register, send, tooMany } from './web/call.ts';
import { chaseCalls } from './orders/chase-calls.ts';
import { fundCalls } from './money/fund-calls.ts';
import { moveCalls } from './money/move-calls.ts';
import { companyCalls } from './outside/companies/company-calls.ts';
import type { Company } from './outside/companies/company.ts';
import { openCompanyDesk } from './outside/companies/desk.ts';
import { companiesOf } from './outside/companies/open.ts';
import { offerCalls } from './money/offers/offer-calls.ts';
import { followCalls } from './follow/calls.ts';
import { startFollow } from './follow/lane.ts';
import { startYuebao } from './money/yuebao/lane.ts';
import { yuebaoCalls } from './money/yuebao/yuebao-calls.ts';
import { payoutAccountCalls } from './money/payout/account-calls.ts';
import { startPayouts } from './money/payout/steps.ts';
import { withdrawalCalls } from './money/payout/withdrawal-calls.ts';
import { startAsking } from './money/recharge/asking.ts';
import { rechargeCalls } from './money/recharge/calls.ts';
import { openRecharge, type RechargeOptions } from './money/recharge/desk.ts';
import { rechargeNotices } from './money/recharge/notices.ts';
import { summaryCalls } from './money/summary/calls.ts';
import { launchCalls } from './outside/launch-calls.ts';
import { groupCalls } from './group/calls.ts';
import { startGroups } from './group/lane.ts';
import { lotteryCalls } from './orders/bet-calls.ts';
import { oddsCalls } from './draws/odds-calls.ts';
import { orderCalls } from './orders/order-calls.ts';
import type { OutsideOptions, Provider } from './outside/providers.ts';
import { resultCalls } from './draws/result-calls.ts';
import { serviceCalls } from './system/service-calls.ts';
import { contentCalls } from './content/content-calls.ts';
import { siteCalls } from './content/site-calls.ts';
import { systemCalls } from './system/system-calls.ts';
import { openClock } from './clock.ts';
import providers from './content/providers.json' with { type: 'json' };
import type { Context } from './context.ts';
import { type Database, openDatabase } from './db/database.ts';
import type { PoolLike } from './db/pool.ts';
import { brandName } from './descriptions/brand-name.ts';
import { restoreLastGood } from './descriptions/last-good.ts';
import { openPublication } from './descriptions/publication.ts';
import { descriptionRoutes } from './descriptions/routes.ts';
import { type Scheduler, startScheduler } from './draws/scheduler.ts';
import { createOdds } from './draws/odds.ts';
import { openEventHub } from './events/hub.ts';
import { openGames } from './games.ts';
import { type MessagesOptions, openMessages } from './messages/outbox.ts';
import { outboxRoutes } from './messages/routes.ts';
import { openBetDesk } from './orders/bet-desk.ts';
import { sportBetCalls } from './sports/bets/bet-calls.ts';
import { type MatchFeed, startFeed } from './sports/feed/feed.ts';
import { matchCalls } from './sports/match-calls.ts';
import { newsOf } from './group/news.ts';
import { createReads } from './sports/reads.ts';
import { memberCalls } from './member/calls.ts';
import { noticeCalls } from './notices/calls.ts';
import { peopleCalls } from './people/calls.ts';
import { startLife } from './people/life/life.ts';
import { protectionCalls } from './protection/calls.ts';
import { frameRoutes } from './member/frames.ts';
import { activityCalls } from './activities/calls.ts';
import { agentCalls } from './agents/calls.ts';
import { startCounting } from './agents/lane.ts';
import { storeCalls } from './store/calls.ts';
import { scratchCalls } from './scratch/calls.ts';
import { startScratch } from './scratch/lane.ts';
import { createPools } from './scratch/pools.ts';
import { scoreCalls } from './sports/score-calls.ts';
import { quizCalls } from './quiz/calls.ts';
import { startQuizzes } from './quiz/lane.ts';
import { smallCalls } from './small/calls.ts';
import { openSmallGames } from './small/games.ts';
import { openPlayDesk } from './small/play.ts';
import { startSmallRounds } from './small/rounds.ts';
import { openSports } from './sports/versions.ts';
import { closeHttp, openHttp, type Patience } from './web/http.ts';
import { operatorRoutes } from './operator/routes.ts';
import { developmentKeys, keysOfFolder, VAULT_KEYS, type VaultKey } from './vault/keys.ts';
import { openVault } from './vault/vault.ts';
import { createAlarms } from './watch/alarms.ts';
import { startLedgerCheck } from './watch/ledger-check.ts';
import type { Log } from './watch/log.ts';
import { createMetrics } from './watch/metrics.ts';
import { watchRoutes } from './watch/routes.ts';
import { stateReader } from './watch/state.ts';
import { serveSite } from './web/site.ts';

export interface ServerOptions {
  /** Origins that a form may be handed in to, in a frame; none but the app's own when left out. */
  readonly formOrigins?: readonly string[];
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  readonly poolSize?: number;
  /** The database, opened already: see DatabaseOptions. */
  readonly pool?: PoolLike | undefined;
  /** Keys of the vault; when left out those of the embedded database's folder, and on a PostgreSQL those of development. */
  readonly vaultKeys?: readonly VaultKey[] | undefined;
  /** What sends messages; the development outbox when left out. */
  readonly messages?: MessagesOptions;
  readonly gamesDir: string;
  /** Folder of the app's descriptions: routes.json, menus/, screens/, brands/. */
  readonly appDir: string;
  /** Code of the brand that players see; the first by its code when left out. */
  readonly brand?: string | undefined;
  /** Folder of the built app. */
  readonly webDir: string;
  /** Opens the workshop to whoever knows it; without it there is none. */
  readonly operatorPassword?: string | undefined;
  /** Nobody works in the workshop without a second step at login; who has the password may always set one up. */
  readonly operatorTwoStep?: boolean;
  /** Folder of the built workshop page. */
  readonly workshopDir?: string;
  /** Folder of the built replay workbench; there with the workshop. */
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
  readonly patience?: Patience;
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
  readonly log?: Log;
  /** Who may read /metrics from elsewhere than this machine. */
  readonly metricsToken?: string | undefined;
  /** For tests and development: every answer is held against the table of calls, and this is told of those that do not match. */
  readonly onWrongAnswer?: ((fault: string) => void) | undefined;
}

export interface Server {
  readonly app: FastifyInstance;
  readonly context: Context;
  /** Present unless the role is web. */
  readonly scheduler: Scheduler | undefined;
  /** Present where the simulated feed of matches runs. */
  readonly feed: MatchFeed | undefined;
  /** From now on not ready, while it still answers. */
  drain(): void;
  /** Stops taking requests, ends streams, finishes requests and the step under way, and closes the database. */
  close(): Promise<void>;
}

/** For people who try the thing out; printed at first start. */
export const DEMO = { name: 'demo', password: 'demo1234' } as const;

const CALLS = [
  accountCalls,
  contactCalls,
  identityCalls,
  passwordCalls,
  systemCalls,
  serviceCalls,
  siteCalls,
  contentCalls,
  noticeCalls,
  lotteryCalls,
  groupCalls,
  launchCalls,
  chaseCalls,
  oddsCalls,
  sportBetCalls,
  followCalls,
  orderCalls,
  scratchCalls,
  storeCalls,
  activityCalls,
  scoreCalls,
  fundCalls,
  memberCalls,
  protectionCalls,
  peopleCalls,
  moveCalls,
  yuebaoCalls,
  offerCalls,
  companyCalls,
  payoutAccountCalls,
  withdrawalCalls,
  rechargeCalls,
  summaryCalls,
  resultCalls,
  matchCalls,
  smallCalls,
  quizCalls,
  agentCalls,
];
/** Drawings as the sources have them, where the app is not built. */
const PICTURES = fileURLToPath(new URL('../public', import.meta.url));
const SYNC_MS = 30_000;
const SYNC_SIMULATED_MS = 250;
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
    const brands = Object.keys(publication.index().documents.brand ?? {});
    if (brand !== undefined && brands.length > 0 && !brands.includes(brand))
      throw new Error(`CAIPU_BRAND=${brand} is not one of ${brands.join(', ')}. Correct it or leave it out.`);
    await restoreLastGood(database, publication, log);
    const games = await openGames(database, publication, clock, log);
    const sports = await openSports(database, publication, clock);
    const smalls = await openSmallGames(database, publication, clock);
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
    const alarms = createAlarms(log);
    publication.onProblems((problems) => {
      const files = [...new Set(problems.map(({ file }) => relative(join(gamesDir, '..'), file)))];
      alarms.report('description-refused', files.length, `${files.slice(0, 5).join(', ')}${files.length > 5 ? ' …' : ''}`);
    });
    const brandText = () => brandName(publication);
    const messages = openMessages({ database, vault, brand: brandText, log }, options.messages ?? { development: true });
    closing.push(() => messages.close());
    const outside: OutsideOptions = { providers: providers as readonly Provider[], ...options.outside };
    const desk = openCompanyDesk(database, clock, alarms, options.companies?.(database) ?? companiesOf(database, outside.providers), log);
    closing.push(() => desk.close());
    const scratch = createPools(database, vault);
    closing.push(() => scratch.close());
    const context: Context = {
      database,
      clock,
      publication,
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
      events,
      bets: openBetDesk(database),
      plays: openPlayDesk(database),
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
    const writeDown = () => {
      recording = recording
        .then(() => recordInForce(database, publication.index()))
        .catch((error: Error) =>
          log(`audit list: ${error.message}; what came into force is written with the next change`, { level: 'warn' }),
        );
    };
    closing.push(() => recording);
    const feed = role === 'web' || options.feed !== 'demo' ? undefined : startFeed(context, log);
    if (feed !== undefined) closing.push(() => feed.close());
    // What moves money by itself waits until the server is ready.
    let begin: () => void = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const yuebao = role === 'web' ? undefined : startYuebao(context, log, begun);
    if (yuebao !== undefined) closing.push(() => yuebao.close());
    const follows = role === 'web' ? undefined : startFollow(context, log, begun);
    if (follows !== undefined) closing.push(() => follows.close());
    const payouts = role === 'web' ? undefined : startPayouts(context, log, { begin: begun });
    if (payouts !== undefined) closing.push(() => payouts.close());
    const groups = role === 'web' ? undefined : startGroups(context, log, begun);
    if (groups !== undefined) closing.push(() => groups.close());
    const cards = role === 'web' || options.cards !== true ? undefined : startScratch(context, log, begun);
    if (cards !== undefined) closing.push(() => cards.close());
    const rounds = role === 'web' ? undefined : startSmallRounds(context, log, begun);
    if (rounds !== undefined) closing.push(() => rounds.close());
    const quizzes = role === 'web' ? undefined : startQuizzes(context, log, begun);
    if (quizzes !== undefined) closing.push(() => quizzes.close());
    const counting = role === 'web' ? undefined : startCounting(context, log, begun);
    if (counting !== undefined) closing.push(() => counting.close());
    const asking = startAsking(context, log, begun);
    if (asking !== undefined) closing.push(() => asking.close());
    // A start that fails ends them, and they end only once they have begun.
    closing.push(async () => begin());
    const deafen = publication.onChange(() => {
      writeDown();
      games
        .refresh()
        .then(() => sports.refresh())
        .then(() => smalls.refresh())
        .then(() => {
          scheduler?.wake();
          feed?.wake();
          cards?.wake();
          quizzes?.wake();
          if (role !== 'draw') odds.published();
          events.broadcast({ type: 'index', version: publication.index().version });
        })
        .catch((error: Error) => log(`descriptions: ${error.message}; the versions before stay`));
    });
    closing.push(async () => deafen());
    if (role !== 'draw') odds.published();
    let stopping = false;
    const ledger = startLedgerCheck(database, context.alarms, log);
    closing.push(() => ledger.close());
    const audit = startAuditCheck(database, context.alarms, log);
    closing.push(() => audit.close());
    const state = stateReader(context);
    const metrics = createMetrics({ database, alarms: context.alarms, ledger, audit, state, streams: () => events.connections() });
    closing.push(async () => metrics.close());
    const { metricsToken: token } = options;
    const app = await buildHttp(
      context,
      scheduler,
      options,
      role,
      () => {
        feed?.wake();
        payouts?.wake();
        groups?.wake();
        cards?.wake();
        quizzes?.wake();
        counting?.wake();
      },
      (http) => {
        metrics.observe(http);
        watchRoutes(http, { context, metrics, state, stopping: () => stopping, token });
        outboxRoutes(http, messages);
      },
    );
    closing.push(() => closeHttp(app, log));
    const life = options.life === true ? startLife(app, context, log, begun) : undefined;
    if (life !== undefined) closing.push(() => life.close());
    // Whoever hears that the server is ready may bet at once.
    await scheduler?.ready;
    scheduler?.start();
    // A turn later, when whoever opened the server has it.
    const beginning = setTimeout(() => {
      if (role !== 'web') desk.start();
      begin();
    });
    closing.push(async () => clearTimeout(beginning));
    void publication.start().then(writeDown);
    return {
      app,
      context,
      scheduler,
      feed,
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

async function buildHttp(
  context: Context,
  scheduler: Scheduler | undefined,
  options: ServerOptions,
  role: string,
  wakeOthers: () => void,
  watch: (app: FastifyInstance) => void,
): Promise<FastifyInstance> {
  const log = options.log ?? (() => {});
  const app = await openHttp({ ...options, log, events: context.events });
  const { database, clock, publication } = context;
  watch(app);

  app.get('/healthz', async () => {
    // Ready means: a bet could be written. A database that only reads (a standby) is not ready.
    await database.query('UPDATE clock SET base_game = base_game WHERE false');
    return {
      ok: true,
      database: database.kind,
      role,
      now: clock.now(),
      clock: clock.simulated ? { simulated: true, speed: clock.speed } : 'real',
    };
  });
  if (role === 'draw') {
    app.setNotFoundHandler((_request, reply) => send(reply, refuse(STATUS.notFound, '这个进程只负责开奖')));
    return app;
  }

  await app.register(async (api) => {
    const calls = CALLS.flatMap((callsOf) => callsOf(context));
    register(api, context, calls, { onWrongAnswer: options.onWrongAnswer });
  });
  rechargeNotices(app, context, log);
  app.get('/openapi.json', async () => openApi());
  app.get('/events', async (request, reply) => {
    const wait = await context.admission.read(addressKey(request.ip));
    return wait > 0 ? send(reply, tooMany(reply, wait)) : context.events.connect(request, reply);
  });
  await app.register(
    descriptionRoutes(publication, (kind, code, hash) =>
      kind === 'game'
        ? context.games.body(code, hash)
        : kind === 'small'
          ? context.smalls.body(code, hash)
          : context.sports.body(kind, code, hash),
    ),
  );
  if (options.operatorPassword !== undefined) {
    const {
      operatorPassword: password,
      gamesDir,
      appDir,
      workshopDir = 'dist/workshop',
      workbenchDir = 'dist/workbench',
      deskDir = 'app/desk/descriptions',
    } = options;
    const folders = { workshopDir: resolve(workshopDir), workbenchDir: resolve(workbenchDir), deskDir: resolve(deskDir) };
    await app.register(
      operatorRoutes(context, {
        password,
        twoStep: options.operatorTwoStep === true,
        gamesDir,
        appDir,
        ...folders,
        log,
        onWrongAnswer: options.onWrongAnswer,
        wake: () => {
          scheduler?.wake();
          wakeOthers();
        },
      }),
    );
  }
  if (clock.simulated) {
    // For tests and demonstrations: exists only under a simulated clock, which is refused in production.
    app.post('/test/clock', async (request, reply) => {
      const ms = (request.body as { advanceMs?: unknown } | null)?.advanceMs;
      if (!Number.isSafeInteger(ms) || (ms as number) < 0)
        return send(reply, refuse(STATUS.invalid, '参数 advanceMs 须为不小于 0 的整数（毫秒）'));
      await clock.advance(ms as number);
      scheduler?.wake();
      wakeOthers();
      return { status: STATUS.ok, models: { now: clock.now() }, msg: '' };
    });
  }
  frameRoutes(app, [resolve(options.webDir), PICTURES]);
  await serveSite(app, publication, resolve(options.webDir));
  return app;
}
