/** All that the server answers over HTTP: the calls of every part, descriptions, events, the operators' pages and the app itself. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { openApi } from '../protocol/openapi.ts';
import { STATUS } from '../protocol/status.ts';
import { activityAddress, frameRoutes } from './loyalty/index.ts';
import { rechargeWebhooks } from './payments/index.ts';
import { addressKey, openHttp, refuse, registerCalls, send, refuseTooMany, withReadOnlyDatabase } from './platform/index.ts';
import type { ServerOptions } from './server-options.ts';
import { MODULES } from './modules.ts';
import type { Services } from './services.ts';
import { descriptionRoutes, schemaRoutes, siteRoutes } from './catalog/index.ts';
import { operatorRoutes } from './admin/index.ts';

/** Drawings as the sources have them, where the app is not built. */
const PICTURES = fileURLToPath(new URL('../public', import.meta.url));

export interface ApiOptions {
  /** The clock moved, or an operator did something: what is due is looked for at once. */
  wake(): void;
  /** Rejects when the database takes nothing. */
  written(): Promise<void>;
  /** Adds what the process says about itself, before anything else answers. */
  watch(app: FastifyInstance): void;
}

/** The server's answers, not listening yet. A process that only draws answers nothing but its health. */
export async function openHttpApi(
  context: Services,
  options: ServerOptions,
  { wake, written, watch }: ApiOptions,
): Promise<FastifyInstance> {
  const { log = () => {}, role = 'all' } = options;
  const app = await openHttp({ ...options, log, events: context.events, rewrite: activityAddress });
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
    const calls = MODULES.flatMap((module) => module.calls.flatMap((callsOf) => withReadOnlyDatabase(context, callsOf)));
    registerCalls(api, context, calls, { onWrongAnswer: options.onWrongAnswer, trustedProxies: options.trustedProxies });
  });
  rechargeWebhooks(app, context, log);
  app.get('/openapi.json', async () => openApi());
  app.get('/events', async (request, reply) => {
    const wait = await context.rateLimiter.read(addressKey(request.ip));
    return wait > 0 ? send(reply, refuseTooMany(reply, wait)) : context.events.connect(request, reply);
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
      officeDir = 'dist/office',
      workbenchDir = 'dist/workbench',
      deskDir = 'app/desk/descriptions',
    } = options;
    const folders = { officeDir: resolve(officeDir), workbenchDir: resolve(workbenchDir), deskDir: resolve(deskDir) };
    await app.register(
      operatorRoutes(context, {
        password,
        twoStep: options.operatorTwoStep === true,
        secure: options.outside?.origin?.startsWith('https:') === true,
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
  await siteRoutes(app, publication, resolve(options.webDir));
  return app;
}
