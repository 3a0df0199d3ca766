/** What states and kinds of shares are called, and where a group order is shown. */
import type { GroupJoinsModels, GroupState } from '../../../protocol/calls.ts';

export const groupRouteOf = (id: string): string => `/togetherOrder?id=${id}`;

export const GROUP_STATE_NAMES: Readonly<Record<GroupState, string>> = {
  open: '招募中',
  played: '已出票',
  won: '中奖',
  lost: '未中奖',
  failed: '已流单',
  cancelled: '已撤单',
  void: '已退款',
};

export const JOIN_TYPE_NAMES: Readonly<Record<GroupJoinsModels['items'][number]['type'], string>> = {
  own: '发起',
  join: '认购',
  follow: '定制',
  guarantee: '保底',
  site: '网站',
};
