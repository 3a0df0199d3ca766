-- The member: profile, level and growth, check-in, things that a player owns, invitations, and the store (商城). A day is the number of days
-- since 1970-01-01 on the product's wall clock.

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
  invite_code text UNIQUE,
  frame text
);
CREATE INDEX profiles_by_nickname ON profiles (lower(nickname) text_pattern_ops);

-- Invitations of players. A player is invited once, at registration.
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
CREATE INDEX member_claims_of_activities ON member_claims (code, at) WHERE code LIKE 'activity:%';

-- Things that a player owns, a row for each: make-up cards, rename cards.
CREATE TABLE bag_items (
  user_id bigint NOT NULL REFERENCES users (id),
  id uuid NOT NULL,
  product text NOT NULL,
  -- Where it came from.
  source text NOT NULL,
  got_at bigint NOT NULL,
  used_at bigint,
  expires_at bigint,
  -- What a thing is, as it was when it came: {name, note, picture, gives}. NULL: one of the things of member.json.
  what jsonb,
  -- The order that a coupon was used on, or the cards that it bought.
  used_for uuid,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX bag_items_used_for ON bag_items (used_for) WHERE used_for IS NOT NULL;

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

-- What was sold of a product: on a day, and (day -1) altogether. Only products whose stock is bounded have rows here.
CREATE TABLE product_sales (
  product text NOT NULL,
  day int NOT NULL,
  sold bigint NOT NULL CHECK (sold >= 0),
  PRIMARY KEY (product, day)
);

CREATE TABLE purchases (
  user_id bigint NOT NULL REFERENCES users (id),
  id uuid NOT NULL,
  product text NOT NULL,
  count int NOT NULL CHECK (count > 0),
  day int NOT NULL,
  -- One of the two is 0.
  points bigint NOT NULL CHECK (points >= 0),
  fen bigint NOT NULL CHECK (fen >= 0),
  at bigint NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX purchases_of_product ON purchases (user_id, product);
-- What the workshop shows of a product and of an activity is counted by its name.
CREATE INDEX purchases_by_product ON purchases (product, at);

-- Which coupon paid a part of an order. Returned: the stake came back, and the coupon with it. Bonus: what of it became a bonus, since a
-- part of the stake came back.
CREATE TABLE coupon_uses (
  user_id bigint NOT NULL REFERENCES users (id),
  order_id uuid NOT NULL,
  item_id uuid NOT NULL,
  fen bigint NOT NULL CHECK (fen > 0),
  bonus bigint NOT NULL DEFAULT 0,
  returned boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, order_id),
  CHECK (bonus >= 0 AND bonus <= fen)
);
