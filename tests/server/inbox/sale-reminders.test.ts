/** 开售提醒 (server/inbox/notices/reminders.ts): a player gets one message when a game on matches sells again. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AnswerOf } from '../../../protocol/calls/define.ts';
import type { msgList } from '../../../protocol/calls/notices.ts';
import type { saleReminder } from '../../../protocol/calls/sale-reminder.ts';
import { STATUS } from '../../../protocol/status.ts';
import { runReminders } from '../../../server/inbox/notices/reminders.ts';
import { applyRetention, RETENTION } from '../../../server/retention.ts';
import type { Client } from '../support/client.ts';
import { copyGames, startServer, temporaryFolder, type TestServer, waitFor } from '../support/server.ts';
import { addMatch, addSports, changeOffer } from '../support/sports.ts';

const folder = temporaryFolder();
let server: TestServer;
let gamesDir: string;
beforeAll(async () => {
  gamesDir = copyGames(folder);
  addSports(gamesDir, ['jczq', 'bjdc']);
  server = await startServer({ clockSpeed: 1, role: 'web', history: 0, gamesDir });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await sql(`UPDATE offers SET state = 'stopped'`);
  await sql('DELETE FROM sale_reminders');
});

const sql = <T>(text: string, values: readonly unknown[] = []) => server.context.database.query<T>(text, values);
const set = (who: Client, on = true, game = 'jczq') =>
  who.post<AnswerOf<typeof saleReminder>>('/api/SiteMsg/SetSaleReminder', { game, on: on ? '1' : '0' });
const isSet = async (who: Client, game = 'jczq') =>
  (await who.get<AnswerOf<typeof saleReminder>>('/api/SiteMsg/SaleReminder', { game })).models.on;
const reminderMessages = async (who: Client) =>
  (await who.get<AnswerOf<typeof msgList>>('/api/SiteMsg/MsgList', { kind: 'notice', size: '50' })).models.items;
/** As many looks as it takes when no more matches come meanwhile. */
async function looked(seen = new Map<string, number>()): Promise<void> {
  await runReminders(server.context, seen);
  await runReminders(server.context, seen);
}
let made = 0;
const sell = (more: object = {}) => addMatch(server.context.database, { id: `sale${(made += 1)}`, ...more });

it('a wish is kept for one player and game, as often as it is made, and taken back', async () => {
  const [me, other] = [await server.client().register(), await server.client().register()];
  expect(await isSet(me)).toBe(false);
  expect(await Promise.all([set(me), set(me), set(me, true, 'JCZQ')])).toMatchObject([
    { status: STATUS.ok, models: { game: 'jczq', on: true }, msg: '设置成功，开售后将提醒您' },
    { status: STATUS.ok },
    { status: STATUS.ok, models: { game: 'jczq' } },
  ]);
  expect([await isSet(me), await isSet(me, 'bjdc'), await isSet(other)]).toEqual([true, false, false]);
  expect((await sql('SELECT 1 FROM sale_reminders')).rows).toHaveLength(1);
  expect(await set(me, false)).toMatchObject({ status: STATUS.ok, models: { on: false }, msg: '已取消提醒' });
  expect((await set(me, false)).status).toBe(STATUS.ok);
  expect(await isSet(me)).toBe(false);
  expect((await set(me, true, 'nothing')).status).toBe(STATUS.notFound);
  expect((await set(server.client())).status).toBe(STATUS.notLoggedIn);
});

it('one message when the game sells again, with how many matches and the first stop; then the wish is gone', async () => {
  const [me, other, quiet] = [await server.client().register(), await server.client().register(), await server.client().register()];
  await set(me);
  await set(other);
  await set(other, true, 'bjdc');
  await set(quiet);
  await set(quiet, false);
  await looked();
  expect(await reminderMessages(me)).toEqual([]);
  await sell({ startsIn: 7_260_000, stopsIn: 7_200_000 });
  await sell({ startsIn: 3_660_000, stopsIn: 3_600_000 });
  // Neither can be bet on.
  await sell();
  await changeOffer(server.context.database, 'jczq', `sale${made}`, `state = 'suspended'`);
  await sell();
  await changeOffer(server.context.database, 'jczq', `sale${made}`, 'opens_at = caipu_now_ms() + 60000');
  await looked();
  await looked();
  const [message, ...more] = await reminderMessages(me);
  expect(more).toEqual([]);
  const stop = server.context.clock.now() + 3_600_000 + 8 * 3_600_000;
  const near = [0, 60_000].map((less) => new Date(stop - less).toISOString().slice(5, 16).replace('T', ' '));
  expect(message).toMatchObject({ kind: 'notice', icon: 'bell', title: '竞彩足球 已开售', unread: true, to: '/jczq' });
  expect(near.map((at) => `2 场可以投注，最早 ${at} 截止`)).toContain(message?.text);
  expect(await reminderMessages(other)).toHaveLength(1);
  expect(await reminderMessages(quiet)).toEqual([]);
  expect([await isSet(me), await isSet(other), await isSet(other, 'bjdc')]).toEqual([false, false, true]);
  // A message of the next sale wants another wish.
  await sql(`UPDATE offers SET state = 'stopped'`);
  await looked();
  await sell();
  await looked();
  expect(await reminderMessages(me)).toHaveLength(1);
  await sql(`UPDATE offers SET state = 'stopped'`);
  expect((await set(me)).status).toBe(STATUS.ok);
  await sell();
  await looked();
  expect((await reminderMessages(me)).map(({ text }) => text.slice(0, 3))).toEqual(['1 场', '2 场']);
});

it('a game that is sold by issues sells while an issue is open', async () => {
  const me = await server.client().register();
  await set(me, true, 'bjdc');
  await sql(
    `INSERT INTO sport_issues (game, issue, opens_at, closes_at) SELECT 'bjdc', '261104', n + 60000, n + 9000000 FROM caipu_now_ms() n`,
  );
  await sell({ game: 'bjdc', issue: '261104', position: 1, code: '1' });
  await looked();
  expect(await reminderMessages(me)).toEqual([]);
  await sql('UPDATE sport_issues SET opens_at = caipu_now_ms()');
  await looked();
  expect(await reminderMessages(me)).toMatchObject([{ title: '北京单场 已开售', to: '/bjdc' }]);
});

it('no player gets a message while matches are still being put on sale', async () => {
  const me = await server.client().register();
  await set(me);
  const seen = new Map<string, number>();
  for (let at = 1; at <= 3; at += 1) {
    await sell();
    await runReminders(server.context, seen);
    expect(await reminderMessages(me)).toEqual([]);
  }
  await runReminders(server.context, seen);
  expect((await reminderMessages(me)).map(({ text }) => text.slice(0, 3))).toEqual(['3 场']);
});

it('nothing is promised that will not come: while the game sells, without messages of this kind, during a break', async () => {
  const me = await server.client().register();
  const refused = async (words: string) => {
    expect(await set(me)).toMatchObject({ status: STATUS.disabled, msg: words });
    expect(await isSet(me)).toBe(false);
  };
  await me.post('/api/SiteMsg/SetMsgSetting', { kind: 'notice', on: '0' });
  await refused('您关闭了“通知”类消息，请先在消息设置中开启');
  await me.post('/api/SiteMsg/SetMsgSetting', { kind: 'notice', on: '1' });
  await sell();
  await refused('已开售，无需提醒');
  await sql(`UPDATE offers SET state = 'stopped'`);
  await sql(
    `INSERT INTO limited_players (user_id, utc_offset_ms, block, blocked_at, blocked_until) VALUES ($1, 0, 'break', caipu_now_ms(), caipu_now_ms() + 60000)`,
    [me.userId],
  );
  await refused('休息或自我排除期间不发开售提醒');
});

it('a player that excludes himself after his wish gets no message, also later; nor does a player that switches messages off', async () => {
  const [away, off] = [await server.client().register(), await server.client().register()];
  await set(away);
  await set(off);
  await sql(
    `INSERT INTO limited_players (user_id, utc_offset_ms, block, blocked_at, blocked_until) VALUES ($1, 0, 'exclusion', caipu_now_ms(), caipu_now_ms() + 60000)`,
    [away.userId],
  );
  await off.post('/api/SiteMsg/SetMsgSetting', { kind: 'notice', on: '0' });
  await sell();
  await looked();
  await sql('UPDATE limited_players SET block = NULL, blocked_at = NULL, blocked_until = NULL WHERE user_id = $1', [away.userId]);
  await off.post('/api/SiteMsg/SetMsgSetting', { kind: 'notice', on: '1' });
  await looked();
  expect([await reminderMessages(away), await reminderMessages(off)]).toEqual([[], []]);
  expect((await sql('SELECT 1 FROM sale_reminders')).rows).toEqual([]);
});

it('wishes of 30 days ago are swept, and those for a game that is gone', async () => {
  const me = await server.client().register();
  await set(me);
  await set(me, true, 'bjdc');
  await sql(`UPDATE sale_reminders SET at = caipu_now_ms() - 30 * 86400000::bigint - 1 WHERE game = 'jczq'`);
  const rule = RETENTION.find(({ table }) => table === 'sale_reminders');
  if (rule === undefined) throw new Error('no rule for reminders');
  expect(await applyRetention(server.context.database, rule)).toBe(1);
  await runReminders(server.context, new Map());
  expect([await isSet(me), await isSet(me, 'bjdc')]).toEqual([false, true]);
  await sql(`INSERT INTO sale_reminders (user_id, game, at) VALUES ($1, 'gone', caipu_now_ms())`, [me.userId]);
  await runReminders(server.context, new Map());
  expect((await sql<{ game: string }>('SELECT game FROM sale_reminders')).rows.map(({ game }) => game)).toEqual(['bjdc']);
});

it('the server looks by itself, also after a restart', { timeout: 60_000 }, async () => {
  const dataDir = join(folder, 'data');
  const games = copyGames(join(folder, 'again'), []);
  addSports(games, ['jczq']);
  const options = { clockSpeed: 1, history: 0, dataDir, gamesDir: games } as const;
  const first = await startServer(options);
  const me = await first.client().register();
  const userId = me.userId;
  expect((await set(me)).status).toBe(STATUS.ok);
  await first.stop();
  const again = await startServer(options);
  try {
    await addMatch(again.context.database, { id: 'restart' });
    const rows = await waitFor('the message', async () => {
      const found = await again.context.database.query(`SELECT vars FROM notices WHERE user_id = $1 AND code = 'sale'`, [userId]);
      return found.rows.length > 0 && found.rows;
    });
    expect(rows).toMatchObject([{ vars: { game: 'jczq', matches: 1 } }]);
    const events = await again.context.database.query(`SELECT 1 FROM outbox WHERE user_id = $1 AND event->>'type' = 'message'`, [userId]);
    expect(events.rows).toHaveLength(1);
  } finally {
    await again.stop();
  }
});
