/** What a player spent against what came back: since an instant, by game and by day or month of the product's wall clock. */
import { DAY_MS, dayNumberAt } from '../../platform/index.ts';
import type { SittingModels, SpendingModels } from '../../../protocol/calls.ts';
import type { AccountServices } from '../services.ts';
import { productOffset } from '../../catalog/index.ts';

export type ReportSpan = 'week' | 'month' | 'year';

interface Figures {
  readonly spentFen: number;
  readonly backFen: number;
  readonly netFen: number;
}

const figures = (spentFen: number, backFen: number): Figures => ({ spentFen, backFen, netFen: backFen - spentFen });
const sumOf = (rows: readonly { readonly spent: number; readonly back: number }[]): Figures =>
  figures(
    rows.reduce((sum, { spent }) => sum + spent, 0),
    rows.reduce((sum, { back }) => sum + back, 0),
  );

interface Grouped {
  readonly day: number;
  readonly kind: string | null;
  readonly game: string | null;
  readonly company: string | null;
  readonly spent: number;
  readonly back: number;
}

export async function spendingReport(context: AccountServices, userId: number, span: ReportSpan): Promise<SpendingModels> {
  const offset = productOffset(context.publication);
  const now = context.clock.now();
  const today = dayNumberAt(now, offset);
  const first = span === 'week' ? today - 6 : span === 'month' ? today - 29 : firstOfYear(today);
  const since = first * DAY_MS - offset;
  const { rows } = await context.database.query<Grouped>(
    `SELECT ((at + $3::bigint) / ${DAY_MS})::int AS day, kind, game, company, sum(spent)::bigint AS spent, sum(back)::bigint AS back
       FROM spent_and_back($1, $2) GROUP BY 1, 2, 3, 4`,
    [userId, since, offset],
    'spending',
  );
  const played = await context.database.query<{ ms: number }>(
    'SELECT coalesce(sum(played_ms), 0)::bigint AS ms FROM play_days WHERE user_id = $1 AND day >= $2',
    [userId, first],
  );
  const label = span === 'year' ? monthText : dayText;
  const labels: string[] = [];
  for (let day = first; day <= today; day += 1) if (labels.at(-1) !== label(day)) labels.push(label(day));
  return {
    ...sumOf(rows),
    games: [...new Set(rows.map((row) => nameOf(context, row)))]
      .map((name) => ({ name, ...sumOf(rows.filter((row) => nameOf(context, row) === name)) }))
      .sort((a, b) => b.spentFen - a.spentFen || (a.name < b.name ? -1 : 1)),
    items: labels.map((text) => ({ label: text, ...sumOf(rows.filter(({ day }) => label(day) === text)) })),
    playedMinutes: Math.floor((played.rows[0]?.ms ?? 0) / 60_000),
    since,
  };
}

/** The time and the spending of the present sitting, which lasts until a break. */
export async function currentSitting(context: AccountServices, userId: number): Promise<SittingModels> {
  const { rows } = await context.database.query<{ since: number; ms: number; spent: number; back: number }>(
    `SELECT p.sitting_from AS since, p.sitting_ms AS ms, coalesce(sum(s.spent), 0)::bigint AS spent, coalesce(sum(s.back), 0)::bigint AS back
       FROM presence p LEFT JOIN LATERAL spent_and_back(p.user_id, p.sitting_from) s ON true
      WHERE p.user_id = $1 GROUP BY p.user_id`,
    [userId],
  );
  const { since, ms, spent, back } = rows[0] ?? { since: context.clock.now(), ms: 0, spent: 0, back: 0 };
  return { minutes: Math.floor(ms / 60_000), ...figures(spent, back), since };
}

const wall = (day: number): string => new Date(day * DAY_MS).toISOString();
const dayText = (day: number): string => wall(day).slice(5, 10);
const monthText = (day: number): string => wall(day).slice(0, 7);

/** The first day of the month that began eleven months before this one. */
function firstOfYear(day: number): number {
  const at = new Date(day * DAY_MS);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 11, 1) / DAY_MS;
}

function nameOf(context: AccountServices, { kind, game, company }: Grouped): string {
  if (kind !== null && game !== null) return context.orderKinds.get(kind)?.subject({ game, issue: null }) ?? game;
  if (company !== null) return context.companyName(company);
  return '其他';
}
