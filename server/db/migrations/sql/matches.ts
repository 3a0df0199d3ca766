/** Matches, what games sell of them, and what stands beside: issues, odds that moved, outrights. Instants are unix ms. */
export const MATCHES = `
-- Every change of a match, an offer or an outright has a version of this counter: deltas are "version above". It is a row and no sequence,
-- so that versions are committed in their order; whoever read up to one has missed nothing.
CREATE TABLE match_versions (one boolean PRIMARY KEY DEFAULT true CHECK (one), version bigint NOT NULL);
INSERT INTO match_versions (version) VALUES (1);

-- The secret that the simulated feed plays its matches by: random, made once, never shown.
CREATE TABLE feed_secret (one boolean PRIMARY KEY DEFAULT true CHECK (one), seed text NOT NULL, made_at bigint NOT NULL);

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
  version bigint NOT NULL
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
  PRIMARY KEY (game, market, edition, code)
);
`;
