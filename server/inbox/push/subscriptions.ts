/** Push subscriptions of a player's phones, and their kinds of messages. */
import type { PushSettings } from '../../../protocol/calls/notices.ts';
import { type Querying, tokenHash, type EncryptionAtRest } from '../../platform/index.ts';
import type { NoticeKind } from '../notices/rules.ts';
import type { PushAddress } from './service.ts';

export const ADDRESS_SEAL = { purpose: 'push.address', hmacPurpose: 'push.address' } as const;

/**
 * Stores the subscription of a login; the caller holds the player's lock and has stored the messages up to now, so that no earlier one is
 * pushed. An address of another login, or of another player on the same phone, moves to this login.
 */
export async function subscribe(
  client: Querying,
  encryption: EncryptionAtRest,
  userId: number,
  token: string,
  address: PushAddress,
): Promise<void> {
  await client.query(
    `INSERT INTO push_players (user_id, upto) SELECT $1, coalesce(max(seq), 0) FROM notices WHERE user_id = $1
     ON CONFLICT (user_id) DO UPDATE SET upto = excluded.upto
       WHERE NOT EXISTS (SELECT 1 FROM push_subscriptions s WHERE s.user_id = $1)`,
    [userId],
    'push-player',
  );
  const addressHmac = encryption.hmac(ADDRESS_SEAL.hmacPurpose, address.endpoint);
  // Whose place it takes goes first: an address has one login, and a login one address.
  await client.query(
    'DELETE FROM push_subscriptions WHERE address_hmac = $1 OR session = $2',
    [addressHmac, tokenHash(token)],
    'push-replace',
  );
  await client.query(
    `INSERT INTO push_subscriptions (user_id, session, address_hmac, address_sealed, made_at) VALUES ($1, $2, $3, $4, real_now_ms())
     ON CONFLICT (address_hmac) DO UPDATE SET user_id = excluded.user_id, session = excluded.session, address_sealed = excluded.address_sealed,
       given_up = 0, made_at = excluded.made_at`,
    [userId, tokenHash(token), addressHmac, encryption.seal(ADDRESS_SEAL.purpose, JSON.stringify(address))],
    'push-subscribe',
  );
}

export async function unsubscribe(client: Querying, token: string): Promise<void> {
  await client.query('DELETE FROM push_subscriptions WHERE session = $1', [tokenHash(token)], 'push-unsubscribe');
}

/** The kinds that a player wants pushed, and whether the phone of this login has a subscription. */
export async function pushSettingsOf(
  client: Querying,
  key: string,
  userId: number,
  token: string,
): Promise<{ readonly off: readonly string[]; readonly push: PushSettings }> {
  const { rows } = await client.query<{ off: readonly string[] | null; words: boolean | null; here: boolean }>(
    `SELECT p.off, p.words, EXISTS (SELECT 1 FROM push_subscriptions WHERE session = $2) AS here
       FROM (SELECT 1) one LEFT JOIN push_players p ON p.user_id = $1`,
    [userId, tokenHash(token)],
    'push-settings',
  );
  const row = rows[0];
  return { off: row?.off ?? [], push: { key, here: row?.here ?? false, words: row?.words ?? false } };
}

/** Switches a kind, or the words of messages. It counts for all phones of the player, and also before he has one. */
export async function setPushKind(client: Querying, userId: number, setting: NoticeKind | 'words', on: boolean): Promise<void> {
  await client.query(
    `INSERT INTO push_players AS p (user_id, upto, off, words)
     SELECT $1, coalesce(max(seq), 0), CASE WHEN $2 = 'words' OR $3 THEN '{}' ELSE ARRAY[$2] END, $2 = 'words' AND $3 FROM notices WHERE user_id = $1
     ON CONFLICT (user_id) DO UPDATE SET
       off = CASE WHEN $2 = 'words' THEN p.off WHEN $3 THEN array_remove(p.off, $2) ELSE array_append(array_remove(p.off, $2), $2) END,
       words = CASE WHEN $2 = 'words' THEN $3 ELSE p.words END`,
    [userId, setting, on],
    'push-setting',
  );
}
