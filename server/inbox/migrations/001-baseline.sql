-- Messages inside the app, and pushes and e-mail about them.

-- Messages to players inside the app. A row is created once, from an event of the player since the last creation;
-- source names the event. gone: the player removed it; the row stays, so that it is not created again.
CREATE TABLE notices (
  user_id bigint NOT NULL REFERENCES users (id),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('notice', 'trade', 'social', 'system')),
  -- Which sentence of server/inbox/notices/notices.json it is, and what is filled in.
  code text NOT NULL,
  vars jsonb NOT NULL,
  source text NOT NULL,
  at bigint NOT NULL,
  read boolean NOT NULL DEFAULT false,
  gone boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, seq)
);
CREATE UNIQUE INDEX notices_once ON notices (user_id, source);
CREATE INDEX notices_shown ON notices (user_id, at, seq) WHERE NOT gone;
CREATE INDEX notices_by_age ON notices (at);
CREATE INDEX notices_unread ON notices (user_id, kind) WHERE NOT read AND NOT gone;

-- Up to where a player's notices are made: the last movement, and the time. Off: kinds that he does not want.
CREATE TABLE notice_progress (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  movement bigint NOT NULL DEFAULT 0,
  at bigint NOT NULL,
  off text[] NOT NULL DEFAULT '{}'
);

-- The private key that pushes are signed with, encrypted at rest; none while the environment gives one.
CREATE TABLE push_keys (id int PRIMARY KEY CHECK (id = 1), sealed text NOT NULL);

-- A push subscription of a phone. It belongs to a login and is deleted with it, so that a phone without a login gets no
-- push. The address with its keys is encrypted; its hash tells whether it is stored already, for this or another player.
CREATE TABLE push_subscriptions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  session text NOT NULL UNIQUE REFERENCES sessions (token_hash) ON DELETE CASCADE,
  address_hmac text NOT NULL UNIQUE,
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
  due boolean NOT NULL DEFAULT false,
  -- E-mail about messages: the kinds that he wants, up to which message was looked, whether something new is to be sent, and from when on
  -- (real ms): one e-mail tells of all that came meanwhile.
  mail_kinds text[] NOT NULL DEFAULT '{}',
  mail_upto bigint NOT NULL DEFAULT 0,
  mail_due boolean NOT NULL DEFAULT false,
  mail_next_at bigint NOT NULL DEFAULT 0
);
CREATE INDEX push_players_due ON push_players (user_id) WHERE due;
CREATE INDEX push_players_mail ON push_players (user_id) WHERE mail_kinds <> '{}';
CREATE INDEX push_players_mail_due ON push_players (mail_next_at) WHERE mail_due;

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

-- Progress of the push job: the position in the outbox, and the instant up to which bulletins were read (unix ms, game clock).
CREATE TABLE push_progress (
  id int PRIMARY KEY CHECK (id = 1),
  tx xid8 NOT NULL,
  seq bigint NOT NULL,
  bulletins_at bigint NOT NULL
);
INSERT INTO push_progress VALUES (1, '0', 0, 0);

-- Reminders for games on matches that sell again. A reminder is deleted with its message.
CREATE TABLE sale_reminders (
  user_id bigint NOT NULL REFERENCES users (id),
  game text NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (game, user_id)
);
CREATE INDEX sale_reminders_by_user ON sale_reminders (user_id);
CREATE INDEX sale_reminders_by_age ON sale_reminders (at);
