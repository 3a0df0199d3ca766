/** What a machine asks about the server: alive, ready, and the metrics. Never for players. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLocalRequest } from '../http/local-request.ts';
import type { Metrics } from './metrics.ts';
import { type DataState, type PublishedGames, withTimeout } from './state.ts';

export interface MonitoringOptions {
  readonly games: PublishedGames;
  /** Rejects when the database takes nothing. */
  readonly written: () => Promise<void>;
  readonly metrics: Metrics;
  readonly state: () => Promise<DataState | undefined>;
  /** True once the process is stopping. */
  readonly stopping: () => boolean;
  /** Token for /metrics from other machines; without it, only this machine may read it. */
  readonly token: string | undefined;
}

/** A balancer asks every few seconds and has its own limit. */
const PATIENCE_MS = 2_000;

export function monitoringRoutes(
  app: FastifyInstance,
  { games, written: write, metrics, state, stopping, token }: MonitoringOptions,
): void {
  // Alive: the process answers. A supervisor must not restart it because of the database.
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }));

  app.get('/readyz', async (_request, reply) => {
    const written = await withTimeout(
      write().then(() => true),
      PATIENCE_MS,
    );
    const now = written === true ? await state() : undefined;
    // A server without any game is a new one: it can take games and players.
    const played = games.all().some(({ game }) => game.disabled === undefined);
    const selling = now !== undefined && (!played || (now.issues.open ?? 0) > 0);
    const ready = written === true && selling && !stopping();
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, database: written === true, selling, stopping: stopping() });
  });

  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    // 404: other machines do not learn that it exists.
    if (!mayRead(request, token)) return reply.code(404).type('text/plain').send('not found\n');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const bearerToken = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    // Hashes are of one length, as the comparison wants them.
    const hash = (text: string) => createHash('sha256').update(text).digest();
    return timingSafeEqual(hash(bearerToken), hash(token));
  }
  return isLocalRequest(request);
}
