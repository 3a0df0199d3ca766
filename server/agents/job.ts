/**
 * The background job that counts the figures of agents. It counts the present day again and again. Each night it counts the last days again, and
 * then posts their rebates. One process at a time runs a step, and any process may run the next one. A step is one transaction, so a step of a
 * killed process is repeated.
 */
import type { AgentServices } from './services.ts';
import {
  HOUR_MS,
  DAY_MS,
  dayNumberAt,
  isDatabaseDown,
  type RunningJob,
  type Querying,
  errorText,
  startJob,
  pollDelay,
} from '../platform/index.ts';
import { productOffset } from '../catalog/index.ts';
import { AGENT_RULES, countParams } from './rules.ts';

export type AgentCountingParts = Pick<AgentServices, 'database' | 'publication'>;

/** Real ms between two checks for work. */
const LOOK_EVERY = 5_000;
/** Most marked days of players (agent_days_to_recount) that a step counts again. */
const MARKS = 500;
/** Players of one step on the embedded database. A step there blocks the only session for some ms, so it has few players. */
const EMBEDDED_AT_ONCE = 50;
/** Rebates that a step posts on the embedded database. */
const EMBEDDED_REBATES = 250;
/** The pause between two counts is at least this many times the duration of the last one. So counting uses at most a tenth of one connection. */
const REST_TIMES = 10;

interface Work {
  readonly stage: 'rest' | 'today' | 'night' | 'post';
  readonly day: number;
  readonly target: number;
  readonly after: number;
  readonly began_at: number;
  readonly counted_at: number;
  readonly night: number;
  readonly rebuild_from: number | null;
  readonly rebuild_to: number | null;
  readonly now: number;
}

/**
 * The first day that a night counts. It follows from `before`, the day of the last night that ran, so that missed nights are caught up. In the
 * first night of an installation (`before` is 0), only the days that every night counts again are counted.
 */
const firstOf = (before: number, today: number): number => (before === 0 ? today : before + 1) - AGENT_RULES.settle.recountDays;

/** Counts marked days of players again: days that changed after they were counted. Returns the number of marks, at most MARKS. */
async function countMarks(client: Querying, params: string, offset: number): Promise<number> {
  const { rows } = await client.query<{ user_id: number; at: number }>(
    `DELETE FROM agent_days_to_recount WHERE seq IN (SELECT seq FROM agent_days_to_recount ORDER BY seq LIMIT ${MARKS} FOR UPDATE SKIP LOCKED) RETURNING user_id, at`,
    [],
    'agent-marks',
  );
  const byDay = new Map<number, Set<number>>();
  for (const { user_id, at } of rows) {
    const day = dayNumberAt(at, offset);
    byDay.set(day, (byDay.get(day) ?? new Set()).add(user_id));
  }
  for (const [day, users] of [...byDay].sort(([a], [b]) => a - b))
    await client.query('SELECT count_agents($1::bigint[], $2, $3::jsonb)', [[...users].sort((a, b) => a - b), day, params]);
  return rows.length;
}

/** Runs one step in one transaction. False: there is no work now, or another process is running a step. */
export async function runCountingStep({ database, publication }: AgentCountingParts): Promise<boolean> {
  const offset = productOffset(publication);
  const params = countParams({ publication });
  return database.transaction(async (client) => {
    const { rows } = await client.query<Work>(
      'SELECT w.*, caipu_now_ms() AS now FROM agent_progress w WHERE id = 1 FOR UPDATE SKIP LOCKED',
      [],
      'agent-work',
    );
    const [work] = rows;
    if (work === undefined) return false;
    const { now } = work;
    const today = dayNumberAt(now, offset);
    const saveProgress = async (change: Partial<Omit<Work, 'now'>>): Promise<true> => {
      const next = { ...work, ...change };
      await client.query(
        `UPDATE agent_progress SET stage = $1, day = $2, target = $3, after = $4, began_at = $5, counted_at = $6, night = $7, rebuild_from = $8, rebuild_to = $9`,
        [next.stage, next.day, next.target, next.after, next.began_at, next.counted_at, next.night, next.rebuild_from, next.rebuild_to],
        'agent-turn',
      );
      return true;
    };

    if (work.stage === 'rest') {
      if (work.rebuild_from !== null && work.rebuild_to !== null) {
        const last = Math.min(work.rebuild_to, today);
        if (work.rebuild_from <= last) await client.query('SELECT rebuild_agent_days($1, $1, $2::jsonb)', [work.rebuild_from, params]);
        const done = work.rebuild_from >= last;
        return saveProgress({ rebuild_from: done ? null : work.rebuild_from + 1, rebuild_to: done ? null : work.rebuild_to });
      }
      if ((await countMarks(client, params, offset)) > 0) return true;
      if (work.night < today && now + offset >= today * DAY_MS + AGENT_RULES.settle.hour * HOUR_MS)
        return saveProgress({ stage: 'night', target: today, day: firstOf(work.night, today), after: 0 });
      const took = Math.max(0, work.began_at - work.counted_at);
      if (now - work.began_at >= Math.max(AGENT_RULES.count.everySeconds * 1_000, REST_TIMES * took) || now < work.began_at)
        return saveProgress({ stage: 'today', day: today, target: today, after: 0, began_at: now });
      return false;
    }

    if (work.stage === 'post') {
      const { rows: posted } = await client.query<{ last: number | null }>('SELECT post_rebates($1, $2, $3) AS last', [
        work.target,
        work.after,
        database.kind === 'pglite' ? EMBEDDED_REBATES : AGENT_RULES.count.postAtOnce,
      ]);
      const last = posted[0]?.last ?? null;
      return last === null ? saveProgress({ stage: 'rest', night: work.target }) : saveProgress({ after: last });
    }

    const { rows: next } = await client.query<{ user_id: number }>(
      'SELECT user_id FROM agents WHERE user_id > $1 ORDER BY user_id LIMIT $2',
      [work.after, database.kind === 'pglite' ? EMBEDDED_AT_ONCE : AGENT_RULES.count.playersAtOnce],
      'agent-next',
    );
    const last = next.at(-1)?.user_id;
    if (last !== undefined) {
      await client.query(
        'SELECT count_agents($1::bigint[], $2, $3::jsonb)',
        [next.map(({ user_id }) => user_id), work.day, params],
        'count-agents',
      );
      return saveProgress({ after: last });
    }
    if (work.stage === 'today') return saveProgress({ stage: 'rest', counted_at: work.began_at, began_at: now });
    if (work.day + 1 < work.target) return saveProgress({ day: work.day + 1, after: 0 });
    return saveProgress({ stage: 'post', after: 0 });
  });
}

/** Runs steps until there is no work now. Returns their number. */
export async function countAllAgents(parts: AgentCountingParts, ended: () => boolean = () => false): Promise<number> {
  let steps = 0;
  while (!ended() && (await runCountingStep(parts))) steps += 1;
  return steps;
}

export function startAgentCounting(context: AgentServices, log: (line: string) => void, begin: Promise<void>): RunningJob {
  const database = context.database.forJob('feed');
  return startJob(
    async (ended) => {
      await countAllAgents({ database, publication: context.publication }, ended);
      return pollDelay(context.clock, LOOK_EVERY);
    },
    (error) => {
      log(`agents: ${error.message}; trying again`);
      if (!isDatabaseDown(error)) context.alarms.raise('lane-failed', `agents: ${errorText(error)}`);
    },
    begin,
  );
}
