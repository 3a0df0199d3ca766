/** Results that cannot be, cannot be yet or are not understood pay nobody, whichever way they come in; the right one pays. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SportOrderModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { takeSportSettlementStep } from '../../../server/sports/bets/settle.ts';
import { offerMatches } from '../../../server/sports/feed/offer-matches.ts';
import { updateDueMatches } from '../../../server/sports/feed/update-matches.ts';
import type { SportVersion } from '../../../server/sports/versions.ts';
import { convertMatches } from '../../../tools/matches/convert.ts';
import { readMatches } from '../../../tools/matches/read.ts';
import { storeMatches } from '../../../tools/matches/store.ts';
import type { Client } from '../support/client.ts';
import { callOperator, logInOperator, resultActionPath } from '../support/operator.ts';
import { copyGames, expectBooksInOrder, startServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { addMatch, addSports, betOn, changeOffer, endMatch, score, sportOf, ticketOn } from '../support/sports.ts';

const PASSWORD = 'workshop-1234';
const HOUR = 3_600_000;

let server: TestServer;
let context: Services;
let jczq: SportVersion;
let operator: string;
beforeAll(async () => {
  const gamesDir = copyGames(temporaryFolder());
  addSports(gamesDir, ['jczq', 'ctzq']);
  server = await startServer({ clockSpeed: 1, role: 'web', gamesDir, operatorPassword: PASSWORD });
  context = server.context;
  jczq = sportOf(context.sports, 'jczq');
  operator = (await logInOperator(server.base, PASSWORD)).token;
});
afterEach(() => expectBooksInOrder(context.database));
afterAll(() => server?.stop());

const ask = async <R>(text: string, values: readonly unknown[] = []) => (await context.database.query<R>(text, values)).rows;
const desk = <T>(path: string, body?: Readonly<Record<string, unknown>>) =>
  body === undefined
    ? callOperator<T>(server.base, operator, 'GET', `results${path}`)
    : callOperator<T>(server.base, operator, 'POST', ...resultActionPath(path.slice(1), body));
const waiting = async () => (await desk<{ matches: { id: string; refused?: string }[] }>('?show=open')).models.matches;
const settle = async (): Promise<void> => {
  while ((await takeSportSettlementStep(context)) !== undefined);
};
/** Everything that the server does by itself with what was written. */
const work = async (): Promise<void> => {
  while ((await updateDueMatches(context, 'seed')).matches > 0);
  await settle();
};
const order = async (player: Client, orderId: string) => (await player.get<SportOrderModels>('/api/order/detail', { orderId })).models;
const wallet = async (player: Client) =>
  (await ask<{ fen: number }>('SELECT balance_fen AS fen FROM wallets WHERE user_id = $1', [player.userId]))[0]?.fen;
const alarmsOf = (match: string): string =>
  context.alarms
    .list()
    .filter(({ name, raised, detail }) => name === 'result-refused' && raised > 0 && detail.includes(match))
    .map(({ detail }) => detail)
    .join();

let made = 0;
const newId = (): string => `i${(made += 1)}`;
/** A bet on half and full time, home then away: 2.00 × 30.00. */
async function bet(match: string) {
  const player = await server.client().register();
  const { models, ...answer } = await betOn(player, jczq, ticketOn('jczq', { [match]: { BQC: { '30': '30.00' } } }, ['1_1']));
  expect(answer).toMatchObject({ status: STATUS.ok });
  const before = await wallet(player);
  return {
    async isPending(): Promise<void> {
      expect((await order(player, models.orderId)).status).toBe('pending');
      expect(await wallet(player)).toBe(before);
    },
    async isPaid(): Promise<void> {
      expect(await order(player, models.orderId)).toMatchObject({ status: 'won', prizeFen: 6_000 });
    },
  };
}
/** A match that was sold and kicked off, with a bet. */
async function played(kickedOff = 3 * HOUR) {
  const id = newId();
  await addMatch(context.database, { id, singles: ['BQC'] });
  const sold = await bet(id);
  await ask('UPDATE matches SET starts_at = caipu_now_ms() - $2::bigint WHERE id = $1', [id, kickedOff]);
  return { id, ...sold };
}
const RIGHT = score([1, 2], [1, 0]);

describe('files', () => {
  const league = () => context.sports.league('TST') ?? expect.fail('no league');
  const rowsOf = (matches: readonly object[]) => {
    const read = readMatches(JSON.stringify({ matches }));
    if (!read.ok) throw new Error(read.mistakes.join('\n'));
    return convertMatches(
      league(),
      read.matches.map((match) => ({ ...match, at: `tst.json ${match.at}` })),
    ).matches;
  };
  const store = (...matches: readonly object[]) => storeMatches(context.database, rowsOf(matches));
  const refusal = async (...matches: readonly object[]): Promise<string> => {
    try {
      await store(...matches);
    } catch (error) {
      return (error as Error).message;
    }
    return 'stored';
  };
  const PLAYED = { round: '1', date: '2026-03-07', time: '20:00', team1: 'aa', team2: 'bb' };

  it.each([
    ['score.ht: RESULT_WITHIN', { score: { ht: [1, 0], ft: [0, 1] } }],
    ['score1i: RESULT_WITHIN', { score1: 0, score2: 1, score1i: 1, score2i: 0 }],
    ['score.et: RESULT_EXTRA_BELOW', { score: { ft: [1, 1], et: [1, 0] } }],
    ['score.et: RESULT_EXTRA_DECIDED', { score: { ft: [2, 1], et: [3, 1] } }],
    ['score.p: RESULT_PENALTIES_DECIDED', { score: { ft: [2, 1], p: [4, 2] } }],
    ['score.p: RESULT_PENALTIES_LEVEL', { score: { ft: [1, 1], et: [1, 1], p: [4, 4] } }],
    ['score: RESULT_NO_SCORE', { score: { p: [2, 4], et: [1, 1] } }],
    ['score: RESULT_NO_SCORE', { score: { ht: [0, 0] } }],
    ['score.ht: RESULT_GOALS', { score: { ht: [0, 0], ft: [1, 0] }, goals1: [{ name: 'A', minute: '45+1' }] }],
    ['score.ft: RESULT_GOALS', { score: { ft: [2, 0] }, goals1: [{ name: 'A', minute: '50' }] }],
    ['date: RESULT_EARLY', { date: '2036-03-07', score: { ft: [1, 0] } }],
    ['status: RESULT_STATUS', { status: 'walkover', score: { ft: [3, 0] } }],
    ['status: RESULT_STATUS', { status: { text: 'off' } }],
  ])('%s', async (place, more) => {
    const refusalText = await refusal({ ...PLAYED, ...more });
    expect(refusalText).toContain(`tst.json matches[0].${place} `);
    expect(refusalText).toMatch(/；.* \/ .*[a-z]/);
    expect(await ask(`SELECT id FROM matches WHERE id LIKE 'tst-of-2%'`)).toEqual([]);
  });

  it('words that are known stay what they are, and an unknown one is answered with all of them', async () => {
    const off = ['postponed', 'suspended', 'abandoned', 'cancelled', 'canceled', 'annulled', 'Awarded'];
    const states = off.map((status) => rowsOf([{ ...PLAYED, status, score: { ht: [2, 0], ft: [0, 2] } }])[0]);
    expect(states.map((row) => [row?.state, row?.measures])).toEqual(
      ['postponed', 'abandoned', 'abandoned', 'cancelled', 'cancelled', 'cancelled', 'cancelled'].map((state) => [state, {}]),
    );
    expect(await refusal({ ...PLAYED, status: 'walkover', score: { ft: [3, 0] } })).toContain(
      'postponed, suspended, abandoned, cancelled, canceled, annulled, awarded',
    );
  });

  it('a second leg may be decided by extra time and penalties where both legs together are level', async () => {
    const first = { ...PLAYED, date: '2025-03-01', team1: 'dd', team2: 'cc', score: { ft: [1, 0] } };
    const second = { ...PLAYED, date: '2025-03-12', team1: 'cc', team2: 'dd', score: { ft: [2, 1], et: [2, 1], p: [4, 3] } };
    expect(await refusal(second)).toContain('RESULT_EXTRA_DECIDED');
    expect(await refusal({ ...first, score: { ft: [2, 0] } }, second)).toContain('RESULT_PENALTIES_DECIDED');
    expect(await store(first, second)).toMatchObject({ added: 2 });
    // The first leg of a later file is in the database.
    const own = { ...second, date: '2025-03-13' };
    expect(await refusal({ ...own, score: { ft: [1, 1], p: [4, 3] } })).toBe('stored');
  });

  it('no bet is paid by it; the rest of the file waits, and the right result pays', async () => {
    const kickOff = new Date(context.clock.now() + 9 * HOUR).toISOString();
    const fixture = { ...PLAYED, date: kickOff.slice(0, 10), time: kickOff.slice(11, 16) };
    await store(fixture);
    const [row] = await ask<{ id: string }>(`SELECT id FROM matches WHERE id LIKE 'tst-of-%-aa-bb' AND state = 'scheduled'`);
    const id = row?.id ?? '';
    await addMatch(context.database, { id, singles: ['BQC'] });
    const sold = await bet(id);
    await context.clock.advance(12 * HOUR);
    const other = { ...PLAYED, team1: 'cc', team2: 'aa', score: { ft: [0, 0] } };
    expect(await refusal({ ...fixture, score: { ht: [1, 0], ft: [0, 1] } }, other)).toContain('matches[0].score.ht: RESULT_WITHIN');
    await work();
    await sold.isPending();
    expect(await ask(`SELECT 1 FROM matches WHERE id LIKE 'tst-of-20260307-%'`)).toEqual([]);
    expect(await store({ ...fixture, score: { ht: [1, 0], ft: [1, 2] } }, other)).toMatchObject({ added: 1, changed: 1 });
    await work();
    await sold.isPaid();
  });

  it('an operator who has entered the result has decided: the file is taken then', async () => {
    const wrong = { ...PLAYED, date: '2026-04-04', score: { ht: [0, 0], ft: [1, 0] }, goals1: [{ name: 'A', minute: '9' }] };
    await store({ ...wrong, score: undefined, goals1: undefined });
    await addMatch(context.database, { id: 'tst-of-20260404-aa-bb' });
    expect(await refusal(wrong)).toContain('matches[0].score.ht: RESULT_GOALS');
    expect(await desk('/tst-of-20260404-aa-bb/enter', score([1, 0], [1, 0]))).toMatchObject({ status: STATUS.ok });
    expect(await store(wrong, { ...PLAYED, date: '2026-04-05', team1: 'dd', score: { ft: [0, 0] } })).toEqual({
      added: 1,
      changed: 0,
      different: ['tst-of-20260404-aa-bb'],
    });
  });
});

describe('feeds', () => {
  const write = (id: string, state: string, measures: object, events: readonly object[] = []) =>
    ask(`UPDATE matches SET state = $2, measures = $3::jsonb, events = $4::jsonb, next_at = caipu_now_ms() WHERE id = $1`, [
      id,
      state,
      JSON.stringify(measures),
      JSON.stringify(events),
    ]);
  const offer = async (id: string) =>
    (await ask<{ result: unknown; suspended: string | null }>('SELECT result, suspended FROM offers WHERE match_id = $1', [id]))[0];
  const GOAL = { minute: '50', kind: 'goal', side: 'home' };

  it.each<[string, object, string, number, object[]]>([
    ['RESULT_WITHIN', { full: [0, 1], half: [1, 0] }, 'finished', 3, []],
    ['RESULT_EXTRA_BELOW', { full: [1, 1], half: [1, 0], extra: [1, 0] }, 'finished', 3, []],
    ['RESULT_EXTRA_DECIDED', { full: [1, 2], half: [1, 0], extra: [2, 2] }, 'finished', 3, []],
    ['RESULT_PENALTIES_DECIDED', { full: [1, 2], half: [1, 0], penalties: [4, 2] }, 'finished', 3, []],
    ['RESULT_PENALTIES_LEVEL', { full: [1, 1], half: [1, 0], penalties: [4, 4] }, 'finished', 3, []],
    ['RESULT_NO_SCORE', { half: [1, 0], extra: [1, 2] }, 'finished', 3, []],
    ['RESULT_GOALS', { full: [1, 2], half: [1, 0] }, 'finished', 3, [GOAL]],
    ['RESULT_EARLY', { full: [1, 2], half: [1, 0] }, 'finished', 1, []],
    ['RESULT_EARLY', { full: [1, 2], half: [1, 0] }, 'finished', -1, []],
    ['RESULT_STATUS', { full: [1, 2], half: [1, 0] }, 'walkover', 3, []],
  ])('%s %j', async (code, measures, state, kickedOff, events) => {
    const { id, isPending, isPaid } = await played(kickedOff * HOUR);
    await write(id, state, measures, events);
    await work();
    await isPending();
    expect(await offer(id)).toEqual({ result: null, suspended: '赛果待核实' });
    expect(alarmsOf(id)).toContain(code);
    // Nothing of it is lost, and a person sees what is wrong.
    expect(await ask('SELECT measures FROM matches WHERE id = $1', [id])).toEqual([{ measures }]);
    if (state === 'finished') expect((await waiting()).find((match) => match.id === id)?.refused).toContain(code);
    // Its source corrects it.
    await ask('UPDATE matches SET starts_at = least(starts_at, caipu_now_ms() - 7200000) WHERE id = $1', [id]);
    await write(id, 'finished', RIGHT.measures);
    await work();
    await isPaid();
    expect(await offer(id)).toEqual({ result: RIGHT, suspended: null });
  });
});

describe('the desk', () => {
  it('refuses what cannot be with the reason, and takes what an operator decides against the goals that are listed', async () => {
    const { id, isPaid, isPending } = await played();
    await ask(
      `UPDATE matches SET events = '[{"minute": "9", "kind": "goal", "side": "home"}]', measures = '{"penalties": [4, 2]}' WHERE id = $1`,
      [id],
    );
    expect(await desk(`/${id}/enter`, score([0, 1], [1, 0]))).toMatchObject({
      status: STATUS.invalid,
      msg: expect.stringMatching(/^半场 不会大于 全场；.*（RESULT_WITHIN）$/),
    });
    await isPending();
    expect(await desk(`/${id}/enter`, RIGHT)).toMatchObject({ status: STATUS.ok });
    // Penalties that were known and that the score leaves no room for are gone.
    expect(await ask('SELECT measures FROM matches WHERE id = $1', [id])).toEqual([RIGHT]);
    await context.clock.advance(120_001);
    await work();
    await isPaid();
    for (const [measures, code] of [
      [score([0, 1], [1, 0]).measures, 'RESULT_WITHIN'],
      [{ full: [1, 1] }, '请填写半场'],
    ] as const)
      expect(await desk(`/${id}/correct`, { measures, reason: '录错了', by: '甲' })).toMatchObject({
        status: STATUS.invalid,
        msg: expect.stringContaining(code),
      });
  });
  it('refuses the result of a match that cannot be over', async () => {
    for (const kickedOff of [-HOUR, HOUR]) {
      const { id, isPending } = await played(kickedOff);
      expect(await desk(`/${id}/enter`, RIGHT)).toMatchObject({
        status: STATUS.stateChanged,
        msg: expect.stringContaining('RESULT_EARLY'),
      });
      await settle();
      await isPending();
    }
  });
});

describe('settlement', () => {
  it.each<[string, object, number]>([
    ['RESULT_WITHIN', score([0, 1], [1, 0]), 3],
    ['RESULT_NO_SCORE', { measures: { half: [1, 0] } }, 3],
    ['RESULT_EARLY', RIGHT, 1],
    ['RESULT_EARLY', RIGHT, -1],
  ])('pays nobody by a result that is already stored: %s %j', async (code, result, kickedOff) => {
    const { id, isPending, isPaid } = await played(kickedOff * HOUR);
    await changeOffer(context.database, 'jczq', id, 'result = $3::jsonb, result_at = caipu_now_ms()', [JSON.stringify(result)]);
    await settle();
    await isPending();
    expect(alarmsOf(id)).toContain(code);
    // However much later it is looked at again.
    await context.clock.advance(4 * HOUR);
    await settle();
    await isPending();
    expect((await waiting()).find((match) => match.id === id)?.refused).toContain(code);
    // Nobody was paid, so that one operator may enter the right one.
    expect(await desk(`/${id}/enter`, RIGHT)).toMatchObject({ status: STATUS.ok });
    await context.clock.advance(120_001);
    await settle();
    await isPaid();
    expect((await waiting()).some((match) => match.id === id)).toBe(false);
  });

  it('what its match says beside the result counts: penalties after a win, goals that are others', async () => {
    for (const [set, code] of [
      [`measures = '{"full": [1, 2], "penalties": [4, 2]}'`, 'RESULT_PENALTIES_DECIDED'],
      [`measures = '{"full": [1, 2]}', events = '[{"minute": "9", "kind": "goal", "side": "home"}]'`, 'RESULT_GOALS'],
    ] as const) {
      const { id, isPending } = await played();
      await ask(`UPDATE matches SET state = 'finished', ${set} WHERE id = $1`, [id]);
      await endMatch(context.database, id, RIGHT);
      await settle();
      await isPending();
      expect(alarmsOf(id)).toContain(code);
    }
  });

  it('an order of several matches waits for the one whose result cannot be, and a pool is not shared out by it', async () => {
    const [a, b] = [newId(), newId()];
    for (const id of [a, b]) await addMatch(context.database, { id });
    const player = await server.client().register();
    const both = ticketOn('jczq', { [a]: { BRQSPF: { '0': '3.60' } }, [b]: { BRQSPF: { '3': '1.85' } } }, ['2_1']);
    const { models } = await betOn(player, jczq, both);
    await endMatch(context.database, a, score([0, 1], [1, 0]));
    await endMatch(context.database, b, score([1, 0]));
    await settle();
    expect((await order(player, models.orderId)).status).toBe('pending');
    expect(await ask('SELECT 1 FROM quarantine WHERE ended_at IS NULL')).toEqual([]);
    expect(await desk(`/${a}/enter`, RIGHT)).toMatchObject({ status: STATUS.ok });
    await context.clock.advance(120_001);
    await settle();
    expect((await order(player, models.orderId)).status).toBe('won');

    const ctzq = sportOf(context.sports, 'ctzq');
    await ask(
      `INSERT INTO sport_issues (game, issue, opens_at, closes_at, carried_fen) VALUES ('ctzq', '26301', 0, caipu_now_ms() + 1800000, 100000000)`,
    );
    const ids = Array.from({ length: 14 }, newId);
    for (const id of ids) await addMatch(context.database, { id, game: 'ctzq', issue: '26301', numbers: {}, odds: {} });
    const all = ticketOn('ctzq', Object.fromEntries(ids.map((id) => [id, { T14C: ['3'] }])), []);
    const pool = await betOn(player, ctzq, all);
    expect(pool).toMatchObject({ status: STATUS.ok });
    await context.clock.advance(2 * HOUR);
    const [wrong = '', ...others] = ids;
    await ask(`UPDATE matches SET state = 'finished', measures = '{"full": [1, 0], "penalties": [4, 2]}' WHERE id = $1`, [wrong]);
    await endMatch(context.database, wrong, { measures: { full: [1, 0] } });
    for (const id of others) await endMatch(context.database, id, { measures: { full: [1, 0] } });
    await settle();
    expect(await ask(`SELECT 1 FROM sport_pools WHERE issue = '26301'`)).toEqual([]);
    expect((await order(player, pool.models.orderId)).status).toBe('pending');
    expect(await desk(`/${wrong}/enter`, { measures: { full: [1, 0] } })).toMatchObject({ status: STATUS.ok });
    await context.clock.advance(120_001);
    await settle();
    expect((await order(player, pool.models.orderId)).status).toBe('won');
  });
});

it('a match that is over before it was on sale is not sold with a result that cannot be', async () => {
  const feed = { leagues: ['TST'], marginPermille: 100, measures: [{ measure: 'full', model: 'goals', home: 1500, away: 1200 }] } as const;
  const sport = { ...jczq.sport, feed };
  await ask(
    `INSERT INTO matches (id, sport, league, home, away, starts_at, state, measures, source, version)
     SELECT 'over-' || n, 'football', 'TST', 'aa', 'bb', caipu_now_ms() - 10800000, 'finished', m::jsonb, 'test', next_match_version()
       FROM (VALUES (1, '{"full": [0, 1], "half": [1, 0]}'), (2, '{"full": [1, 1], "half": [1, 0]}')) AS x(n, m)`,
  );
  const now = context.clock.now();
  await offerMatches(context, 'seed', { ...jczq, sport } as SportVersion, now, now - 4 * HOUR);
  expect(await ask(`SELECT match_id FROM offers WHERE match_id LIKE 'over-%'`)).toEqual([{ match_id: 'over-2' }]);
});
