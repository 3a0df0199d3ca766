/** Codes and contacts: limits, tries, life, one use, purposes and addresses apart, one owner of an address, and a reset that tells nobody who exists. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import { CODE_LIMITS } from '../../../server/accounts/codes.ts';
import type { Answer, Client } from '../support/client.ts';
import { latestCodeFor, sentMessages } from '../support/outbox.ts';
import { solvePuzzle } from '../support/puzzle.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

const MINUTE = 60_000;
let numbers = 13_800_000_000;
const freshNumber = () => String(numbers++);
const player = (name: string): Promise<Client> => server.client().register(name, 'a-password-1');
const send = (
  client: Client,
  to: string,
  more: Record<string, string> = {},
): Promise<Answer<{ sentTo: string; resendAt: number; expiresAt: number }>> =>
  client.post('/api/account/SendCode', { channel: 'mobile', purpose: 'bind', to, ...more });
const bind = (
  client: Client,
  mobile: string,
  code: string,
  more: Record<string, string> = {},
): Promise<Answer<{ mobileMask: string; left: number }>> => client.post('/api/account/BindMobile', { mobile, code, ...more });
/** Time goes by for codes alone. */
async function pass(ms: number): Promise<void> {
  const { database } = server.context;
  await database.query('UPDATE verification_code_sends SET at = at - $1', [ms]);
  await database.query('UPDATE verification_codes SET sent_at = sent_at - $1, expires_at = expires_at - $1', [ms]);
}
/** Sends to a number that was sent to so often today; reads the picture when one is asked for. */
async function sendAgain(client: Client, number: string, sent: number): ReturnType<typeof send> {
  const answer = await send(client, number);
  if (answer.status !== STATUS.needsStep) return answer;
  const { puzzle } = answer.models as unknown as { puzzle: { id: string } };
  return send(client, number, { puzzle: puzzle.id, puzzleAnswer: solvePuzzle(server.context, number, sent, puzzle.id) });
}
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

it('binds a number with its code, once, and shows it masked', async () => {
  const client = await player('bindone');
  const number = freshNumber();
  const sent = await send(client, `+86 ${number}`);
  expect(sent).toMatchObject({ status: 0, models: { sentTo: `${number.slice(0, 3)}****${number.slice(-4)}`, demo: true } });
  expect(sent.models.expiresAt - sent.models.resendAt).toBe(CODE_LIMITS.lifeMs - CODE_LIMITS.betweenMs);
  expect(JSON.stringify(sent)).not.toContain(await latestCodeFor(server.base, number));
  const code = await latestCodeFor(server.base, number);
  const mobileMask = `${number.slice(0, 3)}****${number.slice(-4)}`;
  expect(await bind(client, number, code)).toMatchObject({ status: 0, models: { mobileMask } });
  expect(await client.get('/api/UserCenter/Security')).toMatchObject({ models: { mobileMask, emailMask: null } });
  // Used: nobody binds with it again.
  const other = await player('bindtwo');
  expect(await bind(other, number, code)).toMatchObject({ status: 15, models: { left: 0 } });
});

it('waits a minute between two, sends four in ten minutes and ten a day, for all clients together', async () => {
  const [one, two] = [await player('limitone'), await player('limittwo')];
  const number = freshNumber();
  expect((await send(one, number)).status).toBe(0);
  const soon = await send(two, number);
  expect(soon).toMatchObject({ status: 10, msg: expect.stringContaining('验证码发送过于频繁，请 60 秒后再试') });
  for (let at = 2; at <= CODE_LIMITS.windowMost; at += 1) {
    await pass(MINUTE + 1000);
    expect((await sendAgain(one, number, at - 1)).status, `sending ${at}`).toBe(0);
  }
  await pass(MINUTE + 1000);
  // The fifth of ten minutes: 10 − 4 minutes and some seconds are left.
  expect(await send(one, number)).toMatchObject({ status: 10, msg: expect.stringContaining('6 分钟后') });
  let sent = CODE_LIMITS.windowMost as number;
  while (sent < CODE_LIMITS.dayMost) {
    await pass(CODE_LIMITS.windowMs);
    for (let at = 0; at < 3 && sent < CODE_LIMITS.dayMost; at += 1, sent += 1) {
      expect((await sendAgain(two, number, sent)).status, `sending ${sent + 1}`).toBe(0);
      await pass(MINUTE + 1000);
    }
  }
  await pass(CODE_LIMITS.windowMs);
  expect((await send(one, number)).status, 'the eleventh of a day').toBe(10);
  await pass(CODE_LIMITS.dayMs);
  expect((await send(one, number)).status).toBe(0);
});

it('asks for the text of a picture from the fourth of a day on, for all clients together, and for another picture each time', async () => {
  const [one, two] = [await player('puzzleone'), await player('puzzletwo')];
  const [number, other] = [freshNumber(), freshNumber()];
  const requestCode = async (client: Client, more: Record<string, string> = {}) => {
    const { status, models, msg } = await send(client, number, more);
    expect(status).toBe(STATUS.needsStep);
    const { step, puzzle } = models as unknown as { step: string; puzzle: { id: string; picture: string } };
    expect(step).toBe('puzzle');
    expect(puzzle.picture).toMatch(/^data:image\/svg\+xml;base64,/);
    return { ...puzzle, msg };
  };
  for (let sent = 0; sent < CODE_LIMITS.plain; sent += 1) {
    expect((await send(one, number)).status).toBe(0);
    await pass(CODE_LIMITS.windowMs);
  }
  const { rows } = await server.context.database.query('SELECT 1 FROM verification_code_sends');
  const first = await requestCode(two);
  expect(first.msg).toContain('请先输入图中的四位数字');
  const answer = solvePuzzle(server.context, number, CODE_LIMITS.plain, first.id);
  const wrong = String((Number(answer) + 1) % 10_000).padStart(4, '0');
  expect((await requestCode(one, { puzzle: first.id, puzzleAnswer: wrong })).msg).toContain('不正确');
  await requestCode(one, { puzzle: `${Date.now() + 1e9}.${first.id.split('.').slice(1).join('.')}`, puzzleAnswer: answer });
  // Nothing was sent meanwhile, and other addresses are asked nothing.
  expect((await server.context.database.query('SELECT 1 FROM verification_code_sends')).rows).toHaveLength(rows.length);
  expect((await send(one, other)).status).toBe(0);
  expect((await send(one, number, { puzzle: first.id, puzzleAnswer: answer })).status).toBe(0);
  await pass(CODE_LIMITS.windowMs);
  // Good for that one sending.
  const second = await requestCode(one, { puzzle: first.id, puzzleAnswer: answer });
  expect(second.id).not.toBe(first.id);
});

it('takes five tries, and the sixth not even when it is right', async () => {
  const client = await player('tries');
  const number = freshNumber();
  await send(client, number);
  const code = await latestCodeFor(server.base, number);
  for (let left = CODE_LIMITS.tries - 1; left >= 0; left -= 1)
    expect(await bind(client, number, wrongOf(code))).toMatchObject({ status: 15, models: { left, lockedUntil: null } });
  expect(await bind(client, number, code)).toMatchObject({ status: 15, models: { left: 0 } });
  await pass(MINUTE + 1000);
  await send(client, number);
  expect((await bind(client, number, await latestCodeFor(server.base, number))).status).toBe(0);
});

it('is good until the last millisecond of five minutes, and for its own purpose, address and player alone', async () => {
  const [client, other] = [await player('life'), await player('lifeother')];
  const number = freshNumber();
  await send(client, number);
  const code = await latestCodeFor(server.base, number);
  // Another player's, and another address.
  expect((await bind(other, number, code)).status).toBe(15);
  expect((await bind(client, freshNumber(), code)).status).toBe(15);
  const { rows } = await server.context.database.query<{ now: number; expires_at: number }>(
    'SELECT caipu_now_ms() AS now, expires_at FROM verification_codes ORDER BY sent_at DESC LIMIT 1',
  );
  const left = (rows[0]?.expires_at ?? 0) - (rows[0]?.now ?? 0);
  expect(left).toBeLessThanOrEqual(CODE_LIMITS.lifeMs);
  await pass(left + 1);
  expect(await bind(client, number, code)).toMatchObject({ status: 15, models: { left: 0 } });
  await pass(MINUTE);
  await send(client, number);
  expect((await bind(client, number, await latestCodeFor(server.base, number))).status).toBe(0);
  // A code for another purpose is another code.
  await pass(MINUTE + 1000);
  expect((await send(client, '', { purpose: 'change' })).status).toBe(0);
  const change = await latestCodeFor(server.base, number);
  const next = freshNumber();
  await send(client, next);
  const bound = await latestCodeFor(server.base, next);
  expect((await bind(client, next, bound, { oldCode: bound })).status).toBe(15);
  expect((await bind(client, next, change, { oldCode: change })).status).toBe(15);
  expect(await bind(client, next, bound)).toMatchObject({ status: 1, models: { field: 'oldCode' } });
  expect((await bind(client, next, bound, { oldCode: change })).status).toBe(0);
  expect((await sentMessages(server.base)).find(({ to }) => to === number)).toMatchObject({ template: 'contactChanged' });
});

it('gives an address to one of two who prove it at once', async () => {
  const [one, two] = [await player('raceone'), await player('racetwo')];
  const number = freshNumber();
  await send(one, number);
  expect((await bind(one, number, await latestCodeFor(server.base, number))).status).toBe(0);
  await pass(MINUTE + 1000);
  await send(two, number);
  const code = await latestCodeFor(server.base, number);
  expect(await bind(two, number, code)).toMatchObject({ status: 17, models: null, msg: '该手机号已绑定其他账号，请更换' });
  expect((await two.get<{ mobileMask: string | null }>('/api/UserCenter/Security')).models.mobileMask).toBeNull();
});

it('binds an e-mail address in two steps of one call, and refuses an invalid one', async () => {
  const client = await player('mailer');
  const mail = (fields: Record<string, string>) => client.post<{ emailMask: string }>('/api/Account/QQMailBind', fields);
  expect(await mail({ email: 'nobody', step: 'send' })).toMatchObject({ status: 1, models: { field: 'email' } });
  expect(await mail({ email: 'Player.One@Example.com', step: 'send' })).toMatchObject({
    status: 0,
    models: { sentTo: 'p***@example.com' },
  });
  const code = await latestCodeFor(server.base, 'player.one@example.com');
  expect(await mail({ email: 'player.one@example.com', step: 'verify', code: wrongOf(code) })).toMatchObject({
    status: 15,
    models: { left: 4 },
  });
  expect(await mail({ email: 'player.one@example.com', step: 'verify', code })).toMatchObject({
    status: 0,
    models: { emailMask: 'p***@example.com' },
  });
  expect(await send(server.client(), 'x')).toMatchObject({ status: 2 });
  expect(await send(client, '12345678901')).toMatchObject({ status: 1, models: { field: 'to' } });
  expect(await send(client, '', { purpose: 'withdraw' })).toMatchObject({ status: 14, models: { step: 'mobile', to: '/BindCellphone' } });
});

it('resets a password by a code, ends every session, and answers the same for an account that there is not', async () => {
  const client = await player('forgetful');
  const number = freshNumber();
  await send(client, number);
  await bind(client, number, await latestCodeFor(server.base, number));
  await pass(MINUTE + 1000);
  const stranger = server.client();
  const known = await send(stranger, 'forgetful', { purpose: 'reset' });
  const unknown = await send(stranger, 'nobodyhere', { purpose: 'reset' });
  const unbound = await send(stranger, 'raceone2', { purpose: 'reset' });
  const same = ({ status, msg, models: { sentTo } }: typeof known) => ({ status, msg, sentTo });
  expect(same(known)).toEqual({ status: 0, msg: '如该账号已绑定手机，验证码已发送', sentTo: '账号绑定的手机' });
  expect(same(unknown)).toEqual(same(known));
  expect(same(unbound)).toEqual(same(known));
  expect(Object.keys(unknown.models)).toEqual(Object.keys(known.models));
  // The limits of a name that nobody has are those of one that somebody has.
  expect((await send(stranger, 'nobodyhere', { purpose: 'reset' })).status).toBe(10);
  expect((await send(stranger, 'forgetful', { purpose: 'reset' })).status).toBe(10);
  const reset = (account: string, code: string, newPwd = 'another-password-2'): Promise<Answer<{ left: number }>> =>
    stranger.post('/api/account/ResetPwd', { account, channel: 'mobile', code, newPwd });
  const code = await latestCodeFor(server.base, number);
  for (const left of [4, 3]) {
    expect(await reset('forgetful', wrongOf(code))).toMatchObject({ status: 15, models: { left } });
    expect(await reset('nobodyhere', wrongOf(code))).toMatchObject({ status: 15, models: { left } });
  }
  expect(await reset('forgetful', code, 'forgetful')).toMatchObject({ status: 1, models: { field: 'newPwd' } });
  expect(await reset('nobodyhere', code)).toMatchObject({ status: 15, models: { left: 2 } });
  expect((await client.get('/api/UserCenter/Sessions')).status).toBe(0);
  expect(await reset('Forgetful', code)).toMatchObject({ status: 0, models: null });
  expect((await client.get('/api/UserCenter/Sessions')).status).toBe(2);
  expect((await reset('forgetful', code)).status).toBe(15);
  const login = (password: string) => stranger.post('/api/account/weblogin', { username: 'forgetful', password });
  expect((await login('a-password-1')).status).toBe(1);
  expect((await login('another-password-2')).status).toBe(0);
  expect((await sentMessages(server.base)).find(({ to }) => to === number)).toMatchObject({ template: 'passwordChanged' });
});

it('asks no more codes of one network than the table says', async () => {
  const limited = await startServer({ limits: 0.1 });
  try {
    const client = await limited.client().register('network', 'a-password-1');
    const answers = [];
    for (let at = 0; at < 4; at += 1) answers.push((await send(client, freshNumber())).status);
    expect(answers).toEqual([0, 0, 0, 10]);
  } finally {
    await limited.stop();
  }
});

it('shows the development outbox to this machine alone, and not at all where a provider is set', async () => {
  expect((await fetch(`${server.base}/dev/outbox`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404);
  const page = await fetch(`${server.base}/dev/outbox`, { headers: { accept: 'text/html' } });
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain('演示收件箱');
  const silent = await startServer({ messages: { development: false } });
  try {
    expect((await (await fetch(`${silent.base}/dev/outbox`)).text()).includes('items')).toBe(false);
    const client = await silent.client().register('silent', 'a-password-1');
    expect(await send(client, freshNumber())).toMatchObject({ status: 9, msg: '短信服务暂未开通' });
  } finally {
    await silent.stop();
  }
});
