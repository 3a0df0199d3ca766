/** The results desk: enter, correct before payment, call off, put off; corrections of paid results by two operators; the audit list. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OutrightListModels, SportOrderModels, SportResultsModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { verifyAudit } from '../../../server/platform/audit/audit.ts';
import type { Services } from '../../../server/services.ts';
import { takeSportSettlementStep } from '../../../server/sports/bets/settle.ts';
import { updateDueMatches } from '../../../server/sports/feed/update-matches.ts';
import type { SportVersion } from '../../../server/sports/versions.ts';
import { IMPORT_SOURCE } from '../../../tools/matches/convert.ts';
import { storeMatches } from '../../../tools/matches/store.ts';
import { clockTo } from '../support/game-clock.ts';
import type { Client } from '../support/client.ts';
import { copyGames, expectBooksInOrder, root, startServer, temporaryFolder, type TestServer, waitFor } from '../support/server.ts';
import { callOperator, logInOperator, resultActionPath } from '../support/operator.ts';
import { addMatch, addOutright, addSports, betOn, betOutright, endMatch, score, sportOf, ticketOn } from '../support/sports.ts';

const PASSWORD = 'workshop-1234';

describe('results desk', () => {
  let server: TestServer;
  let context: Services;
  let jczq: SportVersion;
  let first: string;
  let second: string;
  beforeAll(async () => {
    const gamesDir = copyGames(temporaryFolder());
    addSports(gamesDir);
    server = await startServer({ clockSpeed: 1, role: 'web', gamesDir, operatorPassword: PASSWORD });
    context = server.context;
    jczq = sportOf(context.sports, 'jczq');
    [first, second] = [await login(), await login()];
  });
  afterEach(async () => {
    await expectBooksInOrder(context.database);
    expect(await verifyAudit(context.database)).not.toHaveProperty('broken');
  });
  afterAll(() => server?.stop());

  const login = async (): Promise<string> => (await logInOperator(server.base, PASSWORD)).token;
  const ask = <T>(token: string, path: string, body?: Readonly<Record<string, unknown>>) =>
    body === undefined
      ? callOperator<T>(server.base, token, 'GET', `results${path}`)
      : callOperator<T>(server.base, token, 'POST', ...resultActionPath(path.slice(1), body));
  interface Listed {
    readonly id: string;
    readonly home: string;
    readonly wanted: readonly { code: string }[];
    readonly offers: readonly { game: string; progress: string; orders: number }[];
    readonly correction: { id: number } | null;
  }
  const listed = async (show: string) => (await ask<{ matches: Listed[] }>(first, `?show=${show}`)).models.matches;
  /** The match as the list of its own day has it: it may have kicked off before midnight. */
  async function onItsDay(match: string): Promise<Listed | undefined> {
    const { rows } = await context.database.query<{ day: string }>(
      `SELECT to_char(to_timestamp(starts_at / 1000.0) AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD') AS day FROM matches WHERE id = $1`,
      [match],
    );
    return (await listed(`day&day=${rows[0]?.day}`)).find(({ id }) => id === match);
  }
  const kinds = async () =>
    (await context.database.query<{ kind: string }>(`SELECT kind FROM audit WHERE kind LIKE 'result.%' ORDER BY seq`)).rows.map(
      ({ kind }) => kind,
    );

  let made = 0;
  /** A match that has kicked off, with a single bet on home at 1.85. */
  async function played(player: Client): Promise<{ match: string; orderId: string }> {
    const match = `d${(made += 1)}`;
    await addMatch(context.database, { id: match, singles: ['BRQSPF'] });
    const { models } = await betOn(player, jczq, ticketOn('jczq', { [match]: { BRQSPF: { '3': '1.85' } } }, ['1_1'], { multiplier: 10 }));
    await context.database.query('UPDATE matches SET starts_at = caipu_now_ms() - 7200000 WHERE id = $1', [match]);
    return { match, orderId: models.orderId };
  }
  async function settle(): Promise<void> {
    while (await takeSportSettlementStep(context));
  }
  const order = async (player: Client, orderId: string) => (await player.get<SportOrderModels>('/api/order/detail', { orderId })).models;
  const wallet = async (player: Client) =>
    (await context.database.query<{ f: number }>('SELECT balance_fen AS f FROM wallets WHERE user_id = $1', [player.userId])).rows[0]?.f;

  it('a result is entered, corrected before it pays, and paid when its time has come', async () => {
    const player = await server.client().register();
    const { match, orderId } = await played(player);
    expect((await listed('open')).find(({ id }) => id === match)).toMatchObject({
      home: 'AA 队',
      wanted: [{ code: 'full' }, { code: 'half' }],
      offers: [{ game: 'jczq', progress: 'none', orders: 1 }],
    });
    expect(await ask(first, `/${match}/enter`, { measures: { full: [1, 0], half: [2, 0] } })).toMatchObject({ status: STATUS.invalid });
    expect(await ask(first, `/${match}/enter`, { measures: { full: [1, 0] } })).toMatchObject({ status: STATUS.invalid });
    expect(await ask(first, `/${match}/enter`, score([0, 1]))).toMatchObject({ status: STATUS.ok });
    await settle();
    expect((await order(player, orderId)).status).toBe('pending');
    expect(await ask(first, `/${match}/enter`, score([2, 1], [1, 0]))).toMatchObject({ status: STATUS.ok });
    await context.clock.advance(120_001);
    await settle();
    expect(await order(player, orderId)).toMatchObject({ status: 'won', prizeFen: 3700 });
    expect(await ask(first, `/${match}/enter`, score([0, 1]))).toMatchObject({ status: STATUS.stateChanged });
    expect(await ask(first, '/nowhere/enter', score([0, 1]))).toMatchObject({ status: STATUS.invalid });
    expect((await kinds()).slice(-2)).toEqual(['result.enter', 'result.enter']);
  });

  it('the winner of a level tie on penalties stays when another number is corrected, and is required when a level tie is entered', async () => {
    const tie = async (id: string, state: string, measures: object) => {
      await addMatch(context.database, { id, league: 'ozb', home: 'fra', away: 'esp', startsIn: -7_200_000 });
      await context.database.query(`UPDATE matches SET state = $2, measures = $3::jsonb, cup = $4::jsonb WHERE id = $1`, [
        id,
        state,
        JSON.stringify(measures),
        JSON.stringify({ edition: 1, round: '半决赛', stage: 2, tie: 0 }),
      ]);
    };
    const measuresOf = async (id: string) =>
      (await context.database.query<{ measures: object }>('SELECT measures FROM matches WHERE id = $1', [id])).rows[0]?.measures;
    await tie('played-tie', 'finished', { full: [1, 1], half: [0, 0], penalties: [3, 4] });
    expect(await ask(first, '/played-tie/enter', score([1, 1], [1, 0]))).toMatchObject({ status: STATUS.ok });
    expect(await measuresOf('played-tie')).toEqual({ full: [1, 1], half: [1, 0], penalties: [3, 4] });

    await tie('open-tie', 'second', { full: [1, 1] });
    expect((await listed('open')).find(({ id }) => id === 'open-tie')).toMatchObject({
      level: 'full',
      deciders: [
        { code: 'extra', name: '加时后' },
        { code: 'penalties', name: '点球' },
      ],
    });
    const level = score([1, 1], [1, 0]).measures;
    for (const [measures, msg] of [
      [level, '淘汰赛打平，请填写加时或点球比分，以确定晋级队'],
      [{ ...level, penalties: [4, 4] }, expect.stringContaining('RESULT_PENALTIES_LEVEL')],
    ])
      expect(await ask(first, '/open-tie/enter', { measures })).toMatchObject({ status: STATUS.invalid, msg });
    const decided = { ...level, extra: [2, 2], penalties: [4, 5] };
    expect(await ask(first, '/open-tie/enter', { measures: decided })).toMatchObject({ status: STATUS.ok });
    expect(await measuresOf('open-tie')).toEqual(decided);
    // Bets go by the score after 90 minutes; orders and results say who went on all the same.
    const fan = await server.client().register();
    const sold = await played(fan);
    const known = { ...level, penalties: [4, 5] };
    await context.database.query(`UPDATE matches SET state = 'finished', measures = $2::jsonb WHERE id = $1`, [
      sold.match,
      JSON.stringify(known),
    ]);
    await endMatch(context.database, sold.match, score([1, 1], [1, 0]));
    await settle();
    const paid = await order(fan, sold.orderId);
    expect(paid).toMatchObject({ status: 'lost', legs: [{ measures: known }] });
    const results = await fan.get<SportResultsModels>('/api/lotteryresult/jc_list', { game: 'jczq', date: paid.legs[0]?.day ?? '' });
    expect(results.models.matches.find(({ id }) => id === sold.match)?.measures).toEqual(known);
    // Of any other match nobody asks for penalties.
    const { match } = await played(await server.client().register());
    expect(await ask(first, `/${match}/enter`, { measures: decided })).toMatchObject({ status: STATUS.invalid });
  });

  it('the desk asks for the numbers that bets on a match look at, also when the file of their game is gone', async () => {
    const player = await server.client().register();
    const { match, orderId } = await played(player);
    const file = join(server.gamesDir, 'sports/jczq.json');
    const before = readFileSync(file);
    const publish = async () => {
      await context.publication.refresh();
      await context.sports.refresh();
    };
    try {
      rmSync(file);
      await publish();
      expect((await listed('open')).find(({ id }) => id === match)?.wanted).toMatchObject([{ code: 'full' }, { code: 'half' }]);
      expect(await ask(first, `/${match}/enter`, { measures: {} })).toMatchObject({ status: STATUS.invalid });
      expect(await ask(first, `/${match}/enter`, score([2, 1], [1, 0]))).toMatchObject({ status: STATUS.ok });
      await context.clock.advance(120_001);
      await settle();
    } finally {
      writeFileSync(file, before);
      await publish();
    }
    expect(await order(player, orderId)).toMatchObject({ status: 'won', prizeFen: 3700 });
  });

  it('a match is called off: its bets are given back', async () => {
    const player = await server.client().register();
    const { match, orderId } = await played(player);
    expect(await ask(first, `/${match}/void`, {})).toMatchObject({ status: STATUS.ok });
    await context.clock.advance(120_001);
    await settle();
    expect(await order(player, orderId)).toMatchObject({ status: 'cancelled', refundFen: 2000 });
    expect(await wallet(player)).toBe(1_000_000);
  });

  it('bets on who wins a cup that is off are given back by one act, and its feed does not sell them again', async () => {
    const player = await server.client().register();
    const sample = await addOutright(context);
    const { game, amountFen } = sample;
    const bet = () => betOutright(player, { ...sample, picks: JSON.parse(sample.picks) as unknown });
    const { orderId } = (await bet()).models;
    await context.database.query(`UPDATE outrights SET state = 'out' WHERE game = $1 AND edition = '999999' AND code = '03'`, [game]);
    const open = async () => (await ask<{ outrights: { game: string; edition: string; orders: number }[] }>(first, '')).models.outrights;
    expect(await open()).toEqual([
      { game, edition: '999999', orders: 1, name: context.sports.outright(game)?.outright.name, beginsAt: expect.any(Number) },
    ]);
    expect(await ask(first, `/outrights/${game}/999999/void`, {})).toMatchObject({ status: STATUS.ok });
    await settle();
    expect(await order(player, orderId)).toMatchObject({ status: 'cancelled', refundFen: amountFen, outrights: [{ state: 'void' }] });
    expect((await player.get<OutrightListModels>('/api/lottery/OutrightList', { game })).models.off).toBe(true);
    expect(await bet()).toMatchObject({ status: STATUS.issueClosed, models: { legs: [{ text: '已取消' }] } });
    const items = [
      { market: sample.market, code: '01', position: 1, teams: ['t1'], odds: '5.50', state: 'selling', support: 0, chance: 0 },
    ];
    await context.database.query(`SELECT write_outrights($1, '999999', caipu_now_ms() + 1000000, 1, $2::jsonb)`, [
      game,
      JSON.stringify(items),
    ]);
    const { rows } = await context.database.query(
      `SELECT code, state FROM outrights WHERE game = $1 AND edition = '999999' ORDER BY code`,
      [game],
    );
    expect(rows).toEqual([
      { code: '01', state: 'void' },
      { code: '02', state: 'void' },
      { code: '03', state: 'out' },
    ]);
    expect(await open()).toEqual([]);
    expect(await ask(first, `/outrights/${game}/999999/void`, {})).toMatchObject({ status: STATUS.notFound });
    expect((await kinds()).at(-1)).toBe('result.outright');
  });

  it('a match is put off: its sale rests, or goes on until the new stops', async () => {
    const player = await server.client().register();
    await addMatch(context.database, { id: 'later', singles: ['BRQSPF'] });
    const ticket = ticketOn('jczq', { later: { BRQSPF: { '3': '1.85' } } }, ['1_1']);
    expect(await ask(first, '/later/enter', score([1, 0]))).toMatchObject({ status: STATUS.stateChanged });
    expect(await ask(first, '/later/postpone', {})).toMatchObject({ status: STATUS.ok });
    expect(await betOn(player, jczq, ticket)).toMatchObject({
      status: STATUS.issueClosed,
      models: { legs: [{ reason: 'suspended', text: '延期' }] },
    });
    const startsAt = Math.floor(context.clock.now()) + 7_200_000;
    expect(await ask(first, '/later/postpone', { startsAt })).toMatchObject({ status: STATUS.ok });
    expect((await betOn(player, jczq, ticket)).status).toBe(STATUS.ok);
    const { rows } = await context.database.query<{ stop: number }>(`SELECT pass_stops_at AS stop FROM offers WHERE match_id = 'later'`);
    expect(rows[0]?.stop).toBe(startsAt - 60_000);
  });

  it('the last match of a week that is put off is sold until its new stop', async () => {
    const player = await server.client().register();
    const bjdc = sportOf(context.sports, 'bjdc');
    await addMatch(context.database, { id: 'last', game: 'bjdc', issue: '261204', singles: ['SPF'] });
    await context.database.query(
      `INSERT INTO sport_issues (game, issue, opens_at, closes_at) VALUES ('bjdc', '261204', 0, caipu_now_ms()), ('ctzq', '26499', 0, caipu_now_ms())`,
    );
    await addMatch(context.database, { id: 'last', game: 'ctzq', issue: '26499', odds: {} });
    const startsAt = Math.floor(context.clock.now()) + 7_200_000;
    expect(await ask(first, '/last/postpone', { startsAt })).toMatchObject({ status: STATUS.ok });
    const answer = await betOn(player, bjdc, ticketOn('bjdc', { last: { SPF: { '3': '3.45' } } }, ['1_1']));
    expect(answer, answer.msg).toMatchObject({ status: STATUS.ok });
    // A pool keeps its end, and so its place among the pools.
    const { rows } = await context.database.query(
      `SELECT i.game, i.closes_at = o.pass_stops_at AS longer FROM sport_issues i JOIN offers o ON o.game = i.game AND o.match_id = 'last' ORDER BY 1`,
    );
    expect(rows).toEqual([
      { game: 'bjdc', longer: true },
      { game: 'ctzq', longer: false },
    ]);
  });

  it('bets are void 36 hours after the kick-off for which they were taken, however often their match is put off', async () => {
    const player = await server.client().register();
    await addMatch(context.database, { id: 'rained-off', singles: ['BRQSPF'] });
    const ticket = ticketOn('jczq', { 'rained-off': { BRQSPF: { '3': '1.85' } } }, ['1_1'], { multiplier: 10 });
    const { orderId } = (await betOn(player, jczq, ticket)).models;
    const HOUR = 3_600_000;
    const kickOff =
      (await context.database.query<{ at: number }>(`SELECT starts_at AS at FROM matches WHERE id = 'rained-off'`)).rows[0]?.at ?? 0;
    const putOff = (hours: number) => ask(first, '/rained-off/postpone', { startsAt: kickOff + hours * HOUR });
    expect(await putOff(20)).toMatchObject({ status: STATUS.ok });
    expect(await putOff(37)).toMatchObject({
      status: STATUS.stateChanged,
      msg: '比原定开赛晚 36 小时以上，已售投注按规则作废，请取消比赛',
    });
    expect(await putOff(36)).toMatchObject({ status: STATUS.ok });
    expect(await ask(first, '/rained-off/postpone', {})).toMatchObject({ status: STATUS.ok });
    const stepsAt = async (at: number) => {
      await clockTo(context, at);
      return (await updateDueMatches(context, 'seed')).matches;
    };
    expect(await stepsAt(kickOff + 36 * HOUR - 60_000)).toBe(0);
    expect(await stepsAt(kickOff + 36 * HOUR)).toBe(1);
    await settle();
    expect(await order(player, orderId)).toMatchObject({ status: 'cancelled', refundFen: 2_000 });
    // Nobody has bet on this one: it may be put off as far as it is.
    await addMatch(context.database, { id: 'unsold' });
    expect(await ask(first, '/unsold/postpone', { startsAt: Math.floor(context.clock.now()) + 99 * HOUR })).toMatchObject({
      status: STATUS.ok,
    });
  });

  it('a correction pays the new winners of a game of final odds (SP) whose feed wrote only the odds of the old winners', async () => {
    const bjdc = sportOf(context.sports, 'bjdc');
    const [old, fresh] = [await server.client().register(), await server.client().register()];
    await addMatch(context.database, { id: 'sp', game: 'bjdc', singles: ['SPF'] });
    const bet = async (player: Client, choice: '3' | '0') => {
      const ticket = ticketOn('bjdc', { sp: { SPF: { [choice]: choice === '3' ? '3.45' : '1.80' } } }, ['1_1'], { multiplier: 10 });
      const answer = await betOn(player, bjdc, ticket);
      expect(answer, answer.msg).toMatchObject({ status: STATUS.ok });
      return answer.models.orderId;
    };
    const [home, away] = [await bet(old, '3'), await bet(fresh, '0')];
    await context.database.query('UPDATE matches SET starts_at = caipu_now_ms() WHERE id = $1', ['sp']);
    await context.database.query(`UPDATE offers SET final_odds = '{"SPF": {"3": "2.000000"}}' WHERE match_id = 'sp'`);
    await endMatch(context.database, 'sp', score([2, 0]));
    await settle();
    // 2.00 × 10 at SP 2.00. 65 % of it is paid.
    expect(await order(old, home)).toMatchObject({ status: 'won', prizeFen: 2_600 });
    expect(await order(fresh, away)).toMatchObject({ status: 'lost' });
    expect(await ask(first, '/sp/correct', { ...score([0, 1]), reason: '裁判报告更正', by: '甲' })).toMatchObject({ status: STATUS.ok });
    const correction = (await onItsDay('sp'))?.correction;
    expect(await ask(second, `/corrections/${correction?.id}/sign`, { by: '乙' })).toMatchObject({ status: STATUS.ok });
    await settle();
    expect(await order(old, home)).toMatchObject({ status: 'lost', prizeFen: 0 });
    // The odds that were shown last: 1.80.
    expect(await order(fresh, away)).toMatchObject({ status: 'won', prizeFen: 2_340 });
  });

  it('a correction that cannot reckon an order raises an alarm, and leaves it as it was paid', async () => {
    const player = await server.client().register();
    const { match, orderId } = await played(player);
    await endMatch(context.database, match, score([1, 0]));
    await settle();
    await context.database.query(`UPDATE sport_orders SET hash = repeat('0', 32) WHERE id = $1`, [orderId]);
    await context.database.query(`SELECT queue_settlement('jczq', $1, caipu_now_ms(), 1)`, [match]);
    await settle();
    expect(await wallet(player)).toBe(1_000_000 - 2_000 + 3_700);
    expect(context.alarms.list()).toContainEqual(
      expect.objectContaining({ name: 'correction-failed', raised: 1, detail: expect.stringContaining(orderId) }),
    );
  });

  it('what was paid is corrected by two operators: the difference is posted, no purse goes below zero', async () => {
    const rich = await server.client().register();
    const poor = await server.client().register();
    const { match, orderId } = await played(rich);
    await context.database.query('UPDATE matches SET starts_at = caipu_now_ms() + 3600000 WHERE id = $1', [match]);
    const lost = await betOn(poor, jczq, ticketOn('jczq', { [match]: { BRQSPF: { '0': '3.60' } } }, ['1_1'], { multiplier: 10 }));
    const own = await betOn(poor, jczq, ticketOn('jczq', { [match]: { BRQSPF: { '3': '1.85' } } }, ['1_1'], { multiplier: 1000 }));
    await context.database.query('UPDATE matches SET starts_at = caipu_now_ms() WHERE id = $1', [match]);
    await endMatch(context.database, match, score([1, 0]));
    await settle();
    expect(await order(poor, own.models.orderId)).toMatchObject({ status: 'won', prizeFen: 370_000 });
    // Spent by now: 100.00 are left.
    const left = (await wallet(poor)) ?? 0;
    await context.database.query(`SELECT post($1, 'stake', 'wallet', 'house:stakes', $2, 'bet', NULL)`, [poor.userId, left - 10_000]);

    const wrong = { ...score([0, 1]), reason: '裁判报告更正', by: '甲' };
    expect(await ask(first, `/${match}/correct`, wrong)).toMatchObject({ status: STATUS.ok });
    expect(await ask(second, `/${match}/correct`, wrong)).toMatchObject({ status: STATUS.notFound });
    const correction = (await onItsDay(match))?.correction;
    const sign = (token: string, by: string) => ask(token, `/corrections/${correction?.id}/sign`, { by });
    expect(await sign(first, '乙')).toMatchObject({ status: STATUS.stateChanged });
    expect(await sign(second, '甲')).toMatchObject({ status: STATUS.stateChanged });
    await settle();
    expect((await order(rich, orderId)).status).toBe('won');
    expect(await sign(second, '乙')).toMatchObject({ status: STATUS.ok });
    expect(await sign(second, '乙')).toMatchObject({ status: STATUS.notFound });
    await settle();

    expect(await order(rich, orderId)).toMatchObject({ status: 'lost', prizeFen: 0 });
    expect(await wallet(rich)).toBe(998_000);
    // 72.00 are owed to him, and 3,700.00 are taken back as far as there is something.
    expect(await order(poor, lost.models.orderId)).toMatchObject({ status: 'won', prizeFen: 7_200 });
    expect((await order(poor, own.models.orderId)).status).toBe('lost');
    const { rows } = await context.database.query<{ written_off: number }>('SELECT written_off FROM sport_orders WHERE id = $1', [
      own.models.orderId,
    ]);
    expect((await wallet(poor)) ?? 0).toBe(10_000 + 7_200 - (370_000 - (rows[0]?.written_off ?? 0)));
    expect(rows[0]?.written_off).toBeGreaterThan(0);

    // And back again: what was written off is owed no more.
    expect(await ask(second, `/${match}/correct`, { ...score([1, 0]), reason: '再次更正', by: '乙' })).toMatchObject({ status: STATUS.ok });
    const again = (await onItsDay(match))?.correction;
    expect(await ask(first, `/corrections/${again?.id}/sign`, { by: '甲' })).toMatchObject({ status: STATUS.ok });
    await settle();
    expect(await order(poor, own.models.orderId)).toMatchObject({ status: 'won', prizeFen: 370_000 });
    expect(await wallet(rich)).toBe(998_000 + 3_700);
    expect((await kinds()).slice(-4)).toEqual(['result.propose', 'result.sign', 'result.propose', 'result.sign']);
  });

  it('a correction can be withdrawn, and then it does nothing', async () => {
    const player = await server.client().register();
    const { match, orderId } = await played(player);
    await endMatch(context.database, match, score([1, 0]));
    await settle();
    expect(await ask(first, `/${match}/correct`, { void: true, reason: '误报', by: '甲' })).toMatchObject({ status: STATUS.ok });
    const correction = (await onItsDay(match))?.correction;
    expect(await ask(first, `/corrections/${correction?.id}/withdraw`, {})).toMatchObject({ status: STATUS.ok });
    expect(await ask(second, `/corrections/${correction?.id}/sign`, { by: '乙' })).toMatchObject({ status: STATUS.notFound });
    await settle();
    expect((await order(player, orderId)).status).toBe('won');
  });
});

it('without the simulated feed a background job makes due changes of matches that another program writes: a postponed match becomes void, or is sold again', async () => {
  const gamesDir = copyGames(temporaryFolder());
  addSports(gamesDir, ['jczq']);
  const server = await startServer({ clockSpeed: 1, feed: 'none', gamesDir });
  try {
    const { database } = server.context;
    await addMatch(database, { id: 'outside' });
    await database.query(
      `UPDATE matches SET state = 'postponed', starts_at = starts_at - 37 * 3600000::bigint, next_at = caipu_now_ms() WHERE id = 'outside'`,
    );
    await waitFor('its offer is void', async () => {
      const { rows } = await database.query<{ result: unknown }>(`SELECT result FROM offers WHERE match_id = 'outside'`);
      return JSON.stringify(rows) === '[{"result":{"void":true}}]';
    });
    // One that has another kick-off is sold again, until before that.
    await addMatch(database, { id: 'again' });
    const rested = async (suspended: string | null) => {
      await waitFor(`its sale is ${suspended}`, async () => {
        const { rows } = await database.query(
          `SELECT 1 FROM offers WHERE match_id = 'again' AND suspended IS NOT DISTINCT FROM $1 AND state = $2`,
          [suspended, suspended === null ? 'selling' : 'postponed'],
        );
        return rows.length > 0;
      });
    };
    await database.query(`UPDATE matches SET state = 'postponed', next_at = caipu_now_ms() WHERE id = 'again'`);
    await rested('比赛延期');
    await database.query(
      `UPDATE matches SET state = 'scheduled', starts_at = starts_at + 7200000, next_at = caipu_now_ms() WHERE id = 'again'`,
    );
    await rested(null);
    const { rows } = await database.query(
      `SELECT m.starts_at - o.single_stops_at AS single, m.starts_at - o.pass_stops_at AS pass FROM offers o JOIN matches m ON m.id = o.match_id WHERE m.id = 'again'`,
    );
    expect(rows).toEqual([{ single: 300_000, pass: 300_000 }]);
  } finally {
    await server.stop();
  }
});

it('without the simulated feed imported matches are put on sale, in a process that draws', async () => {
  const gamesDir = copyGames(temporaryFolder());
  addSports(gamesDir, ['jczq', 'bjdc']);
  for (const game of ['jczq', 'bjdc']) {
    const sport = JSON.parse(readFileSync(join(root, `games/sports/${game}.json`), 'utf8')) as { feed: { leagues: string[] } };
    sport.feed.leagues = ['TST'];
    writeFileSync(join(gamesDir, `sports/${game}.json`), JSON.stringify(sport));
  }
  const server = await startServer({ clockSpeed: 1, feed: 'none', gamesDir });
  try {
    const { database, clock } = server.context;
    const starts_at = Math.floor(clock.now()) + 3_600_000;
    const match = { id: 'tst-of-1', sport: 'football', league: 'TST', home: 'aa', away: 'bb', starts_at, state: 'scheduled' as const };
    const written = { at: '', round: '1', date: '2026-01-01', home: 'aa', away: 'bb', goals: [], places: {} };
    await storeMatches(database, [
      { ...match, clock: null, measures: {}, events: [], cards: null, source: IMPORT_SOURCE, cup: null, next_at: null, written },
    ]);
    await waitFor('both games sell it', async () => {
      // The next look for what can be sold is half a minute of the game clock away.
      await clock.advance(30_000);
      const { rows } = await database.query<{ game: string; state: string; on: boolean }>(
        `SELECT game, state, odds <> '{}' AS on FROM offers WHERE match_id = 'tst-of-1' ORDER BY game`,
      );
      return JSON.stringify(rows) === JSON.stringify(['bjdc', 'jczq'].map((game) => ({ game, state: 'selling', on: true })));
    });
    // And its sale stops by itself.
    await clock.advance(3_500_000);
    await waitFor('its sale has stopped', async () => {
      const { rows } = await database.query(`SELECT 1 FROM offers WHERE match_id = 'tst-of-1' AND state = 'stopped'`);
      return rows.length === 2;
    });
  } finally {
    await server.stop();
  }
});
