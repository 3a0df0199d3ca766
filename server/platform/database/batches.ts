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
const MOST = 64;
/** Real ms after which a call under way keeps nobody behind it: several times what a full one takes by itself. */
const LONG_MS = 25;

export interface BatchWork<T, A> {
  /**
   * Carries out some in one transaction, all of it or nothing, and answers in the order given. Where `wait` is false, nothing is waited for
   * that another transaction of one player holds: the items of such a player are left out, and answered with undefined.
   */
  readonly send: (items: readonly T[], wait: boolean) => Promise<readonly (A | undefined)[]>;
  /** The asking player, whose fault must not fail the others. */
  readonly whose: (item: T) => string;
}

interface Waiting<T, A> {
  readonly item: T;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/** Gives what one item is answered with; at most as many calls are under way as the database can take at once. */
export function openBatches<T, A>({ width }: Pick<Database, 'width'>, { send, whose }: BatchWork<T, A>): (item: T) => Promise<A> {
  const waiting: Waiting<T, A>[] = [];
  /**
   * Of players who are busy, what has to wait for them: apart from the others, each player's in its order. What comes meanwhile of such a
   * player goes behind it, and not into the next batch.
   */
  const apart = new Map<string, Waiting<T, A>[]>();
  /** Those of them for whom no call is under way. */
  const turns: string[] = [];
  /** Calls for single players that may wait in the database at once: the other connections are for everybody else. */
  const mostApart = Math.max(1, Math.floor(width / 2));
  let apartUnderWay = 0;
  let underWay = 0;
  /** Of those under way, what has not taken long yet. */
  let prompt = 0;
  const embedded = width === 1;
  let gathering = false;

  function begin(): void {
    if (!embedded) return pump();
    if (gathering) return;
    gathering = true;
    setImmediate(() => {
      gathering = false;
      pump();
    });
  }

  function pump(): void {
    while (waiting.length > 0 && prompt === 0 && underWay < width) sendTogether(waiting.splice(0, MOST));
    while (turns.length > 0 && apartUnderWay < mostApart && underWay < width) sendApart(turns.shift() as string);
  }

  function sendTogether(batch: readonly Waiting<T, A>[]): void {
    underWay += 1;
    prompt += 1;
    let long = false;
    const takesLong = setTimeout(() => {
      long = true;
      prompt -= 1;
      pump();
    }, LONG_MS);
    carry(batch, false).finally(() => {
      clearTimeout(takesLong);
      if (!long) prompt -= 1;
      underWay -= 1;
      begin();
    });
  }

  function sendApart(who: string): void {
    const own = apart.get(who) as Waiting<T, A>[];
    underWay += 1;
    apartUnderWay += 1;
    carry(own.splice(0, MOST), true).finally(() => {
      if (own.length > 0) turns.push(who);
      else apart.delete(who);
      underWay -= 1;
      apartUnderWay -= 1;
      begin();
    });
  }

  function part(entries: readonly Waiting<T, A>[]): void {
    for (const entry of entries) {
      const who = whose(entry.item);
      const own = apart.get(who);
      if (own !== undefined) own.push(entry);
      else {
        apart.set(who, [entry]);
        turns.push(who);
      }
    }
  }

  async function carry(batch: readonly Waiting<T, A>[], wait: boolean): Promise<void> {
    try {
      const answers = await send(
        batch.map(({ item }) => item),
        wait,
      );
      part(batch.filter((_, at) => answers[at] === undefined));
      batch.forEach(({ resolve }, at) => {
        const answer = answers[at];
        if (answer !== undefined) resolve(answer);
      });
    } catch (error) {
      const [only] = batch;
      if (only === undefined) return;
      if (batch.length === 1) only.reject(error);
      else if (!rolledBack(error)) for (const entry of batch) entry.reject(error);
      // One player must not take the others down: each player's are tried by themselves, then each one.
      else if (batch.some(({ item }) => whose(item) !== whose(only.item))) part(batch);
      // Somebody else holds this player's wallet: every one of these would wait for it as long again.
      else if (lockedOut(error)) for (const entry of batch) entry.reject(error);
      else for (const entry of batch) await carry([entry], wait);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const entry = { item, resolve, reject };
      const own = apart.get(whose(item));
      if (own !== undefined) own.push(entry);
      else waiting.push(entry);
      begin();
    });
}

/** A keyed request as a function of the database takes it. */
export interface KeyedItem {
  /** SHA-256 of the session's token. */
  readonly token: string;
  readonly [field: string]: unknown;
}

/** Carries keyed requests to the database, as many together as wait. */
export type KeyedDesk = (item: KeyedItem) => Promise<StoredAnswer>;

/** `name`: the function of the database, which takes a list of items and answers in their order. */
export const openKeyedDesk = (database: Database, name: 'play_smalls' | 'bet_quizzes'): KeyedDesk =>
  openBatches(database, {
    whose: ({ token }) => token,
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
const lockedOut = (error: unknown): boolean => (error as { code?: unknown }).code === '55P03';

/** True when the database itself refused the statement, so that nothing of it was written. A lost connection says no such thing. */
function rolledBack(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && !code.startsWith('57');
}
