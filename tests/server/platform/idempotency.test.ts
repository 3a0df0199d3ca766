/** Idempotent requests (server/platform/http/idempotency.ts, server/platform/database/sql/idempotency.sql): one effect and one answer for a key, on PostgreSQL with two processes' pools. */
import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import { type Database, openDatabase, type Querying } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { type IdempotentRequest, runIdempotent, refuseIdempotent } from '../../../server/platform/http/idempotency.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { expectBooksInOrder, temporaryFolder } from '../support/server.ts';

const folder = temporaryFolder();
let postgres: TestPostgres;
let nodes: [Database, Database];
let user: number;
const token = createHash('sha256').update('a session').digest('hex');
beforeAll(async () => {
  postgres = await startWithSchema();
  const open = () => openDatabase({ schema: SCHEMA, dataDir: folder, url: postgres.url, poolSize: 6 });
  nodes = [await open(), await open()];
  user = (await nodes[0].query<{ id: number }>(`SELECT register_user('idempotency', 'idempotency', 'x', 1000) AS id`)).rows[0]
    ?.id as number;
  await nodes[0].query(
    'INSERT INTO sessions (token_hash, user_id, created_at, expires_at, ends_at, seen_at) VALUES ($1, $2, 0, 9000000000000, 9000000000000, 0)',
    [token, user],
  );
});
afterAll(async () => {
  await expectBooksInOrder(nodes[0]);
  for (const node of nodes) await node.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const idempotentRequest = (more: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  key: randomUUID(),
  bodyHash: 'body',
  nonce: randomUUID(),
  tokenHash: token,
  player: async () => undefined,
  ...more,
});
const balance = async () =>
  (await nodes[0].query<{ fen: number }>('SELECT balance_fen AS fen FROM wallets WHERE user_id = $1', [user])).rows[0]?.fen;
const ok = (models: unknown): Envelope<unknown> => ({ status: STATUS.ok, models, msg: '' });
/** Takes 10 fen as a bet would. */
const take = async (client: Querying, userId: number): Promise<Envelope<unknown>> => {
  const { rows } = await client.query<{ after: number | null }>(
    `SELECT post($1, 'stake', 'wallet', 'house:stakes', 10, 'bet', NULL) AS after`,
    [userId],
  );
  return ok({ balanceFen: rows[0]?.after });
};

it('[L8] a hundred times at once on both: one effect, one answer; later still the same; with another body refused', async () => {
  const under = idempotentRequest();
  const before = (await balance()) as number;
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => runIdempotent({ database: nodes[at % 2] as Database }, { ...under, nonce: randomUUID() }, take)),
  );
  expect(await balance()).toBe(before - 10);
  for (const answer of answers) expect(answer).toEqual(ok({ balanceFen: before - 10 }));
  // The very same request, nonce and all: answered and not refused as a replay.
  expect(await runIdempotent({ database: nodes[1] }, { ...under, nonce: under.nonce }, take)).toEqual(answers[0]);
  expect(await runIdempotent({ database: nodes[1] }, { ...under, nonce: randomUUID(), bodyHash: 'other' }, take)).toMatchObject({
    status: STATUS.keyConflict,
  });
  const refusal = { status: STATUS.disabled, models: null, msg: '维护中' };
  expect(await refuseIdempotent({ database: nodes[0] }, { ...under, nonce: randomUUID() }, refusal)).toEqual(answers[0]);
  expect(await balance()).toBe(before - 10);
});

it('[L9] a refusal is remembered, and what was written before it is taken back', async () => {
  const under = idempotentRequest();
  const before = await balance();
  let statementCount = 0;
  const work = async (client: Querying, userId: number): Promise<Envelope<unknown>> => {
    statementCount += 1;
    await take(client, userId);
    return { status: STATUS.insufficientFunds, models: null, msg: '余额不足' };
  };
  const first = await runIdempotent({ database: nodes[0] }, under, work);
  expect(await balance()).toBe(before);
  expect(await runIdempotent({ database: nodes[1] }, { ...under, nonce: randomUUID() }, work)).toEqual(first);
  expect(statementCount).toBe(1);
});

it('[L9] a refusal that was found before the transaction is remembered too: a copy that comes later does nothing', async () => {
  const under = idempotentRequest();
  const before = await balance();
  const refusal = { status: STATUS.disabled, models: null, msg: '维护中' };
  expect(await refuseIdempotent({ database: nodes[0] }, under, refusal)).toEqual(refusal);
  expect(await runIdempotent({ database: nodes[1] }, { ...under, nonce: randomUUID() }, take)).toEqual(refusal);
  expect(await balance()).toBe(before);
});

it('[L9] what throws has not been, and may be tried again under its key', async () => {
  const under = idempotentRequest();
  const before = (await balance()) as number;
  await expect(
    runIdempotent({ database: nodes[0] }, under, async (client, userId) => {
      await take(client, userId);
      throw new Error('the provider is away');
    }),
  ).rejects.toThrow('the provider is away');
  expect(await balance()).toBe(before);
  expect(await runIdempotent({ database: nodes[0] }, under, take)).toEqual(ok({ balanceFen: before - 10 }));
});

it('[L10] a key that was looked up before it did anything never does', async () => {
  const under = idempotentRequest();
  const outcome = async () => (await nodes[1].query('SELECT key_outcome($1, $2) AS answer', [user, under.key])).rows;
  expect(await outcome()).toEqual([{ answer: null }]);
  const before = await balance();
  expect(await runIdempotent({ database: nodes[0] }, under, take)).toMatchObject({ status: STATUS.keyConflict });
  expect(await outcome()).toEqual([{ answer: null }]);
  expect(await balance()).toBe(before);
});

it('without a session, or with a nonce that was seen under another key, nothing is done and nothing remembered', async () => {
  const under = idempotentRequest();
  expect(await runIdempotent({ database: nodes[0] }, { ...under, tokenHash: 'nobody' }, take)).toMatchObject({
    status: STATUS.notLoggedIn,
  });
  expect(await runIdempotent({ database: nodes[0] }, under, take)).toMatchObject({ status: STATUS.ok });
  const replay = idempotentRequest({ nonce: under.nonce });
  expect(await runIdempotent({ database: nodes[1] }, replay, take)).toMatchObject({ status: STATUS.badSignature });
  expect(await runIdempotent({ database: nodes[1] }, { ...replay, nonce: randomUUID() }, take)).toMatchObject({ status: STATUS.ok });
});
