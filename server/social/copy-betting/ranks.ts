/** Ranks of those who release, from their daily rows (release_stats). The same for everyone: a ranking serves for some seconds. */
import { DAY_MS, dayNumberAt } from '../../platform/index.ts';
import type { FollowRankModels } from '../../../protocol/calls.ts';
import type { SocialServices } from '../services.ts';
import { gameCodeOf, productOffset } from '../../catalog/index.ts';
import { answerCacheOf } from '../../lottery/index.ts';
import { readPeople } from '../../accounts/index.ts';
import { outcomeDots, lastOutcomesOf } from './rows.ts';
import { COPY_BETTING_RULES, hundredthsText } from './rules.ts';

type RankType = 'hit' | 'return' | 'profit' | 'streak' | 'popular' | 'red';
type Period = 'week' | 'month' | 'all';

/** The key of the ranking and its condition, on the sums `s` and `releasers l`. */
const FIGURES: Readonly<Record<RankType, readonly [value: string, ranked: string]>> = {
  hit: ['s.hits * 10000 / s.orders', 's.orders >= $4'],
  return: ['s.prize * 10000 / s.stake', 's.orders >= $4 AND s.stake > 0'],
  profit: ['s.prize - s.stake', 's.orders > 0'],
  streak: ['l.streak::bigint', 's.orders > 0 AND l.streak > 0'],
  popular: ['s.followers', 's.followers > 0'],
  red: ['s.hits', 's.hits > 0'],
};
/** Number of places; players further back have none. */
const MOST = 10_000;

/** Days of a period: the first, and the one after the last. Day 0 holds all days together. */
function daysOf(period: Period, today: number): readonly [from: number, to: number] {
  if (period === 'all') return [0, 1];
  // Day 0 was a Thursday; weeks begin on Monday.
  if (period === 'week') return [today - ((today + 3) % 7), today + 1];
  const date = new Date(today * DAY_MS);
  return [Math.floor(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / DAY_MS), today + 1];
}

function before(period: Period, from: number): readonly [number, number] | undefined {
  if (period === 'all') return undefined;
  const [first] = daysOf(period, from - 1);
  return [first, from];
}

interface Ranked {
  readonly user_id: number;
  readonly value: number;
  readonly orders: number;
}

async function ranked(
  context: SocialServices,
  type: RankType,
  game: string | undefined,
  [from, to]: readonly [number, number],
  least: number,
): Promise<readonly Ranked[]> {
  const [value, which] = FIGURES[type];
  const { rows } = await context.database.query<Ranked>(
    `SELECT s.user_id, (${value})::bigint AS value, s.orders FROM (
       SELECT user_id, sum(orders)::bigint AS orders, sum(hits)::bigint AS hits, sum(stake_fen)::bigint AS stake, sum(prize_fen)::bigint AS prize,
              sum(followers)::bigint AS followers, min(first_at) AS first_at
         FROM release_stats WHERE day >= $1 AND day < $2 AND ($3::text IS NULL OR game = $3) GROUP BY user_id) s
       JOIN releasers l ON l.user_id = s.user_id LEFT JOIN profiles p ON p.user_id = s.user_id
      WHERE ${which} AND coalesce(p.show_ranks, true) AND coalesce(p.show_orders, 'after') <> 'hidden' AND $4::int IS NOT NULL
      ORDER BY 2 DESC, s.first_at, s.user_id LIMIT ${MOST}`,
    [from, to, game ?? null, least],
    `follow-rank-${type}`,
  );
  return rows;
}

export async function rankReleasers(
  context: SocialServices,
  {
    type,
    period,
    game,
    asker,
  }: { readonly type: RankType; readonly period: Period; readonly game: string | undefined; readonly asker: number | undefined },
): Promise<FollowRankModels> {
  const offset = productOffset(context.publication);
  const { listed, servesMs } = COPY_BETTING_RULES.ranks;
  const least = COPY_BETTING_RULES.ranks.least[period];
  const span = daysOf(period, dayNumberAt(context.clock.now(), offset));
  const earlier = before(period, span[0]);
  const cache = answerCacheOf(context);
  const code = game && gameCodeOf(context, game);
  const [now, past] = await Promise.all(
    [span, earlier].map((days) =>
      days === undefined
        ? []
        : cache.get(
            `follow-rank/${type}/${code ?? ''}/${days.join('/')}`,
            async () => ({ value: await ranked(context, type, code, days, least) }),
            { mostMs: servesMs },
          ),
    ),
  );
  const places = new Map(placed(past ?? []).map(({ user_id, rank }) => [user_id, rank]));
  const all = placed(now ?? []);
  const ownRow = all.find(({ user_id }) => user_id === asker);
  const shown = all.slice(0, listed);
  const ids = [...shown, ...(ownRow ? [ownRow] : [])].map(({ user_id }) => user_id);
  const [people, lines] = await Promise.all([readPeople(context.database, ids), linesOf(context, ids)]);
  const item = ({ user_id, value, orders, rank }: (typeof all)[number]): FollowRankModels['rows'] => {
    const who = people.get(user_id);
    if (who === undefined) return [];
    const line = lines.get(user_id);
    return [
      {
        rank,
        last: places.get(user_id) ?? null,
        who,
        okami: line?.okami ?? false,
        valueBp: type === 'hit' || type === 'return' ? value : null,
        valueFen: type === 'profit' ? value : null,
        value: type === 'streak' || type === 'popular' || type === 'red' ? value : null,
        orders,
        last10: lastOutcomesOf(line?.last ?? ''),
        dots: outcomeDots(line?.last ?? ''),
        mine: user_id === asker,
      },
    ];
  };
  return {
    rows: shown.flatMap(item),
    me: ownRow === undefined ? null : (item(ownRow)[0] ?? null),
    least,
    from: period === 'all' ? 0 : span[0] * DAY_MS - offset,
    okami: admission(),
  };
}

/** Equal figures share a place, and the one after them is as far down as there are players above it: 1, 2, 2, 4. */
function placed(rows: readonly Ranked[]): readonly (Ranked & { readonly rank: number })[] {
  let rank = 1;
  return rows.map((row, at) => {
    if (row.value !== rows[at - 1]?.value) rank = at + 1;
    return { ...row, rank };
  });
}

async function linesOf(
  { database }: SocialServices,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly last: string; readonly okami: boolean }>> {
  const { rows } = await database.query<{ user_id: number; last: string; okami: boolean }>(
    'SELECT user_id, last, okami_since IS NOT NULL AS okami FROM releasers WHERE user_id = ANY($1::bigint[])',
    [ids],
    'releaser-lines',
  );
  return new Map(rows.map((row) => [row.user_id, row]));
}

function admission(): FollowRankModels['okami'] {
  const { days, in: entryDays, out } = COPY_BETTING_RULES.okami;
  return {
    days,
    hitBp: entryDays.hitBp,
    returnBp: entryDays.returnBp,
    orders: entryDays.orders,
    onDays: entryDays.onDays,
    outHitBp: out.hitBp,
    outReturnBp: out.returnBp,
    misses: out.misses,
    idleDays: out.idleDays,
    leastStakeFen: COPY_BETTING_RULES.release.leastStakeFen,
    expected: hundredthsText(entryDays.returnX100),
    singleExpected: hundredthsText(entryDays.singleReturnX100),
    mostADay: entryDays.mostADay,
    jump: entryDays.jump,
  };
}
