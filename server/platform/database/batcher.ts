/**
 * What players ask for on its way to the database. One call carries as many as wait: alone when it is quiet, together when the database is
 * busy, so that load makes batches longer and not the line. Each gets its own answer.
 *
 * One call is under way at a time, and what comes meanwhile gathers behind it: nobody waits for a clock, and two calls side by side would each
 * carry half as many and cost the database nearly twice the work. A call that takes long waits for something (a close, a wallet that a
 * payment holds), and those behind it need not: then another goes beside it. A player's lock is not waited for together with others: what
 * asks for a player who is busy is left out of its batch, and goes by itself.
 *
 * The embedded database works in this thread: a call that began at once would be over before the next request is read, and no two would ever
 * go together. It begins when what has arrived is read.
 */
import type { Database } from './database.ts';
import type { StoredAnswer } from './tables.ts';

/** Long enough to share a commit among many, short enough that nobody waits long for the others. */
const MOST_BATCHED = 64;
/** Real ms after which a call under way keeps nobody behind it: several times what a full one takes by itself. */
const LONG_MS = 25;

export interface BatchHandler<T, A> {
  /**
   * Carries out some in one transaction, all of it or nothing, and answers in the order given. Where `wait` is false, nothing is waited for
   * that another transaction of one player holds: the items of such a player are left out, and answered with undefined.
   */
  readonly send: (items: readonly T[], wait: boolean) => Promise<readonly (A | undefined)[]>;
  /** The asking player, whose fault must not fail the others. */
  readonly playerOf: (item: T) => string;
}

interface Waiting<T, A> {
  readonly item: T;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/** Gives what one item is answered with; at most as many calls are under way as the database can take at once. */
export function openBatcher<T, A>({ width }: Pick<Database, 'width'>, { send, playerOf }: BatchHandler<T, A>): (item: T) => Promise<A> {
  const waiting: Waiting<T, A>[] = [];
  /**
   * Of players who are busy, what has to wait for them: apart from the others, each player's in its order. What comes meanwhile of such a
   * player goes behind it, and not into the next batch.
   */
  const blockedByPlayer = new Map<string, Waiting<T, A>[]>();
  /** Those of them for whom no call is under way. */
  const readyPlayers: string[] = [];
  /** Calls for single players that may wait in the database at once: the other connections are for everybody else. */
  const mostBlockedCalls = Math.max(1, Math.floor(width / 2));
  let blockedCalls = 0;
  let runningCalls = 0;
  /** Of those under way, what has not taken long yet. */
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
      // One player must not take the others down: each player's are tried by themselves, then each one.
      else if (batch.some(({ item }) => playerOf(item) !== playerOf(only.item))) queueByPlayer(batch);
      // Somebody else holds this player's wallet: every one of these would wait for it as long again.
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

/** An idempotent request as a function of the database takes it. */
export interface IdempotentItem {
  /** SHA-256 of the session's token. */
  readonly token: string;
  readonly [field: string]: unknown;
}

/** Carries idempotent requests to the database, as many together as wait. */
export type IdempotencyBatcher = (item: IdempotentItem) => Promise<StoredAnswer>;

/** `name`: the function of the database, which takes a list of items and answers in their order. */
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

/** True when a lock could not be had in time (SQLSTATE 55P03). */
const isLockTimeout = (error: unknown): boolean => (error as { code?: unknown }).code === '55P03';

/** True when the database itself refused the statement, so that nothing of it was written. A lost connection says no such thing. */
function isRolledBack(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && !code.startsWith('57');
}
