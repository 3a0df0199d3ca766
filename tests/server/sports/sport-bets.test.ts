/**
 * Bets on matches on the embedded database and on PostgreSQL: search of a match, sales and refusals, payments. Pools of issues and
 * difficult settlements are in sport-settlement.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { MatchAnalysisModels, OpenOrdersModels, OrderListModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import type { SportVersion } from '../../../server/sports/versions.ts';
import type { TestServer } from '../support/server.ts';
import { databaseKinds, sportOrder, sportStage } from '../support/sport-stage.ts';
import { betDraft, betOn, changeOffer, draftOn, endMatch, ODDS, twoLegTicket, score, sportOf, ticketOn } from '../support/sports.ts';

describe.each(databaseKinds())('on %s', (home) => {
  let server: TestServer;
  let context: Services;
  let jczq: SportVersion;
  const { ask, matches, settle, balance } = sportStage(home, (stage) => {
    ({ server, context, jczq } = stage);
  });

  it('an order lists its picks as the game prints them, each with the handicap that it was sold with', async () => {
    const player = await server.client().register();
    const [a = '', b = ''] = await matches(2);
    const mixed = { SPF: { '0': '1.80' }, BRQSPF: { '0': '3.60', '3': '1.85' } };
    const ticket = ticketOn('jczq', { [a]: mixed, [b]: { BRQSPF: { '3': '1.85' } } }, ['2_1']);
    const { models } = await betOn(player, jczq, ticket, { amountFen: 600 });
    const [leg] = (await sportOrder(player, models.orderId)).legs;
    expect(leg?.picks.map(({ playName, number, name }) => [playName, number, name])).toEqual([
      ['胜平负', undefined, '胜'],
      ['胜平负', undefined, '负'],
      ['让球胜平负', '−1', '让负'],
    ]);
  });

  it('a pass is sold, waits, is won, and is paid once', async () => {
    const player = await server.client().register();
    const [a = '', b = ''] = await matches(2);
    const answer = await betOn(player, jczq, twoLegTicket([a, b]));
    expect(answer).toMatchObject({ status: STATUS.ok, models: { bets: 1, amountFen: 200, balanceFen: 999_800, minFen: 666, maxFen: 666 } });
    expect(answer.models.legs).toMatchObject([
      { match: a, picks: { BRQSPF: { '3': '1.85' } } },
      { match: b, numbers: { handicap: '-1' }, picks: { SPF: { '0': '1.80' } } },
    ]);
    const { orderId } = answer.models;
    expect((await player.get<OpenOrdersModels>('/api/order/open')).models).toMatchObject({ count: 1, stakeFen: 200 });

    await endMatch(context.database, a, score([2, 1]));
    await settle();
    expect(await sportOrder(player, orderId)).toMatchObject({ status: 'pending', wonLegs: 1, wins: [], matches: 2, passNames: '2串1' });
    await endMatch(context.database, b, score([1, 1]));
    await settle();
    const shown = await sportOrder(player, orderId);
    expect(shown).toMatchObject({
      status: 'won',
      prizeFen: 666,
      wonLegs: 2,
      passes: [{ code: '2_1', name: '2串1' }],
      wins: [{ tier: '2_1', name: '2串1', legs: 2, count: 1, prizeFen: 666 }],
    });
    expect(shown.legs[0]).toMatchObject({
      league: '测试',
      home: 'AA 队',
      measures: { full: [2, 1] },
      picks: [{ playName: '胜平负', name: '胜', odds: '1.85', hit: true }],
    });
    expect(await balance(player)).toBe(999_800 + 666);
    const { items } = (await player.get<OrderListModels>('/api/order/list', { status: 'won', kind: 'sport' })).models;
    expect(items).toMatchObject([{ orderId, kind: 'sport', gameName: '竞彩足球', prizeFen: 666, matches: 2 }]);
    expect((await player.get<OpenOrdersModels>('/api/order/open')).models.count).toBe(0);
    // Settling the same matches again changes nothing.
    await ask('UPDATE sport_settlements SET done_at = NULL, after_user = NULL, after_order = NULL');
    await settle();
    expect(await balance(player)).toBe(999_800 + 666);
    const funds = (await player.get<{ items: { title: string; amountFen: number }[] }>('/api/fund/list')).models.items;
    expect(funds[0]).toMatchObject({ amountFen: 666, subject: '竞彩足球' });
  });

  it('a void leg counts as 1.00, and a bet whose legs are all void gets its price back', async () => {
    const player = await server.client().register();
    const [a = '', b = '', c = '', d = ''] = await matches(4, { singles: ['BRQSPF'] });
    const parlay = (await betOn(player, jczq, twoLegTicket([a, b]))).models.orderId;
    const gone = (await betOn(player, jczq, twoLegTicket([c, d]))).models.orderId;
    const singles = ticketOn('jczq', { [a]: { BRQSPF: { '0': '3.60' } }, [c]: { BRQSPF: { '3': '1.85' } } }, ['1_1'], { multiplier: 3 });
    const mixed = (await betOn(player, jczq, singles)).models.orderId;
    await endMatch(context.database, a, score([3, 0]));
    for (const match of [b, c, d]) await endMatch(context.database, match, { void: true });
    await settle();
    expect(await sportOrder(player, parlay)).toMatchObject({
      status: 'won',
      prizeFen: 370,
      // The void match does not count as a won leg.
      wonLegs: 1,
      legs: [{ code: expect.any(String) }, { void: true, voidText: '比赛延期或取消，该场赔率按 1.00 计算；全部场次无效时退还本金' }],
    });
    expect(await sportOrder(player, gone)).toMatchObject({ status: 'cancelled', prizeFen: 0, refundFen: 200 });
    expect(await sportOrder(player, mixed)).toMatchObject({ status: 'lost', prizeFen: 0, refundFen: 600 });
    expect(await balance(player)).toBe(1_000_000 - 200 - 200 - 1200 + 370 + 200 + 600);
  });

  it('a search for a team finds the page of its match, and the page names both teams', async () => {
    const visitor = server.client();
    const [match = ''] = await matches(1, { startsIn: 61_000 });
    const find = async () =>
      (
        await visitor.get<{ groups: { kind: string; items: { title: string; note: string; to: string }[] }[] }>('/api/SiteMsg/Search', {
          q: 'AA 队',
        })
      ).models.groups
        .find(({ kind }) => kind === 'match')
        ?.items.find(({ to }) => to.includes(match));
    expect(await find()).toMatchObject({
      title: 'AA 队 — BB 队',
      to: `/match/${match}/jczq`,
      note: expect.stringMatching(/ · \d\d-\d\d \d\d:\d\d$/),
    });
    const { models } = await visitor.get<MatchAnalysisModels>('/api/lotteryresult/MatchAnalysis', { game: 'jczq', matchId: match });
    expect(models.match).toMatchObject({ sport: 'football', home: { name: 'AA 队' }, away: { name: 'BB 队' }, state: 'scheduled' });
    await ask(`UPDATE matches SET state = 'first', starts_at = caipu_now_ms() - 60000 WHERE id = $1`, [match]);
    expect(await find()).toMatchObject({ note: expect.stringMatching(/进行中$/) });
    // The search also finds a match that is no longer listed, and one that no game sells.
    await ask(`UPDATE offers SET listed = false WHERE match_id = $1`, [match]);
    expect(await find()).toMatchObject({ to: `/match/${match}/jczq` });
    await ask(`DELETE FROM offers WHERE match_id = $1`, [match]);
    expect(await find()).toMatchObject({ to: `/match/${match}/football` });
    expect((await visitor.get('/api/lotteryresult/MatchAnalysis', { matchId: match })).status).toBe(STATUS.ok);
    await ask(`UPDATE matches SET state = 'finished' WHERE id = $1`, [match]);
    expect(await find()).toBeUndefined();
  });

  it('the support of a match counts the picks of its orders, and a simulated match has a simulated crowd as well', async () => {
    const [a = '', b = ''] = await matches(2);
    const sold: readonly Record<string, string>[] = [{ '3': '1.85' }, { '3': '1.85' }, { '3': '1.85', '0': '3.60' }];
    for (const picks of sold) {
      const player = await server.client().register();
      const ticket = ticketOn('jczq', { [a]: { BRQSPF: picks }, [b]: { SPF: { '0': '1.80' } } }, ['2_1']);
      expect((await betOn(player, jczq, ticket, { amountFen: 200 * Object.keys(picks).length })).status).toBe(STATUS.ok);
    }
    const supportOf = async (matchId: string) => {
      const { models } = await server.client().get<MatchAnalysisModels>('/api/lotteryresult/MatchAnalysis', { game: 'jczq', matchId });
      return models.support;
    };
    expect(await supportOf(a)).toEqual([{ play: 'BRQSPF', orders: 3, shares: { '0': 2_500, '3': 7_500 } }]);
    expect(await supportOf(b)).toEqual([{ play: 'SPF', orders: 3, shares: { '0': 10_000 } }]);
    const [c = ''] = await matches(1);
    expect(await supportOf(c)).toEqual([]);
    const [d = ''] = await matches(1);
    await ask(`UPDATE matches SET source = 'sim' WHERE id = $1`, [d]);
    await ask(`INSERT INTO odds_moves (game, match_id, version, at, odds) SELECT 'jczq', $1, 1, caipu_now_ms(), $2::jsonb`, [
      d,
      JSON.stringify({ BRQSPF: { '3': '1.50', '1': '4.00', '0': '6.00' } }),
    ]);
    const [crowd] = await supportOf(d);
    expect(crowd?.orders).toBeGreaterThanOrEqual(400);
    expect(crowd?.shares['3']).toBeGreaterThan(crowd?.shares['0'] as number);
  });

  it('a play that the result does not decide counts as 1.00, and the answer separates it from a winning pick', async () => {
    const player = await server.client().register();
    const [a = '', b = ''] = await matches(2);
    const ticket = ticketOn('jczq', { [a]: { BQC: { '00': ODDS.BQC['00'] } }, [b]: { BRQSPF: { '3': '1.85' } } }, ['2_1']);
    const { orderId } = (await betOn(player, jczq, ticket)).models;
    // Some imported results have no half-time score.
    await endMatch(context.database, a, { measures: { full: [2, 1] } });
    await endMatch(context.database, b, score([2, 1]));
    await settle();
    const shown = await sportOrder(player, orderId);
    expect(shown).toMatchObject({ status: 'won', prizeFen: 370, wonLegs: 1 });
    expect(shown).not.toHaveProperty('pool');
    expect(shown.legs.map(({ picks }) => picks)).toMatchObject([[{ hit: true, void: true }], [{ hit: true }]]);
    expect(shown.legs[0]?.voidText).toBe('半全场缺少所需赛果，赔率按 1.00 计算');
    expect(shown.legs[1]?.picks[0]).not.toHaveProperty('void');
  });

  describe('odds that moved', () => {
    it.each([
      ['ask', '1.95', STATUS.descriptionChanged],
      ['ask', '1.75', STATUS.descriptionChanged],
      ['any', '1.95', STATUS.ok],
      ['any', '1.75', STATUS.ok],
      ['up', '1.95', STATUS.ok],
      ['up', '1.75', STATUS.descriptionChanged],
    ] as const)('%s: 1.85 became %s', async (policy, now, status) => {
      const player = await server.client().register();
      const ids = await matches(2);
      await changeOffer(context.database, 'jczq', ids[0] as string, `odds = jsonb_set(odds, '{BRQSPF,3}', to_jsonb($3::text))`, [now]);
      const answer = await betOn(player, jczq, twoLegTicket(ids), { policy });
      expect(answer.status).toBe(status);
      if (status === STATUS.ok) {
        expect(answer.models.legs[0]?.picks).toEqual({ BRQSPF: { '3': now } });
        expect(await sportOrder(player, answer.models.orderId)).toMatchObject({ legs: [{ picks: [{ odds: now }] }, {}] });
      } else
        expect(answer.models).toMatchObject({ changes: [{ match: ids[0], play: 'BRQSPF', choice: '3', was: '1.85', now }], numbers: [] });
      expect(await balance(player)).toBe(status === STATUS.ok ? 999_800 : 1_000_000);
    });

    it('a changed handicap needs a confirmation, whatever the policy', async () => {
      const player = await server.client().register();
      const ids = await matches(2);
      await changeOffer(context.database, 'jczq', ids[1] as string, `numbers = '{"handicap":"-2"}'`);
      const answer = await betOn(player, jczq, twoLegTicket(ids), { policy: 'any' });
      expect(answer).toMatchObject({
        status: STATUS.descriptionChanged,
        models: { numbers: [{ match: ids[1], number: 'handicap', was: '-1', now: '-2' }] },
      });
    });

    it('an older description is recognised by its hash', async () => {
      const player = await server.client().register();
      const answer = await betOn(player, jczq, twoLegTicket(await matches(2)), { hash: 'older' });
      expect(answer).toMatchObject({ status: STATUS.descriptionChanged, models: { hash: jczq.hash, changes: [], numbers: [] } });
    });
  });

  it('a draft holds its odds for a minute, is sold once, and is refused after that minute', async () => {
    const player = await server.client().register();
    const ids = await matches(2);
    const draft = await draftOn(player, jczq, twoLegTicket(ids));
    expect(draft).toMatchObject({ status: STATUS.ok, models: { bets: 1, amountFen: 200, minFen: 666, maxFen: 666, changes: [] } });
    await changeOffer(context.database, 'jczq', ids[0] as string, `odds = jsonb_set(odds, '{BRQSPF,3}', '"1.10"')`);
    const sold = await betDraft(player, jczq, draft.models.draftId, 200);
    expect(sold).toMatchObject({ status: STATUS.ok, models: { maxFen: 666, legs: [{ picks: { BRQSPF: { '3': '1.85' } } }, {}] } });
    expect((await betDraft(player, jczq, draft.models.draftId, 200)).status).toBe(STATUS.notFound);

    const late = await draftOn(player, jczq, twoLegTicket(ids, '1.10'));
    expect(late.models.changes).toEqual([]);
    await context.clock.advance(60_001);
    expect((await betDraft(player, jczq, late.models.draftId, 200)).status).toBe(STATUS.stateChanged);
    const stranger = await server.client().register();
    const own = await draftOn(player, jczq, twoLegTicket(ids, '1.10'));
    expect((await betDraft(stranger, jczq, own.models.draftId, 200)).status).toBe(STATUS.notFound);
    // A draft holds the odds, but it does not keep the sale open.
    await changeOffer(context.database, 'jczq', ids[0] as string, `suspended = '盘口关闭'`);
    expect(await betDraft(player, jczq, own.models.draftId, 200)).toMatchObject({
      status: STATUS.issueClosed,
      models: { legs: [{ reason: 'suspended', text: '盘口关闭' }] },
    });
  });

  it('legs that cannot be bet on are refused, each with its place in the ticket and the reason', async () => {
    const player = await server.client().register();
    const [open = '', single = '', suspended = '', ended = '', played = '', passStopped = ''] = await matches(6, { singles: ['BRQSPF'] });
    const refused = async (legs: Parameters<typeof ticketOn>[1], passes: string[]) => {
      const answer = await betOn(player, jczq, ticketOn('jczq', legs, passes));
      expect(answer).toMatchObject({ http: 409, status: STATUS.issueClosed });
      return (answer.models as unknown as { legs: { match: string; pointer: string; reason: string; stopsAt: number | null }[] }).legs;
    };
    const win = { BRQSPF: { '3': '1.85' } };
    await changeOffer(context.database, 'jczq', suspended, `suspended = '停售'`);
    await changeOffer(context.database, 'jczq', single, `singles = '{SPF}'`);
    await changeOffer(context.database, 'jczq', passStopped, `pass_stops_at = caipu_now_ms()`);
    await endMatch(context.database, ended, { void: true });
    await ask('UPDATE matches SET starts_at = caipu_now_ms() WHERE id = $1', [played]);
    expect(await refused({ [open]: win, [suspended]: win, [played]: win, nowhere: win }, ['4_1'])).toMatchObject([
      { match: suspended, pointer: '/matches/1', reason: 'suspended' },
      { match: played, pointer: '/matches/2', reason: 'started' },
      { match: 'nowhere', pointer: '/matches/3', reason: 'ended', stopsAt: null },
    ]);
    expect(await refused({ [open]: win, [ended]: win }, ['2_1'])).toMatchObject([{ match: ended, reason: 'ended' }]);
    expect(await refused({ [single]: win }, ['1_1'])).toMatchObject([{ match: single, reason: 'notSingle' }]);
    // Single bets and passes have separate stops.
    expect(await refused({ [open]: win, [passStopped]: win }, ['2_1'])).toMatchObject([{ match: passStopped, reason: 'stopped' }]);
    expect((await betOn(player, jczq, ticketOn('jczq', { [passStopped]: win }, ['1_1']))).status).toBe(STATUS.ok);
    await changeOffer(context.database, 'jczq', open, `closed = '{BRQSPF}'`);
    expect(await refused({ [open]: win, [single]: win }, ['2_1'])).toMatchObject([{ match: open, reason: 'closed' }]);
  });

  it('one key has one bet and one answer: another body is refused, and a refused bet stays refused under its key', async () => {
    const player = await server.client().register();
    const ids = await matches(2);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => betOn(player, jczq, twoLegTicket(ids), { key })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(STATUS.ok);
    expect((await betOn(player, jczq, twoLegTicket([...ids].reverse()), { key })).status).toBe(STATUS.keyConflict);
    const second = randomUUID();
    await changeOffer(context.database, 'jczq', ids[0] as string, `suspended = '停售'`);
    expect((await betOn(player, jczq, twoLegTicket(ids), { key: second })).status).toBe(STATUS.issueClosed);
    await changeOffer(context.database, 'jczq', ids[0] as string, 'suspended = NULL');
    expect((await betOn(player, jczq, twoLegTicket(ids), { key: second })).status).toBe(STATUS.issueClosed);
    expect(await balance(player)).toBe(999_800);
  });

  it('a ticket up to a cap is sold and one past it refused; so are a wrong price, a malformed ticket and an amount above the balance', async () => {
    const player = await server.client().register();
    await server.grant(player.userId, 100_000_000_000);
    const ids = await matches(16);
    const { caps } = jczq.sport;
    const legs = (count: number) => Object.fromEntries(ids.slice(0, count).map((id) => [id, { BRQSPF: { '3': '1.85' } }]));
    const status = async (ticket: Parameters<typeof betOn>[2], amountFen = 200) =>
      (await betOn(player, jczq, ticket, { amountFen })).status;
    const times = (multiplier: number) => status(ticketOn('jczq', legs(2), ['2_1'], { multiplier }), 200 * multiplier);
    expect([await times(caps.multiplier - 1), await times(caps.multiplier), await times(caps.multiplier + 1)]).toEqual([
      0,
      0,
      STATUS.overCap,
    ]);
    const over = (count: number) => betOn(player, jczq, ticketOn('jczq', legs(count), ['8_1']));
    // 14, 15 and 16 matches: C(14, 8) and C(15, 8) bets are within the cap of bets, 16 matches are too many.
    expect([(await over(14)).status, (await over(15)).status, await status(ticketOn('jczq', legs(16), ['8_1']))]).toEqual([
      0,
      0,
      STATUS.overCap,
    ]);
    // 11 choices in each of four matches are 14,641 bets; the cap is 10,000.
    const wide = Object.fromEntries(ids.slice(0, 4).map((id) => [id, { BRQSPF: { ...ODDS.BRQSPF }, ZJQ: { ...ODDS.ZJQ } }]));
    expect(await status(ticketOn('jczq', wide, ['4_1']))).toBe(STATUS.overCap);
    expect(await status(ticketOn('jczq', legs(2), ['2_1']), 400)).toBe(STATUS.invalid);
    expect(await status({ ...twoLegTicket(ids), matches: [] } as never)).toBe(STATUS.invalid);
    const poor = await server.client().register();
    expect((await betOn(poor, jczq, ticketOn('jczq', legs(2), ['2_1'], { multiplier: 5001 }))).status).toBe(STATUS.insufficientFunds);
  });

  it('an optimised ticket pays each bet by its own units', async () => {
    const player = await server.client().register();
    const [a = '', b = ''] = await matches(2);
    const ticket = ticketOn('jczq', { [a]: { BRQSPF: { '3': '1.85', '1': '3.40' } }, [b]: { BRQSPF: { '0': '3.60' } } }, ['2_1'], {
      units: [3, 1],
    });
    const answer = await betOn(player, jczq, ticket, { plan: 'average' });
    expect(answer).toMatchObject({ status: STATUS.ok, models: { bets: 4, amountFen: 800, minFen: 2448, maxFen: 3996 } });
    await endMatch(context.database, a, score([1, 0]));
    await endMatch(context.database, b, score([0, 2]));
    await settle();
    expect(await sportOrder(player, answer.models.orderId)).toMatchObject({
      status: 'won',
      prizeFen: 3996,
      units: { plan: 'average', times: [3, 1] },
      wins: [{ tier: '2_1', legs: 2, count: 3, prizeFen: 3996 }],
    });
    // bet_jc refuses a ticket with units.
    const plain = { ticket: JSON.stringify(ticket), hash: jczq.hash, amountFen: '800' };
    expect((await player.post('/api/lottery/bet_jc', plain)).status).toBe(STATUS.invalid);
  });

  it('北京单场 is sold without odds and paid by the final SP', async () => {
    const player = await server.client().register();
    const bjdc = sportOf(context.sports, 'bjdc');
    await ask(`INSERT INTO sport_issues (game, issue, opens_at, closes_at) VALUES ('bjdc', '26111', 0, caipu_now_ms() + 86400000)`);
    const ids = await matches(2, {
      game: 'bjdc',
      issue: '26111',
      singles: ['SPF'],
      odds: { SPF: { '3': '2.10', '1': '3.30', '0': '3.20' } },
    });
    const [a = '', b = ''] = ids;
    const ticket = ticketOn('bjdc', { [a]: { SPF: { '3': '9.99' } }, [b]: { SPF: { '0': '1.01' } } }, ['2_3']);
    const answer = await betOn(player, bjdc, ticket);
    expect(answer).toMatchObject({ status: STATUS.ok, models: { bets: 3, amountFen: 600, minFen: null, maxFen: null } });
    // 2 × 3.123456 × 65 % = 4.0604928 → 4.06; both: 2 × 3.123456 × 2.5 × 65 % = 10.151232 → 10.15; the other alone 3.25.
    await endMatch(context.database, a, score([3, 1]), { SPF: { '3': '3.123456' } });
    await endMatch(context.database, b, score([0, 0]), { SPF: { '0': '2.500000' } });
    await settle();
    const shown = await sportOrder(player, answer.models.orderId);
    expect(shown).toMatchObject({ status: 'won', prizeFen: 406 + 325 + 1015, issue: '26111', minFen: null });
    expect(shown.legs[0]?.picks[0]).toMatchObject({ odds: '3.123456', hit: true });
  });
});
