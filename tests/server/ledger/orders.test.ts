/** Orders of every kind in one list: what a list finds is what a look at every order finds, and a new kind needs no word of the list's. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderStatus } from '../../../protocol/calls.ts';
import type { Database } from '../../../server/platform/database/database.ts';
import { type OrderKind, createOrderKinds } from '../../../server/ledger/order-kinds.ts';
import type { StatementParts } from '../../../server/ledger/statement.ts';
import { findOrders, listOrders, orderDetail } from '../../../server/lottery/orders/orders.ts';
import { orderKindRegistry } from '../../../server/registries.ts';
import { openEmbedded } from '../support/lite.ts';
import { temporaryFolder } from '../support/server.ts';

const folder = temporaryFolder();
let database: Database;
let user: number;
let other: number;

/** A kind that writes its own end and has no issue: a scratch card, made here alone. */
const card: OrderKind = {
  kind: 'card',
  table: 'cards',
  listed: true,
  statuses: ['pending', 'won', 'lost', 'cancelled'],
  async summaries(heads) {
    const { rows } = await database.query<{ face: string }>(
      `SELECT c.face FROM unnest($1::bigint[], $2::uuid[]) WITH ORDINALITY AS o(user_id, id, at) JOIN cards c USING (user_id, id) ORDER BY o.at`,
      [heads.map((head) => head.user_id), heads.map((head) => head.id)],
    );
    return rows.map(({ face }, at) => ({ title: '刮刮乐', subtitle: face, to: `/card?id=${heads[at]?.id}` }));
  },
  detail: async (head) => ({ prize: head.prize }),
  route: (id) => `/card?id=${id}`,
  subject: () => '刮刮乐',
};
/** The tickets of these tests bet on nothing: only their heads are looked at. */
const plain = (kind: OrderKind): OrderKind => ({
  ...kind,
  summaries: async (heads) => heads.map(({ game }) => ({ title: game, subtitle: '', to: '' })),
});
const ORDER_KINDS = orderKindRegistry({} as never);
const KINDS = createOrderKinds([...[...ORDER_KINDS.values()].map(plain), card]);
const parts = (): StatementParts => ({ database, orderKinds: KINDS, movementLabels: async () => new Map() });

const STATES = ['open', 'frozen', 'drawn', 'settled', 'withdrawn'] as const;
const ISSUES = 60;
/** A chase without parts. */
const LOST = 'ffffffff-ffff-4fff-bfff-fffffffffff0';

beforeAll(async () => {
  database = await openEmbedded(folder);
  const register = async (name: string) =>
    (await database.query<{ id: number }>('SELECT register_user($1, $1, $2, 100000) AS id', [name, 'x'])).rows[0]?.id as number;
  [user, other] = [await register('lists'), await register('other')];
  await database.query(
    `CREATE TABLE cards (kind text NOT NULL DEFAULT 'card', face text NOT NULL, PRIMARY KEY (user_id, id)) INHERITS (orders)`,
  );
  // Draws of the past are settled but for a few that lag behind; those to come are open; and some were withdrawn.
  await database.query(
    `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, numbers)
     SELECT 'g' || n % 3, 'i' || n, n * 10, n * 10 + 5, n * 10 + 9, state, 'h', 'c', 's', CASE WHEN state IN ('drawn', 'settled') THEN '{}'::jsonb END
       FROM generate_series(1, ${ISSUES}) n, LATERAL (SELECT CASE WHEN n % 17 = 0 THEN 'withdrawn' WHEN n IN (31, 38) THEN 'drawn' WHEN n = 33 THEN 'frozen'
            WHEN n <= 40 THEN 'settled' ELSE 'open' END AS state) s`,
  );
  for (const owner of [user, other]) {
    await database.query(
      `INSERT INTO tickets (user_id, id, game, issue, hash, ticket, bets, amount, multiplier, placed_at, due_at, status, prize, settled_at, parent)
       SELECT $1, gen_random_uuid(), i.game, i.issue, 'h', '[]', 1, 200, 1, 1, i.draws_at, s.status, CASE s.status WHEN 'won' THEN 5 ELSE 0 END,
              CASE s.status WHEN 'placed' THEN NULL ELSE 7 END, CASE WHEN random() < 0.2 THEN gen_random_uuid() END
         FROM issues i CROSS JOIN generate_series(1, 12) k, LATERAL (SELECT CASE WHEN i.state = 'withdrawn' THEN 'cancelled'
              WHEN i.state IN ('drawn', 'settled') AND (random() + k * 0) < 0.3 THEN 'won' WHEN random() < 0.2 THEN 'cancelled' ELSE 'placed' END AS status) s`,
      [owner],
    );
    await database.query(
      `INSERT INTO cards (user_id, id, game, amount, placed_at, status, prize, settled_at, face)
       SELECT $1, gen_random_uuid(), 'card', 500, 1, s, CASE s WHEN 'won' THEN 9 ELSE 0 END, CASE s WHEN 'placed' THEN NULL ELSE 3 END, '三张相同'
         FROM unnest(ARRAY['placed', 'won', 'lost', 'cancelled']) s, generate_series(1, 9)`,
      [owner],
    );
    await database.query(
      `INSERT INTO chases (user_id, id, game, issue, hash, ticket, bets, issues, stop_on_win, amount, placed_at, due_at)
       SELECT $1, gen_random_uuid(), game, issue, 'h', '{}', 1, 3, false, 600, 1, draws_at FROM issues WHERE state <> 'withdrawn' AND draws_at % 3 = 0`,
      [owner],
    );
    // One has lost, whatever chance makes of the parts of the others.
    await database.query(
      `INSERT INTO chases (user_id, id, game, issue, hash, ticket, bets, issues, stop_on_win, amount, placed_at, due_at)
       SELECT $1, '${LOST}', game, issue, 'h', '{}', 1, 3, false, 600, 1, draws_at FROM issues WHERE issue = 'i3'`,
      [owner],
    );
    // Parts of chases that there are; some chases have none that won, some are cancelled as a whole.
    await database.query(
      `UPDATE tickets t SET parent = c.id FROM (SELECT id, row_number() OVER (ORDER BY id) AS n, count(*) OVER () AS all_ FROM chases WHERE user_id = $1 AND id <> '${LOST}') c
        WHERE t.user_id = $1 AND t.parent IS NOT NULL AND c.n = 1 + (abs(hashtext(t.id::text)) % c.all_)`,
      [owner],
    );
    await database.query(
      `UPDATE chases SET status = 'cancelled', settled_at = 8 WHERE user_id = $1 AND id IN (SELECT id FROM chases WHERE user_id = $1 AND id <> '${LOST}' ORDER BY id LIMIT 3)`,
      [owner],
    );
  }
  await database.query('ANALYZE');
});
afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Every order with its issue's state, and what it is by the words of SPEC.md; nothing but this is read in full. */
async function naive(): Promise<{ id: string; kind: string; status: OrderStatus }[]> {
  const { rows } = await database.query<{ id: string; kind: string; status: string; state: (typeof STATES)[number] | null }>(
    'SELECT o.id, o.kind, o.status, i.state FROM orders o LEFT JOIN issues i ON i.game = o.game AND i.issue = o.issue WHERE o.user_id = $1',
    [user],
  );
  return rows
    .map(({ id, kind, status, state }) => ({
      id,
      kind,
      status: (status !== 'placed' ? status : state === 'settled' ? 'lost' : 'pending') as OrderStatus,
    }))
    .sort((a, b) => (a.id < b.id ? 1 : -1));
}

describe('a list of orders', () => {
  it.each(['all', 'pending', 'won', 'lost', 'cancelled'] as const)(
    '[L11] %s: finds what a look at every order finds, page by page',
    async (wanted) => {
      const every = await naive();
      const status = wanted === 'all' ? undefined : wanted;
      for (const kind of [undefined, 'ticket', 'chase', 'card']) {
        const expected = every
          .filter(
            (order) =>
              (kind === undefined ? order.kind !== 'chase' : order.kind === kind) && (status === undefined || order.status === status),
          )
          .map(({ id, status: shown }) => `${id} ${shown}`);
        const found: string[] = [];
        for (let cursor: string | undefined; ; ) {
          const page = await findOrders(database, user, { status, kind, cursor, size: 7 }, KINDS);
          found.push(...page.map(({ id, shown }) => `${id} ${shown}`));
          if (page.length < 7) break;
          cursor = page.at(-1)?.id;
        }
        expect(found, `${kind}`).toEqual(expected);
        if (kind === undefined) expect(expected.length).toBeGreaterThan(7);
      }
    },
  );

  it.each(['all', 'pending', 'won', 'lost', 'cancelled'] as const)(
    '[L13] %s: an order of several parts can stand once, and is what its parts came to',
    async (wanted) => {
      const { rows: parents } = await database.query<{ id: string; parent: string | null; won: boolean }>(
        `SELECT id, parent, EXISTS (SELECT 1 FROM tickets p WHERE p.user_id = o.user_id AND p.parent = o.id AND p.status = 'won') AS won
           FROM orders o WHERE user_id = $1`,
        [user],
      );
      const of = new Map(parents.map((row) => [row.id, row]));
      const expected = (await naive())
        .filter(({ id }) => of.get(id)?.parent === null)
        .map(({ id, kind, status }) => ({ id, status: kind === 'chase' && status === 'lost' && of.get(id)?.won ? 'won' : status }))
        .filter(({ status }) => wanted === 'all' || status === wanted)
        .map(({ id }) => id);
      const found: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const status = wanted === 'all' ? undefined : wanted;
        const page = await findOrders(database, user, { status, whole: true, cursor, size: 7 }, KINDS);
        found.push(...page.map(({ id }) => id));
        if (page.length < 7) break;
        cursor = page.at(-1)?.id;
      }
      expect(found).toEqual(expected);
      const chases = new Set((await naive()).filter(({ kind }) => kind === 'chase').map(({ id }) => id));
      expect(found.filter((id) => chases.has(id)).length).toBeGreaterThan(0);
    },
  );

  it('[L12] shows a kind that it never heard of as it shows the others, in lists and details', async () => {
    const { items } = await listOrders(parts(), user, { kind: 'card', status: 'won', size: 50 });
    expect(items).toHaveLength(9);
    expect(items[0]).toMatchObject({
      kind: 'card',
      title: '刮刮乐',
      subtitle: '三张相同',
      to: `/card?id=${items[0]?.orderId}`,
      status: 'won',
      prizeFen: 9,
    });
    // Every order: ids are random, and the newest fifty may be tickets alone.
    const { items: all } = await listOrders(parts(), user, { size: 2_000 });
    expect(new Set(all.map(({ kind }) => kind as string))).toEqual(new Set(['ticket', 'card']));
    expect(await orderDetail(parts(), user, items[0]?.orderId ?? '')).toMatchObject({ title: '刮刮乐', prize: 9, ledger: [] });
    expect(await orderDetail(parts(), other, items[0]?.orderId ?? '')).toBeUndefined();
  });

  it('refuses two kinds of one name', () => {
    expect(() => createOrderKinds([card, card])).toThrow('two kinds of orders are called card');
  });

  it('every kind has the indexes that its lists are found by', async () => {
    for (const { table } of ORDER_KINDS.values()) {
      const { rows } = await database.query<{ columns: string }>(
        `SELECT string_agg(a.attname, ',' ORDER BY k.at) AS columns FROM pg_index x CROSS JOIN LATERAL unnest(x.indkey) WITH ORDINALITY AS k(attnum, at)
           JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = k.attnum WHERE x.indrelid = $1::regclass GROUP BY x.indexrelid`,
        [table],
      );
      expect(rows.map(({ columns }) => columns)).toEqual(
        expect.arrayContaining(['user_id,id', 'user_id,status,id', 'user_id,due_at', 'user_id,parent']),
      );
    }
  });
});
