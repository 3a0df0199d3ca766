/** What a draft of a product, an activity or a quiz says, in words: what an operator looks over before it is published. */
import type { ActivityDescription } from '../../engine/descriptions/activities/types.ts';
import { formatInteger, formatMoney } from '../../engine/descriptions/format.ts';
import type { ProductDescription, Shelf } from '../../engine/descriptions/store/types.ts';
import type { QuizDescription } from '../../engine/quiz/types.ts';

export interface SummaryRow {
  readonly label: string;
  readonly text: string;
}

const SHELVES: Readonly<Record<Shelf, string>> = { items: '道具', looks: '头像', coupons: '红包', exchange: '兑换' };

export const summaryRows = (...pairs: readonly (readonly [label: string, text: string | undefined])[]): readonly SummaryRow[] =>
  pairs.flatMap(([label, text]) => (text === undefined || text === '' ? [] : [{ label, text }]));

export const dateRange = (from: string | undefined, to: string | undefined): string | undefined =>
  from === undefined && to === undefined ? undefined : `${from ?? '现在'} 至 ${to ?? '不限'}`;

const limitText = (of: { readonly day?: number; readonly total?: number; readonly account?: number } | undefined, unit: string): string =>
  [
    ...(of?.day === undefined ? [] : [`每天 ${formatInteger(of.day)} ${unit}`]),
    ...(of?.total === undefined ? [] : [`共 ${formatInteger(of.total)} ${unit}`]),
    ...(of?.account === undefined ? [] : [`每人 ${formatInteger(of.account)} ${unit}`]),
  ].join('，') || '不限';

export function productSummary({ name, shelf, price, stock, limit, level, from, to, keepDays, disabled, gives }: ProductDescription) {
  return summaryRows(
    ['名称', name],
    ['暂停', disabled],
    ['货架', SHELVES[shelf]],
    ['价格', price.points === undefined ? `${formatMoney(price.fen ?? 0)} 元` : `${formatInteger(price.points)} 积分`],
    ['库存', limitText(stock, '件')],
    ['限购', limitText(limit, '件')],
    ['等级', level === undefined || level === 0 ? undefined : `V${level} 起`],
    ['开售', dateRange(from, to)],
    ['有效期', keepDays === undefined ? '永久' : `买到后 ${keepDays} 天`],
    ['买到什么', rewardText(gives)],
  );
}

const COUPONS = { all: '全部彩种', number: '数字彩', quick: '高频彩', sport: '竞技彩' } as const;

function rewardText({ item, avatar, frame, emotes, coupon, scratch }: ProductDescription['gives']): string {
  if (coupon !== undefined) {
    const on = coupon.for === 'game' ? (coupon.game ?? '') : COUPONS[coupon.for];
    return `红包：${on}满 ${formatMoney(coupon.leastFen)} 元抵 ${formatMoney(coupon.fen)} 元，全额退款后再用 ${coupon.backDays} 天`;
  }
  if (scratch !== undefined) return `一张刮刮乐 ${scratch.card}`;
  if (avatar !== undefined) return `头像 ${avatar}`;
  if (frame !== undefined) return `头像框 ${frame}`;
  if (emotes !== undefined) return `一套表情 ${emotes}`;
  return `道具 ${item ?? ''}`;
}

const FACTS = { stake: '投注', bets: '投注', recharge: '充值', checkins: '签到' } as const;

export function activitySummary({ title, note, from, to, rule, gives, blocks }: ActivityDescription): readonly SummaryRow[] {
  const of =
    rule.fact === 'bets' ? `${formatInteger(rule.of)} 次` : rule.fact === 'checkins' ? `${rule.of} 天` : `${formatMoney(rule.of)} 元`;
  return summaryRows(
    ['标题', title],
    ['说明', note],
    ['日期', dateRange(from, to)],
    ['参与条件', `${rule.games === undefined ? '' : `在 ${rule.games.join('、')} `}${FACTS[rule.fact]}满 ${of}`],
    [
      '可领取',
      [
        ...(gives.fen === undefined ? [] : [`${formatMoney(gives.fen)} 元礼金，投注一遍后可提现`]),
        ...(gives.points === undefined ? [] : [`${formatInteger(gives.points)} 积分`]),
        ...Object.entries(gives.items ?? {}).map(([item, count]) => `${item} ×${count}`),
      ].join('，'),
    ],
    ['页面', blocks.map((block) => block.title).join('、')],
  );
}

export function quizSummary({
  name,
  ask,
  note,
  stake,
  sharePercent,
  voidAfterHours,
  disabled,
  source,
}: QuizDescription): readonly SummaryRow[] {
  const every = (minutes: number): string => (minutes === 0 ? '每期出题' : `每 ${minutes} 分钟出一题`);
  return summaryRows(
    ['名称', name],
    ['暂停', disabled],
    ['问题', ask],
    ['判定方式', note],
    ['选项', source.options.map((option) => `${option.name}${option.when === undefined ? '（其余都不成立时）' : ''}`).join('、')],
    ['积分', `每次 ${formatInteger(stake.least)}，每人每题最多 ${formatInteger(stake.most)}`],
    ['分给猜中的人', `奖池的 ${sharePercent}%，其余进下一题`],
    [
      '出题来源',
      source.kind === 'draw'
        ? `${source.game} 的开奖，${every(source.everyMinutes)}，开奖前 ${source.closeBeforeSeconds} 秒截止`
        : `${source.game} 的比赛，提前 ${source.aheadHours} 小时，最多 ${source.most} 场，开赛前 ${source.closeBeforeSeconds} 秒截止`,
    ],
    ['没有结果', `${voidAfterHours} 小时后作废，积分全部退回`],
  );
}
