/**
 * Bets on matches and their settlement, on the embedded database and on PostgreSQL; each step of settlement is taken by the test.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MatchAnalysisModels, OpenOrdersModels, OrderListModels, SportOrderModels, SportPageModels } from '../../protocol/calls.ts';
import { STATUS } from '../../protocol/status.ts';
import type { Context } from '../../server/context.ts';
import { refreshPools } from '../../server/sports/bets/pools.ts';
import { retrySportSome, settleSportSome } from '../../server/sports/bets/settle.ts';
import { stepDue } from '../../server/sports/feed/step.ts';
import type { SportVersion } from '../../server/sports/versions.ts';
import type { Client } from './support/client.ts';
import { release } from './support/follow.ts';
import { startWithSchema, type TestPostgres } from './support/postgres.ts';
import { copyGames, expectBooksInOrder, startServer, temporaryFolder, type TestServer } from './support/server.ts';
import {
  addMatch,
  addOutright,
  addSports,
  betDraft,
  betOn,
  betOutright,
  changeOffer,
  draftOn,
  endMatch,
  ODDS,
  score,
  sportOf,
  ticketOn,
} from './support/sports.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startWithSchema();
});
afterAll(() => postgres?.stop());

describe.each(['PGlite', 'PostgreSQL'])('on %s', (home) => {
  let server: TestServer;
  let context: Context;
  let jczq: SportVersion;
  beforeAll(async () => {
    const gamesDir = copyGames(temporaryFolder());
    addSports(gamesDir);
    server = await startServer({ clockSpeed: 1, role: 'web', gamesDir, ...(home === 'PostgreSQL' ? { databaseUrl: postgres.url } : {}) });
    context = server.context;
    jczq = sportOf(context.sports, 'jczq');
  });
  afterEach(() => expectBooksInOrder(context.database));
  afterAll(() => server?.stop());

  const ask = async <R>(text: string, values: readonly unknown[] = []) => (await context.database.query<R>(text, values)).rows;
  let made = 0;
  /** Ids of so many new matches on sale. */
  async function matches(count: number, match: Partial<Parameters<typeof addMatch>[1]> = {}): Promise<string[]> {
    const ids = Array.from({ length: count }, () => `m${(made += 1)}`);
    for (const id of ids) await addMatch(context.database, { id, ...match });
    return ids;
  }
  async function settle(): Promise<number> {
    let orders = 0;
    for (let step = await settleSportSome(context); step !== undefined; step = await settleSportSome(context)) orders += step.orders;
    while (await retrySportSome(context));
    return orders;
  }
  const detail = async (player: Client, orderId: string) => {
    const answer = await player.get<SportOrderModels>('/api/order/detail', { orderId });
    expect(answer).toMatchObject({ status: STATUS.ok });
    return answer.models;
  };
  const balance = async (player: Client) =>
    (await ask<{ balance_fen: number }>('SELECT balance_fen FROM wallets WHERE user_id = $1', [player.userId]))[0]?.balance_fen;
  const pair = ([a = '', b = '']: readonly string[], odds = '1.85') =>
    ticketOn('jczq', { [a]: { BRQSPF: { '3': odds } }, [b]: { SPF: { '0': '1.80' } } }, ['2_1']);

  it('an order lists its picks as the game prints them, each with the handicap that it was sold with', async () => {
    const player = await server.client().register();
    const [a = '', b = ''] = await matches(2);
    const mixed = { SPF: { '0': '1.80' }, BRQSPF: { '0': '3.60', '3': '1.85' } };
    const ticket = ticketOn('jczq', { [a]: mixed, [b]: { BRQSPF: { '3': '1.85' } } }, ['2_1']);
    const { models } = await betOn(player, jczq, ticket, { amountFen: 600 });
    const [leg] = (await detail(player, models.orderId)).legs;
    expect(leg?.picks.map(({ playName, number, name }) => [playName, number, name])).toEqual([
      ['胜平负', undefined, '胜'],
      ['胜平负', undefined, '负'],
      ['让球胜平负', '−1', '让负'],
    ]);
  });

  it('a pass is sold, waits, is won, and is paid once', async () => {
    const player = await server.client().register();
    const [a = '', b = ''] = await matches(2);
    const answer = await betOn(player, jczq, pair([a, b]));
    expect(answer).toMatchObject({ status: STATUS.ok, models: { bets: 1, amountFen: 200, balanceFen: 999_800, minFen: 666, maxFen: 666 } });
    expect(answer.models.legs).toMatchObject([
      { match: a, picks: { BRQSPF: { '3': '1.85' } } },
      { match: b, numbers: { handicap: '-1' }, picks: { SPF: { '0': '1.80' } } },
    ]);
    const { orderId } = answer.models;
    expect((await player.get<OpenOrdersModels>('/api/order/open')).models).toMatchObject({ count: 1, stakeFen: 200 });

    await endMatch(context.database, a, score([2, 1]));
    await settle();
    expect(await detail(player, orderId)).toMatchObject({ status: 'pending', wonLegs: 1, wins: [], matches: 2, passNames: '2串1' });
    await endMatch(context.database, b, score([1, 1]));
    await settle();
    const shown = await detail(player, orderId);
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
    // Once more changes nothing.
    await ask('UPDATE sport_settlements SET done_at = NULL, after_user = NULL, after_order = NULL');
    await settle();
    expect(await balance(player)).toBe(999_800 + 666);
    const funds = (await player.get<{ items: { title: string; amountFen: number }[] }>('/api/fund/list')).models.items;
    expect(funds[0]).toMatchObject({ amountFen: 666, subject: '竞彩足球' });
  });

  it('a void leg counts as 1.00; only void legs give the price back', async () => {
    const player = await server.client().register();
    const [a = '', b = '', c = '', d = ''] = await matches(4, { singles: ['BRQSPF'] });
    const parlay = (await betOn(player, jczq, pair([a, b]))).models.orderId;
    const gone = (await betOn(player, jczq, pair([c, d]))).models.orderId;
    const singles = ticketOn('jczq', { [a]: { BRQSPF: { '0': '3.60' } }, [c]: { BRQSPF: { '3': '1.85' } } }, ['1_1'], { multiplier: 3 });
    const mixed = (await betOn(player, jczq, singles)).models.orderId;
    await endMatch(context.database, a, score([3, 0]));
    for (const match of [b, c, d]) await endMatch(context.database, match, { void: true });
    await settle();
    expect(await detail(player, parlay)).toMatchObject({
      status: 'won',
      prizeFen: 370,
      // Nothing came true in the one that is void.
      wonLegs: 1,
      legs: [{ code: expect.any(String) }, { void: true, voidText: '比赛延期或取消，此场赔率按 1.00 计算；整单都无效时退还本金' }],
    });
    expect(await detail(player, gone)).toMatchObject({ status: 'cancelled', prizeFen: 0, refundFen: 200 });
    expect(await detail(player, mixed)).toMatchObject({ status: 'lost', prizeFen: 0, refundFen: 600 });
    expect(await balance(player)).toBe(1_000_000 - 200 - 200 - 1200 + 370 + 200 + 600);
  });

  it('a match that is searched by its team leads to its page, and the page knows who plays', async () => {
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
    // Also when it is not listed any more, and when no game sells it.
    await ask(`UPDATE offers SET listed = false WHERE match_id = $1`, [match]);
    expect(await find()).toMatchObject({ to: `/match/${match}/jczq` });
    await ask(`DELETE FROM offers WHERE match_id = $1`, [match]);
    expect(await find()).toMatchObject({ to: `/match/${match}/football` });
    expect((await visitor.get('/api/lotteryresult/MatchAnalysis', { matchId: match })).status).toBe(STATUS.ok);
    await ask(`UPDATE matches SET state = 'finished' WHERE id = $1`, [match]);
    expect(await find()).toBeUndefined();
  });

  it('a play of which the result says nothing counts as 1.00, and is told apart from what came true', async () => {
    const player = await server.client().register();
    const [a = '', b = ''] = await matches(2);
    const ticket = ticketOn('jczq', { [a]: { BQC: { '00': ODDS.BQC['00'] } }, [b]: { BRQSPF: { '3': '1.85' } } }, ['2_1']);
    const { orderId } = (await betOn(player, jczq, ticket)).models;
    // Old files have no half-time.
    await endMatch(context.database, a, { measures: { full: [2, 1] } });
    await endMatch(context.database, b, score([2, 1]));
    await settle();
    const shown = await detail(player, orderId);
    expect(shown).toMatchObject({ status: 'won', prizeFen: 370, wonLegs: 1 });
    expect(shown).not.toHaveProperty('pool');
    expect(shown.legs.map(({ picks }) => picks)).toMatchObject([[{ hit: true, void: true }], [{ hit: true }]]);
    expect(shown.legs[0]?.voidText).toBe('半全场所需的赛果没有记录，赔率按 1.00 计算');
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
      const answer = await betOn(player, jczq, pair(ids), { policy });
      expect(answer.status).toBe(status);
      if (status === STATUS.ok) {
        expect(answer.models.legs[0]?.picks).toEqual({ BRQSPF: { '3': now } });
        expect(await detail(player, answer.models.orderId)).toMatchObject({ legs: [{ picks: [{ odds: now }] }, {}] });
      } else
        expect(answer.models).toMatchObject({ changes: [{ match: ids[0], play: 'BRQSPF', choice: '3', was: '1.85', now }], numbers: [] });
      expect(await balance(player)).toBe(status === STATUS.ok ? 999_800 : 1_000_000);
    });

    it('a handicap that changed is asked about whatever the policy', async () => {
      const player = await server.client().register();
      const ids = await matches(2);
      await changeOffer(context.database, 'jczq', ids[1] as string, `numbers = '{"handicap":"-2"}'`);
      const answer = await betOn(player, jczq, pair(ids), { policy: 'any' });
      expect(answer).toMatchObject({
        status: STATUS.descriptionChanged,
        models: { numbers: [{ match: ids[1], number: 'handicap', was: '-1', now: '-2' }] },
      });
    });

    it('an older description is told by its hash', async () => {
      const player = await server.client().register();
      const answer = await betOn(player, jczq, pair(await matches(2)), { hash: 'older' });
      expect(answer).toMatchObject({ status: STATUS.descriptionChanged, models: { hash: jczq.hash, changes: [], numbers: [] } });
    });
  });

  it('a draft holds its odds for a minute, is sold once, and not after it', async () => {
    const player = await server.client().register();
    const ids = await matches(2);
    const draft = await draftOn(player, jczq, pair(ids));
    expect(draft).toMatchObject({ status: STATUS.ok, models: { bets: 1, amountFen: 200, minFen: 666, maxFen: 666, changes: [] } });
    await changeOffer(context.database, 'jczq', ids[0] as string, `odds = jsonb_set(odds, '{BRQSPF,3}', '"1.10"')`);
    const sold = await betDraft(player, jczq, draft.models.draftId, 200);
    expect(sold).toMatchObject({ status: STATUS.ok, models: { maxFen: 666, legs: [{ picks: { BRQSPF: { '3': '1.85' } } }, {}] } });
    expect((await betDraft(player, jczq, draft.models.draftId, 200)).status).toBe(STATUS.notFound);

    const late = await draftOn(player, jczq, pair(ids, '1.10'));
    expect(late.models.changes).toEqual([]);
    await context.clock.advance(60_001);
    expect((await betDraft(player, jczq, late.models.draftId, 200)).status).toBe(STATUS.stateChanged);
    const stranger = await server.client().register();
    const own = await draftOn(player, jczq, pair(ids, '1.10'));
    expect((await betDraft(stranger, jczq, own.models.draftId, 200)).status).toBe(STATUS.notFound);
    // Held odds do not hold the sale open.
    await changeOffer(context.database, 'jczq', ids[0] as string, `suspended = '盘口关闭'`);
    expect(await betDraft(player, jczq, own.models.draftId, 200)).toMatchObject({
      status: STATUS.issueClosed,
      models: { legs: [{ reason: 'suspended', text: '盘口关闭' }] },
    });
  });

  it('what cannot be bet on is refused with each leg, its place and why', async () => {
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
    // Single bets and passes stop by themselves.
    expect(await refused({ [open]: win, [passStopped]: win }, ['2_1'])).toMatchObject([{ match: passStopped, reason: 'stopped' }]);
    expect((await betOn(player, jczq, ticketOn('jczq', { [passStopped]: win }, ['1_1']))).status).toBe(STATUS.ok);
    await changeOffer(context.database, 'jczq', open, `closed = '{BRQSPF}'`);
    expect(await refused({ [open]: win, [single]: win }, ['2_1'])).toMatchObject([{ match: open, reason: 'closed' }]);
  });

  it('one key: one bet and one answer; another body under it is refused, and so is what a key was refused for', async () => {
    const player = await server.client().register();
    const ids = await matches(2);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => betOn(player, jczq, pair(ids), { key })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(STATUS.ok);
    expect((await betOn(player, jczq, pair([...ids].reverse()), { key })).status).toBe(STATUS.keyConflict);
    const second = randomUUID();
    await changeOffer(context.database, 'jczq', ids[0] as string, `suspended = '停售'`);
    expect((await betOn(player, jczq, pair(ids), { key: second })).status).toBe(STATUS.issueClosed);
    await changeOffer(context.database, 'jczq', ids[0] as string, 'suspended = NULL');
    expect((await betOn(player, jczq, pair(ids), { key: second })).status).toBe(STATUS.issueClosed);
    expect(await balance(player)).toBe(999_800);
  });

  it('caps at cap − 1, cap and cap + 1, and what does not fit is refused', async () => {
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
    // 10,000 bets are the most.
    const wide = Object.fromEntries(ids.slice(0, 4).map((id) => [id, { BRQSPF: { ...ODDS.BRQSPF }, ZJQ: { ...ODDS.ZJQ } }]));
    expect(await status(ticketOn('jczq', wide, ['4_1']))).toBe(STATUS.overCap);
    expect(await status(ticketOn('jczq', legs(2), ['2_1']), 400)).toBe(STATUS.invalid);
    expect(await status({ ...pair(ids), matches: [] } as never)).toBe(STATUS.invalid);
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
    expect(await detail(player, answer.models.orderId)).toMatchObject({
      status: 'won',
      prizeFen: 3996,
      units: { plan: 'average', times: [3, 1] },
      wins: [{ tier: '2_1', legs: 2, count: 3, prizeFen: 3996 }],
    });
    // The two calls do not take each other's tickets.
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
    const shown = await detail(player, answer.models.orderId);
    expect(shown).toMatchObject({ status: 'won', prizeFen: 406 + 325 + 1015, issue: '26111', minFen: null });
    expect(shown.legs[0]?.picks[0]).toMatchObject({ odds: '3.123456', hit: true });
  });

  it('14 场: the pool is shared out to the fen, and the rest goes to the next issue', async () => {
    const ctzq = sportOf(context.sports, 'ctzq');
    await ask(`INSERT INTO sport_issues (game, issue, opens_at, closes_at, carried_fen) VALUES
      ('ctzq', '26201', 0, caipu_now_ms() + 3000000, 100000000), ('ctzq', '26202', 0, caipu_now_ms() + 3100000, 0)`);
    const ids = await matches(14, { game: 'ctzq', issue: '26201', numbers: {}, odds: {} });
    // The one that closes next is what a page shows when nobody asks for another, and stands first.
    const page = await server.client().get<SportPageModels>('/api/SiteMsg/AppSPLotteryPageInfo', { game: 'ctzq' });
    expect(page.models).toMatchObject({ issue: '26201', issues: [{ issue: '26201' }, { issue: '26202' }] });
    const player = await server.client().register();
    const other = await server.client().register();
    const all = (play: string, choices: readonly string[]) =>
      ticketOn('ctzq', Object.fromEntries(ids.map((id) => [id, { [play]: choices }])), []);
    const right = await betOn(player, ctzq, all('T14C', ['3']));
    expect(right).toMatchObject({ status: STATUS.ok, models: { amountFen: 200, minFen: null } });
    const two = {
      ...all('T14C', ['3']),
      matches: all('T14C', ['3']).matches.map((leg, i) => (i === 0 ? { ...leg, picks: { T14C: ['1'] } } : leg)),
    };
    const second = await betOn(other, ctzq, two);
    const nine = await betOn(other, ctzq, { ...all('TR9', ['0']), matches: all('TR9', ['0']).matches.slice(0, 9) });
    expect([second.status, nine.status]).toEqual([0, 0]);
    // A ticket over two issues is refused.
    const [strange = ''] = await matches(1, { game: 'ctzq', issue: '26202', numbers: {}, odds: {} });
    const across = await betOn(other, ctzq, {
      ...two,
      matches: [...two.matches.slice(1), { match: strange, picks: { T14C: ['3'] } }],
    } as never);
    expect(across.status).toBe(STATUS.invalid);

    for (const id of ids.slice(1, -1)) await endMatch(context.database, id, score([1, 0]));
    await endMatch(context.database, ids.at(-1) as string, { void: true });
    await settle();
    // Whatever was picked of a void match is right.
    expect(await detail(player, right.models.orderId)).toMatchObject({ status: 'pending', wonLegs: 13, pool: true });
    expect((await detail(player, right.models.orderId)).legs.at(-1)).toMatchObject({
      void: true,
      voidText: '比赛延期或取消，此场选什么都算对',
    });
    await endMatch(context.database, ids[0] as string, score([2, 0]));
    await settle();
    expect((await detail(player, right.models.orderId)).status).toBe('pending');
    // The sale of the issue has to end before its pool is shared.
    await context.clock.advance(3_000_001);
    await settle();
    // Sales of T14C 400 fen → 256: 179 and 76 to the tiers. The first has 1,000,000.00 of before: 1,000,001.00 down to the yuan; the second none.
    expect(await detail(player, right.models.orderId)).toMatchObject({
      status: 'won',
      prizeFen: 100_000_100,
      wins: [{ name: '一等奖', count: 1 }],
    });
    expect(await detail(other, second.models.orderId)).toMatchObject({ status: 'lost' });
    expect(await detail(other, nine.models.orderId)).toMatchObject({ status: 'lost' });
    const pools = await ask('SELECT play, sales_fen, pool_fen, carried_in, carried_out FROM sport_pools ORDER BY play');
    expect(pools).toEqual([
      { play: 'T14C', sales_fen: 400, pool_fen: 256, carried_in: 100_000_000, carried_out: 156 },
      { play: 'TR9', sales_fen: 200, pool_fen: 128, carried_in: 0, carried_out: 128 },
    ]);
    await refreshPools(context);
    expect(await ask(`SELECT pool_fen, carried_fen FROM sport_issues WHERE issue = '26202'`)).toEqual([{ pool_fen: 0, carried_fen: 284 }]);
  });

  it('14 场: a pool waits while an operator may still replace a result, and is counted by the last one', async () => {
    const ctzq = sportOf(context.sports, 'ctzq');
    await ask(`UPDATE sport_issues SET state = 'cancelled' WHERE game = 'ctzq' AND state = 'open'`);
    await ask(`INSERT INTO sport_issues (game, issue, opens_at, closes_at) VALUES ('ctzq', '26210', 0, caipu_now_ms() + 3000000)`);
    const ids = await matches(14, { game: 'ctzq', issue: '26210', numbers: {}, odds: {} });
    const [match = '', ...others] = ids;
    const player = await server.client().register();
    const sold = await betOn(player, ctzq, ticketOn('ctzq', Object.fromEntries(ids.map((id) => [id, { T14C: ['3'] }])), []));
    expect(sold).toMatchObject({ status: STATUS.ok });
    await context.clock.advance(3_600_001);
    for (const id of others) await endMatch(context.database, id, score([1, 0]));
    const enter = async (full: readonly [number, number]) =>
      (await ask<{ answer: string }>('SELECT enter_result($1, $2::jsonb, 120000) AS answer', [match, JSON.stringify(score(full))]))[0]
        ?.answer;
    const status = async () => (await detail(player, sold.models.orderId)).status;
    expect(await enter([0, 0])).toBe('done');
    await settle();
    await context.clock.advance(60_000);
    // As a count that came half way by the result of before.
    await ask(
      `UPDATE sport_settlements SET counted = '{"sales": {"T14C": "99999"}, "winners": {}}', after_user = $1, after_order = $2 WHERE match_id = 'issue/26210'`,
      [player.userId, sold.models.orderId],
    );
    expect(await enter([0, 1])).toBe('done');
    await context.clock.advance(60_001);
    await settle();
    expect(await status()).toBe('pending');
    expect(await enter([3, 0])).toBe('done');
    await context.clock.advance(120_001);
    await settle();
    expect(await status()).toBe('won');
    expect(await ask(`SELECT sales_fen FROM sport_pools WHERE issue = '26210' AND play = 'T14C'`)).toEqual([{ sales_fen: 200 }]);
    expect(await enter([0, 0])).toBe('paid');
  });

  it('a cancelled issue gives its stakes back, each once, whatever its matches did', async () => {
    await ask(`INSERT INTO sport_issues (game, issue, opens_at, closes_at) VALUES ('bjdc', '26121', 0, caipu_now_ms() + 86400000),
      ('ctzq', '26221', 0, caipu_now_ms() + 86400000)`);
    const bjdc = sportOf(context.sports, 'bjdc');
    const ctzq = sportOf(context.sports, 'ctzq');
    const week = await matches(2, {
      game: 'bjdc',
      issue: '26121',
      singles: ['SPF'],
      odds: { SPF: { '3': '2.10', '1': '3.30', '0': '3.20' } },
    });
    const fourteen = await matches(14, { game: 'ctzq', issue: '26221', numbers: {}, odds: {} });
    const players = await Promise.all(Array.from({ length: 3 }, () => server.client().register()));
    const onWeek = (legs: readonly string[]) =>
      ticketOn('bjdc', Object.fromEntries(legs.map((id) => [id, { SPF: { '3': '2.10' } }])), [legs.length > 1 ? '2_1' : '1_1']);
    const onPool = ticketOn('ctzq', Object.fromEntries(fourteen.map((id, i) => [id, { T14C: i < 3 ? ['3', '1'] : ['3'] }])), []);
    const orders: { player: Client; orderId: string }[] = [];
    for (const player of players)
      for (const answer of [await betOn(player, bjdc, onWeek(week)), await betOn(player, ctzq, onPool)]) {
        expect(answer).toMatchObject({ status: STATUS.ok });
        orders.push({ player, orderId: answer.models.orderId });
      }
    // One that was paid before stays paid.
    const [early = players[0] as Client] = players;
    const paid = await betOn(early, bjdc, onWeek(week.slice(0, 1)));
    await endMatch(context.database, week[0] as string, score([3, 0]), { SPF: { '3': '2.000000' } });
    await settle();
    expect((await detail(early, paid.models.orderId)).status).toBe('won');
    const before = await Promise.all(players.map(balance));
    const stake = 200 + 200 * 8;

    for (const [game, issue] of [
      ['bjdc', '26121'],
      ['ctzq', '26221'],
    ])
      expect(await ask('SELECT cancel_sport_issue($1, $2) AS answer', [game, issue])).toEqual([{ answer: 'done' }]);
    // Nothing more is sold of it.
    expect((await betOn(early, bjdc, onWeek(week.slice(1)))).status).toBe(STATUS.issueClosed);
    // The week's last match ends while its orders are still to be given back.
    await endMatch(context.database, week[1] as string, score([3, 0]), { SPF: { '3': '2.000000' } });
    await settle();
    for (const { player, orderId } of orders) expect(await detail(player, orderId)).toMatchObject({ status: 'cancelled', prizeFen: 0 });
    expect((await detail(early, paid.models.orderId)).status).toBe('won');
    expect(await Promise.all(players.map(balance))).toEqual(before.map((fen) => (fen ?? 0) + stake));
    // Begun anew, and with another result for a match, nothing moves.
    await ask(`UPDATE sport_settlements SET done_at = NULL, after_user = NULL, after_order = NULL`);
    await ask(`SELECT settle_soon('bjdc', $1, caipu_now_ms(), 1)`, [week[1]]);
    await settle();
    expect(await Promise.all(players.map(balance))).toEqual(before.map((fen) => (fen ?? 0) + stake));
    expect(await ask(`SELECT cancel_sport_issue('ctzq', '26221') AS answer`)).toEqual([{ answer: 'unknown' }]);
  });

  it('a settlement that fails as a whole waits by itself, and the others go on', async () => {
    const player = await server.client().register();
    const [match = ''] = await matches(1, { singles: ['BRQSPF'] });
    const { models } = await betOn(player, jczq, ticketOn('jczq', { [match]: { BRQSPF: { '3': '1.85' } } }, ['1_1']));
    await ask(`INSERT INTO sport_settlements (game, match_id, due_at) VALUES ('gone', 'issue/1', 0)`);
    await endMatch(context.database, match, score([1, 0]));
    await settle();
    expect(await detail(player, models.orderId)).toMatchObject({ status: 'won', prizeFen: 370 });
    expect(await ask(`SELECT done_at, held_until > caipu_now_ms() AS held FROM sport_settlements WHERE game = 'gone'`)).toEqual([
      { done_at: null, held: true },
    ]);
    // It is in no quarantine: an alarm of its own says which match it is.
    const [alarm] = context.alarms.list().filter(({ name }) => name === 'match-unsettled');
    expect(alarm).toMatchObject({ raised: 1, detail: expect.stringMatching(/^gone issue\/1, settle: /) });
    await ask(`DELETE FROM sport_settlements WHERE game = 'gone'`);
  });

  it('who wins the cup: sold at the odds of now, each pick by itself, decided one by one, given back when the cup is off', async () => {
    const player = await server.client().register();
    const sample = await addOutright(context);
    const { game, market, hash } = sample;
    const unit = context.sports.outright(game)?.outright.unitFen ?? 0;
    const set = (code: string, text: string) =>
      ask(`UPDATE outrights SET ${text} WHERE game = $1 AND market = $2 AND edition = '999999' AND code = $3`, [game, market, code]);
    const picks = [
      { code: '01', odds: '5.50', times: 2 },
      { code: '02', odds: '5.50', times: 1 },
    ];
    const bet = (fields: object = {}) => betOutright(player, { game, market, picks, hash, amountFen: 3 * unit, ...fields });
    const sold = await bet();
    expect(sold).toMatchObject({
      status: STATUS.ok,
      models: { bets: 3, minFen: 5.5 * unit, maxFen: 11 * unit, legs: [{ code: '01', odds: '5.50' }, {}] },
    });
    await set('02', `odds = '6.00'`);
    expect(await bet()).toMatchObject({
      status: STATUS.descriptionChanged,
      models: { changes: [{ code: '02', was: '5.50', now: '6.00' }] },
    });
    const better = await bet({ oddsPolicy: 'up' });
    expect(better).toMatchObject({ status: STATUS.ok, models: { legs: [{}, { odds: '6.00' }] } });
    expect((await bet({ amountFen: unit })).status).toBe(STATUS.invalid);

    await set('02', `state = 'out'`);
    expect(await bet({ oddsPolicy: 'any' })).toMatchObject({
      status: STATUS.issueClosed,
      models: { legs: [{ code: '02', reason: 'ended', text: '已淘汰' }] },
    });
    await settle();
    expect(await detail(player, sold.models.orderId)).toMatchObject({
      status: 'pending',
      outrights: [{ state: 'open' }, { state: 'lost' }],
    });
    await set('01', `state = 'won'`);
    await settle();
    expect(await detail(player, sold.models.orderId)).toMatchObject({
      status: 'won',
      prizeFen: 11 * unit,
      outrights: [{ state: 'won', prizeFen: 11 * unit }, { state: 'lost' }],
    });
    const off = await betOutright(player, { game, market, picks: [{ code: '03', odds: '5.50', times: 4 }], hash, amountFen: 4 * unit });
    await set('03', `state = 'void'`);
    await settle();
    expect(await detail(player, off.models.orderId)).toMatchObject({ status: 'cancelled', refundFen: 4 * unit });
  });

  /** Publishes what the folder of games holds after a change, and at the end what it held before. */
  async function withChangedGames(games: readonly string[], change: (file: string) => void, then: () => Promise<void>): Promise<void> {
    const files = games.map((game) => join(server.gamesDir, 'sports', `${game}.json`));
    const before = files.map((file) => readFileSync(file));
    const publish = async () => {
      await context.publication.refresh();
      await context.sports.refresh();
    };
    try {
      files.forEach(change);
      await publish();
      await then();
    } finally {
      files.forEach((file, i) => writeFileSync(file, before[i] as Buffer));
      await publish();
    }
  }
  /** Ends matches whose results come from outside. */
  async function ended(ids: readonly string[], measures: object): Promise<void> {
    await ask(`UPDATE matches SET state = 'finished', measures = $2::jsonb, next_at = caipu_now_ms() WHERE id = ANY($1::text[])`, [
      ids,
      JSON.stringify(measures),
    ]);
    while ((await stepDue(context, 'seed')).matches > 0);
  }

  it('a game whose file is deleted pays what it sold by the scores of its matches, and shares out its pool', async () => {
    const player = await server.client().register();
    const ctzq = sportOf(context.sports, 'ctzq');
    const ids = await matches(2);
    // Later than the issues of other tests, whose pools come first.
    await ask(`INSERT INTO sport_issues (game, issue, opens_at, closes_at) VALUES ('ctzq', '26299', 0, caipu_now_ms() + 90000000)`);
    await ask(`UPDATE sport_issues SET state = 'cancelled' WHERE game = 'ctzq' AND issue <> '26299' AND state = 'open'`);
    const fourteen = await matches(14, { game: 'ctzq', issue: '26299', numbers: {}, odds: {} });
    const won = (await betOn(player, jczq, pair(ids))).models.orderId;
    const lost = (
      await betOn(
        player,
        jczq,
        ticketOn('jczq', { [ids[0] as string]: { BRQSPF: { '0': '3.60' } }, [ids[1] as string]: { SPF: { '0': '1.80' } } }, ['2_1']),
      )
    ).models.orderId;
    const pool = await betOn(player, ctzq, ticketOn('ctzq', Object.fromEntries(fourteen.map((id) => [id, { T14C: ['3'] }])), []));
    expect(pool).toMatchObject({ status: STATUS.ok });
    await withChangedGames(
      ['jczq', 'ctzq'],
      (file) => rmSync(file),
      async () => {
        expect([context.sports.published('jczq'), context.sports.published('ctzq')]).toEqual([undefined, undefined]);
        await ended([ids[0] as string, ...fourteen], { full: [2, 1], half: [1, 0] });
        await ended([ids[1] as string], { full: [1, 1], half: [0, 0] });
        await context.clock.advance(90_000_001);
        await settle();
        expect(
          await ask('SELECT status, prize, refund FROM sport_orders WHERE id = ANY($1::uuid[]) ORDER BY prize', [[won, lost]]),
        ).toEqual([
          { status: 'lost', prize: 0, refund: 0 },
          { status: 'won', prize: 666, refund: 0 },
        ]);
        expect(await ask('SELECT status FROM sport_orders WHERE id = $1', [pool.models.orderId])).toEqual([{ status: 'won' }]);
        expect(await ask('SELECT 1 FROM quarantine WHERE ended_at IS NULL')).toEqual([]);
      },
    );
  });

  it('a version without a measure pays what was sold under the one before by that measure', async () => {
    const player = await server.client().register();
    const [match = ''] = await matches(1, { singles: ['BQC'] });
    const { orderId } = (await betOn(player, jczq, ticketOn('jczq', { [match]: { BQC: { '33': '2.90' } } }, ['1_1']))).models;
    const withoutHalf = (file: string): void => {
      const sport = JSON.parse(readFileSync(file, 'utf8')) as {
        measures: object[];
        plays: { code: string }[];
        board: { sheet: { play: string }[] };
      };
      sport.measures = sport.measures.slice(0, 1);
      sport.plays = sport.plays.filter(({ code }) => code !== 'BQC');
      sport.board.sheet = sport.board.sheet.filter(({ play }) => play !== 'BQC');
      writeFileSync(file, JSON.stringify(sport));
    };
    await withChangedGames(['jczq'], withoutHalf, async () => {
      expect(sportOf(context.sports, 'jczq').hash).not.toBe(jczq.hash);
      await ended([match], { full: [3, 1], half: [1, 0] });
      await settle();
    });
    expect(await detail(player, orderId)).toMatchObject({ status: 'won', prizeFen: 580 });
  });

  it('an order that nobody can settle is set aside, the others are paid, and it is when it can be', async () => {
    const player = await server.client().register();
    const ids = await matches(2);
    const good = (await betOn(player, jczq, pair(ids))).models.orderId;
    const lost = (await betOn(player, jczq, pair(ids))).models.orderId;
    await ask(`UPDATE sport_orders SET hash = $2 WHERE id = $1`, [lost, `lost-${home}`]);
    await endMatch(context.database, ids[0] as string, score([1, 0]));
    await endMatch(context.database, ids[1] as string, score([1, 1]));
    await settle();
    expect((await detail(player, good)).status).toBe('won');
    expect((await detail(player, lost)).status).toBe('pending');
    expect(await ask('SELECT ticket, step FROM quarantine WHERE ended_at IS NULL')).toEqual([{ ticket: lost, step: 'settle' }]);
    await ask(`UPDATE sport_orders SET hash = $2 WHERE id = $1`, [lost, jczq.hash]);
    await ask('SELECT retry_quarantined(NULL)');
    await settle();
    expect(await detail(player, lost)).toMatchObject({ status: 'won', prizeFen: 666 });
    expect(await ask('SELECT outcome FROM quarantine WHERE ticket = $1', [lost])).toEqual([{ outcome: 'done' }]);
  });

  it('a release whose order is given back out of quarantine has ended', async () => {
    const player = await server.client().register();
    const ids = await matches(1, { singles: ['BRQSPF'] });
    const { models } = await release(player, jczq, ids);
    await ask(`UPDATE sport_orders SET hash = $2 WHERE id = $1`, [models.orderId, `lost-${home}`]);
    await endMatch(context.database, ids[0] as string, score([1, 0]));
    await settle();
    expect(await ask('SELECT refund_quarantined(id) AS done FROM quarantine WHERE ticket = $1', [models.orderId])).toEqual([
      { done: true },
    ]);
    expect(await detail(player, models.orderId)).toMatchObject({ status: 'cancelled' });
    expect(await ask('SELECT status, prize_fen, settled_at IS NOT NULL AS ended FROM releases WHERE id = $1', [models.releaseId])).toEqual([
      { status: 'cancelled', prize_fen: 0, ended: true },
    ]);
  });
});
