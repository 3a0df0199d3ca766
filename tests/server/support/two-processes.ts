/**
 * Two server processes on a PostgreSQL for all tests of a file, with what these files say again and again: players who sit at both of them,
 * questions to the database behind their back, books that are in order after every test.
 */
import type pg from 'pg';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Answer, Client } from './client.ts';
import { type Nodes, type NodesOptions, startNodes } from './nodes.ts';
import { queryingOf } from './postgres.ts';
import { expectBooksInOrder, spawnServer } from './server.ts';

/** Amounts that a player gets in addition to the usual ones. */
export interface PlayerExtras {
  readonly fen?: number;
  readonly points?: number;
}

export interface TwoProcesses {
  /** Rows of a statement on the database itself. */
  ask<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>;
  /** The address of a process, by turns. */
  base(at: number): string;
  /** Registers `count` players, at each process in turn, and gives each player `gift`. */
  players(count: number, gift?: PlayerExtras): Promise<Client[]>;
  /** The answer of the first process that has one, asked by turns from `first` on. No answer: the same request again, under the same key. */
  answered<T>(who: Client, send: (client: Client) => Promise<Answer<T>>, first: number): Promise<Answer<T>>;
  /** Kills a process without a word; `meanwhile` happens while there is one. Then another takes its place. */
  kill(at: number, meanwhile?: () => Promise<unknown>): Promise<void>;
}

/** Registrations at once: a server hashes a limited number of passwords at a time, and refuses the others. */
const AT_ONCE = 8;

/** No draws of the past and no matches, which most of these tests have no use for; a clock that may be moved. */
const QUIET = { CAIPU_CLOCK: '1', CAIPU_DEMO_DRAWS: '0', CAIPU_FEED: 'none' };

/** Call at the top of a file: it registers the hooks that start and end them. `ready` waits for what the tests need to be there. */
export function twoProcesses(options: Partial<NodesOptions>, ready?: () => Promise<unknown>): TwoProcesses {
  let started: Nodes | undefined;
  const there = (): Nodes => {
    if (started === undefined) throw new Error('the processes are started before the first test of the file');
    return started;
  };
  const base = (at: number): string => there().nodes[at % 2]?.base ?? '';
  const ask: TwoProcesses['ask'] = async (text, values = []) => (await there().pool.query(text, values)).rows;

  const both: TwoProcesses = {
    ask,
    base,
    async players(count, { fen = 0, points = 0 } = {}) {
      const made: Client[] = [];
      while (made.length < count) {
        const next = Array.from({ length: Math.min(AT_ONCE, count - made.length) }, (_, at) => {
          const client = new Client(base(at));
          client.now = there().now;
          return client.register();
        });
        made.push(...(await Promise.all(next)));
      }
      const ids = made.map(({ userId }) => userId);
      if (fen > 0)
        await ask(`SELECT post(id, 'grant', 'house:grants', 'wallet', $2, 'gift', NULL) FROM users WHERE id = ANY($1)`, [ids, fen]);
      if (points > 0)
        await ask(`SELECT post(id, 'points', 'house:points', 'points', $2, 'gift', NULL) FROM users WHERE id = ANY($1)`, [ids, points]);
      return made;
    },
    async answered(who, send, first) {
      for (let node = first; ; node++) {
        const answer = await send(who.twin(base(node))).catch(() => undefined);
        if (answer !== undefined && answer.http < 500) return answer;
      }
    },
    async kill(at, meanwhile) {
      const { nodes, env } = there();
      await nodes[at % 2]?.kill();
      await meanwhile?.();
      nodes[at % 2] = await spawnServer(env);
    },
  };

  beforeAll(async () => {
    started = await startNodes({ ...options, env: { ...QUIET, ...options.env } });
    await ready?.();
  }, 300_000);
  afterEach(() => expectBooksInOrder(queryingOf(there().pool)));
  afterAll(() => started?.stop());
  return both;
}
