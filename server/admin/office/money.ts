/** Calls of the desk about money of players: the movements of one player's wallet, and the search for recharges by order or payment number. */
import { deskMovements, deskRecharges } from '../../../protocol/desk/money.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { AdminServices } from '../services.ts';
import { productOffset } from '../../catalog/index.ts';
import { listMovements } from '../../ledger/index.ts';
import { methodName, mismatchText, RECHARGE_STATE_SQL, type RechargeRow } from '../../payments/index.ts';
import { DAY_MS, hasNumberSql, ok, orderNoSql, readOrderNumber, refuse, refuseField } from '../../platform/index.ts';
import { cursorOf, type HandledDeskCall, handleDeskCall, pageOf } from './handle.ts';
import { NO_SUCH_PLAYER, findPlayerId } from './find-player.ts';
import { UUID } from '../../../protocol/uuid.ts';

interface Recharge
  extends Pick<RechargeRow, 'id' | 'order_no' | 'method' | 'amount' | 'state' | 'created_at' | 'paid' | 'paid_at' | 'bonus' | 'odd'> {
  readonly user_id: number;
  readonly name: string;
  readonly ended_at: number | null;
  readonly trade_no: string | null;
  readonly asks: number;
}

/**
 * Smallest and largest UUID with this beginning: "0190a1" → 0190a100-0000-… and 0190a1ff-ffff-…. Undefined if the text is not 4 to 32
 * hexadecimal digits.
 */
export function idRangeOf(text: string): readonly [first: string, last: string] | undefined {
  const digits = text.toLowerCase().replaceAll('-', '');
  if (!/^[0-9a-f]{4,32}$/.test(digits)) return undefined;
  const filled = (digit: string): string => digits.padEnd(32, digit).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return [filled('0'), filled('f')];
}

export function moneyCalls(context: AdminServices): HandledDeskCall[] {
  const { database, publication, recharge } = context;
  return [
    handleDeskCall(deskMovements, async ({ fields: { player, group, q, from, to, cursor, size }, record }) => {
      if (from !== undefined && to !== undefined && from > to) return refuseField('to', '结束日期不能早于开始日期');
      const { rows: there } = await database.query('SELECT 1 FROM users WHERE id = $1 AND id > 0', [player]);
      if (there.length === 0) return refuse(STATUS.notFound, '没有这位玩家');
      // Only the first page is recorded in the audit list; further pages belong to the same search.
      if (cursor === undefined) await record({ kind: 'player.movements', body: { player } });
      const begin = (date: string): number => Date.parse(date) - productOffset(publication);
      const word = q?.trim() ?? '';
      const { items, next } = await listMovements(context, player, {
        group,
        q: word === '' ? undefined : word,
        from: from === undefined ? undefined : begin(from),
        to: to === undefined ? undefined : begin(to) + DAY_MS,
        cursor: cursorOf(cursor, 1)?.[0],
        size,
      });
      return ok({
        items: items.map(({ id, at, label, subject = '', amountFen, balanceFen, orderId = null, orderNo = '' }) => ({
          ...{ id, at, label, subject, amountFen, balanceFen },
          ...{ order: orderId, orderNo },
        })),
        next,
      });
    }),

    handleDeskCall(deskRecharges, async ({ fields: { player: who, state, odd, q, cursor, size } }) => {
      const player = who === undefined || who.trim() === '' ? undefined : await findPlayerId(database, who.trim());
      if (player === null) return refuseField('player', NO_SUCH_PLAYER);
      const values: unknown[] = [size + 1];
      const where: string[] = [];
      if (player !== undefined) where.push(`r.user_id = $${values.push(player)}::bigint`);
      if (state !== undefined) where.push(`${RECHARGE_STATE_SQL} = $${values.push(state)}`);
      if (odd !== undefined) where.push('r.odd IS NOT NULL');
      const word = q?.trim() ?? '';
      if (word !== '') {
        const [first, last] = idRangeOf(word) ?? [];
        const ids = first === undefined ? '' : ` OR r.id BETWEEN $${values.push(first)}::uuid AND $${values.push(last)}::uuid`;
        const number = readOrderNumber(word);
        const numbered = number === undefined ? '' : ` OR ${hasNumberSql('r', 'created_at', number, values)}`;
        where.push(`(r.trade_no = $${values.push(word)}${ids}${numbered})`);
      }
      if (cursor !== undefined && UUID.test(cursor)) where.push(`r.id < $${values.push(cursor)}::uuid`);
      // The ids are UUIDv7, so descending order is newest first.
      const { rows } = await database.query<Recharge>(
        `SELECT r.id, ${orderNoSql('r', 'created_at')} AS order_no, r.user_id, u.name, r.method, r.amount, ${RECHARGE_STATE_SQL} AS state, r.created_at, r.paid, r.paid_at, r.bonus, r.odd, r.trade_no, r.asks,
                coalesce(r.ended_at, CASE WHEN r.state = 'pending' AND r.expires_at <= caipu_now_ms() THEN r.expires_at END) AS ended_at
           FROM recharges r JOIN users u ON u.id = r.user_id${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`} ORDER BY r.id DESC LIMIT $1`,
        values,
      );
      const { shown, next } = pageOf(rows, size, ({ id }) => id);
      return ok({
        items: shown.map((row) => ({
          ...{
            id: row.id,
            orderNo: row.order_no,
            player: row.user_id,
            playerName: row.name,
            method: methodName(recharge.rules, row.method),
            state: row.state,
          },
          ...{ amountFen: row.amount, paidFen: row.paid, bonusFen: row.bonus, odd: mismatchText(row).join('；') },
          ...{ createdAt: row.created_at, endedAt: row.paid_at ?? row.ended_at, tradeNo: row.trade_no ?? '', asked: row.asks },
        })),
        next,
      });
    }),
  ];
}
