-- Matches, what games sell of them, bets on them, and how far their settlement has come.

-- Every change of a match, an offer or an outright has a version of this counter: deltas are "version above". It is a row and no sequence,
-- so that versions are committed in their order, and a client that has read up to one has missed nothing.
CREATE TABLE match_versions (one boolean PRIMARY KEY DEFAULT true CHECK (one), version bigint NOT NULL);
INSERT INTO match_versions VALUES (true, 1);

-- The secret that the simulated feed plays its matches by: random, made once, never shown.
CREATE TABLE feed_secret (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  seed text NOT NULL,
  made_at bigint NOT NULL
);

CREATE TABLE matches (
  id text PRIMARY KEY,
  sport text NOT NULL,
  league text NOT NULL,
  -- Codes of teams in the league's description.
  home text NOT NULL,
  away text NOT NULL,
  starts_at bigint NOT NULL,
  -- scheduled first half second extra finished postponed abandoned cancelled
  state text NOT NULL DEFAULT 'scheduled',
  -- {from, minute, minuteMs}; null while the clock stands.
  clock jsonb,
  -- By measure: [home, away].
  measures jsonb NOT NULL DEFAULT '{}',
  events jsonb NOT NULL DEFAULT '[]',
  cards jsonb,
  -- sim: the simulated feed plays it. Anything else: results come from outside.
  source text NOT NULL,
  -- {edition, group, round, ground, tie} of a cup.
  cup jsonb,
  -- When the feed looks at it next; null: never again.
  next_at bigint,
  version bigint NOT NULL,
  -- The kick-off for which bets were taken, of a match that was put off since: what is not played 36 hours after it is void, however often
  -- it is put off.
  first_starts_at bigint
);
CREATE INDEX matches_due ON matches (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX matches_version ON matches (version);
CREATE INDEX matches_time ON matches (starts_at);
CREATE INDEX matches_league ON matches (league, starts_at);

-- A match as one game sells it.
CREATE TABLE offers (
  game text NOT NULL,
  match_id text NOT NULL REFERENCES matches (id),
  code text NOT NULL,
  sale_day date NOT NULL,
  issue text,
  position int NOT NULL,
  -- Decimal texts by the game's codes: {"handicap": "-1"}.
  numbers jsonb NOT NULL DEFAULT '{}',
  singles text[] NOT NULL DEFAULT '{}',
  closed text[] NOT NULL DEFAULT '{}',
  opens_at bigint NOT NULL,
  single_stops_at bigint NOT NULL,
  pass_stops_at bigint NOT NULL,
  -- Why no bet is taken now, in words; null: bets are taken until the stops.
  suspended text,
  -- What phones show; bets go by the stops, suspended and result alone.
  state text NOT NULL DEFAULT 'selling',
  odds jsonb NOT NULL DEFAULT '{}',
  odds_version bigint NOT NULL,
  -- How often the simulated feed moved them.
  moves int NOT NULL DEFAULT 0,
  -- Odds at the end of the sale, or the final SP, by play and choice.
  final_odds jsonb,
  -- {"measures": …} or {"void": true}.
  result jsonb,
  result_at bigint,
  -- Whether the page of the game lists it.
  listed boolean NOT NULL DEFAULT true,
  version bigint NOT NULL,
  PRIMARY KEY (game, match_id)
);
CREATE INDEX offers_match ON offers (match_id);
CREATE INDEX offers_day ON offers (game, sale_day, position);
CREATE INDEX offers_version ON offers (game, version);
CREATE INDEX offers_issue ON offers (game, issue) WHERE issue IS NOT NULL;
CREATE UNIQUE INDEX offers_position ON offers (game, sale_day, position) WHERE issue IS NULL;
CREATE UNIQUE INDEX offers_issue_position ON offers (game, issue, position) WHERE issue IS NOT NULL;

-- Odds of the plays of the row as they were from an instant on.
CREATE TABLE odds_moves (
  game text NOT NULL,
  match_id text NOT NULL,
  version bigint NOT NULL,
  at bigint NOT NULL,
  odds jsonb NOT NULL,
  PRIMARY KEY (game, match_id, version)
);
CREATE INDEX odds_moves_at ON odds_moves (at);

CREATE TABLE sport_issues (
  game text NOT NULL,
  issue text NOT NULL,
  opens_at bigint NOT NULL,
  closes_at bigint NOT NULL,
  -- open, closed, settled, cancelled
  state text NOT NULL DEFAULT 'open',
  pool_fen bigint NOT NULL DEFAULT 0,
  carried_fen bigint NOT NULL DEFAULT 0,
  prizes jsonb,
  PRIMARY KEY (game, issue)
);
CREATE INDEX sport_issues_close ON sport_issues (game, closes_at);

CREATE TABLE outrights (
  game text NOT NULL,
  market text NOT NULL,
  -- Edition of the cup; bets name it, so that a number of the next one is never taken for it.
  edition text NOT NULL,
  code text NOT NULL,
  position int NOT NULL,
  -- Codes of teams; none: all others together.
  teams jsonb NOT NULL,
  odds text NOT NULL,
  -- selling, stopped, out, won, void
  state text NOT NULL DEFAULT 'selling',
  -- Bets are refused from here on; 0: now.
  stops_at bigint NOT NULL,
  -- Matches of the cup that the odds know of.
  played int NOT NULL DEFAULT 0,
  -- Per mille: share of the bets, and what the odds say.
  support int NOT NULL DEFAULT 0,
  chance int NOT NULL DEFAULT 0,
  version bigint NOT NULL,
  -- A digest of the results that odds and states come from: a corrected one changes neither how many matches were played nor when the next
  -- begins.
  known text,
  PRIMARY KEY (game, market, edition, code)
);

CREATE TABLE sport_orders (
  kind text DEFAULT 'sport',
  -- Version of the description that it was sold under.
  hash text NOT NULL,
  -- The ticket as sold, odds included; of an outright {game, market, edition, picks: [{code, odds, times}]}.
  ticket jsonb NOT NULL,
  -- How often each single bet is played (奖金优化), and how that was shared out.
  units jsonb,
  plan text CHECK (plan IN ('average', 'hot', 'cold', 'own')),
  bets bigint NOT NULL CHECK (bets > 0),
  multiplier int NOT NULL CHECK (multiplier > 0),
  min_fen bigint,
  max_fen bigint,
  -- The issue of a game that is sold by issues. (orders.issue stays NULL: that names an issue of a number game, which decides its orders.)
  sold_issue text,
  -- Refunded part of the stake: bets of void matches alone.
  refund bigint NOT NULL DEFAULT 0,
  -- What a correction should have taken back and the wallet did not hold.
  written_off bigint NOT NULL DEFAULT 0 CHECK (written_off >= 0),
  -- The release that an order is, or follows.
  release_id uuid,
  PRIMARY KEY (user_id, id),
  CHECK (refund >= 0 AND refund <= amount),
  CHECK ((units IS NULL) = (plan IS NULL))
) INHERITS (orders);
CREATE INDEX sport_orders_by_status ON sport_orders (user_id, status, id) WHERE status <> 'placed';
CREATE INDEX sport_orders_by_due ON sport_orders (user_id, due_at);
CREATE INDEX sport_orders_by_parent ON sport_orders (user_id, parent) WHERE parent IS NOT NULL;
-- The tickets of a pool, which are all looked at when it is shared out.
CREATE INDEX sport_orders_by_issue ON sport_orders (game, sold_issue, user_id, id) WHERE sold_issue IS NOT NULL;
CREATE INDEX sport_orders_by_time ON sport_orders USING brin (placed_at) WITH (pages_per_range = 32, autosummarize = on);

-- Which orders hold a match: a result touches these and no others. An outright has 'outright/market/edition/code' in the place of a match.
CREATE TABLE sport_legs (
  game text NOT NULL,
  match_id text NOT NULL,
  user_id bigint NOT NULL,
  order_id uuid NOT NULL,
  PRIMARY KEY (game, match_id, user_id, order_id)
);

-- Drafts of bets (bet_jc_create), whose odds are held until expires_at.
CREATE TABLE sport_quotes (
  id uuid PRIMARY KEY,
  user_id bigint NOT NULL,
  game text NOT NULL,
  hash text NOT NULL,
  -- As it would be sold.
  ticket jsonb NOT NULL,
  bets bigint NOT NULL,
  amount bigint NOT NULL,
  min_fen bigint,
  max_fen bigint,
  expires_at bigint NOT NULL
);
CREATE INDEX sport_quotes_by_user ON sport_quotes (user_id, expires_at);
CREATE INDEX sport_quotes_by_end ON sport_quotes (expires_at);

-- What is to be settled: a row for each result, and for each issue with a pool ('issue/' and the issue in the place of the match).
CREATE TABLE sport_settlements (
  game text NOT NULL,
  match_id text NOT NULL,
  -- Not before this instant: a result that was typed in can be corrected until then.
  due_at bigint NOT NULL,
  -- When it was done last; NULL: it waits, or is under way.
  done_at bigint,
  -- What was paid before is reckoned anew: a correction that two operators have signed.
  correction bigint,
  -- How far the step after step has come: the last order looked at.
  after_user bigint,
  after_order uuid,
  steps int NOT NULL DEFAULT 0,
  -- Of a pool: what was counted so far, then what a bet of each tier is paid.
  counted jsonb,
  held_until bigint,
  PRIMARY KEY (game, match_id)
);
CREATE INDEX sport_settlements_due ON sport_settlements (due_at) WHERE done_at IS NULL;

-- How a pool was shared out: for every play of an issue, fen in = fen paid + fen carried on.
CREATE TABLE sport_pools (
  game text NOT NULL,
  issue text NOT NULL,
  play text NOT NULL,
  sales_fen bigint NOT NULL,
  -- The share of the sales that belongs to the players.
  pool_fen bigint NOT NULL,
  carried_in bigint NOT NULL,
  carried_out bigint NOT NULL,
  -- [{tier, winners, fen, paid}]
  tiers jsonb NOT NULL,
  shared_at bigint NOT NULL,
  PRIMARY KEY (game, issue, play),
  CHECK (carried_out >= 0 AND carried_in >= 0)
);

-- Corrections of results that were paid: proposed by one operator, in force when another one signs.
CREATE TABLE sport_corrections (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  match_id text NOT NULL,
  -- {"measures": …} or {"void": true}
  result jsonb NOT NULL,
  reason text NOT NULL,
  proposed_by text NOT NULL,
  -- Hash of the session of the workshop that proposed it: another one has to sign.
  proposed_in text NOT NULL,
  proposed_at bigint NOT NULL,
  signed_by text,
  signed_at bigint,
  -- signed, withdrawn; NULL: it waits.
  ended text CHECK (ended IN ('signed', 'withdrawn')),
  ended_at bigint
);
CREATE INDEX sport_corrections_open ON sport_corrections (match_id) WHERE ended IS NULL;
