import { type Kysely, sql } from 'kysely';

export const push = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
-- The private key that pushes are signed with, sealed by the vault; none while the environment gives one.
CREATE TABLE push_keys (id int PRIMARY KEY CHECK (id = 1), sealed text NOT NULL);

-- A phone that wants to be told. It belongs to the login under which it was given: with that it goes, so a phone on which nobody is logged
-- in any more is told nothing. The address with its keys is sealed; its mark tells whether it is there already, for this or another player.
CREATE TABLE push_subscriptions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  session text NOT NULL UNIQUE REFERENCES sessions (token_hash) ON DELETE CASCADE,
  address_mark text NOT NULL UNIQUE,
  address_sealed text NOT NULL,
  -- Pushes in a row that were given up.
  given_up int NOT NULL DEFAULT 0,
  -- Unix ms of the real clock, as all instants here: push services live by it.
  made_at bigint NOT NULL
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);

-- What a player wants pushed, and up to which of his messages was looked. Due: something happened to him since.
CREATE TABLE push_players (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  off text[] NOT NULL DEFAULT '{}',
  words boolean NOT NULL DEFAULT false,
  upto bigint NOT NULL,
  due boolean NOT NULL DEFAULT false
);
CREATE INDEX push_players_due ON push_players (user_id) WHERE due;

-- Pushes that are to be sent, each to one phone and about some messages of its player, up to one that no other push is about.
CREATE TABLE pushes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subscription bigint NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  user_id bigint NOT NULL,
  seqs bigint[] NOT NULL,
  upto bigint NOT NULL,
  tries int NOT NULL DEFAULT 0,
  next_at bigint NOT NULL,
  made_at bigint NOT NULL,
  UNIQUE (subscription, upto)
);
CREATE INDEX pushes_next ON pushes (next_at);

-- Up to where the outbox was looked through for players who want to be told, and up to when bulletins were (unix ms, game clock).
CREATE TABLE push_work (id int PRIMARY KEY CHECK (id = 1), tx xid8 NOT NULL, seq bigint NOT NULL, bulletins_at bigint NOT NULL);
INSERT INTO push_work VALUES (1, '0', 0, 0);
`)
      .execute(db);
  },
};
