/** What can be wrong with a small game beyond its shape: the part of the table of codes that docs/small-games.md prints. */
import { type CodeEntry, entry } from '../descriptions/code-entry.ts';

export const SMALL_CODES = {
  SMALL_SORT: entry(
    'gate、slot、dice 须有且只有一个',
    '留下这个游戏的那一个',
    'exactly one of gate, slot and dice is needed',
    'keep the one of this game',
  ),
  SMALL_RETURN: entry(
    '{name} 的返奖率是 {fraction}（{percent}），须在 70% 与 100% 之间',
    '改正赔付',
    '{name} returns {fraction} ({percent}), which must lie between 70% and 100%',
    'correct its payout',
  ),
  SMALL_POLICY: entry(
    '只射 {widths} 的门、其余放弃，每手平均赢 {fraction} 注',
    '改低这些门的赔付',
    'a player who shoots only at widths {widths} wins {fraction} of a stake for each hand',
    'lower the payout of these gates',
  ),
  SMALL_LIMITS: entry(
    '{name} 是 {fen} 分，须是 stepFen（{step}）的倍数，且 leastFen ≤ 筹码 ≤ mostFen ≤ roundFen',
    '改正 limits',
    '{name} is {fen} fen; amounts are multiples of stepFen ({step}), and leastFen ≤ chips ≤ mostFen ≤ roundFen',
    'correct limits',
  ),
  SMALL_FEN: entry(
    '{step} 分的 {times} 倍不是整数分',
    '把 stepFen 改成 {wanted} 的倍数，或改写赔付',
    '{times} times {step} fen is not a whole number of fen',
    'make stepFen a multiple of {wanted}, or write another payout',
  ),
  SMALL_LINE: entry(
    '线须为每个轴写一行：{reels} 个轴，写了 {rows} 行；可选的线数不超过 {lines}',
    '改正 lines 或 lineChoices',
    'a line needs a row for each reel: {reels} reels, {rows} rows; at most {lines} lines can be played',
    'correct lines or lineChoices',
  ),
  SMALL_SYMBOL: entry('没有符号 "{name}"{guess}', '改成已有的：{known}', 'there is no symbol "{name}"{guess}', 'name one of {known}'),
} as const satisfies Record<string, CodeEntry>;
