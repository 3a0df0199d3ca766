/** Messages inside the app (消息中心): what happened to a player, by kind, read or not. */
import { call } from './define.ts';
import { count, flag, instant, list, object, oneOf, optional, page, paging, text, Type, type TypeOf } from './schema.ts';

const KINDS = ['notice', 'trade', 'social', 'system'] as const;
const kind = oneOf([...KINDS], 'notice 通知 (prizes, refunds), trade 交易, social 社交, system 系统.');
const unread = object(
  { all: count(), notice: count(), trade: count(), social: count(), system: count() },
  'The number of unread messages, by kind.',
);
const counts = { all: 1, notice: 1, trade: 0, social: 0, system: 0 };

const message = object({
  id: text(),
  kind,
  icon: text('Name of a drawn icon.'),
  tone: text(),
  title: text(),
  text: text("'' for none."),
  at: instant('When it happened, unix ms.'),
  unread: flag(),
  to: text("The route that it opens; '' if none."),
});

export const msgList = call({
  method: 'GET',
  path: '/api/SiteMsg/MsgList',
  summary: '我的消息，新的在前',
  session: 'player',
  fields: { kind: optional(kind), ...paging() },
  answer: page(message),
  example: {
    fields: { kind: 'notice' },
    models: {
      items: [
        {
          ...{
            id: '12',
            kind: 'notice' as const,
            icon: 'trophy',
            tone: 'red',
            title: '派奖 12 元',
            text: '派奖 · 双色球 第 2026130 期',
          },
          ...{ at: 1_795_312_800_000, unread: true, to: '/orderDetails?orderId=019a2b3c-0000-7000-8000-000000000001' },
        },
      ],
      next: null,
    },
  },
});

export const msgCounts = call({
  method: 'GET',
  path: '/api/SiteMsg/MsgCounts',
  summary: '未读消息数',
  session: 'player',
  fields: {},
  answer: object({ unread }),
  example: { fields: {}, models: { unread: counts } },
});

export const msgRead = call({
  method: 'POST',
  path: '/api/SiteMsg/MsgRead',
  summary: '标为已读：一条，一类，或全部',
  session: 'player',
  changes: 'state',
  fields: {
    id: optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,14}$',
        description: "One message. The id of a missing message, or of another player's, changes nothing.",
      }),
    ),
    kind: optional(kind),
  },
  answer: object({ unread }),
  example: { fields: {}, models: { unread: { ...counts, all: 0, notice: 0 } } },
});

export const msgRemove = call({
  method: 'POST',
  path: '/api/SiteMsg/MsgRemove',
  summary: '删除一条消息',
  session: 'player',
  changes: 'state',
  fields: { id: Type.String({ pattern: '^[1-9][0-9]{0,14}$', description: 'A message.' }) },
  answer: object({ unread }),
  example: { fields: { id: '12' }, models: { unread: counts } },
});

const setting = object({
  kind,
  name: text(),
  note: text(),
  on: flag('Whether the player gets messages of this kind.'),
  push: flag('Whether they are pushed to the phones that have allowed it.'),
  mail: flag('Whether an e-mail is sent about them.'),
});
const mail = object({
  works: flag('Whether this server sends e-mail.'),
  to: text("The player's verified address, masked; '' if none."),
});
const push = object({
  key: text('The public key with which a browser subscribes (VAPID, base64url).'),
  here: flag('Whether the phone of this login gets pushes.'),
  words: flag('Whether a push contains the text of the message. Otherwise it only announces a message.'),
});
export type PushSettings = TypeOf<typeof push>;
const settings = object({ items: list(setting), push, mail });
const all = (item: { readonly on?: boolean; readonly push?: boolean; readonly mail?: boolean }, here: boolean) => ({
  items: [{ kind: 'notice' as const, name: '通知', note: '派奖、退款、更正与开售提醒', on: true, push: true, mail: false, ...item }],
  mail: { works: true, to: 'a***@example.com' },
  push: { key: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8', here, words: false },
});

export const msgSettings = call({
  method: 'GET',
  path: '/api/SiteMsg/MsgSettings',
  summary: '哪几类消息要收，哪几类要推送到手机、发邮件',
  session: 'player',
  fields: {},
  answer: settings,
  example: { fields: {}, models: all({}, false) },
});

export const setMsgSetting = call({
  method: 'POST',
  path: '/api/SiteMsg/SetMsgSetting',
  summary: '收或不收一类消息；关掉以前的还在',
  session: 'player',
  changes: 'state',
  fields: { kind, on: Type.Boolean({ description: 'Whether the player gets messages of this kind from now on.' }) },
  answer: settings,
  example: { fields: { kind: 'notice', on: false }, models: all({ on: false }, false) },
});

export const setPushSetting = call({
  method: 'POST',
  path: '/api/SiteMsg/SetPushSetting',
  summary: '推送或不推送一类消息；推送里写不写内容',
  session: 'player',
  changes: 'state',
  fields: {
    what: oneOf([...KINDS, 'words'], 'A kind of messages. words: whether a push contains the text of the message.'),
    on: Type.Boolean({ description: 'The new setting, for all phones of the player.' }),
  },
  answer: settings,
  example: { fields: { what: 'notice', on: false }, models: all({ push: false }, true) },
});

export const setMailSetting = call({
  method: 'POST',
  path: '/api/SiteMsg/SetMailSetting',
  summary: '一类消息要不要发邮件',
  session: 'player',
  changes: 'state',
  fields: { kind, on: Type.Boolean({ description: 'Whether an e-mail is sent about messages of this kind from now on.' }) },
  answer: settings,
  refuses: ['needsStep'],
  example: { fields: { kind: 'trade', on: true }, models: all({ mail: true }, false) },
});

/** Of PushSubscription.toJSON: bytes as base64url. */
const key = (bytes: number, what: string) => Type.String({ pattern: `^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`, description: what });

export const pushOn = call({
  method: 'POST',
  path: '/api/SiteMsg/PushOn',
  summary: '打开这部手机的通知，退出登录即关闭',
  session: 'player',
  changes: 'state',
  fields: {
    endpoint: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'The address that the browser’s push service gave. Addresses of other hosts are refused.',
    }),
    p256dh: key(65, 'Public key of the browser.'),
    auth: key(16, 'Secret of the browser.'),
  },
  answer: settings,
  example: {
    fields: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    models: all({}, true),
  },
});

export const pushOff = call({
  method: 'POST',
  path: '/api/SiteMsg/PushOff',
  summary: '关闭这部手机的通知',
  session: 'player',
  changes: 'state',
  fields: {},
  answer: settings,
  example: { fields: {}, models: all({}, false) },
});
