import { describe, expect, it, vi } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import { player, type Reply, START, settle, demoUser } from './world.ts';

const BET = '/api/lottery/bet_szc';
const OUTCOME = '/api/order/outcome';
const bet = { method: 'POST', idempotencyKey: 'key-1' } as const;
const order = { orderId: 'o1', balanceFen: 999_800 };

describe('a bet in doubt', () => {
  const RECORD = 'caipu.submission.10001.slip/ssq';
  const slip = { call: BET, params: { ticket: '{}' } };
  const recordOf = (local: { getItem(key: string): string | null }) => JSON.parse(local.getItem(RECORD) ?? 'null');
  const outcomeOf = (submitted: Promise<unknown>) => {
    const result = vi.fn();
    void submitted.then(result);
    return result;
  };

  it('its key is in storage before the request leaves, and another one after the answer', async () => {
    const { platform, log, local, seen } = await player({ server: { [BET]: () => ({ status: 0, models: order }) } });
    platform.submissions.of('slip/ssq');
    log.length = 0;
    expect(await platform.submissions.submit('slip/ssq', slip)).toEqual({ state: 'accepted', models: order, msg: '' });
    expect(log).toEqual([`set ${RECORD}`, `send ${BET}`, `set ${RECORD}`]);
    const key = seen.at(-1)?.headers['Idempotency-Key'];
    expect(key).toMatch(/^[0-9a-f]{32}-[0-9a-z]+$/);
    expect([recordOf(local).sent, recordOf(local).key === key]).toEqual([undefined, false]);
    expect(platform.session.balanceFen).toBe(999_800);
  });
  it('a refusal in so many words leaves no doubt', async () => {
    const { platform, local, seen } = await player({ server: { [BET]: () => ({ status: STATUS.issueClosed, msg: '已截止' }) } });
    expect(await platform.submissions.submit('slip/ssq', slip)).toEqual({ state: 'refused', status: 4, msg: '已截止' });
    expect([seen.some(({ path }) => path === OUTCOME), recordOf(local).sent]).toEqual([false, undefined]);
  });
  it('the answer comes while the browser leaves the page: it is not heard, unless the page stays after all', async () => {
    let leave = (): void => {};
    const { platform, clock, local } = await player({
      server: { [BET]: () => ({ status: 0, models: order }) },
      environment: { onLeave: (listener) => void (leave = listener) },
    });
    leave();
    const result = outcomeOf(platform.submissions.submit('slip/ssq', slip));
    await settle();
    clock.advance(9_999);
    await settle();
    // The next page finds this record, and asks.
    expect([recordOf(local).sent?.call, result.mock.calls]).toEqual([BET, []]);
    clock.advance(1);
    await settle();
    expect([recordOf(local).sent, result.mock.calls]).toEqual([undefined, [[{ state: 'accepted', models: order, msg: '' }]]]);
  });
  it.each<[string, Reply]>([
    ['landed', { status: 0, models: { state: 'done', httpStatus: 200, answer: { status: 0, models: order, msg: '' } } }],
    ['lost', { status: 0, models: { state: 'unknown' } }],
  ])('times out, is asked about until the server answers: %s', async (state, reply) => {
    let answers: Reply = 'drop';
    const { platform, clock, seen, local, toasts } = await player({ server: { [BET]: () => 'hang', [OUTCOME]: () => answers } });
    const result = outcomeOf(platform.submissions.submit('slip/ssq', slip));
    await settle();
    clock.advance(20_000);
    await settle();
    expect(platform.submissions.of('slip/ssq').getSnapshot().value).toEqual({ doubt: 'waiting' });
    expect(toasts, 'whoever shows the submission says it').toEqual([]);
    const outcomeRequests = () => seen.filter(({ path }) => path === OUTCOME).length;
    const sentAt = seen.find(({ path }) => path === BET);
    expect([outcomeRequests(), recordOf(local)]).toEqual([
      1,
      { key: sentAt?.headers['Idempotency-Key'], at: START, sent: { call: BET, method: 'POST', params: { ticket: '{}' } } },
    ]);
    // Nothing else is sent while its outcome is open.
    expect(await platform.submissions.submit('slip/ssq', slip)).toEqual({ state: 'busy' });
    clock.advance(1_000);
    await settle();
    expect(outcomeRequests()).toBe(2);
    answers = reply;
    clock.advance(2_000);
    await settle();
    expect(outcomeRequests()).toBe(3);
    expect(result).toHaveBeenCalledWith(
      state === 'landed' ? { state: 'accepted', models: order, msg: '' } : { state: 'refused', status: -1, msg: '' },
    );
    expect(seen.filter(({ path }) => path === BET)).toHaveLength(1);
    expect(recordOf(local).sent).toBeUndefined();
    // The wallet is read again when, and only when, the bet was placed after all.
    expect(seen.filter(({ path }) => path === '/api/UserCenter/QueryProfileList')).toHaveLength(state === 'landed' ? 1 : 0);
    clock.advance(600_000);
    await settle();
    expect(outcomeRequests()).toBe(3);
  });
  it.each([
    ['an internal error of the server', STATUS.internal],
    ['a key that was used for something else', STATUS.keyConflict],
  ])('%s is a doubt too', async (_name, status) => {
    const { platform, seen } = await player({
      server: { [BET]: () => ({ status, msg: '内部错误' }), [OUTCOME]: () => ({ status: 0, models: { state: 'unknown' } }) },
    });
    expect(await platform.submissions.submit('slip/ssq', slip)).toEqual({ state: 'refused', status: -1, msg: '' });
    const sent = seen.find(({ path }) => path === BET);
    expect(seen.at(-1)?.query.get('key')).toBe(sent?.headers['Idempotency-Key']);
  });
  it.each<[string, Reply]>([
    ['no state', { status: 0, models: {} }],
    ['done without an answer', { status: 0, models: { state: 'done' } }],
    ['nothing', { status: 0, models: null }],
  ])('an outcome that says %s is asked for again', async (_name, reply) => {
    const { platform } = await player({ server: { [BET]: () => 'drop', [OUTCOME]: () => reply } });
    void platform.submissions.submit('slip/ssq', slip);
    await settle();
    expect(platform.submissions.of('slip/ssq').getSnapshot().value).toEqual({ doubt: 'waiting' });
  });
  it('a page loaded again asks about the keys of its account, and of no other', async () => {
    const record = (key: string) => JSON.stringify({ key, at: START, sent: { call: BET, method: 'POST', params: {} } });
    const { platform, seen, local } = await player({
      local: { [RECORD]: record('mine'), 'caipu.submission.10002.slip/ssq': record('other') },
      server: { [OUTCOME]: () => ({ status: 0, models: { state: 'unknown' } }) },
    });
    platform.submissions.of('slip/ssq');
    await settle();
    expect(seen.filter(({ path }) => path === OUTCOME).map(({ query }) => query.get('key'))).toEqual(['mine']);
    expect(local.getItem('caipu.submission.10002.slip/ssq')).toBe(record('other'));
  });
  it('only the account that sent it asks: another one would get the answer that nothing is known', async () => {
    let mid = '10001';
    const { platform, seen, clock, local } = await player({
      server: {
        [BET]: () => 'drop',
        [OUTCOME]: () => (mid === '10001' ? 'drop' : { status: 0, models: { state: 'unknown' } }),
        '/api/account/weblogin': () => ({ status: 0, models: { token: `token-${mid}`, user: { ...demoUser, Mid: mid }, balanceFen: 1 } }),
        '/api/usercenter/queryprofilelist': () => ({ status: 0, models: { user: { ...demoUser, Mid: mid }, balanceFen: 1 } }),
      },
    });
    void platform.submissions.submit('slip/ssq', slip);
    await settle();
    const { key } = recordOf(local);
    const outcomeRequests = () => seen.filter(({ path }) => path === OUTCOME).length;
    const before = outcomeRequests();
    platform.logout();
    mid = '10002';
    await platform.login('other', 'x');
    // In steps shorter than any time-out, so that a request of one step is answered in the next.
    for (let step = 0; step < 10; step++) {
      clock.advance(3_000);
      await settle();
    }
    expect([outcomeRequests() - before, recordOf(local).key, recordOf(local).sent.call]).toEqual([0, key, BET]);
    expect(platform.submissions.of('slip/ssq').getSnapshot().value).toBe('idle');
    mid = '10001';
    platform.logout();
    await platform.login('demo', 'demo1234');
    await settle();
    expect([outcomeRequests() - before, seen.findLast(({ path }) => path === OUTCOME)?.query.get('key')]).toEqual([1, key]);
  });
  it('asks at once when the network is back', async () => {
    let down = true;
    const { platform, seen, wake } = await player({
      server: { [BET]: () => 'drop', [OUTCOME]: () => (down ? 'drop' : { status: 0, models: { state: 'unknown' } }) },
    });
    const result = outcomeOf(platform.submissions.submit('slip/ssq', slip));
    await settle();
    down = false;
    wake();
    await settle();
    expect(seen.filter(({ path }) => path === OUTCOME)).toHaveLength(2);
    expect(result).toHaveBeenCalledWith({ state: 'refused', status: -1, msg: '' });
  });
  it('what another tab finds out is asked for at once', async () => {
    let down = true;
    const { platform, seen, elsewhere } = await player({
      server: { [BET]: () => 'drop', [OUTCOME]: () => (down ? 'drop' : { status: 0, models: { state: 'unknown' } }) },
    });
    void platform.submissions.submit('slip/ssq', slip);
    await settle();
    down = false;
    elsewhere(RECORD, '{}');
    await settle();
    expect(seen.filter(({ path }) => path === OUTCOME)).toHaveLength(2);
  });
  it('only a request that changes something is in doubt after no answer', async () => {
    const { platform } = await player({ server: { '/api/order/list': () => 'drop', [BET]: () => 'drop' } });
    expect(await platform.call('/api/order/list')).toMatchObject({ ok: false, status: -1, inDoubt: false });
    expect(await platform.call(BET, {}, { method: 'POST' })).toMatchObject({ ok: false, status: -1, inDoubt: true });
    expect(await platform.call(BET, {}, bet)).toMatchObject({ ok: false, status: -1, inDoubt: true });
  });
});
