/**
 * E-mail about messages, of the kinds that a player has asked for, to the address that he has proved. What is written here is sent by the same
 * outbox as codes (server/platform/messages). One e-mail tells of all that came since the last, at most one in some minutes.
 */
import { maskAddress, contactOf } from '../../accounts/index.ts';
import { fill } from '../../catalog/index.ts';
import type { InboxServices } from '../services.ts';
import { MINUTE_MS, messageTime, type Querying } from '../../platform/index.ts';
import type { NoticeKind } from '../notices/rules.ts';
import { type NoticeRow, shownNotices } from '../notices/shown-notices.ts';
import { PUSH_RULES } from './rules.ts';

/** Messages for an e-mail now; $1 player, $2 greatest age (ms), $3 sentences for players in a break. */
const FRESH = `FROM notices n JOIN push_players p ON p.user_id = n.user_id
  WHERE n.user_id = $1 AND n.seq > p.mail_upto AND NOT n.gone AND NOT n.read AND n.kind = ANY (p.mail_kinds) AND n.at > caipu_now_ms() - $2::bigint
    AND (n.code = ANY ($3::text[]) OR NOT EXISTS (SELECT 1 FROM limited_players b WHERE b.user_id = $1 AND b.blocked_until > caipu_now_ms()))`;
const ofFresh = (userId: number): unknown[] => [userId, PUSH_RULES.mail.freshMinutes * MINUTE_MS, PUSH_RULES.whileAway];

/** Notes that there is something to write of; the caller has made the player's messages and holds his lock. */
export async function scheduleMail(client: Querying, userId: number): Promise<void> {
  await client.query(
    `UPDATE push_players SET mail_due = true WHERE user_id = $1 AND NOT mail_due AND mail_kinds <> '{}' AND EXISTS (SELECT 1 ${FRESH})`,
    ofFresh(userId),
    'mail-note',
  );
}

/** Writes the e-mail of one player for whom it is time. False: there is nobody. */
export async function sendDueMail(parts: InboxServices): Promise<boolean> {
  const { database, messages } = parts;
  const { rows } = await database.query<{ user_id: number }>(
    'SELECT user_id FROM push_players WHERE mail_due AND mail_next_at <= real_now_ms() ORDER BY mail_next_at LIMIT 1',
    [],
    'mail-due',
  );
  const userId = rows[0]?.user_id;
  if (userId === undefined) return false;
  await database.transaction(async (client) => {
    // A process that waited for the lock finds nothing left to do.
    await client.query('SELECT lock_player($1)', [userId]);
    const { rows: fresh } = await client.query<NoticeRow>(
      `SELECT n.seq, n.kind, n.code, n.vars, n.at, n.read ${FRESH} AND p.mail_due ORDER BY n.at DESC, n.seq DESC`,
      ofFresh(userId),
      'mail-fresh',
    );
    const to = fresh.length === 0 ? undefined : await contactOf(parts, client, userId, 'email');
    if (to !== undefined) {
      const shown = await shownNotices(parts, client, userId, fresh.slice(0, PUSH_RULES.mail.most));
      const lines = shown.map(({ title, text, at }) => `${messageTime(at)}  ${title}${text === '' ? '' : `：${text}`}`);
      const more = fresh.length - shown.length;
      await messages.queue(client, {
        channel: 'email',
        to,
        template: 'notices',
        vars: { n: String(fresh.length), lines: [...lines, ...(more > 0 ? [fill(PUSH_RULES.mail.more, { n: more })] : [])].join('\n') },
        expiresAt: (fresh[0]?.at ?? 0) + PUSH_RULES.mail.freshMinutes * MINUTE_MS,
      });
    }
    await client.query(
      `UPDATE push_players SET mail_due = false, mail_next_at = real_now_ms() + $2::bigint,
              mail_upto = greatest(mail_upto, (SELECT coalesce(max(seq), 0) FROM notices WHERE user_id = $1)) WHERE user_id = $1 AND mail_due`,
      [userId, PUSH_RULES.mail.everyMinutes * MINUTE_MS],
      'mail-done',
    );
  });
  return true;
}

/** The kinds that are written of, whether this server sends e-mail, and where to; '' where no address is proved. */
export async function mailSettingsOf(
  parts: Pick<InboxServices, 'encryption' | 'messages'>,
  client: Querying,
  userId: number,
): Promise<{ readonly kinds: readonly string[]; readonly mail: { readonly works: boolean; readonly to: string } }> {
  const { rows } = await client.query<{ mail_kinds: readonly string[] }>(
    'SELECT mail_kinds FROM push_players WHERE user_id = $1',
    [userId],
    'mail-settings',
  );
  const address = await contactOf(parts, client, userId, 'email');
  return {
    kinds: rows[0]?.mail_kinds ?? [],
    mail: { works: parts.messages.isAvailable('email'), to: address === undefined ? '' : maskAddress('email', address) },
  };
}

/** Switches a kind; the caller has stored the player's messages up to now, so that no earlier one is sent. */
export async function setMailKind(client: Querying, userId: number, kind: NoticeKind, on: boolean): Promise<void> {
  await client.query(
    `INSERT INTO push_players AS p (user_id, upto, mail_kinds, mail_upto)
     SELECT $1, coalesce(max(seq), 0), CASE WHEN $3 THEN ARRAY[$2] ELSE '{}' END, coalesce(max(seq), 0) FROM notices WHERE user_id = $1
     ON CONFLICT (user_id) DO UPDATE SET
       mail_kinds = CASE WHEN $3 THEN array_append(array_remove(p.mail_kinds, $2), $2) ELSE array_remove(p.mail_kinds, $2) END,
       mail_upto = CASE WHEN p.mail_kinds = '{}' THEN excluded.mail_upto ELSE p.mail_upto END`,
    [userId, kind, on],
    'mail-setting',
  );
}
