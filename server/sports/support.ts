/**
 * Support (支持率): the share of orders that picked each choice of a play on a match, in basis points. A simulated match has a simulated
 * crowd as well, since a demonstration has few players.
 */
import { createHash } from 'node:crypto';
import type { MatchAnalysisModels } from '../../protocol/calls.ts';
import type { Database } from '../platform/index.ts';

type Support = MatchAnalysisModels['support'][number];
/** Picks by choice. */
type Counts = Readonly<Record<string, number>>;

/** An answer counts the latest orders only, so that its time does not grow with the orders on a match. */
const MOST_ORDERS = 2_000;
const WHOLE = 10_000;

interface Crowd {
  readonly orders: number;
  readonly picks: Readonly<Record<string, Counts>>;
}

/** Counts the latest orders of a game on a match. Order ids begin with their time, so the highest ids are the latest. */
export async function countPicks(database: Database, game: string, match: string): Promise<Crowd> {
  const { rows } = await database.query<{ orders: number; play: string | null; code: string | null; picks: number }>(
    `WITH latest AS (
       SELECT user_id, order_id FROM sport_legs WHERE game = $1 AND match_id = $2 ORDER BY order_id DESC LIMIT ${MOST_ORDERS}
     ), picked AS (
       SELECT p.key AS play,
              CASE jsonb_typeof(p.value) WHEN 'object' THEN ARRAY(SELECT jsonb_object_keys(p.value))
                                         ELSE ARRAY(SELECT jsonb_array_elements_text(p.value)) END AS codes
         FROM latest JOIN sport_orders o ON (o.user_id, o.id) = (latest.user_id, latest.order_id),
              jsonb_array_elements(o.ticket->'matches') leg, jsonb_each(leg->'picks') p
        WHERE leg->>'match' = $2
     )
     SELECT (SELECT count(*)::int FROM latest) AS orders, play, code, count(*)::int AS picks
       FROM picked, unnest(codes) code GROUP BY play, code`,
    [game, match],
  );
  const picks: Record<string, Record<string, number>> = {};
  for (const { play, code, picks: count } of rows) if (play !== null && code !== null) picks[play] = { ...picks[play], [code]: count };
  return { orders: rows[0]?.orders ?? 0, picks };
}

/** A fraction from 0 up to 1, the same for the same text. */
const fractionOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;

/** The simulated orders on a match: between 400 and 2,000. They follow the odds, and each choice is up to 20 % more or less liked than that. */
export function simulatedPicks(match: string, play: string, odds: Readonly<Record<string, string>>): Counts {
  const orders = 400 + Math.floor(1_600 * fractionOf(match));
  const weights = Object.entries(odds).map(
    ([code, decimal]) => [code, (0.8 + 0.4 * fractionOf(`${match} ${play} ${code}`)) / Number(decimal)] as const,
  );
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  return Object.fromEntries(weights.map(([code, weight]) => [code, Math.round((orders * weight) / sum)]));
}

/** Shares in basis points, which add up to 10,000: what rounding leaves goes to the largest remainders. */
export function sharesOf(counts: Counts): Counts {
  const sum = Object.values(counts).reduce((total, count) => total + count, 0);
  if (sum === 0) return {};
  const parts = Object.entries(counts).map(([code, count]) => ({
    code,
    share: Math.floor((count * WHOLE) / sum),
    rest: (count * WHOLE) % sum,
  }));
  let left = WHOLE - parts.reduce((total, { share }) => total + share, 0);
  for (const part of [...parts].sort((a, b) => b.rest - a.rest)) {
    if (left === 0) break;
    part.share += 1;
    left -= 1;
  }
  return Object.fromEntries(parts.map(({ code, share }) => [code, share]));
}

/** The support of `plays`, in their order; plays without a pick are left out. `odds`: of a simulated match alone, by play. */
export function supportOf(
  match: string,
  plays: readonly string[],
  { orders, picks }: Crowd,
  odds: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined,
): Support[] {
  return plays.flatMap((play) => {
    const simulated = odds?.[play] === undefined ? {} : simulatedPicks(match, play, odds[play]);
    const counts: Record<string, number> = { ...simulated };
    for (const [code, count] of Object.entries(picks[play] ?? {})) counts[code] = (counts[code] ?? 0) + count;
    const shares = sharesOf(counts);
    if (Object.keys(shares).length === 0) return [];
    return [{ play, orders: orders + Object.values(simulated).reduce((sum, count) => sum + count, 0), shares }];
  });
}
