-- Agents (代理): the tree that grows from invitations, rates by family of games, daily figures of players and teams, and rebates in the unit
-- score. Days are numbers of days since 1970-01-01 on the product's wall clock, rates are basis points.

-- A place in the tree. path: the ids from the top down to this player, so that the path of a parent is the beginning of his children's.
CREATE TABLE agents (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  parent bigint REFERENCES agents (user_id),
  path bigint[] NOT NULL,
  since bigint NOT NULL,
  -- The promotion link that he came by.
  link uuid,
  -- A player without a parent becomes an agent on request.
  applied_at bigint,
  -- Score that should have been taken back and was spent already: the next rebates pay it.
  owed bigint NOT NULL DEFAULT 0 CHECK (owed >= 0),
  CHECK (path[cardinality(path)] = user_id AND (parent IS NULL) = (cardinality(path) = 1)
         AND (parent IS NULL OR path[cardinality(path) - 1] = parent))
);
CREATE INDEX agents_by_parent ON agents (parent, user_id);
CREATE INDEX agents_by_path ON agents USING gin (path);

-- Promotion links: a player that registers through one gets its rate, at most the parent's.
CREATE TABLE agent_links (
  user_id bigint NOT NULL REFERENCES users (id),
  id uuid NOT NULL UNIQUE,
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  bp int NOT NULL CHECK (bp >= 0),
  visits int NOT NULL DEFAULT 0,
  made_at bigint NOT NULL,
  stopped_at bigint,
  PRIMARY KEY (user_id, id)
);

-- The rate of a player in a family of games from a day on, until the next row.
CREATE TABLE agent_rates (
  user_id bigint NOT NULL REFERENCES users (id),
  family text NOT NULL,
  from_day int NOT NULL,
  bp int NOT NULL CHECK (bp BETWEEN 0 AND 10000),
  -- Before it, for the history.
  before int NOT NULL,
  set_by bigint NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (user_id, family, from_day)
);

-- Figures of a day by game. self: the player's own orders. direct: those of the players right below him. team: his and those of everybody
-- below him. Sums of players count each player once a day. rebate: what he himself earned by those orders.
CREATE TABLE agent_days (
  user_id bigint NOT NULL,
  scope text NOT NULL CHECK (scope IN ('self', 'direct', 'team')),
  day int NOT NULL,
  game text NOT NULL,
  family text NOT NULL,
  players int NOT NULL DEFAULT 0,
  orders int NOT NULL DEFAULT 0,
  won int NOT NULL DEFAULT 0,
  back int NOT NULL DEFAULT 0,
  stake bigint NOT NULL DEFAULT 0,
  -- Less what was given back and what a coupon paid.
  valid bigint NOT NULL DEFAULT 0,
  -- What rebates are reckoned from.
  base bigint NOT NULL DEFAULT 0,
  prize bigint NOT NULL DEFAULT 0,
  refund bigint NOT NULL DEFAULT 0,
  rebate bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, scope, day, game, family)
);
-- Days are counted in their order, so an index of the ranges of blocks finds those of a day.
CREATE INDEX agent_days_in_days ON agent_days USING brin (day) WITH (autosummarize = on);

-- What does not belong to a game.
CREATE TABLE agent_accounts (
  user_id bigint NOT NULL,
  scope text NOT NULL CHECK (scope IN ('self', 'direct', 'team')),
  day int NOT NULL,
  active int NOT NULL DEFAULT 0,
  joined int NOT NULL DEFAULT 0,
  recharge bigint NOT NULL DEFAULT 0,
  withdraw bigint NOT NULL DEFAULT 0,
  commission bigint NOT NULL DEFAULT 0,
  offer bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, scope, day)
);
CREATE INDEX agent_accounts_in_days ON agent_accounts USING brin (day) WITH (autosummarize = on);

-- Valid turnover of a team in a month (202611), by which the tier of the next is decided.
CREATE TABLE agent_months (
  user_id bigint NOT NULL,
  month int NOT NULL,
  valid bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, month)
);

-- What each of a chain earns by what a player played on a day. due: as it is reckoned now. posted: what was booked of it.
CREATE TABLE agent_rebates (
  beneficiary bigint NOT NULL,
  day int NOT NULL,
  player bigint NOT NULL,
  game text NOT NULL,
  family text NOT NULL,
  -- How far above the player: 0 himself.
  level int NOT NULL,
  base bigint NOT NULL,
  -- His rate less what was earned below him.
  bp int NOT NULL,
  due bigint NOT NULL CHECK (due >= 0),
  posted bigint NOT NULL DEFAULT 0 CHECK (posted >= 0),
  posted_at bigint,
  -- Part of the booked amount that was taken back since.
  taken bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (beneficiary, day, player, game, family)
);
CREATE INDEX agent_rebates_by_player ON agent_rebates (player, day);
CREATE INDEX agent_rebates_to_post ON agent_rebates (beneficiary) WHERE due <> posted;
-- A report of an agent asks of each of its days whether anything of it was taken back; of most days nothing was.
CREATE INDEX agent_rebates_taken ON agent_rebates (beneficiary, day) WHERE taken > 0;

-- Days of players that changed after they were counted.
CREATE TABLE agent_days_to_recount (
  user_id bigint NOT NULL,
  at bigint NOT NULL,
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY
);

-- Progress of the counting; one row. The process that locks it counts.
CREATE TABLE agent_progress (
  id int PRIMARY KEY CHECK (id = 1),
  stage text NOT NULL CHECK (stage IN ('rest', 'today', 'night', 'post')),
  day int NOT NULL,
  -- The day whose night it is.
  target int NOT NULL,
  after bigint NOT NULL,
  -- When the count of the running day began that is under way; at rest, when the last one ended.
  began_at bigint NOT NULL,
  -- Start of the last completed count: figures are as of this instant.
  counted_at bigint NOT NULL,
  -- The last day whose night is done.
  night int NOT NULL,
  -- Days that an operator wants to have made anew.
  rebuild_from int,
  rebuild_to int
);
INSERT INTO agent_progress VALUES (1, 'rest', 0, 0, 0, 0, 0, 0, NULL, NULL);
