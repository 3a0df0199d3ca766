/** Reports as CSV: what is on the screen, in the same words, without anything that the screen does not show. */
import type { AgentServices } from './services.ts';
import { betReportOf, type BetQuery, dayReportOf, gameReportOf, rebateReportOf } from './reports.ts';
import { AGENT_RULES, percentText } from './rules.ts';
import type { DayRange } from './day-range.ts';
import { decimal } from '../ledger/index.ts';

/** Rows of one question. */
const PAGE = 500;
const STATES = { due: '待结算', posted: '已到账', taken: '已扣回' } as const;

export interface ExportedReport {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly complete: boolean;
}

/** Pages of a list until its end, or until there are enough. */
async function all<T>(
  page: (cursor: string | undefined) => Promise<{ readonly items: readonly T[]; readonly next: string | null }>,
): Promise<{ items: T[]; complete: boolean }> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (;;) {
    const answer = await page(cursor);
    items.push(...answer.items);
    if (answer.next === null) return { items, complete: true };
    if (items.length >= AGENT_RULES.report.exportRows) return { items: items.slice(0, AGENT_RULES.report.exportRows), complete: false };
    cursor = answer.next;
  }
}

const amount = (fen: number | null) => (fen === null ? '–' : decimal(fen));
const counted = (n: number | null) => (n === null ? '–' : String(n));
const PLAYED = ['投注人次', '订单', '投注', '有效投注', '派奖', '退款', '返点', '盈亏'];
type Played = Awaited<ReturnType<typeof gameReportOf>>['total'];
const played = ({ players, bets, stakeFen, validFen, prizeFen, refundFen, rebateScore, netFen }: Played) => [
  String(players),
  String(bets),
  ...[stakeFen, validFen, prizeFen, refundFen, rebateScore, netFen].map(amount),
];

export async function exportReport(
  context: AgentServices,
  userId: number,
  report: 'game' | 'day' | 'return' | 'bet',
  span: DayRange,
  query: Pick<BetQuery, 'game' | 'status'> & { readonly state?: keyof typeof STATES | undefined },
): Promise<ExportedReport> {
  if (report === 'game') {
    const { rows } = await gameReportOf(context, userId, span);
    return { name: '游戏报表', header: ['彩种', ...PLAYED], rows: rows.map((row) => [row.name, ...played(row)]), complete: true };
  }
  if (report === 'day') {
    const { items } = await dayReportOf(context, userId, span);
    return {
      name: '积分报表',
      header: ['日期', ...PLAYED, '充值', '提现', '佣金', '活动', '新玩家', '活跃'],
      rows: items.map((row) => [
        row.day,
        ...played(row),
        ...[row.rechargeFen, row.withdrawFen, row.commissionFen, row.offerFen].map(amount),
        String(row.joined),
        String(row.active),
      ]),
      complete: true,
    };
  }
  if (report === 'bet') {
    const { items, complete } = await all((cursor) => betReportOf(context, userId, span, { ...query, cursor, size: PAGE }));
    return {
      name: '投注报表',
      header: ['日期', '彩种', '订单', '中奖', '未中奖', '退款订单', '投注', '有效投注', '派奖', '退款', '盈亏'],
      rows: items.map((row) => [
        row.day,
        row.gameName,
        ...[row.bets, row.wonBets, row.lostBets, row.backBets].map(counted),
        ...[row.stakeFen, row.validFen, row.prizeFen, row.refundFen, row.netFen].map(amount),
      ]),
      complete,
    };
  }
  const { items, complete } = await all((cursor) => rebateReportOf(context, userId, span, { state: query.state, cursor, size: PAGE }));
  return {
    name: '返点列表',
    header: ['日期', '来自', '层级', '彩种', '类别', '有效投注基数', '返点差', '积分', '已扣回', '状态'],
    rows: items.map((row) => [
      row.day,
      row.who,
      String(row.level),
      row.gameName,
      row.family,
      decimal(row.baseFen),
      percentText(row.bp),
      String(row.score),
      String(row.takenScore),
      STATES[row.state],
    ]),
    complete,
  };
}
