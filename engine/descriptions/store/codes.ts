/** What can be wrong with a product or an activity beyond its shape: the part of the table of codes that docs/store.md prints. */
import { type CodeEntry, entry } from '../code-entry.ts';

export const STORE_CODES = {
  STORE_NAME: entry('没有{what} "{name}"{guess}', '改成已有的：{known}', 'there is no {what} "{name}"{guess}', 'name one of {known}'),
  STORE_ONCE: entry(
    '{what}买到后一直有，不能限期',
    '删去 keepDays',
    'a {what} is owned for ever, so it cannot expire',
    'leave keepDays out',
  ),
  STORE_STOCK: entry(
    '每天 {day} 份，总共只有 {total} 份',
    '减少 stock.day，或增加 stock.total',
    'the stock of a day is {day}, but the whole stock is {total}',
    'lower stock.day or raise stock.total',
  ),
  STORE_LIMIT: entry(
    '每天限 {day}，总共限 {account}',
    '减少 limit.day，或增加 limit.account',
    'the limit of a day is {day}, but the whole limit is {account}',
    'lower limit.day or raise limit.account',
  ),
  STORE_DAYS: entry('{to} 早于 {from}', '改正 from 或 to', '{to} is before {from}', 'correct from or to'),
  STORE_COUPON: entry(
    '满 {least} 分才可用的红包，面值 {fen} 分',
    '让 fen 不超过 leastFen',
    'the coupon pays {fen} fen for bets from {least} fen',
    'make fen at most leastFen',
  ),
  STORE_GAME: entry(
    'for 为 game 时须写 game，其余不写',
    '补上或删去 game',
    'game is needed if for is "game", and must be left out otherwise',
    'add game or leave it out',
  ),
} as const satisfies Record<string, CodeEntry>;
