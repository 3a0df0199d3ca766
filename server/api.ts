/** All that the server answers over HTTP: the calls of every part, descriptions, events, the operators' pages and the app itself. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { openApi } from '../protocol/openapi.ts';
import { STATUS } from '../protocol/status.ts';
import { accountCalls } from './accounts/calls.ts';
import { contactCalls } from './accounts/contact-calls.ts';
import { identityCalls } from './accounts/identity-calls.ts';
import { passwordCalls } from './accounts/password-calls.ts';
import { activityCalls } from './activities/calls.ts';
import { agentCalls } from './agents/calls.ts';
import { contentCalls } from './content/content-calls.ts';
import { siteCalls } from './content/site-calls.ts';
import { oddsCalls } from './draws/odds-calls.ts';
import { resultCalls } from './draws/result-calls.ts';
import { followCalls } from './follow/calls.ts';
import { groupCalls } from './group/calls.ts';
import { memberCalls } from './member/calls.ts';
import { fundCalls } from './money/fund-calls.ts';
import { moveCalls } from './money/move-calls.ts';
import { offerCalls } from './money/offers/offer-calls.ts';
import { payoutAccountCalls } from './money/payout/account-calls.ts';
import { withdrawalCalls } from './money/payout/withdrawal-calls.ts';
import { rechargeCalls } from './money/recharge/calls.ts';
import { summaryCalls } from './money/summary/calls.ts';
import { yuebaoCalls } from './money/yuebao/yuebao-calls.ts';
import { noticeCalls } from './notices/calls.ts';
import { lotteryCalls } from './orders/bet-calls.ts';
import { chaseCalls } from './orders/chase-calls.ts';
import { limitCalls } from './orders/limit-calls.ts';
import { orderCalls } from './orders/order-calls.ts';
import { companyCalls } from './outside/companies/company-calls.ts';
import { launchCalls } from './outside/launch-calls.ts';
import { peopleCalls } from './people/calls.ts';
import { protectionCalls } from './protection/calls.ts';
import { quizCalls } from './quiz/calls.ts';
import { scratchCalls } from './scratch/calls.ts';
import { smallCalls } from './small/calls.ts';
import { sportBetCalls } from './sports/bets/bet-calls.ts';
import { matchCalls } from './sports/match-calls.ts';
import { reminderCalls } from './sports/reminder-calls.ts';
import { scoreCalls } from './sports/score-calls.ts';
import { storeCalls } from './store/calls.ts';
import { serviceCalls } from './system/service-calls.ts';
import { systemCalls } from './system/system-calls.ts';
import { addressKey } from './admission/address.ts';
import type { ServerOptions } from './server-options.ts';
import type { Context } from './context.ts';
import { descriptionRoutes } from './descriptions/routes.ts';
import { schemaRoutes } from './descriptions/schema-files.ts';
import { frameRoutes } from './member/frames.ts';
import { rechargeNotices } from './money/recharge/notices.ts';
import { operatorRoutes } from './operator/routes.ts';
import { refuse, register, send, tooMany } from './web/call.ts';
import { openHttp } from './web/http.ts';
import { serveSite } from './web/site.ts';

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
  limitCalls,
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
  reminderCalls,
  smallCalls,
  quizCalls,
  agentCalls,
];
/** Drawings as the sources have them, where the app is not built. */
const PICTURES = fileURLToPath(new URL('../public', import.meta.url));

export interface ApiHooks {
  /** The clock moved, or an operator did something: what is due is looked for at once. */
  wake(): void;
  /** Rejects when the database takes nothing. */
  written(): Promise<void>;
  /** Adds what the process says about itself, before anything else answers. */
  watch(app: FastifyInstance): void;
}

/** The server's answers, not listening yet. A process that only draws answers nothing but its health. */
export async function openHttpApi(context: Context, options: ServerOptions, { wake, written, watch }: ApiHooks): Promise<FastifyInstance> {
  const { log = () => {}, role = 'all' } = options;
  const app = await openHttp({ ...options, log, events: context.events });
  const { database, clock, publication } = context;
  watch(app);

  app.get('/healthz', async () => {
    // Ready means: a bet could be written. A database that only reads (a standby) is not ready.
    await written();
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
    register(api, context, calls, { onWrongAnswer: options.onWrongAnswer, trustedProxies: options.trustedProxies });
  });
  rechargeNotices(app, context, log);
  app.get('/openapi.json', async () => openApi());
  app.get('/events', async (request, reply) => {
    const wait = await context.admission.read(addressKey(request.ip));
    return wait > 0 ? send(reply, tooMany(reply, wait)) : context.events.connect(request, reply);
  });
  await app.register(schemaRoutes());
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
        wake,
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
      return { status: STATUS.ok, models: { now: clock.now() }, msg: '' };
    });
  }
  frameRoutes(app, [resolve(options.webDir), PICTURES]);
  await serveSite(app, publication, resolve(options.webDir));
  return app;
}
