/**
 * Follow-betting (跟单) on the embedded database and on PostgreSQL: releasing, secrecy, following, the commission and standing rules.
 * server/social/copy-betting/SPEC.md numbers the laws; those of lists and ranks are in follow-ranks.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FollowersModels, FollowListModels, FollowRuleModels, FollowRunsModels, SportOrderModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { runNextRule } from '../../../server/social/copy-betting/rule-runs.ts';
import { releaseSubject } from '../../../server/social/copy-betting/subject.ts';
import type { SportVersion } from '../../../server/sports/versions.ts';
import type { Client } from '../support/client.ts';
import { followBet, releaseBet, releaseDetail } from '../support/follow.ts';
import { followStage } from '../support/follow-stage.ts';
import type { TestServer } from '../support/server.ts';
import { databaseKinds } from '../support/sport-stage.ts';
import { betOn, changeOffer, endMatch, ODDS, score, sportOf, ticketOn } from '../support/sports.ts';

describe.each(databaseKinds())('on %s', (home) => {
  let server: TestServer;
  let context: Services;
  let jczq: SportVersion;
  const { ask, matches, settle, player, balance, released, list } = followStage(home, (stage) => {
    ({ server, context, jczq } = stage);
  });

  it('[W1] a bet is released, followed by another at his own multiplier, and the commission is a share of the profit', async () => {
    const [owner, fan] = [await player(), await player()];
    const [a = '', b = ''] = await matches(2);
    const answer = await releaseBet(owner, jczq, [a, b], { commission: 10, text: '看好主队' });
    expect(answer).toMatchObject({ status: STATUS.ok, models: { amountFen: 20_000 } });
    const id = answer.models.releaseId as string;
    expect((await list(fan)).find(({ releaseId }) => releaseId === id)).toMatchObject({
      text: '看好主队',
      gameName: '竞彩足球',
      playNames: '胜平负',
      passNames: '2串1',
      matches: 2,
      stakeFen: 20_000,
      unitFen: 200,
      minFollowFen: 200,
      expected: '3.42',
      commission: 10,
      security: 2,
      status: 'open',
      mine: false,
    });
    const followed = await followBet(fan, id, { times: 10 });
    expect(followed, followed.msg).toMatchObject({
      status: STATUS.ok,
      models: { amountFen: 2_000, maxFen: 6_840, legs: [], minFen: null },
    });
    expect((await releaseDetail(fan, id)).models).toMatchObject({
      followers: 1,
      followedFen: 2_000,
      followed: [{ fen: 2_000, status: 'pending' }],
    });
    const before = [await balance(owner), await balance(fan)];
    for (const match of [a, b]) await endMatch(context.database, match, score([1, 0]));
    await settle();
    // The follower: 6,840 of prize on 2,000, of the 4,840 of profit a tenth.
    expect([(await balance(owner)) - (before[0] ?? 0), (await balance(fan)) - (before[1] ?? 0)]).toEqual([68_400 + 484, 6_840 - 484]);
    expect((await releaseDetail(owner, id)).models).toMatchObject({
      status: 'won',
      prizeFen: 68_400,
      profitFen: 48_400,
      commissionFen: 484,
    });
    const { items } = (await fan.get<FollowListModels>('/api/order/QueryFollowOrderList')).models;
    expect(items).toMatchObject([{ fen: 2_000, prizeFen: 6_356, commissionFen: 484, status: 'won', times: 10 }]);
    const own = (await owner.get<FollowListModels>('/api/order/QueryFollowOrderList', { scope: 'releases', status: 'settled' })).models
      .items;
    expect(own).toMatchObject([{ commissionFen: 484, prizeFen: 68_400, fen: 20_000 }]);
    const who = (await owner.get<FollowersModels>('/api/order/QueryReleaseFollowList', { releaseId: id })).models.items;
    expect(who).toMatchObject([{ fen: 2_000, prizeFen: 6_356, mine: false }]);
    expect((await fan.get<SportOrderModels>('/api/order/detail', { orderId: followed.models.orderId })).models).toMatchObject({
      prizeFen: 6_356,
      follows: { releaseId: id, commissionFen: 484 },
    });
  });

  it('[W2] no profit, no commission: a loss, a stake given back, and what void legs leave', async () => {
    const [owner, fan] = [await player(), await player()];
    const [a = '', b = '', c = ''] = await matches(3);
    const lost = await released(owner, [a], { commission: 10 });
    const back = await released(owner, [b, c], { commission: 10 });
    for (const id of [lost, back]) expect((await followBet(fan, id)).status).toBe(STATUS.ok);
    await endMatch(context.database, a, score([0, 1]));
    for (const match of [b, c]) await endMatch(context.database, match, { void: true });
    await settle();
    const rows = await ask<{ n: number }>(`SELECT count(*)::int AS n FROM movements WHERE user_id = $1 AND kind = 'followCommission'`, [
      owner.userId,
    ]);
    expect(rows[0]?.n).toBe(0);
    expect((await releaseDetail(owner, back)).models).toMatchObject({ status: 'cancelled', commissionFen: 0 });
    expect(await ask('SELECT orders, hits FROM release_stats WHERE user_id = $1 AND day = 0', [owner.userId])).toEqual([
      { orders: 1, hits: 0 },
    ]);
  });

  it('[W3] a correction moves prize and commission; what the releaser does not hold any more is written off, and owed', async () => {
    const [owner, fan] = [await player(), await player()];
    const [a = ''] = await matches(1);
    const id = await released(owner, [a], { commission: 10 });
    await followBet(fan, id, { times: 1_000 });
    await endMatch(context.database, a, score([1, 0]));
    await settle();
    const figures = async () =>
      (
        await ask<{ commission: number; off: number; total: number; status: string; hits: number }>(
          `SELECT f.commission_fen AS commission, f.written_off AS off, r.commission_fen AS total, r.status, s.hits
             FROM releases r JOIN follows f ON f.release_id = r.id JOIN release_stats s ON s.user_id = r.user_id AND s.day = 0 WHERE r.id = $1`,
          [id],
        )
      )[0];
    const commission = (370 - 200) * 1_000 * 0.1;
    expect(await figures()).toEqual({ commission, off: 0, total: commission, status: 'won', hits: 1 });
    // The releaser has spent nearly all of it.
    const left = 500;
    await ask(`SELECT post($1, 'withdrawRequest', 'wallet', 'held', $2, 'request', NULL)`, [owner.userId, (await balance(owner)) - left]);
    const correct = async (result: object) => {
      const [row] = await ask<{ id: number }>(`SELECT propose_correction($1, $2::jsonb, 'test', 'a', 'one') AS id`, [
        a,
        JSON.stringify(result),
      ]);
      await ask(`SELECT sign_correction($1, 'b', 'two')`, [row?.id]);
      await settle();
    };
    await correct(score([0, 1]));
    const after = await figures();
    expect(after).toMatchObject({ commission: 0, total: 0, status: 'lost', hits: 0 });
    expect(await balance(owner)).toBe(0);
    await correct(score([2, 0]));
    expect(await figures()).toEqual({ commission, off: 0, total: commission, status: 'won', hits: 1 });
  });

  it('[W4] only its player gets the plan before the first match stops, in any call; then everybody does', async () => {
    const [owner, fan, stranger] = [await player(), await player(), await player()];
    const [a = '', b = ''] = await matches(2, { home: 'cc', away: 'dd' });
    const id = await released(owner, [a, b]);
    const key = randomUUID();
    const placed = await followBet(fan, id, { key });
    const orderId = placed.models.orderId;
    const planOf = async (who: Client) => {
      const answers: unknown[] = [
        await releaseDetail(who, id),
        await who.get('/api/order/QueryReleaseFollowList', { releaseId: id }),
        await who.get('/api/order/QueryFollowOrderList'),
        await who.get('/api/order/detail', { orderId }),
        await who.get('/api/order/list', { kind: 'sport' }),
        await who.get('/api/order/outcome', { key }),
        await who.get('/api/fund/list'),
        await who.get('/api/order/OrderMatches'),
        await releaseSubject.rows(context, { owner: owner.userId, asker: who.userId, cursor: undefined, size: 20 }),
        await releaseSubject.rows(context, { owner: fan.userId, asker: who.userId, cursor: undefined, size: 20 }),
        await followBet(who, id, { times: 10_000_000 }),
        await followBet(who, id, { oddsVersion: 'other' }),
        placed,
      ];
      for (const path of ['queryFDList', 'queryFDRecommend', 'QueryOKamiReleaseOrderList', 'QueryAttentionUserFollowOrderList'])
        answers.push(await list(who, path));
      await changeOffer(context.database, 'jczq', a, `suspended = '停售'`);
      answers.push(await followBet(who, id, { oddsVersion: 'other' }), await releaseDetail(who, id));
      await changeOffer(context.database, 'jczq', a, 'suspended = NULL');
      const code = (await ask<{ code: string }>('SELECT code FROM offers WHERE match_id = $1', [a]))[0]?.code ?? '';
      return [`"${a}"`, `"${b}"`, code, 'CC 队'].filter((secret) => JSON.stringify(answers).includes(secret));
    };
    expect(await planOf(fan)).toEqual([]);
    expect(await planOf(stranger)).toEqual([]);
    expect((await releaseDetail(owner, id)).models).toMatchObject({ plan: { legs: [{ match: a, home: 'CC 队' }, { match: b }] } });
    expect((await fan.get<SportOrderModels>('/api/order/detail', { orderId })).models).toMatchObject({ legs: [], passNames: '2串1' });
    // The stop of its first match by the clock of the database.
    await ask('UPDATE releases SET stops_at = caipu_now_ms() WHERE id = $1', [id]);
    for (const who of [fan, stranger])
      expect((await releaseDetail(who, id)).models).toMatchObject({ plan: { legs: [{ match: a }, { match: b }] } });
    expect((await fan.get<SportOrderModels>('/api/order/detail', { orderId })).models.legs).toMatchObject([{ match: a }, { match: b }]);
  });

  it('[W5] all players see a public plan; only followers see one of the second secrecy', async () => {
    const [owner, fan, stranger] = [await player(), await player(), await player()];
    const [a = ''] = await matches(1);
    const open = await released(owner, [a], { security: 0 });
    const joined = await released(owner, [a], { security: 1 });
    expect((await releaseDetail(server.client(), open)).models).toMatchObject({ plan: { legs: [{ match: a }] } });
    expect((await followBet(fan, joined)).models.legs).toMatchObject([{ match: a }]);
    expect((await releaseDetail(fan, joined)).models.plan).not.toBeNull();
    expect((await releaseDetail(stranger, joined)).models).toMatchObject({ plan: null });
  });

  it('[W6] the player confirms changed odds, or they are taken, as he chose; he always confirms a changed handicap; none is taken silently', async () => {
    const [owner, fan] = [await player(), await player()];
    const [a = '', b = ''] = await matches(2);
    const id = await released(owner, [a, b]);
    const shown = (await releaseDetail(fan, id)).models.offer;
    const odds = { ...ODDS, BRQSPF: { ...ODDS.BRQSPF, '3': '1.50' } };
    await changeOffer(context.database, 'jczq', a, 'odds = $3::jsonb', [JSON.stringify(odds)]);
    const followAnswer = await followBet(fan, id, { oddsVersion: shown?.oddsVersion ?? '' });
    expect(followAnswer).toMatchObject({
      http: 409,
      status: STATUS.descriptionChanged,
      models: { maxFen: 5_550 },
      msg: '赔率已变化，请确认后再跟单',
    });
    expect(await balance(fan)).toBe(100_000_00 + 1_000_000);
    const again = await followBet(fan, id, { oddsVersion: (followAnswer.models as unknown as { oddsVersion: string }).oddsVersion });
    expect(again).toMatchObject({ status: STATUS.ok, models: { maxFen: 5_550 } });
    await changeOffer(context.database, 'jczq', a, 'odds = $3::jsonb', [JSON.stringify(ODDS)]);
    expect(await followBet(fan, id, { oddsVersion: 'older', oddsPolicy: 'any' })).toMatchObject({
      status: STATUS.ok,
      models: { maxFen: 6_840 },
    });
  });

  it('[W7] what cannot be released is refused in words', async () => {
    const owner = await player();
    const [a = ''] = await matches(1);
    const refused = async (wish: Parameters<typeof releaseBet>[3]) => {
      const answer = await releaseBet(owner, jczq, [a], wish);
      expect(answer.status).not.toBe(STATUS.ok);
      return answer.msg;
    };
    expect(await refused({ multiplier: 99 })).toBe('发单的投注金额至少 200.00 元，请增加倍数');
    expect(await refused({ text: '稳赚不赔' })).toBe('宣言不能含有“稳赚”，请修改');
    expect(await refused({ text: '字'.repeat(51) })).toBe('宣言最多 50 字');
    expect(await refused({ commission: 11 })).toContain('commission');
    expect(await refused({ minFollowFen: 100 })).toBe('起跟金额至少为 1 倍的金额 2.00 元');
    const [week = ''] = await matches(1, { game: 'bjdc', singles: ['SPF'] });
    const bjdc = sportOf(context.sports, 'bjdc');
    const ticket = ticketOn('bjdc', { [week]: { SPF: { '3': '1.80' } } }, ['1_1'], { multiplier: 100 });
    const answer = await owner.post('/api/lottery/bet_jc', {
      ticket: JSON.stringify(ticket),
      hash: bjdc.hash,
      amountFen: '20000',
      release: '1',
    });
    expect(answer).toMatchObject({ status: STATUS.disabled, msg: '北京单场不能发单' });
    await ask(`INSERT INTO profiles (user_id, allow_follow) VALUES ($1, false) ON CONFLICT (user_id) DO UPDATE SET allow_follow = false`, [
      owner.userId,
    ]);
    expect(await refused({})).toBe('您已关闭“允许他人跟单”，请在资料中打开后再发单');
    expect(await ask('SELECT 1 FROM releases WHERE user_id = $1', [owner.userId])).toEqual([]);
    expect(await balance(owner)).toBe(100_000_00 + 1_000_000);
  });

  it('[W8] a withdrawn, stopped or own release is not followed; one key is one bet', async () => {
    const [owner, fan] = [await player(), await player()];
    const [a = '', b = ''] = await matches(2);
    const id = await released(owner, [a]);
    expect(await followBet(owner, id, { oddsVersion: 'x' })).toMatchObject({ status: STATUS.invalid, msg: '不能跟自己的宝单' });
    const key = randomUUID();
    const { oddsVersion = '' } = (await releaseDetail(fan, id)).models.offer ?? {};
    const answers = await Promise.all(Array.from({ length: 20 }, () => followBet(fan, id, { key, oddsVersion })));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.status).toBe(STATUS.ok);
    expect(await balance(fan)).toBe(100_000_00 + 1_000_000 - 2_000);
    expect(await fan.post('/api/order/WithdrawRelease', { releaseId: id })).toMatchObject({ http: 404, status: STATUS.notFound });
    expect(await owner.post('/api/order/WithdrawRelease', { releaseId: id })).toMatchObject({
      status: STATUS.ok,
      models: { followers: 1 },
    });
    expect(await followBet(fan, id, { oddsVersion })).toMatchObject({
      http: 409,
      status: STATUS.stateChanged,
      models: { status: 'withdrawn' },
      msg: '宝单已撤回，不能再跟单',
    });
    // What was answered under a key stays answered.
    expect((await followBet(fan, id, { key, oddsVersion })).status).toBe(STATUS.ok);
    expect((await list(fan)).some(({ releaseId }) => releaseId === id)).toBe(false);
    const later = await released(owner, [b]);
    await ask('UPDATE releases SET stops_at = caipu_now_ms() WHERE id = $1', [later]);
    expect(await followBet(fan, later, { oddsVersion })).toMatchObject({ http: 409, status: STATUS.issueClosed });
    expect(await followBet(fan, randomUUID(), { oddsVersion })).toMatchObject({ http: 404, status: STATUS.notFound });
  });

  describe('standing rules', () => {
    const edit = (who: Client, target: Client, more: Record<string, string> = {}) =>
      who.get<FollowRuleModels>(
        '/api/order/editReleaseOrderFollowRule',
        { ruleId: randomUUID(), who: String(target.userId), on: '1', fen: '1000', times: '10', ...more },
        { signed: true, headers: { 'idempotency-key': randomUUID() } },
      );
    const run = async () => {
      while (await runNextRule(context));
    };
    const runs = async (who: Client) => (await who.get<FollowRunsModels>('/api/order/QueryFollowRuleRuns')).models.items;

    it('[W12] each rule bets once on a release, in the order of subscription, or says why not', async () => {
      const owner = await player();
      const [rich, poor, picky, capped, small, excluded, late] = [
        await player(),
        await player(),
        await player(),
        await player(),
        await player(),
        await player(),
        await player(),
      ];
      const ruleId = randomUUID();
      for (const answer of [
        await edit(rich, owner, { ruleId }),
        await edit(poor, owner, { fen: '100000' }),
        await edit(picky, owner, { minOdds: '9.00' }),
        await edit(capped, owner, { fen: '1000', dayMaxFen: '1000' }),
        await edit(small, owner, { fen: '100' }),
        await edit(excluded, owner),
      ])
        expect(answer, answer.msg).toMatchObject({ status: STATUS.ok });
      await ask(`SELECT post($1, 'withdrawRequest', 'wallet', 'held', $2, 'request', NULL)`, [poor.userId, (await balance(poor)) - 50_000]);
      await ask(
        `INSERT INTO limited_players (user_id, utc_offset_ms, block, blocked_at, blocked_until) VALUES ($1, 0, 'break', 0, caipu_now_ms() + 1000000)`,
        [excluded.userId],
      );
      const [a = '', b = ''] = await matches(2);
      const id = await released(owner, [a]);
      await edit(late, owner);
      await run();
      const detail = (await releaseDetail(rich, id)).models;
      expect(detail).toMatchObject({ followers: 2, followedFen: 2_000, followed: [{ fen: 1_000 }] });
      const order = await ask<{ user_id: number }>('SELECT user_id FROM follows WHERE release_id = $1 ORDER BY order_id', [id]);
      expect(order.map(({ user_id }) => user_id)).toEqual([rich.userId, capped.userId]);
      const ruleResults = async (who: Client) => (await runs(who)).map(({ result, text }) => [result, text]);
      expect(await ruleResults(rich)).toEqual([['done', '已跟 5 倍']]);
      expect(await ruleResults(poor)).toEqual([['funds', '余额不足']]);
      expect(await ruleResults(picky)).toEqual([['return', '预期回报 1.85 低于设定的 9.00']]);
      expect(await ruleResults(small)).toEqual([['amount', '每倍 2.00 元，超出每单金额 1.00 元']]);
      expect((await ruleResults(excluded))[0]?.[0]).toBe('limit');
      expect(await ruleResults(late)).toEqual([]);
      expect(await balance(excluded)).toBe(100_000_00 + 1_000_000);
      // The next release includes the player that made his rule later. It leaves out the player that has reached his limit of the day.
      const next = await released(owner, [b]);
      await run();
      expect((await ruleResults(capped))[0]).toEqual(['day', '已达设定的每日上限']);
      expect((await releaseDetail(late, next)).models.followed).toMatchObject([{ fen: 1_000 }]);
      // Nothing runs twice.
      await ask('UPDATE release_jobs SET done_at = done_at');
      await run();
      expect((await releaseDetail(rich, next)).models.followed).toHaveLength(1);
      // A rule that is on goes on counting: with as many times as it has placed it would never end.
      for (const times of ['1', '2'])
        expect(await edit(rich, owner, { ruleId, times })).toMatchObject({ status: STATUS.invalid, msg: '已跟 2 单，次数须大于 2' });
      const [rule] = (await rich.get<{ items: FollowRuleModels[] }>('/api/order/queryReleaseOrderFollowRuleList')).models.items;
      expect(rule).toMatchObject({ ruleId, times: 10, done: 2, spentFen: 2_000, place: 1, on: true });
      // Nobody is kept from switching it off, and it never says that it placed more than it was to.
      expect(await edit(rich, owner, { ruleId, times: '1', on: '0' })).toMatchObject({
        status: STATUS.ok,
        models: { times: 2, done: 2, on: false },
      });
    });

    it('[W13] a rule ends when its orders are placed, after 60 days without one, and with a self-exclusion', async () => {
      const [owner, fan, excluded] = [await player(), await player(), await player()];
      await edit(fan, owner, { times: '1' });
      await edit(excluded, owner);
      const [a = ''] = await matches(1);
      await released(owner, [a]);
      expect(await excluded.post('/api/Protection/Pause', { kind: 'exclusion', code: 'halfYear' })).toMatchObject({ status: STATUS.ok });
      await run();
      const ruleOf = async (who: Client) =>
        (await who.get<{ items: FollowRuleModels[] }>('/api/order/queryReleaseOrderFollowRuleList')).models.items[0];
      expect(await ruleOf(fan)).toMatchObject({ on: false, done: 1, ended: '已跟完 1 单' });
      expect(await ruleOf(excluded)).toMatchObject({ on: false, done: 0, ended: '自我排除' });
      expect(await edit(excluded, owner, { ruleId: (await ruleOf(excluded))?.ruleId ?? '' })).toMatchObject({
        status: STATUS.limitReached,
      });
    });

    it('[W14] what cannot be a rule is refused in words', async () => {
      const [owner, fan] = [await player(), await player()];
      const words = async (more: Record<string, string>) => (await edit(fan, owner, more)).msg;
      expect(await words({ who: String(fan.userId) })).toBe('不能定制自己');
      expect(await words({ who: '99999999' })).toBe('彩友不存在');
      expect(await words({ fen: '50' })).toBe('每单金额须为 1.00–10000.00 元');
      expect(await words({ dayMaxFen: '500' })).toContain('每日上限不能小于每单金额');
      expect(await words({ plays: 'ssq' })).toBe('没有可以跟单的彩种 ssq');
      expect((await edit(fan, owner)).status).toBe(STATUS.ok);
      expect(await words({})).toBe('已定制该彩友，可直接修改原定制');
    });
  });

  it('an order that is no release tells of none', async () => {
    const owner = await player();
    const [a = ''] = await matches(1);
    const { models } = await betOn(owner, jczq, ticketOn('jczq', { [a]: { BRQSPF: { '3': '1.85' } } }, ['1_1']));
    expect(models).not.toHaveProperty('releaseId');
    expect((await list(owner)).some(({ mine }) => mine)).toBe(false);
  });
});
