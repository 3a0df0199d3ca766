import { describe, expect, it, vi } from 'vitest';
import { SIGNATURE_WINDOW_SECONDS, verify } from '../../../protocol/signing.ts';
import { STATUS } from '../../../protocol/status.ts';
import { brand, demoUser, nodeHmac, player, type Reply, START, settle, world } from './world.ts';

const BET = '/api/lottery/bet_szc';
const TIMEOUT_TEXT = '连线超时无回应 请确认您的网络再尝试';
const bet = { method: 'POST', idempotencyKey: 'key-1' } as const;

describe('a call', () => {
  it('carries the common parameters; the payload goes in the query of a GET and in the form of a POST', async () => {
    const { platform, seen, clock } = await player({
      environment: { signals: { search: '', androidBridge: false, iosBridge: false, iosStandalone: true, standalone: false } },
    });
    clock.advance(2_000);
    await settle();
    seen.length = 0;
    await platform.call('/api/order/list', { status: 'won' });
    await platform.call(BET, { ticket: '{"game":"双色"}' }, bet);
    const [get, post] = seen;
    expect(Object.fromEntries(get?.query ?? [])).toEqual({
      c: '1',
      v: '202007000',
      t: String((START + 2_000) / 1000),
      p: 'caipu',
      tk: 'token-1',
      mid: '10001',
      RDUID: expect.stringMatching(/^[0-9a-f]{32}$/),
      ip: '203.0.113.7',
      status: 'won',
    });
    expect(Object.fromEntries(post?.query ?? [])).toMatchObject({
      c: '81',
      tk: 'token-1',
      n: expect.stringMatching(/^[0-9a-f]{32}$/),
      s: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(Object.fromEntries(post?.form ?? [])).toEqual({ ticket: '{"game":"双色"}' });
    expect(post?.headers).toMatchObject({ 'Idempotency-Key': 'key-1', 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' });
    expect([get?.method, post?.method, get?.headers['Idempotency-Key']]).toEqual(['GET', 'POST', undefined]);
  });
  it('is signed on the signed paths, so that the server’s check accepts it', async () => {
    const { platform, seen } = await player();
    await platform.call('/api/lottery/bet_szc', { ticket: ' +&=中😀' }, bet);
    for (const { path, method, query, form, headers } of seen.filter((request) => request.query.has('s'))) {
      expect(
        verify(
          nodeHmac,
          { method, path, query, form, key: headers['Idempotency-Key'] },
          { keyOf: () => brand.signingKey, nowSeconds: START / 1000, windowSeconds: SIGNATURE_WINDOW_SECONDS },
        ),
        path,
      ).toMatchObject({ ok: true });
    }
    expect(seen.filter(({ query }) => query.has('s')).map(({ path }) => path)).toEqual(['/api/account/weblogin', BET]);
  });
  it('variants: without the token, for casual games, with a query in the path', async () => {
    const { platform, seen } = await player();
    await platform.call('/api/SiteMsg/DialogList', {}, { withoutToken: true });
    await platform.call('/api/SiteMsg/GetGameList2?', {}, { casualGame: true });
    await platform.call('/api/order/detail?orderId=7', { x: '1' });
    const [dialogs, casual, detail] = seen.slice(-3);
    expect([dialogs?.query.has('tk'), dialogs?.query.has('mid')]).toEqual([false, false]);
    expect(casual?.query.get('company')).toBe('casualgame');
    expect([detail?.path, detail?.query.get('orderId'), detail?.query.get('x')]).toEqual(['/api/order/detail', '7', '1']);
  });
  it('a refusal has the server’s status and words, and no toast of its own', async () => {
    const { platform, toasts } = await player({ server: { [BET]: () => ({ status: STATUS.insufficientFunds, msg: '余额不足' }) } });
    expect(await platform.call(BET, {}, bet)).toEqual({ ok: false, status: 5, msg: '余额不足', inDoubt: false });
    expect(toasts).toEqual([]);
  });
  it.each<[string, Reply]>([
    ['a lost connection', 'drop'],
    ['an error page', { raw: '<html>502</html>', http: 502 }],
    ['something that is no envelope', { raw: '[1]', http: 200 }],
  ])('%s is reported with code 1, once for all that fail together', async (_name, reply) => {
    const { platform, toasts, clock } = await player({ server: { '/api/order/list': () => reply } });
    const results = await Promise.all([
      platform.call('/api/order/list'),
      platform.call('/api/order/list'),
      platform.call('/api/order/list', {}, { quiet: true }),
    ]);
    for (const result of results) expect(result).toEqual({ ok: false, status: -1, msg: TIMEOUT_TEXT, inDoubt: false });
    expect(toasts).toEqual([{ text: TIMEOUT_TEXT, ms: 2_000 }]);
    clock.advance(2_000);
    await platform.call('/api/order/list');
    expect(toasts).toHaveLength(2);
  });
  it.each([
    ['/api/order/list', 20_000],
    ['/api/lottery/LaunchUrl', 10_000],
    ['/api/SystemConfig/GetKFUrl', 10_000],
    ['/api/SystemConfig/GetIP', 10_000],
  ])('%s waits %i ms', async (path, ms) => {
    const { platform, clock, toasts } = await player({ server: { [path.toLowerCase()]: () => 'hang' } });
    const result = vi.fn();
    void platform.call(path).then(result);
    await settle();
    clock.advance(ms - 1);
    await settle();
    expect(result).not.toHaveBeenCalled();
    clock.advance(1);
    await settle();
    expect(result).toHaveBeenCalledWith({ ok: false, status: -1, msg: TIMEOUT_TEXT, inDoubt: false });
    expect(toasts).toEqual([{ text: TIMEOUT_TEXT, ms: 2_000 }]);
  });
  it('without a method that exists is said, and not sent', async () => {
    const { platform, seen, toasts } = await player();
    const before = seen.length;
    expect(await platform.call('/x', {}, { method: 'PUT' as never })).toMatchObject({ ok: false, status: -1 });
    expect([seen.length - before, toasts.length]).toEqual([0, 1]);
  });
  it('reads the server’s clock before the first signature, and again after a refused one', async () => {
    const ahead = 3_600_000;
    let refusals = 0;
    const { platform, seen, clock } = world({
      serverNow: () => ({ now: START + ahead + refusals * 7_200_000, speed: 1 }),
      server: {
        '/api/account/weblogin': ({ query }) => {
          if (refusals === 0) {
            refusals += 1;
            return { status: STATUS.badSignature, msg: '时间不对' };
          }
          expect(query.get('t')).toBe(String((START + ahead + 7_200_000) / 1000));
          return { status: 0, models: { token: 't', user: demoUser, balanceFen: 1 } };
        },
      },
    });
    expect(await platform.login('demo', 'demo1234')).toEqual({ ok: true, msg: '' });
    const logins = seen.filter(({ path }) => path === '/api/account/weblogin');
    expect(logins.map(({ query }) => query.get('t'))).toEqual([String((START + ahead) / 1000), String((START + ahead + 7_200_000) / 1000)]);
    expect(new Set(logins.map(({ query }) => query.get('n'))).size).toBe(2);
    expect(platform.now() - clock.now()).toBe(ahead + 7_200_000);
  });
  it('a signature refused twice is a refusal', async () => {
    const { platform, seen } = world({ server: { '/api/account/weblogin': () => ({ status: STATUS.badSignature, msg: '签名不对' }) } });
    expect(await platform.login('a', 'b')).toEqual({ ok: false, status: STATUS.badSignature, msg: '签名不对' });
    expect(seen.filter(({ path }) => path === '/api/account/weblogin')).toHaveLength(2);
  });
});
