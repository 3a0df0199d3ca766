/** What the blocks of sports games say. */
import type { StrikeReason } from '../../machines/picked-matches.ts';

export const STRUCK_REASON_TEXTS: Readonly<Record<StrikeReason, string>> = {
  suspended: '停售',
  stopped: '已截止',
  live: '已开赛',
  finished: '已完赛',
  postponed: '延期',
  abandoned: '腰斩',
  cancelled: '取消',
  closed: '玩法已截止',
  gone: '不在当前列表',
};

export function refusedText(reason: 'matches' | 'bankers' | 'play' | 'unknown', limit: number): string {
  switch (reason) {
    case 'matches':
      return `一张投注单最多 ${limit} 场`;
    case 'bankers':
      return limit === 0 ? '此玩法没有胆' : `最多设 ${limit} 个胆`;
    case 'play':
      return '一张投注单只能选一种玩法';
    case 'unknown':
      return '玩法已更新，请刷新后再选';
  }
}

export const droppedText = (count: number): string => `玩法已更新，${count} 个选项不再可选，已移除`;

export function struckText(matches: readonly { readonly code: string; readonly why: StrikeReason }[]): string {
  const [first] = matches;
  if (!first) return '';
  return matches.length === 1
    ? `${first.code} ${STRUCK_REASON_TEXTS[first.why]}，已从所选中移除`
    : `${first.code} 等 ${matches.length} 场已停止投注，已从所选中移除`;
}
