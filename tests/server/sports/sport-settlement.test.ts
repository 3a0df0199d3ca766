/** How bets on matches are settled, on the embedded database and on PostgreSQL: pools, issues that are cancelled, cups, games that are gone, quarantine. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SportPageModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { refreshShownPools } from '../../../server/sports/bets/pools.ts';
import { updateDueMatches } from '../../../server/sports/feed/update-matches.ts';
import type { SportVersion } from '../../../server/sports/versions.ts';
import type { Client } from '../support/client.ts';
import { releaseBet } from '../support/follow.ts';
import type { TestServer } from '../support/server.ts';
import { databaseKinds, sportOrder, sportStage } from '../support/sport-stage.ts';
import { addOutright, betOn, betOutright, endMatch, twoLegTicket, score, sportOf, ticketOn } from '../support/sports.ts';

describe.each(databaseKinds())('on %s', (home) => {
  let server: TestServer;
  let context: Services;
  let jczq: SportVersion;
  const { ask, matches, settle, balance } = sportStage(home, (stage) => {
    ({ server, context, jczq } = stage);
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
    expect(await sportOrder(player, right.models.orderId)).toMatchObject({ status: 'pending', wonLegs: 13, pool: true });
    expect((await sportOrder(player, right.models.orderId)).legs.at(-1)).toMatchObject({
      void: true,
      voidText: '比赛延期或取消，该场任何选项均算猜中',
    });
    await endMatch(context.database, ids[0] as string, score([2, 0]));
    await settle();
    expect((await sportOrder(player, right.models.orderId)).status).toBe('pending');
    // The sale of the issue has to end before its pool is shared.
    await context.clock.advance(3_000_001);
    await settle();
    // Sales of T14C 400 fen → 256: 179 and 76 to the tiers. The first carries over 1,000,000.00: 1,000,001.00 down to the yuan; the second none.
    expect(await sportOrder(player, right.models.orderId)).toMatchObject({
      status: 'won',
      prizeFen: 100_000_100,
      wins: [{ name: '一等奖', count: 1 }],
    });
    expect(await sportOrder(other, second.models.orderId)).toMatchObject({ status: 'lost' });
    expect(await sportOrder(other, nine.models.orderId)).toMatchObject({ status: 'lost' });
    const pools = await ask('SELECT play, sales_fen, pool_fen, carried_in, carried_out FROM sport_pools ORDER BY play');
    expect(pools).toEqual([
      { play: 'T14C', sales_fen: 400, pool_fen: 256, carried_in: 100_000_000, carried_out: 156 },
      { play: 'TR9', sales_fen: 200, pool_fen: 128, carried_in: 0, carried_out: 128 },
    ]);
    await refreshShownPools(context);
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
    await context.clock.advance(9_000_001);
    for (const id of others) await endMatch(context.database, id, score([1, 0]));
    const enter = async (full: readonly [number, number]) =>
      (await ask<{ answer: string }>('SELECT enter_result($1, $2::jsonb, 120000) AS answer', [match, JSON.stringify(score(full))]))[0]
        ?.answer;
    const status = async () => (await sportOrder(player, sold.models.orderId)).status;
    expect(await enter([0, 0])).toBe('done');
    await settle();
    await context.clock.advance(60_000);
    // As a count that came half way by the former result.
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
    expect((await sportOrder(early, paid.models.orderId)).status).toBe('won');
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
    for (const { player, orderId } of orders) expect(await sportOrder(player, orderId)).toMatchObject({ status: 'cancelled', prizeFen: 0 });
    expect((await sportOrder(early, paid.models.orderId)).status).toBe('won');
    expect(await Promise.all(players.map(balance))).toEqual(before.map((fen) => fen + stake));
    // Begun again, and with another result for a match, nothing moves.
    await ask(`UPDATE sport_settlements SET done_at = NULL, after_user = NULL, after_order = NULL`);
    await ask(`SELECT queue_settlement('bjdc', $1, caipu_now_ms(), 1)`, [week[1]]);
    await settle();
    expect(await Promise.all(players.map(balance))).toEqual(before.map((fen) => fen + stake));
    expect(await ask(`SELECT cancel_sport_issue('ctzq', '26221') AS answer`)).toEqual([{ answer: 'unknown' }]);
  });

  it('a settlement that fails as a whole waits by itself, and the others go on', async () => {
    const player = await server.client().register();
    const [match = ''] = await matches(1, { singles: ['BRQSPF'] });
    const { models } = await betOn(player, jczq, ticketOn('jczq', { [match]: { BRQSPF: { '3': '1.85' } } }, ['1_1']));
    await ask(`INSERT INTO sport_settlements (game, match_id, due_at) VALUES ('gone', 'issue/1', 0)`);
    await endMatch(context.database, match, score([1, 0]));
    await settle();
    expect(await sportOrder(player, models.orderId)).toMatchObject({ status: 'won', prizeFen: 370 });
    expect(await ask(`SELECT done_at, held_until > caipu_now_ms() AS held FROM sport_settlements WHERE game = 'gone'`)).toEqual([
      { done_at: null, held: true },
    ]);
    // It is in no quarantine: an alarm of its own says which match it is.
    const [alarm] = context.alarms.list().filter(({ name }) => name === 'match-unsettled');
    expect(alarm).toMatchObject({ raised: 1, detail: expect.stringMatching(/^gone issue\/1, settle: /) });
    await ask(`DELETE FROM sport_settlements WHERE game = 'gone'`);
  });

  it('the winner of the cup: sold at the present odds, each pick by itself, decided one by one, given back when the cup is off', async () => {
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
    expect(await sportOrder(player, sold.models.orderId)).toMatchObject({
      status: 'pending',
      outrights: [{ state: 'open' }, { state: 'lost' }],
    });
    await set('01', `state = 'won'`);
    await settle();
    expect(await sportOrder(player, sold.models.orderId)).toMatchObject({
      status: 'won',
      prizeFen: 11 * unit,
      outrights: [{ state: 'won', prizeFen: 11 * unit }, { state: 'lost' }],
    });
    const off = await betOutright(player, { game, market, picks: [{ code: '03', odds: '5.50', times: 4 }], hash, amountFen: 4 * unit });
    await set('03', `state = 'void'`);
    await settle();
    expect(await sportOrder(player, off.models.orderId)).toMatchObject({ status: 'cancelled', refundFen: 4 * unit });
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
    await ask(
      `UPDATE matches SET state = 'finished', measures = $2::jsonb, starts_at = least(starts_at, caipu_now_ms() - 10800000),
              next_at = caipu_now_ms() WHERE id = ANY($1::text[])`,
      [ids, JSON.stringify(measures)],
    );
    while ((await updateDueMatches(context, 'seed')).matches > 0);
  }

  it('a game whose file is deleted pays what it sold by the scores of its matches, and shares out its pool', async () => {
    const player = await server.client().register();
    const ctzq = sportOf(context.sports, 'ctzq');
    const ids = await matches(2);
    // Later than the issues of other tests, whose pools come first.
    await ask(`INSERT INTO sport_issues (game, issue, opens_at, closes_at) VALUES ('ctzq', '26299', 0, caipu_now_ms() + 90000000)`);
    await ask(`UPDATE sport_issues SET state = 'cancelled' WHERE game = 'ctzq' AND issue <> '26299' AND state = 'open'`);
    const fourteen = await matches(14, { game: 'ctzq', issue: '26299', numbers: {}, odds: {} });
    const won = (await betOn(player, jczq, twoLegTicket(ids))).models.orderId;
    const lost = (
      await betOn(
        player,
        jczq,
        ticketOn('jczq', { [ids[0] as string]: { BRQSPF: { '0': '3.60' } }, [ids[1] as string]: { SPF: { '0': '1.80' } } }, ['2_1']),
      )
    ).models.orderId;
    const pool = await betOn(player, ctzq, ticketOn('ctzq', Object.fromEntries(fourteen.map((id) => [id, { T14C: ['3'] }])), []));
    expect(pool).toMatchObject({ status: STATUS.ok });
    // A file that others need cannot go alone: the sport that is like this one goes with it.
    await withChangedGames(
      ['jczq', 'ctzq', 'qwzq'],
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
    expect(await sportOrder(player, orderId)).toMatchObject({ status: 'won', prizeFen: 580 });
  });

  it('an order that nobody can settle is set aside, the others are paid, and it is when it can be', async () => {
    const player = await server.client().register();
    const ids = await matches(2);
    const good = (await betOn(player, jczq, twoLegTicket(ids))).models.orderId;
    const lost = (await betOn(player, jczq, twoLegTicket(ids))).models.orderId;
    await ask(`UPDATE sport_orders SET hash = $2 WHERE id = $1`, [lost, `lost-${home}`]);
    await endMatch(context.database, ids[0] as string, score([1, 0]));
    await endMatch(context.database, ids[1] as string, score([1, 1]));
    await settle();
    expect((await sportOrder(player, good)).status).toBe('won');
    expect((await sportOrder(player, lost)).status).toBe('pending');
    expect(await ask('SELECT ticket, step FROM quarantine WHERE ended_at IS NULL')).toEqual([{ ticket: lost, step: 'settle' }]);
    await ask(`UPDATE sport_orders SET hash = $2 WHERE id = $1`, [lost, jczq.hash]);
    await ask('SELECT retry_quarantined(NULL)');
    await settle();
    expect(await sportOrder(player, lost)).toMatchObject({ status: 'won', prizeFen: 666 });
    expect(await ask('SELECT outcome FROM quarantine WHERE ticket = $1', [lost])).toEqual([{ outcome: 'done' }]);
  });

  it('a release whose order is given back out of quarantine has ended', async () => {
    const player = await server.client().register();
    const ids = await matches(1, { singles: ['BRQSPF'] });
    const { models } = await releaseBet(player, jczq, ids);
    await ask(`UPDATE sport_orders SET hash = $2 WHERE id = $1`, [models.orderId, `lost-${home}`]);
    await endMatch(context.database, ids[0] as string, score([1, 0]));
    await settle();
    expect(await ask('SELECT refund_quarantined(id) AS done FROM quarantine WHERE ticket = $1', [models.orderId])).toEqual([
      { done: true },
    ]);
    expect(await sportOrder(player, models.orderId)).toMatchObject({ status: 'cancelled' });
    expect(await ask('SELECT status, prize_fen, settled_at IS NOT NULL AS ended FROM releases WHERE id = $1', [models.releaseId])).toEqual([
      { status: 'cancelled', prize_fen: 0, ended: true },
    ]);
  });
});
