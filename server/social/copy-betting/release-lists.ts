/** Lists of releases, of the followers of one, and of a player's copied bets. */
import type { FollowersModels, FollowListModels, ReleaseListModels, ReleaseRow } from '../../../protocol/calls.ts';
import type { SocialServices } from '../services.ts';
import { gameCodeOf } from '../../catalog/index.ts';
import { followedBy } from '../profiles/following.ts';
import { PERSON_COLUMNS, PERSON_JOINS, toPerson } from '../../accounts/index.ts';
import { RELEASE_COLUMNS, RELEASE_JOINS, releaseRowsOf, type StoredRelease } from './rows.ts';
import { COPY_BETTING_RULES } from './rules.ts';
import { UUID } from '../../../protocol/uuid.ts';

const NOTHING = '00000000-0000-0000-0000-000000000000';

/**
 * Sorts by an integer, the largest first, but the smallest for `time`; columns of `releases r` and `releasers l`, written as the indexes
 * of migrations 031 and 051 have them.
 */
const KEYS = {
  time: 'r.stops_at',
  amount: 'r.stake_fen',
  popular: 'r.followers',
  hit: 'CASE l.orders7 WHEN 0 THEN -1 ELSE l.hits7::bigint * 10000 / l.orders7 END',
  return: 'CASE l.stake7 WHEN 0 THEN -1 ELSE l.prize7 * 10000 / l.stake7 END',
  /** 大神 first, then who hits more often; of one player's releases those that many follow. */
  worth: `((l.okami_since IS NOT NULL)::int::bigint * 100000 + CASE l.orders7 WHEN 0 THEN 0 ELSE l.hits7::bigint * 10000 / l.orders7 END)`,
} as const;

export interface ReleaseListQuery {
  readonly which: 'all' | 'recommended' | 'okami' | 'attention';
  readonly asker: number | undefined;
  readonly game: string | undefined;
  readonly sort: Exclude<keyof typeof KEYS, 'worth'> | undefined;
  readonly cursor: string | undefined;
  readonly size: number;
}

/** What can be followed now. Players who show nothing, or let nobody follow, are not in it. */
export async function listReleases(
  context: SocialServices,
  { which, asker, game, sort, cursor, size }: ReleaseListQuery,
): Promise<ReleaseListModels> {
  const by = sort ?? (which === 'recommended' ? 'worth' : 'time');
  const key = KEYS[by];
  const up = by === 'time';
  // Key and id, in the columns of the statement within and of the one around it.
  const order = (key: string, id: string) =>
    up ? `${key}, ${id}` : by === 'worth' ? `${key} DESC, r.followers DESC, ${id} DESC` : `${key} DESC, ${id} DESC`;
  // The index of open releases begins with the earliest stop, and a cursor is a place in it.
  const from = up ? 'AND r.stops_at >= $5::bigint' : '';
  // A cursor is the key and the id of the last release shown.
  const [written = '', id = ''] = (cursor ?? '').split('~');
  const after = /^-?\d{1,16}$/.test(written) && UUID.test(id);
  const { recommended } = COPY_BETTING_RULES;
  // Recommended releases are chosen among the best ones, since one player may have many of them.
  const isChoice = which === 'recommended' && sort === undefined;
  const shownMost = which === 'recommended' ? Math.min(size, recommended.most) : size;
  const most = isChoice ? recommended.lookedAt : shownMost;
  const targets = which === 'attention' ? await followedBy(context.database, asker ?? 0) : null;
  const { rows } = await context.database.query<StoredRelease & { key: number }>(
    `SELECT t.key, ${RELEASE_COLUMNS} FROM (
       SELECT r.id, ${key} AS key FROM releases r JOIN releasers l ON l.user_id = r.user_id LEFT JOIN profiles p ON p.user_id = r.user_id
        WHERE r.withdrawn_at IS NULL AND r.status = 'placed' AND r.stops_at > (SELECT caipu_now_ms()) ${from} AND coalesce(p.show_orders, 'after') <> 'hidden' AND coalesce(p.allow_follow, true)
          AND ($1::text IS NULL OR r.game = $1) AND ($2::bigint[] IS NULL OR r.user_id = ANY($2))
          AND (NOT $3 OR l.okami_since IS NOT NULL)
          AND (NOT $4 OR (${key}, r.id) ${up ? '>' : '<'} ($5::bigint, $6::uuid))
        ORDER BY ${order(key, 'r.id')} LIMIT $7) t
       JOIN releases r ON r.id = t.id ${RELEASE_JOINS} ORDER BY ${order('t.key', 't.id')}`,
    [
      game ? gameCodeOf(context, game) : null,
      targets,
      which === 'okami',
      after,
      after ? Number(written) : 0,
      after ? id : NOTHING,
      most + 1,
    ],
    `lobby-${by}`,
  );
  const shown = rows.slice(0, most);
  const last = shown.at(-1);
  const items = await releaseRowsOf(context, shown, asker);
  return {
    items: isChoice ? chooseRecommended(items).slice(0, shownMost) : items,
    next: rows.length > most && last !== undefined && which !== 'recommended' ? `${last.key}~${last.release_id}` : null,
  };
}

/**
 * Recommended releases in their order: those of players with results first, and of one player at most `ofPlayer` among the first `first`
 * ones. With too few players the list is shorter. The list of all releases has the others.
 */
export function chooseRecommended<T extends Pick<ReleaseListModels['items'][number], 'who' | 'record30'>>(
  releases: readonly T[],
  { first, ofPlayer } = COPY_BETTING_RULES.recommended,
): readonly T[] {
  const ordered = [...releases].sort((a, b) => Number(b.record30.orders > 0) - Number(a.record30.orders > 0));
  const ahead: T[] = [];
  const others: T[] = [];
  const shownOf = new Map<string, number>();
  for (const release of ordered) {
    const shown = shownOf.get(release.who.mid) ?? 0;
    if (ahead.length < first && shown < ofPlayer) {
      shownOf.set(release.who.mid, shown + 1);
      ahead.push(release);
    } else others.push(release);
  }
  return ahead.length < first ? ahead : [...ahead, ...others];
}

/** Followers of a release, the earliest first. Players with hidden orders are left out. */
export async function listFollowers(
  context: SocialServices,
  releaseId: string,
  asker: number | undefined,
  { cursor, size }: { readonly cursor: string | undefined; readonly size: number },
): Promise<FollowersModels> {
  const [written = '', id = ''] = (cursor ?? '').split('~');
  const after = /^\d{1,16}$/.test(written) && UUID.test(id);
  const { rows } = await context.database.query<
    Parameters<typeof toPerson>[0] & { order_id: string; fen: number; at: number; prize: number; user_id: number }
  >(
    `SELECT f.order_id, f.user_id, f.stake_fen AS fen, f.at, s.prize, ${PERSON_COLUMNS}
       FROM follows f JOIN sport_orders s ON s.user_id = f.user_id AND s.id = f.order_id JOIN users u ON u.id = f.user_id ${PERSON_JOINS}
      WHERE f.release_id = $1 AND (f.at, f.order_id) > ($2::bigint, $3::uuid) AND (coalesce(p.show_orders, 'after') <> 'hidden' OR f.user_id = $4)
      ORDER BY f.at, f.order_id LIMIT $5`,
    [releaseId, after ? Number(written) : 0, after ? id : NOTHING, asker ?? null, size + 1],
    'followers',
  );
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => ({ who: toPerson(row), fen: row.fen, at: row.at, prizeFen: row.prize, mine: row.user_id === asker })),
    next: rows.length > size && last !== undefined ? `${last.at}~${last.order_id}` : null,
  };
}

const shownStatus = (status: string): FollowListModels['items'][number]['status'] =>
  status === 'won' || status === 'lost' || status === 'cancelled' ? status : 'pending';

interface OwnRow extends StoredRelease {
  readonly own_order: string;
  readonly times: number;
  readonly fen: number;
  readonly paid: number;
  readonly own_commission: number;
  readonly own_status: string;
  readonly by_rule: boolean;
  readonly at: number;
}

const ownItem = (release: ReleaseRow, row: OwnRow): FollowListModels['items'][number] => ({
  orderId: row.own_order,
  release,
  times: row.times,
  fen: row.fen,
  prizeFen: row.paid,
  commissionFen: row.own_commission,
  status: shownStatus(row.own_status),
  byRule: row.by_rule,
  at: row.at,
});

/** What a player follows, or what he released; the newest first. */
export async function listOwnReleases(
  context: SocialServices,
  userId: number,
  {
    scope,
    status,
    cursor,
    size,
  }: {
    readonly scope: 'follows' | 'releases';
    readonly status: 'open' | 'settled' | undefined;
    readonly cursor: string | undefined;
    readonly size: number;
  },
): Promise<FollowListModels> {
  const after = cursor !== undefined && UUID.test(cursor) ? cursor : 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  const ended = `AND ($4::boolean IS NULL OR (s.status IN ('won', 'lost', 'cancelled')) = $4)`;
  const { rows } = await context.database.query<OwnRow>(
    scope === 'follows'
      ? `SELECT f.order_id AS own_order, f.times, f.stake_fen AS fen, s.prize AS paid, f.commission_fen AS own_commission, s.status AS own_status,
                f.rule_id IS NOT NULL AS by_rule, f.at, ${RELEASE_COLUMNS}
           FROM follows f JOIN sport_orders s ON s.user_id = f.user_id AND s.id = f.order_id JOIN releases r ON r.id = f.release_id ${RELEASE_JOINS}
          WHERE f.user_id = $1 AND f.order_id < $2 ${ended} ORDER BY f.order_id DESC LIMIT $3`
      : `SELECT r.order_id AS own_order, s.multiplier AS times, r.stake_fen AS fen, s.prize AS paid, r.commission_fen AS own_commission,
                s.status AS own_status, false AS by_rule, r.released_at AS at, ${RELEASE_COLUMNS}
           FROM releases r JOIN sport_orders s ON s.user_id = r.user_id AND s.id = r.order_id ${RELEASE_JOINS}
          WHERE r.user_id = $1 AND r.order_id < $2 ${ended} ORDER BY r.order_id DESC LIMIT $3`,
    [userId, after, size + 1, status === undefined ? null : status === 'settled'],
  );
  const shown = rows.slice(0, size);
  const releases = await releaseRowsOf(context, shown, userId);
  return {
    items: releases.map((release, at) => ownItem(release, shown[at] as OwnRow)),
    next: rows.length > size ? (shown.at(-1)?.own_order ?? null) : null,
  };
}
