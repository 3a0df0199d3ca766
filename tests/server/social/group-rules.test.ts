/** [G7] [G11] [G12] Standing rules on the embedded database, step by step; what turnover and growth make of shares; the check of escrow. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { GroupRule, GroupRuleModels, HomeModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { takeSettlementStep } from '../../../server/lottery/draws/settle.ts';
import { productOffset } from '../../../server/catalog/product-clock.ts';
import { postDue } from '../../../server/loyalty/member/growth.ts';
import { drawDueIssues, freezeDueIssues } from '../../../server/lottery/draws/steps.ts';
import { escrowDifference, recordFinishedGroups, runGroupRules } from '../../../server/social/group-buying/job.ts';
import { GROUP_TERMS } from '../../../server/social/group-buying/terms.ts';
import type { Client } from '../support/client.ts';
import { joinGroup, losingGroup, SLOW_GAME, slowIssueOnSale, startGroup, writeSlowGame } from '../support/groups.ts';
import { copyGames, expectBooksInOrder, startServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { ALL_DIGITS, gameVersion, pricedTicket } from '../support/tickets.ts';

let server: TestServer;
let context: Services;
let creator: Client;
beforeAll(async () => {
  const gamesDir = copyGames(temporaryFolder());
  writeSlowGame(gamesDir);
  server = await startServer({ clockSpeed: 1, role: 'web', gamesDir });
  context = server.context;
  creator = await server.client().register();
});
beforeEach(() => context.database.query(`SELECT fail_group(id, 'failed', 'failed') FROM group_buy_orders WHERE state = 'open'`));
afterEach(() => expectBooksInOrder(context.database));
afterAll(() => server?.stop());

async function started(group: Parameters<typeof startGroup>[2] = {}): Promise<string> {
  await slowIssueOnSale(server);
  const answer = await startGroup(creator, losingGroup(server), { shares: 20, own: 2, ...group });
  expect(answer, answer.msg).toMatchObject({ status: STATUS.ok });
  return answer.models.hmId;
}
const save = (who: Client, ruleId: string, fields: Readonly<Record<string, string>>) =>
  who.get<GroupRuleModels>('/api/hm/addfollowerrule', {
    ruleId,
    creatorMid: String(creator.userId),
    times: '2',
    mode: 'fixed',
    fen: '300',
    ...fields,
  });
const ruleOf = async (who: Client, ruleId: string): Promise<GroupRule> => {
  const { models } = await who.get<{ items: GroupRule[] }>('/api/hm/RuleList', { size: '50' });
  return models.items.find((rule) => rule.ruleId === ruleId) as GroupRule;
};

it('[G11] a rule takes its shares of each new order and of none before, and ends after its times; what was paid in advance is used and goes back', async () => {
  const before = await started();
  const [fixed, share] = [await server.client().register(), await server.client().register()];
  const [a, b] = [randomUUID(), randomUUID()];
  expect(await save(fixed, a, { prepay: '1' })).toMatchObject({
    status: STATUS.ok,
    models: { balanceFen: 999_400, rule: { heldFen: 600 } },
  });
  // What a rule has in advance is no withdrawal, and still his.
  expect((await fixed.get('/api/fund/Summary')).models).toMatchObject({
    balanceFen: 999_400,
    heldFen: 0,
    frozenFen: 600,
    totalFen: 1_000_000,
  });
  expect(await save(share, b, { mode: 'percent', percent: '50', maxFen: '450' })).toMatchObject({ status: STATUS.ok });
  expect(await runGroupRules(context)).toBe(0);
  await context.clock.advance(1_000);
  const hmId = await started();
  expect(await runGroupRules(context)).toBe(2);
  expect(await runGroupRules(context)).toBe(0);
  // Half of 20.00, no more than 4.50, in whole shares: four.
  expect(await ruleOf(share, b)).toMatchObject({ done: 1, spentFen: 400, state: 'on' });
  expect(await ruleOf(fixed, a)).toMatchObject({ done: 1, spentFen: 300, heldFen: 300 });
  const { rows } = await context.database.query(
    `SELECT group_buy_id, type, shares FROM group_buy_joins WHERE type = 'follow' ORDER BY shares`,
  );
  expect(rows).toEqual([
    { group_buy_id: hmId, type: 'follow', shares: 3 },
    { group_buy_id: hmId, type: 'follow', shares: 4 },
  ]);
  expect(rows.some(({ group_buy_id }) => group_buy_id === before)).toBe(false);
  // A rule that is on goes on counting: with as many times as it has taken part it would never end.
  for (const times of ['1', '0']) expect((await save(fixed, a, { times, prepay: '1' })).status, times).toBe(STATUS.invalid);
  expect(await save(fixed, a, { times: '1', prepay: '1' })).toMatchObject({ msg: '已跟 1 次，次数须大于 1' });
  expect(await ruleOf(fixed, a)).toMatchObject({ times: 2, done: 1, heldFen: 300 });
  await context.clock.advance(1_000);
  await started();
  await runGroupRules(context);
  expect(await ruleOf(fixed, a)).toMatchObject({ done: 2, heldFen: 0, state: 'ended', why: '已完成 2 次' });
  expect(await save(fixed, a, {})).toMatchObject({ status: STATUS.stateChanged });
});

it('[G11] a rule of a part takes no more of one order than a rule of a fixed sum may, whatever it says', async () => {
  const who = await server.client().register();
  const rule = randomUUID();
  expect(await save(who, rule, { mode: 'percent', percent: '50' })).toMatchObject({ status: STATUS.ok });
  await context.clock.advance(1_000);
  const hmId = await started();
  await context.database.query(`SELECT run_group_rule($1, $2, $3, $4, NULL, 500)`, [who.userId, rule, hmId, randomUUID()]);
  expect(await ruleOf(who, rule)).toMatchObject({ done: 1, spentFen: 500 });
});

it('[G11] is switched off although its game is no longer sold, and ends with a self-exclusion; what it holds goes back', async () => {
  const [who, gone] = [await server.client().register(), await server.client().register()];
  const [a, b] = [randomUUID(), randomUUID()];
  for (const [player, id] of [
    [who, a],
    [gone, b],
  ] as const)
    expect(await save(player, id, { prepay: '1' })).toMatchObject({ models: { balanceFen: 999_400, rule: { heldFen: 600 } } });
  expect(await save(gone, b, { prepay: '1', game: 'taken-off', on: '0' })).toMatchObject({
    status: STATUS.ok,
    models: { balanceFen: 1_000_000, rule: { state: 'off', heldFen: 0 } },
  });
  expect(await save(gone, b, { game: 'taken-off' })).toMatchObject({ status: STATUS.notFound });
  const excluded = await who.post<{ balanceFen: number }>('/api/Protection/Pause', { kind: 'exclusion', code: 'halfYear' });
  expect(excluded, excluded.msg).toMatchObject({ status: STATUS.ok, models: { balanceFen: 1_000_000 } });
  expect(await ruleOf(who, a)).toMatchObject({ state: 'ended', why: '自我排除', heldFen: 0 });
});

it('[G11] what a rule may not be is said in words', async () => {
  const who = await server.client().register();
  for (const [fields, status, msg] of [
    [{ fen: '99' }, STATUS.invalid, '每次金额为 1.00 至 10000.00 元'],
    [{ times: '101' }, STATUS.invalid, '最多跟 100 次'],
    [{ mode: 'percent', percent: '0' }, STATUS.invalid, '比例为 1% 至 100%'],
    [{ mode: 'percent', percent: '5', maxFen: '1000001' }, STATUS.invalid, '每单最多为 1.00 至 10000.00 元'],
    [{ mode: 'percent', percent: '10', prepay: '1' }, STATUS.invalid, '按比例跟单不能预付，请改为固定金额'],
    [{ minTotalFen: '2', maxTotalFen: '1' }, STATUS.invalid, '方案金额下限不能高于上限'],
    [{ creatorMid: '999999999' }, STATUS.notFound, '彩友不存在'],
    [{ creatorMid: String(who.userId) }, STATUS.invalid, '不能定制自己'],
    [
      { fen: '900000', times: '100', prepay: '1' },
      STATUS.insufficientFunds,
      '余额不足，预付需 900000.00 元；可以减少次数，或改为跟单时付款',
    ],
  ] as const)
    expect(await save(who, randomUUID(), fields), JSON.stringify(fields)).toMatchObject({ status, msg });
  const { rows } = await context.database.query('SELECT 1 FROM group_buy_rules WHERE user_id = $1', [who.userId]);
  expect(rows).toEqual([]);
});

it('[G11] a rule ends after its number of orders without a prize, and after 60 days in which it took nothing', async () => {
  const [unlucky, idle] = [await server.client().register(), await server.client().register()];
  const [a, b] = [randomUUID(), randomUUID()];
  await save(unlucky, a, { stopAfterMisses: '1', times: '9' });
  await save(idle, b, { fen: '100', minTotalFen: '9000000', prepay: '1' });
  await context.clock.advance(1_000);
  const hmId = await started({ own: 2 });
  await runGroupRules(context);
  await joinGroup(await server.client().register(), hmId, 0);
  // Whatever is drawn: this one has lost.
  await context.database.query(`UPDATE group_buy_orders SET state = 'lost', ended_at = 0 WHERE id = $1`, [hmId]);
  const ends = () =>
    context.database.query<{ n: number }>('SELECT end_group_rules($1, 50) AS n', [GROUP_TERMS.rules.idleDays * 86_400_000]);
  await ends();
  expect(await ruleOf(unlucky, a)).toMatchObject({ state: 'ended', why: '连续 1 次未中奖' });
  expect(await ruleOf(idle, b)).toMatchObject({ state: 'on', heldFen: 200 });
  await context.database.query(`UPDATE group_buy_rules SET worked_at = worked_at - 61::bigint * 86400000 WHERE id = $1`, [b]);
  await ends();
  expect(await ruleOf(idle, b)).toMatchObject({ state: 'ended', why: '长期没有成功跟单', heldFen: 0 });
});

it('[G12] shares count as play once they have their result, and the home page names a prize by the player that started the order', async () => {
  const issue = await slowIssueOnSale(server);
  const winning = pricedTicket(gameVersion(server, SLOW_GAME), [
    { play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: ALL_DIGITS } },
  ]);
  const [who, joiner] = [await server.client().register(), await server.client().register()];
  const { models } = await startGroup(who, winning, { shares: 100, own: 60, issue: issue.issue });
  expect(await joinGroup(joiner, models.hmId, 40)).toMatchObject({ status: STATUS.ok, models: { state: 'played' } });
  await context.clock.advance(Math.max(0, Math.ceil(issue.drawsAt - context.clock.now()) + 500));
  while ((await freezeDueIssues(context)) > 0);
  while ((await drawDueIssues(context)) > 0);
  while (await takeSettlementStep(context));
  while ((await recordFinishedGroups(context)) > 0);
  const { rows: joins } = await context.database.query('SELECT status, amount FROM group_buy_joins WHERE user_id = $1', [joiner.userId]);
  expect(joins).toEqual([{ status: 'won', amount: 80_000 }]);
  expect((await joiner.get('/api/UserCenter/Levels', {})).status).toBe(STATUS.ok);
  // Reading writes nothing.
  await context.database.transaction((client) => postDue(client, joiner.userId, productOffset(context.publication)));
  const { rows } = await context.database.query('SELECT sum(played_fen)::bigint AS played FROM member_days WHERE user_id = $1', [
    joiner.userId,
  ]);
  expect(rows).toEqual([{ played: 80_000 }]);
  const { models: home } = await who.get<HomeModels>('/api/SiteMsg/GetHomePageInfo', {});
  expect(JSON.stringify(home)).toContain('合买');
});

it('[G7] the check of escrow finds what does not belong to an open order', async () => {
  await started();
  expect(await escrowDifference(context)).toBe(0);
  const off = await context.database
    .transaction(async (client) => {
      await client.query(`SELECT post($1, 'hmJoin', 'wallet', 'escrow:hm', 77, 'join', NULL)`, [creator.userId]);
      throw new Error(String(await escrowDifference({ database: { ...context.database, query: client.query.bind(client) } })));
    })
    .catch((error: Error) => error.message);
  expect(off).toBe('77');
});
