/**
 * Sends requests of players to the database in batches. One call carries up to MOST_BATCHED waiting requests, so under load the batches grow
 * and not the queue. Each request gets its own answer.
 *
 * One call runs at a time, and requests that arrive meanwhile form the next batch. No request waits for a timer. Two simultaneous calls would
 * carry half as many requests each, and cost the database nearly twice the work. A call that runs longer than LONG_MS probably waits for a
 * lock (of an issue that closes, or of a wallet in a payment), so the next batch starts beside it. A batch never waits for a player's lock:
 * the requests of a busy player are left out and sent in a call of their own, which waits.
 *
 * The embedded database works in this thread. A call that began at once would end before the next request is read, so no batch would have
 * two requests. So the call begins after all arrived requests are read.
 */
import type { Database } from './database.ts';
import type { StoredAnswer } from './tables.ts';

/** Most requests of a batch: enough that the cost of a commit is shared, and so few that none waits long for the others. */
const MOST_BATCHED = 64;
/** Real ms after which the next batch no longer waits for a running call: several times the duration of a full batch. */
const LONG_MS = 25;

export interface BatchHandler<T, A> {
  /**
   * Executes the items in one transaction, and answers in the order given. If `wait` is false, it does not wait for the lock of a player: the
   * items of a busy player are left out, and their answers are undefined.
   */
  readonly send: (items: readonly T[], wait: boolean) => Promise<readonly (A | undefined)[]>;
  /** The player of an item. An error of one player must not fail the items of others. */
  readonly playerOf: (item: T) => string;
}

interface Waiting<T, A> {
  readonly item: T;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns the function that sends an item and resolves its answer. At most `width` calls run at a time. */
export function openBatcher<T, A>({ width }: Pick<Database, 'width'>, { send, playerOf }: BatchHandler<T, A>): (item: T) => Promise<A> {
  const waiting: Waiting<T, A>[] = [];
  /**
   * Queues of busy players. A new item of such a player goes to the end of the player's queue and not into the next batch, so the order is
   * kept.
   */
  const blockedByPlayer = new Map<string, Waiting<T, A>[]>();
  /** Busy players without a running call, the longest waiting first. */
  const readyPlayers: string[] = [];
  /** Most simultaneous calls for busy players. The other connections are free for shared batches. */
  const mostBlockedCalls = Math.max(1, Math.floor(width / 2));
  let blockedCalls = 0;
  let runningCalls = 0;
  /** Running calls that have not run for LONG_MS yet. */
  let quickCalls = 0;
  const embedded = width === 1;
  let gathering = false;

  function schedule(): void {
    if (!embedded) return startBatches();
    if (gathering) return;
    gathering = true;
    setImmediate(() => {
      gathering = false;
      startBatches();
    });
  }

  function startBatches(): void {
    while (waiting.length > 0 && quickCalls === 0 && runningCalls < width) sendSharedBatch(waiting.splice(0, MOST_BATCHED));
    while (readyPlayers.length > 0 && blockedCalls < mostBlockedCalls && runningCalls < width)
      sendPlayerBatch(readyPlayers.shift() as string);
  }

  function sendSharedBatch(batch: readonly Waiting<T, A>[]): void {
    runningCalls += 1;
    quickCalls += 1;
    let long = false;
    const takesLong = setTimeout(() => {
      long = true;
      quickCalls -= 1;
      startBatches();
    }, LONG_MS);
    runBatch(batch, false).finally(() => {
      clearTimeout(takesLong);
      if (!long) quickCalls -= 1;
      runningCalls -= 1;
      schedule();
    });
  }

  function sendPlayerBatch(player: string): void {
    const playerQueue = blockedByPlayer.get(player) as Waiting<T, A>[];
    runningCalls += 1;
    blockedCalls += 1;
    runBatch(playerQueue.splice(0, MOST_BATCHED), true).finally(() => {
      if (playerQueue.length > 0) readyPlayers.push(player);
      else blockedByPlayer.delete(player);
      runningCalls -= 1;
      blockedCalls -= 1;
      schedule();
    });
  }

  function queueByPlayer(entries: readonly Waiting<T, A>[]): void {
    for (const entry of entries) {
      const player = playerOf(entry.item);
      const playerQueue = blockedByPlayer.get(player);
      if (playerQueue !== undefined) playerQueue.push(entry);
      else {
        blockedByPlayer.set(player, [entry]);
        readyPlayers.push(player);
      }
    }
  }

  async function runBatch(batch: readonly Waiting<T, A>[], wait: boolean): Promise<void> {
    try {
      const answers = await send(
        batch.map(({ item }) => item),
        wait,
      );
      queueByPlayer(batch.filter((_, at) => answers[at] === undefined));
      batch.forEach(({ resolve }, at) => {
        const answer = answers[at];
        if (answer !== undefined) resolve(answer);
      });
    } catch (error) {
      const [only] = batch;
      if (only === undefined) return;
      if (batch.length === 1) only.reject(error);
      else if (!isRolledBack(error)) for (const entry of batch) entry.reject(error);
      // An error of one player must not fail the others: each player's items are sent by themselves, and then each item.
      else if (batch.some(({ item }) => playerOf(item) !== playerOf(only.item))) queueByPlayer(batch);
      // Another transaction holds this player's lock. Each item by itself would time out again.
      else if (isLockTimeout(error)) for (const entry of batch) entry.reject(error);
      else for (const entry of batch) await runBatch([entry], wait);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const entry = { item, resolve, reject };
      const playerQueue = blockedByPlayer.get(playerOf(item));
      if (playerQueue !== undefined) playerQueue.push(entry);
      else waiting.push(entry);
      schedule();
    });
}

/** An idempotent request, in the form that a function of the database takes. */
export interface IdempotentItem {
  /** SHA-256 of the session's token. */
  readonly token: string;
  readonly [field: string]: unknown;
}

/** Sends idempotent requests to the database in batches. */
export type IdempotencyBatcher = (item: IdempotentItem) => Promise<StoredAnswer>;

/** `name`: a function of the database that takes a list of items and answers them in their order. Items of one session count as one player's. */
export const openIdempotencyBatcher = (database: Database, name: 'play_smalls' | 'bet_quizzes'): IdempotencyBatcher =>
  openBatcher(database, {
    playerOf: ({ token }) => token,
    async send(items, wait) {
      const { rows } = await database.query<{ answers: (StoredAnswer | null)[] }>(
        `SELECT ${name}($1::jsonb, $2) AS answers`,
        [JSON.stringify(items), wait],
        name,
      );
      return (rows[0]?.answers ?? []).map((answer) => answer ?? undefined);
    },
  });

/** True if a lock was not free in time (SQLSTATE 55P03). */
const isLockTimeout = (error: unknown): boolean => (error as { code?: unknown }).code === '55P03';

/**
 * True if the database refused the statement and so wrote nothing. SQLSTATE classes 08 and 57 do not count: after a lost connection or a stop of
 * the server, the statement may have been committed.
 */
function isRolledBack(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && !code.startsWith('57');
}
