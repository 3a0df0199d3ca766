/** Invitations: a player's own code, who came by it, and what that brought. */
import { randomInt } from 'node:crypto';
import type { FriendsModels, InvitationModels } from '../../protocol/calls.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import { joinTree } from '../agents/join.ts';
import { masked } from '../content/site-calls.ts';
import { claimOnce, give } from './rewards.ts';
import { MEMBER } from './rules.ts';

/** Without characters that are taken for one another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

export const newCode = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** The code of a player, made when he asks for it first. */
export async function codeOf(client: Querying, userId: number): Promise<string> {
  for (;;) {
    const { rows } = await client.query<{ code: string }>(
      `INSERT INTO profiles AS p (user_id, invite_code) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM profiles WHERE invite_code = $2)
       ON CONFLICT (user_id) DO UPDATE SET invite_code = coalesce(p.invite_code, excluded.invite_code) RETURNING invite_code AS code`,
      [userId, newCode()],
    );
    if (rows[0] !== undefined) return rows[0].code;
  }
}

/** Whose code it is, as much as a stranger may know. A promotion link counts who looks. */
export async function invitationOf(context: Pick<Context, 'database'>, code: string): Promise<InvitationModels> {
  const { rows } = await context.database.query<{ name: string }>(
    `WITH visit AS (UPDATE agent_links SET visits = visits + 1 WHERE code = $1 AND stopped_at IS NULL RETURNING user_id)
     SELECT coalesce(p.nickname, u.name) AS name FROM users u LEFT JOIN profiles p ON p.user_id = u.id
      WHERE u.id = coalesce((SELECT user_id FROM profiles WHERE invite_code = $1), (SELECT user_id FROM visit))`,
    [code.toUpperCase()],
  );
  return {
    valid: rows.length > 0,
    whoMask: rows[0] === undefined ? '' : masked(rows[0].name),
    points: MEMBER.invite.registeredPoints,
  };
}

/**
 * Notes who invited a new player, by his own code or by a promotion link of his, and puts the player under him in the tree of agents. A code
 * that is nobody's changes nothing. `device`: the hash of the installation that registers; whoever invites himself is in nobody's team.
 */
export async function noteInvitation(
  context: Pick<Context, 'publication'>,
  client: Querying,
  invitee: number,
  code: string,
  device: string | undefined,
): Promise<void> {
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
  if (by === undefined || by.same_device) return;
  await joinTree(context, client, invitee, { parent: by.inviter, link: by.link ?? undefined, bp: by.bp });
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
  same_device ? 0 : MEMBER.invite.registeredPoints + (played ? MEMBER.invite.playedPoints : 0);

/** Posts what friends brought since it was asked last: once for coming, once for playing. The transaction holds the player's lock. */
async function rewardFriends(client: Querying, userId: number): Promise<void> {
  const { rows } = await client.query<Friend>(
    `${FRIENDS} AND NOT i.same_device AND NOT EXISTS (
       SELECT 1 FROM member_claims c WHERE c.user_id = $1 AND c.code = 'friendPlayed' AND c.period = i.invitee::text) ORDER BY i.invitee`,
    [userId],
  );
  const { registeredPoints, playedPoints } = MEMBER.invite;
  for (const { invitee, played } of rows) {
    if (await claimOnce(client, userId, 'friendCame', String(invitee))) await give(client, userId, { points: registeredPoints }, 'invite');
    if (played && (await claimOnce(client, userId, 'friendPlayed', String(invitee))))
      await give(client, userId, { points: playedPoints }, 'invite');
  }
}

export async function friendsOf(
  context: Context,
  userId: number,
  { cursor, size }: { readonly cursor: number | undefined; readonly size: number },
): Promise<FriendsModels> {
  const { code, rows, total } = await context.database.transaction(async (client) => {
    await client.query('SELECT lock_player($1)', [userId]);
    const own = await codeOf(client, userId);
    await rewardFriends(client, userId);
    const { rows: friends } = await client.query<Friend>(
      `${FRIENDS} ${cursor === undefined ? '' : 'AND i.invitee < $3'} ORDER BY i.invitee DESC LIMIT $2`,
      [userId, size + 1, ...(cursor === undefined ? [] : [cursor])],
    );
    const { rows: counted } = await client.query<{ n: number; points: number }>(
      `SELECT (SELECT count(*) FROM invitations WHERE inviter = $1)::int AS n,
              coalesce((SELECT sum(amount) FROM transfers WHERE user_id = $1 AND kind = 'points' AND kind <> 'stake' AND reason = 'invite'), 0)::bigint AS points`,
      [userId],
    );
    return { code: own, rows: friends, total: counted[0] as { n: number; points: number } };
  });
  const shown = rows.slice(0, size);
  return {
    items: shown.map((friend) => ({
      whoMask: masked(friend.name),
      joinedAt: friend.at,
      status: friend.same_device ? 'sameDevice' : friend.played ? 'played' : 'joined',
      rewardPoints: rewardFor(friend),
    })),
    next: rows.length > size ? String(shown.at(-1)?.invitee) : null,
    code,
    path: `/registerpromote?code=${code}`,
    url: `${context.outside.origin ?? ''}/registerpromote?code=${code}`,
    total: total.n,
    points: total.points,
    registeredPoints: MEMBER.invite.registeredPoints,
    playedPoints: MEMBER.invite.playedPoints,
  };
}
