/** Followers of players (关注). */
import type { AttentionListModels, Person } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { SocialServices } from '../services.ts';
import { ok, type Querying, refuse, refuseField, announceMessage } from '../../platform/index.ts';
import { PERSON_COLUMNS, PERSON_JOINS, toPerson, type PersonRow, parseUserId } from '../../accounts/index.ts';
import { plainText } from '../../../engine/search/plain-text.ts';
import { spellings } from '../../../engine/search/simplified.ts';
import { PROFILE_RULES } from './rules.ts';
import { SUBJECT_KINDS } from './subjects.ts';

/** The players whom a player follows, by user id: for lists of their releases. @public */
export async function followedBy(client: Querying, userId: number): Promise<readonly number[]> {
  const { rows } = await client.query<{ target: number }>(
    'SELECT target FROM followed_players WHERE user_id = $1',
    [userId],
    'followed-by',
  );
  return rows.map(({ target }) => target);
}

export type Relation = 'none' | 'following' | 'fan' | 'mutual' | 'self';
const relationFrom = (follows: boolean, followed: boolean): Relation =>
  follows ? (followed ? 'mutual' : 'following') : followed ? 'fan' : 'none';

export interface PlayerRelation {
  readonly relation: Relation;
  /** How many players he follows. */
  readonly follows: number;
  readonly fans: number;
}

/** How a player stands to the one who asks (undefined: nobody is logged in). */
export async function playerRelationOf(client: Querying, userId: number, asker: number | undefined): Promise<PlayerRelation> {
  const { rows } = await client.query<{ follows: number; fans: number; following: boolean; fan: boolean }>(
    `SELECT (SELECT count(*)::int FROM followed_players WHERE user_id = $1) AS follows,
            (SELECT count(*)::int FROM followed_players WHERE target = $1) AS fans,
            EXISTS (SELECT 1 FROM followed_players WHERE user_id = $2 AND target = $1) AS following,
            EXISTS (SELECT 1 FROM followed_players WHERE user_id = $1 AND target = $2) AS fan`,
    [userId, asker ?? 0],
    'standing',
  );
  const { follows = 0, fans = 0, following = false, fan = false } = rows[0] ?? {};
  return { relation: userId === asker ? 'self' : relationFrom(following, fan), follows, fans };
}

interface FollowingState {
  readonly relation: Relation;
  readonly following: number;
  readonly fans: number;
}

/** Follows a player, or follows him no more. Saying it again changes nothing. The transaction holds the player's lock. */
export async function setFollowing(client: Querying, userId: number, mid: string, on: boolean): Promise<Envelope<FollowingState | null>> {
  const target = parseUserId(mid);
  if (target === userId) return refuseField('who', '不能关注自己');
  const { rows } = await client.query<{ there: boolean; count: number; already: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM users WHERE id = $2) AS there, (SELECT count(*)::int FROM followed_players WHERE user_id = $1) AS count,
            EXISTS (SELECT 1 FROM followed_players WHERE user_id = $1 AND target = $2) AS already`,
    [userId, target ?? 0],
    'attend-look',
  );
  const { there = false, count = 0, already = false } = rows[0] ?? {};
  if (target === undefined || !there) return refuse(STATUS.notFound, '彩友不存在');
  if (on && !already) {
    if (count >= PROFILE_RULES.attention.most)
      return refuse(STATUS.limitReached, `最多关注 ${PROFILE_RULES.attention.most} 人，请先取消部分关注`);
    await client.query('INSERT INTO followed_players (user_id, target, at) VALUES ($1, $2, caipu_now_ms())', [userId, target], 'attend');
    await announceMessage(client, target);
  }
  if (!on && already)
    await client.query('DELETE FROM followed_players WHERE user_id = $1 AND target = $2', [userId, target], 'attend-no-more');
  const { relation, fans } = await playerRelationOf(client, target, userId);
  const following = count + (on && !already ? 1 : 0) - (!on && already ? 1 : 0);
  return ok({ relation, following, fans }, on ? '已关注' : '已取消关注');
}

/** mine: players that the caller follows. fans: the caller's followers. makers: players with releases or group orders that allow followers. */
export type PeopleList = 'mine' | 'fans' | 'makers';

export interface PeopleQuery {
  readonly q: string | undefined;
  readonly cursor: string | undefined;
  readonly size: number;
}

type Row = PersonRow & {
  readonly at: number;
  readonly signature: string | null;
  readonly following: boolean;
  readonly fan: boolean;
  readonly fans: number;
};

/** Players and since when, by kind of list; $1 is the caller. */
const SOURCES: Readonly<Record<Exclude<PeopleList, 'makers'>, string>> = {
  mine: 'SELECT target AS id, at FROM followed_players WHERE user_id = $1',
  fans: 'SELECT user_id AS id, at FROM followed_players WHERE target = $1',
};
/** Recently active players, by kind; players that allow no followers are left out. */
function makersSource(): string {
  const parts = SUBJECT_KINDS.map(({ makers }) => makers);
  if (parts.length === 0) return 'SELECT NULL::bigint AS id, NULL::bigint AS at WHERE $1::bigint IS NULL';
  return `SELECT m.id, max(m.at) AS at FROM (${parts.join(' UNION ALL ')}) m
           WHERE m.id <> $1 AND NOT EXISTS (SELECT 1 FROM profiles x WHERE x.user_id = m.id AND NOT x.allow_follow) GROUP BY m.id`;
}

/** Names are searched by nickname, and a player by his whole number: a login name is nobody else's to search. */
const MATCHES = `($2::text[] IS NULL OR lower(p.nickname) LIKE ANY($2::text[]) OR u.id::text = $3)`;
const CURSOR = /^(\d{1,16})-(\d{1,15})$/;
const likeText = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** A page of people, the newest first. */
export async function listPeople(
  { database }: Pick<SocialServices, 'database'>,
  userId: number,
  which: PeopleList,
  { q, cursor, size }: PeopleQuery,
): Promise<AttentionListModels> {
  const source = which === 'makers' ? makersSource() : SOURCES[which];
  const from = CURSOR.exec(cursor ?? '');
  const search = q?.trim() === '' ? undefined : q?.trim();
  const [{ rows }, { rows: totals }] = await Promise.all([
    database.query<Row>(
      `SELECT ${PERSON_COLUMNS}, s.at, p.signature, (SELECT count(*)::int FROM followed_players WHERE target = u.id) AS fans,
              EXISTS (SELECT 1 FROM followed_players WHERE user_id = $1 AND target = u.id) AS following,
              EXISTS (SELECT 1 FROM followed_players WHERE user_id = u.id AND target = $1) AS fan
         FROM (${source}) s JOIN users u ON u.id = s.id ${PERSON_JOINS}
        WHERE ${MATCHES} AND ($4::bigint IS NULL OR (s.at, u.id) < ($4::bigint, $5::bigint)) ORDER BY s.at DESC, u.id DESC LIMIT $6`,
      [
        userId,
        search === undefined ? null : spellings(search).map((each) => `%${likeText(each)}%`),
        search === undefined ? null : plainText(search),
        from?.[1] ?? null,
        from?.[2] ?? null,
        size + 1,
      ],
    ),
    database.query<{ total: number }>(`SELECT count(*)::int AS total FROM (${source}) s`, [userId]),
  ]);
  const shown = rows.slice(0, size);
  const latest = await latestOf(
    database,
    shown.map(({ id }) => id),
    userId,
  );
  const last = shown.at(-1);
  return {
    items: shown.map((row) => ({
      who: toPerson(row) satisfies Person,
      relation: relationFrom(row.following, row.fan),
      signature: row.signature ?? '',
      fans: row.fans,
      at: row.at,
      latest: latest.get(row.id) ?? '',
    })),
    next: rows.length > size && last !== undefined ? `${last.at}-${last.id}` : null,
    total: totals[0]?.total ?? 0,
  };
}

/** What each of these players made last, in words, as far as everybody may know it. */
async function latestOf(client: Querying, userIds: readonly number[], asker: number): Promise<ReadonlyMap<number, string>> {
  const latestByKind = await Promise.all(SUBJECT_KINDS.map(({ latest }) => latest(client, userIds, asker)));
  return new Map(latestByKind.flatMap((each) => [...each]));
}
