/**
 * People as others see them: attention (关注), home pages, comments. Where `who` is left out, the player of the session is meant. The
 * calls of order and attention that change something are GETs in the specification; they are signed and idempotent.
 */
import { call } from './define.ts';
import { count, fen, flag, id, instant, list, object, oneOf, optional, orNull, paging, sharedId, Type, text } from './schema.ts';

/** The public profile of a player. */
export const person = object({
  mid: text('Public number of the player, the same as Mid of the account. It is never the login name.'),
  name: text('The nickname, or else the masked login name.'),
  avatar: text("Address of the player's picture."),
  level: count('Member level, 0 to 9.'),
});
export const personExample = { mid: '7', name: '蓝天', avatar: '/avatars/rat.svg', level: 1 };

/** Results of a player's releases or group orders over some days, for the cards of the lists. A player who hides all orders has none. */
export const recentRecord = (days: number) =>
  object({
    orders: count(`Orders of the last ${days} days that are won or lost.`),
    won: count('Of these, the orders that won.'),
    returnBp: orNull(Type.Integer(), 'Prizes divided by stakes, basis points; null: no orders.'),
  });

/** A field that names a player. */
export const personField = Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'Public number of a player (`mid` of a person).' });
const somebody = optional(Type.String({ ...personField, description: 'Public number of a player; left out: the caller.' }));

const RELATIONS = ['none', 'following', 'fan', 'mutual', 'self'] as const;
export const relation = oneOf(
  RELATIONS,
  'following: the caller follows the player. fan: the player follows the caller. mutual: both. self: the player is the caller.',
);

const attentionState = object({
  relation,
  following: count('Players whom the caller follows now.'),
  fans: count('Players who follow the requested player.'),
});
const attentionExample = { fields: { who: '8' }, models: { relation: 'following', following: 1, fans: 1 } } as const;

export const attentionUser = call({
  method: 'GET',
  path: '/api/attention/AttentionUser',
  summary: '关注一位彩友',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: { who: personField },
  answer: attentionState,
  refuses: ['notFound', 'limitReached'],
  example: attentionExample,
});

export const cancelAttentionUser = call({
  method: 'GET',
  path: '/api/attention/cancelAttentionUser',
  summary: '取消关注',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: { who: personField },
  answer: attentionState,
  refuses: ['notFound'],
  example: { fields: { who: '8' }, models: { relation: 'none', following: 0, fans: 0 } },
});

const attentionItem = object({
  who: person,
  relation,
  signature: text("A line about the player; '' if none."),
  fans: count('Players who follow this player.'),
  at: instant('When the following began; 0 if nobody follows the player.'),
  latest: text("The player's latest public release, in words; '' if none."),
});
const attentionList = object({
  items: list(attentionItem, 'The newest first.'),
  next: orNull(Type.String(), 'Cursor of the next page; null: there is none.'),
  total: count('The number of all of them, regardless of `q`.'),
});
const attentionListExample = {
  fields: {},
  models: {
    items: [{ who: personExample, relation: 'following', signature: '好运常在', fans: 12, at: 1_795_300_000_000, latest: '' }],
    next: null,
    total: 1,
  },
} as const;
const listing = {
  method: 'GET',
  session: 'player',
  fields: { q: optional(Type.String({ maxLength: 20, description: 'Part of a name.' })), ...paging() },
  answer: attentionList,
  example: attentionListExample,
} as const;

export const queryMyAttentionUser = call({ ...listing, path: '/api/attention/queryMyAttentionUser', summary: '我关注的人' });
export const queryMyFansUser = call({ ...listing, path: '/api/attention/QueryMyFansUser', summary: '我的粉丝' });
export const queryFDUserList = call({
  ...listing,
  path: '/api/attention/QueryFDUserList',
  summary: '可以定制跟单的人：发过宝单或合买，并允许别人跟单',
});

const record = object({
  orders: count('All settled orders.'),
  hit7Bp: orNull(Type.Integer(), 'The share of orders of the last 7 days that won, basis points; null: no orders.'),
  hit30Bp: orNull(Type.Integer(), 'The same for 30 days.'),
  returnBp: orNull(Type.Integer(), 'Prizes divided by stakes for orders of the last 30 days, basis points; null: no orders.'),
  bestFen: fen('The largest prize of one order.'),
  streak: count('The number of the latest orders in a row that won.'),
  last: list(oneOf(['won', 'lost']), 'The latest ten, the newest first.'),
  lastText: text('The same in words: 中 未 中.'),
});

export const queryUserHomePage = call({
  method: 'GET',
  path: '/api/order/queryUserHomePage',
  summary: '个人主页',
  session: 'optional',
  fields: { who: somebody },
  answer: object({
    who: person,
    relation,
    signature: text(),
    region: text(),
    follows: count('Players whom this player follows.'),
    fans: count('Players who follow this player.'),
    allowFollow: flag("Others may follow the player's orders."),
    hidden: flag('The player hides all orders, so there is no record and the lists are empty.'),
    record: orNull(record, 'Null: hidden.'),
  }),
  refuses: ['notFound', 'notLoggedIn'],
  example: {
    fields: { who: '7' },
    models: {
      who: personExample,
      relation: 'none',
      signature: '好运常在',
      region: '',
      follows: 3,
      fans: 12,
      allowFollow: true,
      hidden: false,
      record: {
        orders: 20,
        hit7Bp: 5_000,
        hit30Bp: 4_200,
        returnBp: 9_100,
        bestFen: 128_000,
        streak: 2,
        last: ['won', 'won', 'lost'],
        lastText: '中 中 未',
      },
    },
  },
});

/** One row of a home page, whatever it is. */
export const homeRow = object({
  id: sharedId('order, release or group order'),
  kind: text('The kind: ticket, chase, sport, release, follow, hm.'),
  title: text(),
  subtitle: text(),
  plan: text("The picks in one line; '' if the caller may not see them, or this kind has none."),
  amountFen: fen(),
  status: oneOf(['pending', 'won', 'lost', 'cancelled']),
  prizeFen: fen(),
  at: instant('When it was placed.'),
  to: text("The route of its page; '' if the caller cannot see more."),
});
const homeRows = object({
  items: list(homeRow, 'The newest first.'),
  next: orNull(Type.String(), 'Cursor of the next page; null: there is none.'),
  hidden: flag('The player hides all orders.'),
});
const homeList = {
  method: 'GET',
  session: 'optional',
  fields: { who: somebody, ...paging() },
  answer: homeRows,
  refuses: ['notFound', 'notLoggedIn'],
} as const;
const homeExample = (models: { kind: string; title: string; subtitle: string; to: string }) => ({
  fields: { who: '7' },
  models: {
    items: [
      {
        id: '019a2b3c-0000-7000-8000-000000000001',
        plan: '',
        amountFen: 200,
        status: 'won' as const,
        prizeFen: 1_000,
        at: 1_795_300_000_000,
        ...models,
      },
    ],
    next: null,
    hidden: false,
  },
});

export const homePageOrders = call({
  ...homeList,
  path: '/api/order/QueryUserHomePageOrderList_ZH',
  summary: '个人主页：自己的订单与追号',
  example: homeExample({ kind: 'ticket', title: '双色球', subtitle: '标准 第 2026134 期', to: '' }),
});
export const homePageReleases = call({
  ...homeList,
  path: '/api/order/QueryUserHomePageOrderList_FD',
  summary: '个人主页：宝单与跟单',
  example: homeExample({
    kind: 'release',
    title: '竞彩足球',
    subtitle: '4 场 3串1',
    to: '/followOrder1?id=019a2b3c-0000-7000-8000-000000000001',
  }),
});
export const homePageGroups = call({
  ...homeList,
  path: '/api/order/QueryUserHomePageOrderList_HM',
  summary: '个人主页：合买',
  example: homeExample({
    kind: 'hm',
    title: '双色球',
    subtitle: '第 2026134 期',
    to: '/togetherOrder?id=019a2b3c-0000-7000-8000-000000000001',
  }),
});

/** What a comment is about: exactly one of the two is sent. */
const about = {
  releaseId: optional(sharedId('release')),
  hmId: optional(sharedId('group order')),
};
const COMMENT = '1–200 characters; may be left out with an emote.';
const words = optional(Type.String({ maxLength: 400, description: COMMENT }));
const emote = optional(Type.String({ pattern: '^[a-z0-9-]{1,32}$', description: 'Emote (表情) beside the text, or instead of it.' }));

export const replyItem = object({
  id: sharedId('reply'),
  who: person,
  text: text("The text; '' if there is only an emote."),
  emote: orNull(object({ name: text(), picture: text('Address of its picture.') }), 'null: none.'),
  at: instant(),
  mine: flag('The caller wrote it and can delete it.'),
});
export const commentItem = object({
  ...replyItem.properties,
  id: sharedId('comment'),
  replyCount: count(),
  replies: list(replyItem, 'The first three, the oldest first.'),
});
const replyExample = {
  id: '019a2b3c-0000-7000-8000-000000000012',
  who: personExample,
  text: '同感',
  emote: null,
  at: 1_795_300_060_000,
  mine: false,
};
const commentExample = {
  id: '019a2b3c-0000-7000-8000-000000000011',
  who: personExample,
  text: '看好主队',
  emote: { name: '点赞', picture: '/emotes/thumb.svg' },
  at: 1_795_300_000_000,
  mine: true,
  replyCount: 1,
  replies: [replyExample],
};

export const commentList = call({
  method: 'GET',
  path: '/api/order/CommentList',
  summary: '评论',
  session: 'optional',
  fields: {
    ...about,
    sort: optional(oneOf(['new', 'hot'], 'new (when left out): the newest first. hot: the most replies first.')),
    ...paging(20),
  },
  answer: object({
    items: list(commentItem),
    next: orNull(Type.String(), 'Cursor of the next page; null: there is none.'),
    total: count('Comments and replies.'),
    open: flag('Players can still write.'),
    closesAt: orNull(instant(), 'When writing ends; null: unknown yet.'),
  }),
  refuses: ['notFound'],
  example: {
    fields: { hmId: '019a2b3c-0000-7000-8000-000000000001' },
    models: { items: [commentExample], next: null, total: 2, open: true, closesAt: null },
  },
});

export const replyList = call({
  method: 'GET',
  path: '/api/order/ReplyList',
  summary: '一条评论的全部回复，旧的在前',
  session: 'optional',
  fields: { commentId: sharedId('comment'), ...paging() },
  answer: object({ items: list(replyItem), next: orNull(Type.String(), 'Cursor of the next page; null: there is none.') }),
  refuses: ['notFound'],
  example: { fields: { commentId: commentExample.id }, models: { items: [replyExample], next: null } },
});

const writing = {
  method: 'GET',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
} as const;

export const addUserComment = call({
  ...writing,
  path: '/api/order/addUserComment',
  summary: '发表评论',
  fields: { ...about, id: optional(sharedId('comment, made by the client; otherwise the server makes one')), text: words, emote },
  answer: commentItem,
  refuses: ['notFound', 'limitReached', 'stateChanged'],
  example: {
    fields: { hmId: '019a2b3c-0000-7000-8000-000000000001', id: commentExample.id, text: '看好主队', emote: 'thumb' },
    models: { ...commentExample, replyCount: 0, replies: [] },
  },
});

export const addUserReply = call({
  ...writing,
  path: '/api/order/AddUserReply',
  summary: '回复评论',
  fields: {
    commentId: sharedId('comment'),
    id: optional(sharedId('reply, made by the client; otherwise the server makes one')),
    text: words,
    emote,
  },
  answer: replyItem,
  refuses: ['notFound', 'limitReached', 'stateChanged'],
  example: {
    fields: { commentId: commentExample.id, id: replyExample.id, text: '同感' },
    models: { ...replyExample, mine: true },
  },
});

export const emotes = call({
  method: 'GET',
  path: '/api/order/Emotes',
  summary: '可以用在评论里的表情',
  session: 'player',
  fields: {},
  answer: object({
    items: list(
      object({ id: text(), name: text(), picture: text('Address of its picture.'), set: text('Name of its set.') }),
      'Set by set: the common sets, then the sets that the player bought.',
    ),
    all: flag('The player has all sets.'),
  }),
  example: { fields: {}, models: { items: [{ id: 'thumb', name: '点赞', picture: '/emotes/thumb.svg', set: '常用' }], all: false } },
});

export const deleteComment = call({
  ...writing,
  method: 'POST',
  path: '/api/order/DeleteComment',
  summary: '删除自己的评论或回复',
  fields: { id: id('comment or reply') },
  answer: object({ deleted: flag() }),
  refuses: ['notFound'],
  example: { fields: { id: commentExample.id }, models: { deleted: true } },
});

export const reportComment = call({
  ...writing,
  method: 'POST',
  path: '/api/order/ReportComment',
  summary: '举报评论或回复',
  fields: {
    id: sharedId('comment or reply'),
    why: oneOf(['abuse', 'fraud', 'advert', 'other'], 'abuse 辱骂, fraud 欺诈, advert 广告, other 其他.'),
  },
  answer: object({ reported: flag() }),
  refuses: ['notFound', 'limitReached'],
  example: { fields: { id: commentExample.id, why: 'advert' }, models: { reported: true } },
});
