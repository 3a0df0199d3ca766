/**
 * Opening issues ahead of their time, from each game's schedule. The seed of an issue is drawn here, before anybody can bet on it,
 * and its SHA-256 is what players see from the first second of sale.
 */
import { createHash, randomBytes } from 'node:crypto';
import { issueAt, issuesFrom, type ScheduledIssue } from '../../engine/descriptions/schedule.ts';
import type { Context } from '../context.ts';
import type { GameVersion } from '../games.ts';

/** Issues kept open ahead of now, the one on sale included, for a game that sells one issue at a time. */
const AHEAD = 4;
/** Real time that the issues ahead must cover: a fast simulated clock must not outrun the look for new ones. */
const AHEAD_REAL_MS = 8_000;
/** Opening further ahead than this brings nothing, however fast the clock. */
const MOST_AHEAD = 500;

export function newSeed(): { seed: string; commitment: string } {
  const bytes = randomBytes(32);
  return { seed: bytes.toString('hex'), commitment: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Opens what is missing of a game, and takes back issues that a changed schedule no longer has: those have not begun, so nobody
 * has seen their commitment. Several processes may do this at once; the first to insert an issue wins. Returns when (game ms) to look
 * again: half of what is open beyond the need will have begun. The need is what a chase (追号) of the game's cap may reach, on the
 * issue after the one on sale too, so that nobody who takes the cap is refused because the last issue is not there yet.
 */
export async function openIssues({ database, clock }: Pick<Context, 'database' | 'clock'>, version: GameVersion): Promise<number> {
  const { game, hash } = version;
  const now = clock.now();
  const horizon = now + AHEAD_REAL_MS * clock.speed;
  const need = game.caps.issues > 1 ? game.caps.issues + 1 : 1;
  let planned = issuesFrom(game.schedule, now, need + Math.max(AHEAD - 1, Math.floor(need / 2)));
  while ((planned.at(-1) as ScheduledIssue).opensAt < horizon && planned.length < MOST_AHEAD) {
    planned = issuesFrom(game.schedule, now, planned.length * 2);
  }

  const lookAgain = (planned[Math.ceil((planned.length - need) / 2)] as ScheduledIssue).opensAt;
  const existing = await database.kysely
    .selectFrom('issues')
    .select(['issue', 'opens_at', 'closes_at', 'draws_at'])
    .where('game', '=', game.code)
    .where('closes_at', '>', now)
    .where('state', '<>', 'withdrawn')
    .execute();
  // Not by its opening, which may have waited for the last issue of an older schedule.
  const same = (row: (typeof existing)[number], plan: ScheduledIssue) =>
    isNamed(row.issue, plan) && row.closes_at === plan.closesAt && row.draws_at === plan.drawsAt;
  // By the schedule and not by the plan: what is open may reach beyond it, from a slower schedule or a lower cap.
  const scheduled = (row: (typeof existing)[number]) => same(row, issueAt(game.schedule, row.closes_at - 1));
  // Not what is about to begin either: a bet may be on its way to it.
  const notBegun = now + 2_000 * clock.speed;
  const withdrawn = existing.filter((row) => row.opens_at > notBegun && !scheduled(row));
  // One by one: each waits for the bets on their way to its issue, and gives back what was bet on it.
  for (const { issue } of withdrawn) await database.query('SELECT withdraw_issue($1, $2, $3)', [game.code, issue, notBegun]);
  const kept = existing.filter((row) => !withdrawn.includes(row));
  // A running issue of an old schedule is sold to its end: the new schedule begins with the first issue after it.
  const busyUntil = Math.max(0, ...kept.filter((row) => !scheduled(row)).map((row) => row.closes_at));
  const missing = planned.filter((plan) => plan.closesAt > busyUntil && !kept.some((row) => isNamed(row.issue, plan)));
  if (missing.length === 0) return lookAgain;
  const taken = await namesTaken(database, game.code, missing);
  const { source } = game.draw;
  if (source !== undefined) {
    const first = await openDerived(database, version, source.game, missing, busyUntil);
    // What the source has not opened yet is there within moments: it is opened before, or by another process.
    return first < missing.length ? Math.min(lookAgain, now + 1_000 * clock.speed) : lookAgain;
  }
  const opened = missing.map((plan) => ({
    issue: freeName(plan.issue, taken),
    opens_at: Math.max(plan.opensAt, Math.min(busyUntil, plan.closesAt - 1)),
    closes_at: plan.closesAt,
    draws_at: plan.drawsAt,
    ...newSeed(),
  }));
  // One value and not a thousand: a game whose chase reaches far opens more than a hundred issues at once.
  await database.query(
    `WITH version AS (UPDATE descriptions SET used = true WHERE hash = $2 AND NOT used)
     INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed)
     SELECT $1, r.issue, r.opens_at, r.closes_at, r.draws_at, 'open', $2, r.commitment, r.seed
       FROM jsonb_to_recordset($3::jsonb) AS r(issue text, opens_at bigint, closes_at bigint, draws_at bigint, commitment text, seed text)
     ON CONFLICT (game, issue) DO NOTHING`,
    [game.code, hash, JSON.stringify(opened)],
    'open-issues',
  );
  return lookAgain;
}

/**
 * Opens issues of a game whose numbers follow from another's: each with the name, the seed and the commitment of the source's issue that is
 * drawn at the same moment. Returns how many of them the source has.
 */
async function openDerived(
  database: Context['database'],
  { game, hash }: GameVersion,
  source: string,
  missing: readonly ScheduledIssue[],
  busyUntil: number,
): Promise<number> {
  const plans = missing.map(({ opensAt, closesAt, drawsAt }) => ({
    opens_at: Math.max(opensAt, Math.min(busyUntil, closesAt - 1)),
    closes_at: closesAt,
    draws_at: drawsAt,
  }));
  const { rows } = await database.query<{ found: number }>(
    `WITH version AS (UPDATE descriptions SET used = true WHERE hash = $2 AND NOT used),
     found AS (
       SELECT s.issue, r.opens_at, r.closes_at, r.draws_at, s.commitment, s.seed
         FROM jsonb_to_recordset($4::jsonb) AS r(opens_at bigint, closes_at bigint, draws_at bigint)
         JOIN issues s ON s.game = $3 AND s.draws_at = r.draws_at AND s.state IN ('open', 'frozen')),
     opened AS (
       INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, source)
       SELECT $1, issue, opens_at, closes_at, draws_at, 'open', $2, commitment, seed, $3 FROM found
       ON CONFLICT (game, issue) DO NOTHING)
     SELECT count(*)::int AS found FROM found`,
    [game.code, hash, source, JSON.stringify(plans)],
    'open-derived-issues',
  );
  return rows[0]?.found ?? 0;
}

/**
 * A schedule that is changed within a day counts that day's draws anew, and would give numbers that are already drawn: such an issue
 * is called 20261121001-2.
 */
function isNamed(issue: string, plan: ScheduledIssue): boolean {
  return issue === plan.issue || issue.startsWith(`${plan.issue}-`);
}

function freeName(issue: string, taken: ReadonlySet<string>): string {
  if (!taken.has(issue)) return issue;
  let copy = 2;
  while (taken.has(`${issue}-${copy}`)) copy += 1;
  return `${issue}-${copy}`;
}

/** Names that issues of other times have. An issue of the same times is the same issue, opened by another process in this moment. */
async function namesTaken(database: Context['database'], game: string, plans: readonly ScheduledIssue[]): Promise<Set<string>> {
  const { rows } = await database.query<{ issue: string; closes_at: number; state: string }>(
    `SELECT issue, closes_at, state FROM issues
      WHERE game = $1 AND EXISTS (SELECT 1 FROM unnest($2::text[]) AS plan WHERE issue = plan OR starts_with(issue, plan || '-'))`,
    [game, plans.map((plan) => plan.issue)],
  );
  return new Set(
    rows
      .filter((row) => row.state === 'withdrawn' || !plans.some((plan) => isNamed(row.issue, plan) && row.closes_at === plan.closesAt))
      .map((row) => row.issue),
  );
}
