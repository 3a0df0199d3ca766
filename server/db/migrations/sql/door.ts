/** Instants of limits and of operators' sessions are unix ms of the real clock: a simulated one may pass an hour between two requests. */
export const DOOR = `
-- In the order in which bets take them: a process that is betting meanwhile and this wait for each other in one direction only.
LOCK TABLE sessions, nonces, idempotency IN ACCESS EXCLUSIVE MODE;

-- A used nonce belongs to the player whose session signed the request, 0 for requests without one: requests of two players never wait for
-- each other. Logged, so that it outlives a crash of the database.
DROP TABLE nonces;
CREATE TABLE nonces (
  user_id bigint NOT NULL,
  nonce text NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (user_id, nonce)
);
CREATE INDEX nonces_by_age ON nonces USING brin (at);

-- expires_at moves on while the session is used, up to ends_at. What a player sees of it in the list of his sessions: id, device, address.
ALTER TABLE sessions
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN ends_at bigint,
  ADD COLUMN seen_at bigint,
  ADD COLUMN device text NOT NULL DEFAULT '',
  ADD COLUMN address text NOT NULL DEFAULT '';
UPDATE sessions SET ends_at = expires_at, seen_at = created_at;

-- Installations that a player has logged in from: their failures are counted apart from everybody else's. SHA-256 of the random id that
-- the installation sends.
CREATE TABLE known_devices (
  user_id bigint NOT NULL REFERENCES users (id),
  device text NOT NULL,
  seen_at bigint NOT NULL,
  PRIMARY KEY (user_id, device)
);

CREATE TABLE operator_sessions (
  token_hash text PRIMARY KEY,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);

-- Requests of one window, taken in chunks by the processes. Losing these two tables in a crash costs nothing: they say what happened in
-- the last minutes.
CREATE UNLOGGED TABLE request_counts (
  key text PRIMARY KEY,
  started bigint NOT NULL,
  used bigint NOT NULL
);
-- Failed attempts at a password, by whom and at what.
CREATE UNLOGGED TABLE guesses (
  key text PRIMARY KEY,
  failures int NOT NULL DEFAULT 0,
  at bigint NOT NULL DEFAULT 0,
  blocked_until bigint NOT NULL DEFAULT 0
);

-- Whether the clock is simulated is decided by the first process that starts, for good; its column comes with 006-clock.
UPDATE clock SET decided = simulated OR EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM issues);

-- What was done under a key is known as long as the order is; only refusals and burnt keys are taken away.
DROP INDEX idempotency_by_age;
CREATE INDEX idempotency_refused ON idempotency (at) WHERE answer->>'status' IS DISTINCT FROM '0';

-- Odds of descriptions, by the hash of what they follow from: computing them takes seconds.
CREATE TABLE odds (
  hash text PRIMARY KEY,
  plays text NOT NULL
);
`;
