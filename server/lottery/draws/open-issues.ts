/**
 * Opening issues ahead of their time, from each game's schedule. The seed of an issue is drawn here, before anybody can bet on it,
 * and its SHA-256 is what players see from the first second of sale.
 */
import { createHash, randomBytes } from 'node:crypto';
import { issueAt, issuesFrom, type ScheduledIssue } from '../../../engine/descriptions/schedule.ts';
import type { LotteryServices } from '../services.ts';
import type { GameVersion } from '../../catalog/index.ts';
import { clearAnswerCache } from './answer-cache.ts';
import { isNamed, movedIssues, type OpenIssue } from './moved-issues.ts';
import { noteSkippedIssues } from './skipped-issues.ts';

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

/** The parts of a process that open issues; its clock may be one that stands still at the instant that they are opened for. */
export interface OpeningParts extends Pick<LotteryServices, 'database'>, Partial<Pick<LotteryServices, 'alarms'>> {
  readonly clock: Pick<LotteryServices['clock'], 'now' | 'speed'>;
}

/**
 * Opens missing issues of a game, moves issues whose number a changed calendar draws at another time (movedIssues), and removes issues that a
 * changed schedule no longer has: those have not begun, so no client has seen their commitment. A draw that only has another number now keeps
 * its issue if somebody has bet on it. Several processes may do this at once, and each clock may have jumped since: a draw that has an
 * issue, even one that was written off, gets no other (add_issues). Returns when (game ms) to look again: half of the issues that are open beyond the
 * need will have begun. The need is what a chase (追号) of the game's cap may reach, on the issue after the one on sale too, so that a chase
 * of the cap is not refused because the last issue is not open yet.
 *
 * `since` is the instant of the last pass over every game. When the current issue is missing, all open issues have ended before this
 * pass, and the issues since then are noted as missed (noteSkippedIssues). Issues before an existing issue were opened or noted by the pass
 * that opened that one, however short the issues and however long the pause.
 */
export async function openIssues(parts: OpeningParts, version: GameVersion, since?: number): Promise<number> {
  const { database, clock } = parts;
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
    .select(['issue', 'opens_at', 'closes_at', 'draws_at', 'cancelled'])
    .where('game', '=', game.code)
    .where('closes_at', '>', now)
    // Which follows, and has an index.
    .where('draws_at', '>', now)
    .where((is) => is.or([is('state', '<>', 'withdrawn'), is('cancelled', 'in', ['skipped', 'operator'])]))
    .execute();
  // Their close lies ahead when the clock was set back. They keep their draws, and nothing else of them counts.
  const cancelledTimes = new Set(existing.filter((row) => row.cancelled !== null).map((row) => row.draws_at));
  const live = await moveIssues(
    database,
    version,
    existing.filter((row) => row.cancelled === null),
    now,
  );
  // Not by its opening, which may have waited for the last issue of an older schedule. By the schedule and not by the plan: what is open may
  // reach beyond it, from a slower schedule or a lower cap.
  const plans = new Map<OpenIssue, ScheduledIssue>(live.map((row) => [row, issueAt(game.schedule, row.closes_at - 1)]));
  const at = (row: OpenIssue, plan: ScheduledIssue | undefined) => row.closes_at === plan?.closesAt && row.draws_at === plan.drawsAt;
  // Each once: a fast game has hundreds of plans and of open issues.
  const drawn = new Set<OpenIssue>(live.filter((row) => at(row, plans.get(row))));
  const scheduled = (row: OpenIssue) => drawn.has(row) && isNamed(row.issue, plans.get(row) as ScheduledIssue);
  // Not what is about to begin either: a bet may be on its way to it.
  const notBegun = now + 2_000 * clock.speed;
  const outdated = live.filter((row) => row.opens_at > notBegun && !scheduled(row));
  const kept = new Set<OpenIssue>();
  // One by one: each waits for the bets on their way to its issue, and gives back what was bet on it.
  for (const row of outdated) {
    // The draw of a year that is counted in another way now: nobody gets money back for a number.
    const keepSold = game.schedule.kind === 'weekly' && drawn.has(row);
    const { rows } = await database.query<{ gone: boolean }>('SELECT withdraw_issue($1, $2, $3, $4) AS gone', [
      game.code,
      row.issue,
      notBegun,
      keepSold,
    ]);
    if (rows[0]?.gone === false) kept.add(row);
  }
  const remaining = live.filter((row) => !outdated.includes(row) || kept.has(row));
  // A running issue of an old schedule is sold to its end: the new schedule begins with the first issue after it.
  const busyUntil = Math.max(0, ...remaining.filter((row) => !drawn.has(row)).map((row) => row.closes_at));
  const missing = planned.filter(
    (plan) =>
      plan.closesAt > busyUntil &&
      !cancelledTimes.has(plan.drawsAt) &&
      !remaining.some((row) => at(row, plan) || (!drawn.has(row) && isNamed(row.issue, plan))),
  );
  if (missing.length === 0) return lookAgain;
  if (since !== undefined && missing[0] === planned[0]) await noteSkippedIssues(parts, version, since);
  const issues = missing.map((plan) => ({
    issue: plan.issue,
    opens_at: Math.max(plan.opensAt, Math.min(busyUntil, plan.closesAt - 1)),
    closes_at: plan.closesAt,
    draws_at: plan.drawsAt,
  }));
  const { source } = game.draw;
  if (source !== undefined) {
    const { rows } = await database.query<{ found: number }>(
      'SELECT add_derived_issues($1, $2, $3, $4::jsonb) AS found',
      [game.code, hash, source.game, JSON.stringify(issues)],
      'open-derived-issues',
    );
    // What the source has not opened yet is there within moments: it is opened before, or by another process.
    return (rows[0]?.found ?? 0) < missing.length ? Math.min(lookAgain, now + 1_000 * clock.speed) : lookAgain;
  }
  // One value and not a thousand: a game whose chase reaches far opens more than a hundred issues at once.
  const opened = JSON.stringify(issues.map((issue) => ({ ...issue, ...newSeed() })));
  await database.query('SELECT add_issues($1, $2, false, $3::jsonb)', [game.code, hash, opened], 'open-issues');
  return lookAgain;
}

/** Moves what a changed calendar draws at another time. Returns the open issues as they are then. */
async function moveIssues<T extends OpenIssue>(
  database: OpeningParts['database'],
  { game, hash }: GameVersion,
  live: readonly T[],
  now: number,
): Promise<readonly T[]> {
  const moved = new Map<string, ScheduledIssue>();
  // One by one, as for a withdrawal. Another process may have done it, or the issue has closed meanwhile.
  for (const { issue, to } of movedIssues(game.schedule, live, now)) {
    const { rows } = await database.query<{ moved: boolean }>('SELECT move_issue($1, $2, $3, $4, $5, $6) AS moved', [
      game.code,
      issue,
      to.opensAt,
      to.closesAt,
      to.drawsAt,
      hash,
    ]);
    if (rows[0]?.moved === true) moved.set(issue, to);
  }
  if (moved.size === 0) return live;
  clearAnswerCache(database);
  return live.map((row) => {
    const to = moved.get(row.issue);
    return to === undefined ? row : { ...row, closes_at: to.closesAt, draws_at: to.drawsAt };
  });
}

/** All games; those whose numbers follow from another's come after it. */
export function gamesInSourceOrder(games: LotteryServices['games']): GameVersion[] {
  return games.all().toSorted((a, b) => Number(a.game.draw.source !== undefined) - Number(b.game.draw.source !== undefined));
}
