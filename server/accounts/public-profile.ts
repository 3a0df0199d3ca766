/** The public profile of a player: number, nickname or masked login name, picture, level. */
import type { Person } from '../../protocol/calls.ts';
import type { Querying } from '../platform/index.ts';
import { avatarUrl, FIRST_AVATAR } from '../catalog/index.ts';

/** "demo" → "d***o": enough to know oneself, not enough to know another. */
export function maskLoginName(name: string): string {
  const letters = [...name];
  return `${letters[0] ?? ''}***${letters.at(-1) ?? ''}`;
}

export interface PersonRow {
  readonly id: number;
  readonly name: string;
  readonly nickname: string | null;
  readonly avatar: string | null;
  readonly frame: string | null;
  readonly level: number | null;
}

/** Columns of a person, from `users u` with the joins of PERSON_JOINS. */
export const PERSON_COLUMNS = 'u.id, u.name, p.nickname, p.avatar, p.frame, w.level';
export const PERSON_JOINS = 'LEFT JOIN profiles p ON p.user_id = u.id LEFT JOIN level_windows w ON w.user_id = u.id';

export function toPerson({ id, name, nickname, avatar, frame, level }: PersonRow): Person {
  return { mid: String(id), name: nickname ?? maskLoginName(name), avatar: avatarUrl(avatar ?? FIRST_AVATAR, frame), level: level ?? 0 };
}

/** The public profiles of these players by user id, read in one statement. An unknown id has no entry. @public */
export async function readPeople(client: Querying, userIds: readonly number[]): Promise<ReadonlyMap<number, Person>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await client.query<PersonRow>(
    `SELECT ${PERSON_COLUMNS} FROM users u ${PERSON_JOINS} WHERE u.id = ANY($1::bigint[])`,
    [[...new Set(userIds)]],
    'people',
  );
  return new Map(rows.map((row) => [row.id, toPerson(row)]));
}

/** The user id of a public number, whether or not there is such a player; undefined: it is no number of a player. */
export function parseUserId(mid: string): number | undefined {
  const id = Number(mid);
  return /^[1-9]\d{0,14}$/.test(mid) ? id : undefined;
}
