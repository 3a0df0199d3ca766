/**
 * The event stream to phones (GET /events). Events are hints: a phone that missed some loads anew, so nothing here is kept for it.
 * One look at the outbox serves all connections of this process; without connections nobody looks.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StreamEvent } from '../../protocol/calls.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Database } from '../db/database.ts';
import { openIssuesOf } from '../orders/orders.ts';
import { ORDER_KINDS } from '../orders/registry.ts';
import { createWatches } from './watches.ts';

const POLL_MS = 300;
const KEEP_ALIVE_MS = 15_000;
/** A phone that takes nothing for this many bytes is let go; it will come back. */
const MAX_BEHIND = 1_000_000;
const MOST_EVENTS = 5_000;
/** Phones whose stream is ended with the process come back within so long. */
const MOST_RETRY_MS = 2_500;

export interface EventHub {
  /** Answers GET /events. */
  connect(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** To every phone on this process. */
  broadcast(event: StreamEvent): void;
  /** Calls `listener` with each event for everyone that this process hears of. It hears of them while somebody is connected. */
  onBroadcast(listener: (event: StreamEvent) => void): void;
  connections(): number;
  close(): Promise<void>;
}

interface Connection {
  readonly userId: number | undefined;
  readonly write: (text: string) => void;
  readonly end: () => void;
}

/** What processes tell each other beside what phones hear. */
type OutboxEvent =
  | StreamEvent
  | { readonly type: 'placed'; readonly gameCode: string; readonly issues: readonly string[]; readonly balanceFen: number }
  | { readonly type: 'settled'; readonly gameCode: string; readonly issue: string; readonly drawsAt: number };

/** Kinds whose parts are told about in their place. */
const UNTOLD = [...ORDER_KINDS.values()].filter(({ listed }) => !listed).map(({ kind }) => kind);
const wallet = (balance: number): StreamEvent => ({ type: 'balance', purse: 'wallet', unit: 'fen', balance, balanceFen: balance });

export function openEventHub(database: Database, accounts: Accounts, log: (line: string) => void): EventHub {
  const all = new Set<Connection>();
  const byUser = new Map<number, Set<Connection>>();
  const watches = createWatches();
  const listeners: ((event: StreamEvent) => void)[] = [];
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
    for (const listener of listeners) listener(event);
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
      if (event.type === 'settled') await settled(event.gameCode, event.issue, event.drawsAt);
      else if (event.type === 'placed') {
        if (user === null) continue;
        watches.placed(user, event.gameCode, event.issues);
        toUser(user, wallet(event.balanceFen));
      } else if (user === null) broadcast(event);
      else toUser(user, event);
    }
  }

  /** What an issue brought to the players here who waited for it. Losing orders are not written, so this is asked and not stored. */
  async function settled(game: string, issue: string, drawsAt: number): Promise<void> {
    const users = watches.settled(game, issue);
    if (users.length === 0) return;
    const { rows } = await database.query<{
      user_id: number;
      id: string;
      kind: string;
      status: 'placed' | 'won' | 'lost' | 'cancelled';
      prize: number;
      balance_fen: number;
    }>(
      `SELECT o.user_id, o.id, o.kind, o.status, o.prize, w.balance_fen FROM orders o JOIN wallets w USING (user_id)
        WHERE o.user_id = ANY($1::bigint[]) AND o.due_at = $2 AND o.game = $3 AND o.issue = $4 AND o.kind <> ALL($5::text[])
        ORDER BY o.user_id, o.id`,
      [users, drawsAt, game, issue, UNTOLD],
      'settled-orders',
    );
    const balances = new Map<number, number>();
    for (const { user_id, id, kind, status, prize, balance_fen } of rows) {
      toUser(user_id, {
        type: 'order',
        orderId: id,
        kind,
        gameCode: game,
        status: status === 'placed' ? 'lost' : status,
        prizeFen: prize,
      });
      if (prize > 0) balances.set(user_id, balance_fen);
    }
    for (const [userId, balance] of balances) toUser(userId, wallet(balance));
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
      const unfollow = player && watches.follow(player.id);
      try {
        for (const { game, issue } of player === undefined ? [] : await openIssuesOf(database, player.id))
          watches.placed((player as { id: number }).id, game, [issue]);
      } catch (error) {
        unfollow?.();
        throw error;
      }
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
        // Not all in the same moment: the process that takes them over has other things to do.
        end: () => raw.end(`retry: ${500 + Math.floor(Math.random() * MOST_RETRY_MS)}\n\n`),
      };
      all.add(connection);
      if (player !== undefined) {
        const own = byUser.get(player.id) ?? new Set();
        byUser.set(player.id, own.add(connection));
      }
      raw.on('close', () => {
        all.delete(connection);
        unfollow?.();
        if (connection.userId === undefined) return;
        const own = byUser.get(connection.userId);
        own?.delete(connection);
        if (own?.size === 0) byUser.delete(connection.userId);
      });
      raw.write('retry: 2000\n\n: connected\n\n');
      schedule();
    },
    broadcast,
    onBroadcast: (listener) => void listeners.push(listener),
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
