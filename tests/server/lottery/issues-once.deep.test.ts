/**
 * Each draw of a game's schedule is one issue: on sale and drawn, or written off, and neither twice nor never, whatever two processes make of a
 * clock that jumps between their steps. The orders in which their steps could meet are taken one by one, without waiting for luck; on the
 * embedded database and on PostgreSQL, where the second process has connections of its own.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issuesFrom } from '../../../engine/descriptions/schedule.ts';
import type { Services } from '../../../server/services.ts';
import type { Database } from '../../../server/platform/database/database.ts';
import { storeTexts } from '../../../server/catalog/stored-versions.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { type Scheduler, startScheduler } from '../../../server/lottery/draws/scheduler.ts';
import { noteSkippedIssues, recordSkippedIssues } from '../../../server/lottery/draws/skipped-issues.ts';
import { ISSUE_MS, fastIssues, type IssueRow } from '../support/fast-issues.ts';
import { interposeBefore } from '../support/interposed.ts';
import type { DatabaseClock } from '../support/machine-clock.ts';
import { openPool, queryingOf, startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { waitFor } from '../support/server.ts';
import { FAST_GAME, FAST_DERIVED as DERIVED, FAST_SOURCE as SOURCE } from '../support/tickets.ts';

const HOUR = 3_600_000;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startWithSchema();
});
afterAll(() => postgres?.stop());

/** A database that runs `before` and `after` around the statement by which a pass of the scheduler reads the clock and the heartbeat. */
const aroundLooks = (database: Database, before: () => Promise<void>, after = async (): Promise<void> => {}): Database => ({
  ...database,
  forJob: (job) => {
    const jobDatabase = database.forJob(job);
    return {
      ...jobDatabase,
      async query(text, values, name) {
        if (!text.includes('draws_heartbeat h')) return jobDatabase.query(text, values, name);
        await before();
        const answer = await jobDatabase.query<never>(text, values, name);
        await after();
        return answer;
      },
    };
  },
});

describe.each(['PGlite', 'PostgreSQL'] as const)('on %s', (home) => {
  const processes = fastIssues(home === 'PostgreSQL' ? () => postgres.url : undefined);
  const { at, ask, version, writeOff, issues, expectEachOnce, lastClose } = processes;
  let context: Services;
  let other: Services;
  let machine: DatabaseClock;
  let start: number;
  beforeEach(() => {
    ({ context, other, machine, start } = processes.now());
  });

  it('an issue that one process wrote off early is not opened by another process whose clock is behind', async () => {
    await noteSkippedIssues(at(start + HOUR), version(), start);
    await writeOff();
    await openIssues(at(start + HOUR), version());
    // It is looking when the clock jumps, and half of the open issues have begun.
    await openIssues(at(start + 200_000, other), version());
    const rows = await expectEachOnce();
    expect(rows.filter(({ issue }) => issue.includes('-'))).toEqual([]);
    expect(rows.filter(({ cancelled }) => cancelled === 'skipped').length).toBeGreaterThan(300);
  });

  it('an issue that is written off between the look and the opening is not opened', async () => {
    const late = await lastClose();
    const database = interposeBefore(
      other.database,
      () => true,
      async () => {
        await noteSkippedIssues(at(start + HOUR), version(), start);
        await writeOff();
      },
    );
    await openIssues(at(late - ISSUE_MS / 2, other, database), version());
    await openIssues(at(start + HOUR), version());
    const rows = await expectEachOnce();
    expect(rows.filter(({ issue }) => issue.includes('-'))).toEqual([]);
  });

  it('a clock that is back before what was written off opens none of it, and asks for nothing more; taken out by hand, it is sold', async () => {
    await noteSkippedIssues(at(start + HOUR), version(), start);
    await writeOff();
    await openIssues(at(start + HOUR), version());
    const then = await issues();
    let statementCount = 0;
    const counting = interposeBefore(
      other.database,
      () => {
        statementCount += 1;
        return false;
      },
      async () => {},
    );
    await openIssues(at(start + HOUR / 2, other, counting), version());
    expect(await issues()).toEqual(then);
    expect(statementCount).toBe(0);
    // As docs/operate/alarms.md says, for a clock that was ahead by mistake.
    await ask(`DELETE FROM issues WHERE cancelled = 'skipped' AND closes_at > $1`, [start + HOUR / 2]);
    await openIssues(at(start + HOUR / 2, other), version());
    const rows = await issues();
    const sold = rows.filter(({ closes_at }) => closes_at > start + HOUR / 2).slice(0, 26);
    expect(sold.map(({ issue, state }) => ({ issue, state }))).toEqual(
      issuesFrom(version().game.schedule, start + HOUR / 2, 26).map(({ issue }) => ({ issue, state: 'open' })),
    );
  });

  it('what an operator gave up is not opened again, and what a changed schedule took back is, or is written off, under a free name', async () => {
    const [, one, two] = (await issues()) as [IssueRow, IssueRow, IssueRow];
    await ask(`UPDATE issues SET state = 'withdrawn', cancelled = 'operator' WHERE game = $1 AND issue = $2`, [FAST_GAME, one.issue]);
    await ask(`UPDATE issues SET state = 'withdrawn', cancelled = 'schedule' WHERE game = $1 AND issue = $2`, [FAST_GAME, two.issue]);
    await openIssues(at(start), version());
    expect((await expectEachOnce()).slice(1, 3)).toMatchObject([
      { issue: one.issue, state: 'withdrawn' },
      { issue: `${two.issue}-2`, state: 'open' },
    ]);
    // The same of one that passes.
    const next = issuesFrom(version().game.schedule, await lastClose(), 2)[1];
    await ask(
      `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, cancelled)
       VALUES ($1, $2, $3, $4, $5, 'withdrawn', '', '', '', 'schedule')`,
      [FAST_GAME, next?.issue, next?.opensAt, next?.closesAt, next?.drawsAt],
    );
    await noteSkippedIssues(at(start + HOUR), version(), start);
    await writeOff();
    await openIssues(at(start + HOUR), version());
    expect((await expectEachOnce()).find(({ closes_at }) => closes_at === next?.closesAt)).toMatchObject({
      issue: `${next?.issue}-2`,
      cancelled: 'skipped',
    });
  });

  it.each([
    ['is gone', false, false],
    ['opens late', true, false],
    ['opens late, its note written down', true, true],
  ])('of two that note the same quiet time, the later one goes on selling, and the earlier %s', async (_, opens, written) => {
    const [first, later] = [start + HOUR, start + HOUR + 3 * ISSUE_MS];
    await noteSkippedIssues(at(first), version(), start);
    if (written) await writeOff();
    await noteSkippedIssues(at(later, other), version(), start);
    await openIssues(at(later, other), version());
    await writeOff(other);
    if (opens) await openIssues(at(first), version());
    const rows = await expectEachOnce();
    expect(rows.filter(({ issue }) => issue.includes('-'))).toEqual([]);
    // One quiet time, one span; told once.
    expect(await ask('SELECT before::float8, next_after FROM skipped_spans')).toEqual([{ before: later, next_after: null }]);
  });

  describe('the scheduler', () => {
    let scheduler: Scheduler | undefined;
    const lines: string[] = [];
    afterEach(async () => {
      await scheduler?.close();
      scheduler = undefined;
      expect(lines.splice(0)).toEqual([]);
    });
    const run = (database: Database, games = context.games) => {
      scheduler = startScheduler({ ...context, database, games }, (line) => lines.push(line), { history: 0 });
      return scheduler;
    };
    const beats = async () => (await ask<{ at: number }>('SELECT at_real AS at FROM draws_heartbeat'))[0]?.at ?? 0;
    /** A process that has looked after everything until now, and is there no more. */
    async function looked(): Promise<void> {
      await ask('DELETE FROM issues');
      const one = run(context.database);
      await waitFor('a heartbeat', async () => (await beats()) > 0);
      await one.close();
    }
    const written = () =>
      waitFor(
        'what passed written down',
        async () =>
          (await ask('SELECT 1 FROM skipped_spans WHERE game = $1', [FAST_GAME])).length > 0 &&
          (await ask('SELECT 1 FROM skipped_spans WHERE next_after IS NOT NULL')).length === 0,
      );

    it('a jump between the beginning of a look and the opening is one that the next look finds, when issues have closed since', async () => {
      await looked();
      let looks = 0;
      const jumping = aroundLooks(
        context.database,
        async () => {
          looks += 1;
          // Meanwhile what the look before has opened comes to its close.
          if (looks === 2) await machine.jump(4 * ISSUE_MS);
        },
        async () => {
          if (looks === 1) await machine.jump(HOUR);
        },
      );
      const one = run(jumping);
      await waitFor('a second look', async () => {
        one.wake();
        return looks > 2;
      });
      await written();
      await one.close();
      await expectEachOnce();
      expect((await issues()).filter(({ cancelled }) => cancelled === 'skipped').length).toBeGreaterThan(300);
    });

    it('what closes between the note and the opening is opened: both go by one instant', async () => {
      await looked();
      await machine.jump(HOUR);
      const database = interposeBefore(
        context.database,
        (text) => text.includes('max(closes_at)'),
        async () => {
          // The process's own clock is set again by whatever asks for it.
          await machine.jump(2 * ISSUE_MS);
          await context.clock.sync();
        },
      );
      const one = run(database);
      await written();
      await one.close();
      for (const code of [FAST_GAME, SOURCE, DERIVED]) await expectEachOnce(code);
    });

    it('of issues shorter than a second none is missing after the process stood still for longer than what it had open', async () => {
      await ask(`UPDATE clock SET base_game = caipu_now_ms(), base_real = floor(extract(epoch FROM clock_timestamp()) * 1000), speed = 75`);
      await context.clock.sync();
      await ask('DELETE FROM issues');
      let looks = 0;
      const standing = aroundLooks(context.database, async () => {
        looks += 1;
        // The second look comes before any game wants another one, the third when what the first one opened has come to its end.
        if (looks === 2) await machine.jump(2_000);
        if (looks === 3) await machine.jump(7_000);
      });
      // Without a chase that reaches far, little is open ahead.
      const all = context.games.all().filter(({ game }) => [FAST_GAME, SOURCE, DERIVED].includes(game.code));
      const few = all.map((each) => ({ ...each, game: { ...each.game, caps: { ...each.game.caps, issues: 1 } } }));
      const games = new Proxy(context.games, {
        get: (whole, name) => (name === 'all' ? () => few : Reflect.get(whole, name).bind(whole)),
      });
      const one = run(standing, games);
      await waitFor('a look after it', async () => looks > 3);
      await waitFor(
        'what passed written down',
        async () => (await ask('SELECT 1 FROM skipped_spans WHERE next_after IS NOT NULL')).length === 0,
      );
      await one.close();
      await ask(`UPDATE clock SET base_game = caipu_now_ms(), base_real = floor(extract(epoch FROM clock_timestamp()) * 1000), speed = 1`);
      await context.clock.sync();
      for (const code of [FAST_GAME, SOURCE, DERIVED]) await expectEachOnce(code);
    });

    it('an idle round of the scheduler asks only whether anything is due', async () => {
      await looked();
      const jobStatements: string[] = [];
      const noting: Database = {
        ...context.database,
        forJob: (name) => {
          const jobDatabase = context.database.forJob(name);
          if (name !== 'draw') return jobDatabase;
          return {
            ...jobDatabase,
            query: (text, values, name) => {
              jobStatements.push(text);
              return jobDatabase.query(text, values, name);
            },
            transaction: (work) => {
              jobStatements.push('a transaction');
              return jobDatabase.transaction(work);
            },
          };
        },
      };
      const one = run(noting);
      const looks = () => jobStatements.flatMap((text, n) => (text.includes('draws_heartbeat h') ? [n] : []));
      await waitFor('some looks', async () => {
        one.wake();
        return looks().length > 8;
      });
      await one.close();
      const begun = looks();
      const each = begun.slice(1).map((to, n) => jobStatements.slice(begun[n], to));
      // One of them may have found something that was due.
      const [idle] = each.toSorted((a, b) => a.length - b.length);
      expect(idle).toEqual([
        expect.stringContaining('draws_heartbeat h'),
        expect.stringContaining('INSERT INTO draws_heartbeat'),
        expect.stringContaining(`state = 'open' AND closes_at <= (SELECT caipu_now_ms())`),
        'a transaction',
        expect.stringContaining('AS due'),
      ]);
    });
  });

  // The embedded database has one session, and does one after the other.
  if (home === 'PostgreSQL')
    it('of two that add to a game at once, under names of two versions, the later one waits for the earlier', async () => {
      const late = await lastClose();
      await noteSkippedIssues(at(start + HOUR), version(), start);
      let go: () => void = () => {};
      const gone = new Promise<void>((resolve) => {
        go = resolve;
      });
      let written: () => void = () => {};
      const uncommitted = new Promise<void>((resolve) => {
        written = resolve;
      });
      const holding: Database = {
        ...context.database,
        transaction: (work) =>
          context.database.transaction(async (client) => {
            const result = await work(client);
            written();
            await gone;
            return result;
          }),
      };
      const writing = recordSkippedIssues({ ...context, database: holding });
      await uncommitted;
      const { game: described, ...rest } = version();
      const renamed = { ...described, schedule: { ...described.schedule, issue: '{yyyy}-{MM}{dd}{seq:5}' } };
      let opened = false;
      const opening = openIssues(at(late - ISSUE_MS / 2, other), { ...rest, game: renamed }).then(() => {
        opened = true;
      });
      await waitFor('the other one at the lock, or past it', async () => {
        const waiting = await ask(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`);
        return opened || waiting.length > 0;
      });
      go();
      await Promise.all([writing, opening]);
      await writeOff();
      await openIssues(at(start + HOUR), version());
      await expectEachOnce();
    });

  it('a round of the scheduler asks once for open issues and once more when it opens one', async () => {
    const statements: string[] = [];
    const noting: Database = {
      ...context.database,
      query: (text, values, name) => {
        statements.push(text);
        return context.database.query(text, values, name);
      },
    };
    await openIssues(at(start, context, noting), version());
    expect(statements).toEqual([]);
    await openIssues(at(start + 200_000, context, noting), version());
    expect(statements.length, statements.join('\n')).toBe(1);
    await expectEachOnce();
  });
});

it('versions that many connections store in the same instant are stored once, and nobody fails: several processes begin with the same games', async () => {
  const pool = openPool(postgres.url);
  try {
    for (let round = 0; round < 100; round++) {
      const versions = Array.from({ length: 20 }, (_, at) => ({
        hash: `${round}x${at}`.padEnd(64, '-'),
        kind: 'game',
        code: 'x',
        body: '{}',
      }));
      await Promise.all(Array.from({ length: 4 }, () => storeTexts(queryingOf(pool), versions, round)));
    }
  } finally {
    await pool.end();
  }
});
