/** Agents over HTTP on the embedded database: links, rates, reports, bookings, and the facts that no answer tells. */
import { isoDateOf } from '../../../server/platform/days.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerOf } from '../../../protocol/calls/define.ts';
import type { scoreBetReport, scoreExport, scoreGameReport, scoreReport, scoreReturnList } from '../../../protocol/calls/agent-reports.ts';
import type { scoreCreateLink, scoreDiscount, scorePromote, scoreSubagent, scoreWithdraw } from '../../../protocol/calls/agents.ts';
import type { LoginModels } from '../../../protocol/calls.ts';
import { TABLE } from '../../../protocol/calls/table.ts';
import { STATUS } from '../../../protocol/status.ts';
import { productOffset } from '../../../server/catalog/product-clock.ts';
import { countAllAgents } from '../../../server/agents/job.ts';
import { AGENT_RULES, countParams, FAMILIES, ratesText } from '../../../server/agents/rules.ts';
import { makeAgent, newSubPlayer, addLostSmallPlay } from '../support/agents.ts';
import type { Client } from '../support/client.ts';
import { addCards, buyCards, openAll, SMALL_CARD } from '../support/scratch.ts';
import { addSmallGames, REELS_GAME } from '../support/small.ts';
import { expectBooksInOrder, startServer, type TestServer } from '../support/server.ts';
import { HOUR_MS, DAY_MS } from '../../../engine/descriptions/time-units.ts';

it('an answer has one rate where all families have the same, and one for each family where they differ', () => {
  const of = (bp: number) => Object.fromEntries(FAMILIES.map((family) => [family, bp]));
  const [first = ''] = FAMILIES;
  expect(ratesText(of(200))).toBe('全部 2%');
  expect(ratesText(of(0))).toBe('未设返点');
  expect(ratesText({ [first]: 250 })).toMatch(/ 2\.5%$/);
  expect(ratesText({ ...of(200), [first]: 100 }).split('、')).toHaveLength(FAMILIES.length);
});

let server: TestServer;
/** boss (3 %) → middle (2 %) → leaf (1 %) → player (0) */
let boss: Client;
let middle: Client;
let leaf: Client;
let player: Client;

beforeAll(async () => {
  // No background jobs: this test counts by itself.
  server = await startServer({ clockSpeed: 1, role: 'web', history: 0 });
  boss = await server.client().register();
  await makeAgent(server, boss, 300);
  middle = await newSubPlayer(server, boss, 200);
  leaf = await newSubPlayer(server, middle, 100);
  player = await newSubPlayer(server, leaf, 0);
});
afterAll(() => server?.stop());
afterEach(() => expectBooksInOrder(server.context.database));

const report = (who: Client, fields: Readonly<Record<string, string>> = {}) =>
  who.get<AnswerOf<typeof scoreReport>>('/api/Score/Report', fields);
const returns = (who: Client, fields: Readonly<Record<string, string>> = {}) =>
  who.get<AnswerOf<typeof scoreReturnList>>('/api/Score/ReturnList', fields);
const subs = (who: Client, fields: Readonly<Record<string, string>> = {}) =>
  who.get<AnswerOf<typeof scoreSubagent>>('/api/Score/Subagent', fields);
const setRebate = (who: Client, whom: Client, rateBp: number, family = 'small') =>
  who.post('/api/Score/SetRebate', { who: String(whom.userId), family, rateBp: String(rateBp) });

/** Counts what is due, as if at least a count's pause had passed. */
async function count(): Promise<void> {
  await server.context.clock.advance(AGENT_RULES.count.everySeconds * 1_000 + 1);
  await countAllAgents(server.context);
}

/** Lets the night come: the clock stands at three in the morning of the next day, and the day before is booked. */
async function night(): Promise<void> {
  const now = server.context.clock.now();
  await server.context.clock.advance(Math.floor((now + 8 * HOUR_MS) / DAY_MS) * DAY_MS - 8 * HOUR_MS + DAY_MS + 3 * HOUR_MS - now);
  await countAllAgents(server.context);
}

describe('a chain', () => {
  it('[A1] [A5] shares the highest rate in it; it is booked at two in the morning, and turned into money under one reference', async () => {
    await addLostSmallPlay(server, player.userId, 10_000);
    await addLostSmallPlay(server, leaf.userId, 999);
    await count();
    expect((await returns(boss)).models).toMatchObject({ expectedScore: 100 + 9, balanceScore: 0, sumScore: 109 });
    expect((await returns(leaf)).models.items.map(({ score, level, bp, baseFen }) => ({ score, level, bp, baseFen }))).toEqual(
      expect.arrayContaining([
        { score: 100, level: 1, bp: 100, baseFen: 10_000 },
        { score: 9, level: 0, bp: 100, baseFen: 999 },
      ]),
    );
    expect((await returns(player)).models.items).toEqual([]);
    await night();
    expect((await returns(boss)).models).toMatchObject({ expectedScore: 0, balanceScore: 109 });
    expect((await returns(leaf, { period: 'yesterday' })).models.items.every(({ state }) => state === 'posted')).toBe(true);
    // Once: another night finds nothing to book.
    await night();
    expect((await returns(boss)).models.balanceScore).toBe(109);

    const before = (await boss.get<{ balanceFen: number }>('/api/fund/Summary')).models.balanceFen;
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const done = await boss.post<AnswerOf<typeof scoreWithdraw>>('/api/Score/Withdraw', { score: '105' }, key);
    expect(done).toMatchObject({ status: STATUS.ok, models: { score: 105, balanceScore: 4, balanceFen: before + 105 } });
    expect(await boss.post('/api/Score/Withdraw', { score: '105' }, key)).toEqual(done);
    const { rows } = await server.context.database.query(
      `SELECT kind, debit, credit, amount, unit, count(*) OVER (PARTITION BY ref)::int AS same FROM movements WHERE user_id = $1 AND kind IN ('rebateOut', 'rebateIn') ORDER BY seq`,
      [boss.userId],
    );
    expect(rows).toEqual([
      { kind: 'rebateOut', debit: 'score', credit: 'house:rebate', amount: 105, unit: 'score', same: 2 },
      { kind: 'rebateIn', debit: 'house:rebate', credit: 'wallet', amount: 105, unit: 'fen', same: 2 },
    ]);
    expect(await boss.post('/api/Score/Withdraw', { score: '100' })).toMatchObject({
      status: STATUS.insufficientFunds,
      msg: '积分不足，现有 4 积分',
    });
    expect(await boss.post('/api/Score/Withdraw', { score: '99' })).toMatchObject({ status: STATUS.invalid, models: { field: 'score' } });
  });

  it('[A4] a rate holds from the next day on, and is never above one’s own nor below that of somebody further down', async () => {
    expect(await setRebate(boss, middle, 310)).toMatchObject({ status: STATUS.overCap, msg: '不能高于您自己的返点 3%' });
    expect(await setRebate(boss, middle, 90)).toMatchObject({
      status: STATUS.overCap,
      msg: '其下级返点已达 1%，不能更低；请先由其调整下级返点',
    });
    expect(await setRebate(boss, middle, 205)).toMatchObject({ status: STATUS.invalid, models: { field: 'rateBp' } });
    expect(await setRebate(boss, middle, 200, 'nothing')).toMatchObject({ status: STATUS.invalid, models: { field: 'family' } });
    expect(await setRebate(boss, leaf, 100)).toMatchObject({ status: STATUS.notFound });
    expect(await setRebate(leaf, boss, 100)).toMatchObject({ status: STATUS.notFound });
    expect(await setRebate(boss, middle, 250)).toMatchObject({ status: STATUS.ok, models: { rateBp: 250 } });
    const seen = await boss.get<AnswerOf<typeof scoreDiscount>>('/api/Score/Discount', { who: String(middle.userId) });
    expect(seen.models.rates.find(({ family }) => family === 'small')).toMatchObject({
      theirsToday: 200,
      theirs: 250,
      keeps: 50,
      leastBp: 100,
    });
    expect(seen.models.changes[0]).toMatchObject({ before: 200, after: 250 });
    await addLostSmallPlay(server, player.userId, 10_000);
    await count();
    expect((await returns(boss, { period: 'today' })).models.items[0]).toMatchObject({ bp: 100, score: 100 });
    await server.context.clock.advance(DAY_MS);
    await addLostSmallPlay(server, player.userId, 10_000);
    await count();
    expect((await returns(boss, { period: 'today' })).models.items[0]).toMatchObject({ bp: 50, score: 50 });
  });
});

describe('the tree', () => {
  it('[A2] grows by links with their rates, and not by one’s own device', async () => {
    const made = await boss.post<AnswerOf<typeof scoreCreateLink>>('/api/Score/CreateLink', { name: '朋友圈', rateBp: '120' });
    expect(made.status).toBe(STATUS.ok);
    expect(await boss.post('/api/Score/CreateLink', { name: '太高', rateBp: '310' })).toMatchObject({
      status: STATUS.overCap,
      msg: '不能高于您自己的返点 3%',
    });
    const { code, linkId } = made.models;
    const visitor = server.client();
    expect((await visitor.get('/api/account/Invitation', { code })).models).toMatchObject({ valid: true });
    const come = await visitor.post<LoginModels>('/api/webregist', {
      username: `n${randomUUID().slice(0, 8)}`,
      password: 'secret-1',
      invite: code,
    });
    expect(come.status).toBe(STATUS.ok);
    const mid = come.models.user.Mid;
    expect((await subs(boss)).models.items.find((row) => row.mid === mid)).toMatchObject({ level: 1, direct: true });
    expect((await subs(boss)).models.items.find((row) => row.mid === mid)?.rates).toContain('全部 1.2%');
    const links = (await boss.get<AnswerOf<typeof scorePromote>>('/api/Score/Promote')).models.links;
    expect(links.find((link) => link.linkId === linkId)).toMatchObject({ visits: 1, registrations: 1, active: 0, stopped: false });
    expect((await boss.post('/api/Score/StopLink', { linkId })).status).toBe(STATUS.ok);
    expect((await visitor.get('/api/account/Invitation', { code })).models).toMatchObject({ valid: false });
  });

  it.each([
    ['begins with its own rate tomorrow', 0, 250],
    ['has a lower rate tomorrow', 300, 100],
  ])('[A4] who comes by the link of somebody who %s has it from then on, at most what the link promises', async (_, nowBp, nextBp) => {
    const { database, publication } = server.context;
    const head = await server.client().register();
    const day = Math.floor((server.context.clock.now() + productOffset(publication)) / DAY_MS);
    await database.query('INSERT INTO agents (user_id, path, since) VALUES ($1, ARRAY[$1::bigint], 0)', [head.userId]);
    const set = (from: number, bp: number) => database.query('SELECT set_agent_rate($1, $2, $3, $4, $1)', [head.userId, 'small', from, bp]);
    if (nowBp > 0) await set(day, nowBp);
    const link = nowBp === 0 ? 200 : nowBp;
    if (nowBp === 0) await set(day + 1, nextBp);
    const made = await head.post<AnswerOf<typeof scoreCreateLink>>('/api/Score/CreateLink', { name: '新人', rateBp: String(link) });
    expect(made.status).toBe(STATUS.ok);
    if (nowBp > 0) await set(day + 1, nextBp);
    const come = await server.client().post<LoginModels>('/api/webregist', {
      username: `n${randomUUID().slice(0, 8)}`,
      password: 'secret-1',
      invite: made.models.code,
    });
    const { rows } = await database.query<{ now: number; next: number }>(
      `SELECT agent_rate($1, 'small', $2) AS now, agent_rate($1, 'small', $2 + 1) AS next`,
      [Number(come.models.user.Mid), day],
    );
    expect(rows[0]).toEqual({ now: Math.min(link, nowBp), next: Math.min(link, nextBp) });
  });

  it('[A2] is walked down by sums, and nobody sees beside or above himself', async () => {
    const top = (await subs(boss)).models;
    expect(top.items.map(({ mid }) => mid)).toContain(String(middle.userId));
    expect(top.items.map(({ mid }) => mid)).not.toContain(String(leaf.userId));
    const down = (await subs(boss, { parent: String(leaf.userId) })).models;
    expect(down.crumbs.map(({ mid }) => mid)).toEqual([String(middle.userId), String(leaf.userId)]);
    expect(down.items).toMatchObject([{ mid: String(player.userId), level: 3, direct: false }]);
    expect(await subs(leaf, { parent: String(middle.userId) })).toMatchObject({ status: STATUS.notFound, msg: '您的团队中没有这位玩家' });
    expect((await subs(boss, { q: String(player.userId) })).models.items).toMatchObject([{ mid: String(player.userId) }]);
    expect((await subs(leaf, { q: String(boss.userId) })).models.items).toEqual([]);
  });

  it('[A2] a move that would close a circle is refused in words', async () => {
    const moved = (who: Client, under: Client) => boss.post('/api/Score/Move', { who: String(who.userId), under: String(under.userId) });
    expect(await moved(middle, player)).toMatchObject({ status: STATUS.stateChanged, msg: '不能移到他自己或他的下级名下' });
    expect(await moved(middle, middle)).toMatchObject({ status: STATUS.stateChanged });
    expect(await moved(boss, middle)).toMatchObject({ status: STATUS.notFound });
    expect(await leaf.post('/api/Score/Move', { who: String(middle.userId), under: String(leaf.userId) })).toMatchObject({
      status: STATUS.notFound,
    });
    const other = await newSubPlayer(server, boss, 0);
    expect(await moved(leaf, other)).toMatchObject({ status: STATUS.stateChanged, msg: '上级须比下级先注册' });
    expect(await moved(other, player)).toMatchObject({ status: STATUS.ok });
    expect((await subs(boss, { parent: String(player.userId) })).models.items).toMatchObject([{ mid: String(other.userId), level: 4 }]);
  });

  it('[A4] high rates are few: a link promises less, and no move brings one too many', async () => {
    const head = await server.client().register();
    await makeAgent(server, head, 500);
    const [{ fromBp = 0, most = 0 } = {}] = AGENT_RULES.quotas;
    const promote = async () => (await head.get<AnswerOf<typeof scorePromote>>('/api/Score/Promote')).models;
    expect((await promote()).mostBp).toBe(fromBp - AGENT_RULES.most.stepBp);
    expect(await head.post('/api/Score/CreateLink', { name: '高', rateBp: String(fromBp) })).toMatchObject({
      status: STATUS.overCap,
      msg: '链接的返点最高 4.7%，更高返点名额有限，请在对方注册后单独设置',
    });
    expect((await head.post('/api/Score/CreateLink', { name: '可', rateBp: String(fromBp - AGENT_RULES.most.stepBp) })).status).toBe(
      STATUS.ok,
    );
    const day = Math.floor((server.context.clock.now() + productOffset(server.context.publication)) / DAY_MS);
    const give = (who: Client, bp: number) =>
      server.context.database.query('SELECT set_agent_rate($1, $2, $3, $4, $5)', [who.userId, 'small', day, bp, head.userId]);
    // A link that was made when more was allowed promises no more than now.
    const first = await newSubPlayer(server, head, 500);
    const { rows } = await server.context.database.query<{ bp: number }>(`SELECT agent_rate($1, 'small', $2) AS bp`, [first.userId, day]);
    expect(rows[0]?.bp).toBe(fromBp - AGENT_RULES.most.stepBp);
    await give(first, fromBp);
    const below = await newSubPlayer(server, first, 0);
    await give(below, fromBp);
    for (let n = 1; n < most; n += 1) await give(await newSubPlayer(server, head, 0), fromBp);
    const moved = () => head.post('/api/Score/Move', { who: String(below.userId), under: String(head.userId) });
    expect(await moved()).toMatchObject({
      status: STATUS.limitReached,
      msg: '他的返点达到 4.8%，新上级该档位的 10 个名额已用完，请先调整返点',
    });
    await give(first, fromBp - AGENT_RULES.most.stepBp);
    await give(below, fromBp - AGENT_RULES.most.stepBp);
    expect((await moved()).status).toBe(STATUS.ok);
  });

  it('[A9] a player with nobody above him asks once, and a player without a place sees the explanation', async () => {
    const alone = await server.client().register();
    expect((await alone.get('/api/Score/Promote')).models).toMatchObject({ agent: false, canApply: true, members: 0, balanceScore: 0 });
    expect((await report(alone)).models).toMatchObject({ items: [], hidden: false, nearest: '' });
    expect((await subs(alone)).models).toMatchObject({ items: [], agent: false });
    const agentMessages = async () =>
      Promise.all(
        ['Report', 'GameReport', 'BetReport', 'ReturnList', 'Discount'].map(
          async (name) => (await alone.get<{ readonly agent: boolean }>(`/api/Score/${name}`)).models.agent,
        ),
      );
    expect(await agentMessages()).toEqual([false, false, false, false, false]);
    const { starts } = (await alone.get<AnswerOf<typeof scorePromote>>('/api/Score/Promote')).models;
    expect((await alone.post('/api/Score/Apply')).status).toBe(STATUS.ok);
    expect(await agentMessages()).toEqual([true, true, true, true, true]);
    const { rates } = (await alone.get<AnswerOf<typeof scorePromote>>('/api/Score/Promote')).models;
    expect(starts).toEqual(rates.map(({ family, name, nextBp: bp }) => ({ family, name, bp })));
    expect(await alone.post('/api/Score/Apply')).toMatchObject({ status: STATUS.stateChanged, msg: '您已是代理，无需重复申请' });
    expect(await player.post('/api/Score/Apply')).toMatchObject({ status: STATUS.stateChanged });
    expect((await alone.get('/api/Score/Promote')).models).toMatchObject({ agent: true, canApply: false });
  });
});

describe('reports', () => {
  // Nothing of the tests before is within a week, and nobody's session either.
  beforeAll(async () => {
    await server.context.clock.advance(9 * DAY_MS);
    for (const who of [boss, middle, leaf, player])
      who.token = await server.context.sessions.open(who.userId, { address: '127.0.0.1', agent: 'test' });
  });

  it('[A7] a span is the sum of its days, by game, by day and by bet, in every scope', async () => {
    for (const [who, fen, ago] of [
      [player, 5_000, 0],
      [leaf, 3_000, 0],
      [middle, 2_000, 1],
      [boss, 1_000, 1],
    ] as const)
      await addLostSmallPlay(server, who.userId, fen, ago);
    await night();
    for (const [scope, stakes] of [
      ['self', [1_000, 0]],
      ['direct', [2_000, 0]],
      ['team', [3_000, 8_000]],
    ] as const) {
      const days = (await report(boss, { scope })).models;
      const games = (await boss.get<AnswerOf<typeof scoreGameReport>>('/api/Score/GameReport', { scope })).models;
      const bets = (await boss.get<AnswerOf<typeof scoreBetReport>>('/api/Score/BetReport', { scope })).models;
      const sum = stakes[0] + stakes[1];
      expect(days.total.stakeFen).toBe(sum);
      expect(games.total).toEqual(bets.total);
      expect(games.total.stakeFen).toBe(sum);
      expect(days.items.reduce((all, { stakeFen }) => all + stakeFen, 0)).toBe(sum);
      expect(bets.items.reduce((all, { stakeFen }) => all + stakeFen, 0)).toBe(sum);
      for (const { to, gameCode, day } of bets.items)
        expect(to).toBe(scope === 'self' ? `/betRecord?game=${gameCode}&by=drawn&from=${day}&to=${day}` : '');
      expect(days.days.length).toBe(7);
    }
  });

  it('[A7] a row of a small game leads to the plays of its day, one of a scratch card to the opened ones', async () => {
    await addSmallGames(server);
    await addCards(server);
    expect(await buyCards(boss)).toMatchObject({ status: STATUS.ok });
    expect(await openAll(boss)).toMatchObject({ status: STATUS.ok });
    await addLostSmallPlay(server, boss.userId, 400, 0, REELS_GAME);
    await night();
    boss.token = await server.context.sessions.open(boss.userId, { address: '127.0.0.1', agent: 'test' });
    const rows = (await boss.get<AnswerOf<typeof scoreBetReport>>('/api/Score/BetReport', { scope: 'self' })).models.items;
    const row = rows.find(({ gameCode }) => gameCode === REELS_GAME);
    expect(row?.to).toBe(`/betRecordSmallGame?game=${REELS_GAME}&from=${row?.day}&to=${row?.day}`);
    expect(rows.find(({ gameCode }) => gameCode === SMALL_CARD)?.to).toBe('/Scratch?tab=opened');
  });

  it('[A8] begins at 2017-01-01, spans 400 days, says what is nearest, and exports nothing of nothing', async () => {
    const reportFields = async (fields: Record<string, string>) => {
      const { status, models, msg } = await report(boss, fields);
      return [status, (models as unknown as { field?: string })?.field, msg];
    };
    expect(await reportFields({ from: '2016-12-31', to: '2017-01-01' })).toEqual([STATUS.invalid, 'from', '最早从 2017-01-01 开始']);
    expect(await reportFields({ from: '2017-01-01', to: '2018-02-05' })).toEqual([
      STATUS.invalid,
      'to',
      '一次最多查 400 天，请缩短日期范围',
    ]);
    expect((await report(boss, { from: '2017-01-01', to: '2018-02-04' })).models).toMatchObject({
      from: '2017-01-01',
      to: '2018-02-04',
      items: [],
    });
    expect((await report(boss, { from: '2017-01-01', to: '2017-01-01' })).models.nearest).toMatch(/^20/);
    expect(await reportFields({ from: '2020-02-02', to: '2020-02-01' })).toEqual([STATUS.invalid, 'to', '结束日期不能早于开始日期']);
    for (const kind of ['game', 'day', 'return', 'bet'])
      expect(await boss.get('/api/Score/Export', { report: kind, from: '2017-01-01', to: '2017-01-31' })).toMatchObject({
        status: STATUS.notFound,
        msg: '这段时间没有数据，不能导出；请换一个日期范围',
      });
    const file = await boss.get<AnswerOf<typeof scoreExport>>('/api/Score/Export', { report: 'day' });
    expect(file.models.text.split('\r\n').length).toBe(file.models.rows + 2);
  });

  it('[A6] tells neither orders nor contacts of anybody below, in no call and no file', async () => {
    const ticket = await addLostSmallPlay(server, player.userId, 4_321);
    await server.context.database.query(`UPDATE users SET name = 'secretleaf', name_key = 'secretleaf' WHERE id = $1`, [player.userId]);
    await count();
    const fields: Record<string, Record<string, string>> = { '/api/Score/Export': { report: 'bet', scope: 'direct' } };
    for (const { method, path, idempotent } of TABLE.filter((row) => row.path.startsWith('/api/Score/'))) {
      if (idempotent === true) continue;
      for (const scope of ['direct', 'team', undefined]) {
        const answer = await boss.call(
          path,
          { ...fields[path], ...(scope === undefined || path.includes('Return') ? {} : { scope }) },
          { method },
        );
        const text = JSON.stringify(answer);
        expect(text, path).not.toContain(ticket);
        expect(text, path).not.toContain('secretleaf');
      }
    }
    for (const parent of [middle, leaf])
      expect(JSON.stringify((await subs(boss, { parent: String(parent.userId) })).models)).not.toContain('secretleaf');
    // One player below: sums would be his.
    const alone = await report(leaf, { scope: 'direct' });
    expect(alone.models).toMatchObject({ hidden: true, total: { prizeFen: null, netFen: null, refundFen: null } });
  });

  it('[A6] leaves out what would tell of one player, also of a large team, and marks only the days whose bookings were partly taken back', async () => {
    const { database, clock, publication } = server.context;
    const head = await server.client().register();
    const team = await Promise.all(Array.from({ length: 4 }, () => newSubPlayer(server, head)));
    for (const sub of team.slice(0, 3)) await addLostSmallPlay(server, sub.userId, 1_000, 1);
    await addLostSmallPlay(server, (team[3] as Client).userId, 5_000);
    await addLostSmallPlay(server, head.userId, 700, 2);
    await server.context.database.query('DELETE FROM agent_days_to_recount');
    const today = Math.floor((clock.now() + productOffset(publication)) / DAY_MS);
    const everybody = [head, ...team].map(({ userId }) => userId);
    for (const day of [today - 2, today - 1, today])
      await database.query('SELECT count_agents($1::bigint[], $2, $3::jsonb)', [everybody, day, countParams({ publication })]);
    await database.query(
      `INSERT INTO agent_rebates (beneficiary, player, day, game, family, level, base, bp, due, posted, posted_at, taken)
       VALUES ($1, $2, $3, 'reels', 'small', 1, 1000, 100, 0, 0, NULL, 5)`,
      [head.userId, team[0]?.userId, today - 1],
    );
    const { items, total, hidden } = (await report(head)).models;
    expect(items.map(({ stakeFen, prizeFen, netFen, corrected }) => [stakeFen, prizeFen, netFen, corrected])).toEqual([
      [5_000, null, null, false],
      [3_000, 0, -3_000, true],
      // His own alone.
      [700, 0, -700, false],
    ]);
    expect([total.netFen, hidden]).toEqual([-8_700, true]);
    const games = async (from: number) =>
      (await head.get<AnswerOf<typeof scoreGameReport>>('/api/Score/GameReport', { from: isoDateOf(from) })).models;
    expect((await games(today)).rows).toMatchObject([{ players: 1, stakeFen: 5_000, prizeFen: null, netFen: null }]);
    expect((await games(today)).total.netFen).toBeNull();
    expect((await games(today - 1)).rows).toMatchObject([{ netFen: -8_000 }]);
    const bets = (await head.get<AnswerOf<typeof scoreBetReport>>('/api/Score/BetReport')).models.items;
    expect(bets.map(({ wonBets, netFen }) => [wonBets, netFen])).toEqual([
      [null, null],
      [0, -3_000],
      [0, -700],
    ]);
    const file = (await head.get<AnswerOf<typeof scoreExport>>('/api/Score/Export', { report: 'day' })).models.text.split('\r\n');
    expect(file[1]).toContain(',50.00,50.00,–,–,0.00,–,–,');
  });
});

it('[A5] a night after days on which nothing ran books all of them', async () => {
  await night();
  await server.context.clock.advance(5 * DAY_MS);
  const head = await server.client().register();
  const sub = await newSubPlayer(server, head);
  await makeAgent(server, head);
  await server.context.database.query('UPDATE agent_rates SET from_day = from_day - 10 WHERE user_id = $1', [head.userId]);
  await addLostSmallPlay(server, sub.userId, 10_000, 5);
  await addLostSmallPlay(server, sub.userId, 10_000, 1);
  await countAllAgents(server.context);
  expect((await returns(head)).models).toMatchObject({ expectedScore: 0, balanceScore: 600 });
});
