/** Orders of some days, L17 and L18 of server/ledger/SPEC.md: what a list finds is what a look at every order finds, and others are not read. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { OrderStatus } from '../../../protocol/calls.ts';
import type { Database } from '../../../server/platform/database/database.ts';
import { findOrders, type OrderQuery } from '../../../server/lottery/orders/orders.ts';
import { orderKindRegistry } from '../../../server/registries.ts';
import { inDeepRing } from '../../engine/rules/support/runs.ts';
import { openEmbedded } from '../support/lite.ts';
import { temporaryFolder } from '../support/server.ts';
import { MINUTE_MS, DAY_MS } from '../../../engine/descriptions/time-units.ts';

const KINDS = orderKindRegistry({} as never);
const DAYS = 60;
/** Orders of a day. */
const EACH = 40;
/** Orders of a page, and days between two that are looked at: a list of all days has 185 pages of 13. */
const [PAGE, STEP] = inDeepRing() ? [13, 1] : [197, 9];
const BEGINS = Date.parse('2026-03-01T00:00:00+08:00');

const folder = temporaryFolder();
let database: Database;
let user: number;

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly parent: string | null;
  readonly game: string;
  readonly placed_at: number;
  readonly due_at: number;
  readonly shown: OrderStatus;
}
let rows: readonly Row[];

beforeAll(async () => {
  database = await openEmbedded(folder);
  const register = async (name: string) =>
    (await database.query<{ id: number }>('SELECT register_user($1, $1, $2, 100000) AS id', [name, 'x'])).rows[0]?.id as number;
  user = await register('days');
  const other = await register('other');
  // An issue is drawn every six hours; the last two days are not settled.
  await database.query(
    `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, numbers)
     SELECT 'g' || n % 2, 'i' || n, at - 9, at - 5, at, s.state, 'h', 'c', 's', CASE WHEN s.state = 'settled' THEN '{}'::jsonb END
       FROM generate_series(0, ${DAYS * 4}) n, LATERAL (SELECT $1::bigint + n * ${6 * 60 * MINUTE_MS}::bigint AS at) a,
            LATERAL (SELECT CASE WHEN n > ${(DAYS - 2) * 4} THEN 'open' ELSE 'settled' END AS state) s`,
    [BEGINS],
  );
  // Ids are of another clock than the game's, which runs sixty times as fast.
  const orders = Array.from({ length: DAYS * EACH }, (_, n) => {
    // The last of a day got its id then and waited for a lock until the next; the first of the next has its id from a process whose clock is fast.
    const last = n % EACH === EACH - 1;
    const first = n > 0 && n % EACH === 0;
    const at = last ? BEGINS + ((n + 1) / EACH) * DAY_MS - MINUTE_MS : BEGINS + n * (DAY_MS / EACH);
    const late = last ? 2 * MINUTE_MS : first ? -MINUTE_MS / 2 : 0;
    return {
      id: uuidv7({ msecs: 1_700_000_000_000 + Math.floor((at - BEGINS) / 60) }),
      at: at + late,
      // The draw is soon, or days away as that of a chase.
      ahead: (n * 11) % 17 === 0 ? 12 : 1,
      how: ['placed', 'placed', 'won', 'placed', 'cancelled', 'held', 'placed'][(n * 13) % 7],
      kind: (n * 3) % 8 === 0 ? 'sport' : (n * 3) % 8 === 1 ? 'part' : 'ticket',
    };
  });
  for (const owner of [user, other]) {
    const own = owner === user ? orders : orders.map((order) => ({ ...order, id: uuidv7({ msecs: 1_700_000_000_000 }) }));
    const json = JSON.stringify(own);
    const of = (kinds: readonly string[], columns: string, values: string, table: string) =>
      database.query(
        `INSERT INTO ${table} (user_id, id, game, issue, amount, placed_at, due_at, status, prize, settled_at, ${columns})
         SELECT $1, x.id, i.game, i.issue, 200, x.at, i.draws_at, s.status, CASE s.status WHEN 'won' THEN 5 ELSE 0 END, CASE WHEN s.status NOT IN ('placed', 'held') THEN 7 END, ${values}
           FROM jsonb_to_recordset($2::jsonb) AS x(id uuid, at bigint, ahead int, how text, kind text)
           JOIN LATERAL (SELECT * FROM issues WHERE draws_at > x.at ORDER BY draws_at OFFSET x.ahead - 1 LIMIT 1) i ON true,
                LATERAL (SELECT CASE WHEN i.state = 'open' AND x.how IN ('won', 'cancelled') THEN 'placed' ELSE x.how END AS status) s
          WHERE x.kind = ANY($3::text[])`,
        [owner, json, kinds],
      );
    await of(['ticket'], 'hash, ticket, bets, multiplier', `'h', '{}', 1, 1`, 'tickets');
    await of(['part'], 'hash, ticket, bets, multiplier, parent', `'h', '{}', 1, 1, gen_random_uuid()`, 'tickets');
    // Of matches: what lost is written, and there is no issue.
    await of(['sport'], 'hash, ticket, bets, multiplier, min_fen, max_fen', `'h', '{}', 1, 1, 1, 2`, 'sport_orders');
    await database.query(
      `UPDATE sport_orders o SET issue = NULL, status = s.status, settled_at = CASE WHEN s.status <> 'placed' THEN 7 END
         FROM sport_orders b, LATERAL (SELECT CASE WHEN b.status <> 'placed' THEN b.status WHEN b.due_at < $2 THEN 'lost' ELSE 'placed' END AS status) s
        WHERE b.user_id = $1 AND o.user_id = b.user_id AND o.id = b.id AND o.status IN ('placed', 'won', 'cancelled')`,
      [owner, BEGINS + (DAYS - 2) * DAY_MS],
    );
  }
  await database.query('ANALYZE');
  rows = (
    await database.query<Row>(
      `SELECT o.id, o.kind, o.parent, o.game, o.placed_at, o.due_at,
              CASE WHEN o.status = 'held' THEN 'pending' WHEN o.status <> 'placed' THEN o.status WHEN i.state = 'settled' THEN 'lost' ELSE 'pending' END AS shown
         FROM orders o LEFT JOIN issues i ON i.game = o.game AND i.issue = o.issue WHERE o.user_id = $1`,
      [user],
    )
  ).rows;
});
afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function found(query: Omit<OrderQuery, 'cursor' | 'size'>, from: Pick<Database, 'query'> = database): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await findOrders(from as Database, user, { ...query, cursor, size: PAGE }, KINDS);
    ids.push(...page.map(({ id }) => id));
    if (page.length < PAGE) return ids;
    cursor = page.at(-1)?.id;
  }
}

const down = (a: string | number, b: string | number) => (a < b ? 1 : a > b ? -1 : 0);
/** What a look at every order finds. */
const naive = ({ status, kind, whole, game, from = 0, to = Number.MAX_SAFE_INTEGER, drawn = false }: Omit<OrderQuery, 'cursor' | 'size'>) =>
  rows
    .filter((row) => (kind === undefined ? true : row.kind === kind) && !(whole === true && row.parent !== null))
    .filter((row) => (status === undefined ? !drawn || row.shown !== 'pending' : row.shown === status && !(drawn && status === 'pending')))
    .filter((row) => game === undefined || row.game === game)
    .filter(({ placed_at, due_at }) => (drawn ? due_at : placed_at) >= from && (drawn ? due_at : placed_at) < to)
    .sort((a, b) => (drawn ? down(a.due_at, b.due_at) : 0) || down(a.id, b.id))
    .map(({ id }) => id);

const day = (n: number) => BEGINS + n * DAY_MS;
const SPANS = [
  { from: day(10), to: day(11) },
  { from: day(DAYS - 3), to: day(DAYS) },
  { from: day(0), to: day(1) },
  { from: day(50) },
  { to: day(3) },
  { from: day(-9), to: day(-2) },
  { from: day(DAYS + 20), to: day(DAYS + 30) },
  { from: day(-100), to: day(1_000) },
];

describe('orders of some days', () => {
  it.each(['all', 'pending', 'won', 'lost', 'cancelled'] as const)(
    '[L17] [L18] %s: are those that a look at every order finds',
    async (wanted) => {
      const status = wanted === 'all' ? undefined : wanted;
      for (const span of SPANS)
        for (const more of [
          {},
          { kind: 'sport' },
          { game: 'g1' },
          { whole: true },
          { drawn: true },
          { drawn: true, kind: 'ticket' },
          { drawn: true, game: 'g0' },
        ]) {
          const query = { ...span, ...more, status };
          expect(await found(query), JSON.stringify(query)).toEqual(naive(query));
        }
      expect(naive({ status, from: day(DAYS - 3), to: day(DAYS) }).length).toBeGreaterThan(0);
      for (let n = 0; n < DAYS; n += STEP) {
        const query = { from: day(n), to: day(n + 1), status };
        expect(await found(query), `day ${n}`).toEqual(naive(query));
      }
      expect(naive({ status, drawn: true, game: 'g1' }).length > 0).toBe(wanted !== 'pending');
    },
  );

  it('[L17] are found without a look at the orders of other days, wherever in the past they lie', async () => {
    const read = async (query: Omit<OrderQuery, 'cursor' | 'size'>) =>
      database.transaction(async (client) => {
        const sum = async () =>
          (
            await client.query<{ n: number }>(
              `SELECT sum(seq_tup_read + idx_tup_fetch)::int AS n FROM pg_stat_xact_user_tables
                WHERE relname IN ('orders', 'tickets', 'chases', 'sport_orders', 'group_buy_joins')`,
            )
          ).rows[0]?.n as number;
        const before = await sum();
        const ids = await found(query, client as unknown as Database);
        return { rows: (await sum()) - before, orders: ids.length };
      });
    const all = await read({});
    expect(all.orders).toBe(rows.length);
    // The measure counts the rows that are read.
    expect(all.rows).toBeGreaterThanOrEqual(rows.length);
    for (const n of [2, 30, 55])
      for (const more of [
        {},
        { status: 'lost' },
        { status: 'won' },
        { status: 'cancelled' },
        { drawn: true },
        { drawn: true, status: 'lost' },
      ] as const) {
        const query = { from: day(n), to: day(n + 1), ...more };
        const one = await read(query);
        expect(one.orders, JSON.stringify(query)).toBe(naive(query).length);
        expect(one.rows, `${JSON.stringify(query)}: rows that were read`).toBeLessThan(600);
      }
  });
});
