/** Messages inside the app (消息中心): what happened to a player, by kind, read or not. */
import { call } from './define.ts';
import { count, flag, instant, list, object, oneOf, optional, page, paging, text, Type } from './schema.ts';

const KINDS = ['notice', 'trade', 'social', 'system'] as const;
const kind = oneOf([...KINDS], 'notice 通知 (prizes, refunds), trade 交易, social 社交, system 系统.');
const unread = object({ all: count(), notice: count(), trade: count(), social: count(), system: count() }, 'How many are unread, by kind.');
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
  to: text("Route that it leads to; '' for none."),
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
      Type.String({ pattern: '^[1-9][0-9]{0,14}$', description: 'One message; one of nobody, or of another player, changes nothing.' }),
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

const setting = object({ kind, name: text(), note: text(), on: flag('Whether messages of this kind are made.') });

export const msgSettings = call({
  method: 'GET',
  path: '/api/SiteMsg/MsgSettings',
  summary: '哪几类消息要收',
  session: 'player',
  fields: {},
  answer: object({ items: list(setting) }),
  example: { fields: {}, models: { items: [{ kind: 'notice', name: '通知', note: '派奖、退款与更正', on: true }] } },
});

export const setMsgSetting = call({
  method: 'POST',
  path: '/api/SiteMsg/SetMsgSetting',
  summary: '收或不收一类消息；关掉以前的还在',
  session: 'player',
  changes: 'state',
  fields: { kind, on: Type.Boolean({ description: 'Whether messages of this kind are made from now on.' }) },
  answer: object({ items: list(setting) }),
  example: { fields: { kind: 'social', on: false }, models: { items: [{ kind: 'social', name: '社交', note: '关注与评论', on: false }] } },
});
