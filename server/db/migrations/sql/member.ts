/**
 * The person: profile, level and growth, check-in, things that a player owns, invitations; and player protection. A day is the number of
 * days since 1970-01-01 on the wall clock of the product. Instants are unix ms of the game clock, money is fen.
 */
export const MEMBER = `
-- Growth is a unit of its own: it buys nothing and makes the level.
ALTER TABLE purses DROP CONSTRAINT purses_unit_check, ADD CONSTRAINT purses_unit_check CHECK (unit IN ('fen', 'points', 'score', 'growth'));

-- A row for each player who ever set a limit, took a break or excluded himself: nearly nobody. A bet looks for it, and for nothing else
-- where there is none.
CREATE TABLE protection (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  -- The wall clock by which his days, weeks and months begin, ms after UTC.
  utc_offset_ms bigint NOT NULL,
  block text CHECK (block IN ('break', 'exclusion')),
  blocked_at bigint,
  -- Until then no stake and no recharge. It can be moved on and never back.
  blocked_until bigint,
  CHECK ((block IS NULL) = (blocked_until IS NULL) AND (block IS NULL) = (blocked_at IS NULL))
);

-- A limit: fen, of 'time' minutes. From next_at on next_value holds. NULL is no limit.
CREATE TABLE protection_limits (
  user_id bigint NOT NULL REFERENCES protection (user_id),
  what text NOT NULL CHECK (what IN ('deposit', 'stake', 'loss', 'time')),
  period text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  value bigint CHECK (value >= 0),
  next_value bigint CHECK (next_value >= 0),
  next_at bigint,
  PRIMARY KEY (user_id, what, period)
);

-- When a player was last here, how long he has been playing without a break, and when he was away last. Written by the heartbeat.
CREATE TABLE presence (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  seen_at bigint NOT NULL,
  -- Since when, and how many real ms he has been playing without a break; at how many he was told what he spent.
  sitting_from bigint NOT NULL,
  sitting_ms bigint NOT NULL DEFAULT 0,
  told_ms bigint NOT NULL DEFAULT 0,
  -- The absence before this sitting.
  left_at bigint,
  back_at bigint
);
CREATE TABLE play_days (
  user_id bigint NOT NULL REFERENCES users (id),
  day int NOT NULL,
  played_ms bigint NOT NULL,
  PRIMARY KEY (user_id, day)
);

CREATE TABLE profiles (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  nickname text,
  -- The same for names that look alike.
  nickname_key text UNIQUE,
  renamed_at bigint,
  avatar text,
  gender text CHECK (gender IN ('male', 'female', 'secret')),
  -- 1990-01-31; said once.
  birthday text,
  region text,
  signature text,
  show_orders text NOT NULL DEFAULT 'after' CHECK (show_orders IN ('public', 'after', 'hidden')),
  show_ranks boolean NOT NULL DEFAULT true,
  allow_follow boolean NOT NULL DEFAULT true,
  invite_code text UNIQUE
);

-- Who invited whom. A player is invited once, when he registers.
CREATE TABLE invitations (
  invitee bigint PRIMARY KEY REFERENCES users (id),
  inviter bigint NOT NULL REFERENCES users (id),
  at bigint NOT NULL,
  -- It came from a device of the inviter: it counts, and brings nothing.
  same_device boolean NOT NULL,
  CHECK (invitee <> inviter)
);
CREATE INDEX invitations_by_inviter ON invitations (inviter, invitee);

CREATE TABLE checkins (
  user_id bigint NOT NULL REFERENCES users (id),
  day int NOT NULL,
  made_up boolean NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (user_id, day)
);
-- Rewards of a streak or of a full month, on the day whose mark brought them.
CREATE TABLE checkin_rewards (
  user_id bigint NOT NULL REFERENCES users (id),
  reward text NOT NULL,
  day int NOT NULL,
  PRIMARY KEY (user_id, reward, day)
);

-- What was claimed: a task, a gift, an absence. Once for each code and period.
CREATE TABLE member_claims (
  user_id bigint NOT NULL REFERENCES users (id),
  code text NOT NULL,
  period text NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (user_id, code, period)
);

-- Things that a player owns, a row for each: make-up cards, rename cards.
CREATE TABLE inventory (
  user_id bigint NOT NULL REFERENCES users (id),
  id uuid NOT NULL,
  product text NOT NULL,
  -- Where it came from.
  source text NOT NULL,
  got_at bigint NOT NULL,
  used_at bigint,
  expires_at bigint,
  PRIMARY KEY (user_id, id)
);

-- The level, and the year in which it must be earned anew.
CREATE TABLE level_windows (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  level int NOT NULL,
  starts_at bigint NOT NULL,
  ends_at bigint NOT NULL
);
CREATE TABLE level_changes (
  user_id bigint NOT NULL REFERENCES users (id),
  at bigint NOT NULL,
  before int NOT NULL,
  after int NOT NULL,
  PRIMARY KEY (user_id, at, after)
);

-- What a day's play brought so far. A day is counted anew until it is closed.
CREATE TABLE member_days (
  user_id bigint NOT NULL REFERENCES users (id),
  day int NOT NULL,
  played_fen bigint NOT NULL,
  growth bigint NOT NULL,
  points bigint NOT NULL,
  closed boolean NOT NULL,
  PRIMARY KEY (user_id, day)
);

-- Points of a year that lapsed, posted once for each year.
CREATE TABLE points_lapses (
  user_id bigint NOT NULL REFERENCES users (id),
  year int NOT NULL,
  points bigint NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (user_id, year)
);
`;
