/**
 * The workshop and the replay workbench: their pages, under /workshop and /workbench, and the workshop's calls, under /operator/api.
 * There only when an operator password is set. Each part of the calls names the right that it needs (guard.ts, roles.json). A session is a token in the Authorization header and nowhere else: no cookie that another
 * site could make a browser send, nothing in an address.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { STATUS } from '../../protocol/status.ts';
import { nameKey } from '../accounts/accounts.ts';
import type { Act } from '../audit/audit.ts';
import { ok, send } from '../web/call.ts';
import type { Context } from '../context.ts';
import type { DeskEntry, Running } from './desk.ts';
import { registerComments } from './comment-calls.ts';
import { registerDesk } from './desk-calls.ts';
import { type Desks, openDesks, type RunningGame } from './desks.ts';
import { guard, operatorOf, part, recordOf, tokenOf } from './guard.ts';
import { registerLogin } from './login-calls.ts';
import { alarmCalls } from './office/alarms.ts';
import { auditCalls } from './office/audit.ts';
import { registerOffice } from './office/handle.ts';
import { besideCalls } from './office/beside.ts';
import { houseCalls } from './office/house.ts';
import { moneyCalls } from './office/money.ts';
import { reportCalls } from './office/report.ts';
import { operatorDeskCalls } from './office/operators.ts';
import { orderDeskCalls } from './office/orders.ts';
import { openDeskPages } from './office/pages.ts';
import { playerCalls } from './office/players.ts';
import { quarantineCalls } from './office/quarantine.ts';
import { openOperators, wantsStep } from './operators.ts';
import { registerPayoutFacts, registerPayoutRules, registerPayouts } from './payout-calls.ts';
import { registerResults } from './results-calls.ts';
import { registerPreview } from './preview-calls.ts';
import { openSecondStep } from './second-step.ts';
import { registerSecondStep } from './second-step-calls.ts';
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
  /** Folder of the descriptions of the desk's screens. */
  readonly deskDir: string;
  readonly log: (line: string) => void;
  /** Has the draws and settlement of this process look at once. */
  readonly wake: () => void;
  /** Told of answers that are not as the table of the desk says; left out: they are not checked. */
  readonly onWrongAnswer?: ((fault: string) => void) | undefined;
}

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
  { password, twoStep, gamesDir, appDir, workshopDir, workbenchDir, deskDir, log, wake, onWrongAnswer }: OperatorOptions,
): FastifyPluginAsync {
  return async (app) => {
    const sessions = openSessions(context.database, context.hashing, password);
    const operators = openOperators(context.database, context.vault, context.hashing, openSecondStep(context.database, password));
    const desks = openDesks(context, { gamesDir, appDir });
    const pages = openDeskPages(deskDir, () => context.publication.vocabulary().terms, log);
    const recording = (request: FastifyRequest, act: Act) => recordOf(context.database, request, act);

    registerLogin(app, { context, sessions, operators, log });
    await app.register(async (calls) => {
      guard(calls, { context, sessions, operators, twoStep, log });
      part(calls, null, (own) => {
        own.post('/operator/api/logout', async (request, reply) => {
          await sessions.close(tokenOf(request));
          await recording(request, { kind: 'operator.logout', body: {} });
          return send(reply, ok(null));
        });
        registerSecondStep(own, {
          stepOf: (request) => operators.stepOf(operatorOf(request)),
          isRequired: (request) => wantsStep(operatorOf(request), twoStep),
          countedName: (request) => {
            const { id, name } = operatorOf(request);
            return id === null ? '' : nameKey(name);
          },
          admission: context.admission,
          endOthers: (request) => sessions.closeOthers(tokenOf(request)),
          log,
          record: recording,
        });
      });
      part(calls, 'workshop', (workshop) => {
        registerDesk(workshop, {
          name: 'games',
          desk: desks.games,
          list: async () => ({
            games: (await desks.games.list()).map(listedGame),
            surroundings: desks.surroundings(),
            schemas: desks.schemas,
            now: context.clock.now(),
          }),
          missing: '没有这个彩种文件',
          log,
          record: recording,
        });
        registerNewGame(workshop, desks);
        registerDesk(workshop, {
          name: 'families',
          desk: desks.families,
          list: async () => ({
            families: (await desks.families.list()).map(listed),
            games: desks.familyGames(),
            surroundings: desks.surroundings(),
            now: context.clock.now(),
          }),
          missing: '没有这个家族文件',
          log,
          record: recording,
        });
        workshop.get('/operator/api/changes', async (_request, reply) => send(reply, ok({ changes: desks.changes() })));
        for (const { name, desk, missing, names, figures, pages } of desks.beside)
          registerDesk(workshop, {
            name,
            desk,
            list: async () => ({ files: (await desk.list()).map(listed), ...(names && { names: names() }), ...(pages && { pages }) }),
            missing,
            ...(figures && { figures }),
            log,
            record: recording,
          });
        registerDesk(workshop, {
          name: 'screens',
          desk: desks.screens,
          list: async () => ({ screens: (await desks.screens.list()).map(listed), ...desks.screenWords() }),
          missing: '没有这个界面文件',
          log,
          record: recording,
        });
        registerPreview(workshop, context);
        workshop.get('/operator/api/problems', async (_request, reply) => send(reply, ok({ problems: desks.otherProblems() })));
      });
      part(calls, { read: 'withdrawals', change: 'withdrawals-decide' }, (payouts) => registerPayouts(payouts, { context, log, wake }));
      part(calls, 'players-money', (facts) => registerPayoutFacts(facts, { context, log, wake }));
      part(calls, 'withdrawals-rules', (rules) => registerPayoutRules(rules, { context, log, wake }));
      part(calls, 'comments', (comments) => registerComments(comments, { context, log }));
      registerOffice(
        calls,
        [
          ...playerCalls(context),
          ...orderDeskCalls({ context, log, wake }),
          ...quarantineCalls({ context, log, wake }),
          ...houseCalls(context),
          ...moneyCalls(context),
          ...reportCalls(context),
          ...besideCalls(context),
          ...alarmCalls(context),
          ...auditCalls(context),
          ...operatorDeskCalls({ context, sessions, operators, twoStep, pages }),
        ],
        onWrongAnswer,
      );
      part(calls, 'results', (results) => registerResults(results, { context, log, wake }));
    });

    await servePages(app, workshopDir, '/workshop', { '': 'workshop.html', '/preview': 'preview.html' });
    // A page of the desk is told by the desk itself to who is logged in; the page alone holds nothing.
    await servePages(app, workshopDir, '/operator', { '/desk': 'desk.html', '/desk/*': 'desk.html' }, false);
    // The workbench works on files of whoever uses it: nothing of the server's is in it, so there is nothing to log in for.
    await servePages(app, workbenchDir, '/workbench', { '': 'workbench.html', '/stage': 'stage.html' });
  };
}

const WANTED = {
  type: 'object',
  required: ['family', 'code', 'name'],
  properties: {
    family: { type: 'string', maxLength: 32 },
    code: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$' },
    name: { type: 'string', maxLength: 40 },
  },
} as const;

/** The text of a new game, with what is wrong with the wish where there is none. Nothing is written. */
function registerNewGame(calls: FastifyInstance, desks: Pick<Desks, 'draft'>): void {
  calls.get<{ Querystring: { family: string; code: string; name: string } }>(
    '/operator/api/new-game',
    { schema: { querystring: WANTED } },
    async ({ query }, reply) => {
      const drafted = desks.draft({ ...query, today: new Date().toISOString().slice(0, 10) });
      if (drafted.ok) return send(reply, ok({ text: drafted.text }));
      return send(reply, { status: STATUS.invalid, models: { problems: drafted.problems }, msg: '这样的彩种写不成' });
    },
  );
}

/** Built pages by their path below `prefix`, and what they load. */
async function servePages(
  app: Parameters<FastifyPluginAsync>[0],
  folder: string,
  prefix: string,
  pages: Readonly<Record<string, string>>,
  withAssets = true,
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
  if (withAssets && existsSync(assets))
    await app.register(fastifyStatic, {
      root: assets,
      prefix: `${prefix}/assets/`,
      index: false,
      decorateReply: false,
      cacheControl: false,
      setHeaders: (response) => response.setHeader('cache-control', 'public, max-age=31536000, immutable'),
    });
}
