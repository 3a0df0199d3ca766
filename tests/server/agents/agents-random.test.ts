/**
 * [A1] – [A8] on random trees, rates, orders, corrections and moves against a model that looks at everything: what each of a chain earns, what
 * is booked and taken back, and the figures of every player, parent and team. Figures made again from nothing are those that were kept.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../server/platform/database/database.ts';
import { AGENT_RULES, FAMILIES } from '../../../server/agents/rules.ts';
import { seeded } from '../../engine/rules/support/games.ts';
import { runCount, seed } from '../../engine/rules/support/runs.ts';
import { openEmbedded } from '../support/lite.ts';
import { temporaryFolder } from '../support/server.ts';
import { DAY_MS } from '../../../engine/descriptions/time-units.ts';

const folder = temporaryFolder();
const below = seeded(seed);
const PLAYERS = 14;
const OFFSET = 28_800_000;
const PARAMS = JSON.stringify({
  offset: OFFSET,
  families: { ssq: 'number', jsks: 'quick' },
  tiers: AGENT_RULES.tiers,
  cap: AGENT_RULES.most.bp,
});
let database: Database;
let players: number[];
let today: number;
let now: number;

const sql = async <R = Record<string, unknown>>(text: string, values: readonly unknown[] = []) =>
  (await database.query<R>(text, values)).rows;
const count = (day: number, users: readonly number[] = players) =>
  sql('SELECT count_agents($1::bigint[], $2, $3::jsonb)', [users, day, PARAMS]);

beforeAll(async () => {
  database = await openEmbedded(join(folder, 'lite'));
  // Noon of a 20th: the days of this test lie in one month, so that no tier of a month before counts.
  await sql('UPDATE clock SET base_game = base_game + $1::bigint - caipu_now_ms()', [Date.UTC(2026, 10, 20, 4)]);
  const [clock] = await sql<{ now: number }>('SELECT caipu_now_ms() AS now');
  now = clock?.now ?? 0;
  today = Math.floor((now + OFFSET) / DAY_MS);
  players = [];
  for (let n = 0; n < PLAYERS; n += 1) {
    const [made] = await sql<{ id: number }>('SELECT register_user($1, $1, $2, 100) AS id', [`agent${n}`, 'x']);
    players.push(made?.id as number);
  }
}, 60_000);
afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An order on matches that ended at an hour of a day. */
async function order(user: number, day: number): Promise<void> {
  const amount = 1 + below(40_000);
  const refund = below(5) === 0 ? below(amount) : 0;
  const prize = below(3) === 0 ? 1 + below(50_000) : 0;
  const at = Math.min(now, day * DAY_MS - OFFSET + below(DAY_MS));
  await sql(
    `INSERT INTO sport_orders (user_id, id, game, amount, refund, prize, status, placed_at, due_at, settled_at, hash, ticket, bets, multiplier)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8, 'h', $9::jsonb, 1, 1)`,
    [
      user,
      randomUUID(),
      ['jczq', 'jclq'][below(2)],
      amount,
      refund,
      prize,
      prize > 0 ? 'won' : 'lost',
      at,
      { passes: [below(3) === 0 ? '1_1' : '3_1'] },
    ],
  );
}

/** Another result of some order: its day is marked by itself. */
async function correct(): Promise<void> {
  const [found] = await sql<{ user_id: number; id: string; amount: number }>(
    'SELECT user_id, id, amount FROM sport_orders ORDER BY id OFFSET $1 LIMIT 1',
    [below((await sql<{ n: number }>('SELECT count(*)::int AS n FROM sport_orders'))[0]?.n ?? 1)],
  );
  if (found === undefined) return;
  await sql('UPDATE sport_orders SET refund = $3 WHERE user_id = $1 AND id = $2', [found.user_id, found.id, below(found.amount)]);
}

async function countMarks(): Promise<void> {
  for (const { user_id, at } of await sql<{ user_id: number; at: number }>('DELETE FROM agent_days_to_recount RETURNING user_id, at'))
    await count(Math.floor((at + OFFSET) / DAY_MS), [user_id]);
}

interface Place {
  readonly user_id: number;
  readonly parent: number | null;
  readonly path: number[];
}
const places = async (): Promise<Map<number, Place>> =>
  new Map(
    (await sql<Place>('SELECT user_id, parent, path FROM agents')).map((row) => [row.user_id, { ...row, path: row.path.map(Number) }]),
  );

/** [A2] Every path is that of the parent and the player, and ends at somebody without a parent. */
async function expectTree(): Promise<void> {
  const all = await places();
  for (const { user_id, parent, path } of all.values()) {
    expect(new Set(path).size).toBe(path.length);
    expect(path).toEqual(parent === null ? [user_id] : [...(all.get(parent)?.path ?? []), user_id]);
    if (parent !== null) expect(parent).toBeLessThan(user_id);
  }
}

interface Ended {
  readonly user_id: number;
  readonly day: number;
  readonly game: string;
  readonly family: string;
  readonly amount: number;
  readonly refund: number;
  readonly prize: number;
}
const ended = (): Promise<Ended[]> =>
  sql<Ended>(
    `SELECT user_id, ((due_at + ${OFFSET}) / ${DAY_MS})::int AS day, game, CASE WHEN ticket->'passes' = '["1_1"]' THEN 'single' ELSE 'sport' END AS family,
            amount, refund, prize FROM sport_orders`,
  );

/** [A7] Own figures are the sums of orders, those of a parent and of a team the sums of theirs. */
async function expectFigures(): Promise<void> {
  const tree = await places();
  const wanted = new Map<string, number[]>();
  const add = (key: string, figures: readonly number[]) =>
    wanted.set(
      key,
      figures.map((figure, at) => figure + (wanted.get(key)?.[at] ?? 0)),
    );
  for (const { user_id, day, game, family, amount, refund, prize } of await ended()) {
    const place = tree.get(user_id);
    if (place === undefined) continue;
    const figures = [1, prize > 0 ? 1 : 0, amount, amount - refund, prize, refund];
    add(`${user_id} self ${day} ${game} ${family}`, figures);
    if (place.parent !== null) add(`${place.parent} direct ${day} ${game} ${family}`, figures);
    for (const id of place.path) add(`${id} team ${day} ${game} ${family}`, figures);
  }
  const storedFigures = await sql<{ key: string; figures: number[] }>(
    `SELECT user_id || ' ' || scope || ' ' || day || ' ' || game || ' ' || family AS key, jsonb_build_array(orders, won, stake, valid, prize, refund) AS figures
       FROM agent_days WHERE orders <> 0`,
  );
  expect(new Map(storedFigures.map(({ key, figures }) => [key, figures]))).toEqual(wanted);
}

/** [A1] [A3] The differential chain, reckoned by hand. Only for days that were not booked: those keep the chain that they had. */
async function expectChains(day: number): Promise<void> {
  const tree = await places();
  const bases = new Map<string, { user: number; family: string; base: number }>();
  for (const { user_id, day: of, game, family, amount, refund } of await ended())
    if (of === day && tree.has(user_id)) {
      const key = `${user_id} ${game} ${family}`;
      bases.set(key, { user: user_id, family, base: amount - refund + (bases.get(key)?.base ?? 0) });
    }
  const storedBookings = await sql<{ key: string; beneficiary: number; due: number; bp: number }>(
    `SELECT player || ' ' || game || ' ' || family AS key, beneficiary, due, bp FROM agent_rebates WHERE day = $1 AND due > 0`,
    [day],
  );
  const seen = new Set<string>();
  for (const [key, { user, family, base }] of bases) {
    const path = [...(tree.get(user)?.path ?? [])].reverse();
    let paid = 0;
    let sum = 0n;
    for (const id of path) {
      const [found] = await sql<{ bp: number }>('SELECT agent_rate($1, $2, $3) AS bp', [id, family, day]);
      const bp = Math.min(found?.bp ?? 0, AGENT_RULES.most.bp);
      const due = (BigInt(base) * BigInt(Math.max(0, bp - paid))) / 10_000n;
      paid = Math.max(paid, bp);
      sum += due;
      const row = storedBookings.find((each) => each.key === key && each.beneficiary === id);
      expect(BigInt(row?.due ?? 0), `${key} of ${id}`).toBe(due);
      if (row !== undefined) seen.add(`${key} ${id}`);
    }
    const most = (BigInt(base) * BigInt(paid)) / 10_000n;
    expect(sum <= most && most - sum < BigInt(path.length)).toBe(true);
  }
  expect(storedBookings.length).toBe(seen.size);
}

/** [A5] What was booked is what is due of days gone by, and every score has its owner. */
async function expectBooked(): Promise<void> {
  const rows = await sql<{ id: number; posted: number; due: number; owed: number; score: number; spent: number; less: number }>(
    `SELECT a.user_id AS id, coalesce(sum(r.posted), 0)::bigint AS posted, coalesce(sum(r.due) FILTER (WHERE r.day < $1), 0)::bigint AS due, a.owed,
            coalesce((SELECT balance FROM purses p WHERE p.user_id = a.user_id AND purse = 'score'), 0) AS score,
            coalesce((SELECT sum(amount) FROM movements t WHERE t.user_id = a.user_id AND kind = 'rebateOut'), 0)::bigint AS spent,
            count(*) FILTER (WHERE r.due < 0 OR r.posted < 0)::int AS less
       FROM agents a LEFT JOIN agent_rebates r ON r.beneficiary = a.user_id GROUP BY a.user_id`,
    [today],
  );
  for (const { id, posted, due, owed, score, spent, less } of rows) {
    expect(posted, `${id}`).toBe(due);
    expect(less).toBe(0);
    expect(score).toBe(posted - spent + owed);
  }
}

async function post(): Promise<void> {
  let after: number | null = 0;
  while (after !== null)
    after = (await sql<{ last: number | null }>('SELECT post_rebates($1, $2, 3) AS last', [today, after]))[0]?.last ?? null;
}

const snapshot = async () => ({
  days: await sql(
    `SELECT user_id, scope, day, game, family, players, orders, won, back, stake, valid, base, prize, refund, rebate FROM agent_days
      WHERE (players, orders, won, back, stake, valid, base, prize, refund, rebate) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0) ORDER BY 1, 2, 3, 4, 5`,
  ),
  accounts: await sql(
    `SELECT user_id, scope, day, active, joined, recharge, withdraw, commission, offer FROM agent_accounts
      WHERE (active, joined, recharge, withdraw, commission, offer) <> (0, 0, 0, 0, 0, 0) ORDER BY 1, 2, 3`,
  ),
  months: await sql('SELECT user_id, month, valid FROM agent_months WHERE valid <> 0 ORDER BY 1, 2'),
  rebates: await sql(
    'SELECT beneficiary, day, player, game, family, level, base, bp, due, posted FROM agent_rebates WHERE due > 0 OR posted > 0 ORDER BY 1, 2, 3, 4, 5',
  ),
});

it('[A1] – [A8] chains, figures, bookings, moves and a rebuild', async () => {
  // A tree: the first few stand alone, the others come under somebody older.
  for (const [at, user] of players.entries())
    if (at >= 3 && below(8) > 0)
      await sql('SELECT join_agent($1, $2, NULL, $3, $4::text[], $5, 30)', [user, players[below(at)], below(51) * 10, FAMILIES, today - 9]);
  for (const user of (await places()).keys())
    for (const family of FAMILIES)
      if (below(2) === 0) await sql('SELECT set_agent_rate($1, $2, $3, $4, $1)', [user, family, today - 8 + below(6), below(51) * 10]);
  await expectTree();
  for (let round = 0; round < runCount(6); round += 1) {
    for (let n = 0; n < 30; n += 1) await order(players[below(players.length)] as number, today - below(4));
    for (let day = today - 3; day <= today; day += 1) await count(day);
    await countMarks();
    await expectFigures();
    // Nothing of the running day is booked.
    await expectChains(today);
    await post();
    await expectBooked();
    // Some is spent, then results change: what is spent is owed, and taken from what comes next.
    for (const user of players)
      if (below(2) === 0)
        await sql(
          `SELECT post(user_id, 'rebateOut', 'score', 'house:rebate', balance, 'request', gen_random_uuid()) FROM purses WHERE user_id = $1 AND purse = 'score' AND balance > 0`,
          [user],
        );
    for (let n = 0; n < 5; n += 1) await correct();
    await countMarks();
    await expectFigures();
    await post();
    await expectBooked();
    // A moved player takes his team along. A move that would close a circle is refused.
    for (let n = 0; n < 6; n += 1) {
      const [who, under] = [players[below(players.length)], players[below(players.length)]] as [number, number];
      const before = await places();
      const [done] = await sql<{ done: string }>('SELECT move_agent($1, $2, $3, 30) AS done', [who, under, today]);
      const [me, other] = [before.get(who), before.get(under)];
      if (me === undefined || other === undefined) expect(done?.done).toBe('none');
      else if (other.path.includes(who)) expect(done?.done).toBe('circle');
      else if (under >= who) expect(done?.done).toBe('older');
      else expect(['done', 'rate', 'deep']).toContain(done?.done);
      await expectTree();
    }
    await expectFigures();
    await count(today);
    const snapshotBefore = await snapshot();
    for (let day = today - 4; day <= today; day += 1) await sql('SELECT rebuild_agent_days($1, $1, $2::jsonb)', [day, PARAMS]);
    expect(await snapshot()).toEqual(snapshotBefore);
    await sql('SELECT rebuild_agent_days($1, $2, $3::jsonb)', [today - 4, today, PARAMS]);
    expect(await snapshot()).toEqual(snapshotBefore);
  }
}, 120_000);
