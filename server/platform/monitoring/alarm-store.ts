/**
 * Alarms of all processes for the back office: each process writes its alarms into the database, where they are
 * counted together. Processes do not know each other, and alarms of an ended process must stay
 * readable.
 *
 * Best effort: an alarm is noted in memory, and a moment later one statement writes all notes. When the
 * database is away nothing is lost and no further alarm is raised; the next regular run tries again. A write whose
 * answer is lost may be counted twice. A lasting alarm is repeated every half minute while its process runs.
 */
import { randomUUID } from 'node:crypto';
import type { Database, Querying } from '../database/database.ts';
import type { AlarmName } from './alarms.ts';
import { withTimeout } from './state.ts';
import { DAY_MS, HOUR_MS } from '../../../engine/descriptions/time-units.ts';

/** Real ms between hearing and writing: what is raised together is written together. */
const SOON_MS = 300;
/** Between two writes. Something that fails every second costs a statement every five. */
const APART_MS = 5_000;
/** What lasts is said again so often, and what could not be written is tried again. */
const AGAIN_MS = 30_000;
/** The word of a process that was not heard for so long counts no longer: it missed three of its times. */
const GONE_MS = 120_000;
/** At the end of a process. */
const PATIENCE_MS = 1_000;
const MOST_DETAIL = 500;

const WEEK_MS = 7 * DAY_MS;

/** The real clock, by the database. */
const REAL_NOW = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

export interface AlarmEvent {
  readonly name: AlarmName;
  /** One more of it; false: only how many are so now was looked at. */
  readonly raised: boolean;
  readonly active: number;
  readonly detail: string;
}

export interface AlarmStore {
  /** Never throws and never waits. */
  record(what: AlarmEvent): void;
  /** Writes what was noted. Resolves whether the database took it. */
  write(): Promise<boolean>;
  /** What lasts lasts no longer as far as this process is concerned: it ends. */
  close(): Promise<void>;
}

interface AlarmNote {
  readonly count: number;
  readonly at: number;
  readonly detail: string;
}

const WRITE = `WITH t AS (SELECT ${REAL_NOW} AS now),
  counted AS (
    INSERT INTO alarm_hours AS h (name, hour, count, at, detail)
    SELECT x.name, (t.now - x.ago) / ${HOUR_MS} * ${HOUR_MS}, x.count, t.now - x.ago, x.detail
      FROM jsonb_to_recordset($2::jsonb) AS x(name text, count int, ago bigint, detail text), t ORDER BY x.name
    ON CONFLICT (name, hour) DO UPDATE SET count = h.count + excluded.count, at = greatest(h.at, excluded.at),
      detail = CASE WHEN excluded.at >= h.at THEN excluded.detail ELSE h.detail END),
  over AS (
    DELETE FROM alarm_states s WHERE process = $1 AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset($3::jsonb) AS x(name text) WHERE x.name = s.name))
  INSERT INTO alarm_states (process, name, active, detail, since, seen_at)
  SELECT $1, x.name, x.active, x.detail, t.now, t.now FROM jsonb_to_recordset($3::jsonb) AS x(name text, active int, detail text), t
  ON CONFLICT (process, name) DO UPDATE SET active = excluded.active, detail = excluded.detail, seen_at = excluded.seen_at`;

export function openAlarmStore(database: Pick<Database, 'query'>, log: (line: string) => void): AlarmStore {
  const process = randomUUID();
  // Both are bounded by the list of alarms.
  let pendingNotes = new Map<AlarmName, AlarmNote>();
  const activeAlarms = new Map<AlarmName, { readonly active: number; readonly detail: string }>();
  /** Whether the database may have a row that says otherwise. */
  let changed = false;
  let away = false;
  let closed = false;
  let wroteAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<boolean> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function note(name: AlarmName, more: AlarmNote): void {
    const before = pendingNotes.get(name);
    if (before === undefined) pendingNotes.set(name, more);
    else pendingNotes.set(name, { ...(before.at > more.at ? before : more), count: before.count + more.count });
  }

  function plan(ms: number): void {
    if (closed || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void write();
    }, ms);
    timer.unref();
  }

  async function attempt(): Promise<boolean> {
    const notes = pendingNotes;
    pendingNotes = new Map();
    changed = false;
    wroteAt = performance.now();
    try {
      await database.query(
        WRITE,
        [
          process,
          JSON.stringify([...notes].map(([name, { count, at, detail }]) => ({ name, count, ago: Math.round(wroteAt - at), detail }))),
          JSON.stringify([...activeAlarms].map(([name, state]) => ({ name, ...state }))),
        ],
        'keep-alarms',
      );
      away = false;
      return true;
    } catch (error) {
      for (const [name, more] of notes) note(name, more);
      changed = true;
      // Said once: an alarm about alarms would be one more to write.
      if (!away) log(`alarms are not written for the desk: ${(error as Error).message}; tried again every ${AGAIN_MS / 1000} s`);
      away = true;
      return false;
    }
  }

  async function write(): Promise<boolean> {
    writing ??= attempt().finally(() => {
      writing = undefined;
    });
    const done = await writing;
    if (!done) plan(AGAIN_MS);
    else if (changed || pendingNotes.size > 0) plan(APART_MS);
    else if (activeAlarms.size > 0) plan(AGAIN_MS);
    return done;
  }

  return {
    record({ name, raised, active, detail }) {
      const short = detail.slice(0, MOST_DETAIL);
      const before = activeAlarms.get(name)?.active ?? 0;
      if (raised) note(name, { count: 1, at: performance.now(), detail: short });
      if (active > 0) activeAlarms.set(name, { active, detail: short });
      else activeAlarms.delete(name);
      if (!raised && active === before) return;
      changed = true;
      // What waits for its time to be said again does not keep news waiting.
      if (!away && writing === undefined) {
        clearTimeout(timer);
        timer = undefined;
        plan(Math.max(SOON_MS, wroteAt + APART_MS - performance.now()));
      }
    },
    write,
    async close() {
      closed = true;
      clearTimeout(timer);
      await withTimeout(Promise.resolve(writing), PATIENCE_MS);
      const left = activeAlarms.size > 0 || pendingNotes.size > 0 || changed;
      activeAlarms.clear();
      if (left) await withTimeout(attempt(), PATIENCE_MS);
    },
  };
}

/** State of one alarm over all processes. */
export interface StoredAlarm {
  readonly name: string;
  /** How many things it is about now: what the process says that knows of most. 0: it does not last, or is over. */
  readonly active: number;
  /** Since when it lasts; null: it does not. */
  readonly since: number | null;
  /** Times raised in the last day and in the last seven, by the hour. */
  readonly day: number;
  readonly week: number;
  /** Instant and text of the last time; null: not in these days, though it lasts. */
  readonly at: number | null;
  readonly detail: string;
  readonly now: number;
}

/** What lasts now or was raised in the last seven days. */
export async function readAlarms(database: Querying): Promise<StoredAlarm[]> {
  const { rows } = await database.query<StoredAlarm>(
    `WITH t AS (SELECT ${REAL_NOW} AS now),
     lately AS (
       SELECT name, coalesce(sum(count) FILTER (WHERE at > t.now - ${DAY_MS}), 0)::int AS day, sum(count)::int AS week, max(at) AS at,
              (array_agg(detail ORDER BY at DESC))[1] AS detail
         FROM alarm_hours, t WHERE at > t.now - ${WEEK_MS} GROUP BY name),
     standing AS (
       SELECT name, max(active) AS active, min(since) AS since, (array_agg(detail ORDER BY active DESC, seen_at DESC))[1] AS detail
         FROM alarm_states, t WHERE seen_at > t.now - ${GONE_MS} GROUP BY name)
     SELECT name, coalesce(s.active, 0) AS active, s.since, coalesce(l.day, 0) AS day, coalesce(l.week, 0) AS week, l.at,
            coalesce(s.detail, l.detail) AS detail, t.now
       FROM lately l FULL JOIN standing s USING (name) CROSS JOIN t`,
    [],
    'kept-alarms',
  );
  return rows;
}
