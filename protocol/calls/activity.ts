/** Activities (活动): described pages with days, progress and a claim. */
import { call } from './define.ts';
import { count, fen, instant, list, object, oneOf, orNull, text, Type } from './schema.ts';

const hash = Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Address of its page: 128 random bits, hexadecimal.' });

const mine = object({
  state: oneOf(['open', 'ready', 'claimed', 'closed'], 'ready: it can be claimed now. closed: it is not running now.'),
  doneBp: Type.Integer({ minimum: 0, maximum: 10_000, description: 'The progress of the player, basis points.' }),
  text: text('The same in words.'),
  claimedAt: orNull(instant()),
});
const shown = {
  hash: text('Address of its page.'),
  title: text(),
  note: text('One line.'),
  reward: text('The reward in words.'),
  state: oneOf(['before', 'running', 'ended']),
  startsAt: instant(),
  endsAt: instant(),
  mine: orNull(mine, 'null: without a session.'),
};
export const activityRow = object(shown);

const HASH = '0123456789abcdef0123456789abcdef';
const example = {
  hash: HASH,
  title: '连签一周',
  note: '签到七天，领补签卡',
  reward: '100 积分、补签卡 ×1',
  state: 'running',
  startsAt: 1_790_000_000_000,
  endsAt: 1_792_000_000_000,
  mine: { state: 'open', doneBp: 4_285, text: '签到 3 / 7 天', claimedAt: null },
} as const;

export const activityList = call({
  method: 'GET',
  path: '/api/Activity/List',
  summary: '活动列表：进行中、未开始、已结束',
  session: 'optional',
  fields: {},
  answer: object({ items: list(activityRow), next: Type.Null({ description: 'All of them are on this page.' }) }),
  example: { fields: {}, models: { items: [example], next: null } },
});

/** At GET /api/Activity/{hash} too, as the product's specification has it. */
export const activityDetail = call({
  method: 'GET',
  path: '/api/Activity/Detail',
  summary: '一个活动的页面与我的进度；也可用 /api/Activity/{hash}',
  session: 'optional',
  fields: { hash },
  answer: object({
    ...shown,
    blocks: list(object({ title: text(), text: text() }), 'The content of the page.'),
    rule: text('The condition in words.'),
    to: text("The page on which it is done; '' if there is none."),
  }),
  refuses: ['notFound'],
  example: {
    fields: { hash: HASH },
    models: { ...example, blocks: [{ title: '参与方式', text: '每天签到一次。' }], rule: '签到满 7 天', to: '/CheckInCalendar' },
  },
});

export const claimActivity = call({
  method: 'POST',
  path: '/api/Activity/Claim',
  summary: '领取活动奖励，每人一次',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  wallet: true,
  fields: { hash },
  answer: object({
    hash: text('Address of its page.'),
    reward: text('The reward that was given, in words.'),
    balancePoints: count('Points after the call.'),
    balanceFen: fen('Main wallet after the call, fen.'),
  }),
  refuses: ['notFound', 'stateChanged'],
  refusalModels: { stateChanged: object({ state: oneOf(['before', 'open', 'claimed', 'ended']) }) },
  example: { fields: { hash: HASH }, models: { hash: HASH, reward: '100 积分', balancePoints: 135, balanceFen: 1_000_000 } },
});
