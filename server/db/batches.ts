/**
 * What players ask for on its way to the database. One call carries as many as wait: alone when it is quiet, together when the database is
 * busy, so that load makes batches longer and not the line. Each gets its own answer.
 *
 * One call is under way at a time, and what comes meanwhile gathers behind it: nobody waits for a clock, and two calls side by side would each
 * carry half as many and cost the database nearly twice the work. A call that takes long waits for something (a player's lock, a wallet
 * that a payment holds), and those behind it need not: then another goes beside it.
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
  /** Carries out some in one transaction, all of it or nothing, and answers in the order given. Players' locks are taken in one order. */
  readonly send: (items: readonly T[]) => Promise<readonly A[]>;
  /** Who asks: one player must not take the others down. */
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
    while (waiting.length > 0 && prompt === 0 && underWay < width) {
      const batch = waiting.splice(0, MOST);
      underWay += 1;
      prompt += 1;
      let long = false;
      const takesLong = setTimeout(() => {
        long = true;
        prompt -= 1;
        pump();
      }, LONG_MS);
      carry(batch).finally(() => {
        clearTimeout(takesLong);
        if (!long) prompt -= 1;
        underWay -= 1;
        begin();
      });
    }
  }

  async function carry(batch: readonly Waiting<T, A>[]): Promise<void> {
    try {
      const answers = await send(batch.map(({ item }) => item));
      batch.forEach((entry, at) => {
        entry.resolve(answers[at] as A);
      });
    } catch (error) {
      const [only] = batch;
      if (only === undefined) return;
      if (batch.length === 1) only.reject(error);
      else if (!rolledBack(error)) for (const entry of batch) entry.reject(error);
      // One player must not take the others down: each player's are tried by themselves, then each one.
      else if (batch.some(({ item }) => whose(item) !== whose(only.item))) await Promise.all([...byPlayer(batch)].map(carry));
      // Somebody else holds this player's wallet: every one of these would wait for it as long again.
      else if (lockedOut(error)) for (const entry of batch) entry.reject(error);
      else for (const entry of batch) await carry([entry]);
    }
  }

  /** Those of each player, in the order in which they came. */
  function byPlayer(batch: readonly Waiting<T, A>[]): Iterable<readonly Waiting<T, A>[]> {
    const groups = new Map<string, Waiting<T, A>[]>();
    for (const entry of batch) {
      const group = groups.get(whose(entry.item));
      if (group) group.push(entry);
      else groups.set(whose(entry.item), [entry]);
    }
    return groups.values();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
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
    async send(items) {
      const { rows } = await database.query<{ answers: StoredAnswer[] }>(
        `SELECT ${name}($1::jsonb) AS answers`,
        [JSON.stringify(items)],
        name,
      );
      return rows[0]?.answers ?? [];
    },
  });

/** True when a lock could not be had in time (SQLSTATE 55P03). */
const lockedOut = (error: unknown): boolean => (error as { code?: unknown }).code === '55P03';

/** True when the database itself refused the statement, so that nothing of it was written. A lost connection says no such thing. */
function rolledBack(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && !code.startsWith('57');
}
