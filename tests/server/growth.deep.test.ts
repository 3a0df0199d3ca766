/**
 * What a call reads does not grow with a player's past: the blocks of a player with 5,000 orders beside those of one who has been as busy, but for
 * three weeks alone, among a thousand others. Counted and not timed, so that it says the same on every machine.
 */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/platform/database/database.ts';
import { SCHEMA } from '../../server/schema.ts';
import { openPglite } from '../../server/platform/database/pglite.ts';
import type { PoolLike } from '../../server/platform/database/pool.ts';
import { openPostgres } from '../../server/platform/database/postgres.ts';
import { blocksRead, type ObservingPool, observingPool } from './support/blocks.ts';
import type { Client } from './support/client.ts';
import { insertHistories } from './support/heavy.ts';
import { fillWithSchema } from './support/lite.ts';
import { logInOperator, type OperatorSession } from './support/operator.ts';
import { startWithSchema } from './support/postgres.ts';
import { startServer, temporaryFolder, type TestServer } from './support/server.ts';

const ORDERS = 5_000;
const OTHERS = 1_000;
/** What a usual call may read. */
const BLOCKS = 150;
const PASSWORD = 'operator-1';

interface Place {
  readonly pool: PoolLike;
  stop(): Promise<unknown>;
}

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  async PostgreSQL() {
    const postgres = await startWithSchema();
    const folder = temporaryFolder();
    // One that is given, and the package's, are empty.
    await (await openDatabase({ schema: SCHEMA, url: postgres.url, dataDir: folder })).close();
    rmSync(folder, { recursive: true, force: true });
    return { pool: await openPostgres(postgres.url, 4), stop: () => postgres.stop() };
  },
  async 'the embedded database'() {
    const folder = temporaryFolder();
    await fillWithSchema(folder);
    return { pool: await openPglite(folder, () => {}), stop: async () => rmSync(folder, { recursive: true, force: true }) };
  },
};

/** Something of the player's own: his newest order and movement. */
interface Own {
  readonly order: string;
  readonly movement: string;
}

interface Reading {
  readonly path: string;
  readonly fields?: (own: Own) => Readonly<Record<string, string>>;
  /** Blocks at most, where the call reads more than others. */
  readonly most?: number;
  /** It adds up the whole past. */
  readonly sums?: true;
}

const READINGS: readonly Reading[] = [
  // Twenty rows with their orders, and what their months came to.
  { path: '/api/fund/list', most: 250 },
  { path: '/api/fund/list', fields: () => ({ kinds: 'stake,prize' }), most: 250 },
  { path: '/api/fund/list', fields: () => ({ min: '1000' }), most: 250 },
  // Prizes of twenty orders that lie far from each other.
  { path: '/api/fund/list', fields: () => ({ group: 'prize' }), most: 400 },
  { path: '/api/fund/list', fields: () => ({ type: 'grant' }) },
  { path: '/api/fund/Detail', fields: ({ movement }) => ({ id: movement }) },
  { path: '/api/fund/Today' },
  { path: '/api/order/list', most: 250 },
  { path: '/api/order/list', fields: () => ({ status: 'won' }) },
  { path: '/api/order/list', fields: () => ({ status: 'pending' }) },
  { path: '/api/order/detail', fields: ({ order }) => ({ orderId: order }) },
  { path: '/api/order/open' },
  { path: '/api/SiteMsg/MsgCounts' },
  { path: '/api/Protection/State', most: 250 },
  // A week of movements with their orders. There are twenty orders a day.
  { path: '/api/Protection/Report', fields: () => ({ span: 'week' }), most: 600 },
  { path: '/api/UserCenter/Levels' },
  { path: '/api/UserCenter/GrowthList' },
  { path: '/api/UserCenter/GrowthList', fields: () => ({ purse: 'points' }) },
  { path: '/api/UserCenter/Gifts' },
  { path: '/api/fund/YuEBaoList' },
  { path: 'desk/movements', fields: () => ({}) },
  // Each movement once, and an order is looked up for none of them.
  { path: '/api/fund/list', fields: () => ({ q: 'past77' }), most: 1_000, sums: true },
  { path: '/api/SiteMsg/Bonus', most: 4_000, sums: true },
  { path: 'desk/player', most: 800, sums: true },
];

const named = ({ path, fields }: Reading) => `${path} ${JSON.stringify(fields?.({ order: '…', movement: '…' }) ?? {})}`;

describe.each(Object.entries(PLACES))('on %s', (_, open) => {
  const ends: (() => unknown)[] = [];
  let server: TestServer;
  let noting: ObservingPool;
  let desk: OperatorSession;
  let heavy: Client;
  let light: Client;
  const own = new Map<Client, Own>();

  beforeAll(async () => {
    const { pool, stop } = await open();
    ends.push(stop);
    noting = observingPool(pool);
    server = await startServer({ pool: noting.pool, clockSpeed: 1, history: 0, role: 'web', operatorPassword: PASSWORD });
    ends.push(() => server.stop());
    const { database } = server.context;
    desk = await logInOperator(server.base, PASSWORD);
    heavy = await server.client().register();
    light = await server.client().register();
    for (const { userId } of [heavy, light]) await server.grant(userId, 5_000_000);
    const { rows: others } = await database.query<{ id: number }>(
      `SELECT register_user('other' || n, 'other' || n, 'x', 1000000) AS id FROM generate_series(1, ${OTHERS}) n`,
    );
    await insertHistories(server, [
      ...others.map(({ id }) => ({ userId: id, orders: 20, every: 250 })),
      { userId: heavy.userId, orders: ORDERS, every: 1 },
      { userId: light.userId, orders: 400, every: 1 },
    ]);
    for (const client of [heavy, light]) {
      const { rows } = await database.query<Own>(
        `SELECT ref AS order, seq::text AS movement FROM movements WHERE user_id = $1 AND kind = 'stake' ORDER BY seq DESC LIMIT 1`,
        [client.userId],
      );
      own.set(client, rows[0] as Own);
    }
  }, 120_000);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  /** Blocks of the statements about a player that a call of his, or an operator's call about him, makes. */
  async function blocks(who: Client, { path, fields }: Reading): Promise<number> {
    const given = fields?.(own.get(who) as Own) ?? {};
    const observedStatements = await noting.during(async () => {
      const answer = path.startsWith('desk/')
        ? await desk.call('GET', `${path.slice('desk/'.length)}?${path === 'desk/player' ? 'id' : 'player'}=${who.userId}`)
        : await who.get(path, given);
      expect(answer.status).toBe(0);
    });
    // What the server does by itself meanwhile is about nobody.
    const about = observedStatements.filter(({ values }) => values.flat().includes(who.userId));
    expect(about.length).toBeGreaterThan(0);
    let sum = 0;
    for (const each of about) sum += await blocksRead((work) => server.context.database.transaction(work), each);
    return sum;
  }

  it.each(READINGS.map((reading) => [named(reading), reading] as const))('%s', async (_title, reading) => {
    const few = await blocks(light, reading);
    const many = await blocks(heavy, reading);
    expect(many, `blocks; of the other player ${few}`).toBeLessThanOrEqual(reading.most ?? BLOCKS);
    if (reading.sums !== true) expect(many).toBeLessThanOrEqual(3 * few);
  });

  it('an export of all that fits looks each order up by itself', async () => {
    expect(await blocks(heavy, { path: '/api/fund/Export' })).toBeLessThanOrEqual(8 * ORDERS);
  });
});
