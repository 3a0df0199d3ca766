/** What is known of a player as a person: contacts, identity, fund password; codes and messages; the vault's own secret. */
export const IDENTITY = `
-- …_sealed: encrypted under a key that is not in the database. …_mark: an HMAC under a key that is sealed here, so that a text is found
-- and is unique without being readable (server/vault).
CREATE TABLE vault_secrets (name text PRIMARY KEY, sealed text NOT NULL);

-- A phone number or e-mail address that was proved by a code. One belongs to one player at a time.
CREATE TABLE contacts (
  user_id bigint NOT NULL REFERENCES users (id),
  channel text NOT NULL CHECK (channel IN ('mobile', 'email')),
  value_mark text NOT NULL,
  value_sealed text NOT NULL,
  verified_at bigint NOT NULL,
  PRIMARY KEY (user_id, channel),
  UNIQUE (channel, value_mark)
);

-- A real name and identity number. Written once: a trigger refuses everything but another encryption of the same.
CREATE TABLE identities (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  name_sealed text NOT NULL,
  number_sealed text NOT NULL,
  number_mark text NOT NULL UNIQUE,
  done_at bigint NOT NULL
);

-- tries: wrong ones since the last right one. changed_at: when another took the place of an earlier one; NULL: it is the first.
CREATE TABLE fund_passwords (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  hash text NOT NULL,
  tries int NOT NULL DEFAULT 0,
  locked_until bigint,
  set_at bigint NOT NULL,
  changed_at bigint
);

-- One live code for a purpose and an address. code_mark: HMAC of the code. user_id: for whom it was sent; NULL: nobody has that address.
CREATE TABLE codes (
  purpose text NOT NULL,
  address_mark text NOT NULL,
  user_id bigint,
  code_mark text NOT NULL,
  tries int NOT NULL DEFAULT 0,
  sent_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (purpose, address_mark)
);

-- When something was sent to an address, for the limits.
CREATE TABLE code_sends (address_mark text NOT NULL, at bigint NOT NULL);
CREATE INDEX code_sends_address ON code_sends (address_mark, at);

-- Messages to players. queued: waits for a provider. sent, failed: it is done. kept: there is no provider, and the development outbox
-- shows it. dropped: it was for nobody (a code was asked for an account that has no such address).
CREATE TABLE outbox_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('mobile', 'email')),
  template text NOT NULL,
  to_sealed text,
  vars_sealed text,
  created_at bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('queued', 'sent', 'failed', 'kept', 'dropped')),
  tries int NOT NULL DEFAULT 0,
  next_at bigint NOT NULL,
  ended_at bigint,
  result text
);
CREATE INDEX outbox_messages_queued ON outbox_messages (next_at) WHERE state = 'queued';

-- password_reset_at: with a code, by somebody who did not know the old one.
ALTER TABLE users ADD COLUMN password_changed_at bigint, ADD COLUMN password_reset_at bigint;
-- Opened on an installation that the player had not used before, while others were known.
ALTER TABLE sessions ADD COLUMN new_device boolean NOT NULL DEFAULT false;
`;
