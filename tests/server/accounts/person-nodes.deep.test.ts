/**
 * Two processes on one PostgreSQL: an identity and an address have one owner, a code has its tries, and an address its sendings, for all
 * processes together.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CODE_LIMITS } from '../../../server/accounts/codes.ts';
import { FUND_PASSWORD_TRIES } from '../../../server/accounts/fund-password.ts';
import { Client } from '../support/client.ts';
import { latestCodeFor } from '../support/outbox.ts';
import { openPool, startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { copyGames, type SpawnedServer, spawnServer, temporaryFolder } from '../support/server.ts';

let postgres: TestPostgres;
let nodes: SpawnedServer[] = [];
let players: Client[] = [];

beforeAll(async () => {
  postgres = await startWithSchema();
  const env = { DATABASE_URL: postgres.url, CAIPU_GAMES: copyGames(temporaryFolder()) };
  nodes = [await spawnServer(env), await spawnServer({ ...env, CAIPU_ROLE: 'web' })];
  players = await Promise.all(
    Array.from({ length: 8 }, (_, at) => new Client((nodes[at % 2] as SpawnedServer).base).register(`racer${at}`, 'a-password-1')),
  );
}, 60_000);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await postgres?.stop();
});

const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).sort((a, b) => a - b);
const first = () => players[0] as Client;
const base = () => (nodes[0] as SpawnedServer).base;
const all = <T>(ask: (player: Client, at: number) => Promise<T>): Promise<T[]> => Promise.all(players.map(ask));

it('one of eight who claim one identity number at once has it', async () => {
  const answers = await all((player) => player.post('/api/RealNameAuthor', { realName: '张三丰', idNo: '110000199005174015' }));
  expect(statuses(answers)).toEqual([0, 17, 17, 17, 17, 17, 17, 17]);
});

it('one of eight codes that are asked for at once for one address is sent, and one player binds with it', async () => {
  const send = (player: Client) => player.post('/api/account/SendCode', { channel: 'mobile', purpose: 'bind', to: '13800138000' });
  const sent = await all(send);
  expect(statuses(sent)).toEqual([0, 10, 10, 10, 10, 10, 10, 10]);
  const code = await latestCodeFor(base(), '13800138000');
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  // Sixteen wrong tries at once, on two processes: five are counted, and then not even the right one is taken.
  const tries = await Promise.all(
    [...players, ...players].map((player) =>
      player.post<{ left: number }>('/api/account/BindMobile', { mobile: '13800138000', code: wrong }),
    ),
  );
  expect(statuses(tries)).toEqual(Array.from({ length: 16 }, () => 15));
  const pool = openPool(postgres.url);
  const { rows } = await pool.query('SELECT tries FROM verification_codes');
  expect(rows).toEqual([{ tries: expect.any(Number) }]);
  expect(rows[0].tries).toBeGreaterThanOrEqual(CODE_LIMITS.tries);
  expect(statuses(await all((player) => player.post('/api/account/BindMobile', { mobile: '13800138000', code })))).not.toContain(0);
  await pool.query('UPDATE verification_code_sends SET at = at - 60001');
  expect(statuses(await all(send))).toEqual([0, 10, 10, 10, 10, 10, 10, 10]);
  const next = await latestCodeFor(base(), '13800138000');
  // Wrong for the seven for whom it was not sent: they use up its tries, or its owner is faster.
  const { rows: owner } = await pool.query<{ user_id: string }>('SELECT user_id FROM verification_codes');
  const own = players.find(({ userId }) => userId === Number(owner[0]?.user_id)) as Client;
  const twice = await Promise.all([0, 1].map(() => own.post('/api/account/BindMobile', { mobile: '13800138000', code: next })));
  expect(statuses(twice)[0]).toBe(0);
  expect((await pool.query('SELECT 1 FROM contacts')).rows).toHaveLength(1);
  await pool.end();
}, 30_000);

it('the fund password has its five tries on two processes together', async () => {
  await first().post('/api/account/SetFundPwd', { fundPwd: '830517', password: 'a-password-1' });
  const twin = new Client((nodes[1] as SpawnedServer).base);
  twin.token = first().token;
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      (at % 2 === 0 ? first() : twin).post<{ left: number }>('/api/account/SetFundPwd', {
        fundPwd: '905173',
        oldFundPwd: `40517${at % 10}`,
      }),
    ),
  );
  expect(statuses(guesses)).toEqual(Array.from({ length: 12 }, () => 15));
  const left = guesses.map(({ models }) => models.left).sort((a, b) => b - a);
  expect(left.slice(0, FUND_PASSWORD_TRIES)).toEqual([4, 3, 2, 1, 0]);
  expect(left.slice(FUND_PASSWORD_TRIES).every((each) => each === 0)).toBe(true);
  expect((await first().post('/api/account/SetFundPwd', { fundPwd: '905173', oldFundPwd: '830517' })).status).toBe(15);
});
