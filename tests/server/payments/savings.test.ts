/**
 * 余额宝, S1 to S6 of server/ledger/SPEC.md: the money of random players after 400 days is compared with a plain calculation day by day, in which
 * nothing is ever missed; in the database the nights on which nothing ran are caught up later.
 */
import { DAY_MS } from '../../../engine/descriptions/time-units.ts';
import { dayNumberAt } from '../../../server/platform/days.ts';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { postSavingsIncome } from '../../../server/payments/savings/job.ts';
import { arrivalTimes, CUTOFF_MS, dayStartMs, formatThousandths, annualYield } from '../../../server/payments/savings/terms.ts';
import { shardSeed, pathCount } from '../../engine/rules/support/runs.ts';
import { openEmbedded } from '../support/lite.ts';
import { openPool, startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { expectBooksInOrder, temporaryFolder, waitFor } from '../support/server.ts';

const OFFSET = 8 * 3_600_000;
const DAYS = 400;
const UNITS = 100_000_000n;

const folder = temporaryFolder();
let lite: Database;
let postgres: TestPostgres;
let pool: pg.Pool;
let nodes: Database[];
/** A night's paths are walked in PostgreSQL, which takes a fraction of the time. */
const many = process.env.CAIPU_PATHS !== undefined;
let walkers: TestPostgres | undefined;
let walking: Database | undefined;
beforeAll(async () => {
  postgres = await startWithSchema();
  pool = openPool(postgres.url);
  lite = await openEmbedded(join(folder, 'lite'));
  const open = () => openDatabase({ schema: SCHEMA, dataDir: folder, url: postgres.url, poolSize: 4 });
  nodes = await Promise.all([open(), open()]);
  if (many) {
    walkers = await startWithSchema();
    walking = await openDatabase({ schema: SCHEMA, dataDir: folder, url: walkers.url, poolSize: 2 });
  }
  // A whole path in one round trip; answers what each step answered.
  for (const database of [lite, walking])
    await database?.query(`CREATE FUNCTION walk(p_user bigint, p_steps jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
    DECLARE s jsonb; answers jsonb := '[]'; a bigint;
    BEGIN
      FOR s IN SELECT * FROM jsonb_array_elements(p_steps) LOOP
        a := CASE s->>'do'
          WHEN 'in' THEN savings_in(p_user, (s->>'id')::uuid, (s->>'fen')::bigint, 'request', (s->>'at')::bigint, ${OFFSET}, ${CUTOFF_MS})
          WHEN 'out' THEN savings_out(p_user, (s->>'fen')::bigint, (s->>'at')::bigint, ${OFFSET})
          WHEN 'cancel' THEN savings_cancel(p_user, (s->>'id')::uuid, (s->>'at')::bigint, ${OFFSET})
          ELSE 0 * savings_settle(p_user, savings_day((s->>'at')::bigint, ${OFFSET}), (s->>'at')::bigint)
        END;
        answers := answers || jsonb_build_array(a);
      END LOOP;
      RETURN answers;
    END $$`);
});
afterEach(() => expectBooksInOrder(lite));
afterAll(async () => {
  await lite?.close();
  if (walking) await expectBooksInOrder(walking);
  for (const node of [...(nodes ?? []), walking]) await node?.close();
  await pool?.end();
  await postgres?.stop();
  await walkers?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Step {
  readonly do: 'in' | 'out' | 'cancel' | 'night';
  readonly at: number;
  readonly fen: number;
  readonly id: string;
}

/** The reckoning: every day in turn, in integers without end. */
function reckon(steps: readonly Step[], rates: ReadonlyMap<number, number>, first: number, wallet: bigint, lastDay: number) {
  const lots = new Map<string, { fen: bigint; day: number }>();
  const income: { day: number; principal: bigint; income: bigint; carry: bigint }[] = [];
  const answers: (number | null)[] = [];
  let confirmed = 0n;
  let carry = 0n;
  let next = 0;
  for (let day = first; day <= lastDay; day += 1) {
    for (const [id, lot] of lots)
      if (lot.day <= day) {
        confirmed += lot.fen;
        lots.delete(id);
      }
    for (; next < steps.length && dayNumberAt((steps[next] as Step).at, OFFSET) === day; next += 1) {
      const step = steps[next] as Step;
      const fen = BigInt(step.fen);
      if (step.do === 'night') answers.push(0);
      else if (step.do === 'in') {
        const starts = day + (step.at - dayStartMs(day, OFFSET) < 15 * 3_600_000 ? 1 : 2);
        answers.push(wallet < fen ? null : starts);
        if (wallet < fen) continue;
        wallet -= fen;
        lots.set(step.id, { fen, day: starts });
      } else if (step.do === 'out') {
        answers.push(confirmed < fen ? null : Number(confirmed - fen));
        if (confirmed < fen) continue;
        confirmed -= fen;
        wallet += fen;
      } else {
        const lot = lots.get(step.id);
        answers.push(lot === undefined ? null : Number(lot.fen));
        wallet += lot?.fen ?? 0n;
        lots.delete(step.id);
      }
    }
    if (day === lastDay) break;
    if (confirmed > 0n) {
      const units = confirmed * BigInt(rates.get(day) as number) + carry;
      income.push({ day, principal: confirmed, income: units / UNITS, carry: units % UNITS });
      carry = units % UNITS;
      confirmed += units / UNITS;
    }
  }
  return { answers, income, confirmed, pending: [...lots.values()].reduce((sum, { fen }) => sum + fen, 0n), wallet };
}

/** Ids of lots are from a few, so that some are cancelled in time, some late and some never were. */
const wish = fc.record({
  do: fc.constantFrom('in' as const, 'in' as const, 'out' as const, 'out' as const, 'cancel' as const, 'night' as const),
  day: fc.nat(DAYS - 1),
  ms: fc.oneof(fc.nat(DAY_MS - 1), fc.constantFrom(0, CUTOFF_MS - 1, CUTOFF_MS, DAY_MS - 1)),
  fen: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2_000_000 }), fc.integer({ min: 1, max: 4_000_000_000 })),
  lot: fc.nat(1_000),
});
const path = fc.record({
  wishes: fc.array(wish, { minLength: 4, maxLength: 90 }),
  nights: fc.array(fc.boolean(), { minLength: DAYS, maxLength: DAYS }),
  rates: fc.array(fc.oneof(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 5_000, max: 6_000 })), { minLength: 7, maxLength: 30 }),
  wallet: fc.oneof(fc.integer({ min: 100, max: 10_000 }), fc.integer({ min: 1_000_000, max: 9_000_000_000_000 })),
});

let made = 0;
async function newPlayer(database: Database, fen: number): Promise<number> {
  const name = `yeb${(made += 1)}`;
  return (await database.query<{ id: number }>('SELECT register_user($1, $1, $2, $3) AS id', [name, 'x', fen])).rows[0]?.id as number;
}

const held = async (database: Database, user: number) => {
  const { rows } = await database.query<{ purse: string; balance: number }>(
    `SELECT 'wallet' AS purse, balance_fen AS balance FROM wallets WHERE user_id = $1 UNION ALL SELECT purse, balance FROM purses WHERE user_id = $1`,
    [user],
  );
  const of = (name: string) => BigInt(rows.find(({ purse }) => purse === name)?.balance ?? 0);
  return { wallet: of('wallet'), confirmed: of('yuebao'), pending: of('yuebaoPending') };
};

describe('400 days', () => {
  let epoch = 20_000;

  const homes = [
    { home: 'PGlite', of: () => lite, runs: 15 },
    ...(many ? [{ home: 'PostgreSQL', of: () => walking as Database, runs: pathCount(15) }] : []),
  ];
  it.each(homes)(
    '[S1] [S2] [S3] of random moves, rates and missed nights come to the fen to what each day by itself comes to ($home)',
    async ({ of: database, runs }) => {
      const walked = database();
      await fc.assert(
        fc.asyncProperty(path, async ({ wishes, nights, rates, wallet }) => {
          // Days of its own for each path, since a day has one rate.
          const first = epoch;
          epoch += DAYS + 10;
          const rateOf = new Map(Array.from({ length: DAYS }, (_, at) => [first + at, rates[at % rates.length] as number]));
          await walked.query(
            `INSERT INTO savings_rates (day, r4, published_at) SELECT d, r, 0 FROM unnest($1::int[], $2::int[]) AS t (d, r)`,
            [[...rateOf.keys()], [...rateOf.values()]],
          );
          const user = await newPlayer(walked, wallet);
          const lots: string[] = [];
          const steps: Step[] = [
            ...wishes.map((one) => ({ ...one, at: dayStartMs(first + one.day, OFFSET) + one.ms })),
            ...nights.flatMap((ran, day) =>
              ran ? [{ do: 'night' as const, at: dayStartMs(first + day, OFFSET) + 300_000, fen: 0, lot: 0 }] : [],
            ),
            { do: 'night' as const, at: dayStartMs(first + DAYS, OFFSET) + 300_000, fen: 0, lot: 0 },
          ]
            .sort((a, b) => a.at - b.at)
            .map((one) => {
              const { do: what, at, fen, lot } = one;
              const id = what === 'in' || lots.length === 0 ? randomUUID() : (lots.at(-1 - (lot % Math.min(lots.length, 3))) as string);
              if (what === 'in') lots.push(id);
              return { do: what, at, fen, id };
            });
          const expected = reckon(steps, rateOf, first, BigInt(wallet), first + DAYS);
          const { rows } = await walked.query<{ answers: unknown }>('SELECT walk($1, $2) AS answers', [user, JSON.stringify(steps)]);
          expect(rows[0]?.answers).toEqual(expected.answers);
          const { wallet: left, confirmed, pending } = expected;
          expect(await held(walked, user)).toEqual({ wallet: left, confirmed, pending });
          const posted = await walked.query<{ day: number; principal: number; income: number; carry: number }>(
            'SELECT day, principal, income, carry FROM savings_income WHERE user_id = $1 ORDER BY day',
            [user],
          );
          const big = posted.rows.map((row) => ({ ...row, ...of(row) }));
          expect(big).toEqual(expected.income);
          // Exact for ever: what was earned and what is carried is what principal and rate made.
          const earned = big.reduce((sum, { income }) => sum + income * UNITS, 0n) + (big.at(-1)?.carry ?? 0n);
          expect(earned).toBe(big.reduce((sum, { day, principal }) => sum + principal * BigInt(rateOf.get(day) as number), 0n));
        }),
        { numRuns: runs, ...shardSeed },
      );
    },
  );

  const of = ({ principal, income, carry }: { principal: number; income: number; carry: number }) => ({
    principal: BigInt(principal),
    income: BigInt(income),
    carry: BigInt(carry),
  });
});

describe('the hour', () => {
  it('[S2] 14:59:59.999 counts from the next day, 15:00:00.000 from the one after it', async () => {
    const day = 19_000;
    const noon = dayStartMs(day, OFFSET);
    const { rows } = await lite.query<{ before: number; after: number; midnight: number; last: number }>(
      `SELECT savings_confirms_on($1, $4, $5) AS before, savings_confirms_on($2, $4, $5) AS after, savings_confirms_on($3, $4, $5) AS midnight,
              savings_confirms_on($3::bigint - 1, $4, $5) AS last`,
      [noon + CUTOFF_MS - 1, noon + CUTOFF_MS, noon + DAY_MS, OFFSET, CUTOFF_MS],
    );
    expect(rows[0]).toEqual({ before: day + 1, after: day + 2, midnight: day + 2, last: day + 2 });
    // The times that the answer announces are the times at which it happens.
    for (const at of [noon, noon + CUTOFF_MS - 1, noon + CUTOFF_MS, noon + DAY_MS - 1]) {
      const [found] = (await lite.query<{ day: number }>('SELECT savings_confirms_on($1, $2, $3) AS day', [at, OFFSET, CUTOFF_MS])).rows;
      expect(arrivalTimes(at, OFFSET).confirmsAt).toBe(dayStartMs(found?.day ?? 0, OFFSET));
    }
  });

  it('[S4] a published rate and a posted income cannot be changed or taken back', async () => {
    await lite.query('INSERT INTO savings_rates (day, r4, published_at) VALUES (1, 5500, 0)');
    await expect(lite.query('UPDATE savings_rates SET r4 = 1 WHERE day = 1')).rejects.toThrow('a row of savings_rates never changes');
    await expect(lite.query('DELETE FROM savings_rates WHERE day = 1')).rejects.toThrow('a row of savings_rates never changes');
    await expect(lite.query('UPDATE savings_income SET income = 1')).rejects.toThrow('a row of savings_income never changes');
    // Published again, by another process with other terms, it stays what it is.
    await lite.query('SELECT savings_publish(1, ARRAY[1], 0, 0)');
    expect((await lite.query('SELECT r4 FROM savings_rates WHERE day = 1')).rows).toEqual([{ r4: 5500 }]);
  });

  it('[S5] the yield of a year is 365 means of seven days, cut off, and unknown before there are seven', () => {
    expect(annualYield([5500, 5500, 5500, 5500, 5500, 5500])).toBeUndefined();
    expect(formatThousandths(annualYield(Array(9).fill(5500)) as number)).toBe('2.007');
    expect(formatThousandths(annualYield([9999, 0, 0, 0, 0, 0, 0, 1]) as number)).toBe('0.000');
  });
});

describe('two processes', () => {
  it('[S1] [S6] post each income once, though connections are lost on the way and nights are missed', async () => {
    const [first, second] = nodes as [Database, Database];
    const fen = 1_234_567;
    const users = await Promise.all(Array.from({ length: 45 }, (_, at) => newPlayer(first, fen + at * 1_000)));
    const start = 20_400;
    const clock = (at: number) =>
      pool.query(
        'UPDATE clock SET decided = true, simulated = true, speed = 1, base_game = $1, base_real = floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
        [at],
      );
    await clock(dayStartMs(start, OFFSET) + 3_600_000);
    for (const node of nodes) await postSavingsIncome(node, OFFSET);
    for (const user of users)
      await first.query('SELECT savings_in($1, $2, $3, $4, caipu_now_ms(), $5, $6)', [
        user,
        randomUUID(),
        fen,
        'request',
        OFFSET,
        CUTOFF_MS,
      ]);
    await first.query('UPDATE savings_accounts SET keep_fen = 500 WHERE user_id % 2 = 0');
    const nights = 25;
    for (let night = 1; night <= nights; night += 1) {
      await clock(dayStartMs(start + night, OFFSET) + 600_000);
      // Some nights nothing runs.
      if (night % 5 === 3 && night < nights) continue;
      const all = async (node: Database) => {
        while ((await postSavingsIncome(node, OFFSET)) > 0);
      };
      if (night % 3 === 0) {
        // Somebody holds the wallet of a player: the night comes as far as him, and there its connection is lost.
        const holder = await pool.connect();
        await holder.query('BEGIN');
        await holder.query('SELECT 1 FROM wallets WHERE user_id = $1 FOR UPDATE', [users[night]]);
        const cut = all(first).then(
          () => false,
          () => true,
        );
        await waitFor('the night to wait for a wallet', async () => {
          const { rows } = await pool.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%savings_settle_some%'`,
          );
          return rows.length > 0;
        });
        expect(await cut).toBe(true);
        await holder.query('ROLLBACK');
        holder.release();
      }
      await Promise.all([all(first), all(second)]);
      await all(first);
    }
    const { rows } = await pool.query(
      'SELECT user_id, count(*)::int AS days, count(DISTINCT day)::int AS different FROM savings_income GROUP BY user_id',
    );
    expect(rows).toHaveLength(users.length);
    // Confirmed on the first morning, so the first income is that of the first night but one.
    for (const row of rows) expect(row).toMatchObject({ days: nights - 1, different: nights - 1 });
    const exact = await pool.query(
      `SELECT user_id FROM savings_income JOIN savings_accounts a USING (user_id) JOIN savings_rates r USING (day) WHERE savings_income.r4 = r.r4
        GROUP BY user_id, a.carry HAVING sum(income) * 100000000 + a.carry = sum(principal::numeric * r.r4)`,
    );
    expect(exact.rows).toHaveLength(users.length);
    // What was to be moved in by itself was, and once.
    const { rows: auto } = await pool.query(
      `SELECT user_id, count(*)::int AS n FROM movements WHERE kind = 'yebIn' AND reason = 'auto' GROUP BY user_id`,
    );
    const moved = users.filter((user, at) => user % 2 === 0 && at * 1_000 - 500 >= 100);
    expect(auto.map(({ user_id, n }) => [Number(user_id), n]).sort()).toEqual(moved.map((user) => [user, 1]).sort());
    await expectBooksInOrder(first);
  });
});
