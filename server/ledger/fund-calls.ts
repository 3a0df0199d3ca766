/** /api/fund: a player's own ledger, in sentences. */
import type { FundItem } from '../../protocol/calls.ts';
import type { FieldsOf } from '../../protocol/calls/define.ts';
import { fundDetail, fundExport, fundReport, funds, fundToday, unknownKinds } from '../../protocol/calls/fund.ts';
import { STATUS } from '../../protocol/status.ts';
import type { LedgerServices } from './services.ts';
import { dayStart, productOffset } from '../catalog/index.ts';
import { DAY_MS, handle, type HandledCall, ok, refuse, refuseField } from '../platform/index.ts';
import { csvOf, decimal } from './csv.ts';
import { movementDetail } from './detail.ts';
import { type StatementQuery, listMovements, monthOf, monthTotals } from './statement.ts';
import { ledgerReport } from './report.ts';
import { totalsSince } from './totals.ts';

/** Movements of an export, and of one question of it. */
const EXPORT_MOST = 5_000;
const EXPORT_PAGE = 500;

type Narrowed = FieldsOf<typeof fundExport>;

export function fundCalls(context: LedgerServices): HandledCall[] {
  const offset = () => productOffset(context.publication);

  /** What a list is narrowed down to, or the fault. */
  function narrowed({ type, group, kinds, from, to, min, max, q }: Narrowed) {
    const several = kinds?.split(',');
    if ([type, group, kinds].filter((each) => each !== undefined).length > 1)
      return refuse(STATUS.invalid, 'type、group 与 kinds 不能同时使用');
    const [unknown] = unknownKinds(several ?? []);
    if (unknown !== undefined) return refuseField('kinds', `没有流水类型 ${unknown}`);
    if (from !== undefined && to !== undefined && from > to) return refuseField('to', '结束日期不能早于开始日期');
    if (min !== undefined && max !== undefined && min > max) return refuseField('max', '最大金额不能小于最小金额');
    const begin = (date: string) => Date.parse(date) - offset();
    return {
      query: {
        kind: type,
        group,
        kinds: several,
        from: from === undefined ? undefined : begin(from),
        to: to === undefined ? undefined : begin(to) + DAY_MS,
        ...{ min, max, q },
      } satisfies Omit<StatementQuery, 'size'>,
    };
  }

  const timeOf = (at: number) => new Date(at + offset()).toISOString().slice(0, 19).replace('T', ' ');

  async function exported(playerId: number, query: Omit<StatementQuery, 'size'>): Promise<{ items: FundItem[]; complete: boolean }> {
    const items: FundItem[] = [];
    let cursor: number | undefined;
    while (items.length < EXPORT_MOST) {
      const page = await listMovements(context, playerId, { ...query, cursor, size: Math.min(EXPORT_PAGE, EXPORT_MOST - items.length) });
      items.push(...page.items);
      if (page.next === null) return { items, complete: true };
      cursor = Number(page.next);
    }
    return { items, complete: false };
  }

  return [
    handle(funds, async ({ fields: { cursor, size, ...fields }, player }) => {
      const wanted = narrowed(fields);
      if (!('query' in wanted)) return wanted;
      const { items, next } = await listMovements(context, player.id, {
        ...wanted.query,
        cursor: cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined,
        size,
        offsetMs: offset(),
      });
      const sums = await monthTotals(context.database, player.id, wanted.query, items, offset());
      const byMonth = new Map(sums.map(({ month, inFen, outFen }) => [month, { monthInFen: inFen, monthOutFen: outFen }]));
      return ok({ items: items.map((item) => ({ ...item, ...byMonth.get(monthOf(item.at, offset())) })), next, sums });
    }),
    handle(fundToday, async ({ player }) => ok(await totalsSince(context.database, player.id, dayStart(context.clock.now(), offset())))),
    handle(fundDetail, async ({ fields: { id }, player }) => {
      const found = await movementDetail(context, player.id, Number(id));
      return found === undefined ? refuse(STATUS.notFound, '账单不存在') : ok(found);
    }),
    handle(fundReport, async ({ fields: { by, from, to }, player }) => {
      if (from !== undefined && to !== undefined && from > to) return refuseField('to', '结束日期不能早于开始日期');
      return ok(await ledgerReport(context.database, player.id, { by, from, to, now: context.clock.now(), offsetMs: offset() }));
    }),
    handle(fundExport, async ({ fields, player }) => {
      const wanted = narrowed(fields);
      if (!('query' in wanted)) return wanted;
      const { items, complete } = await exported(player.id, wanted.query);
      const rows = items.map(({ id, at, label, subject = '', amountFen, balanceFen, orderNo = '', orderId = '' }) => [
        ...[timeOf(at), id, label, subject, decimal(amountFen), decimal(balanceFen), orderNo, orderId],
      ]);
      return ok(
        {
          name: `资金明细-${timeOf(context.clock.now()).slice(0, 10)}.csv`,
          text: csvOf([['时间', '流水号', '类型', '内容', '金额（元）', '余额（元）', '订单号', '订单 ID'], ...rows]),
          rows: rows.length,
          complete,
        },
        complete ? `已导出 ${rows.length} 条` : `只导出最近 ${rows.length} 条，请缩小日期范围`,
      );
    }),
  ];
}
