/**
 * The event stream to phones (GET /events). Events are hints: a phone that missed some loads anew, so nothing here is kept for it.
 * One look at the outbox serves all connections of this process; without connections nobody looks.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GroupItem, StreamEvent } from '../../protocol/calls.ts';
import { MOST_TOPICS, TOPIC } from '../../protocol/events.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { Database } from '../db/database.ts';
import type { StoredStatus } from '../db/tables.ts';
import { openIssuesOf } from '../orders/orders.ts';
import { ORDER_KINDS } from '../orders/registry.ts';
import { tokenHash } from '../accounts/sessions.ts';
import type { Reads } from '../sports/reads.ts';
import { createGroupTopics, isGroupTopic } from './group-topics.ts';
import { createTopics } from './topics.ts';
import { createWatches } from './watches.ts';

const POLL_MS = 300;
const KEEP_ALIVE_MS = 15_000;
/** A phone that takes nothing for this many bytes is let go; it will come back. */
const MAX_BEHIND = 256_000;
const MOST_EVENTS = 5_000;
/** Streams of one player on one process; the oldest ends when there would be more. Tabs share one, so this is a number of devices. */
const MOST_OF_PLAYER = 20;
/** Looks at the outbox that the same transaction may hold up before it is asked whose it is. */
const STUCK_LOOKS = 3;
/** Phones whose stream is ended with the process come back within so long. */
const MOST_RETRY_MS = 2_500;

export interface EventHub {
  /** Answers GET /events. */
  connect(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** To every phone on this process. */
  broadcast(event: StreamEvent): void;
  /** Calls `listener` with each event for everyone that this process hears of. It hears of them while somebody is connected. */
  onBroadcast(listener: (event: StreamEvent) => void): void;
  /** Calls `listener` when events may have been missed: what was kept because of them is not to be trusted. */
  onMissed(listener: () => void): void;
  connections(): number;
  close(): Promise<void>;
}

/** Where the events of topics come from. */
export interface EventSources {
  readonly reads: Pick<Reads, 'version' | 'offersSince' | 'liveSince'>;
  /** Group orders as a visitor sees them (server/group/news.ts). */
  readonly groups: (ids: readonly string[]) => Promise<readonly GroupItem[]>;
}

interface Connection {
  readonly userId: number | undefined;
  /** Hash of the session's token; '' without one. */
  readonly session: string;
  readonly topics: ReadonlySet<string>;
  /** Looks whether the phone takes what it is sent, and lets it go when it does not. */
  readonly check: () => void;
  readonly write: (text: string) => void;
  readonly end: () => void;
}

/** What processes tell each other beside what phones hear. */
type OutboxEvent =
  | StreamEvent
  | {
      readonly type: 'placed';
      readonly gameCode: string;
      readonly issues: readonly string[];
      readonly balanceFen: number;
      /** The group order of which shares were taken; `began`: that was started. */
      readonly hm?: string;
      readonly began?: boolean;
    }
  | { readonly type: 'hm'; readonly hmId: string; readonly gameCode: string }
  | { readonly type: 'ended'; readonly session: string }
  | { readonly type: 'matches'; readonly games: readonly string[]; readonly live: boolean }
  | { readonly type: 'settled'; readonly gameCode: string; readonly issue: string; readonly drawsAt: number };

interface OutboxRow {
  readonly tx: string;
  readonly seq: number;
  readonly user: number | null;
  readonly event: OutboxEvent;
}

/** The oldest running transaction that is not known to be of another database; prepared ones have no process. */
const OWN_EDGE = `coalesce(
    (SELECT min(x::text::numeric) FROM pg_snapshot_xip(s) x
      WHERE NOT EXISTS (SELECT 1 FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
                         WHERE l.locktype = 'transactionid' AND l.granted AND l.transactionid = x::xid
                           AND a.datid <> (SELECT oid FROM pg_database WHERE datname = current_database()))
        AND NOT EXISTS (SELECT 1 FROM pg_prepared_xacts p WHERE p.transaction = x::xid AND p.database <> current_database())
    )::text::xid8,
    pg_snapshot_xmax(s))`;

/**
 * What was committed since the position, in order. It goes up to the oldest transaction still running, whose number was given earlier and
 * which may commit later: it would be passed over. The snapshot counts the transactions of all databases of the cluster. One of another
 * database writes nothing here, so when the edge has stood still for some looks, those known to be of another one are left out; looking
 * that up costs more than all the rest.
 */
const outboxQuery = (precise: boolean): string => `
  WITH edge AS (SELECT pg_snapshot_xmin(s) AS simple, ${precise ? OWN_EDGE : 'pg_snapshot_xmin(s)'} AS upto FROM pg_current_snapshot() s)
  SELECT simple::text AS simple, upto::text AS upto, (
    SELECT jsonb_agg(jsonb_build_object('tx', o.tx::text, 'seq', o.seq, 'user', o.user_id, 'event', o.event) ORDER BY o.tx, o.seq)
      FROM (SELECT * FROM outbox
             WHERE tx >= $1::text::xid8 AND (tx, seq) > ($1::text::xid8, $2::bigint) AND tx < (SELECT upto FROM edge)
             ORDER BY tx, seq LIMIT ${MOST_EVENTS}) o) AS events
    FROM edge`;

/** The token of a stream: a header where the client can send one, else the query (EventSource cannot). */
function tokenOf({ headers, query }: FastifyRequest): string {
  const given = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? (query as { tk?: unknown }).tk;
  return typeof given === 'string' ? given : '';
}

/** What a phone asks for beside what everyone hears; what is no topic is left out. */
function topicsOf({ query }: FastifyRequest): ReadonlySet<string> {
  const given = (query as { topics?: unknown }).topics;
  const names = typeof given === 'string' ? given.split(',') : [];
  return new Set(names.filter((name) => TOPIC.test(name)).slice(0, MOST_TOPICS));
}

/** Kinds whose parts are told about in their place. */
const UNTOLD = [...ORDER_KINDS.values()].filter(({ listed }) => !listed).map(({ kind }) => kind);
const wallet = (balance: number): StreamEvent => ({ type: 'balance', purse: 'wallet', unit: 'fen', balance, balanceFen: balance });

export function openEventHub(
  database: Database,
  sessions: Sessions,
  { reads, groups }: EventSources,
  log: (line: string) => void,
  { keepAliveMs = KEEP_ALIVE_MS, maxBehind = MAX_BEHIND } = {},
): EventHub {
  const all = new Set<Connection>();
  const byUser = new Map<number, Set<Connection>>();
  const byTopic = new Map<string, Set<Connection>>();
  const toTopic = (topic: string, event: StreamEvent): void => {
    const line = text(event);
    for (const connection of byTopic.get(topic) ?? []) connection.write(line);
  };
  const topics = createTopics(reads, toTopic, log);
  const groupTopics = createGroupTopics(groups, toTopic, log);
  const partOf = (topic: string) => (isGroupTopic(topic) ? groupTopics : topics);
  const watches = createWatches();
  const listeners: ((event: StreamEvent) => void)[] = [];
  const missedListeners: (() => void)[] = [];
  /** What was seen: all before this transaction, and of it up to this number. */
  let position: { readonly tx: string; readonly seq: number } | undefined;
  /** Where the simple edge stood at the last look, for how many looks, and whether the precise one is asked for. */
  let edgeAt = '';
  let edgeStood = 0;
  let precise = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let closed = false;

  const text = (event: StreamEvent) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  const keepAlive = setInterval(() => {
    for (const connection of all) {
      connection.check();
      connection.write(': \n\n');
    }
    void endUnhonoured().catch(() => {});
  }, keepAliveMs);
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

  /** A session that ran out ends its streams: nothing tells that but the time. */
  async function endUnhonoured(): Promise<void> {
    const hashes = [...new Set([...all].map(({ session }) => session))].filter((session) => session !== '');
    if (hashes.length === 0) return;
    const honoured = await sessions.honoured(hashes);
    for (const connection of [...all]) if (connection.session !== '' && !honoured.has(connection.session)) connection.end();
  }

  async function look(): Promise<void> {
    const { rows } = await database.query<{ simple: string; upto: string; events: OutboxRow[] | null }>(
      outboxQuery(precise),
      [position?.tx ?? '0', position?.seq ?? 0],
      precise ? 'outbox-precise' : 'outbox',
    );
    const [row] = rows;
    if (row === undefined) return;
    edgeStood = row.simple === edgeAt ? edgeStood + 1 : 0;
    edgeAt = row.simple;
    precise = precise ? row.simple !== row.upto : edgeStood >= STUCK_LOOKS;
    // Where it begins: nothing before the first connection is anyone's news.
    if (position === undefined) {
      position = { tx: row.upto, seq: 0 };
      return;
    }
    // The simple edge may lie before what the precise one let through.
    if (BigInt(row.upto) < BigInt(position.tx)) return;
    const events = row.events ?? [];
    const last = events.at(-1);
    // More than one look takes: the next one goes on behind the last.
    if (events.length === MOST_EVENTS && last !== undefined) position = { tx: last.tx, seq: last.seq };
    else if (row.upto !== position.tx) position = { tx: row.upto, seq: 0 };
    try {
      await tell(events);
    } catch (error) {
      // The position is behind these already: nobody would hear of the rest. A phone that comes back loads anew.
      for (const listener of missedListeners) listener();
      for (const connection of all) connection.end();
      throw error;
    }
  }

  async function tell(events: readonly OutboxRow[]): Promise<void> {
    for (const { user, event } of events) {
      if (event.type === 'matches') topics.changed(event.games, event.live);
      else if (event.type === 'hm') groupTopics.changed(event.hmId, event.gameCode, false);
      else if (event.type === 'settled') await settled(event.gameCode, event.issue, event.drawsAt);
      else if (event.type === 'ended') {
        for (const connection of [...(user === null ? [] : (byUser.get(user) ?? []))])
          if (connection.session === event.session) connection.end();
      } else if (event.type === 'placed') {
        if (user === null) continue;
        if (event.hm !== undefined) groupTopics.changed(event.hm, event.gameCode, event.began === true);
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
      status: StoredStatus;
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
      // In quarantine: its player hears of it when it ends.
      if (status === 'held') continue;
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
      const { raw } = reply;
      const token = tokenOf(request);
      const asked = topicsOf(request);
      let player: { readonly id: number } | undefined;
      let unfollow: (() => void) | undefined;
      /** Undoes what was set up for a phone that is in no set yet. */
      let leave = (): void => {
        for (const topic of asked) if (!byTopic.has(topic)) partOf(topic).leave(topic);
        unfollow?.();
      };
      // Before anything is waited for: of a phone that goes away meanwhile nobody hears later.
      let gone = raw.destroyed;
      raw.on('close', () => {
        gone = true;
        leave();
      });
      try {
        player = token === '' ? undefined : await sessions.player(token);
        // The position is taken before the phone hears that it is connected: what happens from then on reaches it.
        if (position === undefined) await look();
        for (const topic of asked) await partOf(topic).follow(topic);
        unfollow = player && watches.follow(player.id);
        for (const { game, issue } of player === undefined ? [] : await openIssuesOf(database, player.id))
          watches.placed((player as { id: number }).id, game, [issue]);
      } catch (error) {
        leave();
        throw error;
      }
      reply.hijack();
      if (gone) return leave();
      raw.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        connection: 'keep-alive',
        'x-accel-buffering': 'no',
      });
      // The server's limit for stalled connections knows nothing of streams that have nothing to say.
      raw.socket?.setTimeout(0);
      let taken = -1;
      const connection: Connection = {
        userId: player?.id,
        session: player === undefined ? '' : tokenHash(token),
        topics: asked,
        write(line) {
          if (raw.writableLength > maxBehind) raw.destroy();
          else raw.write(line);
        },
        check() {
          const { writableLength, socket } = raw;
          // Node counts as written what only waits to be.
          const now = (socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0);
          // Something waits, and since the last look nothing of it was taken.
          if (writableLength > 0 && now === taken) raw.destroy();
          taken = now;
        },
        // Not all in the same moment: the process that takes them over has other things to do.
        end: () => raw.end(`retry: ${500 + Math.floor(Math.random() * MOST_RETRY_MS)}\n\n`),
      };
      all.add(connection);
      for (const topic of asked) {
        byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(connection));
        // The last other follower may have left meanwhile.
        void Promise.resolve(partOf(topic).follow(topic)).catch(() => connection.end());
      }
      if (player !== undefined) {
        const own = byUser.get(player.id) ?? new Set();
        byUser.set(player.id, own.add(connection));
        if (own.size > MOST_OF_PLAYER) for (const oldest of [...own].slice(0, own.size - MOST_OF_PLAYER)) oldest.end();
      }
      leave = () => {
        all.delete(connection);
        for (const topic of asked) {
          const followers = byTopic.get(topic);
          followers?.delete(connection);
          if (followers === undefined || followers.size > 0) continue;
          byTopic.delete(topic);
          partOf(topic).leave(topic);
        }
        unfollow?.();
        if (connection.userId === undefined) return;
        const own = byUser.get(connection.userId);
        own?.delete(connection);
        if (own?.size === 0) byUser.delete(connection.userId);
      };
      raw.write('retry: 2000\n\n: connected\n\n');
      schedule();
    },
    broadcast,
    onBroadcast: (listener) => void listeners.push(listener),
    onMissed: (listener) => void missedListeners.push(listener),
    connections: () => all.size,
    async close() {
      closed = true;
      topics.close();
      groupTopics.close();
      clearTimeout(timer);
      clearInterval(keepAlive);
      for (const connection of all) connection.end();
      await looking;
    },
  };
}
