/** Invitations: a player's own code, the invited players, and the rewards. */
import { randomInt } from 'node:crypto';
import type { FriendsModels, InvitationModels } from '../../../protocol/calls.ts';
import type { LoyaltyServices } from '../services.ts';
import type { Querying } from '../../platform/index.ts';
import { type Invitation, maskLoginName } from '../../accounts/index.ts';
import { noteClaim, giveReward } from './rewards.ts';
import { MEMBER_RULES } from './rules.ts';

/** Without characters that are taken for one another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

export const newInvitationCode = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** The code of a player; '' where none was made yet. */
export async function invitationCodeOf(client: Querying, userId: number): Promise<string> {
  const { rows } = await client.query<{ code: string | null }>('SELECT invite_code AS code FROM profiles WHERE user_id = $1', [userId]);
  return rows[0]?.code ?? '';
}

/** Makes the code of a player who has none: with his registration; while he is here where he is older than that. */
export async function makeInvitationCode(client: Querying, userId: number): Promise<void> {
  if ((await invitationCodeOf(client, userId)) !== '') return;
  for (;;) {
    const { rows } = await client.query<{ code: string }>(
      `INSERT INTO profiles AS p (user_id, invite_code) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM profiles WHERE invite_code = $2)
       ON CONFLICT (user_id) DO UPDATE SET invite_code = coalesce(p.invite_code, excluded.invite_code) RETURNING invite_code AS code`,
      [userId, newInvitationCode()],
    );
    if (rows[0] !== undefined) return;
  }
}

/** Whose code it is, as much as a stranger may know. A promotion link counts who looks. */
export async function invitationOf(context: Pick<LoyaltyServices, 'database' | 'visits'>, code: string): Promise<InvitationModels> {
  const { rows } = await context.database.query<{ name: string; link: boolean }>(
    `SELECT coalesce(p.nickname, u.name) AS name, own.link FROM (
       SELECT user_id, false AS link FROM profiles WHERE invite_code = $1
       UNION ALL SELECT user_id, true FROM agent_links WHERE code = $1 AND stopped_at IS NULL) own
       JOIN users u ON u.id = own.user_id LEFT JOIN profiles p ON p.user_id = u.id ORDER BY own.link LIMIT 1`,
    [code.toUpperCase()],
  );
  if (rows[0]?.link === true) context.visits.add(code.toUpperCase());
  return {
    valid: rows.length > 0,
    whoMask: rows[0] === undefined ? '' : maskLoginName(rows[0].name),
    points: MEMBER_RULES.invite.registeredPoints,
  };
}

/** The player who invited, and the promotion link and its rate (basis points) where the code is one. */
export interface Inviter {
  readonly parent: number;
  readonly link: string | undefined;
  readonly bp: number;
}

/**
 * Notes the inviter of a new player, by a personal code or a promotion link. Undefined when the code is unknown, or when the inviter has used
 * the same installation: players who invite themselves are in no team.
 */
export async function noteInvitation(client: Querying, { invitee, code, device }: Invitation): Promise<Inviter | undefined> {
  const { rows } = await client.query<{ inviter: number; same_device: boolean; link: string | null; bp: number }>(
    `WITH found AS (
       SELECT user_id, NULL::uuid AS link, 0 AS bp FROM profiles WHERE invite_code = $2
       UNION ALL SELECT user_id, id, bp FROM agent_links WHERE code = $2 AND stopped_at IS NULL
     ), noted AS (
       INSERT INTO invitations (invitee, inviter, at, same_device)
       SELECT $1, f.user_id, caipu_now_ms(), EXISTS (SELECT 1 FROM known_devices d WHERE d.user_id = f.user_id AND d.device = $3)
         FROM found f WHERE f.user_id <> $1 LIMIT 1 ON CONFLICT DO NOTHING RETURNING inviter, same_device
     )
     SELECT n.inviter, n.same_device, f.link, f.bp FROM noted n JOIN found f ON f.user_id = n.inviter`,
    [invitee, code.toUpperCase(), device ?? null],
  );
  const [by] = rows;
  if (by === undefined || by.same_device) return undefined;
  return { parent: by.inviter, link: by.link ?? undefined, bp: by.bp };
}

interface Friend {
  readonly invitee: number;
  readonly name: string;
  readonly at: number;
  readonly same_device: boolean;
  readonly played: boolean;
}

const FRIENDS = `SELECT i.invitee, coalesce(p.nickname, u.name) AS name, i.at, i.same_device,
       EXISTS (SELECT 1 FROM orders o WHERE o.user_id = i.invitee AND o.status <> 'cancelled') AS played
  FROM invitations i JOIN users u ON u.id = i.invitee LEFT JOIN profiles p ON p.user_id = i.invitee WHERE i.inviter = $1`;

const rewardFor = ({ same_device, played }: Friend): number =>
  same_device ? 0 : MEMBER_RULES.invite.registeredPoints + (played ? MEMBER_RULES.invite.playedPoints : 0);

/** What friends brought and is not posted: once for coming, once for playing. */
async function dueOf(
  client: Querying,
  userId: number,
): Promise<{ readonly code: string; readonly invitee: number; readonly points: number }[]> {
  const { rows } = await client.query<Friend & { came: boolean }>(
    `SELECT f.*, EXISTS (SELECT 1 FROM member_claims c WHERE c.user_id = $1 AND c.code = 'friendCame' AND c.period = f.invitee::text) AS came FROM (
       ${FRIENDS} AND NOT i.same_device AND NOT EXISTS (
       SELECT 1 FROM member_claims c WHERE c.user_id = $1 AND c.code = 'friendPlayed' AND c.period = i.invitee::text)) f ORDER BY f.invitee`,
    [userId],
  );
  const { registeredPoints, playedPoints } = MEMBER_RULES.invite;
  return rows.flatMap(({ invitee, came, played }) => [
    ...(came ? [] : [{ code: 'friendCame', invitee, points: registeredPoints }]),
    ...(played ? [{ code: 'friendPlayed', invitee, points: playedPoints }] : []),
  ]);
}

/** Posts what friends brought. The transaction holds the player's lock. */
export async function rewardFriends(client: Querying, userId: number): Promise<void> {
  for (const { code, invitee, points } of await dueOf(client, userId))
    if (await noteClaim(client, userId, code, String(invitee))) await giveReward(client, userId, { points }, 'invite');
}

export async function friendsOf(
  context: LoyaltyServices,
  userId: number,
  { cursor, size }: { readonly cursor: number | undefined; readonly size: number },
): Promise<FriendsModels> {
  const { code, rows, total, due } = await context.database.snapshot(async (client) => {
    const ownCode = await invitationCodeOf(client, userId);
    const { rows: friends } = await client.query<Friend>(
      `${FRIENDS} ${cursor === undefined ? '' : 'AND i.invitee < $3'} ORDER BY i.invitee DESC LIMIT $2`,
      [userId, size + 1, ...(cursor === undefined ? [] : [cursor])],
    );
    const { rows: counted } = await client.query<{ n: number; points: number }>(
      `SELECT (SELECT count(*) FROM invitations WHERE inviter = $1)::int AS n,
              coalesce((SELECT sum(amount) FROM movements WHERE user_id = $1 AND kind = 'points' AND kind <> 'stake' AND reason = 'invite'), 0)::bigint AS points`,
      [userId],
    );
    return { code: ownCode, rows: friends, total: counted[0] as { n: number; points: number }, due: await dueOf(client, userId) };
  });
  const shown = rows.slice(0, size);
  return {
    items: shown.map((friend) => ({
      whoMask: maskLoginName(friend.name),
      joinedAt: friend.at,
      status: friend.same_device ? 'sameDevice' : friend.played ? 'played' : 'joined',
      rewardPoints: rewardFor(friend),
    })),
    next: rows.length > size ? String(shown.at(-1)?.invitee) : null,
    code,
    path: `/registerpromote?code=${code}`,
    url: `${context.outside.origin ?? ''}/registerpromote?code=${code}`,
    total: total.n,
    points: due.reduce((sum, { points }) => sum + points, total.points),
    registeredPoints: MEMBER_RULES.invite.registeredPoints,
    playedPoints: MEMBER_RULES.invite.playedPoints,
  };
}
