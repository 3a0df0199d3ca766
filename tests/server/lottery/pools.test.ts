/** The pool (奖池) of a game with floating prizes: fed by stakes, paid from, carried on, and exact to the fen whatever is given back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Line } from '../../../engine/descriptions/types.ts';
import type { HomeModels, ResultDetailModels } from '../../../protocol/calls.ts';
import type { Services } from '../../../server/services.ts';
import { clearAnswerCache } from '../../../server/lottery/draws/answer-cache.ts';
import { type IssuePool, poolOfIssue, reconcileEndedPools } from '../../../server/lottery/draws/pool.ts';
import { sharePool, WHOLE_BET } from '../../../server/lottery/draws/prizes.ts';
import { takeSettlementStep } from '../../../server/lottery/draws/settle.ts';
import { freezeDueIssues } from '../../../server/lottery/draws/steps.ts';
import { runCount } from '../../engine/rules/support/runs.ts';
import type { Client } from '../support/client.ts';
import { issueOnSale } from '../support/on-sale.ts';
import { oneServer } from '../support/one-server.ts';
import type { TestServer } from '../support/server.ts';
import { gameVersion, pricedTicket } from '../support/tickets.ts';

const CODE = 'ssq';
let server: TestServer;
let context: Services;
oneServer((started, own) => ([server, context] = [started, own]));

const SEED = 100_000_000_000;
const LEAST = 10_000_000_000;
const DRAWN = { red: [1, 2, 3, 4, 5, 6], blue: [1] };
const line = (red: readonly number[], blue = 1): Line => ({ play: 'DS', picks: { red, blue: [blue] } });
const FIRST = line(DRAWN.red);
const SECOND = line(DRAWN.red, 2);
const LOST = line([11, 12, 13, 14, 15, 16], 2);

const onSale = () => issueOnSale(server, context, CODE);
const bet = async (player: Client, issue: string, of: Line, multiplier = 1) => {
  const answer = await player.bet({ ...pricedTicket(gameVersion(server, CODE), [of], { multiplier }), issue });
  expect(answer.msg).toBe('投注成功');
  return answer.models.orderId;
};
/** Freezes the issue and writes what was drawn: a seed that draws just these numbers cannot be found. */
async function draw({ issue, drawsAt }: { readonly issue: string; readonly drawsAt: number }, settle = true): Promise<void> {
  await context.clock.advance(Math.max(0, drawsAt - context.clock.now() + 500));
  while ((await freezeDueIssues(context)) > 0);
  await context.database.query(`UPDATE issues SET state = 'drawn', numbers = $3 WHERE game = $1 AND issue = $2`, [
    CODE,
    issue,
    JSON.stringify(DRAWN),
  ]);
  if (!settle) return;
  while (await takeSettlementStep(context));
}
const poolOf = async (issue: string) => (await poolOfIssue(context.database, CODE, issue)) as IssuePool;
const balance = async () =>
  (await context.database.query<{ b: number }>('SELECT balance AS b FROM pools WHERE game = $1', [CODE])).rows[0]?.b ?? 0;
const free = async () => (await context.database.query<{ free: number }>('SELECT unpromised_pool($1) AS free', [CODE])).rows[0]?.free ?? 0;
const shown = async () => {
  clearAnswerCache(context.database);
  const { pools } = (await server.client().get<HomeModels>('/api/SiteMsg/AppHomePageInfo')).models;
  return pools.find(({ gameCode }) => gameCode === CODE)?.poolFen;
};

describe('an issue after the other', () => {
  it('[L29] begins with its seed, is fed by the described part of the stakes, and what is not won is there for the next issue', async () => {
    expect(await shown()).toBe(SEED);
    const player = await server.client().register();
    const first = await onSale();
    // 3 × 2.00 of 267 ‰ are 160.2 fen: 160, and the rest stays with the house.
    await bet(player, first.issue, LOST, 3);
    await draw(first);
    expect(await poolOf(first.issue)).toEqual({ poolFen: SEED, carriedFen: 0, fedFen: 160, addedFen: SEED - 160, paidFen: 0 });
    expect(await balance()).toBe(SEED);

    const second = await onSale();
    await bet(player, second.issue, FIRST, 2);
    await bet(player, second.issue, SECOND);
    await draw(second);
    // 6.00 feed 160 again. Two first prizes are capped at 500 万 each, the second at 30 万.
    expect(await poolOf(second.issue)).toEqual({
      poolFen: SEED + 160,
      carriedFen: SEED,
      fedFen: 160,
      addedFen: 0,
      paidFen: 1_030_000_000,
    });
    expect(await balance()).toBe(SEED + 160 - 1_030_000_000);
    expect(await shown()).toBe(SEED + 160 - 1_030_000_000);
    const { pool, prizes } = (await player.get<ResultDetailModels>('/api/lotteryresult/Detail', { gameCode: CODE, issue: second.issue }))
      .models;
    expect(pool).toEqual(await poolOf(second.issue));
    expect(prizes).toMatchObject({ 'DS/1': 500_000_000, 'DS/2': 30_000_000 });
    const { rows } = await context.database.query<{ kind: string; amount: number }>(
      `SELECT kind, sum(amount)::bigint AS amount FROM movements WHERE user_id = 0 AND 'pool:ssq' IN (debit, credit) GROUP BY kind ORDER BY kind`,
    );
    expect(rows).toEqual([
      { kind: 'poolGuarantee', amount: SEED - 160 },
      { kind: 'poolPrize', amount: 1_030_000_000 },
      { kind: 'poolStake', amount: 320 },
    ]);
  });

  it('[L29] never has less than is guaranteed: the house adds what is lacking, and shares are divided to the yuan, the rest stays', async () => {
    await context.database.query(
      `UPDATE pools SET balance = 700; UPDATE issue_pools SET added = 700, fed = 0, promised = 0, paid = 0, stakes = 0 WHERE issue = (SELECT max(issue) FROM issue_pools);
       DELETE FROM issue_pools WHERE issue <> (SELECT max(issue) FROM issue_pools)`,
    );
    await context.database.query(`ALTER TABLE movements DISABLE TRIGGER forbid_movement_change`);
    await context.database.query(`DELETE FROM movements WHERE user_id = 0 AND 'pool:ssq' IN (debit, credit)`);
    await context.database.query(`SELECT post(0, 'poolGuarantee', 'house:pools', 'pool:ssq', 700, 'least', NULL)`);
    await context.database.query(`ALTER TABLE movements ENABLE TRIGGER forbid_movement_change`);
    const player = await server.client().register();
    const issue = await onSale();
    await bet(player, issue.issue, SECOND, 1_400);
    await draw(issue);
    // 2,800.00 feed 747.60. Of 30 % of 1 亿 1,400 winners get 21,428 yuan each, and 8 yuan of the slice stay.
    expect(await poolOf(issue.issue)).toEqual({
      poolFen: LEAST,
      carriedFen: 700,
      fedFen: 74_760,
      addedFen: LEAST - 75_460,
      paidFen: 1_400 * 2_142_800,
    });
    expect(await balance()).toBe(LEAST - 1_400 * 2_142_800);
  });
});

describe('what is given back', () => {
  it('[L29] an issue whose turn is not yet pauses until the earlier one has its prizes, and counts nothing meanwhile', async () => {
    const player = await server.client().register();
    const first = await onSale();
    await bet(player, first.issue, LOST);
    await draw(first, false);
    const second = await onSale();
    await bet(player, second.issue, FIRST);
    await draw(second, false);
    // Another process has the first under its hands.
    const before = await poolOf(second.issue).catch(() => undefined);
    expect(await takeSettlementStep(context, [`${CODE}/${first.issue}`])).toMatchObject({ issue: second.issue, is: 'busy' });
    const { rows } = await context.database.query('SELECT prizes, counted FROM issues WHERE game = $1 AND issue = $2', [
      CODE,
      second.issue,
    ]);
    expect(rows).toEqual([{ prizes: null, counted: null }]);
    expect(await poolOf(second.issue).catch(() => undefined)).toEqual(before);
    while (await takeSettlementStep(context));
    expect((await poolOf(second.issue)).paidFen).toBeGreaterThan(0);
  });

  it('[L30] a winner that could not be paid and was refunded leaves its share and takes its stake out, also after its issue was settled', async () => {
    const [one, two] = await Promise.all([server.client().register(), server.client().register()]);
    const issue = await onSale();
    await bet(one, issue.issue, FIRST);
    const stuck = await bet(two, issue.issue, FIRST);
    await draw(issue, false);
    // One winner is held up by the database: his prize waits, and is his.
    await context.database.query(`CREATE FUNCTION refuse_order() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.id = '${stuck}' AND NEW.status = 'won' THEN RAISE EXCEPTION 'not this one'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER refuse_order BEFORE UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION refuse_order()`);
    while (await takeSettlementStep(context));
    const before = await poolOf(issue.issue);
    expect(before).toMatchObject({ fedFen: 106, paidFen: 1_000_000_000 });
    await reconcileEndedPools(context);
    expect(await poolOf(issue.issue)).toEqual(before);
    expect(await free(), 'what is his is promised').toBe(before.poolFen - before.paidFen);
    expect(await balance()).toBe(before.poolFen - 500_000_000);
    const next = await onSale();
    await draw(next);
    expect((await poolOf(next.issue)).carriedFen).toBe(before.poolFen - before.paidFen);

    const held = await balance();
    const { rows } = await context.database.query<{ id: number }>('SELECT id FROM quarantine WHERE ended_at IS NULL AND ticket = $1', [
      stuck,
    ]);
    await context.database.query('SELECT refund_quarantined($1)', [rows[0]?.id]);
    await context.database.query('DROP TRIGGER refuse_order ON tickets; DROP FUNCTION refuse_order()');
    await reconcileEndedPools(context);
    // 400 fen fed 106; the 200 that are left feed 53.
    expect(await poolOf(issue.issue)).toMatchObject({ fedFen: 53, paidFen: 500_000_000 });
    expect(await balance()).toBe(held - 53);
    expect(await free(), 'his share is free again').toBe(held - 53);
  });
});

describe('sharing', () => {
  it('[L29] whatever is in the pool and however many win, winners get no more than there is, and the remainder less than a yuan each', () => {
    const { game: described } = gameVersion(server, CODE);
    const older = {
      ...described,
      playGroups: described.playGroups.map((group) => ({
        ...group,
        plays: group.plays.map((play) => ({
          ...play,
          code: `${play.code}_OLD`,
          prizes: play.prizes.map((prize) => ({ ...prize, tier: `${prize.tier}o` })),
        })),
      })),
    };
    fc.assert(
      fc.property(
        fc.maxSafeNat(),
        fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 4, maxLength: 4 }),
        (poolFen, [a = 0, b = 0, c = 0, d = 0]) => {
          const winners = new Map(Object.entries({ '1': a, '2': b, '1o': c, '2o': d }).map(([tier, n]) => [tier, BigInt(n) * WHOLE_BET]));
          const { shares, promisedFen } = sharePool([described, older], winners, BigInt(poolFen));
          const got = (play: string, tier: string, n: number) => BigInt(shares[`${play}/${tier}`] ?? 0) * BigInt(n);
          const paid = got('DS', '1', a) + got('DS', '2', b) + got('DS_OLD', '1o', c) + got('DS_OLD', '2o', d);
          expect(paid).toBe(promisedFen);
          expect(promisedFen <= BigInt(poolFen)).toBe(true);
          // The present version's tiers take the whole pool, so nothing is left for tiers that it does not have.
          expect(shares['DS_OLD/1o'] ?? 0).toBe(0);
          const slice = (BigInt(poolFen) * 700n) / 1000n;
          if (a > 0 && (shares['DS/1'] as number) < 500_000_000) expect(slice - got('DS', '1', a)).toBeLessThan(BigInt(a) * 100n);
        },
      ),
      { numRuns: runCount(200) },
    );
  });
});
