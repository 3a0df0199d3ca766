/** Puts the server together. `buildServer` is what tests use; main.ts adds the environment and the signals. */
import type { FastifyInstance } from 'fastify';
import { WELCOME_GRANT_FEN } from './accounts/index.ts';
import { openHttpApi } from './http-api.ts';
import { type Background, startBackground } from './background.ts';
import { openBaseServices } from './base-services.ts';
import { startBots } from './demo/index.ts';
import type { Scheduler } from './lottery/index.ts';
import { makeServices } from './make-services.ts';
import {
  closeHttp,
  createMetrics,
  createWriteProbe,
  Latch,
  outboxRoutes,
  startAuditCheck,
  startLedgerCheck,
  stateReader,
  monitoringRoutes,
  pollState,
} from './platform/index.ts';
import type { ServerOptions } from './server-options.ts';
import type { Services } from './services.ts';
import type { MatchFeed } from './sports/index.ts';
import { CloseSteps, closeWhenBegun, type StartContext } from './start.ts';

export interface Server {
  readonly app: FastifyInstance;
  readonly context: Services;
  /** Present unless the role is web. */
  readonly scheduler: Scheduler | undefined;
  /** Present where the simulated feed of matches runs. */
  readonly feed: MatchFeed | undefined;
  /** Begins what goes on by itself: draws, the feed, settlement, jobs. For a caller that asked for `beginLater`; a second call does nothing. */
  begin(): void;
  /** From now on not ready, while it still answers. */
  drain(): void;
  /** Stops taking requests, ends streams, finishes requests and the step under way, and closes the database. */
  close(): Promise<void>;
}

/** For people who try the thing out; printed at first start. */
export const DEMO_ACCOUNT = { name: 'demo', password: 'demo1234' } as const;

export async function buildServer(options: ServerOptions): Promise<Server> {
  const closing = new CloseSteps();
  try {
    return await startServer({ options, role: options.role ?? 'all', log: options.log ?? (() => {}), closing });
  } catch (error) {
    await closing.run();
    throw error;
  }
}

/** The order of starting. Each phase adds what it opens to `closing`, so the order of closing is this one in reverse. */
async function startServer(start: StartContext): Promise<Server> {
  const { options, role, log, closing } = start;
  const base = await openBaseServices(start);
  const { services, changes } = await makeServices(start, base);
  if (role !== 'draw') await makeDemoPlayer(start, services);

  /** What goes on by itself waits for it, until the server takes bets. */
  const begun = new Latch();
  const background = startBackground(start, services, begun);
  const { scheduler, feed, inForce } = background;
  changes.follow(closing, background.wake);
  if (role !== 'draw') services.odds.published();

  let stopping = false;
  const watched = startMonitoring(start, services);
  const app = await mountHttp(start, services, watched, background, () => stopping);
  const life = options.life === true ? startBots(app, services, log, begun.opened) : undefined;
  if (life !== undefined) closeWhenBegun(closing, begun, life);
  // A client that hears that the server is ready may bet at once.
  await scheduler?.ready;

  let began = false;
  function begin(): void {
    if (began || stopping) return;
    began = true;
    if (role !== 'web') services.companies.start();
    begun.open();
    scheduler?.start();
    void services.publication.start().then(() => {
      services.publication.onLook(() => inForce.write());
      inForce.write();
    });
  }
  if (options.beginLater !== true) {
    // A turn later, when the caller has the server.
    const beginning = setTimeout(begin);
    closing.add(() => clearTimeout(beginning));
  }
  return {
    app,
    context: services,
    scheduler,
    feed,
    begin,
    drain() {
      stopping = true;
    },
    async close() {
      stopping = true;
      await closing.run();
    },
  };
}

async function makeDemoPlayer({ log }: StartContext, { accounts }: Services): Promise<void> {
  if ((await accounts.isTaken(DEMO_ACCOUNT.name)) || (await accounts.register(DEMO_ACCOUNT.name, DEMO_ACCOUNT.password)) === undefined)
    return;
  log(`demo player made: ${DEMO_ACCOUNT.name} / ${DEMO_ACCOUNT.password}, ${WELCOME_GRANT_FEN / 100} yuan of play money`);
}

/** Checks of the books and of the audit list, and what the process says about itself. */
function startMonitoring({ role, log, closing }: StartContext, { database, games, clock, alarms, events }: Services) {
  const ledger = startLedgerCheck(database, alarms, log);
  closing.add(() => ledger.close());
  const audit = startAuditCheck(database, alarms, log);
  closing.add(() => audit.close());
  const state = stateReader({ database, games, clock, alarms });
  // A process that does not draw looks only when it is asked; what it then found late must not stand after that is over.
  const late = () => alarms.list().some(({ active }) => active > 0);
  closing.add(pollState(state, role === 'web' ? late : undefined));
  const metrics = createMetrics({ database, alarms, ledger, audit, state, streams: () => events.connections() });
  closing.add(() => metrics.close());
  return { state, metrics };
}

/** Everything that is answered over HTTP; it does not listen yet. */
async function mountHttp(
  { options, log, closing }: StartContext,
  services: Services,
  { state, metrics }: ReturnType<typeof startMonitoring>,
  { wake, wakeSoon }: Background,
  stopping: () => boolean,
): Promise<FastifyInstance> {
  const { clock, games, messages, database } = services;
  const written = createWriteProbe(database);
  const app = await openHttpApi(services, options, {
    wake,
    written,
    watch(http) {
      if (clock.simulated) http.addHook('onResponse', ({ method }, _reply, done) => (method === 'GET' || wakeSoon(), done()));
      metrics.observe(http);
      monitoringRoutes(http, { games, written, metrics, state, stopping, token: options.metricsToken });
      outboxRoutes(http, messages);
    },
  });
  closing.add(() => closeHttp(app, log));
  return app;
}
