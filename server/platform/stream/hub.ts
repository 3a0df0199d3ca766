/**
 * The event stream to clients (GET /events). Events are hints: a client that missed some loads its data again, so no event is stored for it.
 * One poll of the outbox serves all connections of this process. Without connections the outbox is not polled.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GroupItem, GroupProgress, StreamEvent } from '../../../protocol/calls.ts';
import { MOST_TOPICS, TOPIC } from '../../../protocol/events.ts';
import type { Database } from '../database/database.ts';
import type { StoredStatus } from '../database/tables.ts';
import { tokenHash } from '../http/player.ts';
import { type Connection, StreamConnections, responseWriter } from './connections.ts';
import { createGroupTopics, type GroupTopics, isGroupTopic } from './group-topics.ts';
import { openOutbox, type OutboxReader, type OutboxRow } from './outbox.ts';
import { createTopics, type MatchChanges, type Topics } from './topics.ts';
import { createIssueSubscriptions } from './issue-subscriptions.ts';

const POLL_MS = 300;
const KEEP_ALIVE_MS = 15_000;
/** Unread bytes of a client beyond which its connection is closed. The client then connects again. */
const MAX_BEHIND = 256_000;

export interface EventHub {
  /** Answers GET /events. */
  connect(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Sends an event to all clients of this process. */
  broadcast(event: StreamEvent): void;
  /** Calls `listener` with each event for all clients. The outbox is read only while a client is connected. */
  onBroadcast(listener: (event: StreamEvent) => void): void;
  /** Calls `listener` when events may have been missed: caches that depend on them are invalid. */
  onMissed(listener: () => void): void;
  connections(): number;
  close(): Promise<void>;
}

/** Functions of higher modules that the stream calls. */
export interface EventSources {
  /** Sessions of players. */
  readonly sessions: {
    player(token: string): Promise<{ readonly id: number } | undefined>;
    /** Those of the token hashes whose session is still valid. */
    honoured(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  };
  /** The issues on which a player has unsettled orders. */
  readonly openIssues: (userId: number) => Promise<readonly { readonly game: string; readonly issue: string }[]>;
  /** Kinds of orders that have no event at settlement, because each of their parts has one. */
  readonly unlistedKinds: () => readonly string[];
  readonly matches: MatchChanges;
  /** Group orders, for the topics of group buying. */
  readonly groups: GroupOrderSource;
}

export interface GroupOrderSource {
  /** Group orders as a client without a login sees them, in no order. */
  items(ids: readonly string[]): Promise<readonly GroupItem[]>;
  /** The fields of a group order that change while a client shows it. */
  progress(item: GroupItem): GroupProgress;
}

/** The session token: from the header, else from the query, because EventSource cannot send headers. '' without one. */
function tokenOf({ headers, query }: FastifyRequest): string {
  const parameter = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? (query as { tk?: unknown }).tk;
  return typeof parameter === 'string' ? parameter : '';
}

/** The topics that a client follows in addition to the events for all. Names that are no topic are left out. */
function topicsOf({ query }: FastifyRequest): ReadonlySet<string> {
  const parameter = (query as { topics?: unknown }).topics;
  const names = typeof parameter === 'string' ? parameter.split(',') : [];
  return new Set(names.filter((name) => TOPIC.test(name)).slice(0, MOST_TOPICS));
}

const wallet = (balance: number): StreamEvent => ({ type: 'balance', purse: 'wallet', unit: 'fen', balance, balanceFen: balance });

export function openEventHub(
  database: Database,
  sources: EventSources,
  log: (line: string) => void,
  limits: { readonly keepAliveMs?: number; readonly maxBehind?: number } = {},
): EventHub {
  return new OutboxHub(database, sources, log, limits);
}

class OutboxHub implements EventHub {
  readonly #database: Database;
  readonly #sources: EventSources;
  readonly #log: (line: string) => void;
  readonly #maxBehind: number;
  readonly #outbox: OutboxReader;
  readonly #connections = new StreamConnections();
  readonly #followed: FollowedTopics;
  readonly #issueSubscriptions = createIssueSubscriptions();
  readonly #listeners: ((event: StreamEvent) => void)[] = [];
  readonly #missedListeners: (() => void)[] = [];
  readonly #keepAlive: NodeJS.Timeout;
  /** Number of clients whose stream is being set up. */
  #connecting = 0;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(
    database: Database,
    sources: EventSources,
    log: (line: string) => void,
    { keepAliveMs = KEEP_ALIVE_MS, maxBehind = MAX_BEHIND }: { readonly keepAliveMs?: number; readonly maxBehind?: number },
  ) {
    this.#database = database;
    this.#sources = sources;
    this.#log = log;
    this.#maxBehind = maxBehind;
    this.#outbox = openOutbox(database);
    this.#followed = new FollowedTopics(sources, (topic, event) => this.#connections.toTopic(topic, event), log);
    this.#keepAlive = setInterval(() => {
      this.#connections.keepAlive();
      // An expired session ends its streams. No event announces the expiry, so it is checked regularly.
      void this.#connections.endUnhonoured((hashes) => sources.sessions.honoured(hashes)).catch(() => {});
    }, keepAliveMs);
    this.#keepAlive.unref();
  }

  async connect(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    this.#connecting += 1;
    try {
      await this.#connect(request, reply);
    } finally {
      this.#connecting -= 1;
      this.#dropPosition();
    }
  }

  broadcast(event: StreamEvent): void {
    for (const listener of this.#listeners) listener(event);
    this.#connections.toAll(event);
  }

  onBroadcast(listener: (event: StreamEvent) => void): void {
    this.#listeners.push(listener);
  }

  onMissed(listener: () => void): void {
    this.#missedListeners.push(listener);
  }

  connections(): number {
    return this.#connections.size;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#followed.close();
    clearTimeout(this.#timer);
    clearInterval(this.#keepAlive);
    this.#connections.endAll();
    await this.#polling;
  }

  async #connect(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { raw } = reply;
    const token = tokenOf(request);
    const topics = topicsOf(request);
    let player: { readonly id: number } | undefined;
    /** Steps that undo the set-up for this client. `leave` runs each of them once, the last first. */
    const undo: (() => void)[] = [];
    const leave = (): void => {
      for (const step of undo.splice(0).reverse()) step();
    };
    // Registered before the first await: a client may disconnect meanwhile, and `close` is emitted only once.
    let disconnected = raw.destroyed;
    raw.on('close', () => {
      disconnected = true;
      leave();
    });
    try {
      player = token === '' ? undefined : await this.#sources.sessions.player(token);
      await this.#follow(player?.id, topics, undo);
    } catch (error) {
      leave();
      throw error;
    }
    reply.hijack();
    if (disconnected) return leave();
    beginStream(reply);
    const connection: Connection = {
      userId: player?.id,
      session: player === undefined ? '' : tokenHash(token),
      topics,
      ...responseWriter(raw, this.#maxBehind),
    };
    this.#connections.add(connection);
    undo.push(() => this.#connections.remove(connection));
    raw.write('retry: 2000\n\n: connected\n\n');
    this.#schedule();
  }

  /** Follows the topics of a client and the issues of its player's unsettled orders. Adds the steps that end this to `undo`. */
  async #follow(userId: number | undefined, topics: ReadonlySet<string>, undo: (() => void)[]): Promise<void> {
    // The position in the outbox is taken before the client reads that it is connected, so it misses no later event.
    await this.#outbox.begin();
    for (const topic of topics) {
      undo.push(() => this.#followed.release(topic));
      await this.#followed.hold(topic);
    }
    if (userId === undefined) return;
    undo.push(this.#issueSubscriptions.follow(userId));
    for (const { game, issue } of await this.#sources.openIssues(userId)) this.#issueSubscriptions.placed(userId, game, [issue]);
  }

  /** Drops the position in the outbox when no client needs it. */
  #dropPosition(): void {
    if (this.#connections.size === 0 && this.#connecting === 0 && this.#timer === undefined) this.#outbox.forget();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#closed || this.#connections.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#polling = this.#poll()
        .catch((error: Error) => this.#log(`events: ${error.message}; trying again`))
        .finally(() => {
          this.#timer = undefined;
          this.#dropPosition();
          this.#schedule();
        });
    }, POLL_MS);
  }

  async #poll(): Promise<void> {
    const events = await this.#outbox.read();
    try {
      for (const row of events) await this.#deliver(row);
    } catch (error) {
      // The position is past all of these events, so the rest would reach no client. A client that reconnects loads its data again.
      for (const listener of this.#missedListeners) listener();
      this.#connections.endAll();
      throw error;
    }
  }

  async #deliver({ user, event }: OutboxRow): Promise<void> {
    if (event.type === 'matches') this.#followed.matchesChanged(event.games, event.live);
    else if (event.type === 'hm') this.#followed.groupChanged(event.hmId, event.gameCode, false);
    else if (event.type === 'settled') await this.#settled(event.gameCode, event.issue, event.drawsAt);
    else if (event.type === 'ended') {
      if (user !== null) this.#connections.endSession(user, event.session);
    } else if (event.type === 'placed') {
      if (user === null) return;
      if (event.hm !== undefined) this.#followed.groupChanged(event.hm, event.gameCode, event.began === true);
      this.#issueSubscriptions.placed(user, event.gameCode, event.issues);
      this.#connections.toUser(user, wallet(event.balanceFen));
    } else if (user === null) this.broadcast(event);
    else this.#connections.toUser(user, event);
  }

  /** Sends connected players the outcome of their orders on a settled issue. It queries them, because settlement does not write lost orders. */
  async #settled(game: string, issue: string, drawsAt: number): Promise<void> {
    const users = this.#issueSubscriptions.settled(game, issue);
    if (users.length === 0) return;
    const { rows } = await this.#database.query<{
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
      [users, drawsAt, game, issue, this.#sources.unlistedKinds()],
      'settled-orders',
    );
    const balances = new Map<number, number>();
    for (const { user_id, id, kind, status, prize, balance_fen } of rows) {
      // In quarantine: the player gets an event when the quarantine ends.
      if (status === 'held') continue;
      this.#connections.toUser(user_id, {
        type: 'order',
        orderId: id,
        kind,
        gameCode: game,
        status: status === 'placed' ? 'lost' : status,
        prizeFen: prize,
      });
      if (prize > 0) balances.set(user_id, balance_fen);
    }
    for (const [userId, balance] of balances) this.#connections.toUser(userId, wallet(balance));
  }
}

/** Writes the status and the headers of an event stream. */
function beginStream(reply: FastifyReply): void {
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  });
  // A stream without events is idle and not stalled, so the server's limit for stalled connections must not end it.
  raw.socket?.setTimeout(0);
}

/** Topics that clients of this process follow, with the number of clients of each. Clients that are still connecting count. */
class FollowedTopics {
  readonly #matches: Topics;
  readonly #groups: GroupTopics;
  readonly #held = new Map<string, number>();

  constructor(
    { matches, groups }: Pick<EventSources, 'matches' | 'groups'>,
    send: (topic: string, event: StreamEvent) => void,
    log: (line: string) => void,
  ) {
    this.#matches = createTopics(matches, send, log);
    this.#groups = createGroupTopics(groups, send, log);
  }

  /** Adds a client to a topic. Resolves when the version is known after which changes are sent. */
  async hold(topic: string): Promise<void> {
    this.#held.set(topic, (this.#held.get(topic) ?? 0) + 1);
    await this.#partOf(topic).follow(topic);
  }

  /** Removes a client from a topic. */
  release(topic: string): void {
    const left = (this.#held.get(topic) ?? 0) - 1;
    if (left > 0) return void this.#held.set(topic, left);
    this.#held.delete(topic);
    this.#partOf(topic).leave(topic);
  }

  matchesChanged(games: readonly string[], live: boolean): void {
    this.#matches.changed(games, live);
  }

  groupChanged(hmId: string, game: string, started: boolean): void {
    this.#groups.changed(hmId, game, started);
  }

  close(): void {
    this.#matches.close();
    this.#groups.close();
  }

  #partOf(topic: string): Topics | GroupTopics {
    return isGroupTopic(topic) ? this.#groups : this.#matches;
  }
}
