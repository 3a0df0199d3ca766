/** Messages inside the app (server/inbox/notices): made when their player looks, once, by kind; read, removed, switched off. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnswerOf } from '../../../protocol/calls/define.ts';
import type { msgCounts, msgList, msgSettings } from '../../../protocol/calls/notices.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Client } from '../support/client.ts';
import { expectBooksInOrder, startServer, type TestServer } from '../support/server.ts';

type Listed = AnswerOf<typeof msgList>['items'];
type Unread = AnswerOf<typeof msgCounts>['unread'];

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, role: 'web' });
});
afterAll(() => server?.stop());

const list = async (who: Client, fields: Record<string, string> = {}) =>
  (await who.get<AnswerOf<typeof msgList>>('/api/SiteMsg/MsgList', { size: '50', ...fields })).models;
const unread = async (who: Client): Promise<Unread> => (await who.get<{ unread: Unread }>('/api/SiteMsg/MsgCounts')).models.unread;
const post = (userId: number, kind: string, debit: string, credit: string, fen: number, reason: string) =>
  server.context.database.query('SELECT post($1, $2, $3, $4, $5, $6, NULL)', [userId, kind, debit, credit, fen, reason]);
const titles = (items: Listed) => items.map(({ title }) => title);

it('tells of movements, by kind, each once however often and from how many phones one looks', async () => {
  const who = await server.client().register();
  const id = who.userId;
  await post(id, 'prize', 'house:prizes', 'wallet', 123_456, 'win');
  await post(id, 'refund', 'house:stakes', 'wallet', 200, 'stop');
  await post(id, 'recharge', 'outside:recharge', 'wallet', 5_000, 'paid');
  await Promise.all(Array.from({ length: 6 }, () => list(who)));
  // Two movements of one millisecond come in any order.
  const sorted = async (kind: string) => titles((await list(who, { kind })).items).sort();
  expect(await sorted('notice')).toEqual(['派奖 1,234.56\u00a0元', '追号退款（中奖即停） 2\u00a0元']);
  expect(await sorted('trade')).toEqual(['充值 50\u00a0元', '注册赠送演示金 10,000\u00a0元']);
  // Notices list bulletins as long as they are new.
  const day = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00Z`) - 8 * 3_600_000;
  const now = server.context.clock.now();
  const fresh = [...server.context.publication.bulletins().values()]
    .filter(({ at }) => day(at) <= now && day(at) > now - 90 * 86_400_000)
    .map(({ code }) => `/noticeDetail/${code}`);
  expect((await list(who, { kind: 'system' })).items.map(({ to }) => to).sort()).toEqual(fresh.sort());
  expect(await unread(who)).toMatchObject({ notice: 2, trade: 2, social: 0 });
  await expectBooksInOrder(server.context.database);
});

it('names the followers, and nobody whose account is gone', async () => {
  const [me, fan] = [await server.client().register(), await server.client().register()];
  const mid = String(me.userId);
  expect((await fan.get('/api/attention/AttentionUser', { who: mid })).status).toBe(STATUS.ok);
  const { items } = await list(me, { kind: 'social' });
  expect(items).toMatchObject([{ kind: 'social', unread: true, to: `/homePage?mid=${fan.userId}` }]);
  expect(items[0]?.title).toMatch(/\*\*\*\S 关注了您$/);
});

it('is read one by one, by kind or all at once, and never for somebody else', async () => {
  const [me, other] = [await server.client().register(), await server.client().register()];
  const id = me.userId;
  for (const fen of [100, 200, 300]) await post(id, 'prize', 'house:prizes', 'wallet', fen, 'win');
  const { items } = await list(me, { kind: 'notice' });
  expect(items).toHaveLength(3);
  const first = items[0]?.id ?? '';
  await other.post('/api/SiteMsg/MsgRead', { id: first });
  await other.post('/api/SiteMsg/MsgRemove', { id: first });
  expect((await unread(me)).notice).toBe(3);
  expect((await me.post<{ unread: Unread }>('/api/SiteMsg/MsgRead', { id: first })).models.unread.notice).toBe(2);
  expect((await me.post<{ unread: Unread }>('/api/SiteMsg/MsgRead', { kind: 'notice' })).models.unread).toMatchObject({
    notice: 0,
    trade: 1,
  });
  expect((await me.post<{ unread: Unread }>('/api/SiteMsg/MsgRead', {})).models.unread.all).toBe(0);
  await me.post('/api/SiteMsg/MsgRemove', { id: first });
  expect((await list(me, { kind: 'notice' })).items).toHaveLength(2);
  // What was taken away is not made again.
  expect((await unread(me)).notice).toBe(0);
  expect((await list(me, { kind: 'notice' })).items).toHaveLength(2);
});

it('a kind that is switched off makes none, and what is switched on again begins then', async () => {
  const me = await server.client().register();
  const id = me.userId;
  const set = async (on: string) =>
    (await me.post<AnswerOf<typeof msgSettings>>('/api/SiteMsg/SetMsgSetting', { kind: 'notice', on })).models.items.find(
      ({ kind }) => kind === 'notice',
    )?.on;
  expect(await set('0')).toBe(false);
  await post(id, 'prize', 'house:prizes', 'wallet', 100, 'win');
  expect((await list(me, { kind: 'notice' })).items).toEqual([]);
  expect(await set('1')).toBe(true);
  await post(id, 'prize', 'house:prizes', 'wallet', 200, 'win');
  expect(titles((await list(me, { kind: 'notice' })).items)).toContain('派奖 2\u00a0元');
});

it('pages without repeating, and refuses an unknown kind and a client that is not logged in', async () => {
  const me = await server.client().register();
  const id = me.userId;
  for (let fen = 1; fen <= 25; fen += 1) await post(id, 'prize', 'house:prizes', 'wallet', fen, 'win');
  const seen: string[] = [];
  let cursor: string | null = '';
  do {
    const page: { items: Listed; next: string | null } = await list(me, { kind: 'notice', size: '10', ...(cursor ? { cursor } : {}) });
    seen.push(...page.items.map(({ id: each }) => each));
    cursor = page.next;
  } while (cursor !== null);
  expect(seen).toHaveLength(25);
  expect(new Set(seen).size).toBe(25);
  expect((await me.get('/api/SiteMsg/MsgList', { kind: 'none' })).status).toBe(STATUS.invalid);
  expect((await server.client().get('/api/SiteMsg/MsgList')).status).toBe(STATUS.notLoggedIn);
});
