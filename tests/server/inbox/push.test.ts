/**
 * Pushes to phones (server/inbox/push): the players and events that cause a push, its words, the stored addresses, and the handling of addresses
 * that fail.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerOf } from '../../../protocol/calls/define.ts';
import type { msgSettings } from '../../../protocol/calls/notices.ts';
import { STATUS } from '../../../protocol/status.ts';
import { readOptions } from '../../../server/read-options.ts';
import { encryptPush, signingKeysOf, makeSigningKeys } from '../../../server/inbox/push/encrypt.ts';
import { findDuePlayers, makePlayerNotices, sendDuePushes } from '../../../server/inbox/push/job.ts';
import { isListedHost, openPushService, type PushService } from '../../../server/inbox/push/service.ts';
import type { Client } from '../support/client.ts';
import { decryptPush, type LoopbackPush, startPushService, vapidClaims } from '../support/push-service.ts';
import { startServer, type TestServer } from '../support/server.ts';

const KEYS = makeSigningKeys();
type Settings = AnswerOf<typeof msgSettings>;

describe('what leaves the house', () => {
  const base64 = (text: string) => Buffer.from(text, 'base64url');

  it('is encrypted as RFC 8291 shows it, to the byte', () => {
    // Appendix A of the RFC.
    const browser = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    };
    const chance = { salt: base64('DGv6ra1nlYgDCS1FRnbzlw'), privateKey: base64('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw') };
    const body = encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), browser, chance);
    expect(body.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
    const own = base64('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94');
    expect(decryptPush(body, own, base64(browser.auth)).toString()).toMatch(/watermelon$/);
    expect(() => encryptPush(Buffer.alloc(3_001), browser)).toThrow(/3000 bytes/);
  });

  it('goes to push services of browsers over https, and to nobody else', () => {
    const service = openPushService({ keys: async () => KEYS, contact: 'mailto:a@b.example', hosts: ['push.own.example'] });
    const taken = [
      'https://fcm.googleapis.com/fcm/send/abc',
      'https://updates.push.services.mozilla.com/wpush/v2/x',
      'https://web.push.apple.com/QKx',
      'https://wns2-par02p.notify.windows.com/w/?token=x',
      'https://push.own.example/x',
    ];
    const refused = [
      'http://fcm.googleapis.com/fcm/send/abc',
      'https://fcm.googleapis.com:8443/x',
      'https://fcm.googleapis.com.evil.example/x',
      'https://evilpush.services.mozilla.com/x',
      'https://user:pass@fcm.googleapis.com/x',
      'https://127.0.0.1/x',
      'http://169.254.169.254/latest/meta-data',
      'https://[::1]/x',
      'file:///etc/passwd',
      'fcm.googleapis.com',
      '',
    ];
    expect(taken.filter((each) => !service.takes(each))).toEqual([]);
    expect(refused.filter((each) => service.takes(each))).toEqual([]);
    expect(isListedHost('.push.apple.com', ['*.push.apple.com'])).toBe(false);
  });

  it('is set up by the environment, and an error names each wrong variable', () => {
    const keys = makeSigningKeys();
    expect(signingKeysOf(keys.privateKey)).toEqual(keys);
    expect(readOptions({ CAIPU_PUSH_KEY: keys.privateKey, CAIPU_PUSH_CONTACT: 'mailto:ops@play.example' }).push).toMatchObject({
      key: keys.privateKey,
      contact: 'mailto:ops@play.example',
    });
    expect(() => readOptions({ CAIPU_PUSH_KEY: 'short' })).toThrow(/CAIPU_PUSH_KEY is no private key/);
    expect(() => readOptions({ CAIPU_PUSH_CONTACT: 'ops' })).toThrow(/neither a mailto: nor an https:/);
    expect(() => readOptions({ CAIPU_PUSH_HOSTS: 'push.example, http://10.0.0.1' })).toThrow(/http:\/\/10.0.0.1 is not a host/);
    expect(readOptions({ CAIPU_PUSH_HOSTS: 'http://127.0.0.1:9000' }).push?.hosts).toEqual(['http://127.0.0.1:9000']);
    const production = { NODE_ENV: 'production', CAIPU_PUSH_HOSTS: 'http://127.0.0.1:9000' };
    expect(() => readOptions(production)).toThrow(/is not a host/);
  });
});

describe('a player that wants pushes', () => {
  let push: LoopbackPush;
  let server: TestServer;
  let service: PushService;
  const log: string[] = [];
  beforeAll(async () => {
    push = await startPushService();
    // No background jobs run in it: the tests take the steps.
    server = await startServer({ clockSpeed: 1, role: 'web', push: { hosts: [push.origin] } });
    service = openPushService({ keys: async () => KEYS, contact: 'mailto:ops@play.example', hosts: [push.origin] });
  });
  afterAll(async () => {
    await server?.stop();
    await push?.close();
  });
  beforeEach(() => void push.arrived.splice(0));

  const sql = async <R>(text: string, values: readonly unknown[] = []) => (await server.context.database.query<R>(text, values)).rows;
  const prize = async (who: Client, fen: number) => {
    await sql('SELECT post($1, $2, $3, $4, $5, $6, NULL)', [who.userId, 'prize', 'house:prizes', 'wallet', fen, 'win']);
    await sql(`SELECT announce_balance($1, 'wallet', 'fen', 0)`, [who.userId]);
  };
  /** Everything that is to be done now. */
  async function run(): Promise<void> {
    while (await findDuePlayers(server.context));
    while (await makePlayerNotices(server.context));
    while ((await sendDuePushes(server.context, service, (line) => log.push(line))) > 0);
  }
  const settings = async (who: Client) => (await who.get<Settings>('/api/SiteMsg/MsgSettings')).models;
  async function subscribed(): Promise<{ who: Client; browser: number }> {
    const who = await server.client().register();
    const { number, fields } = push.browser();
    expect((await who.post<Settings>('/api/SiteMsg/PushOn', fields)).models.push).toMatchObject({ here: true, words: false });
    return { who, browser: number };
  }
  const pushesTo = (browser: number) => push.arrived.filter((each) => each.browser === browser).map(({ message }) => message);
  const due = () => sql(`UPDATE pushes SET next_at = 0`);

  it('gets one push for each later event, without its text; with its text when he wants it', async () => {
    const { who, browser } = await subscribed();
    await run();
    expect(pushesTo(browser), 'the grant of before').toEqual([]);
    await prize(who, 123_456);
    await run();
    await run();
    expect(pushesTo(browser)).toEqual([
      {
        title: '通知消息',
        text: '您有一条新消息，点击查看',
        to: expect.stringMatching(/^\/billingDetails\?id=\d+$/),
        tag: expect.any(String),
      },
    ]);
    const { headers } = push.arrived[0] as (typeof push.arrived)[number];
    expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm', topic: pushesTo(browser)[0]?.tag });
    expect(vapidClaims(headers.authorization ?? '')).toMatchObject({ aud: push.origin, sub: 'mailto:ops@play.example' });

    expect((await who.post<Settings>('/api/SiteMsg/SetPushSetting', { what: 'words', on: '1' })).models.push.words).toBe(true);
    await prize(who, 200);
    await run();
    expect(pushesTo(browser)[1]).toMatchObject({ title: '派奖 2\u00a0元' });
  });

  it('gets the number of messages when there are many, and no push for messages that he read meanwhile', async () => {
    const { who, browser } = await subscribed();
    for (let fen = 1; fen <= 5; fen += 1) await prize(who, fen);
    await run();
    expect(pushesTo(browser)).toEqual([{ title: '5 条新消息', text: '点击前往消息中心查看', to: '/MsgCenter', tag: expect.any(String) }]);
    await prize(who, 9);
    await findDuePlayers(server.context);
    await makePlayerNotices(server.context);
    await who.post('/api/SiteMsg/MsgRead', {});
    await run();
    expect(pushesTo(browser)).toHaveLength(1);
    expect(await sql('SELECT 1 FROM pushes')).toEqual([]);
  });

  it('chooses the kinds, which are still made in the app; what is not made at all is not pushed', async () => {
    const { who, browser } = await subscribed();
    await who.post('/api/SiteMsg/SetPushSetting', { what: 'notice', on: '0' });
    await prize(who, 100);
    await run();
    expect(pushesTo(browser)).toEqual([]);
    expect((await who.get<{ unread: { notice: number } }>('/api/SiteMsg/MsgCounts')).models.unread.notice).toBe(1);
    const { items } = await settings(who);
    expect(items.map(({ kind, on, push: pushed }) => [kind, on, pushed])).toEqual([
      ['notice', true, false],
      ['trade', true, true],
      ['social', true, true],
      ['system', true, true],
    ]);
    await who.post('/api/SiteMsg/SetPushSetting', { what: 'notice', on: '1' });
    await who.post('/api/SiteMsg/SetMsgSetting', { kind: 'notice', on: '0' });
    await prize(who, 100);
    await run();
    expect(pushesTo(browser)).toEqual([]);
  });

  it('gets no more pushes on a phone where the login has ended, by any client or by its time', async () => {
    const { who, browser } = await subscribed();
    const again = await server.client().login(await nameOf(who), 'secret-1');
    const second = push.browser();
    await again.post('/api/SiteMsg/PushOn', second.fields);
    await prize(who, 100);
    await run();
    expect([pushesTo(browser).length, pushesTo(second.number).length]).toEqual([1, 1]);
    await again.post('/api/account/logout');
    await prize(who, 100);
    await run();
    expect([pushesTo(browser).length, pushesTo(second.number).length]).toEqual([2, 1]);
    await sql('UPDATE sessions SET expires_at = 0 WHERE user_id = $1', [who.userId]);
    await prize(who, 100);
    await run();
    expect(pushesTo(browser)).toHaveLength(2);
  });

  it('an address belongs to the player that gave it last: another player on the same phone takes it over', async () => {
    const first = await server.client().register();
    const other = await server.client().register();
    const { number, fields } = push.browser();
    await first.post('/api/SiteMsg/PushOn', fields);
    await other.post('/api/SiteMsg/PushOn', fields);
    expect([(await settings(first)).push.here, (await settings(other)).push.here]).toEqual([false, true]);
    await prize(first, 100);
    await run();
    expect(pushesTo(number)).toEqual([]);
    expect((await other.post<Settings>('/api/SiteMsg/PushOff')).models.push.here).toBe(false);
    await prize(other, 100);
    await run();
    expect(pushesTo(number)).toEqual([]);
  });

  it('in a break or an exclusion he gets pushes about his account alone', async () => {
    const { who, browser } = await subscribed();
    await sql(
      `INSERT INTO limited_players (user_id, block, blocked_at, blocked_until, utc_offset_ms) VALUES ($1, 'break', 0, 9007199254740991, 0)`,
      [who.userId],
    );
    await prize(who, 100);
    await run();
    expect(pushesTo(browser)).toEqual([]);
    const fan = await server.client().register();
    await fan.get('/api/attention/AttentionUser', { who: String(who.userId) });
    await run();
    expect(pushesTo(browser)).toEqual([]);
    // A login on a phone that is new to the account.
    await sql(`INSERT INTO known_devices (user_id, device, seen_at) VALUES ($1, 'old', 0) ON CONFLICT DO NOTHING`, [who.userId]);
    await server.client().login(await nameOf(who), 'secret-1');
    await run();
    expect(pushesTo(browser)).toMatchObject([{ title: '系统消息', to: '/changePwd' }]);
  });

  it('an address that is gone is removed without a word, with what waits for it', async () => {
    for (const status of [404, 410]) {
      const { who, browser } = await subscribed();
      push.answers.set(browser, [status]);
      await prize(who, 100);
      await run();
      expect((await settings(who)).push.here).toBe(false);
      expect(await sql('SELECT 1 FROM pushes')).toEqual([]);
    }
    expect(log).toEqual([]);
  });

  it('a service that is away is asked again, later each time, and as late as it says; then the push is given up', async () => {
    const { who, browser } = await subscribed();
    push.answers.set(browser, [503, 500, 429, 502, 500, 500]);
    await prize(who, 100);
    const waits: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      push.headers['retry-after'] = time === 2 ? '1000' : '1';
      await run();
      const [row] = await sql<{ wait: number }>('SELECT next_at - real_now_ms() AS wait FROM pushes');
      waits.push(row === undefined ? 0 : Math.round(row.wait / 10_000) * 10);
      await due();
    }
    delete push.headers['retry-after'];
    expect(waits).toEqual([10, 60, 1000, 1800, 7200, 0]);
    expect(log.splice(0)).toEqual([expect.stringMatching(/^push \d+ was given up: 127\.0\.0\.1:\d+ answered 500$/)]);
    expect((await settings(who)).push.here).toBe(true);
    await prize(who, 100);
    await run();
    expect(pushesTo(browser)).toHaveLength(1);
  });

  it('refuses addresses of other hosts and invalid keys, and stores no address in clear', async () => {
    const who = await server.client().register();
    const { fields } = push.browser();
    const refused = async (change: object) => (await who.post('/api/SiteMsg/PushOn', { ...fields, ...change })).status;
    expect(await refused({ endpoint: 'https://169.254.169.254/latest' })).toBe(STATUS.invalid);
    expect(await refused({ p256dh: `B${'A'.repeat(86)}` })).toBe(STATUS.invalid);
    expect(await refused({ auth: 'short' })).toBe(STATUS.invalid);
    expect((await server.client().post('/api/SiteMsg/PushOn', fields)).status).toBe(STATUS.notLoggedIn);
    expect((await settings(who)).push.here).toBe(false);
    await who.post('/api/SiteMsg/PushOn', fields);
    const text = JSON.stringify(await sql('SELECT * FROM push_subscriptions'));
    expect(text).not.toContain('127.0.0.1');
    expect(text).not.toContain(fields.auth);
  });

  const nameOf = async (who: Client) => (await sql<{ name: string }>('SELECT name FROM users WHERE id = $1', [who.userId]))[0]?.name ?? '';
});
