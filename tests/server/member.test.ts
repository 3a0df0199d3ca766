/** The member (server/member/SPEC.md): growth, levels, points, tasks, check-in, absences, invitations and names, against naive recounts. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  CheckinModels,
  CheckinRecordModels,
  FriendsModels,
  HeartbeatModels,
  InvitationModels,
  LevelsModels,
  OfflineRewardModels,
  ProfileModels,
  SetNameModels,
  TaskItem,
} from '../../protocol/calls.ts';
import { STATUS } from '../../protocol/status.ts';
import type { Context } from '../../server/context.ts';
import { bindContact } from '../../server/accounts/contacts.ts';
import { productOffset } from '../../server/descriptions/product-clock.ts';
import { catchUp, nextLapse } from '../../server/member/growth.ts';
import { checkIn, dateText, recordOf } from '../../server/member/checkin.ts';
import { likeness, nicknameFault } from '../../server/member/nicknames.ts';
import { levelAt, MEMBER } from '../../server/member/rules.ts';
import { tasksOf, todayOf } from '../../server/member/tasks.ts';
import { runs } from '../rules/support/runs.ts';
import { notePresence } from '../../server/protection/presence.ts';
import { played as playedBy } from './support/agents.ts';
import type { Client } from './support/client.ts';
import { expectBooksInOrder, startServer, type TestServer } from './support/server.ts';

const DAY = 86_400_000;

let server: TestServer;
let context: Context;
let offset: number;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, role: 'web' });
  context = server.context;
  offset = productOffset(context.publication);
});
afterEach(() => expectBooksInOrder(context.database));
afterAll(() => server?.stop());

const player = () => server.client().register();
const levels = async (who: Client) => (await who.get<LevelsModels>('/api/UserCenter/Levels')).models;
const claim = (who: Client, code: string) =>
  who.post<{ reward: string; growth: number; points: number }>('/api/UserCenter/Claim', { code });
const tasks = async (who: Client) => (await who.get<{ items: TaskItem[] }>('/api/UserCenter/Tasks')).models.items;
const today = () => Math.floor((context.clock.now() + offset) / DAY);

/** An issue of an own game that is over, and an order on it, as selling and settling leave them: what is posted here is not what is tested. */
async function played(who: Client, at: number, fen: number, how: 'lost' | 'won' | 'cancelled' | 'waiting' = 'lost'): Promise<void> {
  const { database } = context;
  const issue = randomUUID().slice(0, 18);
  const id = randomUUID();
  await database.query(
    `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, numbers)
     SELECT 'ssq', $1, $2::bigint - 3, $2::bigint - 2, $2, $3, hash, '', '', '{}'::jsonb FROM descriptions WHERE kind = 'game' AND code = 'ssq' LIMIT 1`,
    [issue, at, how === 'waiting' ? 'drawn' : 'settled'],
  );
  await server.grant(who.userId, fen);
  await database.query(`SELECT post($1, 'stake', 'wallet', 'house:stakes', $2, 'bet', $3)`, [who.userId, fen, id]);
  await database.query(
    `INSERT INTO tickets (user_id, id, game, issue, hash, ticket, bets, amount, multiplier, placed_at, due_at)
     SELECT $1, $2, 'ssq', $3, hash, '{"game":"ssq","lines":[]}', 1, $4, 1, $5::bigint - 3, $5 FROM issues WHERE game = 'ssq' AND issue = $3`,
    [who.userId, id, issue, fen, at],
  );
  if (how === 'won')
    await database.query(
      `SELECT pay_prizes(jsonb_build_array(jsonb_build_object('user', $1::bigint, 'id', $2::uuid, 'prize', 1, 'outcome', '[]'::jsonb)))`,
      [who.userId, id],
    );
  if (how === 'cancelled') await database.query(`SELECT refund_order($1, $2, 'void')`, [who.userId, id]);
}

/** Makes a player so many days older than he is. */
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
          await played(who, (first + day) * DAY - offset + 1, fen, how);
          if (how === 'lost' || how === 'won') days.set(day, (days.get(day) ?? 0) + fen);
          if (look) await levels(who);
        }
        const expected = [...days.values()].reduce(
          (sum, fen) => sum + Math.min(MEMBER.play.mostADay, Math.floor(fen / MEMBER.play.fenEach)),
          0,
        );
        const shown = await levels(who);
        // A look closes days; what is added to a closed one by hand here comes later than any settlement may.
        if (!orders.some(({ look }) => look)) expect(shown.growth).toBe(expected);
        else expect(shown.growth).toBeLessThanOrEqual(expected);
        expect(shown.level).toBe(MEMBER.levels.filter(({ from }) => from <= shown.growth).length - 1);
        expect(shown.points).toBeGreaterThanOrEqual(shown.growth);
        expect(await levels(who)).toEqual(shown);
        const { rows } = await context.database.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM (SELECT 1 FROM transfers WHERE user_id = $1 AND kind = 'growth' GROUP BY seq) t`,
          [who.userId],
        );
        await levels(who);
        const again = await context.database.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM transfers WHERE user_id = $1 AND kind = 'growth'`,
          [who.userId],
        );
        expect(again.rows[0]?.n).toBe(rows[0]?.n);
      }),
      { numRuns: runs(8) },
    );
  });

  it('[M1] an order that waited is counted when it is decided', async () => {
    const who = await player();
    await since(who, 3);
    const at = (today() - 1) * DAY - offset + 5;
    await played(who, at, 5_000, 'waiting');
    expect((await levels(who)).growth).toBe(0);
    await context.database.query(`UPDATE issues SET state = 'settled' WHERE game = 'ssq' AND draws_at = $1`, [at]);
    expect((await levels(who)).growth).toBe(50);
    expect((await levels(who)).growth).toBe(50);
  });

  it('[M2] points follow the level at which they are posted', async () => {
    const who = await player();
    await since(who, 6);
    const rich = MEMBER.levels.find(({ pointsPercent }) => pointsPercent > 100) as (typeof MEMBER.levels)[number];
    await played(who, (today() - 4) * DAY - offset + 1, rich.from * 100);
    const before = await levels(who);
    expect([before.level, before.points]).toEqual([rich.level, rich.from]);
    await played(who, (today() - 1) * DAY - offset + 1, 10_000);
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
          const year = MEMBER.yearDays * DAY;
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
          while (expected + 1 < MEMBER.levels.length && left >= levelAt(expected + 1).from) expected += 1;
          await database.transaction((client) => catchUp(client, who.userId, offset));
          const { rows } = await database.query<{ level: number; ends_at: number; growth: number }>(
            `SELECT level, ends_at, coalesce((SELECT balance FROM purses WHERE user_id = $1 AND purse = 'growth'), 0) AS growth FROM level_windows WHERE user_id = $1`,
            [who.userId],
          );
          expect(rows[0]).toMatchObject({ level: expected, growth: left });
          expect(rows[0]?.ends_at).toBeGreaterThan(clock.now());
        },
      ),
      { numRuns: runs(15) },
    );
  });

  it('[M5] points of a year lapse on the first of March of the next, the oldest spent first', async () => {
    const who = await player();
    const { database, clock } = context;
    const wall = new Date(clock.now() + offset);
    // His session does not last that long.
    const left = async () => {
      await database.transaction((client) => catchUp(client, who.userId, offset));
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
    // The player is told of what goes before it goes.
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
      await notePresence(context, context.database, who.userId);
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
    expect(rows).toEqual([{ required: 200 * MEMBER.giftTurnoverTimes, why: 'bonus' }]);
    expect((await who.get<ProfileModels>('/api/UserCenter/QueryProfileList')).models.balanceFen).toBe(1_000_200);
    expect((await claim(who, 'birthday')).status).toBe(STATUS.stateChanged);
    const month = new Date(context.clock.now() + offset).toISOString().slice(5, 7);
    expect((await who.post('/api/UserCenter/SetProfile', { birthday: `1990-${month}-01` })).status).toBe(STATUS.ok);
    expect((await who.post('/api/UserCenter/SetProfile', { birthday: '1991-01-01' })).status).toBe(STATUS.stateChanged);
    expect((await claim(who, 'birthday')).models.points).toBeGreaterThanOrEqual(200);
    expect((await claim(who, 'birthday')).status).toBe(STATUS.stateChanged);
  });
});

describe('check-in', () => {
  const mark = (who: Client, day?: string) => who.post<CheckinModels>('/api/UserCenter/Checkin', day === undefined ? {} : { day });
  const record = async (who: Client) => (await who.get<CheckinRecordModels>('/api/UserCenter/QueryUserCheckinRecord')).models;

  it('[M7] two devices at midnight mark each day once', async () => {
    const who = await player();
    const midnight = Math.ceil((context.clock.now() + offset) / DAY) * DAY - offset;
    await context.clock.advance(midnight - context.clock.now() - 2_000);
    const before = await Promise.all([mark(who), mark(who.twin())]);
    await context.clock.advance(4_000);
    const after = await Promise.all([mark(who), mark(who.twin()), mark(who)]);
    for (const answers of [before, after]) expect(answers.filter(({ status }) => status === STATUS.ok)).toHaveLength(1);
    expect((await record(who)).streak).toBe(2);
    expect(await mark(who, dateText(today() + 1))).toMatchObject({ status: STATUS.stateChanged });
    expect(await mark(who, '2026-02-30')).toMatchObject({ status: STATUS.invalid });
  });

  it('[M8] the streak equals a recount over random marks and made-up days, and each length of a run pays once', async () => {
    const step = fc.record({
      skip: fc.constantFrom(0, 0, 0, 0, 1, 2),
      makeUp: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const who = await player();
        const { database } = context;
        for (let n = 0; n < 3; n += 1)
          await database.query(`INSERT INTO inventory (user_id, id, product, source, got_at) VALUES ($1, $2, 'makeUp', 'test', 0)`, [
            who.userId,
            randomUUID(),
          ]);
        const marked = new Set<number>();
        const begin = 20_000 + steps.length;
        let day = begin;
        let points = 0;
        let cards = 3;
        /** Rewards of lengths, with the day that brought them. */
        const paid: { readonly days: number; readonly day: number }[] = [];
        const months = new Map<string, number>();
        const runAround = (at: number): readonly [number, number] => {
          let [from, to] = [at, at];
          while (marked.has(from - 1)) from -= 1;
          while (marked.has(to + 1)) to += 1;
          return [from, to];
        };
        const pay = (at: number) => {
          marked.add(at);
          points += MEMBER.checkin.points;
          const [from, to] = runAround(at);
          for (const { days, points: more, items } of MEMBER.checkin.streaks) {
            if (to - from + 1 < days || paid.some((each) => each.days === days && each.day >= from && each.day <= to)) continue;
            paid.push({ days, day: at });
            points += more;
            cards += items?.makeUp ?? 0;
          }
          const month = dateText(at).slice(0, 7);
          const first = Date.parse(`${month}-01T00:00:00Z`) / DAY;
          const [year, number] = month.split('-').map(Number) as [number, number];
          const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
          if (Array.from({ length }, (_, n) => first + n).every((each) => marked.has(each))) points += MEMBER.checkin.fullMonthPoints;
        };
        for (const { skip, makeUp } of steps) {
          day += skip + (marked.has(day) ? 1 : 0);
          const now = todayOf(day * DAY - offset + 1, offset);
          const answer = await database.transaction((client) => checkIn(client, who.userId, now, begin * DAY - offset));
          expect(answer.status).toBe(STATUS.ok);
          pay(day);
          if (makeUp !== undefined) {
            const wanted = day - makeUp;
            const month = dateText(day).slice(0, 7);
            const done = await database.transaction((client) => checkIn(client, who.userId, now, begin * DAY - offset, dateText(wanted)));
            const may =
              !marked.has(wanted) &&
              wanted >= begin &&
              dateText(wanted).startsWith(month) &&
              (months.get(month) ?? 0) < MEMBER.checkin.makeUpsAMonth &&
              cards > 0;
            expect(done.status === STATUS.ok, `made up ${dateText(wanted)} on ${dateText(day)}`).toBe(may);
            if (may) {
              months.set(month, (months.get(month) ?? 0) + 1);
              cards -= 1;
              pay(wanted);
            }
          }
          const [from] = runAround(day);
          const shown = await recordOf(database, who.userId, now);
          expect(shown.streak).toBe(day - from + 1);
          expect(shown.cardsLeft).toBe(cards);
        }
        const { rows } = await database.query<{ balance: number }>(`SELECT balance FROM purses WHERE user_id = $1 AND purse = 'points'`, [
          who.userId,
        ]);
        expect(rows[0]?.balance).toBe(points);
      }),
      { numRuns: runs(8) },
    );
  });
});

describe('an absence', () => {
  it('[M9] is what the server saw, claimed once, twice a day', async () => {
    const who = await player();
    const reward = () => who.post<OfflineRewardModels>('/api/Account/OfflineReward');
    const away = async () => (await who.get<ProfileModels>('/api/UserCenter/QueryProfileList')).models.away;
    const midday = Math.ceil((context.clock.now() + offset) / DAY) * DAY - offset + DAY / 4;
    await context.clock.advance(midday - context.clock.now());
    await who.post<HeartbeatModels>('/api/account/heartbeat', { offlineMinutes: '100000' });
    expect(await away()).toBeNull();
    expect((await reward()).status).toBe(STATUS.stateChanged);
    await context.clock.advance(29 * 60_000);
    expect(await away()).toBeNull();
    await context.clock.advance(60_000);
    expect(await away()).toEqual({ minutes: 30, long: '30 分钟', points: 3 });
    const answers = await Promise.all(Array.from({ length: 10 }, reward));
    expect(answers.filter(({ status }) => status === STATUS.ok).map(({ models }) => models.points)).toEqual([3]);
    expect(await away()).toBeNull();
    await context.clock.advance(10 * 3_600_000);
    expect((await reward()).models).toMatchObject({ minutes: 600, points: 48 });
    await context.clock.advance(40 * 60_000);
    // What would be refused is not offered.
    expect(await away()).toBeNull();
    expect((await reward()).status).toBe(STATUS.limitReached);
  });
});

describe('invitations', () => {
  const friends = async (who: Client) => (await who.get<FriendsModels>('/api/UserCenter/QueryFriend')).models;
  const invited = async (code: string, device?: string) => {
    const made = server.client();
    const answer = await made.post<{ token: string; user: { Mid: string } }>(
      '/api/webregist',
      { username: `f${randomUUID().slice(0, 8)}`, password: 'secret-1', invite: code },
      device === undefined ? {} : { common: { RDUID: device } },
    );
    expect(answer.status).toBe(STATUS.ok);
    made.token = answer.models.token;
    made.userId = Number(answer.models.user.Mid);
    return made;
  };

  it('[M10] come with the account or not at all: one that cannot be noted leaves no account without its inviter', async () => {
    const who = await server.client().register();
    const { code } = await friends(who);
    const { database } = context;
    const username = `n${randomUUID().slice(0, 8)}`;
    const register = () => server.client().post('/api/webregist', { username, password: 'secret-1', invite: code });
    await database.query(`CREATE FUNCTION refuse_invitation() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'refused'; END $$;
      CREATE TRIGGER refuse_invitation BEFORE INSERT ON invitations FOR EACH ROW EXECUTE FUNCTION refuse_invitation()`);
    try {
      expect((await register()).status).toBe(STATUS.internal);
    } finally {
      await database.query('DROP TRIGGER refuse_invitation ON invitations; DROP FUNCTION refuse_invitation()');
    }
    expect((await register()).status).toBe(STATUS.ok);
    expect(await friends(who)).toMatchObject({ total: 1 });
  });

  it('[M10] count once for coming and once for playing, and a device of the inviter brings nothing', async () => {
    const device = randomUUID();
    const who = server.client();
    const entered = await who.post<{ token: string; user: { Mid: string } }>(
      '/api/webregist',
      { username: `i${randomUUID().slice(0, 8)}`, password: 'secret-1' },
      { common: { RDUID: device } },
    );
    who.token = entered.models.token;
    who.userId = Number(entered.models.user.Mid);
    const { code } = await friends(who);
    expect((await friends(who)).code).toBe(code);
    expect((await server.client().get<InvitationModels>('/api/account/Invitation', { code: code.toLowerCase() })).models).toMatchObject({
      valid: true,
    });
    expect((await server.client().get<InvitationModels>('/api/account/Invitation', { code: 'NOBODY22' })).models.valid).toBe(false);
    const friend = await invited(code);
    await invited(code, device);
    await invited('NOBODY22');
    expect(await friends(who)).toMatchObject({ total: 2, points: MEMBER.invite.registeredPoints });
    await played(friend, context.clock.now() - 1, 200);
    await Promise.all(Array.from({ length: 5 }, () => friends(who)));
    const shown = await friends(who);
    expect(shown.points).toBe(MEMBER.invite.registeredPoints + MEMBER.invite.playedPoints);
    expect(shown.items.map(({ status, rewardPoints }) => [status, rewardPoints])).toEqual([
      ['sameDevice', 0],
      ['played', shown.points],
    ]);
  });
});

describe('names', () => {
  const name = (who: Client, wanted: string) => who.post<SetNameModels>('/api/account/setname', { name: wanted });

  it('[M11] that look alike are one, and a login name is its owner’s', async () => {
    const [one, other] = [await player(), await player()];
    expect((await name(one, 'Hello2026')).status).toBe(STATUS.ok);
    for (const alike of ['hello2026', 'He1lo2O26', 'heIIo2026']) {
      const answer = await name(other, alike);
      expect(answer.status, alike).toBe(STATUS.stateChanged);
      const { suggestions } = answer.models as unknown as { suggestions: string[] };
      expect(suggestions).toHaveLength(3);
      for (const free of suggestions) expect(nicknameFault(free)).toBeUndefined();
    }
    expect((await name(other, 'demo')).status).toBe(STATUS.stateChanged);
    for (const wrong of ['a', 'x'.repeat(13), '客服小王', 'a b', '☺☺', 'ＨＥＬＬＯ２', 'adm1n99'])
      expect((await name(other, wrong)).status, wrong).toBe(STATUS.invalid);
    expect(likeness('Ｏ0o')).toBe('ooo');
    const both = await Promise.all([name(other, '蓝天白云'), name(await player(), '蓝天白云')]);
    expect(both.filter(({ status }) => status === STATUS.ok)).toHaveLength(1);
  });

  it('[M11] the second within 30 days costs a card, one after them nothing', async () => {
    const who = await player();
    expect((await name(who, '春天')).status).toBe(STATUS.ok);
    expect((await name(who, '夏天')).status).toBe(STATUS.limitReached);
    await context.database.query(`INSERT INTO inventory (user_id, id, product, source, got_at) VALUES ($1, $2, 'rename', 'test', 0)`, [
      who.userId,
      randomUUID(),
    ]);
    expect((await name(who, '夏天')).models.cardsLeft).toBe(0);
    expect((await name(who, '秋天')).status).toBe(STATUS.limitReached);
    await context.database.query('UPDATE profiles SET renamed_at = renamed_at - $2::bigint WHERE user_id = $1', [who.userId, 30 * DAY]);
    expect((await name(who, '秋天')).status).toBe(STATUS.ok);
  });

  it('a picture of a higher level cannot be chosen', async () => {
    const who = await player();
    expect((await who.post('/api/UserCenter/SetProfile', { avatar: 'phoenix' })).status).toBe(STATUS.needsStep);
    expect((await who.post('/api/UserCenter/SetProfile', { avatar: 'nothing' })).status).toBe(STATUS.invalid);
    expect((await who.post('/api/UserCenter/SetProfile', { avatar: 'fox', signature: '好运' })).models).toMatchObject({
      avatar: 'fox',
      signature: '好运',
    });
    expect((await who.post('/api/UserCenter/SetProfile', { signature: '', clear: 'signature' })).models).toMatchObject({
      avatar: 'fox',
      signature: '',
    });
    await who.post('/api/UserCenter/SetProfile', { signature: '好运', region: '北京' });
    expect((await who.post('/api/UserCenter/SetProfile', { region: '', clear: 'region' })).models).toMatchObject({
      signature: '好运',
      region: '',
    });
    await who.post('/api/UserCenter/SetProfile', { region: '北京' });
    expect((await who.post('/api/UserCenter/SetProfile', { clear: 'signature,region' })).models).toMatchObject({
      signature: '',
      region: '',
    });
  });
});
