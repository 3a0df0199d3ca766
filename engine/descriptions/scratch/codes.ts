/** What can be wrong with a family of scratch cards beyond its shape: the part of the table of codes that docs/add-a-card.md prints. */
import { type CodeEntry, entry } from '../code-entry.ts';

export const SCRATCH_CODES = {
  SCRATCH_TICKETS: entry(
    '奖项共 {prizes} 张，奖池只有 {tickets} 张',
    '减少 prizes 的 count，或增加 tickets',
    'the table has {prizes} prizes, and the pool {tickets} cards',
    'lower a count of prizes or raise tickets',
  ),
  SCRATCH_RETURN: entry(
    '返奖率 {returns}（{exact}），须在 60% 到 100% 之间',
    '改正 prizes 的 fen 或 count，或改 priceFen',
    'the table returns {returns} ({exact}); it must return 60% to 100%',
    'correct fen or count of prizes, or priceFen',
  ),
  SCRATCH_ORDER: entry(
    '{fen} 分排在 {before} 分之后',
    '奖金从大到小写，每个金额一次',
    '{fen} fen comes after {before} fen',
    'write the largest prize first and each amount once',
  ),
  SCRATCH_SYMBOL: entry(
    '没有图案 "{name}"{guess}',
    '写进 symbols，或改成已有的：{known}',
    'there is no symbol "{name}"{guess}',
    'add it to symbols, or name one of {known}',
  ),
  SCRATCH_FACE: entry(
    '没有卡面 "{name}"{guess}',
    '改成已画的：{known}',
    'there is no face "{name}"{guess}',
    'name an existing face: {known}',
  ),
  SCRATCH_BOOK: entry(
    '{tickets} 张不能分成每本 {book} 张',
    '让 tickets 是 book 的倍数',
    '{tickets} cards cannot be divided into books of {book}',
    'make tickets a multiple of book',
  ),
} as const satisfies Record<string, CodeEntry>;
