/**
 * The workshop and the replay workbench: their pages, under /workshop and /workbench, and the workshop's calls, under /operator/api.
 * There only when an operator password is set. A session is a token in the Authorization header and nowhere else: no cookie that another
 * site could make a browser send, nothing in an address.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { record } from '../audit/audit.ts';
import { type Envelope, STATUS } from '../../protocol/status.ts';
import { Busy } from '../accounts/hashing.ts';
import { addressKey } from '../admission/address.ts';
import { ok, refuse, send, tooMany } from '../web/call.ts';
import type { Context } from '../context.ts';
import type { DeskEntry, Running } from './desk.ts';
import { registerComments } from './comment-calls.ts';
import { registerDesk } from './desk-calls.ts';
import { openDesks, type RunningGame } from './desks.ts';
import { registerPayouts } from './payout-calls.ts';
import { registerQuarantine } from './quarantine-calls.ts';
import { registerResults } from './results-calls.ts';
import { openSecondStep } from './second-step.ts';
import { CODE_FAULTS, CODE_TEXT, registerSecondStep, SECOND_STEP_PATH } from './second-step-calls.ts';
import { openSessions } from './sessions.ts';

export interface OperatorOptions {
  readonly password: string;
  /** Nobody works at the desk without a second step. */
  readonly twoStep: boolean;
  readonly gamesDir: string;
  readonly appDir: string;
  /** Folders of the built pages. */
  readonly workshopDir: string;
  readonly workbenchDir: string;
  readonly log: (line: string) => void;
  /** Has the draws and settlement of this process look at once. */
  readonly wake: () => void;
}

const FOREIGN = '请求来自其他网站，请在工作台的页面中操作';

const listed = <R extends Running>({ code, running, status, problems }: DeskEntry<R>) => ({
  code,
  name: running?.name ?? code,
  status,
  problems,
});

const listedGame = (entry: DeskEntry<RunningGame>) => ({
  ...listed(entry),
  ...(entry.running?.game.family === undefined ? {} : { family: entry.running.game.family }),
  ...(entry.running?.game.disabled === undefined ? {} : { disabled: entry.running.game.disabled }),
});

export function operatorRoutes(
  context: Context,
  { password, twoStep, gamesDir, appDir, workshopDir, workbenchDir, log, wake }: OperatorOptions,
): FastifyPluginAsync {
  return async (app) => {
    const sessions = openSessions(context.database, context.hashing, password);
    const step = openSecondStep(context.database, password);
    const desks = openDesks(context, { gamesDir, appDir });

    function tokenOf(request: FastifyRequest): string {
      return /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    }
    /** A page of another site: browsers say so of what it sends. */
    const isForeign = ({ headers }: FastifyRequest): boolean =>
      !['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string);

    async function guard(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      reply.header('cache-control', 'no-store');
      if (isForeign(request)) return send(reply, refuse(STATUS.badSignature, FOREIGN));
      const token = tokenOf(request);
      const address = addressKey(request.ip);
      const wait = context.admission.distrusted(address) || (await context.admission.account('write', `operator ${address}`));
      if (wait > 0) return send(reply, tooMany(reply, wait));
      if (token === '' || !(await sessions.holds(token))) {
        await context.admission.refused(address);
        return send(reply, refuse(STATUS.notLoggedIn, '请先以管理员身份登录'));
      }
      // Where it is required and not set up yet, setting it up is all that can be done.
      const settingUp = request.url.startsWith(SECOND_STEP_PATH) || request.url === '/operator/api/logout';
      if (twoStep && !settingUp && !(await step.state()).on) return send(reply, refuse(STATUS.disabled, '请先设置两步登录'));
      return undefined;
    }

    app.route<{ Body: { password: string; code?: string } }>({
      method: 'POST',
      url: '/operator/api/login',
      schema: {
        body: {
          type: 'object',
          required: ['password'],
          properties: { password: { type: 'string', minLength: 1, maxLength: 256 }, code: CODE_TEXT },
        },
      },
      async handler(request, reply) {
        reply.header('cache-control', 'no-store');
        if (isForeign(request)) return send(reply, refuse(STATUS.badSignature, FOREIGN));
        const { password: given, code } = request.body;
        const address = addressKey(request.ip);
        const guess = await context.admission.operatorLogin(address);
        if (guess.wait > 0) return send(reply, tooMany(reply, guess.wait, '登录尝试过多'));
        const refused = async (why: string, answer: Envelope<unknown>): Promise<FastifyReply> => {
          await record(context.database, request.ip, { kind: 'operator.login-refused', body: {} });
          log(`operator login refused (${why})  ${request.ip}`);
          return send(reply, answer);
        };
        try {
          if (!(await sessions.isRight(given, address))) return refused('password', refuse(STATUS.notLoggedIn, '密码不正确'));
        } catch (error) {
          await guess.withdraw();
          if (error instanceof Busy) return send(reply, tooMany(reply, 2_000, '登录的人太多'));
          throw error;
        }
        if ((await step.state()).on) {
          // The page asks for the code; this is no guess yet.
          if (code === undefined) {
            await guess.withdraw();
            return send(reply, { status: STATUS.notLoggedIn, models: { next: 'code' }, msg: '请输入手机上的动态验证码' });
          }
          const result = await step.spend(code);
          if (result !== 'right')
            return refused('code', { status: STATUS.notLoggedIn, models: { next: 'code' }, msg: CODE_FAULTS[result] });
        }
        await guess.succeed();
        await record(context.database, request.ip, { kind: 'operator.login', body: {} });
        log(`operator login  ${request.ip}`);
        return send(reply, ok(await sessions.open()));
      },
    });

    await app.register(async (calls) => {
      calls.addHook('onRequest', guard);
      calls.post('/operator/api/logout', async (request, reply) => {
        await sessions.close(tokenOf(request));
        await record(context.database, request.ip, { kind: 'operator.logout', body: {} });
        return send(reply, ok(null));
      });
      const endOthers = (request: FastifyRequest) => sessions.closeOthers(tokenOf(request));
      registerSecondStep(calls, {
        step,
        required: twoStep,
        admission: context.admission,
        endOthers,
        log,
        record: (request, act) => record(context.database, request.ip, act),
      });
      registerDesk(calls, {
        name: 'games',
        desk: desks.games,
        list: async () => ({ games: (await desks.games.list()).map(listedGame), families: await desks.families() }),
        missing: '没有这个彩种文件',
        log,
        record: (request, act) => record(context.database, request.ip, act),
      });
      for (const { name, desk, missing, names, figures } of desks.beside)
        registerDesk(calls, {
          name,
          desk,
          list: async () => ({ files: (await desk.list()).map(listed), ...(names && { names: names() }) }),
          missing,
          ...(figures && { figures }),
          log,
          record: (request, act) => record(context.database, request.ip, act),
        });
      registerDesk(calls, {
        name: 'screens',
        desk: desks.screens,
        list: async () => ({ screens: (await desks.screens.list()).map(listed), ...desks.screenWords() }),
        missing: '没有这个界面文件',
        log,
        record: (request, act) => record(context.database, request.ip, act),
      });
      registerQuarantine(calls, { database: context.database, log, wake });
      registerPayouts(calls, { context, log, wake, tokenOf });
      registerComments(calls, { context, log });
      registerResults(calls, { context, log, wake, tokenOf });
      calls.get('/operator/api/problems', async (_request, reply) => send(reply, ok({ problems: desks.otherProblems() })));
    });

    await servePages(app, workshopDir, '/workshop', { '': 'workshop.html', '/preview': 'preview.html' });
    // The workbench works on files of whoever uses it: nothing of the server's is in it, so there is nothing to log in for.
    await servePages(app, workbenchDir, '/workbench', { '': 'workbench.html', '/stage': 'stage.html' });
  };
}

/** Built pages by their path below `prefix`, and what they load. */
async function servePages(
  app: Parameters<FastifyPluginAsync>[0],
  folder: string,
  prefix: string,
  pages: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [path, name] of Object.entries(pages)) {
    app.get(`${prefix}${path}`, async (_request, reply) => {
      const file = join(folder, name);
      if (!existsSync(file))
        return reply
          .code(503)
          .type('text/plain; charset=utf-8')
          .send('工作台还没有构建：运行 npm run build。\nThe page is not built: npm run build.');
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(readFileSync(file, 'utf8'));
    });
  }
  const assets = join(folder, 'assets');
  if (existsSync(assets))
    await app.register(fastifyStatic, {
      root: assets,
      prefix: `${prefix}/assets/`,
      index: false,
      decorateReply: false,
      cacheControl: false,
      setHeaders: (response) => response.setHeader('cache-control', 'public, max-age=31536000, immutable'),
    });
}
