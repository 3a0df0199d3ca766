/** Player protection through the API (server/accounts/limits/SPEC.md): limits, breaks, exclusions with chases open, reminders, spent against back. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  ChaseDetailModels,
  ChaseIssuesModels,
  HeartbeatModels,
  LimitModels,
  PauseModels,
  ProfileModels,
  PlayerLimitModels,
  SittingModels,
  SpendingModels,
} from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { takeSettlementStep } from '../../../server/lottery/draws/settle.ts';
import { drawDueIssues, freezeDueIssues } from '../../../server/lottery/draws/steps.ts';
import { refuseByLimits } from '../../../server/accounts/limits/limits.ts';
import type { Client } from '../support/client.ts';
import { expectBooksInOrder, startServer, type TestServer } from '../support/server.ts';
import { addMatch, addOutright, addSports, draftOn, sportOf, ticketOn } from '../support/sports.ts';
import { ALL_DIGITS, gameVersion, pricedTicket, singleBet } from '../support/tickets.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let server: TestServer;
let context: Services;
beforeAll(async () => {
  // No scheduler: this test takes each step itself.
  server = await startServer({ clockSpeed: 1, role: 'web' });
  context = server.context;
});
afterEach(() => expectBooksInOrder(context.database));
afterAll(() => server?.stop());

const player = async (fen = 10_000_000): Promise<Client> => {
  const made = await server.client().register();
  if (fen > 0) await server.grant(made.userId, fen);
  return made;
};
const code = 'ssq';
const bet = (who: Client) => who.bet(singleBet(gameVersion(server, code)));
const setLimit = (who: Client, what: string, period: string, value?: number) =>
  who.post<LimitModels>('/api/Protection/SetLimit', {
    what,
    period,
    ...(value === undefined ? {} : { [what === 'time' ? 'limitMinutes' : 'limitFen']: String(value) }),
  });
const pause = (who: Client, kind: 'break' | 'exclusion', which: string) =>
  who.post<PauseModels>('/api/Protection/Pause', { kind, code: which });
const state = async (who: Client) => (await who.get<PlayerLimitModels>('/api/Protection/State')).models;
const balance = async (who: Client) => (await who.get<ProfileModels>('/api/UserCenter/QueryProfileList')).models.balanceFen;
const beat = async (who: Client) => (await who.post<HeartbeatModels>('/api/account/heartbeat')).models;

async function finish(): Promise<void> {
  while ((await freezeDueIssues(context)) > 0);
  while ((await drawDueIssues(context)) > 0);
  while (await takeSettlementStep(context));
}
/** Issues that can still be bet on, with a minute left at least. */
async function issues(gameCode = code): Promise<ChaseIssuesModels['items']> {
  await openIssues(context, gameVersion(server, gameCode));
  return (await server.client().get<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode })).models.items;
}
async function chase(who: Client, count = 3) {
  const items = (await issues()).slice(1, 1 + count);
  const placed = await who.bet({
    ...singleBet(gameVersion(server, code)),
    amountFen: 200 * count,
    chase: JSON.stringify(items.map(({ issue }) => ({ issue, multiplier: 1 }))),
  });
  expect(placed.status).toBe(STATUS.ok);
  return placed.models.chaseId as string;
}

describe('a limit', () => {
  it('[P1] holds for bets, chases and bets on matches, and a hundred at once fit exactly what is covered', async () => {
    const who = await player();
    await issues();
    expect((await setLimit(who, 'stake', 'day', 1_000)).status).toBe(STATUS.ok);
    const bets = await Promise.all(Array.from({ length: 100 }, () => bet(who)));
    expect(bets.filter(({ status }) => status === STATUS.ok)).toHaveLength(5);
    const refused = bets.filter(({ status }) => status !== STATUS.ok);
    expect(new Set(refused.map(({ http, status, msg }) => `${http} ${status} ${msg}`))).toEqual(
      new Set(['409 16 超出您设定的今日投注上限 ¥10.00，还可投注 ¥0.00']),
    );
    const items = (await issues()).slice(1, 3).map(({ issue }) => ({ issue, multiplier: 1 }));
    expect((await who.bet({ ...singleBet(gameVersion(server, code)), amountFen: 400, chase: JSON.stringify(items) })).status).toBe(
      STATUS.limitReached,
    );
    addSports(server.gamesDir);
    await context.publication.refresh();
    await context.sports.refresh();
    const match = `p-${randomUUID().slice(0, 18)}`;
    const other = `q-${randomUUID().slice(0, 18)}`;
    for (const id of [match, other]) await addMatch(context.database, { id });
    const ticket = ticketOn('jczq', { [match]: { BRQSPF: { '3': '1.85' } }, [other]: { BRQSPF: { '0': '3.60' } } }, ['2_1']);
    const draft = await draftOn(who, sportOf(context.sports, 'jczq'), ticket);
    const { hash } = sportOf(context.sports, 'jczq');
    expect(
      (await who.post('/api/lottery/bet_jc', { draftId: (draft.models as { draftId: string }).draftId, hash, amountFen: '200' })).status,
    ).toBe(STATUS.limitReached);
    const cup = await addOutright(context);
    expect((await who.post('/api/lottery/bet_ozb', Object.fromEntries(Object.entries(cup).map(([k, v]) => [k, String(v)])))).status).toBe(
      STATUS.limitReached,
    );
    // A refusal is remembered under its key, and nothing of it was written.
    const key = randomUUID();
    const first = await who.bet({ ...singleBet(gameVersion(server, code)), key });
    expect(await who.bet({ ...singleBet(gameVersion(server, code)), key })).toEqual(first);
  });

  it('[P4] is lowered at once and raised after 24 hours, and what is about to change can be taken back', async () => {
    const who = await player();
    await issues();
    expect((await setLimit(who, 'stake', 'day', 600)).models).toMatchObject({ limitFen: 600, nextAt: null });
    expect((await setLimit(who, 'stake', 'day', 400)).models).toMatchObject({ limitFen: 400, nextAt: null });
    const raised = await setLimit(who, 'stake', 'day', 800);
    expect(raised.models).toMatchObject({ limitFen: 400, nextFen: 800 });
    expect((raised.models.nextAt as number) - context.clock.now()).toBeGreaterThan(23 * HOUR);
    await bet(who);
    await bet(who);
    expect((await bet(who)).status).toBe(STATUS.limitReached);
    // The present one again: nothing is about to change any more.
    expect((await setLimit(who, 'stake', 'day', 400)).models).toMatchObject({ limitFen: 400, nextAt: null });
    await setLimit(who, 'stake', 'day');
    await context.clock.advance(25 * HOUR);
    await openIssues(context, gameVersion(server, code));
    expect((await state(who)).limits.find(({ what, period }) => what === 'stake' && period === 'day')).toMatchObject({
      limitFen: null,
      nextAt: null,
    });
    for (let n = 0; n < 4; n += 1) expect((await bet(who)).status).toBe(STATUS.ok);
  });

  it('[P3] of losses counts what waits as lost, and a win makes room again', async () => {
    const who = await player();
    const version = gameVersion(server, 'jlffc');
    const sure = pricedTicket(version, [{ play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: ALL_DIGITS } }]);
    await setLimit(who, 'loss', 'month', sure.amountFen + 100);
    await issues('jlffc');
    const placed = await who.bet(sure);
    expect(placed.status).toBe(STATUS.ok);
    expect((await bet(who)).status).toBe(STATUS.limitReached);
    await context.clock.advance(Math.max(0, (placed.models.drawsAt ?? 0) - context.clock.now()) + 1_000);
    await finish();
    await issues();
    expect((await bet(who)).status).toBe(STATUS.ok);
  });

  it('is refused beyond what may be set', async () => {
    const who = await player(0);
    expect(await setLimit(who, 'time', 'day', 1_441)).toMatchObject({ status: STATUS.invalid, models: { field: 'limitMinutes' } });
    expect(await setLimit(who, 'stake', 'day', 100_000_000_001)).toMatchObject({ status: STATUS.invalid, models: { field: 'limitFen' } });
  });
});

describe('a break and an exclusion', () => {
  it('[P5] [P6] an exclusion stops stakes, recharges and every chase in one transaction, and leaves the money to be withdrawn', async () => {
    const who = await player();
    await issues();
    const before = await balance(who);
    const open = [await chase(who), await chase(who, 2)];
    expect(await balance(who)).toBe(before - 1_000);
    const answer = await pause(who, 'exclusion', 'halfYear');
    expect(answer).toMatchObject({
      status: STATUS.ok,
      models: { block: { kind: 'exclusion' }, chases: 2, refundFen: 1_000, balanceFen: before },
    });
    for (const chaseId of open) {
      const detail = (await who.get<ChaseDetailModels>('/api/Order/ChaseDetail', { chaseId })).models;
      expect(detail.items.map(({ status }) => status)).toEqual(detail.items.map(() => 'cancelled'));
    }
    expect((await bet(who)).msg).toMatch(/^您已自我排除，\d{4}-\d\d-\d\d \d\d:\d\d 前不能投注$/);
    expect((await refuseByLimits(context, context.database, who.userId, 'deposit', 1))?.msg).toMatch(/前不能充值$/);
    expect((await state(who)).block).toEqual(answer.models.block);
    expect((await who.get('/api/lottery/LaunchUrl', { gamecode: 'wheel', company: 'demo' })).status).toBe(STATUS.limitReached);
    // Another player is not concerned.
    expect((await bet(await player())).status).toBe(STATUS.ok);
    await context.clock.advance(181 * DAY);
    // His session is gone by then.
    expect(await refuseByLimits(context, context.database, who.userId, 'stake', 1)).toBeUndefined();
  });

  it('[P5] is made longer and never shorter', async () => {
    const who = await player();
    expect((await pause(who, 'break', 'week')).status).toBe(STATUS.ok);
    expect(await pause(who, 'break', 'day')).toMatchObject({ status: STATUS.stateChanged, models: { kind: 'break' } });
    expect((await pause(who, 'break', 'month')).status).toBe(STATUS.ok);
    expect((await pause(who, 'exclusion', 'halfYear')).models.block.kind).toBe('exclusion');
    expect((await pause(who, 'break', 'month')).status).toBe(STATUS.stateChanged);
    expect((await pause(who, 'exclusion', 'year')).status).toBe(STATUS.ok);
    expect((await pause(who, 'exclusion', 'tomorrow')).status).toBe(STATUS.notFound);
  });

  it('[P6] a break leaves chases', async () => {
    const who = await player();
    const chaseId = await chase(who);
    expect((await pause(who, 'break', 'day')).models).toMatchObject({ chases: 0, refundFen: 0 });
    const detail = (await who.get<ChaseDetailModels>('/api/Order/ChaseDetail', { chaseId })).models;
    expect(detail.items.every(({ status }) => status === 'pending')).toBe(true);
    expect((await bet(who)).msg).toMatch(/^您正在休息，/);
  });

  it('[P5] bets that meet an exclusion are in before it or not at all', async () => {
    const who = await player();
    const bets = Array.from({ length: 20 }, () => bet(who));
    const [excluded, ...placed] = await Promise.all([pause(who, 'exclusion', 'year'), ...bets]);
    const { rows } = await context.database.query<{ after: number }>(
      `SELECT count(*)::int AS after FROM movements f, limited_players p WHERE p.user_id = $1 AND f.user_id = $1 AND f.kind = 'stake' AND f.at > p.blocked_at`,
      [who.userId],
    );
    expect(excluded.status).toBe(STATUS.ok);
    expect(rows[0]?.after).toBe(0);
    for (const { status } of placed) expect([STATUS.ok, STATUS.limitReached]).toContain(status);
  });
});

describe('time of play', () => {
  // Minutes are of a day, and a test that passes its end counts from nothing.
  beforeAll(async () => {
    const now = context.clock.now();
    // Noon in Beijing is four o'clock of UTC.
    await context.clock.advance(Math.ceil((now - 4 * HOUR) / DAY) * DAY + 4 * HOUR - now);
  });

  /** Plays: a heartbeat a minute. */
  async function play(who: Client, minutes: number): Promise<HeartbeatModels> {
    let last = await beat(who);
    for (let n = 0; n < minutes; n += 1) {
      await context.clock.advance(MINUTE);
      last = await beat(who);
    }
    return last;
  }

  it('[P7] is the time between heartbeats, and a limit of it ends play for the day', async () => {
    const who = await player();
    await setLimit(who, 'time', 'day', 6);
    await play(who, 4);
    // Away for ten minutes, then for a second: nothing of the first counts.
    await context.clock.advance(10 * MINUTE);
    await beat(who);
    expect((await state(who)).limits.find(({ what, period }) => what === 'time' && period === 'day')?.usedMinutes).toBe(4);
    await issues();
    expect((await bet(who)).status).toBe(STATUS.ok);
    await play(who, 2);
    expect((await bet(who)).msg).toBe('已达您设定的今日游戏时长 6 分钟，请休息');
    await context.clock.advance(DAY);
    await issues();
    expect((await bet(who)).status).toBe(STATUS.ok);
  });

  it('[P9] thirty minutes without a break bring the reminder, until it is answered, and every thirty minutes again', async () => {
    const who = await player();
    expect((await play(who, 29)).realityCheck).toBe(false);
    await issues();
    await bet(who);
    expect((await play(who, 1)).realityCheck).toBe(true);
    expect((await play(who, 1)).realityCheck).toBe(true);
    const sitting = (await who.get<SittingModels>('/api/Protection/Sitting')).models;
    expect(sitting).toMatchObject({ minutes: 31, spentFen: 200, backFen: 0, netFen: -200 });
    await who.post('/api/Protection/Seen');
    expect((await play(who, 29)).realityCheck).toBe(false);
    expect((await play(who, 1)).realityCheck).toBe(true);
    // A rest starts again.
    await context.clock.advance(20 * MINUTE);
    expect((await beat(who)).realityCheck).toBe(false);
    expect((await who.get<SittingModels>('/api/Protection/Sitting')).models).toMatchObject({ minutes: 0, spentFen: 0 });
  });
});

describe('spent against back', () => {
  it('[P10] adds up by game, by day and in the ledger', async () => {
    const who = await player();
    const version = gameVersion(server, 'jlffc');
    const sure = pricedTicket(version, [{ play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: ALL_DIGITS } }]);
    await issues('jlffc');
    await issues();
    const placed = await who.bet(sure);
    await bet(who);
    await who.post('/api/Order/CancelChase', { chaseId: await chase(who) });
    await context.clock.advance(Math.max(0, (placed.models.drawsAt ?? 0) - context.clock.now()) + 1_000);
    await finish();
    await context.clock.advance(DAY);
    await issues();
    await bet(who);
    for (const span of ['week', 'month', 'year']) {
      const report = (await who.get<SpendingModels>('/api/Protection/Report', { span })).models;
      const sum = (rows: readonly { readonly spentFen: number; readonly backFen: number; readonly netFen: number }[]) =>
        rows.reduce((all, row) => [all[0] + row.spentFen, all[1] + row.backFen, all[2] + row.netFen] as const, [0, 0, 0] as readonly [
          number,
          number,
          number,
        ]);
      const all = [report.spentFen, report.backFen, report.netFen];
      expect(sum(report.games)).toEqual(all);
      expect(sum(report.items)).toEqual(all);
      const { rows } = await context.database.query<{ spent: number; back: number }>(
        `SELECT coalesce(sum(amount) FILTER (WHERE debit = 'wallet'), 0)::bigint AS spent, coalesce(sum(amount) FILTER (WHERE credit = 'wallet'), 0)::bigint AS back
           FROM movements WHERE user_id = $1 AND kind <> 'grant'`,
        [who.userId],
      );
      expect([report.spentFen, report.backFen]).toEqual([rows[0]?.spent, rows[0]?.back]);
      expect(report.items).toHaveLength({ week: 7, month: 30, year: 12 }[span] as number);
      expect(report.games.map(({ name }) => name).sort()).toEqual([version.game.name, gameVersion(server, code).game.name].sort());
    }
  });
});
