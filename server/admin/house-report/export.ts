/** The report of the house as rows of a file: what its page tells, in the page's words, amounts in yuan. */
import { decimal } from '../../ledger/index.ts';
import type { HouseReport, PeriodFigures, SaleFigures } from './report.ts';

const SALE: readonly (readonly [title: string, name: keyof SaleFigures])[] = [
  ['笔数', 'bets'],
  ['销售', 'soldFen'],
  ['派奖', 'prizeFen'],
  ['毛利', 'grossFen'],
  ['转入奖池', 'poolFen'],
];
const COLUMNS: readonly (readonly [title: string, name: Exclude<keyof PeriodFigures, 'period'>])[] = [
  ...SALE,
  ['优惠赠送与红包', 'offerFen'],
  ['代理返点', 'rebateFen'],
  ['余额宝收益', 'interestFen'],
  ['提现手续费', 'feeFen'],
  ['商城', 'storeFen'],
  ['净收入', 'netFen'],
  ['充值', 'rechargeFen'],
  ['提现', 'withdrawFen'],
  ['投注人数', 'players'],
  ['新注册', 'joined'],
];
const written = (name: string, value: number): string => (name.endsWith('Fen') ? decimal(value) : String(value));
const titles = (columns: readonly (readonly [title: string, name: string])[]): string[] => columns.map(([title]) => title);

export interface HouseTable {
  readonly name: string;
  /** The header first. */
  readonly rows: readonly (readonly string[])[];
}

/** A row for each day or month (`periods`), or for each game (`games`). */
export function exportTableOf({ by, periods, games }: HouseReport, of: 'periods' | 'games'): HouseTable {
  if (of === 'games')
    return {
      name: '各彩种',
      rows: [
        ['彩种', '代码', ...titles(SALE)],
        ...games.map((row) => [row.name, row.code, ...SALE.map(([, name]) => written(name, row[name]))]),
      ],
    };
  const [name, label] = by === 'day' ? ['每天', '日期'] : ['每月', '月份'];
  return {
    name,
    rows: [
      [label, ...titles(COLUMNS)],
      ...periods.map((row) => [row.period, ...COLUMNS.map(([, column]) => written(column, row[column]))]),
    ],
  };
}
