/**
 * Nothing that tells who somebody is, and nothing that he proves it with, stands in clear in what the server leaves behind: its log, its event
 * stream, every row of the database, the audit list among them. Nor does a hash stand there from which six digits could be guessed.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestHash } from '../../server/platform/http/idempotency.ts';
import { Client } from './support/client.ts';
import { latestCodeFor } from './support/outbox.ts';
import { openPool, startWithSchema, type TestPostgres } from './support/postgres.ts';
import { containsSecret } from './support/secrets.ts';
import { copyGames, spawnServer, temporaryFolder } from './support/server.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startWithSchema();
});
afterAll(() => postgres?.stop());

/** Every row of every table as text, and what indexes and sequences of ours hold is in it. */
async function dumpOf(url: string): Promise<string> {
  const pool = openPool(url);
  try {
    const { rows: tables } = await pool.query<{ name: string }>(
      `SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    let dump = '';
    for (const { name } of tables) {
      const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      dump += `${name}\n${rows.map(({ row }) => row).join('\n')}\n`;
    }
    return dump;
  } finally {
    await pool.end();
  }
}

it('a full run of a person leaves none of it in clear', async () => {
  const folder = temporaryFolder();
  const node = await spawnServer({
    DATABASE_URL: postgres.url,
    CAIPU_GAMES: copyGames(folder),
    CAIPU_LOG: 'json',
    CAIPU_LOG_LEVEL: 'debug',
  });
  const secrets = new Map<string, string>();
  const secret = (what: string, text: string) => {
    secrets.set(what, text);
    return text;
  };
  const streamed: string[] = [];
  const hearing = new AbortController();
  const player = await new Client(node.base).register('person', secret('login password', 'player-password-1'));
  const stream = fetch(`${node.base}/events?tk=${player.token}`, { signal: hearing.signal })
    .then(async (response) => {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) streamed.push(Buffer.from(chunk).toString('utf8'));
    })
    .catch(() => {});
  const ask = (path: string, fields: Record<string, string>) => player.post<Record<string, unknown>>(path, fields);
  const mobile = secret('phone number', '13812345678');
  const email = secret('e-mail address', 'person.of.the.test@example.com');
  expect((await ask('/api/account/SendCode', { channel: 'mobile', purpose: 'bind', to: mobile })).status).toBe(0);
  const mobileCode = secret('code of the phone', await latestCodeFor(node.base, mobile));
  expect((await ask('/api/account/BindMobile', { mobile, code: mobileCode })).status).toBe(0);
  expect((await ask('/api/Account/QQMailBind', { email, step: 'send' })).status).toBe(0);
  const mailCode = secret('code of the e-mail', await latestCodeFor(node.base, email));
  expect((await ask('/api/Account/QQMailBind', { email, step: 'verify', code: mailCode })).status).toBe(0);
  const realName = secret('real name', '欧阳测试人');
  const idNo = secret('identity number', '110000199005174015');
  expect((await ask('/api/RealNameAuthor', { realName, idNo })).status).toBe(0);
  const pin = secret('fund password', '830517');
  expect((await ask('/api/account/SetFundPwd', { fundPwd: pin, password: 'player-password-1' })).status).toBe(0);
  await ask('/api/account/SetFundPwd', {
    fundPwd: secret('new fund password', '905173'),
    oldFundPwd: secret('wrong fund password', '777123'),
  });
  expect((await ask('/api/account/SetFundPwd', { fundPwd: '905173', oldFundPwd: pin })).status).toBe(0);
  const cardNo = secret('card number', '6222021234567890128');
  const alipay = secret('Alipay account', 'alipay.of.the.test@example.com');
  const card = { id: '0197f3c2-8f4e-7d11-a2f0-6a2b9d000001', cardNo, bankCode: 'ICBC', province: '44', city: '4403', fundPwd: '905173' };
  expect((await ask('/api/BankCard/BindWallet', card)).status, 'the card').toBe(0);
  expect(
    (await ask('/api/BankCard/BindAlipay', { id: '0197f3c2-8f4e-7d11-a2f0-6a2b9d000002', account: alipay, fundPwd: '905173' })).status,
    'the Alipay account',
  ).toBe(0);
  expect(
    (await ask('/api/account/ChangePwd', { oldPwd: 'player-password-1', newPwd: secret('second password', 'player-password-2') })).status,
  ).toBe(0);
  await ask('/api/account/ChangePwd', { oldPwd: secret('guessed password', 'guessed-password-9'), newPwd: 'player-password-3' });
  // What is wrong, in a body, a query or a path.
  await fetch(`${node.base}/api/account/BindMobile?mobile=${mobile}&code=${mobileCode}&fundPwd=${pin}`, { method: 'POST' });
  await fetch(`${node.base}/api/RealNameAuthor?tk=${player.token}`, {
    method: 'POST',
    body: `{"idNo":"${idNo}","realName":"${realName}"}`,
    headers: { 'content-type': 'application/json' },
  });
  await fetch(`${node.base}/nowhere?idNo=${idNo}&cardNo=${cardNo}&email=${email}`);
  await player.get('/api/UserCenter/Security');
  await player.get('/api/UserCenter/QueryProfileList');
  hearing.abort();
  await stream;
  const dump = await dumpOf(postgres.url);
  await node.stop();
  const left: Record<string, string> = { log: node.output(), events: streamed.join(''), database: dump };
  expect(dump).toContain('person');
  for (const [where, text] of Object.entries(left))
    for (const [what, each] of secrets) expect(containsSecret(text, each), `${what} in clear in the ${where}`).toBe(false);
  // An idempotent request is stored in a form that no list of six digits leads to.
  const texts = (fields: Record<string, string>) => Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  const guess = requestHash('/api/account/SetFundPwd', texts({ fundPwd: '905173', oldFundPwd: pin }));
  expect(guess).toMatch(/^[0-9a-f]{64}$/);
  expect(dump.includes(guess), 'a plain hash of what was asked').toBe(false);
  for (const each of secrets.values())
    for (const algorithm of ['md5', 'sha1', 'sha256'])
      expect(dump.includes(createHash(algorithm).update(each).digest('hex')), algorithm).toBe(false);
}, 60_000);
