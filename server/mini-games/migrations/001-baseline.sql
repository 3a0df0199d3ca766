-- Scratch cards (刮刮乐), small games (小游戏) and quizzes (竞猜), which are played for points.

CREATE TABLE scratch_pools (
  id uuid PRIMARY KEY,
  -- Code of the family, and which pool of it this is: 1, 2, …
  card text NOT NULL,
  number int NOT NULL CHECK (number > 0),
  -- The description that it was made under: its hash and its canonical text.
  hash text NOT NULL,
  body text NOT NULL,
  price bigint NOT NULL CHECK (price > 0),
  tickets int NOT NULL CHECK (tickets > 0),
  open_after_ms bigint NOT NULL CHECK (open_after_ms > 0),
  -- Root of the Merkle tree over serial, prize and salt of every card.
  root text NOT NULL CHECK (root ~ '^[0-9a-f]{64}$'),
  -- Everything in the pool follows from the seed: sealed until every card is open.
  seed_sealed text NOT NULL,
  seed text,
  -- making: its cards are being written. selling. soldOut: every card has an owner. closed: every card is open.
  state text NOT NULL DEFAULT 'making' CHECK (state IN ('making', 'selling', 'soldOut', 'closed')),
  made_at bigint NOT NULL,
  ended_at bigint,
  CHECK ((seed IS NOT NULL) = (state = 'closed')),
  UNIQUE (card, number)
);
CREATE INDEX scratch_pools_alive ON scratch_pools (card, number) WHERE state <> 'closed';

CREATE TABLE scratch_cards (
  pool uuid NOT NULL REFERENCES scratch_pools (id),
  serial int NOT NULL CHECK (serial > 0),
  -- All of these from the purchase on. due_at: opened by the server then.
  owner bigint REFERENCES users (id),
  id uuid,
  purchase uuid,
  bought_at bigint,
  due_at bigint,
  opened_at bigint,
  -- Known from the opening on; before that it follows from the sealed seed alone.
  prize bigint CHECK (prize >= 0),
  PRIMARY KEY (pool, serial),
  CHECK ((owner IS NULL) = (id IS NULL) AND (owner IS NULL) = (bought_at IS NULL) AND (owner IS NULL) = (purchase IS NULL) AND (owner IS NULL) = (due_at IS NULL)),
  CHECK (((opened_at IS NULL) = (prize IS NULL)) AND (opened_at IS NULL OR owner IS NOT NULL))
);
-- Sold from the first serial to the last: what a purchase takes stands at the beginning of this one.
CREATE INDEX scratch_cards_unsold ON scratch_cards (pool, serial) WHERE owner IS NULL;
CREATE UNIQUE INDEX scratch_cards_own ON scratch_cards (owner, id) WHERE owner IS NOT NULL;
CREATE INDEX scratch_cards_closed ON scratch_cards (owner, bought_at, id) WHERE owner IS NOT NULL AND opened_at IS NULL;
CREATE INDEX scratch_cards_opened ON scratch_cards (owner, opened_at, id) WHERE opened_at IS NOT NULL;
CREATE INDEX scratch_cards_due ON scratch_cards (due_at) WHERE owner IS NOT NULL AND opened_at IS NULL;
CREATE INDEX scratch_cards_unopened ON scratch_cards (pool) WHERE opened_at IS NULL;
CREATE INDEX scratch_cards_won ON scratch_cards (pool, prize) WHERE prize > 0;
CREATE INDEX scratch_cards_purchase ON scratch_cards (purchase) WHERE purchase IS NOT NULL;

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

-- Plays, and entries of quizzes below, name a player and a round that their own transaction has found, and neither is ever deleted: nothing
-- looks for them again. A foreign key would read and mark the player's row, and every entry of a round the same row of the round.
CREATE TABLE small_plays (
  user_id bigint NOT NULL,
  id uuid NOT NULL,
  game text NOT NULL,
  hash text NOT NULL,
  -- What its numbers are named after: the offer that was played; of a shared round NULL.
  offer uuid UNIQUE,
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
  PRIMARY KEY (user_id, id)
);
CREATE INDEX small_plays_of_game ON small_plays (user_id, game, id);
CREATE INDEX small_plays_waiting ON small_plays (game, round) WHERE status = 'placed';
-- Turnover, growth and points look for plays by when they ended, however many there were before.
CREATE INDEX small_plays_ended ON small_plays (user_id, settled_at) WHERE settled_at IS NOT NULL;
-- What a player has in a shared round and had in the one before it, which every open page of the game asks for.
CREATE INDEX small_plays_of_round ON small_plays (user_id, game, round) WHERE round IS NOT NULL;

-- What rounds of a quiz left while no other was open: the next one that is opened takes it.
CREATE TABLE quiz_pots (quiz text PRIMARY KEY, points bigint NOT NULL DEFAULT 0 CHECK (points >= 0));

CREATE TABLE quiz_rounds (
  id uuid PRIMARY KEY,
  -- Code of the quiz, and which round of it this is: 1, 2, …
  quiz text NOT NULL,
  number int NOT NULL CHECK (number > 0),
  -- What it is about: draw or match, the game, and the issue or the match.
  kind text NOT NULL CHECK (kind IN ('draw', 'match')),
  game text NOT NULL,
  subject text NOT NULL,
  -- The description that it was opened under, as its canonical text, and its words, filled in.
  body text NOT NULL,
  ask text NOT NULL,
  note text NOT NULL,
  options text[] NOT NULL,
  names text[] NOT NULL,
  -- Points: least of an entry, most of a player in this round; and the share of the pool that is paid, in percent.
  least bigint NOT NULL CHECK (least > 0),
  most bigint NOT NULL,
  share int NOT NULL CHECK (share BETWEEN 0 AND 100),
  opens_at bigint NOT NULL,
  closes_at bigint NOT NULL,
  -- When its result is due, and from when on it is void without one.
  due_at bigint NOT NULL,
  void_at bigint NOT NULL,
  -- What earlier rounds left for this one.
  carried bigint NOT NULL DEFAULT 0 CHECK (carried >= 0),
  -- open: not decided (after closes_at nothing is taken). paying: decided, entries are being paid. done: all are.
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paying', 'done')),
  outcome text,
  -- Why everybody has his points back: nothing came true, nobody was right, or all were.
  back text CHECK (back IN ('void', 'nobody', 'one')),
  result text NOT NULL DEFAULT '',
  staked bigint,
  right_points bigint,
  left_points bigint,
  decided_at bigint,
  ended_at bigint,
  -- What it took of the points that earlier rounds left; NULL while it is open.
  taken bigint CHECK (taken >= 0),
  CHECK (most >= least),
  CHECK (opens_at < closes_at AND closes_at <= due_at AND due_at < void_at),
  CHECK (((state = 'open') = (decided_at IS NULL)) AND ((state = 'open') = (staked IS NULL)) AND (state = 'open' OR outcome IS NOT NULL OR back IS NOT NULL)),
  UNIQUE (quiz, number),
  UNIQUE (quiz, subject)
);
CREATE INDEX quiz_rounds_alive ON quiz_rounds (due_at) WHERE state <> 'done';
CREATE INDEX quiz_rounds_open ON quiz_rounds (quiz, closes_at) WHERE state = 'open';
CREATE INDEX quiz_rounds_ended ON quiz_rounds (decided_at, id) WHERE state <> 'open';

CREATE TABLE quiz_entries (
  user_id bigint NOT NULL,
  id uuid NOT NULL,
  round uuid NOT NULL,
  option text NOT NULL,
  points bigint NOT NULL CHECK (points > 0),
  status text NOT NULL DEFAULT 'placed' CHECK (status IN ('placed', 'won', 'lost', 'back')),
  prize bigint NOT NULL DEFAULT 0 CHECK (prize >= 0),
  placed_at bigint NOT NULL,
  settled_at bigint,
  -- What the player has in the round so far: the next entry reads the last row and not all of them.
  running bigint NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX quiz_entries_round ON quiz_entries (round, option);
CREATE INDEX quiz_entries_waiting ON quiz_entries (round) WHERE status = 'placed';
CREATE INDEX quiz_entries_running ON quiz_entries (user_id, round, running);
