/** Releases as lists show them. Nothing here depends on what was picked, so that no list can tell a plan. */
import type { ReleaseRow } from '../../../protocol/calls.ts';
import type { SocialServices } from '../services.ts';
import { orderNoSql, type Querying } from '../../platform/index.ts';
import { PERSON_COLUMNS, PERSON_JOINS, toPerson } from '../../accounts/index.ts';
import { recentRecordsOf, type RecentRecords } from '../profiles/recent-record.ts';
import { hundredthsText } from './rules.ts';

/** A release with its player and his record. */
export interface StoredRelease {
  readonly release_id: string;
  readonly order_no: string;
  readonly user_id: number;
  readonly order_id: string;
  readonly game: string;
  readonly unit_fen: number;
  readonly stake_fen: number;
  readonly matches: number;
  readonly plays: string;
  readonly passes: string;
  readonly return_x100: number;
  readonly commission_bp: number;
  readonly security: number;
  readonly text: string;
  readonly least_fen: number;
  readonly released_at: number;
  readonly stops_at: number;
  readonly starts_at: number;
  readonly withdrawn_at: number | null;
  readonly status: 'placed' | 'won' | 'lost' | 'cancelled';
  readonly prize_fen: number;
  readonly settled_at: number | null;
  readonly followers: number;
  readonly followed_fen: number;
  readonly commission_fen: number;
  readonly now: number;
  readonly streak: number;
  readonly last: string;
  readonly orders7: number;
  readonly hits7: number;
  readonly stake7: number;
  readonly prize7: number;
  readonly okami_since: number | null;
  /** The public profile of the player. */
  readonly id: number;
  readonly name: string;
  readonly nickname: string | null;
  readonly avatar: string | null;
  readonly frame: string | null;
  readonly level: number | null;
}

/** Of `releases r`, with the joins of RELEASE_JOINS. */
export const RELEASE_COLUMNS = `r.id AS release_id, ${orderNoSql('r', 'released_at')} AS order_no, r.user_id, r.order_id, r.game, r.unit_fen, r.stake_fen, r.matches, r.plays, r.passes, r.return_x100,
  r.commission_bp, r.security, r.text, r.least_fen, r.released_at, r.stops_at, r.starts_at, r.withdrawn_at, r.status, r.prize_fen, r.settled_at,
  r.followers, r.followed_fen, r.commission_fen, caipu_now_ms() AS now, l.streak, l.last, l.orders7, l.hits7, l.stake7, l.prize7, l.okami_since,
  ${PERSON_COLUMNS}`;
export const RELEASE_JOINS = `JOIN users u ON u.id = r.user_id ${PERSON_JOINS} JOIN releasers l ON l.user_id = r.user_id`;

export function releaseStateOf({
  status,
  withdrawn_at,
  stops_at,
  now,
}: Pick<StoredRelease, 'status' | 'withdrawn_at' | 'stops_at' | 'now'>): ReleaseRow['status'] {
  if (status !== 'placed') return status;
  if (withdrawn_at !== null) return 'withdrawn';
  return now >= stops_at ? 'closed' : 'open';
}

/** 'WLW' → won, lost, won. */
export const lastOutcomesOf = (line: string): ('won' | 'lost')[] => [...line].map((letter) => (letter === 'W' ? 'won' : 'lost'));

/** 'WLW', the newest first → ●○●, the newest last. */
export const outcomeDots = (line: string): string =>
  [...line]
    .map((letter) => (letter === 'W' ? '●' : '○'))
    .reverse()
    .join('');

/** Releases as the calls answer them, with the records of their players: one statement for all. `asker`: the calling player. */
export async function releaseRowsOf(
  context: SocialServices,
  releases: readonly StoredRelease[],
  asker: number | undefined,
): Promise<ReleaseRow[]> {
  const records = await recentRecordsOf(
    context,
    'release',
    releases.map(({ user_id }) => user_id),
    asker,
  );
  return releases.map((release) => releaseRowOf(context, release, asker, records(release.user_id)));
}

function releaseRowOf(
  context: SocialServices,
  release: StoredRelease,
  asker: number | undefined,
  { record7, record30 }: RecentRecords,
): ReleaseRow {
  const { orders7, hits7, stake7, prize7 } = release;
  return {
    releaseId: release.release_id,
    orderNo: release.order_no,
    who: toPerson(release),
    okami: release.okami_since !== null,
    hit7Bp: orders7 === 0 ? null : Math.floor((hits7 * 10_000) / orders7),
    return7Bp: stake7 === 0 ? null : Number((BigInt(prize7) * 10_000n) / BigInt(stake7)),
    record7,
    record30,
    streak: release.streak,
    last: lastOutcomesOf(release.last),
    dots: outcomeDots(release.last),
    text: release.text,
    gameCode: release.game,
    gameName: context.gameName(release.game),
    playNames: release.plays,
    passNames: release.passes,
    matches: release.matches,
    stakeFen: release.stake_fen,
    unitFen: release.unit_fen,
    minFollowFen: release.least_fen,
    expected: hundredthsText(release.return_x100),
    followers: release.followers,
    followedFen: release.followed_fen,
    commission: release.commission_bp / 100,
    security: release.security,
    releasedAt: release.released_at,
    stopsAt: release.stops_at,
    startsAt: release.starts_at,
    status: releaseStateOf(release),
    prizeFen: release.prize_fen,
    commissionFen: release.commission_fen,
    mine: release.user_id === asker,
  };
}

/**
 * A release that `asker` may see; undefined if it does not exist, or its player hides all orders and `asker` is neither this player nor a
 * follower of the release. Its plan may still be hidden (planHiddenUntil).
 */
export async function findRelease(client: Querying, id: string, asker: number | undefined): Promise<StoredRelease | undefined> {
  const { rows } = await client.query<StoredRelease>(
    `SELECT ${RELEASE_COLUMNS} FROM releases r ${RELEASE_JOINS}
      WHERE r.id = $1 AND (coalesce(p.show_orders, 'after') <> 'hidden' OR r.user_id = $2
                           OR EXISTS (SELECT 1 FROM follows f WHERE f.release_id = r.id AND f.user_id = $2))`,
    [id, asker ?? null],
    'release',
  );
  return rows[0];
}

/** The instant from which `asker` may see the plan (unix ms); null: now. */
export async function planHiddenUntil(client: Querying, id: string, asker: number | undefined): Promise<number | null> {
  const { rows } = await client.query<{ until: number | null }>(
    'SELECT plan_hidden_until($1, $2) AS until',
    [id, asker ?? null],
    'plan-hidden',
  );
  return rows[0]?.until ?? null;
}
