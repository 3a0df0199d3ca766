-- Group buying (合买), follow-betting (跟单), and players as others see them. A day is the number of days since 1970-01-01 on the product's
-- wall clock.

-- A group order becomes one ticket of user 0, whom nobody can log in as: the ticket belongs to all who have joined, and each of them has an
-- order of the kind 'group' for his shares.

CREATE TABLE group_buy_orders (
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
  -- Prize of this order in the starter's record, and the day; NULL: none yet.
  counted bigint,
  counted_day int,
  progress int GENERATED ALWAYS AS (least(sold + guarantee, shares)::bigint * 10000 / shares) STORED,
  left_shares int GENERATED ALWAYS AS (shares - sold) STORED,
  CHECK (share_fen * shares = total AND sold BETWEEN own_shares AND shares),
  CHECK (state NOT IN ('played', 'won', 'lost') OR sold = shares)
) WITH (fillfactor = 80);
-- The lobby: what is open, by what it is sorted by. Few of all orders are open at a time.
CREATE INDEX group_buy_open_progress ON group_buy_orders (progress, id) WHERE state = 'open';
CREATE INDEX group_buy_open_total ON group_buy_orders (total, id) WHERE state = 'open';
CREATE INDEX group_buy_open_share ON group_buy_orders (share_fen, id) WHERE state = 'open';
CREATE INDEX group_buy_open_people ON group_buy_orders (people, id) WHERE state = 'open';
CREATE INDEX group_buy_open_record ON group_buy_orders (record, id) WHERE state = 'open';
CREATE INDEX group_buy_open_left ON group_buy_orders (left_shares, id) WHERE state = 'open';
CREATE INDEX group_buy_open_stop ON group_buy_orders (stops_at, id) WHERE state = 'open';
CREATE INDEX group_buy_full ON group_buy_orders (started_at, id) WHERE state IN ('played', 'won', 'lost');
CREATE INDEX group_buy_ended ON group_buy_orders (started_at, id) WHERE state IN ('failed', 'cancelled', 'void');
CREATE INDEX group_buy_by_initiator ON group_buy_orders (initiator, started_at, id);
CREATE INDEX group_buy_unruled ON group_buy_orders (id) WHERE state = 'open' AND NOT ruled;
CREATE INDEX group_buy_played ON group_buy_orders (due_at) WHERE state = 'played';
-- The lane counts them, with the figures that are described; a corrected one is found like a new one.
CREATE INDEX group_buy_uncounted ON group_buy_orders (id)
 WHERE state IN ('won', 'lost', 'void') AND counted IS DISTINCT FROM (CASE state WHEN 'void' THEN -1 ELSE prize END);
-- Players with a group order that ended on a day.
CREATE INDEX group_buy_orders_ended ON group_buy_orders (initiator, ended_at) WHERE ended_at IS NOT NULL;

-- Shares of a group order: an order of their player. While the group order is open their status is 'held', so that they wait whatever
-- becomes of the issue; once it is played they are 'placed' and lose with it.
CREATE TABLE group_buy_joins (
  kind text DEFAULT 'group',
  group_buy_id uuid NOT NULL REFERENCES group_buy_orders (id),
  -- own: of the starter. follow: by a rule. guarantee: guaranteed shares that were needed. site: added by the site.
  type text NOT NULL CHECK (type IN ('own', 'join', 'follow', 'guarantee', 'site')),
  shares int NOT NULL CHECK (shares > 0),
  commission bigint NOT NULL DEFAULT 0,
  refund bigint NOT NULL DEFAULT 0,
  -- What a correction should have taken back and the wallet did not hold.
  written_off bigint NOT NULL DEFAULT 0 CHECK (written_off >= 0),
  PRIMARY KEY (user_id, id),
  CHECK (refund >= 0 AND refund <= amount)
) INHERITS (orders);
CREATE INDEX group_buy_joins_by_status ON group_buy_joins (user_id, status, id) WHERE status <> 'placed';
CREATE INDEX group_buy_joins_by_due ON group_buy_joins (user_id, due_at);
CREATE INDEX group_buy_joins_by_parent ON group_buy_joins (user_id, parent) WHERE parent IS NOT NULL;
CREATE INDEX group_buy_joins_by_order ON group_buy_joins (group_buy_id, id);
CREATE INDEX group_buy_joins_of_player ON group_buy_joins (user_id, group_buy_id);
CREATE INDEX group_buy_joins_by_time ON group_buy_joins USING brin (placed_at) WITH (pages_per_range = 32, autosummarize = on);

-- Records of players that start group orders, updated with each result: in all, and by day and game for the rankings.
CREATE TABLE group_buy_initiators (
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

CREATE TABLE group_buy_days (
  user_id bigint NOT NULL REFERENCES users (id),
  day int NOT NULL,
  game text NOT NULL,
  orders int NOT NULL DEFAULT 0,
  won int NOT NULL DEFAULT 0,
  stake bigint NOT NULL DEFAULT 0,
  prize bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, day, game)
);
CREATE INDEX group_buy_days_by_day ON group_buy_days (day);

-- Standing rules (定制): shares of one player's group orders, bought automatically.
CREATE TABLE group_buy_rules (
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
CREATE INDEX group_buy_rules_by_creator ON group_buy_rules (creator, place) WHERE state = 'on';
CREATE INDEX group_buy_rules_by_work ON group_buy_rules (worked_at) WHERE state = 'on';

CREATE TABLE group_buy_rule_runs (
  rule_id uuid NOT NULL REFERENCES group_buy_rules (id),
  group_buy_id uuid NOT NULL REFERENCES group_buy_orders (id),
  user_id bigint NOT NULL,
  seq bigint GENERATED BY DEFAULT AS IDENTITY,
  at bigint NOT NULL,
  -- The shares that it took; NULL: none, and then why.
  join_id uuid,
  reason text NOT NULL DEFAULT '',
  PRIMARY KEY (rule_id, group_buy_id)
);
CREATE INDEX group_buy_rule_runs_of_player ON group_buy_rule_runs (user_id, seq);

-- A bet on matches that its player offers to others for copying. What it won is written when its order ends.
CREATE TABLE releases (
  id uuid PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  order_id uuid NOT NULL UNIQUE,
  game text NOT NULL,
  -- The plan: the ticket as it was sold, with the multiplier 1. It is secret as `security` says.
  ticket jsonb NOT NULL,
  -- Price of the plan with the multiplier 1, and what the player himself staked on it.
  unit_fen bigint NOT NULL CHECK (unit_fen > 0),
  stake_fen bigint NOT NULL CHECK (stake_fen > 0),
  -- Public facts of a plan that is still secret: matches, names of plays and passes, the largest prize by the stake in hundredths.
  matches int NOT NULL,
  plays text NOT NULL,
  passes text NOT NULL,
  single boolean NOT NULL,
  return_x100 bigint NOT NULL,
  -- Share of the profit of those who follow, basis points.
  commission_bp int NOT NULL CHECK (commission_bp BETWEEN 0 AND 1000),
  -- Which players see the plan before stops_at: 0 all, 1 its followers, 2 none.
  security int NOT NULL CHECK (security IN (0, 1, 2)),
  text text NOT NULL,
  -- Least stake of a follower.
  least_fen bigint NOT NULL CHECK (least_fen > 0),
  released_at bigint NOT NULL,
  day int NOT NULL,
  -- When the first of its matches stops being sold: from then on nobody follows, and everybody sees the plan.
  stops_at bigint NOT NULL,
  starts_at bigint NOT NULL,
  withdrawn_at bigint,
  status text NOT NULL DEFAULT 'placed' CHECK (status IN ('placed', 'won', 'lost', 'cancelled')),
  prize_fen bigint NOT NULL DEFAULT 0,
  settled_at bigint,
  -- Players who follow it, what they staked, what they paid for it.
  followers int NOT NULL DEFAULT 0,
  followed_fen bigint NOT NULL DEFAULT 0,
  commission_fen bigint NOT NULL DEFAULT 0
);
CREATE INDEX releases_open ON releases (stops_at, id) WHERE withdrawn_at IS NULL;
CREATE INDEX releases_by_user ON releases (user_id, released_at, id);
CREATE INDEX releases_ended ON releases (user_id, settled_at, id) WHERE status IN ('won', 'lost');
CREATE INDEX releases_by_stake ON releases (stake_fen, id) WHERE withdrawn_at IS NULL AND status = 'placed';
CREATE INDEX releases_by_followers ON releases (followers, id) WHERE withdrawn_at IS NULL AND status = 'placed';
CREATE INDEX releases_open_by_user ON releases (user_id, stops_at) WHERE withdrawn_at IS NULL AND status = 'placed';

-- Progress of the standing rules of a release: the number of the last rule. The process that runs them locks this row, and no other
-- transaction does.
CREATE TABLE release_jobs (
  release_id uuid PRIMARY KEY REFERENCES releases (id),
  released_at bigint NOT NULL,
  after bigint NOT NULL DEFAULT 0,
  done_at bigint
);
CREATE INDEX release_jobs_open ON release_jobs (released_at, release_id) WHERE done_at IS NULL;

-- An order that follows a release. Its order holds what the player was paid: the prize less the commission.
CREATE TABLE follows (
  user_id bigint NOT NULL REFERENCES users (id),
  order_id uuid NOT NULL,
  release_id uuid NOT NULL REFERENCES releases (id),
  -- The standing rule that placed it.
  rule_id uuid,
  times int NOT NULL CHECK (times > 0),
  stake_fen bigint NOT NULL CHECK (stake_fen > 0),
  at bigint NOT NULL,
  commission_fen bigint NOT NULL DEFAULT 0 CHECK (commission_fen >= 0),
  -- What a correction should have taken back from the releaser and his wallet did not hold.
  written_off bigint NOT NULL DEFAULT 0 CHECK (written_off >= 0),
  PRIMARY KEY (user_id, order_id)
);
CREATE INDEX follows_by_release ON follows (release_id, at, order_id);
CREATE INDEX follows_by_rule ON follows (user_id, rule_id, at) WHERE rule_id IS NOT NULL;

-- Follow every release of a player (定制跟单). seq is the order of subscription.
CREATE TABLE follow_rules (
  user_id bigint NOT NULL REFERENCES users (id),
  id uuid NOT NULL,
  seq bigint GENERATED BY DEFAULT AS IDENTITY,
  target bigint NOT NULL REFERENCES users (id),
  is_on boolean NOT NULL,
  -- Most that is staked on a release, and on a day.
  fen bigint NOT NULL CHECK (fen > 0),
  day_fen bigint CHECK (day_fen > 0),
  -- Games that it follows; NULL: all.
  games text[],
  -- Least expected return of a release, hundredths.
  least_return bigint,
  -- Orders that it places before it ends.
  times int NOT NULL CHECK (times > 0),
  done int NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  -- When it placed an order last, or was switched on.
  placed_at bigint NOT NULL,
  -- Why it was switched off by itself.
  ended text,
  PRIMARY KEY (user_id, id),
  CHECK (user_id <> target)
);
-- One rule for a player: nothing is followed twice.
CREATE UNIQUE INDEX follow_rules_once ON follow_rules (user_id, target);
CREATE INDEX follow_rules_of ON follow_rules (target, seq) WHERE is_on;

-- What a rule did at a release, or why it did not: once for each.
CREATE TABLE follow_runs (
  user_id bigint NOT NULL,
  rule_id uuid NOT NULL,
  release_id uuid NOT NULL REFERENCES releases (id),
  result text NOT NULL,
  -- In words, for the player.
  text text NOT NULL,
  order_id uuid,
  fen bigint NOT NULL DEFAULT 0,
  at bigint NOT NULL,
  PRIMARY KEY (user_id, rule_id, release_id),
  FOREIGN KEY (user_id, rule_id) REFERENCES follow_rules (user_id, id)
);
CREATE INDEX follow_runs_by_time ON follow_runs (user_id, rule_id, at, release_id);

-- What the releases of a player that were placed on a day came to; day 0 holds all days together. Ranks are sums of these rows.
CREATE TABLE release_stats (
  user_id bigint NOT NULL REFERENCES users (id),
  day int NOT NULL,
  game text NOT NULL,
  released int NOT NULL DEFAULT 0,
  -- Of these: with a smaller expected return than admission asks; with a stake many times that of the one before.
  weak int NOT NULL DEFAULT 0,
  jumps int NOT NULL DEFAULT 0,
  -- Settled, and of these the ones that won.
  orders int NOT NULL DEFAULT 0,
  hits int NOT NULL DEFAULT 0,
  stake_fen bigint NOT NULL DEFAULT 0,
  prize_fen bigint NOT NULL DEFAULT 0,
  followers int NOT NULL DEFAULT 0,
  followed_fen bigint NOT NULL DEFAULT 0,
  first_at bigint NOT NULL,
  PRIMARY KEY (day, game, user_id)
);
CREATE INDEX release_stats_by_user ON release_stats (user_id, day);

-- A player who releases, as the lists show him.
CREATE TABLE releasers (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  -- Of the latest releases that are settled: wins in a row, misses in a row, the last ten as 'WLW…', the newest first.
  streak int NOT NULL DEFAULT 0,
  misses int NOT NULL DEFAULT 0,
  last text NOT NULL DEFAULT '',
  -- Of the last seven days.
  orders7 int NOT NULL DEFAULT 0,
  hits7 int NOT NULL DEFAULT 0,
  stake7 bigint NOT NULL DEFAULT 0,
  prize7 bigint NOT NULL DEFAULT 0,
  -- Since when he is 大神; NULL: he is not.
  okami_since bigint,
  -- The day on which all of this was judged last, NULL: something changed since; and the last on which it was asked whether he stays 大神.
  judged_on int,
  kept_on int
);
CREATE INDEX releasers_okami ON releasers (okami_since) WHERE okami_since IS NOT NULL;
CREATE INDEX releasers_due ON releasers (judged_on NULLS FIRST);
-- The lobby by the record of the releaser: the first page is the beginning of an index. A record is of the player: the highest is looked
-- up, and then what of his is open.
CREATE INDEX releasers_by_hits ON releasers ((CASE orders7 WHEN 0 THEN -1 ELSE hits7::bigint * 10000 / orders7 END));
CREATE INDEX releasers_by_return ON releasers ((CASE stake7 WHEN 0 THEN -1 ELSE prize7 * 10000 / stake7 END));
-- Those who are recommended (推荐).
CREATE INDEX releasers_by_worth ON releasers (((okami_since IS NOT NULL)::int::bigint * 100000 + CASE orders7 WHEN 0 THEN 0 ELSE hits7::bigint * 10000 / orders7 END));

-- Followers of players.
CREATE TABLE followed_players (
  user_id bigint NOT NULL REFERENCES users (id),
  target bigint NOT NULL REFERENCES users (id),
  at bigint NOT NULL,
  PRIMARY KEY (user_id, target),
  CHECK (user_id <> target)
);
CREATE INDEX followed_players_by_time ON followed_players (user_id, at, target);
CREATE INDEX followed_players_by_target ON followed_players (target, at, user_id);

-- What the own orders that a player placed on a day came to. A day is counted anew until nothing in it waits any more: closed.
CREATE TABLE record_days (
  user_id bigint NOT NULL REFERENCES users (id),
  day int NOT NULL,
  orders int NOT NULL,
  won int NOT NULL,
  stake_fen bigint NOT NULL,
  prize_fen bigint NOT NULL,
  best_fen bigint NOT NULL,
  closed boolean NOT NULL,
  PRIMARY KEY (user_id, day)
);

-- Comments, and replies to them (one level): a reply has the comment as its parent, and the subject of that comment.
CREATE TABLE comments (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('release', 'hm')),
  subject uuid NOT NULL,
  parent uuid REFERENCES comments (id),
  user_id bigint NOT NULL REFERENCES users (id),
  text text NOT NULL,
  at bigint NOT NULL,
  -- Replies that are shown.
  replies int NOT NULL DEFAULT 0,
  -- Deleted by its author, or taken down by an operator: hidden, but it still counts towards the author's limit.
  gone_at bigint,
  gone_by text CHECK (gone_by IN ('author', 'operator')),
  -- Players who reported it since an operator looked at it last, and when the first of them did.
  reports int NOT NULL DEFAULT 0,
  reported_at bigint,
  judged_at bigint,
  -- A picture in the place of words.
  emote text,
  CHECK (((gone_at IS NULL) = (gone_by IS NULL)) AND ((reports = 0) = (reported_at IS NULL))),
  CONSTRAINT comments_said CHECK (char_length(text) <= 400 AND (text <> '' OR emote IS NOT NULL))
);
CREATE INDEX comments_new ON comments (kind, subject, at, id) WHERE parent IS NULL AND gone_at IS NULL;
CREATE INDEX comments_hot ON comments (kind, subject, replies, id) WHERE parent IS NULL AND gone_at IS NULL;
CREATE INDEX comments_replies ON comments (parent, at, id) WHERE gone_at IS NULL;
CREATE INDEX comments_by_author ON comments (user_id, at);
CREATE INDEX comments_reported ON comments (reported_at, id) WHERE reports > 0;

CREATE TABLE comment_reports (
  comment_id uuid NOT NULL REFERENCES comments (id),
  user_id bigint NOT NULL REFERENCES users (id),
  why text NOT NULL CHECK (why IN ('abuse', 'fraud', 'advert', 'other')),
  at bigint NOT NULL,
  PRIMARY KEY (comment_id, user_id)
);
CREATE INDEX comment_reports_by_user ON comment_reports (user_id, at);
