import { inOrder } from './statements.ts';

/**
 * E-mail about a player's messages: the kinds that he wants, up to which of his messages was looked, whether something new is to be sent, and
 * from when on (real ms): one e-mail tells of all that came meanwhile.
 */
export const noticeMail = inOrder([
  `ALTER TABLE push_players
     ADD COLUMN mail_kinds text[] NOT NULL DEFAULT '{}',
     ADD COLUMN mail_upto bigint NOT NULL DEFAULT 0,
     ADD COLUMN mail_due boolean NOT NULL DEFAULT false,
     ADD COLUMN mail_next_at bigint NOT NULL DEFAULT 0`,
  `CREATE INDEX push_players_mail ON push_players (user_id) WHERE mail_kinds <> '{}'`,
  `CREATE INDEX push_players_mail_due ON push_players (mail_next_at) WHERE mail_due`,
]);
