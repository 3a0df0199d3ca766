/** Verified addresses of a player: one phone number and one e-mail address. An address belongs to one player at a time. */
import { domainToASCII, domainToUnicode } from 'node:url';
import type { AccountServices } from './services.ts';
import type { Channel, Querying } from '../platform/index.ts';

export const CHANNEL_NAME: Readonly<Record<Channel, string>> = { mobile: '手机号', email: '邮箱' };

const MOBILE = /^1[3-9]\d{9}$/;
/**
 * The part before @, as RFC 5322 writes it without quotes. It is ASCII: nodemailer 9 sends other letters unchanged to a server without
 * SMTPUTF8, which loses the message.
 */
const LOCAL_PART = /^(?=.{1,64}$)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** Every server takes an international domain in its ASCII form (xn--…). */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,24}|xn--[a-z0-9-]{1,59})$/;

/**
 * The form of an address that is stored and compared; undefined if `text` is none. A phone number may have +86, blanks and hyphens. An e-mail
 * address is in lower case, and its domain in ASCII.
 */
export function normalizeAddress(channel: Channel, text: string): string | undefined {
  const plain = text.normalize('NFKC').trim();
  if (channel === 'email') {
    const at = plain.lastIndexOf('@');
    const local = plain.slice(0, Math.max(0, at)).toLowerCase();
    const domain = domainToASCII(plain.slice(at + 1));
    const email = `${local}@${domain}`;
    return LOCAL_PART.test(local) && DOMAIN.test(domain) && email.length <= 100 ? email : undefined;
  }
  const mobile = plain.replace(/[\s-]/g, '').replace(/^(\+|00)86/, '');
  return MOBILE.test(mobile) ? mobile : undefined;
}

/** The masked address: 138****8000, a***@x.com, w***@例子.中国. */
export function maskAddress(channel: Channel, address: string): string {
  if (channel === 'mobile') return `${address.slice(0, 3)}****${address.slice(-4)}`;
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}***@${domainToUnicode(address.slice(at + 1))}`;
}

const addressIndex = ({ encryption }: Pick<AccountServices, 'encryption'>, address: string): string =>
  encryption.hmac('contact.value', address);

/** The verified address of a player; undefined if there is none. */
export async function contactOf(
  { encryption }: Pick<AccountServices, 'encryption'>,
  client: Querying,
  userId: number,
  channel: Channel,
): Promise<string | undefined> {
  const { rows } = await client.query<{ value_sealed: string }>('SELECT value_sealed FROM contacts WHERE user_id = $1 AND channel = $2', [
    userId,
    channel,
  ]);
  return rows[0] === undefined ? undefined : encryption.open('contact.value', rows[0].value_sealed);
}

/** The address for notices to a player: the e-mail address, else the phone number. Undefined if the player has neither. */
export async function findNoticeAddress(
  context: Pick<AccountServices, 'encryption'>,
  client: Querying,
  userId: number,
): Promise<{ readonly channel: Channel; readonly to: string } | undefined> {
  for (const channel of ['email', 'mobile'] as const) {
    const to = await contactOf(context, client, userId, channel);
    if (to !== undefined) return { channel, to };
  }
  return undefined;
}

/** Stores a verified address in place of the player's earlier one. False: it belongs to another player, and the caller must roll back. */
export async function bindContact(
  context: Pick<AccountServices, 'encryption'>,
  client: Querying,
  userId: number,
  channel: Channel,
  address: string,
): Promise<boolean> {
  const hmac = addressIndex(context, address);
  await client.query('DELETE FROM contacts WHERE user_id = $1 AND channel = $2', [userId, channel]);
  // If two players verify one address at once, the unique index admits one. The other waits here and gets no row.
  const { rows } = await client.query(
    `INSERT INTO contacts (user_id, channel, value_hmac, value_sealed, verified_at) VALUES ($1, $2, $3, $4, caipu_now_ms())
     ON CONFLICT (channel, value_hmac) DO NOTHING RETURNING 1 AS done`,
    [userId, channel, hmac, context.encryption.seal('contact.value', address)],
  );
  return rows.length > 0;
}
