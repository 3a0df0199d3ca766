/** The income and the expenses of the house, by day or month and by game: the counted rows (sql/house-report.sql) and the later movements. */
import { gameNames, type DayRange } from '../../agents/index.ts';
import type { AdminServices } from '../services.ts';
import { productOffset } from '../../catalog/index.ts';
import { kindsInGroup } from '../../ledger/index.ts';
import { isoDateOf, DAY_MS, MOVEMENTS } from '../../platform/index.ts';

/** Amounts in fen. A column of expenses, such as prizes or rebates, is positive when the house pays. */
export interface HouseFigures {
  /** The number of paid stakes and shares, and of bought plays and cards. */
  readonly bets: number;
  /** Stakes minus refunds. */
  readonly soldFen: number;
  /** Prizes and commissions, minus the parts that were taken back. */
  readonly prizeFen: number;
  /** Sales less prizes, of the house and of pools. */
  readonly grossFen: number;
  /** Amounts that entered pools minus amounts that left them: a reserve for later prizes. */
  readonly poolFen: number;
  /** Grants, offers and coupons. */
  readonly offerFen: number;
  readonly rebateFen: number;
  readonly interestFen: number;
  readonly feeFen: number;
  readonly storeFen: number;
  /** All amounts that entered accounts of the house minus all that left them. */
  readonly netFen: number;
  readonly rechargeFen: number;
  readonly withdrawFen: number;
}

/** The figures of a game. Other costs, such as fees, belong to no game. */
export type SaleFigures = Pick<HouseFigures, 'bets' | 'soldFen' | 'prizeFen' | 'poolFen' | 'grossFen'>;

/** The movements of one kind on one account, of a day or a game: fen that entered the account minus fen that left it. */
export interface HouseEntry {
  readonly account: string;
  readonly kind: string;
  readonly movements: number;
  readonly amount: number;
}

const POOL_KINDS: ReadonlySet<string> = new Set(
  MOVEMENTS.filter(({ pairs }) => pairs.some((pair) => pair.some((account) => account.startsWith('pool:')))).map(({ kind }) => kind),
);
const REFUNDS: ReadonlySet<string> = new Set(kindsInGroup('refund'));
/** Accounts of the house that pools are filled from and pay into. */
const OF_POOLS: ReadonlySet<string> = new Set(['house:stakes', 'house:prizes', 'house:pools']);

/** The negated amount, and 0 for 0: `Object.is` distinguishes −0 from 0. */
const negated = (fen: number): number => (fen === 0 ? 0 : -fen);

export function houseFiguresOf(entries: readonly HouseEntry[]): HouseFigures {
  const sum = (isCounted: (entry: HouseEntry) => boolean): number =>
    entries.reduce((total, entry) => (isCounted(entry) ? total + entry.amount : total), 0);
  const of = (...accounts: readonly string[]) => sum(({ account }) => accounts.includes(account));
  const soldFen = sum(({ account, kind }) => account === 'house:stakes' && !POOL_KINDS.has(kind));
  const prizeFen = negated(sum(({ account, kind }) => account === 'house:prizes' && !POOL_KINDS.has(kind)));
  return {
    bets: entries.reduce(
      (total, { account, kind, movements }) =>
        account === 'house:stakes' && !POOL_KINDS.has(kind) && !REFUNDS.has(kind) ? total + movements : total,
      0,
    ),
    soldFen,
    prizeFen,
    grossFen: soldFen - prizeFen,
    poolFen: negated(sum(({ account, kind }) => OF_POOLS.has(account) && POOL_KINDS.has(kind))),
    offerFen: negated(of('house:promotions', 'house:grants')),
    rebateFen: negated(of('house:rebate')),
    interestFen: negated(of('house:interest')),
    feeFen: of('house:fees'),
    storeFen: of('house:store'),
    netFen: sum(({ account }) => account.startsWith('house:')),
    rechargeFen: negated(of('outside:recharge')),
    withdrawFen: of('outside:withdraw'),
  };
}

interface Row extends HouseEntry {
  readonly day: number | null;
  readonly game: string | null;
}

export interface PeriodFigures extends HouseFigures {
  /** 2026-11-22, or 2026-11 in a report by months. */
  readonly period: string;
  /** Players who staked on the day. For a month: the sum over its days, so a player counts once for each day. */
  readonly players: number;
  readonly joined: number;
}

export interface HouseReport {
  readonly by: 'day' | 'month';
  readonly total: Omit<PeriodFigures, 'period'>;
  /** The newest first. Periods without movements are included. */
  readonly periods: readonly PeriodFigures[];
  /** Games in which money moved, the one that sold most first. */
  readonly games: readonly (SaleFigures & { readonly code: string; readonly name: string })[];
}

/** The most days of a report by days. A longer report is by months. */
const MOST_DAYS = 62;

export async function houseReport(
  context: Pick<AdminServices, 'database' | 'publication'>,
  { from, to }: Pick<DayRange, 'from' | 'to'>,
): Promise<HouseReport> {
  const { database, publication } = context;
  const offset = productOffset(publication);
  const begin = from * DAY_MS - offset;
  const end = (to + 1) * DAY_MS - offset;
  // One statement, so that the counted rows and the later movements are of one moment.
  const { rows } = await database.query<Row>(
    `WITH work AS MATERIALIZED (SELECT greatest(coalesce(until, 0), $3::bigint) AS until FROM house_progress)
     SELECT day, game, account, kind, sum(movements)::int AS movements, sum(amount)::bigint AS amount
       FROM (SELECT * FROM house_days WHERE day BETWEEN $1 AND $2
             UNION ALL
             SELECT m.* FROM work, house_movements(work.until, $4::bigint, $5::bigint) m) x
      GROUP BY GROUPING SETS ((day, account, kind), (game, account, kind))`,
    [from, to, begin, end, offset],
    'house-report',
  );
  const { rows: people } = await database.query<{ day: number; players: number; joined: number }>(
    `WITH work AS MATERIALIZED (SELECT coalesce((until + $5::bigint) / ${DAY_MS}, $2) AS day FROM house_progress),
          joined AS (SELECT ((created_at + $5::bigint) / ${DAY_MS})::int AS day, count(*)::int AS joined FROM users
                      WHERE created_at >= $3::bigint AND created_at < $4::bigint GROUP BY 1)
     SELECT d.day, coalesce(j.joined, 0) AS joined, coalesce(p.players, CASE WHEN d.day >= (SELECT day FROM work)
              THEN house_players_in(d.day::bigint * ${DAY_MS} - $5::bigint, (d.day + 1)::bigint * ${DAY_MS} - $5::bigint) ELSE 0 END) AS players
       FROM generate_series($1::int, $2::int) AS d(day) LEFT JOIN house_players p USING (day) LEFT JOIN joined j USING (day)`,
    [from, to, begin, end, offset],
    'house-people',
  );

  const by = to - from < MOST_DAYS ? 'day' : 'month';
  const periodOf = (day: number): string => (by === 'day' ? isoDateOf(day) : isoDateOf(day).slice(0, 7));
  const periods = new Map<string, { readonly entries: HouseEntry[]; players: number; joined: number }>();
  for (const { day, players, joined } of people.toSorted((a, b) => b.day - a.day)) {
    const period = periods.get(periodOf(day)) ?? { entries: [], players: 0, joined: 0 };
    period.players += players;
    period.joined += joined;
    periods.set(periodOf(day), period);
  }
  const games = new Map<string, HouseEntry[]>();
  for (const row of rows) {
    if (row.day !== null) periods.get(periodOf(row.day))?.entries.push(row);
    else if (row.game !== null && row.game !== '') games.set(row.game, [...(games.get(row.game) ?? []), row]);
  }
  const named = gameNames(context);
  const sumOf = (countName: 'players' | 'joined') => [...periods.values()].reduce((total, period) => total + period[countName], 0);
  return {
    by,
    total: { ...houseFiguresOf(rows.filter(({ day }) => day !== null)), players: sumOf('players'), joined: sumOf('joined') },
    periods: [...periods].map(([period, { entries, players, joined }]) => ({ period, ...houseFiguresOf(entries), players, joined })),
    games: [...games]
      .map(([code, entries]) => {
        const { bets, soldFen, prizeFen, poolFen, grossFen } = houseFiguresOf(entries);
        return { code, name: named(code), bets, soldFen, prizeFen, poolFen, grossFen };
      })
      .sort((a, b) => b.soldFen - a.soldFen || (a.code < b.code ? -1 : 1)),
  };
}
