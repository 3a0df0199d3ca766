/**
 * A database that is slow, breaks and loses answers, as the seed says. It stands between the server and a real database, so that the state of
 * the database and the answers that the server gets can differ, as they do over a network.
 */
import type { PoolClientLike, PoolLike, Rows } from '../../../server/platform/database/pool.ts';
import type { Chance } from './chance.ts';
import type { Stage } from './stage.ts';

export interface Weather {
  /** Probability of a fault for each statement. */
  faults: number;
  /** What a statement takes at most, ms; one in fifty takes far longer. */
  slowMs: number;
  /** Nobody reaches the database. */
  outage: boolean;
  /** Everything is done at once and without fault: while a server starts, and to look at the end. */
  calm: boolean;
}

/** The fate of one statement: it runs, fails, or loses its answer. */
type Fate = 'done' | 'refused' | 'failed' | 'answer lost';

/** Also says goodbye to the clients in use, as the database does when a process is gone. */
export type FaultyPool = PoolLike & { abandon(): Promise<void> };

const never = <T>(): Promise<T> => new Promise<T>(() => {});

export function faultyPool(
  inner: PoolLike,
  stage: Stage,
  chance: Chance,
  weather: Weather,
  isDead: () => boolean,
  name: string,
): FaultyPool {
  /** Clients in use: what a killed process leaves open is rolled back by the database. */
  const open = new Set<PoolClientLike>();

  function fateOf(): Fate {
    if (weather.outage) return 'refused';
    if (weather.calm || !chance.happens(weather.faults)) return 'done';
    return chance.one(['refused', 'failed', 'answer lost'] as const);
  }
  const delay = (): number => (chance.happens(0.02) ? chance.between(50, 3_000) : chance.between(0, weather.slowMs));
  const lost = (): Error => Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' });

  async function statement(
    text: string,
    label: string | undefined,
    run: () => Promise<Rows<unknown>>,
    broken: () => void,
  ): Promise<Rows<unknown>> {
    if (isDead()) return never();
    const fate = fateOf();
    const statementText = `${name} ${label ?? text.replace(/\s+/g, ' ').trim().slice(0, 48)}`;
    stage.stirred();
    if (!weather.calm) await stage.pause(delay());
    if (isDead()) return never();
    if (fate === 'refused' || weather.outage) {
      stage.note(`db refused      ${statementText}`);
      broken();
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    }
    if (fate === 'failed') {
      stage.note(`db failed       ${statementText}`);
      broken();
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    }
    let result: Rows<unknown>;
    try {
      result = await run();
    } catch (error) {
      stage.stirred();
      if (isDead()) return never();
      stage.note(`db error        ${statementText}: ${(error as Error).message.slice(0, 120)}`);
      throw error;
    }
    stage.stirred();
    if (isDead()) return never();
    if (fate === 'answer lost') {
      stage.note(`db answer lost  ${statementText}`);
      broken();
      if (!weather.calm) await stage.pause(delay());
      throw lost();
    }
    return result;
  }

  const over = (pool: PoolLike): PoolLike => ({
    query: (text, values, label) =>
      statement(
        text,
        label,
        () => pool.query(text, values, label),
        () => {},
      ),
    async connect() {
      if (isDead()) return never();
      if (weather.outage) {
        stage.note(`db refused      ${name} connection`);
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      }
      const client = await pool.connect();
      stage.stirred();
      if (isDead()) {
        await close(client);
        return never();
      }
      open.add(client);
      let broken = false;
      return {
        query: (text, values, label) => {
          // A connection that is lost stays lost.
          if (broken) return Promise.reject(lost());
          return statement(
            text,
            label,
            () => client.query(text, values, label),
            () => {
              broken = true;
            },
          );
        },
        release: (error) => {
          stage.stirred();
          if (!open.delete(client)) return;
          if (broken || error !== undefined) void close(client);
          else client.release();
        },
      };
    },
    forJob: (job) => over(pool.forJob(job)),
    reader: () => over(pool.reader()),
    end: () => pool.end(),
    counts: () => pool.counts(),
  });
  return {
    ...over(inner),
    async abandon() {
      for (const client of open) await close(client);
      open.clear();
    },
  };

  /** As the database does when a connection ends: nothing of an open transaction stays. */
  async function close(client: PoolClientLike): Promise<void> {
    await client.query('ROLLBACK').catch(() => {});
    stage.stirred();
    client.release(lost());
  }
}
