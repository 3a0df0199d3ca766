/**
 * Group buying (合买). A group order becomes one ticket of user 0, whom nobody can log in as: the ticket belongs to all who have joined,
 * and each of them has an order of his own, of the kind 'group', for his shares. Amounts are fen, instants unix ms of the game clock.
 */
export const GROUP = `
CREATE TABLE hm_orders (
  -- Made by the phone; the id of the ticket as well.
  id uuid PRIMARY KEY,
  initiator bigint NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('ticket', 'sport')),
  game text NOT NULL,
  -- The issue that decides it, of a number game; of matches NULL.
  issue text,
  hash text NOT NULL,
  -- Of matches with the odds of the start until it is played.
  ticket jsonb NOT NULL,
  bets bigint NOT NULL CHECK (bets > 0),
  multiplier int NOT NULL CHECK (multiplier > 0),
  -- What judge_legs needs to know of a ticket of matches.
  form jsonb,
  total bigint NOT NULL CHECK (total > 0),
  shares int NOT NULL CHECK (shares > 0),
  share_fen bigint NOT NULL,
  own_shares int NOT NULL CHECK (own_shares > 0),
  -- Own ones included; of a played order all.
  sold int NOT NULL,
  -- Guaranteed shares, and under which id their money is held.
  guarantee int NOT NULL CHECK (guarantee >= 0),
  guarantee_id uuid NOT NULL,
  people int NOT NULL DEFAULT 1,
  commission int NOT NULL CHECK (commission BETWEEN 0 AND 100),
  base text NOT NULL CHECK (base IN ('profit', 'prize')),
  security int NOT NULL CHECK (security BETWEEN 0 AND 3),
  title text NOT NULL DEFAULT '',
  words text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'played', 'won', 'lost', 'failed', 'cancelled', 'void')),
  started_at bigint NOT NULL,
  stops_at bigint NOT NULL,
  -- The draw, or the kick-off of the first match.
  due_at bigint NOT NULL,
  played_at bigint,
  -- When it got its result, or was given back.
  ended_at bigint,
  prize bigint NOT NULL DEFAULT 0,
  commission_fen bigint NOT NULL DEFAULT 0,
  refund bigint NOT NULL DEFAULT 0,
  -- What who started it had won when he started it: the sort by record.
  record bigint NOT NULL DEFAULT 0,
  -- Every rule of its followers has been looked at.
  ruled boolean NOT NULL DEFAULT false,
  -- The prize that the record of who started it holds of this order, and the day; NULL: none yet.
  counted bigint,
  counted_day int,
  progress int GENERATED ALWAYS AS (least(sold + guarantee, shares)::bigint * 10000 / shares) STORED,
  left_shares int GENERATED ALWAYS AS (shares - sold) STORED,
  CHECK (share_fen * shares = total AND sold BETWEEN own_shares AND shares),
  CHECK (state NOT IN ('played', 'won', 'lost') OR sold = shares)
) WITH (fillfactor = 80);
-- The lobby: what is open, by what it is sorted by. Few of all orders are open at a time.
CREATE INDEX hm_open_progress ON hm_orders (progress, id) WHERE state = 'open';
CREATE INDEX hm_open_total ON hm_orders (total, id) WHERE state = 'open';
CREATE INDEX hm_open_share ON hm_orders (share_fen, id) WHERE state = 'open';
CREATE INDEX hm_open_people ON hm_orders (people, id) WHERE state = 'open';
CREATE INDEX hm_open_record ON hm_orders (record, id) WHERE state = 'open';
CREATE INDEX hm_open_left ON hm_orders (left_shares, id) WHERE state = 'open';
CREATE INDEX hm_open_stop ON hm_orders (stops_at, id) WHERE state = 'open';
CREATE INDEX hm_full ON hm_orders (started_at, id) WHERE state IN ('played', 'won', 'lost');
CREATE INDEX hm_ended ON hm_orders (started_at, id) WHERE state IN ('failed', 'cancelled', 'void');
CREATE INDEX hm_by_initiator ON hm_orders (initiator, started_at, id);
CREATE INDEX hm_unruled ON hm_orders (id) WHERE state = 'open' AND NOT ruled;
CREATE INDEX hm_played ON hm_orders (due_at) WHERE state = 'played';
CREATE INDEX hm_uncounted ON hm_orders (id) WHERE state IN ('won', 'lost', 'void') AND counted IS NULL;

-- Shares of a group order: an order of their player. While the group order is open their status is 'held', so that they wait whatever
-- becomes of the issue; once it is played they are 'placed' and lose with it.
CREATE TABLE hm_joins (
  kind text NOT NULL DEFAULT 'group',
  hm_id uuid NOT NULL REFERENCES hm_orders (id),
  -- own: of who started it. follow: by a rule. guarantee: guaranteed shares that were needed. site: added by the site.
  type text NOT NULL CHECK (type IN ('own', 'join', 'follow', 'guarantee', 'site')),
  shares int NOT NULL CHECK (shares > 0),
  commission bigint NOT NULL DEFAULT 0,
  refund bigint NOT NULL DEFAULT 0 CHECK (refund >= 0 AND refund <= amount),
  -- What a correction should have taken back and the wallet did not hold.
  written_off bigint NOT NULL DEFAULT 0 CHECK (written_off >= 0),
  PRIMARY KEY (user_id, id)
) INHERITS (orders);
CREATE INDEX hm_joins_by_status ON hm_joins (user_id, status, id) WHERE status <> 'placed';
CREATE INDEX hm_joins_by_due ON hm_joins (user_id, due_at);
CREATE INDEX hm_joins_by_parent ON hm_joins (user_id, parent) WHERE parent IS NOT NULL;
CREATE INDEX hm_joins_by_order ON hm_joins (hm_id, id);
CREATE INDEX hm_joins_of_player ON hm_joins (user_id, hm_id);

-- Records of who started group orders, kept as they get their results: in all, and by day and game for the rankings.
CREATE TABLE hm_people (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  -- All that he started, and when he did last.
  started int NOT NULL DEFAULT 0,
  last_at bigint NOT NULL DEFAULT 0,
  orders int NOT NULL DEFAULT 0,
  won int NOT NULL DEFAULT 0,
  stake bigint NOT NULL DEFAULT 0,
  prize bigint NOT NULL DEFAULT 0,
  profit bigint NOT NULL DEFAULT 0,
  biggest bigint NOT NULL DEFAULT 0,
  -- Orders by the least profit of each icon, the smallest first.
  icons int[] NOT NULL DEFAULT '{0,0,0,0}'
);
CREATE TABLE hm_days (
  user_id bigint NOT NULL REFERENCES users (id),
  day int NOT NULL,
  game text NOT NULL,
  orders int NOT NULL DEFAULT 0,
  won int NOT NULL DEFAULT 0,
  stake bigint NOT NULL DEFAULT 0,
  prize bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, day, game)
);
CREATE INDEX hm_days_by_day ON hm_days (day);

-- Standing rules (定制): shares of what one player starts, taken by themselves.
CREATE TABLE hm_rules (
  user_id bigint NOT NULL REFERENCES users (id),
  id uuid NOT NULL UNIQUE,
  creator bigint NOT NULL REFERENCES users (id),
  game text,
  mode text NOT NULL CHECK (mode IN ('fixed', 'percent')),
  fen bigint NOT NULL DEFAULT 0,
  percent int NOT NULL DEFAULT 0,
  max_fen bigint,
  times int NOT NULL,
  done int NOT NULL DEFAULT 0,
  spent bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  min_total bigint,
  max_total bigint,
  partial boolean NOT NULL DEFAULT false,
  stop_after_misses int,
  min_balance bigint,
  prepay boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'on' CHECK (state IN ('on', 'off', 'ended')),
  why text NOT NULL DEFAULT '',
  created_at bigint NOT NULL,
  -- From when on it holds: orders that were started before are not joined. A rule that is switched on again keeps its place.
  since bigint NOT NULL,
  worked_at bigint NOT NULL,
  -- Its place among the rules on the same player.
  place bigint GENERATED BY DEFAULT AS IDENTITY,
  PRIMARY KEY (user_id, id),
  CHECK (user_id <> creator)
);
CREATE INDEX hm_rules_by_creator ON hm_rules (creator, place) WHERE state = 'on';
CREATE INDEX hm_rules_by_work ON hm_rules (worked_at) WHERE state = 'on';
CREATE TABLE hm_rule_runs (
  rule_id uuid NOT NULL REFERENCES hm_rules (id),
  hm_id uuid NOT NULL REFERENCES hm_orders (id),
  user_id bigint NOT NULL,
  seq bigint GENERATED BY DEFAULT AS IDENTITY,
  at bigint NOT NULL,
  -- The shares that it took; NULL: none, and then why.
  join_id uuid,
  reason text NOT NULL DEFAULT '',
  PRIMARY KEY (rule_id, hm_id)
);
CREATE INDEX hm_rule_runs_of_player ON hm_rule_runs (user_id, seq);
`;
