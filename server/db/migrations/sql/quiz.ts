/** Quizzes (竞猜): rounds of questions, played for points. Instants are unix ms of the game clock. */
export const QUIZ = `
-- What rounds of a quiz left while no other was open: the next one that is opened takes it.
CREATE TABLE quiz_pots (
  quiz text PRIMARY KEY,
  points bigint NOT NULL DEFAULT 0 CHECK (points >= 0)
);

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
  most bigint NOT NULL CHECK (most >= least),
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
  UNIQUE (quiz, number),
  UNIQUE (quiz, subject),
  CHECK (opens_at < closes_at AND closes_at <= due_at AND due_at < void_at),
  CHECK ((state = 'open') = (decided_at IS NULL) AND (state = 'open') = (staked IS NULL) AND (state = 'open' OR outcome IS NOT NULL OR back IS NOT NULL))
);
CREATE INDEX quiz_rounds_alive ON quiz_rounds (due_at) WHERE state <> 'done';
CREATE INDEX quiz_rounds_open ON quiz_rounds (quiz, closes_at) WHERE state = 'open';
CREATE INDEX quiz_rounds_ended ON quiz_rounds (decided_at, id) WHERE state <> 'open';

CREATE TABLE quiz_entries (
  user_id bigint NOT NULL REFERENCES users (id),
  id uuid NOT NULL,
  round uuid NOT NULL REFERENCES quiz_rounds (id),
  option text NOT NULL,
  points bigint NOT NULL CHECK (points > 0),
  status text NOT NULL DEFAULT 'placed' CHECK (status IN ('placed', 'won', 'lost', 'back')),
  prize bigint NOT NULL DEFAULT 0 CHECK (prize >= 0),
  placed_at bigint NOT NULL,
  settled_at bigint,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX quiz_entries_round ON quiz_entries (round, option);
CREATE INDEX quiz_entries_own ON quiz_entries (user_id, round);
CREATE INDEX quiz_entries_waiting ON quiz_entries (round) WHERE status = 'placed';
`;
