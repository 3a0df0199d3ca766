/**
 * The event stream to phones (GET /events). Events are hints: a phone that missed some loads anew, so nothing here is kept for it.
 * One look at the outbox serves all connections of this process; without connections nobody looks.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StreamEvent } from '../../protocol/calls.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Database } from '../db/database.ts';

const POLL_MS = 300;
const KEEP_ALIVE_MS = 15_000;
/** A phone that takes nothing for this many bytes is let go; it will come back. */
const MAX_BEHIND = 1_000_000;
const MOST_EVENTS = 5_000;

export interface EventHub {
  /** Answers GET /events. */
  connect(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** To every phone on this process. */
  broadcast(event: StreamEvent): void;
  connections(): number;
  close(): Promise<void>;
}

interface Connection {
  readonly userId: number | undefined;
  readonly write: (text: string) => void;
  readonly end: () => void;
}

type OutboxEvent = StreamEvent | { readonly type: 'settled'; readonly gameCode: string; readonly issue: string };

export function openEventHub(database: Database, accounts: Accounts, log: (line: string) => void): EventHub {
  const all = new Set<Connection>();
  const byUser = new Map<number, Set<Connection>>();
  let position: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let closed = false;

  const text = (event: StreamEvent) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  const keepAlive = setInterval(() => {
    for (const connection of all) connection.write(': \n\n');
  }, KEEP_ALIVE_MS);
  keepAlive.unref();

  function broadcast(event: StreamEvent): void {
    const line = text(event);
    for (const connection of all) connection.write(line);
  }

  function toUser(userId: number, event: StreamEvent): void {
    const line = text(event);
    for (const connection of byUser.get(userId) ?? []) connection.write(line);
  }

  async function look(): Promise<void> {
    // Up to the oldest transaction still running: a number given earlier may commit later, and would be passed over.
    const { rows } = await database.query<{ upto: string; events: { user: number | null; event: OutboxEvent }[] | null }>(
      `WITH edge AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS upto)
       SELECT upto::text AS upto, (SELECT jsonb_agg(jsonb_build_object('user', o.user_id, 'event', o.event) ORDER BY o.tx, o.seq)
                FROM (SELECT * FROM outbox WHERE tx >= $1::text::xid8 AND tx < (SELECT upto FROM edge) ORDER BY tx, seq LIMIT ${MOST_EVENTS}) o) AS events
         FROM edge`,
      [position ?? '0'],
      'outbox',
    );
    const [row] = rows;
    if (row === undefined) return;
    // Where it begins: nothing before the first connection is anyone's news.
    const first = position === undefined;
    position = row.upto;
    if (first) return;
    for (const { user, event } of row.events ?? []) {
      if (event.type === 'settled') await settled(event.gameCode, event.issue);
      else if (user === null) broadcast(event);
      else toUser(user, event);
    }
  }

  /** What an issue brought to the players who are connected here. Losing tickets are not written, so this is asked and not stored. */
  async function settled(game: string, issue: string): Promise<void> {
    const users = [...byUser.keys()];
    if (users.length === 0) return;
    const { rows } = await database.query<{ user_id: number; id: string; status: string; prize_fen: number; balance_fen: number }>(
      `SELECT t.user_id, t.id, t.status, t.prize_fen, w.balance_fen FROM tickets t JOIN wallets w USING (user_id)
        WHERE t.game = $1 AND t.issue = $2 AND t.user_id = ANY($3::bigint[]) ORDER BY t.user_id, t.id`,
      [game, issue, users],
    );
    const balances = new Map<number, number>();
    for (const row of rows) {
      const status = row.status === 'placed' ? 'lost' : (row.status as 'won' | 'cancelled');
      toUser(row.user_id, { type: 'order', orderId: row.id, status, prizeFen: row.prize_fen });
      if (row.prize_fen > 0) balances.set(row.user_id, row.balance_fen);
    }
    for (const [userId, balanceFen] of balances) toUser(userId, { type: 'balance', balanceFen });
  }

  function schedule(): void {
    if (timer !== undefined || closed || all.size === 0) return;
    timer = setTimeout(() => {
      looking = look()
        .catch((error: Error) => log(`events: ${error.message}; trying again`))
        .finally(() => {
          timer = undefined;
          if (all.size === 0) position = undefined;
          schedule();
        });
    }, POLL_MS);
  }

  return {
    async connect(request, reply) {
      const token = (request.query as { tk?: unknown }).tk;
      const player = typeof token === 'string' && token !== '' ? await accounts.player(token) : undefined;
      // The position is taken before the phone hears that it is connected: what happens from then on reaches it.
      if (position === undefined) await look();
      const { raw } = reply;
      reply.hijack();
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        connection: 'keep-alive',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      });
      const connection: Connection = {
        userId: player?.id,
        write(line) {
          if (raw.writableLength > MAX_BEHIND) raw.destroy();
          else raw.write(line);
        },
        end: () => raw.end(),
      };
      all.add(connection);
      if (player !== undefined) {
        const own = byUser.get(player.id) ?? new Set();
        byUser.set(player.id, own.add(connection));
      }
      raw.on('close', () => {
        all.delete(connection);
        if (connection.userId === undefined) return;
        const own = byUser.get(connection.userId);
        own?.delete(connection);
        if (own?.size === 0) byUser.delete(connection.userId);
      });
      raw.write('retry: 2000\n\n: connected\n\n');
      schedule();
    },
    broadcast,
    connections: () => all.size,
    async close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(keepAlive);
      for (const connection of all) connection.end();
      await looking;
    },
  };
}
