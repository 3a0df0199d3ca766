/** The 余额宝 of a player, for its page. It only reads: the background job and the player's own movements post what is due. */
import type { YuEBaoListModels, YuEBaoModels } from '../../../protocol/calls.ts';
import { dayNumberAt, type Querying } from '../../platform/index.ts';
import { movementTitle } from '../../ledger/index.ts';
import {
  arrivalTimes,
  CUTOFF_MS,
  INCOME_AT_MS,
  MIN_DEPOSIT_FEN,
  MAX_DAILY_WITHDRAWAL_FEN,
  MAX_WITHDRAWAL_FEN,
  confirmationTimes,
  dayStartMs,
  formatTenThousandths,
  formatThousandths,
  YIELD_DAYS,
  annualYield,
} from './terms.ts';

/** Days of the curve. */
const CURVE_DAYS = 30;

/** What of a player's daily limit of moving out is left. */
export async function remainingOutLimit(client: Querying, userId: number, at: number, offsetMs: number): Promise<number> {
  const { rows } = await client.query<{ fen: number }>(
    `SELECT coalesce(sum(amount), 0)::bigint AS fen FROM movements
      WHERE user_id = $1 AND kind = 'yebOut' AND kind <> 'stake' AND reason = 'request' AND at >= $2`,
    [userId, dayStartMs(dayNumberAt(at, offsetMs), offsetMs)],
    'yeb-out-today',
  );
  return Math.max(0, MAX_DAILY_WITHDRAWAL_FEN - (rows[0]?.fen ?? 0));
}

interface Sums {
  readonly wallet: number;
  readonly confirmed: number;
  readonly pending: number;
  readonly income: number;
  readonly yesterday: number | null;
  readonly keep_fen: number | null;
  readonly next_day: number | null;
}

export async function savingsAccount(client: Querying, userId: number, at: number, offsetMs: number): Promise<YuEBaoModels> {
  const today = dayNumberAt(at, offsetMs);
  const { rows } = await client.query<Sums>(
    `SELECT (SELECT balance_fen FROM wallets WHERE user_id = $1) AS wallet,
            coalesce((SELECT balance FROM purses WHERE user_id = $1 AND purse = 'yuebao'), 0) AS confirmed,
            coalesce((SELECT balance FROM purses WHERE user_id = $1 AND purse = 'yuebaoPending'), 0) AS pending,
            coalesce((SELECT sum(income) FROM savings_income WHERE user_id = $1), 0)::bigint AS income,
            (SELECT income FROM savings_income WHERE user_id = $1 AND day = $2::int - 1) AS yesterday,
            (SELECT keep_fen FROM savings_accounts WHERE user_id = $1) AS keep_fen,
            (SELECT next_day FROM savings_accounts WHERE user_id = $1) AS next_day`,
    [userId, today],
    'yuebao-sums',
  );
  const { rows: days } = await client.query<{ day: number; r4: number }>(
    `SELECT day, r4 FROM (SELECT day, r4 FROM savings_rates WHERE day < $1 ORDER BY day DESC LIMIT ${CURVE_DAYS + YIELD_DAYS - 1}) d ORDER BY day`,
    [today],
    'yuebao-rates',
  );
  const { rows: lots } = await client.query<{ id: string; amount: number; placed_at: number; confirms_on: number }>(
    `SELECT id, amount, placed_at, confirms_on FROM savings_lots WHERE user_id = $1 AND status = 'pending' ORDER BY confirms_on, placed_at, id`,
    [userId],
    'yuebao-lots',
  );
  const { wallet = 0, confirmed = 0, pending = 0, income = 0, yesterday = null, keep_fen = null, next_day = null } = rows[0] ?? {};
  const r4 = days.map((day) => day.r4);
  const known = annualYield(r4);
  const rates = days
    .map(({ day, r4: own }, index) => {
      const yielded = annualYield(r4.slice(0, index + 1));
      return {
        day: dayStartMs(day, offsetMs),
        r4: own,
        income: formatTenThousandths(own),
        ...(yielded === undefined ? {} : { yieldBp: Math.floor(yielded / 10) }),
      };
    })
    .slice(-CURVE_DAYS);
  return {
    totalFen: confirmed + pending,
    confirmedFen: confirmed,
    pendingFen: pending,
    // Not posted yet is something else than nothing earned.
    yesterdayFen: yesterday ?? (next_day !== null && next_day < today ? null : 0),
    incomeFen: income,
    balanceFen: wallet,
    income: formatTenThousandths(r4.at(-1) ?? 0),
    yearYield: known === undefined ? null : formatThousandths(known),
    rates,
    week: rates.slice(-YIELD_DAYS),
    lots: lots.map((lot) => ({ id: lot.id, amountFen: lot.amount, at: lot.placed_at, ...confirmationTimes(lot.confirms_on, offsetMs) })),
    now: {
      ...arrivalTimes(at, offsetMs),
      cutoffAt: dayStartMs(today, offsetMs) + CUTOFF_MS,
      incomeAt: dayStartMs(today, offsetMs) + INCOME_AT_MS,
    },
    auto: { on: keep_fen !== null, keepFen: keep_fen ?? 0 },
    leastInFen: MIN_DEPOSIT_FEN,
    mostOutFen: MAX_WITHDRAWAL_FEN,
    mostOutDayFen: MAX_DAILY_WITHDRAWAL_FEN,
    outLeftFen: await remainingOutLimit(client, userId, at, offsetMs),
  };
}

const KINDS = { in: 'yebIn', out: 'yebOut', income: 'yebIncome' } as const;
type Type = keyof typeof KINDS;
const typeOf = (kind: string) => (Object.keys(KINDS) as Type[]).find((type) => KINDS[type] === kind) ?? 'in';
const LOT_NOTES: Readonly<Record<string, string>> = { pending: '待确认', confirmed: '已确认', cancelled: '已撤回' };

/** What was moved in and out, and each income, newest first. */
export async function savingsRecords(
  client: Querying,
  userId: number,
  {
    type,
    before,
    size,
    offsetMs,
  }: { readonly type?: Type | undefined; readonly before?: number | undefined; readonly size: number; readonly offsetMs: number },
): Promise<YuEBaoListModels> {
  const values: unknown[] = [userId, size + 1, before ?? Number.MAX_SAFE_INTEGER];
  // Each kind by itself, since the index leads to one at a time.
  const part = (kind: string) =>
    `(SELECT * FROM movements WHERE user_id = $1 AND kind = '${kind}' AND kind <> 'stake' AND seq < $3 ORDER BY seq DESC LIMIT $2)`;
  const { rows } = await client.query<{
    seq: number;
    kind: string;
    reason: string;
    amount: number;
    at: number;
    status: string | null;
    day: number | null;
  }>(
    `SELECT f.seq, f.kind, f.reason, f.amount, f.at, l.status, i.day
       FROM (${(type === undefined ? Object.values(KINDS) : [KINDS[type]]).map(part).join(' UNION ALL ')}) f
       LEFT JOIN savings_lots l ON f.kind = 'yebIn' AND l.user_id = $1 AND l.id = f.ref
       LEFT JOIN savings_income i ON f.kind = 'yebIncome' AND i.id = f.ref
      ORDER BY f.seq DESC LIMIT $2`,
    values,
    `yuebao-records-${type ?? 'all'}`,
  );
  const shown = rows.slice(0, size);
  return {
    items: shown.map((row) => ({
      id: String(row.seq),
      type: typeOf(row.kind),
      title: movementTitle(row.kind, row.reason),
      amountFen: row.kind === KINDS.out ? -row.amount : row.amount,
      at: row.at,
      ...(row.day === null ? {} : { day: dayStartMs(row.day, offsetMs) }),
      ...(row.status === null ? {} : { note: LOT_NOTES[row.status] ?? '' }),
    })),
    next: rows.length > size ? String(shown.at(-1)?.seq) : null,
  };
}
