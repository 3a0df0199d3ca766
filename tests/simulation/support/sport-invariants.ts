/** What must hold of bets on matches: after every commit (rows of AFTER_SPORT_COMMIT are what is broken) and at the end. */
import type { SportGame } from '../../../engine/descriptions/sports/types.ts';
import { type CompiledSport, compileSport, type MatchResult, settleSport, type SportTicket } from '../../../engine/rules/sports/index.ts';
import type { Querying } from '../../../server/platform/database/database.ts';
import { readVersion } from '../../../server/catalog/stored-versions.ts';

export const AFTER_SPORT_COMMIT = `
  SELECT 'bet on matches ' || s.id || ' for ' || s.amount || ' cost ' || coalesce(f.sum, 0) AS what
    FROM sport_orders s LEFT JOIN (SELECT ref, sum(amount) AS sum FROM movements WHERE kind = 'stake' GROUP BY ref) f ON f.ref = s.id
   WHERE s.user_id <> 0 AND s.amount <> coalesce(f.sum, 0)
  UNION ALL
  SELECT 'bet on matches ' || s.id || ' at ' || s.placed_at || ', and ' || l.match_id || ' stopped at ' ||
         CASE WHEN s.ticket->'passes' ? '1_1' THEN o.single_stops_at ELSE o.pass_stops_at END
    FROM sport_orders s JOIN sport_legs l ON l.order_id = s.id JOIN offers o ON o.game = l.game AND o.match_id = l.match_id
   WHERE s.placed_at >= CASE WHEN s.ticket->'passes' ? '1_1' THEN o.single_stops_at ELSE o.pass_stops_at END
  UNION ALL
  SELECT 'bet on matches ' || s.id || ' has ' || s.prize || ' and ' || s.refund || ' (' || s.written_off || ' written off) and was given ' || coalesce(f.sum, 0)
    FROM sport_orders s LEFT JOIN (
      SELECT ref, sum(CASE WHEN kind IN ('prize', 'refund') THEN amount WHEN kind IN ('prizeBack', 'refundBack') THEN -amount ELSE 0 END) AS sum
        FROM movements GROUP BY ref) f ON f.ref = s.id
   WHERE s.user_id <> 0 AND coalesce(f.sum, 0) <> s.prize + s.refund + s.written_off`;

interface SportRow {
  readonly id: string;
  readonly hash: string;
  readonly ticket: SportTicket;
  readonly units: readonly number[] | null;
  readonly multiplier: number;
  readonly status: string;
  readonly prize: number;
  readonly refund: number;
  readonly placed_at: number;
  /** By match: its result, and all odds that it was offered at, in order. */
  readonly matches: readonly {
    readonly match: string;
    readonly result: MatchResult | null;
    readonly moves: readonly { readonly at: number; readonly odds: Offered }[];
  }[];
  readonly events: readonly string[];
  /** What the releaser has of it whom it follows. */
  readonly commission: number;
  /** Of the request that it came of. */
  readonly key: string | null;
}

type Offered = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A draft holds its odds so long. */
const HELD_MS = 60_000;

/** Whether these odds were on offer at some instant from `after` to `until`. */
function wereOffered(moves: SportRow['matches'][number]['moves'], after: number, until: number, is: (odds: Offered) => boolean): boolean {
  return moves.some(({ at, odds }, i) => at <= until && (moves[i + 1]?.at ?? Number.POSITIVE_INFINITY) >= after && is(odds));
}

/**
 * Every bet on matches ended by the rules and the present results, was sold at odds that were on offer, and its player got a message.
 * `drafts`: keys of requests that sold a draft.
 */
export async function sportFaults(admin: Querying, drafts: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await admin.query<SportRow>(
    `SELECT s.id::text AS id, s.hash, s.ticket, s.units, s.multiplier, s.status, s.prize, s.refund, s.placed_at,
            (SELECT jsonb_agg(jsonb_build_object('match', l.match_id, 'result', o.result, 'moves', (
               SELECT jsonb_agg(jsonb_build_object('at', v.at, 'odds', v.odds) ORDER BY v.version) FROM odds_moves v
                WHERE v.game = l.game AND v.match_id = l.match_id)) ORDER BY l.match_id)
               FROM sport_legs l JOIN offers o ON o.game = l.game AND o.match_id = l.match_id WHERE l.order_id = s.id) AS matches,
            coalesce((SELECT f.commission_fen FROM follows f WHERE f.user_id = s.user_id AND f.order_id = s.id), 0) AS commission,
            (SELECT i.key FROM idempotency i WHERE i.user_id = s.user_id AND i.answer->'models'->>'orderId' = s.id::text LIMIT 1) AS key,
            ARRAY(SELECT x.event->>'status' FROM outbox x
                   WHERE x.user_id = s.user_id AND x.event->>'type' = 'order' AND x.event->>'orderId' = s.id::text ORDER BY x.seq) AS events
       FROM sport_orders s ORDER BY s.id`,
  );
  const faults: string[] = [];
  for (const row of rows) {
    const { id, ticket, units, status, refund } = row;
    const prize = row.prize + row.commission;
    const compiled = await sportOf(admin, row.hash);
    if (row.multiplier > compiled.sport.caps.multiplier) faults.push(`bet on matches ${id} of ${row.multiplier} times is over its caps`);
    const held = drafts.has(row.key ?? '') ? HELD_MS : 0;
    const movesOf = (match: string) => row.matches.find((each) => each.match === match)?.moves ?? [];
    for (const { match, picks } of ticket.matches)
      for (const [play, chosen] of Object.entries(picks as Offered))
        for (const [choice, odds] of Object.entries(chosen))
          if (!wereOffered(movesOf(match), row.placed_at - held, row.placed_at, (offered) => offered[play]?.[choice] === odds))
            faults.push(`bet on matches ${id} was sold at ${odds} for ${match} ${play} ${choice}, which was not on offer`);
    const results = Object.fromEntries(row.matches.map(({ match, result }) => [match, result]));
    if (Object.values(results).includes(null)) {
      faults.push(`bet on matches ${id} hangs on a match that never ended`);
      continue;
    }
    const due = settleSport(compiled, units === null ? ticket : { ...ticket, units }, results as Record<string, MatchResult>);
    const [prizeDue, refundDue] = [Number(due.prizeFen - due.refundFen), Number(due.refundFen)];
    if (status === 'placed' || status === 'held') faults.push(`bet on matches ${id} is ${status}, and all its matches are over`);
    else if (prize !== prizeDue || refund !== refundDue)
      faults.push(`bet on matches ${id} has won ${prize} and has ${refund} back, and the rules say ${prizeDue} and ${refundDue}`);
    if (row.events.at(-1) !== status)
      faults.push(`bet on matches ${id} is ${status}, and its player was told ${row.events.join(', ') || 'nothing'}`);
  }
  return faults;
}

/** By hash: a version is the same in every world. */
const known = new Map<string, CompiledSport>();
async function sportOf(admin: Querying, hash: string): Promise<CompiledSport> {
  const before = known.get(hash);
  if (before !== undefined) return before;
  const sport = JSON.parse((await readVersion(admin, hash, undefined, 'sport')) ?? '') as SportGame;
  const compiled = compileSport(sport, sport.table);
  known.set(hash, compiled);
  return compiled;
}
