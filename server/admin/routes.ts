/**
 * The back office and the replay workbench: their pages, under /operator and /workbench, and the calls of operators, under /operator/api.
 * There only when an operator password is set.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { type AuditEntry, withReadOnlyDatabase } from '../platform/index.ts';
import type { AdminServices } from './services.ts';
import { openDesks } from './workshop-desks.ts';
import { guardCalls, writeAudit } from './guard.ts';
import { alarmCalls } from './office/alarms.ts';
import { auditCalls } from './office/audit.ts';
import { registerOffice } from './office/handle.ts';
import { documentDeskCalls } from './office/store-and-quizzes.ts';
import { houseCalls } from './office/house-report.ts';
import { moneyCalls } from './office/money.ts';
import { reportCalls } from './office/report.ts';
import { operatorDeskCalls } from './office/operators.ts';
import { orderDeskCalls } from './office/orders.ts';
import { openDeskPages } from './office/pages.ts';
import { playerCalls } from './office/players.ts';
import { commentCalls } from './office/comments.ts';
import { fileCalls } from './office/files.ts';
import { quarantineCalls } from './office/quarantine.ts';
import { resultDeskCalls } from './office/results.ts';
import { sessionCalls } from './office/session.ts';
import { withdrawalCalls } from './office/withdrawals.ts';
import { openOperators } from './operators.ts';
import { openEnvironmentStep } from './second-step.ts';
import { openSessions } from './sessions.ts';
import { sendUnbuilt } from './unbuilt.ts';

export interface OperatorOptions {
  readonly password: string;
  /** Nobody works at the desk without a second step. */
  readonly twoStep: boolean;
  /** The app is reached by HTTPS: its public origin says so. */
  readonly secure: boolean;
  readonly gamesDir: string;
  readonly appDir: string;
  /** Folders of the built pages. */
  readonly officeDir: string;
  readonly workbenchDir: string;
  /** Folder of the descriptions of the desk's screens. */
  readonly deskDir: string;
  readonly log: (line: string) => void;
  /** Has the draws and settlement of this process look at once. */
  readonly wake: () => void;
  /** Told of answers that are not as the table of the desk says; left out: they are not checked. */
  readonly onWrongAnswer?: ((fault: string) => void) | undefined;
}

export function operatorRoutes(
  context: AdminServices,
  { password, twoStep, secure, gamesDir, appDir, officeDir, workbenchDir, deskDir, log, wake, onWrongAnswer }: OperatorOptions,
): FastifyPluginAsync {
  return async (app) => {
    const sessions = openSessions(context.database, context.hashing, password);
    const operators = openOperators(context.database, context.encryption, context.hashing, openEnvironmentStep(context.database, password));
    const desks = openDesks(context, { gamesDir, appDir });
    const pages = openDeskPages(deskDir, () => context.publication.vocabulary().terms, log);
    await app.register(async (calls) => {
      guardCalls(calls, { context, sessions, operators, twoStep, log });
      registerOffice(
        calls,
        withReadOnlyDatabase(context, (own) => {
          const stage = { context: own, sessions, operators, twoStep, log, wake };
          return [
            ...sessionCalls({ ...stage, secure }),
            ...fileCalls({ context: own, desks, log }),
            ...resultDeskCalls(stage),
            ...commentCalls(stage),
            ...playerCalls(own),
            ...orderDeskCalls(own),
            ...withdrawalCalls(stage),
            ...quarantineCalls(stage),
            ...houseCalls(own),
            ...moneyCalls(own),
            ...reportCalls(own),
            ...documentDeskCalls(own),
            ...alarmCalls(own),
            ...auditCalls(own),
            ...operatorDeskCalls({ ...stage, pages }),
          ];
        }),
        { record: (request: FastifyRequest, act: AuditEntry) => writeAudit(context.database, request, act), onWrongAnswer },
      );
    });

    // The back office gets its data by calls; the pages have none.
    await servePages(app, officeDir, '/operator', {
      '/desk': 'desk/desk.html',
      '/desk/*': 'desk/desk.html',
      '/preview': 'workshop/preview.html',
    });
    app.get('/workshop', (_request, reply) => reply.redirect('/operator/desk/workshop'));
    // The workbench works on files of its user and has no data of the server, so it needs no login.
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
      if (!existsSync(file)) return sendUnbuilt(reply, folder);
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(readFileSync(file, 'utf8'));
    });
  }
  // The folder may come later: npm start builds it while it serves.
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: `${prefix}/assets/`,
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (response) => response.header('cache-control', 'public, max-age=31536000, immutable'),
  });
}
