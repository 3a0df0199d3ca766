/** /api/SiteMsg/Msg…: the messages of a player inside the app. */
import * as calls from '../../../protocol/calls/notices.ts';
import { contactOf } from '../../accounts/index.ts';
import type { InboxServices } from '../services.ts';
import { handle, type HandledCall, ok, type Querying, refuseField, refuseStep, announceMessage } from '../../platform/index.ts';
import { arePushKeys } from '../push/encrypt.ts';
import { mailSettingsOf, setMailKind } from '../push/mail.ts';
import { pushSettingsOf, setPushKind, subscribe, unsubscribe } from '../push/subscriptions.ts';
import { dueNotices, makeNotices, noticeNumberIs } from './make-notices.ts';
import { NOTICE_RULES, type NoticeKind } from './rules.ts';
import { type NoticeRow, shownNotices } from './shown-notices.ts';

const CURSOR = /^(\d{1,15})~(\d{1,15})$/;

type Unread = Readonly<Record<NoticeKind | 'all', number>>;

/** `due`: notices that are not made yet. */
async function unreadOf(client: Querying, userId: number, due: readonly NoticeRow[] = []): Promise<Unread> {
  const { rows } = await client.query<{ kind: NoticeKind; n: number }>(
    'SELECT kind, count(*)::int AS n FROM notices WHERE user_id = $1 AND NOT read AND NOT gone GROUP BY kind',
    [userId],
    'notices-unread',
  );
  const of = (kind: NoticeKind): number =>
    (rows.find((row) => row.kind === kind)?.n ?? 0) + due.filter((each) => each.kind === kind).length;
  return {
    all: rows.reduce((sum, { n }) => sum + n, due.length),
    ...{ notice: of('notice'), trade: of('trade'), social: of('social'), system: of('system') },
  };
}

export function noticeCalls(context: InboxServices): HandledCall[] {
  return [
    listCall(context),
    countsCall(context),
    readCall(context),
    removeCall(context),
    settingsCall(context),
    setKindCall(context),
    setPushCall(context),
    setMailCall(context),
    pushOnCall(context),
    pushOffCall(context),
  ];
}

function listCall(context: InboxServices): HandledCall {
  return handle(calls.msgList, async ({ fields: { kind, cursor, size }, player }) => {
    const from = CURSOR.exec(cursor ?? '');
    const [at, seq] = [Number(from?.[1] ?? Number.MAX_SAFE_INTEGER), Number(from?.[2] ?? Number.MAX_SAFE_INTEGER)];
    return ok(
      await context.database.snapshot(async (client) => {
        const due = (await dueNotices(client, player.id, context.publication)).filter(
          (each) => (kind === undefined || each.kind === kind) && (each.at < at || (each.at === at && each.seq < seq)),
        );
        const { rows } = await client.query<NoticeRow>(
          `SELECT seq, kind, code, vars, at, read FROM notices
            WHERE user_id = $1 AND NOT gone AND ($2::text IS NULL OR kind = $2) AND ($3::bigint IS NULL OR (at, seq) < ($3::bigint, $4::bigint))
            ORDER BY at DESC, seq DESC LIMIT $5`,
          [player.id, kind ?? null, from?.[1] ?? null, from?.[2] ?? null, size + 1],
          'notices',
        );
        const all = [...due, ...rows].sort((a, b) => b.at - a.at || b.seq - a.seq);
        const shown = all.slice(0, size);
        const last = shown.at(-1);
        return {
          items: await shownNotices(context, client, player.id, shown),
          next: all.length > size && last !== undefined ? `${last.at}~${last.seq}` : null,
        };
      }),
    );
  });
}

function countsCall(context: InboxServices): HandledCall {
  return handle(calls.msgCounts, async ({ player }) =>
    ok({
      unread: await context.database.snapshot(async (client) =>
        unreadOf(client, player.id, await dueNotices(client, player.id, context.publication)),
      ),
    }),
  );
}

function readCall(context: InboxServices): HandledCall {
  return handle(calls.msgRead, async ({ fields: { id, kind }, player }) =>
    ok(
      await changed(
        context,
        player.id,
        `UPDATE notices SET read = true WHERE user_id = $1 AND NOT read AND ($2::bigint IS NULL OR ${noticeNumberIs('$2')}) AND ($3::text IS NULL OR kind = $3)`,
        [id ?? null, kind ?? null],
        'notices-read',
      ),
    ),
  );
}

function removeCall(context: InboxServices): HandledCall {
  return handle(calls.msgRemove, async ({ fields: { id }, player }) =>
    ok(
      await changed(
        context,
        player.id,
        `UPDATE notices SET gone = true WHERE user_id = $1 AND ${noticeNumberIs('$2')} AND NOT gone`,
        [id],
        'notice-remove',
      ),
      '已删除',
    ),
  );
}

function settingsCall(context: InboxServices): HandledCall {
  return handle(calls.msgSettings, async ({ player, token }) => ok(await settings(context, player.id, token)));
}

function setKindCall(context: InboxServices): HandledCall {
  return handle(calls.setMsgSetting, async ({ fields: { kind, on }, player, token }) =>
    ok(
      await settings(context, player.id, token, (client) =>
        client.query(
          `UPDATE notice_progress SET off = CASE WHEN $3 THEN array_remove(off, $2) ELSE array_append(array_remove(off, $2), $2) END WHERE user_id = $1`,
          [player.id, kind, on],
          'notice-setting',
        ),
      ),
      on ? '已开启' : '已关闭',
    ),
  );
}

function setPushCall(context: InboxServices): HandledCall {
  return handle(calls.setPushSetting, async ({ fields: { what, on }, player, token }) =>
    ok(await settings(context, player.id, token, (client) => setPushKind(client, player.id, what, on)), on ? '已开启' : '已关闭'),
  );
}

function setMailCall(context: InboxServices): HandledCall {
  return handle(calls.setMailSetting, async ({ fields: { kind, on }, player, token }) => {
    if (on && (await contactOf(context, context.database, player.id, 'email')) === undefined)
      return refuseStep({ step: 'email', to: '/BindEmail' }, '请先绑定邮箱');
    return ok(await settings(context, player.id, token, (client) => setMailKind(client, player.id, kind, on)), on ? '已开启' : '已关闭');
  });
}

function pushOnCall(context: InboxServices): HandledCall {
  return handle(calls.pushOn, async ({ fields, player, token }) => {
    if (!context.push.service.takes(fields.endpoint)) return refuseField('endpoint', '当前浏览器不支持消息推送');
    if (!arePushKeys(fields)) return refuseField('p256dh', '通知开启失败，请刷新后重试');
    return ok(
      await settings(context, player.id, token, (client) => subscribe(client, context.encryption, player.id, token, fields)),
      '通知已开启',
    );
  });
}

function pushOffCall(context: InboxServices): HandledCall {
  return handle(calls.pushOff, async ({ player, token }) => {
    await unsubscribe(context.database, token);
    return ok(await settings(context, player.id, token), '通知已关闭');
  });
}

/** Does `work` with the notices made of everything that happened up to now. */
function withMadeNotices<T>(context: InboxServices, userId: number, work: (client: Querying) => Promise<T>): Promise<T> {
  return context.database.transaction(async (client) => {
    await client.query('SELECT lock_player($1)', [userId]);
    await makeNotices(client, userId, context.publication);
    return work(client);
  });
}

/** Changes rows and tells the player's phones, so that a list that is open elsewhere, or is gone back to, shows it. */
function changed(
  context: InboxServices,
  userId: number,
  update: string,
  values: readonly unknown[],
  name: string,
): Promise<{ readonly unread: Unread }> {
  return withMadeNotices(context, userId, async (client) => {
    const { rowCount } = await client.query(update, [userId, ...values], name);
    if (rowCount) await announceMessage(client, userId);
    return { unread: await unreadOf(client, userId) };
  });
}

/** What the player switched on, for the app, for pushes to this login, and for mail. */
async function settingsOf(context: InboxServices, client: Querying, key: string, userId: number, token: string) {
  const { rows } = await client.query<{ off: readonly string[] }>(
    'SELECT off FROM notice_progress WHERE user_id = $1',
    [userId],
    'notice-settings',
  );
  const { off, push } = await pushSettingsOf(client, key, userId, token);
  const { kinds, mail } = await mailSettingsOf(context, client, userId);
  const isOn = (list: readonly string[] | undefined, kind: string): boolean => !(list ?? []).includes(kind);
  return {
    items: NOTICE_RULES.kinds.map((each) => ({
      ...each,
      on: isOn(rows[0]?.off, each.kind),
      push: isOn(off, each.kind),
      mail: kinds.includes(each.kind),
    })),
    push,
    mail,
  };
}

/** The settings, after `change` where there is one. */
async function settings(context: InboxServices, userId: number, token: string, change?: (client: Querying) => Promise<unknown>) {
  // Not within the transaction, where nothing else of the embedded database is answered.
  const key = await context.push.key();
  if (change === undefined) return settingsOf(context, context.database, key, userId, token);
  return withMadeNotices(context, userId, async (client) => {
    await change(client);
    return settingsOf(context, client, key, userId, token);
  });
}
