/**
 * Small games (小游戏): what is committed to before a play, shared rounds, and plays. Instants are unix ms of the game clock, money is fen.
 */
export const SMALL = `
-- What the next play of a player at a game follows from: one row for each, replaced when it was played, skipped or too old. The seed is
-- secret until then, its SHA-256 is what the player was shown.
CREATE TABLE small_offers (
  user_id bigint NOT NULL REFERENCES users (id),
  game text NOT NULL,
  id uuid NOT NULL UNIQUE,
  hash text NOT NULL,
  seed text NOT NULL,
  commitment text NOT NULL,
  -- Of a gate: its posts.
  posts int[],
  dealt_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (user_id, game)
);

-- A round that is played by all at once. It is there once somebody has looked at it.
CREATE TABLE small_rounds (
  game text NOT NULL,
  round bigint NOT NULL,
  hash text NOT NULL,
  seed text NOT NULL,
  commitment text NOT NULL,
  closes_at bigint NOT NULL,
  draws_at bigint NOT NULL,
  outcome jsonb,
  settled_at bigint,
  PRIMARY KEY (game, round)
);
CREATE INDEX small_rounds_due ON small_rounds (draws_at) WHERE settled_at IS NULL;

CREATE TABLE small_plays (
  user_id bigint NOT NULL REFERENCES users (id),
  id uuid NOT NULL,
  game text NOT NULL,
  hash text NOT NULL,
  -- What its numbers are named after: the offer that was played; of a shared round NULL.
  offer uuid,
  round bigint,
  seed text,
  commitment text NOT NULL,
  phone_seed text NOT NULL,
  -- [{code, fen, prizeFen}]
  bets jsonb NOT NULL,
  stake bigint NOT NULL CHECK (stake > 0),
  -- What was lost beside the stake is in it.
  cost bigint NOT NULL CHECK (cost > 0),
  prize bigint NOT NULL DEFAULT 0 CHECK (prize >= 0),
  outcome jsonb,
  status text NOT NULL CHECK (status IN ('placed', 'won', 'lost')),
  placed_at bigint NOT NULL,
  settled_at bigint,
  PRIMARY KEY (user_id, id),
  UNIQUE (offer)
);
CREATE INDEX small_plays_of_game ON small_plays (user_id, game, id);
CREATE INDEX small_plays_waiting ON small_plays (game, round) WHERE status = 'placed';
`;
