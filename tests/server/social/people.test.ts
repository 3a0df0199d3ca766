/** Attention, home pages, privacy, comments: server/social/profiles/SPEC.md. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttentionListModels, CommentItem, CommentListModels, HomePageModels, HomeRow, ReplyItem } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import words from '../../../server/social/profiles/words.json' with { type: 'json' };
import { writeWinRecord } from '../../../server/social/profiles/win-record.ts';
import { withoutLongerWords, tidyText, textFault } from '../../../server/social/profiles/text-filter.ts';
import type { Client } from '../support/client.ts';
import { commentableThing } from '../support/people.ts';
import { expectBooksInOrder, startServer, type TestServer, waitFor } from '../support/server.ts';
import { callOperator, logInOperator } from '../support/operator.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, operatorPassword: 'operator-1' });
  await waitFor(
    'an issue to bet on',
    async () => (await server.client().get<{ current: unknown }>('/api/SiteMsg/AppLotteryPageInfo', { gameCode: 'ssq' })).models?.current,
  );
});
afterAll(async () => {
  await expectBooksInOrder(server.context.database);
  await server.stop();
});

const player = (): Promise<Client> => server.client().register();
const mid = (who: Client) => String(who.userId);
const follow = (who: Client, whom: string) =>
  who.get<{ relation: string; following: number; fans: number }>('/api/attention/AttentionUser', { who: whom });
const unfollow = (who: Client, whom: string) =>
  who.get<{ relation: string; following: number; fans: number }>('/api/attention/cancelAttentionUser', { who: whom });
const sql = (text: string, values: readonly unknown[] = []) => server.context.database.query<Record<string, unknown>>(text, values);
const profile = (who: Client, column: string, value: unknown) =>
  sql(`INSERT INTO profiles (user_id, ${column}) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET ${column} = excluded.${column}`, [
    who.userId,
    value,
  ]);

describe('attention', () => {
  it('[N1] is said once however often it is said, never of oneself or nobody, and taken back the same way', async () => {
    const [me, other] = [await player(), await player()];
    expect((await follow(me, mid(other))).models).toEqual({ relation: 'following', following: 1, fans: 1 });
    expect((await follow(me, mid(other))).models).toEqual({ relation: 'following', following: 1, fans: 1 });
    expect((await follow(other, mid(me))).models).toEqual({ relation: 'mutual', following: 1, fans: 1 });
    expect(await follow(me, mid(me))).toMatchObject({ status: STATUS.invalid, models: { field: 'who' }, msg: '不能关注自己' });
    expect(await follow(me, '999999999')).toMatchObject({ status: STATUS.notFound });
    expect((await unfollow(me, mid(other))).models).toEqual({ relation: 'fan', following: 0, fans: 0 });
    expect((await unfollow(me, mid(other))).models).toEqual({ relation: 'fan', following: 0, fans: 0 });
  });
  it('[N2] ends at five hundred, in words', async () => {
    const me = await player();
    await sql(
      `INSERT INTO users (name, name_key, password_hash, created_at) SELECT 'crowd' || n, 'crowd' || n, '', 0 FROM generate_series(1, 500) n`,
    );
    await sql(`INSERT INTO followed_players (user_id, target, at) SELECT $1, id, id FROM users WHERE name LIKE 'crowd%'`, [me.userId]);
    const refused = await follow(me, mid(await player()));
    expect(refused).toMatchObject({ status: STATUS.limitReached, msg: expect.stringContaining('最多关注 500 人') });
    const seen = new Set<string>();
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { readonly models: AttentionListModels } = await me.get<AttentionListModels>('/api/attention/queryMyAttentionUser', {
        size: '50',
        ...(cursor === '' ? {} : { cursor }),
      });
      expect(page.models.total).toBe(500);
      for (const { who } of page.models.items) {
        expect(seen.has(who.mid)).toBe(false);
        seen.add(who.mid);
      }
      cursor = page.models.next;
    }
    expect(seen.size).toBe(500);
  });
  it('[N3] lists show nicknames, or login names masked, and nobody is found by his login name', async () => {
    const [me, plain, named] = [await player(), await server.client().register('zhangsanfeng', 'secret-1'), await player()];
    await profile(named, 'nickname', '长乐未央');
    for (const who of [plain, named]) await follow(who, mid(me));
    const fans = async (q?: string) =>
      (await me.get<AttentionListModels>('/api/attention/QueryMyFansUser', q === undefined ? {} : { q })).models.items.map(
        ({ who, relation }) => [who.name, relation],
      );
    expect(await fans()).toEqual([
      ['长乐未央', 'fan'],
      ['z***g', 'fan'],
    ]);
    expect(await fans('未央')).toEqual([['长乐未央', 'fan']]);
    expect(await fans('zhang')).toEqual([]);
    expect(await fans('%')).toEqual([]);
    expect(await fans(mid(plain))).toEqual([['z***g', 'fan']]);
  });
});

describe('a home page', () => {
  const LISTS = ['QueryUserHomePageOrderList_ZH', 'QueryUserHomePageOrderList_FD', 'QueryUserHomePageOrderList_HM'];
  const ofHome = (asker: Client, who: Client) => asker.get<HomePageModels>('/api/order/queryUserHomePage', { who: mid(who) });
  const rows = async (asker: Client, who: Client, list = LISTS[0]) =>
    (await asker.get<{ items: HomeRow[]; hidden: boolean }>(`/api/order/${list}`, { who: mid(who) })).models;

  it('[N4] shows an order to others by its player’s switch: at once, after the close, never', async () => {
    const [owner, asker, visitor] = [await player(), await player(), server.client()];
    const placed = await owner.bet(singleBet(gameVersion(server, 'ssq')));
    expect(placed.status).toBe(STATUS.ok);
    const { orderId } = placed.models;
    const seen = async (who: Client) => (await rows(who, owner)).items.map(({ id }) => id);
    // Nothing chosen: after the close.
    for (const who of [asker, visitor]) expect(await seen(who)).toEqual([]);
    expect(await seen(owner)).toEqual([orderId]);
    await profile(owner, 'show_orders', 'public');
    for (const who of [asker, visitor]) {
      const [row] = (await rows(who, owner)).items;
      expect(row).toMatchObject({ id: orderId, to: '', plan: expect.stringMatching(/^\d\d( \d\d){5} \+ \d\d$/) });
    }
    await profile(owner, 'show_orders', 'hidden');
    for (const who of [asker, visitor]) {
      for (const list of LISTS) expect(await rows(who, owner, list)).toEqual({ items: [], next: null, hidden: true });
      expect((await ofHome(who, owner)).models).toMatchObject({ hidden: true, record: null });
    }
    expect(await seen(owner)).toEqual([orderId]);
    expect((await ofHome(owner, owner)).models).toMatchObject({ hidden: false, relation: 'self' });
    // Closed: what nobody can bet on any more.
    await profile(owner, 'show_orders', 'after');
    const { rows: issue } = await sql(
      'SELECT game, issue, closes_at FROM issues WHERE (game, issue) = (SELECT game, issue FROM tickets WHERE id = $1)',
      [orderId],
    );
    await sql('UPDATE issues SET closes_at = caipu_now_ms() WHERE game = $1 AND issue = $2', [issue[0]?.game, issue[0]?.issue]);
    expect(await seen(asker)).toEqual([orderId]);
    await sql('UPDATE issues SET closes_at = $3 WHERE game = $1 AND issue = $2', [issue[0]?.game, issue[0]?.issue, issue[0]?.closes_at]);
  });

  it('[N5] counts by day what a naive count over all orders gives, however often somebody looks in between', async () => {
    const owner = await player();
    const { database } = server.context;
    const {
      rows: [now],
    } = await database.query<{ at: number }>('SELECT caipu_now_ms() AS at');
    const at = now?.at ?? 0;
    const DAY = 86_400_000;
    let n = 0;
    const ids = new Map<string, { won: boolean; prize: number; amount: number; days: number }>();
    const insert = async (days: number, status: string, amount: number, prize: number) => {
      n += 1;
      const id = `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
      await database.query(
        `INSERT INTO tickets (user_id, id, kind, game, issue, amount, prize, status, placed_at, due_at, settled_at, hash, ticket, bets, multiplier)
         VALUES ($1, $2::uuid, 'ticket', 'ssq', 'none', $3, $4, $5, $6, $6, CASE WHEN $5 = 'placed' THEN NULL ELSE $6::bigint END, '', '[]', 1, 1)`,
        [owner.userId, id, amount, prize, status, at - days * DAY],
      );
      if (status !== 'placed') ids.set(id, { won: status === 'won', prize, amount, days });
    };
    const look = async () => (await ofHome(owner, owner)).models.record;
    // The answer is the same before and after the sums are written.
    const home = async () => {
      const read = await look();
      await database.transaction((client) => writeWinRecord(server.context, client, owner.userId));
      expect(await look()).toEqual(read);
      return read;
    };
    for (const [days, status, amount, prize] of [
      [40, 'won', 200, 90_000],
      [20, 'lost', 400, 0],
      [19, 'won', 200, 1_000],
      [5, 'lost', 200, 0],
      [3, 'placed', 200, 0],
      [1, 'won', 200, 500],
      [0, 'won', 600, 700],
    ] as const) {
      await insert(days, status, amount, prize);
      const known = [...ids.values()];
      const within = (most: number) => known.filter(({ days: ago }) => ago < most);
      const share = (part: number, whole: number) => (whole === 0 ? null : Math.floor((part * 10_000) / whole));
      const sum = (of: readonly { amount: number; prize: number }[], what: 'amount' | 'prize') =>
        of.reduce((total, each) => total + each[what], 0);
      const month = within(30);
      const record = await home();
      expect(record).toMatchObject({
        orders: known.length,
        hit7Bp: share(within(7).filter(({ won }) => won).length, within(7).length),
        hit30Bp: share(month.filter(({ won }) => won).length, month.length),
        returnBp: share(sum(month, 'prize'), sum(month, 'amount')),
        bestFen: Math.max(0, ...known.map(({ prize: each }) => each)),
      });
    }
    expect((await home())?.last).toEqual(['won', 'won', 'lost', 'won', 'lost', 'won']);
    expect((await home())?.streak).toBe(2);
    // What waited has ended since: its day was open.
    await database.query(
      `UPDATE tickets SET status = 'won', prize = 2000, settled_at = placed_at WHERE user_id = $1 AND status = 'placed'`,
      [owner.userId],
    );
    expect(await home()).toMatchObject({ orders: 7, streak: 3 });
    const { rows: closed } = await database.query('SELECT day FROM record_days WHERE user_id = $1 AND closed', [owner.userId]);
    expect(closed.length).toBe(4);
    // Orders that never were would not be in order with the books.
    await database.query('DELETE FROM tickets WHERE user_id = $1', [owner.userId]);
  });

  it('[N6] of nobody is not found, and one’s own asks for a session', async () => {
    const visitor = server.client();
    expect(await visitor.get('/api/order/queryUserHomePage', { who: '999999999' })).toMatchObject({ status: STATUS.notFound });
    expect(await visitor.get('/api/order/queryUserHomePage')).toMatchObject({ status: STATUS.notLoggedIn });
    for (const list of LISTS)
      expect(await visitor.get(`/api/order/${list}`, { who: '999999999' })).toMatchObject({ status: STATUS.notFound });
  });
});

describe('comments', () => {
  const comment = (who: Client, releaseId: string, text: string, id = randomUUID()) =>
    who.get<CommentItem>('/api/order/addUserComment', { releaseId, id, text });
  const reply = (who: Client, commentId: string, text: string) =>
    who.get<ReplyItem>('/api/order/AddUserReply', { commentId, id: randomUUID(), text });
  const list = async (who: Client, releaseId: string, more: Record<string, string> = {}) =>
    (await who.get<CommentListModels>('/api/order/CommentList', { releaseId, ...more })).models;

  it('[N7] stand with their replies, newest or most answered first, and each is seen once', async () => {
    const about = commentableThing();
    const [anna, ben] = [await player(), await player()];
    const first = (await comment(anna, about, '  看好   主队\n\n\n加油 ')).models;
    expect(first.text).toBe('看好 主队\n加油');
    const second = (await comment(ben, about, '我看平局')).models;
    expect((await reply(ben, first.id, '同感')).models).toMatchObject({ text: '同感', mine: true });
    expect((await list(anna, about)).items.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await list(anna, about, { sort: 'hot' })).items.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(await list(server.client(), about)).toMatchObject({
      total: 3,
      open: true,
      closesAt: null,
      items: [{ mine: false }, { replyCount: 1, replies: [{ text: '同感' }] }],
    });
    for (const sort of ['new', 'hot']) {
      const page = await list(anna, about, { sort, size: '1' });
      const next = await list(anna, about, { sort, size: '1', cursor: page.next ?? '' });
      expect(new Set([page.items[0]?.id, next.items[0]?.id]).size).toBe(2);
      expect(next.next).toBeNull();
    }
  });
  it('[N8] are of 1 to 200 characters, without what is refused, at most three a minute', async () => {
    const about = commentableThing();
    const anna = await player();
    expect(await comment(anna, about, ' \u200b ')).toMatchObject({
      status: STATUS.invalid,
      models: { field: 'text' },
      msg: '请输入内容',
    });
    expect(await comment(anna, about, '好'.repeat(201))).toMatchObject({ status: STATUS.invalid, msg: '最多 200 字，已输入 201 字' });
    expect(await comment(anna, about, '跟我 稳·赚')).toMatchObject({
      status: STATUS.invalid,
      models: { field: 'text' },
      msg: '不能承诺中奖或收益，请修改后再发',
    });
    for (const text of ['一', '二', '三']) expect((await comment(anna, about, text)).status).toBe(STATUS.ok);
    expect(await comment(anna, about, '四')).toMatchObject({ status: STATUS.limitReached, msg: expect.stringContaining('最多发 3 条') });
    // A minute later; and the fiftieth of a day is the last.
    await sql('UPDATE comments SET at = at - 60001 WHERE user_id = $1', [anna.userId]);
    expect((await comment(anna, about, '四')).status).toBe(STATUS.ok);
    await sql(
      `INSERT INTO comments (id, kind, subject, user_id, text, at) SELECT gen_random_uuid(), 'release', $2, $1, 'x', caipu_now_ms() - 120000 FROM generate_series(1, 46)`,
      [anna.userId, about],
    );
    expect(await comment(anna, about, '五')).toMatchObject({ status: STATUS.limitReached, msg: expect.stringContaining('最多发 50 条') });
  });
  it('[N9] are not there for a player that may not see the thing, and nobody can write, answer or report there', async () => {
    const [anna, ben] = [await player(), await player()];
    const about = commentableThing({ seenBy: [anna.userId] });
    const { models } = await comment(anna, about, '只有自己看见');
    for (const other of [ben, server.client()]) {
      expect(await other.get('/api/order/CommentList', { releaseId: about })).toMatchObject({ status: STATUS.notFound, models: null });
      expect(await other.get('/api/order/ReplyList', { commentId: models.id })).toMatchObject({ status: STATUS.notFound, models: null });
    }
    expect(await comment(ben, about, '在吗')).toMatchObject({ status: STATUS.notFound, msg: '方案不存在' });
    expect(await reply(ben, models.id, '在吗')).toMatchObject({ status: STATUS.notFound });
    expect(await ben.post('/api/order/ReportComment', { id: models.id, why: 'other' })).toMatchObject({ status: STATUS.notFound });
    const nowhere = await comment(ben, randomUUID(), '在吗');
    expect(nowhere).toMatchObject({ status: STATUS.notFound, msg: '方案不存在' });
  });
  it('[N10] end a day after the thing did', async () => {
    const anna = await player();
    const now = server.context.clock.now();
    expect((await comment(anna, commentableThing({ closesAt: now + 60_000 }), '还能说')).status).toBe(STATUS.ok);
    const over = commentableThing({ closesAt: now - 1_000 });
    expect(await comment(anna, over, '晚了')).toMatchObject({ status: STATUS.stateChanged, msg: expect.stringContaining('24 小时') });
    expect(await list(anna, over)).toMatchObject({ open: false });
  });
  it('[N11] are deleted by their author alone, and a deleted one still counts', async () => {
    const about = commentableThing();
    const [anna, ben] = [await player(), await player()];
    const mine = (await comment(anna, about, '说错了')).models;
    const answer = (await reply(ben, mine.id, '是的')).models;
    expect(await ben.post('/api/order/DeleteComment', { id: mine.id })).toMatchObject({ status: STATUS.notFound });
    expect((await ben.post('/api/order/DeleteComment', { id: answer.id })).models).toEqual({ deleted: true });
    expect(await list(anna, about)).toMatchObject({ total: 1, items: [{ replyCount: 0, replies: [] }] });
    expect((await anna.post('/api/order/DeleteComment', { id: mine.id })).status).toBe(STATUS.ok);
    expect(await list(anna, about)).toMatchObject({ total: 0, items: [] });
    expect(await reply(ben, mine.id, '在吗')).toMatchObject({ status: STATUS.notFound });
    for (const text of ['二', '三']) expect((await comment(anna, about, text)).status).toBe(STATUS.ok);
    expect((await comment(anna, about, '四')).status).toBe(STATUS.limitReached);
  });
  it('[N12] that players report lie on the desk once, and are taken down or kept with a line in the audit list', async () => {
    const about = commentableThing();
    const [anna, ben, cleo] = [await player(), await player(), await player()];
    const bad = (await comment(anna, about, '广告广告')).models;
    expect(await anna.post('/api/order/ReportComment', { id: bad.id, why: 'advert' })).toMatchObject({ status: STATUS.invalid });
    for (const who of [ben, ben, cleo])
      expect((await who.post('/api/order/ReportComment', { id: bad.id, why: 'advert' })).status).toBe(STATUS.ok);
    type Told = { items: { id: string; reasons: object }[] };
    const { token } = await logInOperator(server.base, 'operator-1');
    const operator = (path: string, body?: Readonly<Record<string, unknown>>, bearer = '') =>
      callOperator<Told>(server.base, bearer, body === undefined ? 'GET' : 'POST', path, body);
    const waiting = async () => (await operator('comments', undefined, token)).models.items.filter(({ id }) => id === bad.id);
    expect(await operator('comments')).toMatchObject({ status: STATUS.notLoggedIn });
    expect(await waiting()).toMatchObject([{ reasons: { advert: 2 } }]);
    expect(await operator('comment/keep', { id: bad.id, by: '王' }, token)).toMatchObject({ status: STATUS.ok });
    expect(await waiting()).toEqual([]);
    expect((await (await player()).post('/api/order/ReportComment', { id: bad.id, why: 'abuse' })).status).toBe(STATUS.ok);
    expect(await waiting()).toMatchObject([{ reasons: { abuse: 1 } }]);
    expect(await operator('comment/takedown', { id: bad.id, by: '王' }, token)).toMatchObject({ status: STATUS.ok });
    expect(await operator('comment/takedown', { id: bad.id, by: '王' }, token)).toMatchObject({ status: STATUS.notFound });
    expect(await waiting()).toEqual([]);
    expect(await list(anna, about)).toMatchObject({ total: 0 });
    const { rows } = await sql(`SELECT kind, body::jsonb->>'comment' AS comment FROM audit WHERE kind LIKE 'comment.%' ORDER BY seq`);
    expect(rows).toEqual([
      { kind: 'comment.keep', comment: bad.id },
      { kind: 'comment.take-down', comment: bad.id },
    ]);
  });
});

describe('words', () => {
  const all = Object.values(words.refused).flat();
  it('[N13] every word of the list is found, alone, in a sentence, and with signs between its characters', () => {
    for (const word of all) {
      expect(textFault(word), word).toBeDefined();
      expect(textFault(`今天${word}吗`), word).toBeDefined();
      expect(textFault([...word].join(' · ')), word).toBeDefined();
    }
  });
  it('[N13] no word hides behind the beginning of another', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[甲乙丙]{1,4}$/), { minLength: 1, maxLength: 6 }),
        fc.stringMatching(/^[甲乙丙]{0,12}$/),
        (list, text) => {
          const distinct = withoutLongerWords(list);
          for (const word of list) expect(distinct.some((each) => word.includes(each))).toBe(true);
          for (const word of distinct) expect(distinct.filter((each) => each !== word && word.includes(each))).toEqual([]);
          expect(list.some((word) => text.includes(word))).toBe(distinct.some((word) => text.includes(word)));
        },
      ),
    );
  });
  it('[N13] what players write about draws and matches passes', () => {
    for (const text of [
      '01 05 12 16 23 28 + 09',
      '这期看 3:1，大麻烦的是客场',
      '门前外围射门不少',
      '恭喜中奖！',
      '第 20261122001 期见',
      '2026134期',
      '胆 07 拖 08 09 10',
      '4 场 3串1 跟了 200',
    ])
      expect(textFault(text), text).toBeUndefined();
  });
  it('tidies without changing the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(tidyText(tidyText(text))).toBe(tidyText(text));
      }),
    );
  });
});
