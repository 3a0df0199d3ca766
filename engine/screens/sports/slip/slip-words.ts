/** What the slip of a sports game says. */
import { formatMoney } from '../../../descriptions/format.ts';
import type { MatchSlipEffect } from '../../../machines/match-slip.ts';

type Refused = Extract<MatchSlipEffect, { readonly do: 'refused' }>;

export function refusedText(reason: Refused['reason'], limit: number): string {
  switch (reason) {
    case 'lastPass':
      return '至少保留一种过关方式';
    case 'noPass':
      return '所选场次不能用这种过关方式';
    case 'multiplierCap':
      return `最多 ${limit} 倍`;
    case 'noneLeft':
      return `计划共 ${limit} 注，已经分完`;
  }
}

type Fen = Parameters<typeof formatMoney>[0];

/** "¥7.77 ~ ¥11.10", one amount when both are the same. Fen. */
export const rangeText = (least: Fen, most: Fen): string =>
  least === most ? `¥${formatMoney(most)}` : `¥${formatMoney(least)} ~ ¥${formatMoney(most)}`;

/** 单关, 2串1, 3串4. */
export function passName(code: string): string {
  const [matches = '', bets = ''] = code.split('_');
  return matches === '1' ? '单关' : `${matches}串${bets}`;
}

export const lateMatchesText = (codes: readonly string[]): string => `${codes.join('、')} 已截止，已从投注单移除，金额已重新计算`;
export const droppedPassesText = (codes: readonly string[]): string => `${codes.map(passName).join('、')} 不再适用，已取消`;
export const oddsAcceptedText = (count: number): string => `${count} 个赔率已变，已按新赔率计算`;
