/**
 * What the house took in and gave out (server/admin/house-report): counted from the movements, hour by hour, on the embedded database and on PostgreSQL.
 * Whatever was counted already, a report says what the accounts of the ledger say.
 */
import { DAY_MS } from '../../../engine/descriptions/time-units.ts';
import { isoDateOf, dayNumberAt } from '../../../server/platform/days.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../../../server/services.ts';
import { productOffset } from '../../../server/catalog/product-clock.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { countHouse } from '../../../server/admin/house-report/job.ts';
import { houseFiguresOf, type HouseReport, houseReport } from '../../../server/admin/house-report/report.ts';
import { kindsInGroup } from '../../../server/ledger/movements.ts';
import { MOVEMENTS } from '../../../server/platform/database/movement-rules.ts';
import { CHASE_GAME, chaseStage, SURE_WIN } from '../support/chases.ts';
import { inDeepRing } from '../../engine/rules/support/runs.ts';
import type { Client } from '../support/client.ts';
import { clockTo } from '../support/game-clock.ts';
import { joinGroup, startGroup } from '../support/groups.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { addCards, buyCards, openAll, SMALL_CARD } from '../support/scratch.ts';
import { addSmallGames, checkAndPlay } from '../support/small.ts';
import { copyGames, expectBooksInOrder, root, startServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { databaseKinds } from '../support/sport-stage.ts';
import { gameVersion, pricedTicket, singleBet } from '../support/tickets.ts';

/** A small game. */
const DICE = 'slm';
const ofHouse = (account: string): boolean => /^(house|outside):/.test(account);

describe('movements', () => {
  it('each touches one account of the house or of the outside at most', () => {
    for (const { kind, pairs } of MOVEMENTS)
      for (const pair of pairs) expect([kind, pair.filter(ofHouse).length <= 1]).toEqual([kind, true]);
  });

  it('each leads to a route of the app, if anywhere', () => {
    const { routes } = JSON.parse(readFileSync(join(root, 'app/descriptions/routes.json'), 'utf8')) as { routes: { path: string }[] };
    const paths = MOVEMENTS.flatMap(({ to, reasonsTo = {} }) =>
      [...(to === undefined ? [] : [to]), ...Object.values(reasonsTo)].map((each) => each.split('?', 1)[0]),
    );
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect(routes.map((route) => route.path)).toContain(path);
  });

  it('stakes in fen are the kinds by which house-report.sql counts players, and hmGuarantee', () => {
    const stakes = MOVEMENTS.filter(({ kind, unit }) => unit === 'fen' && kindsInGroup('stake').includes(kind)).map(({ kind }) => kind);
    // The report counts no player by hmGuarantee: a guarantee becomes a stake only when it buys shares, which is another movement.
    expect(new Set(stakes)).toEqual(new Set(['stake', 'hmJoin', 'hmGuarantee', 'scratch', 'game']));
  });
});

describe('figures', () => {
  it('come from the accounts: refunds reduce the sales, pools are no profit, a prize that was taken back is not counted', () => {
    const at = (account: string, kind: string, amount: number, movements = 1) => ({ account, kind, movements, amount });
    expect(
      houseFiguresOf([
        at('house:stakes', 'stake', 10_000, 3),
        at('house:stakes', 'hmPlay', 2_000, 2),
        at('house:stakes', 'refund', -1_000),
        at('house:stakes', 'poolStake', -3_000),
        at('house:prizes', 'prize', -4_000, 2),
        at('house:prizes', 'prizeBack', 500),
        at('house:prizes', 'poolPrize', 1_500),
        at('house:pools', 'poolGuarantee', -700),
        at('house:promotions', 'bonus', -300),
        at('house:grants', 'grant', -10_000),
        at('house:fees', 'fee', 20),
        at('outside:recharge', 'recharge', -8_000),
        at('outside:withdraw', 'withdrawPaid', 6_000),
      ]),
    ).toEqual({
      ...{ bets: 5, soldFen: 11_000, prizeFen: 3_500, grossFen: 7_500, poolFen: 2_200 },
      ...{
        offerFen: 10_300,
        rebateFen: 0,
        interestFen: 0,
        feeFen: 20,
        storeFen: 0,
        netFen: -4_980,
        rechargeFen: 8_000,
        withdrawFen: 6_000,
      },
    });
  });
});

let postgres: TestPostgres | undefined;
beforeAll(async () => {
  if (inDeepRing()) postgres = await startWithSchema();
});
afterAll(() => postgres?.stop());

describe.each(databaseKinds())('on %s', (home) => {
  let server: TestServer;
  let context: Services;
  let today: number;
  beforeAll(async () => {
    server = await startServer({
      clockSpeed: 1,
      role: 'web',
      gamesDir: copyGames(temporaryFolder()),
      ...(home === 'PostgreSQL' && postgres !== undefined ? { databaseUrl: postgres.url } : {}),
    });
    context = server.context;
    // The first minute of a day for which the database has no movements.
    today = dayNumberAt(context.clock.now(), productOffset(context.publication)) + 1;
    await clockTo(context, startOf(today) + 60_000);
  });
  afterEach(() => expectBooksInOrder(context.database));
  afterAll(() => server?.stop());

  const startOf = (day: number): number => day * DAY_MS - productOffset(context.publication);
  const report = (from = today, to = from): Promise<HouseReport> => houseReport(context, { from, to });
  const ask = async <R>(text: string, values: readonly unknown[] = []) => (await context.database.query<R>(text, values)).rows;
  /** Fen that entered accounts of the ledger on some days, less what left them. */
  async function ledger(accounts: string, from = today, to = from): Promise<number> {
    const rows = await ask<{ fen: number }>(
      `SELECT coalesce(sum(amount), 0)::bigint AS fen FROM entries WHERE unit = 'fen' AND account LIKE $1 AND at >= $2 AND at < $3`,
      [accounts, startOf(from), startOf(to + 1)],
    );
    return rows[0]?.fen ?? 0;
  }
  async function expectLedger(found: HouseReport, from = today, to = from): Promise<void> {
    const { total, periods, games } = found;
    expect(total.netFen).toBe(await ledger('house:%', from, to));
    expect(total.grossFen - total.poolFen).toBe(
      (await ledger('house:stakes', from, to)) + (await ledger('house:prizes', from, to)) + (await ledger('house:pools', from, to)),
    );
    expect([total.rechargeFen, total.withdrawFen]).toEqual([
      0 - (await ledger('outside:recharge', from, to)),
      await ledger('outside:withdraw', from, to),
    ]);
    const { period: _, ...first } = periods[0] ?? { period: '' };
    for (const name of Object.keys(first) as (keyof typeof total)[])
      expect([name, periods.reduce((sum, each) => sum + each[name], 0)]).toEqual([name, total[name]]);
    // Every sale and every prize belongs to a game.
    for (const name of ['bets', 'soldFen', 'prizeFen', 'poolFen', 'grossFen'] as const)
      expect([name, games.reduce((sum, each) => sum + each[name], 0)]).toEqual([name, total[name]]);
  }
  const rich = async (): Promise<Client> => {
    const who = await server.client().register();
    await ask(`SELECT post($1, 'grant', 'house:grants', 'wallet', 1000000, 'gift', NULL)`, [who.userId]);
    return who;
  };

  it('a day of bets, shares, plays and cards is what the ledger says, by game, before and after it is counted', async () => {
    const [one, two, three] = [await rich(), await rich(), await rich()];
    await addCards(server);
    await addSmallGames(server);
    const { upcoming, finish, to, chase } = chaseStage(server);
    const [now, next, after] = await upcoming();
    const sure = pricedTicket(gameVersion(server, CHASE_GAME), [SURE_WIN]);
    expect(await one.bet(sure)).toMatchObject({ status: 0 });
    const plan = [next, after].map((issue) => ({ issue: issue?.issue ?? '', multiplier: 1 }));
    expect(await chase(one, { chase: plan, lines: [SURE_WIN], stopOnWin: true })).toMatchObject({ status: 0 });
    for (const code of ['ssq', 'dlt']) await openIssues(context, gameVersion(server, code));
    const ssq = singleBet(gameVersion(server, 'ssq'));
    expect(await two.bet(ssq)).toMatchObject({ status: 0 });
    const group = await startGroup(two, { ...singleBet(gameVersion(server, 'dlt'), 3) }, { shares: 2, own: 1 });
    expect(group).toMatchObject({ status: 0 });
    expect(await joinGroup(three, group.models.hmId, 1)).toMatchObject({ status: 0 });
    expect(await buyCards(three, { count: 5 })).toMatchObject({ status: 0 });
    expect(await openAll(three)).toMatchObject({ status: 0 });
    expect(await checkAndPlay(three, DICE, [{ code: 'shoot', fen: 1_000 }])).toMatchObject({ status: 0 });
    await to(next?.drawsAt ?? 0);
    await finish();
    expect(now).toBeDefined();

    const found = await report();
    await expectLedger(found);
    const of = (code: string) => found.games.find((each) => each.code === code);
    // 前三直选 won twice; the chase, a bet for each of two issues, won its first issue, stopped, and was refunded the second.
    expect(of(CHASE_GAME)).toMatchObject({ bets: 3, soldFen: 400_000, prizeFen: 360_000, grossFen: 40_000 });
    expect(of('ssq')).toMatchObject({ bets: 1, soldFen: 200, name: '双色球' });
    expect(of('dlt')).toMatchObject({ bets: 2, soldFen: 200 });
    expect(of(SMALL_CARD)).toMatchObject({ bets: 1, soldFen: 1_000, name: '小卡' });
    expect(of(DICE)?.bets).toBe(1);
    expect(found).toMatchObject({ by: 'day', total: { players: 3, joined: 3 }, periods: [{ period: isoDateOf(today) }] });

    // Some hours of the day are counted, then the day as a whole.
    await clockTo(context, startOf(today) + 20 * 3_600_000);
    expect(await countHouse(context, undefined, 0)).toBeGreaterThan(0);
    expect(await ask('SELECT 1 FROM house_days WHERE day = $1', [today])).not.toEqual([]);
    expect(await report()).toEqual(found);
    expect(await countHouse(context, undefined, 0)).toBe(0);
    await clockTo(context, startOf(today + 1) + 3_600_000);
    await countHouse(context, undefined, 0);
    expect(await ask('SELECT day, players FROM house_players WHERE day = $1', [today])).toEqual([{ day: today, players: 3 }]);
    expect(await report()).toEqual(found);
    // The next day is empty, and a report of both is the same.
    const both = await report(today, today + 1);
    expect(both.total).toEqual(found.total);
    expect(both.periods.map(({ period, soldFen }) => [period, soldFen > 0])).toEqual([
      [isoDateOf(today + 1), false],
      [isoDateOf(today), true],
    ]);
    today += 1;
  });

  /** Gives an account a hundred yuan, at an instant (Unix ms); now when left out. */
  async function give(at: number | null = null): Promise<void> {
    gifted ??= await server.client().register();
    await ask(`SELECT post($1, 'grant', 'house:grants', 'wallet', 10000, 'gift', NULL, $2)`, [gifted.userId, at]);
  }
  let gifted: Client | undefined;
  const given = async (from = today, to = from) => (await report(from, to)).total.offerFen;

  it('a movement whose transaction ends after its hour was counted is in the day once the day is over', async () => {
    await give();
    const before = await given();
    await clockTo(context, startOf(today) + 5 * 3_600_000);
    await countHouse(context, undefined, 0);
    await give(startOf(today) + 3_600_000);
    expect(await given()).toBe(before);
    await clockTo(context, startOf(today + 1) + 1);
    await countHouse(context, undefined, 0);
    expect(await given()).toBe(before + 10_000);
    today += 1;
  });

  it('processes that count at once count everything once', async () => {
    await give();
    await clockTo(context, startOf(today + 2));
    await Promise.all([1, 2, 3, 4].map(() => countHouse(context, undefined, 0)));
    await countHouse(context, undefined, 0);
    expect(await given(today, today + 1)).toBe(10_000);
    today += 2;
  });

  it("events within the clock's grace period are counted next time and are in the report already", async () => {
    await give();
    await clockTo(context, startOf(today) + 3_600_000);
    expect(await countHouse(context)).toBe(0);
    expect(await given()).toBe(10_000);
    await clockTo(context, startOf(today) + 3_900_000);
    expect(await countHouse(context)).toBe(1);
    expect(await given()).toBe(10_000);
    today += 1;
    await clockTo(context, startOf(today));
  });

  it('more than 62 days are reported by months, the newest first', async () => {
    const found = await report(today - 90, today);
    expect(found.by).toBe('month');
    const months = found.periods.map(({ period }) => period);
    expect(months).toEqual([...new Set(months)].toSorted().toReversed());
    expect(months[0]).toBe(isoDateOf(today).slice(0, 7));
    await expectLedger(found, today - 90, today);
  });
});
