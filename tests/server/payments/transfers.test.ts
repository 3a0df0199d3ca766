/** The transfer centre (转账中心), S7 to S11 of server/ledger/SPEC.md: a company that answers late, twice, never or after everybody gave up. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  CompaniesModels,
  CompanyBalancesModels,
  CompanyReturnModels,
  FundListModels,
  FundMoveModels,
  ProfileModels,
  TransfersModels,
} from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { type Database, openDatabase } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { demoCompany } from '../../../server/payments/providers/companies/demo-company.ts';
import { type CompanyTransfers, openCompanyTransfers } from '../../../server/payments/providers/companies/transfer-service.ts';
import { createAlarms } from '../../../server/platform/monitoring/alarms.ts';
import { inDeepRing, runCount } from '../../engine/rules/support/runs.ts';
import type { Client } from '../support/client.ts';
import { openPool, startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { expectBooksInOrder, startServer, temporaryFolder, type TestServer, waitFor } from '../support/server.ts';

type Fault = 'before' | 'after' | undefined;
/** What happens to the questions that come, in turn; nothing when it is empty. */
const faults: Fault[] = [];
const moved: string[] = [];
let balances: Fault;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    clockSpeed: 1,
    history: 0,
    companies: (database) => [
      demoCompany(database, {
        code: 'demo',
        name: '演示游戏',
        fault(what, id) {
          if (what === 'balance') return balances;
          if (what === 'move') moved.push(id);
          return faults.shift();
        },
      }),
      demoCompany(database, { code: 'other', name: '演示棋牌' }),
    ],
  });
});
afterEach(() => expectBooksInOrder(server.context.database));
afterAll(() => server?.stop());

/** A player who has recharged, and so may use the transfer centre. */
async function player(): Promise<Client> {
  const client = await server.client().register();
  await server.context.database.query(`SELECT post($1, 'recharge', 'outside:recharge', 'wallet', 10000, 'paid', NULL)`, [client.userId]);
  return client;
}
const START = 1_010_000;

const out = (client: Client, fen: number, target = 'demo', key = randomUUID() as string) =>
  client.get<FundMoveModels>('/api/fund/out', { target, amountFen: String(fen) }, { headers: { 'idempotency-key': key } });
const back = (client: Client, fen: number, target = 'demo') =>
  client.get<FundMoveModels>('/api/fund/in', { target, amountFen: String(fen) });
const centre = async (client: Client) => (await client.get<CompaniesModels>('/api/fund/Companies')).models;
const held = async (client: Client) => (await client.get<CompanyBalancesModels>('/api/fund/CompanyBalances')).models;
const ended = (client: Client, id: string | undefined) =>
  waitFor('the transfer to have an end', async () => {
    // Half a minute, after which the company is asked again.
    await server.context.clock.advance(30_000);
    const { items } = (await client.get<TransfersModels>('/api/fund/Transfers')).models;
    const found = items.find((move) => move.id === id);
    return found !== undefined && found.state !== 'asking' && found;
  });

describe('the transfer centre', () => {
  it('[S7] is closed to a player that never recharged, in the words of the specification, and open after the first recharge', async () => {
    const client = await server.client().register();
    const refused = { status: STATUS.disabled, msg: '需首充激活账号 开启转账中心' };
    expect(await out(client, 1_000)).toMatchObject(refused);
    expect(await back(client, 1_000)).toMatchObject(refused);
    expect(await client.post('/api/fund/CompanyReturn')).toMatchObject(refused);
    expect(await centre(client)).toMatchObject({ allowed: false, message: refused.msg });
    const permission = async () => (await client.get<ProfileModels>('/api/UserCenter/QueryProfileList')).models.user.GameTransferPermission;
    expect(await permission()).toBe(false);
    await server.context.database.query(`SELECT post($1, 'recharge', 'outside:recharge', 'wallet', 100, 'paid', NULL)`, [client.userId]);
    expect(await permission()).toBe(true);
    expect((await out(client, 1_000)).status).toBe(STATUS.ok);
  });

  it('[S8] moves whole yuan there and back', async () => {
    const client = await player();
    expect(await out(client, 150)).toMatchObject({ status: STATUS.invalid, models: { field: 'amountFen' } });
    expect(await out(client, START + 100)).toMatchObject({ status: STATUS.insufficientFunds });
    expect(await out(client, 100, 'nobody')).toMatchObject({ status: STATUS.notFound });
    const there = await out(client, 50_000);
    expect(there.models).toMatchObject({
      balanceFen: START - 50_000,
      move: { state: 'done', name: '主钱包 → 演示游戏', direction: 'out' },
    });
    expect(await held(client)).toEqual({
      items: [
        { company: 'demo', balanceFen: 50_000 },
        { company: 'other', balanceFen: 0 },
      ],
      totalFen: 50_000,
      complete: true,
    });
    const refused = await back(client, 60_000);
    expect(refused.models).toMatchObject({ balanceFen: START - 50_000, move: { state: 'refused', note: '游戏账户余额不足' } });
    expect((await back(client, 20_000)).models).toMatchObject({
      balanceFen: START - 30_000,
      move: { state: 'done', name: '演示游戏 → 主钱包' },
    });
    const { items } = (await client.get<FundListModels>('/api/fund/list', { group: 'transfer' })).models;
    expect(items.map(({ label, amountFen }) => [label, amountFen])).toEqual([
      ['由游戏转回', 20_000],
      ['转出至游戏', -50_000],
    ]);
  });

  it('[S9] [S10] a lost answer keeps the amount on its way; asked by its request id the company decides, and acts once', async () => {
    const client = await player();
    moved.length = 0;
    // Done and not told, asked in vain, asked again.
    faults.push('after', 'before', 'after');
    const key = randomUUID();
    const sent = await out(client, 7_000, 'demo', key);
    expect(sent.models.move?.state).toBe('asking');
    expect(sent.models.balanceFen).toBe(START - 7_000);
    // The phone that gave up and asks again learns the same.
    expect((await out(client, 7_000, 'demo', key)).models.move?.id).toBe(sent.models.move?.id);
    expect(await out(client, 1_000)).toMatchObject({ status: STATUS.stateChanged, msg: '上一笔转账处理中，请勿重复操作' });
    expect(await ended(client, sent.models.move?.id)).toMatchObject({ state: 'done' });
    expect(moved.filter((id) => id === sent.models.move?.id)).toHaveLength(1);
    expect((await held(client)).totalFen).toBe(7_000);
    expect(await centre(client)).toMatchObject({ balanceFen: START - 7_000, transitFen: 0 });

    // A request that never arrived is sent again under its id.
    faults.push('before');
    const again = await back(client, 7_000);
    expect(again.models).toMatchObject({ move: { state: 'asking' }, balanceFen: START - 7_000 });
    expect((await centre(client)).items[0]?.open).toMatchObject({ id: again.models.move?.id, direction: 'in' });
    expect(await ended(client, again.models.move?.id)).toMatchObject({ state: 'done' });
    expect(await centre(client)).toMatchObject({ balanceFen: START });

    // A transfer comes back whose refusal did not reach the server.
    faults.push('after');
    const inVain = await back(client, 7_000);
    expect(await ended(client, inVain.models.move?.id)).toMatchObject({ state: 'refused' });
    expect(await centre(client)).toMatchObject({ balanceFen: START });
  });

  it('[S11] everything comes back at once; the answer names a company that does not say what it holds', async () => {
    const client = await player();
    await out(client, 3_000);
    await out(client, 4_000, 'other');
    balances = 'before';
    expect(await held(client)).toEqual({
      items: [
        { company: 'demo', balanceFen: null },
        { company: 'other', balanceFen: 4_000 },
      ],
      totalFen: 4_000,
      complete: false,
    });
    const first = await client.post<CompanyReturnModels>('/api/fund/CompanyReturn');
    expect(first.models).toEqual({ balanceFen: START - 3_000, moved: 1, asking: 0, missing: 1, totalFen: 4_000 });
    // Then nothing is left where it is known, and that is no success.
    const unknown = await client.post('/api/fund/CompanyReturn');
    expect(unknown).toMatchObject({ status: STATUS.disabled, msg: expect.stringContaining('1 家查询失败') });
    balances = undefined;
    const key = randomUUID();
    const second = await client.post<CompanyReturnModels>('/api/fund/CompanyReturn', {}, { headers: { 'idempotency-key': key } });
    expect(second.models).toEqual({ balanceFen: START, moved: 1, asking: 0, missing: 0, totalFen: 3_000 });
    expect((await client.post<CompanyReturnModels>('/api/fund/CompanyReturn')).models).toMatchObject({ moved: 0, totalFen: 0 });
  });

  it('money goes along into a game for a player that chose it, and for nobody else', async () => {
    const client = await player();
    const enter = () => client.post<FundMoveModels>('/api/fund/CompanyEnter', { company: 'demo' });
    expect((await enter()).models).toEqual({ balanceFen: START, move: null });
    await client.post('/api/fund/CompanyAuto', { on: '1' });
    expect((await centre(client)).autoEnter).toBe(true);
    expect((await enter()).models).toMatchObject({ balanceFen: 0, move: { state: 'done', amountFen: START } });
    expect((await enter()).models).toEqual({ balanceFen: 0, move: null });
  });
});

// PostgreSQL and two servers: the deep ring.
if (inDeepRing())
  describe('two processes', () => {
    let postgres: TestPostgres;
    let pool: pg.Pool;
    let nodes: Database[];
    const folder = temporaryFolder();
    beforeAll(async () => {
      postgres = await startWithSchema();
      pool = openPool(postgres.url);
      const open = () => openDatabase({ schema: SCHEMA, dataDir: folder, url: postgres.url, poolSize: 6 });
      nodes = await Promise.all([open(), open()]);
      await pool.query('UPDATE clock SET decided = true, simulated = true, speed = 1000, base_game = 1795300000000');
    });
    afterAll(async () => {
      for (const node of nodes ?? []) await node.close();
      await pool?.end();
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('[S9] [S10] wallet, way and company are constant whatever is lost on the way, and in the end both books say the same', async () => {
      let made = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ who: fc.nat(3), direction: fc.constantFrom('out', 'in'), yuan: fc.integer({ min: 1, max: 60 }) }), {
            minLength: 10,
            maxLength: 40,
          }),
          fc.array(fc.constantFrom<Fault>('before', 'after', undefined), { minLength: 60, maxLength: 60 }),
          fc.boolean(),
          async (wishes, plan, killed) => {
            const [first, second] = nodes as [Database, Database];
            const code = `c${(made += 1)}`;
            const queue = [...plan];
            const desks: CompanyTransfers[] = nodes.map((node) =>
              openCompanyTransfers(
                node,
                { speed: 1_000, simulated: true },
                createAlarms(() => {}),
                [demoCompany(node, { code, name: code, fault: (what) => (what === 'balance' ? undefined : queue.shift()) })],
                () => {},
              ),
            );
            const users = await Promise.all(
              [0, 1, 2, 3].map(async (at) => {
                const { rows } = await first.query<{ id: number }>('SELECT register_user($1, $1, $2, 10000) AS id', [
                  `p${made}x${at}`,
                  'x',
                ]);
                return rows[0]?.id as number;
              }),
            );
            for (const desk of desks) desk.start();
            try {
              await Promise.all(
                wishes.map(async ({ who, direction, yuan }, at) => {
                  const node = nodes[at % 2] as Database;
                  const { rows } = await node.query<{ id: string | null }>(
                    'SELECT company_begin($1, $2, $3, $4, caipu_now_ms(), caipu_now_ms() + 5000) AS id',
                    [users[who], code, direction, yuan * 100],
                  );
                  const id = rows[0]?.id ?? null;
                  // Both ask at once.
                  if (id !== null) await Promise.allSettled(desks.map((desk) => desk.push(id)));
                }),
              );
              if (killed)
                await pool.query(
                  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%company%'`,
                );
              await waitFor('every transfer to have an end', async () => {
                const { rows } = await pool.query(`SELECT 1 FROM company_transfers WHERE company = $1 AND status = 'asking' LIMIT 1`, [
                  code,
                ]);
                return rows.length === 0;
              });
            } finally {
              for (const desk of desks) await desk.close();
            }
            for (const user of users) {
              const { rows } = await second.query<{ wallet: number; transit: number; ledger: number; company: number }>(
                `SELECT (SELECT balance_fen FROM wallets WHERE user_id = $1) AS wallet,
                      coalesce((SELECT balance FROM purses WHERE user_id = $1 AND purse = 'transit:' || $2), 0) AS transit,
                      coalesce((SELECT sum(CASE WHEN credit = 'company:' || $2 THEN amount ELSE -amount END) FROM movements
                                 WHERE user_id = $1 AND 'company:' || $2 IN (debit, credit)), 0)::bigint AS ledger,
                      coalesce((SELECT sum(CASE direction WHEN 'out' THEN amount ELSE -amount END) FROM demo_company_requests
                                 WHERE player = $1 AND company = $2 AND accepted), 0)::bigint AS company`,
                [user, code],
              );
              const { wallet = 0, transit = 0, ledger = 0, company = 0 } = rows[0] ?? {};
              expect(transit).toBe(0);
              expect(company).toBe(ledger);
              expect(wallet + company).toBe(10_000);
            }
          },
        ),
        { numRuns: runCount(8) },
      );
      await expectBooksInOrder(nodes[0] as Database);
    });
  });
