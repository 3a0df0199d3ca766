/** Releases as things that people talk about, and as rows of somebody's home page. */
import { DAY_MS } from '../../platform/index.ts';
import type { HomeRow } from '../../../protocol/calls.ts';
import type { SocialServices } from '../services.ts';
import type { SubjectKind } from '../profiles/subjects.ts';
import { planText, releasePlanOf } from './detail.ts';
import { findRelease, RELEASE_COLUMNS, RELEASE_JOINS, type StoredRelease } from './rows.ts';
import { UUID } from '../../../protocol/uuid.ts';

type Row = StoredRelease & {
  readonly order: string;
  readonly fen: number;
  readonly paid: number;
  readonly ended: string;
  readonly at: number;
  readonly hidden: number | null;
};

async function rowFor(context: SocialServices, row: Row, owner: number): Promise<HomeRow> {
  const { plays, passes, matches } = row;
  const status = row.ended === 'won' || row.ended === 'lost' || row.ended === 'cancelled' ? row.ended : 'pending';
  const isOwner = row.user_id === owner;
  return {
    id: isOwner ? row.release_id : row.order,
    kind: isOwner ? 'release' : 'follow',
    title: context.gameName(row.game),
    subtitle: [plays, passes, `${matches} 场`].filter((part) => part !== '').join(' '),
    plan: row.hidden === null ? planText(await releasePlanOf(context, row)) : '',
    amountFen: row.fen,
    status,
    prizeFen: row.paid,
    at: row.at,
    to: `/followOrder1?id=${row.release_id}`,
  };
}

export const releaseSubject: SubjectKind = {
  kind: 'release',
  async find(client, id, asker) {
    const release = await findRelease(client, id, asker);
    if (release === undefined) return undefined;
    return { owner: release.user_id, closesAt: release.settled_at === null ? null : release.settled_at + DAY_MS };
  },
  makers: `SELECT user_id AS id, max(day)::bigint * ${DAY_MS} AS at FROM release_stats WHERE day > caipu_now_ms() / ${DAY_MS} - 30 GROUP BY user_id`,
  async latest(client, userIds) {
    const { rows } = await client.query<{ id: number; text: string }>(
      `SELECT u.id, concat_ws(' ', nullif(l.plays, ''), nullif(l.passes, ''), l.matches || ' 场') AS text
         FROM unnest($1::bigint[]) AS u(id) LEFT JOIN profiles p ON p.user_id = u.id,
              LATERAL (SELECT plays, passes, matches FROM releases WHERE user_id = u.id AND withdrawn_at IS NULL
                        ORDER BY released_at DESC, id DESC LIMIT 1) l
        WHERE coalesce(p.show_orders, 'after') <> 'hidden'`,
      [userIds],
      'latest-releases',
    );
    return new Map(rows.map(({ id, text }) => [id, text]));
  },
  async rows(context, { owner, asker, cursor, size }) {
    const after = cursor !== undefined && UUID.test(cursor) ? cursor : 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    // Own releases, and orders that follow others': both by the id of the order, which grows with time.
    const { rows } = await context.database.query<Row>(
      `SELECT t.*, s.prize AS paid, s.status AS ended, plan_hidden_until(t.release_id, $3) AS hidden FROM (
         (SELECT r.order_id AS "order", r.stake_fen AS fen, r.released_at AS at, ${RELEASE_COLUMNS} FROM releases r ${RELEASE_JOINS}
           WHERE r.user_id = $1 AND r.order_id < $2 ORDER BY r.order_id DESC LIMIT $4)
         UNION ALL
         (SELECT f.order_id, f.stake_fen, f.at, ${RELEASE_COLUMNS} FROM follows f JOIN releases r ON r.id = f.release_id ${RELEASE_JOINS}
           WHERE f.user_id = $1 AND f.order_id < $2 ORDER BY f.order_id DESC LIMIT $4)) t
         JOIN sport_orders s ON s.user_id = $1 AND s.id = t."order" ORDER BY t."order" DESC LIMIT $4`,
      [owner, after, asker ?? null, size + 1],
      'home-releases',
    );
    const shown = rows.slice(0, size);
    return {
      items: await Promise.all(shown.map((row) => rowFor(context, row, owner))),
      next: rows.length > size ? (shown.at(-1)?.order ?? null) : null,
    };
  },
};
