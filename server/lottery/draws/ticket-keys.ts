/** What a ticket bets on, as the key that stands with it (`tickets.selection`): tickets of one key bet on the same under the same description. */
import { createHash } from 'node:crypto';
import type { Ticket } from '../../../engine/descriptions/types.ts';
import { ticketKey } from '../../../engine/rules/ticket-keys.ts';
import type { GameVersion } from '../../catalog/index.ts';

/** First byte of a key that begins with the description and what the ticket marks; 00 is one that says nothing and is looked at in any case. */
const ASKED = '01';
/** Hexadecimal digits of a description's hash in a key. */
const OF_HASH = 12;

/** The beginning of all keys of tickets that were sold under a description. */
export const ticketKeyPrefix = (hash: string): string => ASKED + hash.slice(0, OF_HASH);
export const KEY_PREFIX_LENGTH = ASKED.length + OF_HASH;

/** Hexadecimal. */
export function ticketKeyOf({ hash, compiled }: Pick<GameVersion, 'hash' | 'compiled'>, ticket: Ticket): string {
  const key = ticketKey(compiled, ticket);
  // MD5 serves to tell selections apart, not to keep anyone out: each ticket is paid by its own lines.
  const rest =
    key?.exact === true
      ? ''
      : createHash('md5')
          .update(JSON.stringify([hash, ticket.lines]))
          .digest('hex');
  return key === undefined ? `00${rest}` : ticketKeyPrefix(hash) + Buffer.from(key.bytes).toString('hex') + rest;
}
