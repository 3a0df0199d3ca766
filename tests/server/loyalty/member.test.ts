/** Growth, levels, points, tasks and gifts of the member (M1–M6 of server/loyalty/member/SPEC.md) against naive recounts. The rest: member-checkin.test.ts. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LevelsModels, ProfileModels, TaskItem } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { bindContact } from '../../../server/accounts/contacts.ts';
import type { Services } from '../../../server/services.ts';
import { postDue, nextLapse, memberStateOf } from '../../../server/loyalty/member/growth.ts';
import { levelAt, MEMBER_RULES } from '../../../server/loyalty/member/rules.ts';
import { tasksOf, todayOf } from '../../../server/loyalty/member/tasks.ts';
import { recordPresence } from '../../../server/accounts/limits/presence.ts';
import { runCount } from '../../engine/rules/support/runs.ts';
import { addLostSmallPlay as playedBy } from '../support/agents.ts';
import type { Client } from '../support/client.ts';
import { DAY, dayOf, memberStage, addSettledOrder } from '../support/member-stage.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let context: Services;
let offset: number;
memberStage((stage) => {
  ({ server, context, offset } = stage);
});

const player = () => server.client().register();
const today = () => dayOf({ context, offset });
const levels = async (who: Client) => (await who.get<LevelsModels>('/api/UserCenter/Levels')).models;
const claim = (who: Client, code: string) =>
  who.post<{ reward: string; growth: number; points: number }>('/api/UserCenter/Claim', { code });
const tasks = async (who: Client) => (await who.get<{ items: TaskItem[] }>('/api/UserCenter/Tasks')).models.items;

/** Moves the registration of a player to `days` days ago. */
const since = (who: Client, days: number) =>
  context.database.query('UPDATE users SET created_at = caipu_now_ms() - $2::bigint WHERE id = $1', [who.userId, days * DAY]);

describe('growth', () => {
  it('[M1] [M2] [M3] of random days equals a recount, however often somebody looks in between', async () => {
    const order = fc.record({
      day: fc.integer({ min: 1, max: 9 }),
      fen: fc.integer({ min: 1, max: 300_000 }),
      how: fc.constantFrom('lost' as const, 'lost' as const, 'won' as const, 'cancelled' as const, 'waiting' as const),
      look: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 12 }), async (orders) => {
        const who = await player();
        await since(who, 12);
        const first = today() - 12;
        const days = new Map<number, number>();
        for (const { day, fen, how, look } of orders) {
          await addSettledOrder(server, who, (first + day) * DAY - offset + 1, fen, how);
          if (how === 'lost' || how === 'won') days.set(day, (days.get(day) ?? 0) + fen);
          if (look) await levels(who);
        }
        const expected = [...days.values()].reduce(
          (sum, fen) => sum + Math.min(MEMBER_RULES.play.mostADay, Math.floor(fen / MEMBER_RULES.play.fenEach)),
          0,
        );
        const shown = await levels(who);
        // A look closes days; what is added to a closed one by hand here comes later than any settlement may.
        if (!orders.some(({ look }) => look)) expect(shown.growth).toBe(expected);
        else expect(shown.growth).toBeLessThanOrEqual(expected);
        expect(shown.level).toBe(MEMBER_RULES.levels.filter(({ from }) => from <= shown.growth).length - 1);
        expect(shown.points).toBeGreaterThanOrEqual(shown.growth);
        expect(await levels(who)).toEqual(shown);
        const { rows } = await context.database.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM (SELECT 1 FROM movements WHERE user_id = $1 AND kind = 'growth' GROUP BY seq) t`,
          [who.userId],
        );
        await levels(who);
        const again = await context.database.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM movements WHERE user_id = $1 AND kind = 'growth'`,
          [who.userId],
        );
        expect(again.rows[0]?.n).toBe(rows[0]?.n);
      }),
      { numRuns: runCount(8) },
    );
  });

  it('[M1] an order that waited is counted when it is decided', async () => {
    const who = await player();
    await since(who, 3);
    const at = (today() - 1) * DAY - offset + 5;
    await addSettledOrder(server, who, at, 5_000, 'waiting');
    expect((await levels(who)).growth).toBe(0);
    await context.database.query(`UPDATE issues SET state = 'settled' WHERE game = 'ssq' AND draws_at = $1`, [at]);
    expect((await levels(who)).growth).toBe(50);
    expect((await levels(who)).growth).toBe(50);
  });

  it('[M2] points follow the level at which they are posted', async () => {
    const who = await player();
    await since(who, 6);
    const rich = MEMBER_RULES.levels.find(({ pointsPercent }) => pointsPercent > 100) as (typeof MEMBER_RULES.levels)[number];
    await addSettledOrder(server, who, (today() - 4) * DAY - offset + 1, rich.from * 100);
    const before = await levels(who);
    expect([before.level, before.points]).toEqual([rich.level, rich.from]);
    await addSettledOrder(server, who, (today() - 1) * DAY - offset + 1, 10_000);
    expect((await levels(who)).points).toBe(rich.from + rich.pointsPercent);
  });

  it('[M4] the ends of years are caught up one by one: kept with what is beyond, or one level down and nothing left', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 25_000 }),
        fc.integer({ min: 1, max: 4 }),
        async (level, growth, years) => {
          const who = await player();
          const { database, clock } = context;
          if (growth > 0)
            await database.query(`SELECT post($1, 'growth', 'house:growth', 'growth', $2, 'task', NULL)`, [who.userId, growth]);
          const year = MEMBER_RULES.yearDays * DAY;
          const ended = clock.now() - (years - 1) * year - DAY;
          await database.query('INSERT INTO level_windows (user_id, level, starts_at, ends_at) VALUES ($1, $2, $3, $4)', [
            who.userId,
            level,
            ended - year,
            ended,
          ]);
          // The naive walk over the years, and the climb after them.
          let [expected, left] = [level, growth];
          for (let n = 0; n < years; n += 1) {
            const floor = levelAt(expected).from;
            if (left >= floor) left -= floor;
            else [expected, left] = [expected - 1, 0];
          }
          while (expected + 1 < MEMBER_RULES.levels.length && left >= levelAt(expected + 1).from) expected += 1;
          const read = await memberStateOf(database.reader(), who.userId, offset);
          expect([read.window.level, read.growth]).toEqual([expected, left]);
          await database.transaction((client) => postDue(client, who.userId, offset));
          const { rows } = await database.query<{ level: number; ends_at: number; growth: number }>(
            `SELECT level, ends_at, coalesce((SELECT balance FROM purses WHERE user_id = $1 AND purse = 'growth'), 0) AS growth FROM level_windows WHERE user_id = $1`,
            [who.userId],
          );
          expect(rows[0]).toMatchObject({ level: expected, growth: left });
          expect(rows[0]?.ends_at).toBeGreaterThan(clock.now());
        },
      ),
      { numRuns: runCount(15) },
    );
  });

  it('[M5] points of a year lapse on the first of March of the next, the oldest spent first', async () => {
    const who = await player();
    const { database, clock } = context;
    const wall = new Date(clock.now() + offset);
    // His session does not last that long.
    const left = async () => {
      await database.transaction((client) => postDue(client, who.userId, offset));
      const { rows } = await database.query<{ balance: number }>(`SELECT balance FROM purses WHERE user_id = $1 AND purse = 'points'`, [
        who.userId,
      ]);
      return rows[0]?.balance;
    };
    const points = (amount: number) =>
      database.query(`SELECT post($1, 'points', 'house:points', 'points', $2, 'checkin', NULL)`, [who.userId, amount]);
    const next = () => nextLapse(database, who.userId, { now: clock.now(), offset });
    const march = (years: number) => Date.UTC(wall.getUTCFullYear() + years, 2, 1) - offset;
    expect(await next()).toBeNull();
    await points(100);
    expect(await next()).toEqual({ at: march(1), points: 100 });
    await clock.advance(Date.UTC(wall.getUTCFullYear() + 1, 0, 2) - offset - clock.now());
    await points(40);
    await database.query(`SELECT post($1, 'pointsSpend', 'points', 'house:store', 30, 'store', NULL)`, [who.userId]);
    expect(await left()).toBe(110);
    // The player sees the points that expire before they expire.
    expect(await next()).toEqual({ at: march(1), points: 70 });
    await clock.advance(Date.UTC(wall.getUTCFullYear() + 1, 2, 1) - offset - clock.now());
    expect(await left()).toBe(40);
    expect(await left()).toBe(40);
    expect(await next()).toEqual({ at: march(2), points: 40 });
  });
});

describe('tasks and gifts', () => {
  it('[M6] what is staked today is what was bet; money at a company of games is no bet', async () => {
    const who = await player();
    const post = (kind: string, debit: string, credit: string, reason: string, ref: string) =>
      context.database.query('SELECT post($1, $2, $3, $4, 1000, $5, $6::uuid)', [who.userId, kind, debit, credit, reason, ref]);
    const stake10 = async () => (await tasks(who)).find(({ code }) => code === 'task:stake10')?.status;
    const there = randomUUID();
    await post('transferOut', 'wallet', 'transit:demo', 'request', there);
    await post('transferOut', 'transit:demo', 'company:demo', 'done', there);
    await post('transferIn', 'company:demo', 'wallet', 'done', there);
    expect(await stake10()).toBe('open');
    await playedBy(server, who.userId, 1_000);
    expect(await stake10()).toBe('ready');
  });

  it('[M6] are claimed once, when they are due', async () => {
    const who = await player();
    expect((await tasks(who)).find(({ code }) => code === 'task:login')?.status).toBe('ready');
    // Facts of group orders, of releases and of mixed passes are counted, and are not there yet.
    for (const code of ['join', 'follow', 'mixedPass'])
      expect((await tasks(who)).find((task) => task.code === `task:${code}`)?.status).toBe('open');
    expect((await claim(who, 'task:bet')).status).toBe(STATUS.stateChanged);
    const answers = await Promise.all(Array.from({ length: 20 }, () => claim(who, 'task:login')));
    expect(answers.filter(({ status }) => status === STATUS.ok)).toHaveLength(1);
    expect(answers.find(({ status }) => status === STATUS.ok)?.models).toMatchObject({ reward: '1 成长值', growth: 1 });
    await context.clock.advance(DAY);
    expect((await claim(who, 'task:login')).models.growth).toBe(2);
    for (const code of ['task:nothing', 'gift:99', 'gift:0', 'x', 'gift:-1', 'birthday:1'])
      expect((await claim(who, code)).status, code).toBe(STATUS.notFound);
  });

  it('[M6] of coming back day after day bring more from the third day on, and less again after a day away', async () => {
    const who = await player();
    const brought: string[] = [];
    const come = async () => {
      await recordPresence(context, context.database, who.userId);
      const now = await tasksOf(context, context.database, who.userId, todayOf(context.clock.now(), offset));
      brought.push(now.find(({ code }) => code === 'task:login')?.reward ?? '');
      await context.clock.advance(DAY);
    };
    for (let day = 0; day < 8; day++) await come();
    await context.clock.advance(DAY);
    await come();
    expect(brought.map((reward) => Number.parseInt(reward, 10))).toEqual([1, 1, 3, 3, 3, 3, 5, 5, 1]);
  });

  it('[M6] follow from what other parts have written: an address that was proved, and nobody sees it whole', async () => {
    const who = await player();
    const { database } = context;
    expect((await tasks(who)).find(({ code }) => code === 'task:mobile')?.status).toBe('open');
    const mobile = `138${String(who.userId).padStart(8, '0').slice(-8)}`;
    await database.transaction((client) => bindContact(context, client, who.userId, 'mobile', mobile));
    const { models } = await who.get<ProfileModels>('/api/UserCenter/QueryProfileList');
    expect(models.mobileMask).toBe(`138****${mobile.slice(-4)}`);
    expect(JSON.stringify(models)).not.toContain(mobile);
    expect(models.missing.map(({ name: missing }) => missing)).not.toContain('手机');
    // What is missing says what it brings, as the task of it does, and leads to where it is done.
    expect(models.missing).toContainEqual({ name: '资金密码', to: '/changePwd?tab=fund', reward: '得 50 成长值' });
    expect(models.missing).toContainEqual({ name: '昵称', to: '/setUserName', reward: '与头像都设置后得 20 积分、20 成长值' });
    expect((await claim(who, 'task:mobile')).models).toMatchObject({ reward: '100 成长值', growth: 100 });
    expect((await levels(who)).level).toBe(1);
  });

  it('[M6] a gift opens with its level for good, a birthday packet in its month', async () => {
    const who = await player();
    expect((await claim(who, 'gift:1')).status).toBe(STATUS.stateChanged);
    await context.database.query(`SELECT post($1, 'growth', 'house:growth', 'growth', 1000, 'task', NULL)`, [who.userId]);
    expect((await levels(who)).level).toBe(3);
    expect((await claim(who, 'gift:3')).models.reward).toBe('2 元礼金、补签卡 ×1');
    expect((await claim(who, 'gift:3')).status).toBe(STATUS.stateChanged);
    const { rows } = await context.database.query<{ required: number; why: string }>(
      'SELECT required, why FROM turnovers WHERE user_id = $1',
      [who.userId],
    );
    expect(rows).toEqual([{ required: 200 * MEMBER_RULES.giftTurnoverTimes, why: 'bonus' }]);
    expect((await who.get<ProfileModels>('/api/UserCenter/QueryProfileList')).models.balanceFen).toBe(1_000_200);
    expect((await claim(who, 'birthday')).status).toBe(STATUS.stateChanged);
    const month = new Date(context.clock.now() + offset).toISOString().slice(5, 7);
    expect((await who.post('/api/UserCenter/SetProfile', { birthday: `1990-${month}-01` })).status).toBe(STATUS.ok);
    expect((await who.post('/api/UserCenter/SetProfile', { birthday: '1991-01-01' })).status).toBe(STATUS.stateChanged);
    expect((await claim(who, 'birthday')).models.points).toBeGreaterThanOrEqual(200);
    expect((await claim(who, 'birthday')).status).toBe(STATUS.stateChanged);
  });
});
