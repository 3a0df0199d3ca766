/** What a member does besides playing: check-in, absences, invitations and names (M7–M11 of server/loyalty/member/SPEC.md), against naive recounts. */
import { isoDateOf } from '../../../server/platform/days.ts';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  CheckinModels,
  CheckinRecordModels,
  FriendsModels,
  HeartbeatModels,
  InvitationModels,
  OfflineRewardModels,
  ProfileModels,
  SetNameModels,
} from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { checkIn, checkInRecordOf } from '../../../server/loyalty/member/checkin.ts';
import { lookalikeKey, nicknameFault } from '../../../server/loyalty/member/nicknames.ts';
import { MEMBER_RULES } from '../../../server/loyalty/member/rules.ts';
import { todayOf } from '../../../server/loyalty/member/tasks.ts';
import { runCount } from '../../engine/rules/support/runs.ts';
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
    expect(await mark(who, isoDateOf(today() + 1))).toMatchObject({ status: STATUS.stateChanged });
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
          await database.query(`INSERT INTO bag_items (user_id, id, product, source, got_at) VALUES ($1, $2, 'makeUp', 'test', 0)`, [
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
          points += MEMBER_RULES.checkin.points;
          const [from, to] = runAround(at);
          for (const { days, points: more, items } of MEMBER_RULES.checkin.streaks) {
            if (to - from + 1 < days || paid.some((each) => each.days === days && each.day >= from && each.day <= to)) continue;
            paid.push({ days, day: at });
            points += more;
            cards += items?.makeUp ?? 0;
          }
          const month = isoDateOf(at).slice(0, 7);
          const first = Date.parse(`${month}-01T00:00:00Z`) / DAY;
          const [year, number] = month.split('-').map(Number) as [number, number];
          const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
          if (Array.from({ length }, (_, n) => first + n).every((each) => marked.has(each))) points += MEMBER_RULES.checkin.fullMonthPoints;
        };
        for (const { skip, makeUp } of steps) {
          day += skip + (marked.has(day) ? 1 : 0);
          const now = todayOf(day * DAY - offset + 1, offset);
          const answer = await database.transaction((client) => checkIn(client, who.userId, now, begin * DAY - offset));
          expect(answer.status).toBe(STATUS.ok);
          pay(day);
          if (makeUp !== undefined) {
            const wanted = day - makeUp;
            const month = isoDateOf(day).slice(0, 7);
            const done = await database.transaction((client) => checkIn(client, who.userId, now, begin * DAY - offset, isoDateOf(wanted)));
            const may =
              !marked.has(wanted) &&
              wanted >= begin &&
              isoDateOf(wanted).startsWith(month) &&
              (months.get(month) ?? 0) < MEMBER_RULES.checkin.makeUpsAMonth &&
              cards > 0;
            expect(done.status === STATUS.ok, `made up ${isoDateOf(wanted)} on ${isoDateOf(day)}`).toBe(may);
            if (may) {
              months.set(month, (months.get(month) ?? 0) + 1);
              cards -= 1;
              pay(wanted);
            }
          }
          const [from] = runAround(day);
          const shown = await checkInRecordOf(database, who.userId, now);
          expect(shown.streak).toBe(day - from + 1);
          expect(shown.cardsLeft).toBe(cards);
        }
        const { rows } = await database.query<{ balance: number }>(`SELECT balance FROM purses WHERE user_id = $1 AND purse = 'points'`, [
          who.userId,
        ]);
        expect(rows[0]?.balance).toBe(points);
      }),
      { numRuns: runCount(8) },
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
    expect(await friends(who)).toMatchObject({ total: 2, points: MEMBER_RULES.invite.registeredPoints });
    await addSettledOrder(server, friend, context.clock.now() - 1, 200);
    await Promise.all(Array.from({ length: 5 }, () => friends(who)));
    const shown = await friends(who);
    expect(shown.points).toBe(MEMBER_RULES.invite.registeredPoints + MEMBER_RULES.invite.playedPoints);
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
    expect(lookalikeKey('Ｏ0o')).toBe('ooo');
    const both = await Promise.all([name(other, '蓝天白云'), name(await player(), '蓝天白云')]);
    expect(both.filter(({ status }) => status === STATUS.ok)).toHaveLength(1);
  });

  it('[M11] the second within 30 days costs a card, one after them nothing', async () => {
    const who = await player();
    expect((await name(who, '春天')).status).toBe(STATUS.ok);
    expect((await name(who, '夏天')).status).toBe(STATUS.limitReached);
    await context.database.query(`INSERT INTO bag_items (user_id, id, product, source, got_at) VALUES ($1, $2, 'rename', 'test', 0)`, [
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
