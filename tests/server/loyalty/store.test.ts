/** The store, the bag and what bought things do (server/loyalty/store/SPEC.md), against the ledger and naive recounts. */
import { isoDateOf } from '../../../server/platform/days.ts';
import { randomUUID } from 'node:crypto';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  BagItem,
  BuyProductModels,
  CheckinModels,
  CommentItem,
  CommentListModels,
  EmotesModels,
  FundDetailModels,
  FundListModels,
  ProductListModels,
  ProfileModels,
  SetNameModels,
  UseItemModels,
} from '../../../protocol/calls.ts';
import type { AnswerOf } from '../../../protocol/calls/define.ts';
import type { growthList } from '../../../protocol/calls/member.ts';
import { STATUS } from '../../../protocol/status.ts';
import { productOffset } from '../../../server/catalog/product-clock.ts';
import { postDue } from '../../../server/loyalty/member/growth.ts';
import { requireTurnover, withdrawableAmount } from '../../../server/payments/turnover.ts';
import { runPools } from '../../../server/mini-games/scratch/job.ts';
import type { Client } from '../support/client.ts';
import { commentableThing } from '../support/people.ts';
import { openCards, smallCard, writeCard } from '../support/scratch.ts';
import { expectBooksInOrder, startServer, type TestServer, waitFor } from '../support/server.ts';
import { productWith } from '../support/store.ts';

const DAY = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, role: 'web' });
  cpSync('games/store', join(server.gamesDir, 'store'), { recursive: true });
  // A pool of a hundred cards: one of ten thousand costs processor and shows no more here.
  for (const code of ['deng2', 'yu5']) writeCard(server.gamesDir, smallCard({ code, name: code }));
  await server.context.publication.refresh();
  // Pages of the app may lead to games that are not here.
  expect(server.context.publication.problems().filter(({ file }) => file.startsWith(server.gamesDir))).toEqual([]);
});
afterEach(() => expectBooksInOrder(server.context.database));
afterAll(() => server?.stop());

const query = <R = Record<string, unknown>>(text: string, values: unknown[] = []) => server.context.database.query<R>(text, values);

/** A player with so many points and the money of a new one. */
async function player(points = 5_000): Promise<Client> {
  const who = await server.client().register();
  if (points > 0) await query(`SELECT post($1, 'points', 'house:points', 'points', $2, 'task', NULL)`, [who.userId, points]);
  return who;
}
/** Puts a product into force. */
async function sell(code: string, patch: Parameters<typeof productWith>[1] = {}): Promise<string> {
  writeFileSync(join(server.gamesDir, 'store', `${code}.json`), JSON.stringify(productWith(code, patch)));
  await server.context.publication.refresh();
  expect(server.context.publication.products().has(code), JSON.stringify(server.context.publication.problems())).toBe(true);
  return code;
}
const buy = (who: Client, productId: string, count = 1, more: Record<string, string> = {}) =>
  who.post<BuyProductModels>('/api/Store/BuyProduct', { productId, count: String(count), ...more });
const shelf = async (who: Client, params: Record<string, string> = {}) =>
  (await who.get<ProductListModels>('/api/Store/GetProductList', { size: '50', ...params })).models;
const onShelf = async (who: Client, id: string) => (await shelf(who, { productId: id })).items[0];
const bag = async (who: Client, params: Record<string, string> = {}) =>
  (await who.get<{ items: BagItem[]; next: string | null }>('/api/UserCenter/QueryInventory', params)).models;
const useIt = (who: Client, itemId: string) => who.post<UseItemModels>('/api/UserCenter/UseItem', { itemId });
const pointsOf = async (who: Client): Promise<number> =>
  Number(
    (await query<{ balance: number }>(`SELECT balance FROM purses WHERE user_id = $1 AND purse = 'points'`, [who.userId])).rows[0]
      ?.balance ?? 0,
  );

describe('buying', () => {
  it('[B1] points leave the purse and the things are in the bag, together, under one key', async () => {
    const who = await player(1_000);
    const code = await sell('g1', { price: { points: 300 } });
    const key = { headers: { 'idempotency-key': 'buy-g1-once' } };
    const first = await who.post<BuyProductModels>('/api/Store/BuyProduct', { productId: code, count: '2' }, key);
    const again = await who.post<BuyProductModels>('/api/Store/BuyProduct', { productId: code, count: '2' }, key);
    expect(first.status, first.msg).toBe(STATUS.ok);
    expect(again).toEqual(first);
    expect(first.models).toMatchObject({ count: 2, paidPoints: 600, paidFen: 0, balancePoints: 400 });
    expect((await bag(who)).items).toMatchObject([{ name: '改名卡', count: 2, state: 'usable', use: { to: '/setUserName' } }]);
    const [spent] = (await who.get<AnswerOf<typeof growthList>>('/api/UserCenter/GrowthList', { purse: 'points' })).models.items;
    expect(spent).toMatchObject({ subject: '改名卡 ×2', amount: -600, balance: 400 });
    const { rows } = await query('SELECT kind, debit, credit, amount::int FROM movements WHERE user_id = $1 AND unit = $2 AND kind <> $3', [
      who.userId,
      'points',
      'points',
    ]);
    expect(rows).toEqual([{ kind: 'pointsSpend', debit: 'points', credit: 'house:store', amount: 600 }]);
  });

  it('[B1] money goes to the store, and a player with too little of either buys nothing', async () => {
    const who = await player(10);
    const before = (await shelf(who)).balanceFen;
    const code = await sell('g1-fen', { price: { fen: 500 } });
    const bought = await buy(who, code, 2);
    expect(bought.models).toMatchObject({ paidFen: 1_000, paidPoints: 0, balanceFen: before - 1_000 });
    const [paid] = (await who.get<FundListModels>('/api/fund/list')).models.items;
    expect(paid).toMatchObject({ label: '商城购物', subject: '改名卡 ×2', amountFen: -1_000 });
    expect((await who.get<FundDetailModels>('/api/fund/Detail', { id: paid?.id ?? '' })).models).toMatchObject({ subject: '改名卡 ×2' });
    expect(await buy(who, await sell('g1-dear', { price: { points: 11 } }))).toMatchObject({
      status: STATUS.insufficientFunds,
      msg: '积分不足，还差 1 积分',
    });
    expect(await buy(who, await sell('g1-rich', { price: { fen: 100_000_000 } }))).toMatchObject({ status: STATUS.insufficientFunds });
    expect(await pointsOf(who)).toBe(10);
    expect((await bag(who)).items).toMatchObject([{ count: 2 }]);
    expect((await onShelf(who, 'g1-dear'))?.mine).toBe(0);
  });

  it('[B2] the stock of the day and of all days is never oversold, and each refusal says how many are left', async () => {
    const [who, other] = [await player(), await player()];
    const code = await sell('g2', { price: { points: 1 }, stock: { total: 5, day: 3 } });
    expect((await buy(who, code, 2)).status).toBe(STATUS.ok);
    expect(await buy(other, code, 2)).toMatchObject({ status: STATUS.soldOut, models: { left: 1 }, msg: '只剩 1 件' });
    expect((await buy(other, code, 1)).status).toBe(STATUS.ok);
    expect(await buy(other, code, 1)).toMatchObject({ status: STATUS.soldOut, models: { left: 0 }, msg: '今日已售罄，明天再来' });
    const today = { stock: 0, stockText: '今日剩 0 件', state: 'soldOut', why: '今日已售罄，明天再来', most: 0 };
    expect(await onShelf(other, code)).toMatchObject(today);
    // The next day three more could be had, were there not two left altogether.
    await query('UPDATE product_sales SET day = day - 1 WHERE product = $1 AND day >= 0', [code]);
    expect(await buy(who, code, 3)).toMatchObject({ status: STATUS.soldOut, models: { left: 2 } });
    expect(await onShelf(other, code)).toMatchObject({ stock: 2, stockText: '剩 2 件', state: 'selling' });
    expect((await buy(who, code, 2)).status).toBe(STATUS.ok);
    expect(await onShelf(other, code)).toMatchObject({ stock: 0, stockText: '剩 0 件', state: 'soldOut', why: '已售罄' });
    const { rows } = await query<{ sold: number; bought: number }>(
      `SELECT (SELECT sold FROM product_sales WHERE product = $1 AND day = -1)::int AS sold,
              (SELECT sum(count) FROM purchases WHERE product = $1)::int AS bought`,
      [code],
    );
    expect(rows).toEqual([{ sold: 5, bought: 5 }]);
  });

  it('[B3] limits of the day and of the account, the level, the days of sale, a new price and a product that is gone', async () => {
    const who = await player();
    const limited = await sell('g3', { price: { points: 1 }, limit: { day: 2, account: 3 } });
    expect((await buy(who, limited, 2)).status).toBe(STATUS.ok);
    expect(await buy(who, limited, 1)).toMatchObject({ status: STATUS.limitReached, models: { left: 0 } });
    expect(await onShelf(who, limited)).toMatchObject({ state: 'limit', why: '今日限购 2 件，已达上限，请明天再来', mine: 2 });
    await query('UPDATE purchases SET day = day - 1 WHERE product = $1', [limited]);
    expect(await buy(who, limited, 2)).toMatchObject({ status: STATUS.limitReached, models: { left: 1 } });
    expect((await buy(who, limited, 1)).status).toBe(STATUS.ok);
    const full = '每人限购 3 件，已达上限';
    expect(await onShelf(who, limited)).toMatchObject({ state: 'limit', why: full, mine: 3 });
    expect(await buy(who, limited, 1)).toMatchObject({ status: STATUS.limitReached, models: { left: 0 }, msg: full });

    expect(await buy(who, await sell('g3-level', { level: 2 }))).toMatchObject({
      status: STATUS.needsStep,
      models: { step: 'level', to: '/levelPrivilege' },
      msg: 'V2 起可购买',
    });
    const offset = productOffset(server.context.publication);
    const today = Math.floor((server.context.clock.now() + offset) / DAY);
    expect(await buy(who, await sell('g3-soon', { from: isoDateOf(today + 1) }))).toMatchObject({ status: STATUS.stateChanged });
    expect((await buy(who, await sell('g3-today', { from: isoDateOf(today), to: isoDateOf(today) }))).status).toBe(STATUS.ok);
    expect(await buy(who, await sell('g3-over', { to: isoDateOf(today - 1) }))).toMatchObject({
      status: STATUS.notFound,
      msg: '商品已下架',
    });
    expect((await shelf(who)).items.map(({ id }) => id)).not.toContain('g3-over');
    expect(await buy(who, await sell('g3-off', { disabled: '正在补货' }))).toMatchObject({ status: STATUS.disabled, msg: '正在补货' });
    expect(await buy(who, 'g3-today', 1, { price: '299' })).toMatchObject({ status: STATUS.descriptionChanged });
    expect(await buy(who, 'never-was')).toMatchObject({ status: STATUS.notFound });
  });

  it('[B9] a player exchanges points three times a day, however many pieces at once; money still buys', async () => {
    const who = await player();
    const [a, b, c] = [
      await sell('g9-a', { price: { points: 1 } }),
      await sell('g9-b', { price: { points: 1 } }),
      await sell('g9-c', { price: { points: 1 } }),
    ];
    for (const [code, count] of [
      [a, 5],
      [b, 1],
      [a, 1],
    ] as const)
      expect((await buy(who, code, count)).status).toBe(STATUS.ok);
    const why = '每天最多用积分兑换 3 次，今日已用完，请明天再来';
    expect(await buy(who, c)).toMatchObject({ status: STATUS.limitReached, models: { left: 0 }, msg: why });
    expect(await onShelf(who, c)).toMatchObject({ state: 'exchanged', why, most: 0 });
    expect((await shelf(who)).exchangesLeft).toBe(0);
    expect((await shelf(await player())).exchangesLeft).toBe(3);
    expect((await shelf(server.client())).exchangesLeft).toBeNull();
    // The answer names the stock that is gone for everybody first: it would not be there tomorrow either.
    const gone = await sell('g9-gone', { price: { points: 1 }, stock: { total: 1 } });
    expect((await buy(await player(), gone)).status).toBe(STATUS.ok);
    expect(await onShelf(who, gone)).toMatchObject({ state: 'soldOut', why: '已售罄' });
    expect((await buy(who, await sell('g9-money', { price: { fen: 100 } }))).status).toBe(STATUS.ok);
    await query('UPDATE purchases SET day = day - 1 WHERE user_id = $1', [who.userId]);
    expect((await buy(who, c)).status).toBe(STATUS.ok);
  });

  it('[B6] the cursor walks each shelf once, and a visitor sees it too', async () => {
    const visitor = server.client();
    const all = (await shelf(visitor)).items.map(({ id }) => id);
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: ProductListModels = await shelf(visitor, { size: '3', ...(cursor === '' ? {} : { cursor }) });
      walked.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect(walked).toEqual(all);
    expect(new Set(walked).size).toBe(walked.length);
  });
});

describe('what was bought works where it is used', () => {
  it('[B5] a rename card changes the nickname a second time within 30 days, once', async () => {
    const who = await player();
    const name = (text: string) => who.post<SetNameModels>('/api/account/setname', { name: text });
    expect((await name('初名一二')).status).toBe(STATUS.ok);
    expect((await name('次名三四')).status).toBe(STATUS.limitReached);
    expect((await buy(who, 'rename')).status).toBe(STATUS.ok);
    expect(await name('次名三四')).toMatchObject({ status: STATUS.ok, models: { cardsLeft: 0 } });
    expect((await name('又名五六')).status).toBe(STATUS.limitReached);
    expect((await bag(who, { state: 'past' })).items).toMatchObject([{ name: '改名卡', state: 'used' }]);
  });

  it('[B5] a make-up card marks a day that was missed', async () => {
    const who = await player();
    const offset = productOffset(server.context.publication);
    await query('UPDATE users SET created_at = created_at - $2::bigint WHERE id = $1', [who.userId, 40 * DAY]);
    const today = Math.floor((server.context.clock.now() + offset) / DAY);
    const missed = isoDateOf(today).endsWith('-01') ? undefined : isoDateOf(today - 1);
    const makeUp = () => who.post<CheckinModels>('/api/UserCenter/Checkin', { day: missed ?? '' });
    if (missed === undefined) return;
    expect((await makeUp()).status).toBe(STATUS.soldOut);
    expect((await buy(who, 'make-up')).status).toBe(STATUS.ok);
    expect((await makeUp()).status).toBe(STATUS.ok);
    expect((await bag(who)).items).toEqual([]);
  });

  it('[B5] a picture and a frame are worn wherever a player is shown, and are for sale once', async () => {
    const who = await player();
    const profile = async () => (await who.get<ProfileModels>('/api/UserCenter/QueryProfileList')).models;
    const set = (fields: Record<string, string>) => who.post('/api/UserCenter/SetProfile', fields);
    expect((await set({ avatar: 'lucky-cat' })).status).toBe(STATUS.stateChanged);
    expect((await set({ frame: 'gold' })).status).toBe(STATUS.stateChanged);
    const [cat] = (await buy(who, 'avatar-lucky-cat')).models.items;
    const [frame] = (await buy(who, 'frame-gold')).models.items;
    expect(await buy(who, 'frame-gold')).toMatchObject({ status: STATUS.stateChanged, msg: '已拥有，无需重复购买' });
    expect(await onShelf(who, 'frame-gold')).toMatchObject({ state: 'owned' });
    expect((await useIt(who, cat?.itemId ?? '')).status).toBe(STATUS.ok);
    expect((await useIt(who, frame?.itemId ?? '')).status).toBe(STATUS.ok);
    expect(await useIt(who, frame?.itemId ?? '')).toMatchObject({ status: STATUS.stateChanged, models: { state: 'worn' } });
    expect((await bag(who)).items.map(({ worn }) => worn)).toEqual([true, true]);
    const { avatarUrl } = await profile();
    expect(avatarUrl).toBe('/avatars/framed/gold/lucky-cat.svg');
    const home = await server.client().get<{ who: { avatar: string } }>('/api/order/queryUserHomePage', { who: String(who.userId) });
    expect(JSON.stringify(home.models)).toContain(avatarUrl);
    const picture = await server.app.inject(avatarUrl);
    expect(picture.statusCode).toBe(200);
    expect(picture.headers['content-type']).toContain('image/svg+xml');
    expect(picture.body.match(/<svg/g)).toHaveLength(1);
    for (const none of ['/avatars/framed/gold/nobody.svg', '/avatars/framed/none/rat.svg', '/avatars/framed/..%2f..%2fx/rat.svg'])
      expect((await server.app.inject(none)).statusCode).toBe(404);
    expect((await set({ frame: 'none' })).status).toBe(STATUS.ok);
    expect((await profile()).avatarUrl).toBe('/avatars/lucky-cat.svg');
  });

  it('[B5] emotes are used in comments and replies by players that bought their set, and by nobody else', async () => {
    const [who, other] = [await player(), await player()];
    const releaseId = commentableThing();
    const say = (by: Client, fields: Record<string, string>) => by.get<CommentItem>('/api/order/addUserComment', { releaseId, ...fields });
    const emotes = async (of: Client) => (await of.get<EmotesModels>('/api/order/Emotes')).models;
    expect((await say(who, { text: '看好', emote: 'thumb' })).models).toMatchObject({
      text: '看好',
      emote: { name: '点赞', picture: '/emotes/thumb.svg' },
    });
    expect(await say(who, { emote: 'koi' })).toMatchObject({
      status: STATUS.invalid,
      models: { field: 'emote' },
      msg: '尚未拥有“好运”表情，可在商城购买',
    });
    expect(await say(who, { emote: 'no-such' })).toMatchObject({ status: STATUS.invalid, msg: '表情不存在' });
    expect(await say(who, {})).toMatchObject({ status: STATUS.invalid, models: { field: 'text' }, msg: '请输入内容' });
    expect(new Set((await emotes(who)).items.map(({ set }) => set))).toEqual(new Set(['常用']));

    expect((await buy(who, 'emotes-fortune')).status).toBe(STATUS.ok);
    expect(await buy(who, 'emotes-fortune')).toMatchObject({ status: STATUS.stateChanged, msg: '已拥有，无需重复购买' });
    expect(await onShelf(who, 'emotes-fortune')).toMatchObject({ state: 'owned' });
    expect((await bag(who)).items).toMatchObject([{ kind: 'emotes', use: { label: '去评论', call: false }, expiresAt: null }]);
    expect(await useIt(who, (await bag(who)).items[0]?.itemId ?? '')).toMatchObject({ status: STATUS.needsStep });
    expect(await emotes(who)).toMatchObject({ all: false });
    expect((await emotes(who)).items.map(({ id }) => id)).toContain('koi');
    const { models: comment } = await say(who, { emote: 'koi' });
    expect(comment).toMatchObject({ text: '', emote: { name: '锦鲤', picture: '/emotes/koi.svg' } });
    const reply = (by: Client, emote: string) => by.get('/api/order/AddUserReply', { commentId: comment.id, emote });
    expect((await reply(other, 'koi')).status).toBe(STATUS.invalid);
    expect((await reply(other, 'smile')).status).toBe(STATUS.ok);
    const { models: list } = await server.client().get<CommentListModels>('/api/order/CommentList', { releaseId });
    expect(list.items[0]).toMatchObject({ text: '', emote: { name: '锦鲤' }, replies: [{ text: '', emote: { name: '微笑' } }] });
  });

  it('[B7] a coupon in the bag leads to where it is used', async () => {
    const who = await player();
    for (const code of ['coupon-2', 'coupon-sport', 'coupon-ssq']) expect((await buy(who, code)).status).toBe(STATUS.ok);
    const leads = (await bag(who)).items.map(({ name, use: { to } }) => [name, to]);
    expect(Object.fromEntries(leads)).toEqual({ '2 元红包': '/MoreLottery', '5 元竞彩红包': '/jczq', '10 元双色球红包': '/ssq' });
  });

  it('[B5] a scratch coupon becomes one card that the house pays: it waits while none is on sale, and opens like any other', async () => {
    const who = await player();
    const [coupon] = (await buy(who, 'scratch-deng2')).models.items;
    const id = coupon?.itemId ?? '';
    const walletOf = async () =>
      Number((await query<{ fen: number }>('SELECT balance_fen AS fen FROM wallets WHERE user_id = $1', [who.userId])).rows[0]?.fen);
    const before = await walletOf();
    // No pool is on sale yet: nothing is taken, nothing is lost.
    expect(await useIt(who, id)).toMatchObject({ status: STATUS.soldOut });
    expect((await bag(who, { kind: 'scratch' })).items).toMatchObject([{ itemId: id, state: 'usable' }]);
    expect(await walletOf()).toBe(before);
    await runPools(server.context);
    await waitFor(
      'a pool of 灯火好运',
      async () => (await query(`SELECT 1 FROM scratch_pools WHERE card = 'deng2' AND state = 'selling'`)).rows.length > 0,
    );
    const used = await useIt(who, id);
    expect(used, used.msg).toMatchObject({ status: STATUS.ok, models: { balanceFen: before } });
    expect(await useIt(who, id)).toMatchObject({ status: STATUS.stateChanged, models: { state: 'used' } });
    const [, cardId = ''] = /^\/Scratch\?card=(.+)$/.exec(used.models.to) ?? [];
    const opened = await openCards(who, [cardId]);
    expect(opened.status, opened.msg).toBe(STATUS.ok);
    expect(await walletOf()).toBe(before + opened.models.wonFen);
    const { rows } = await query<{ row: string }>(
      `SELECT kind || ' ' || debit || '→' || credit || ' ' || amount AS row FROM movements WHERE user_id = $1 AND kind IN ('coupon', 'scratch') ORDER BY seq`,
      [who.userId],
    );
    expect(rows.map(({ row }) => row)).toEqual(['coupon house:promotions→wallet 200', 'scratch wallet→house:stakes 200']);
    // What the house paid is no play of his: neither growth nor turnover.
    await server.context.database.transaction((client) => postDue(client, who.userId, productOffset(server.context.publication)));
    expect((await query(`SELECT 1 FROM purses WHERE user_id = $1 AND purse = 'growth' AND balance > 0`, [who.userId])).rows).toEqual([]);
    await requireTurnover(server.context.database, who.userId, { why: 'bonus', requiredFen: 1_000, ref: randomUUID() }, 1);
    const due = await server.context.database.transaction(async (client) => {
      await client.query('SELECT lock_player($1)', [who.userId]);
      return (await withdrawableAmount(client, who.userId, server.context.orderKinds)).rows;
    });
    expect(due).toMatchObject([{ doneFen: 0 }]);
  });

  it("[B4] [B6] the bag: another's thing is not there, what ran out or is used elsewhere says so, and the cursor walks it once", async () => {
    const [who, other] = [await player(), await player()];
    const code = await sell('g4', { price: { points: 1 }, keepDays: 3 });
    const [item] = (await buy(who, code)).models.items;
    const id = item?.itemId ?? '';
    expect((await useIt(other, id)).status).toBe(STATUS.notFound);
    expect(await useIt(who, id)).toMatchObject({ status: STATUS.needsStep, models: { step: 'use', to: '/setUserName' } });
    await query('UPDATE bag_items SET expires_at = caipu_now_ms() WHERE user_id = $1', [who.userId]);
    expect(await useIt(who, id)).toMatchObject({ status: STATUS.stateChanged, models: { state: 'expired' } });
    expect((await bag(who)).items).toEqual([]);
    expect((await bag(who, { state: 'past' })).items).toMatchObject([{ itemId: id, state: 'expired' }]);
    for (let n = 0; n < 5; n += 1) await buy(who, await sell(`g4-${n}`, { price: { fen: 1 }, name: `卡 ${n}` }));
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: BagItem[]; next: string | null } = await bag(who, { size: '2', ...(cursor === '' ? {} : { cursor }) });
      seen.push(...page.items.map(({ name }) => name));
      cursor = page.next;
    }
    expect(seen).toEqual(['卡 4', '卡 3', '卡 2', '卡 1', '卡 0']);
  });
});
