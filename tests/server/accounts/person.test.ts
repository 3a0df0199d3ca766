/** Real names, passwords and devices. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkCharacter, demoIdentity, idNumberFault, shanghaiDay } from '../../../server/accounts/id-number.ts';
import { realNameText } from '../../../server/accounts/identity-calls.ts';
import { realNameOf } from '../../../server/accounts/identity.ts';
import { ENCRYPTED_COLUMNS } from '../../../server/platform/encryption/columns.ts';
import type { Answer, Client } from '../support/client.ts';
import { latestCodeFor, sentMessages } from '../support/outbox.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

const player = (name: string): Promise<Client> => server.client().register(name, 'a-password-1');
const rows = async <R>(text: string, values: unknown[] = []) => (await server.context.database.query<R>(text, values)).rows;

describe('an identity number', () => {
  const TODAY = '20261122';
  it('has the one check character that makes its sum 1 modulo 11', () => {
    // Worked out the other way round: of the eleven candidates one satisfies the standard's own equation.
    const weights = Array.from({ length: 18 }, (_, at) => 2 ** (17 - at) % 11);
    fc.assert(
      fc.property(fc.stringMatching(/^\d{17}$/), (digits) => {
        const right = [...'0123456789X'].filter(
          (last) =>
            [...digits, last].reduce((sum, each, at) => sum + (each === 'X' ? 10 : Number(each)) * (weights[at] as number), 0) % 11 === 1,
        );
        expect(right).toEqual([checkCharacter(digits)]);
      }),
      { numRuns: 500 },
    );
  });
  it.each([
    ['11000019900517401', /18 位/],
    ['110000199005174016', /^身份证号不正确，请核对$/],
    ['990000199005174015', /^身份证号不正确，请核对$/],
    ['110000199002304015', /出生日期/],
    ['110000202705174015', /出生日期/],
    ['110000189905174015', /出生日期/],
  ])('%s is refused in words', (number, why) => expect(idNumberFault(number, TODAY)).toMatch(why));
  it.each(['810000', '820000', '830000'])('%s: a residence permit is taken', (region) => {
    const digits = `${region}19900517401`;
    expect(idNumberFault(digits + checkCharacter(digits), TODAY)).toBeUndefined();
  });
  it('is of age on the day of the eighteenth birthday', () => {
    const born = (birth: string) => `110000${birth}401${checkCharacter(`110000${birth}401`)}`;
    expect(idNumberFault(born('20081122'), TODAY)).toBeUndefined();
    expect(idNumberFault(born('20081123'), TODAY)).toBe('未满 18 岁，不能实名认证');
    expect(idNumberFault(born('20040229'), TODAY)).toBeUndefined();
    expect(idNumberFault(born('20030229'), TODAY)).toMatch('出生日期');
    expect(shanghaiDay(Date.UTC(2026, 10, 21, 16))).toBe('20261122');
    expect(shanghaiDay(Date.UTC(2026, 10, 21, 15, 59))).toBe('20261121');
  });
  it('of a demonstration is valid, and nobody’s', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), (numbers) => {
        let at = 0;
        const { realName, idNo } = demoIdentity((below) => (numbers[at++ % 8] as number) % below);
        expect(idNumberFault(idNo, TODAY)).toBeUndefined();
        expect(idNo.slice(2, 6)).toBe('0000');
        expect(realNameText(realName)).toBe(realName);
      }),
    );
  });
});

it.each([
  ['张三丰', '张三丰'],
  ['阿卜杜热依木 • 买买提', '阿卜杜热依木·买买提'],
  ['张', undefined],
  ['Zhang San', undefined],
  ['张3', undefined],
  ['·张三', undefined],
  ['张'.repeat(21), undefined],
])('%s as a real name is %s', (text, name) => expect(realNameText(text)).toBe(name));

const author = (client: Client, realName: string, idNo: string): Promise<Answer<{ nameMask: string; idMask: string }>> =>
  client.post('/api/RealNameAuthor', { realName, idNo });

it('confirms a real name once, gives the same answer to the same again, and a number to one account', async () => {
  const client = await player('realone');
  const { models: person } = await client.get<{ realName: string; idNo: string }>('/api/account/DemoIdentity');
  const done = {
    status: 0,
    models: { nameMask: `${person.realName[0]}**`, idMask: expect.stringMatching(/^\d\*{16}[\dX]$/), state: 'done' },
  };
  expect(await author(client, person.realName, '110000199005174016')).toMatchObject({ status: 1, models: { field: 'idNo' } });
  expect(await author(client, 'Bob', person.idNo)).toMatchObject({ status: 1, models: { field: 'realName' } });
  expect(await author(client, person.realName, person.idNo.toLowerCase())).toMatchObject(done);
  expect(await author(client, person.realName, person.idNo)).toMatchObject(done);
  const other = (await client.get<{ realName: string; idNo: string }>('/api/account/DemoIdentity')).models;
  expect(await author(client, other.realName, other.idNo)).toMatchObject({ status: 17, models: done.models });
  const second = await player('realtwo');
  expect(await author(second, person.realName, person.idNo)).toMatchObject({ status: 17, models: null });
  expect(await realNameOf(server.context, server.context.database, client.userId)).toBe(person.realName);
  expect(await realNameOf(server.context, server.context.database, second.userId)).toBeUndefined();
  await expect(rows(`UPDATE identities SET number_hmac = 'x' WHERE user_id = $1`, [client.userId])).rejects.toThrow('never changed');
  await expect(rows('DELETE FROM identities')).rejects.toThrow('never changed');
  // Two at once with one number: one has it.
  const [one, two] = [await player('realthree'), await player('realfour')];
  const both = await Promise.all([author(one, other.realName, other.idNo), author(two, other.realName, other.idNo)]);
  expect(both.map(({ status }) => status).sort()).toEqual([0, 17]);
});

it('changes a login password for a player that knows it, ends the other sessions, and sends an e-mail', async () => {
  const client = await player('changer');
  const second = server.client();
  const login = (who: Client, password: string) => who.post<{ token: string }>('/api/account/weblogin', { username: 'changer', password });
  second.token = (await login(second, 'a-password-1')).models.token;
  await client.post('/api/Account/QQMailBind', { email: 'changer@example.com', step: 'send' });
  await client.post('/api/Account/QQMailBind', {
    email: 'changer@example.com',
    step: 'verify',
    code: await latestCodeFor(server.base, 'changer@example.com'),
  });
  const change = (oldPwd: string, newPwd: string) => client.post<{ ended: number }>('/api/account/ChangePwd', { oldPwd, newPwd });
  expect(await change('a-password-2', 'b-password-1')).toMatchObject({ status: 1, models: { field: 'oldPwd' } });
  expect(await change('a-password-1', 'changer1')).toMatchObject({ status: 1, models: { field: 'newPwd' } });
  expect(await change('a-password-1', 'a-password-1')).toMatchObject({ status: 1, models: { field: 'newPwd' } });
  expect((await second.get('/api/UserCenter/Security')).status).toBe(0);
  expect(await change('a-password-1', 'b-password-1')).toMatchObject({ status: 0, models: { ended: 1 } });
  expect((await second.get('/api/UserCenter/Security')).status).toBe(2);
  expect(await client.get('/api/UserCenter/Security')).toMatchObject({
    status: 0,
    models: { passwordChangedAt: expect.any(Number), sessions: 1 },
  });
  expect((await login(second, 'a-password-1')).status).toBe(1);
  expect((await login(second, 'b-password-1')).status).toBe(0);
  expect((await sentMessages(server.base)).filter(({ to }) => to === 'changer@example.com').map(({ template }) => template)).toContain(
    'passwordChanged',
  );
});

it('a login that is under way when the password changes opens nothing', async () => {
  const client = await player('overtaken');
  const { accounts } = server.context;
  const { check } = accounts;
  const checked = vi.spyOn(accounts, 'check').mockImplementationOnce(async (...checkArguments) => {
    const right = await check(...checkArguments);
    expect(await client.post('/api/account/ChangePwd', { oldPwd: 'a-password-1', newPwd: 'b-password-1' })).toMatchObject({ status: 0 });
    return right;
  });
  const late = await server.client().post('/api/account/weblogin', { username: 'overtaken', password: 'a-password-1' });
  checked.mockRestore();
  expect(late).toMatchObject({ status: 1, models: { field: 'password' } });
  expect(await client.get('/api/UserCenter/Security')).toMatchObject({ models: { sessions: 1 } });
});

it('sets a fund password by the login password, changes it by the old one, and opens a lock by a code', async () => {
  const client = await player('funder');
  const set = (fields: Record<string, string>) =>
    client.post<{ changed: boolean; restsUntil: number; left: number }>('/api/account/SetFundPwd', fields);
  expect(await set({ fundPwd: '123456', password: 'a-password-1' })).toMatchObject({ status: 1, models: { field: 'fundPwd' } });
  expect(await set({ fundPwd: '830517' })).toMatchObject({ status: 1, models: { field: 'password' } });
  expect(await set({ fundPwd: '830517', password: 'wrong-password' })).toMatchObject({ status: 1, models: { field: 'password' } });
  expect(await set({ fundPwd: '830517', password: 'a-password-1' })).toMatchObject({
    status: 0,
    models: { changed: false, restsUntil: null },
  });
  expect(await set({ fundPwd: '905173', password: 'a-password-1' })).toMatchObject({ status: 1, models: { field: 'oldFundPwd' } });
  for (const left of [4, 3, 2, 1, 0])
    expect(await set({ fundPwd: '905173', oldFundPwd: '830518' })).toMatchObject({ status: 15, models: { left } });
  expect(await set({ fundPwd: '905173', oldFundPwd: '830517' })).toMatchObject({
    status: 15,
    models: { left: 0, lockedUntil: expect.any(Number) },
  });
  expect(await set({ fundPwd: '905173', password: 'a-password-1', code: '000000' })).toMatchObject({
    status: 14,
    models: { to: '/BindCellphone' },
  });
  await client.post('/api/account/SendCode', { channel: 'mobile', purpose: 'bind', to: '13700137000' });
  await client.post('/api/account/BindMobile', { mobile: '13700137000', code: await latestCodeFor(server.base, '13700137000') });
  await rows('UPDATE verification_code_sends SET at = at - 60001');
  await client.post('/api/account/SendCode', { channel: 'mobile', purpose: 'fundPwd' });
  const code = await latestCodeFor(server.base, '13700137000');
  expect(await set({ fundPwd: '905173', code })).toMatchObject({ status: 1, models: { field: 'password' } });
  expect(await set({ fundPwd: '905173', password: 'a-password-1', code })).toMatchObject({
    status: 0,
    models: { changed: true, restsUntil: expect.any(Number) },
  });
  expect(await set({ fundPwd: '830517', oldFundPwd: '905173' })).toMatchObject({ status: 0, models: { changed: true } });
});

it('changes a phone number by fund password and the end of the identity number, which are guessed no more often than the fund password', async () => {
  const client = await player('phoneless');
  const { models: person } = await client.get<{ realName: string; idNo: string }>('/api/account/DemoIdentity');
  const bind = async (mobile: string, more: Record<string, string> = {}) =>
    client.post<{ left: number }>('/api/account/BindMobile', { mobile, code: await latestCodeFor(server.base, mobile), ...more });
  await client.post('/api/account/SendCode', { channel: 'mobile', purpose: 'bind', to: '13600136000' });
  expect((await bind('13600136000')).status).toBe(0);
  await client.post('/api/account/SendCode', { channel: 'mobile', purpose: 'bind', to: '13600136001' });
  const by = (fundPwd: string, idLast4: string) => bind('13600136001', { fundPwd, idLast4 });
  expect(await by('830517', '0000')).toMatchObject({ status: 14, models: { step: 'fundPwd' } });
  await client.post('/api/account/SetFundPwd', { fundPwd: '830517', password: 'a-password-1' });
  expect(await by('830517', '0000')).toMatchObject({ status: 14, models: { step: 'realName' } });
  await author(client, person.realName, person.idNo);
  const wrong = String((Number(person.idNo.slice(-4, -1)) + 1) % 1000).padStart(3, '0') + person.idNo.slice(-1);
  for (let at = 0; at < 5; at += 1) expect(await by('830517', wrong)).toMatchObject({ status: 1, models: { field: 'idLast4' } });
  expect(await by('830517', person.idNo.slice(-4))).toMatchObject({ status: 15, models: { left: 0 } });
  await rows('UPDATE fund_passwords SET locked_until = NULL');
  expect((await by('830517', person.idNo.slice(-4))).status).toBe(0);
});

it('marks a login on a new installation, and tells the player of it', async () => {
  const client = await player('traveller');
  await client.post('/api/Account/QQMailBind', { email: 'traveller@example.com', step: 'send' });
  await client.post('/api/Account/QQMailBind', {
    email: 'traveller@example.com',
    step: 'verify',
    code: await latestCodeFor(server.base, 'traveller@example.com'),
  });
  const login = async (device: string) => {
    const who = server.client();
    const answer = await who.call<{ token: string }>(
      '/api/account/weblogin',
      { username: 'traveller', password: 'a-password-1' },
      { method: 'POST', common: { RDUID: device } },
    );
    who.token = answer.models.token;
    return who;
  };
  const notices = async () =>
    (await sentMessages(server.base)).filter(({ to, template }) => to === 'traveller@example.com' && template === 'newDevice').length;
  // The first installation that sends its id is the player's own, and so is the same one later.
  await login('phone-one');
  await login('phone-one');
  expect(await notices()).toBe(0);
  const stranger = await login('phone-two');
  expect(await notices()).toBe(1);
  const { items } = (await stranger.get<{ items: { current: boolean; newDevice: boolean }[] }>('/api/UserCenter/Sessions')).models;
  expect(items.map(({ current, newDevice }) => current === newDevice)).toEqual([true, true, true, true]);
  await login('phone-two');
  expect(await notices()).toBe(1);
});

it('every sealed column is listed', async () => {
  const found = await rows<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND (column_name ~ '_sealed$' OR column_name ~ '_enc$') ORDER BY 1, 2`,
  );
  const listed = ENCRYPTED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  for (const { table_name, column_name } of found) expect(listed).toContain(`${table_name}.${column_name}`);
});
