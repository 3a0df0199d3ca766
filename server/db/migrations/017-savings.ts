import { type Kysely, sql } from 'kysely';

/** What money earns and where else it is: 余额宝, accounts at game companies, offers. Days are counted from 1970-01-01 on the product's wall clock. */
export const savings = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
-- Income of a day for 10,000 yuan, in 1/10,000 yuan (万份收益: 5500 is 55 hundredths of a yuan). A published rate never changes.
CREATE TABLE yeb_rates (
  day int PRIMARY KEY,
  r4 int NOT NULL CHECK (r4 >= 0),
  published_at bigint NOT NULL
);
CREATE TABLE yeb_accounts (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  -- The first day whose income is not posted. NULL: there is nothing that could earn.
  next_day int,
  -- What is left of the income below one fen, in 1/100,000,000 fen: it counts with the next day.
  carry bigint NOT NULL DEFAULT 0 CHECK (carry BETWEEN 0 AND 99999999),
  -- What stays in the wallet when the rest is moved each night. NULL: nothing is moved by itself.
  keep_fen bigint CHECK (keep_fen >= 0),
  -- The last day on which that was looked at.
  auto_day int NOT NULL DEFAULT 0
);
CREATE INDEX yeb_accounts_due ON yeb_accounts (next_day) WHERE next_day IS NOT NULL;
CREATE INDEX yeb_accounts_auto ON yeb_accounts (auto_day) WHERE keep_fen IS NOT NULL;
-- What was moved in. It begins to earn on the day on which it is confirmed.
CREATE TABLE yeb_lots (
  user_id bigint NOT NULL REFERENCES users (id),
  id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  placed_at bigint NOT NULL,
  confirms_on int NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'confirmed', 'cancelled')),
  PRIMARY KEY (user_id, id)
);
CREATE INDEX yeb_lots_pending ON yeb_lots (user_id, confirms_on) WHERE status = 'pending';
-- One row for each day on which a player's balance earned: income * 10^8 + carry = principal * r4 + the carry before.
CREATE TABLE yeb_income (
  user_id bigint NOT NULL REFERENCES users (id),
  day int NOT NULL,
  principal bigint NOT NULL CHECK (principal > 0),
  r4 int NOT NULL,
  income bigint NOT NULL CHECK (income >= 0),
  carry bigint NOT NULL,
  posted_at bigint NOT NULL,
  -- What its movement names as its cause.
  id uuid NOT NULL UNIQUE,
  PRIMARY KEY (user_id, day)
);

-- Money on its way between the wallet and a game company. The id is the request id that the company is told: under one id it acts once.
CREATE TABLE company_transfers (
  id uuid PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  company text NOT NULL,
  -- out: from the wallet to the company.
  direction text NOT NULL CHECK (direction IN ('out', 'in')),
  amount bigint NOT NULL CHECK (amount > 0),
  -- asking: the company has not said what became of it.
  status text NOT NULL DEFAULT 'asking' CHECK (status IN ('asking', 'done', 'refused')),
  -- Why it was refused, in words for the player.
  note text NOT NULL DEFAULT '',
  placed_at bigint NOT NULL,
  ended_at bigint,
  tries int NOT NULL DEFAULT 0,
  -- When it is asked about next.
  next_at bigint NOT NULL,
  CHECK ((status = 'asking') = (ended_at IS NULL))
);
CREATE INDEX company_transfers_by_user ON company_transfers (user_id, placed_at DESC, id DESC);
CREATE INDEX company_transfers_due ON company_transfers (next_at) WHERE status = 'asking';
-- Whether money goes along when a game of a company is opened.
CREATE TABLE company_players (user_id bigint PRIMARY KEY REFERENCES users (id), auto_enter boolean NOT NULL DEFAULT false);
-- The books of the demonstration companies, which stand for databases of others: nothing else reads them.
CREATE TABLE demo_company_requests (
  request_id uuid PRIMARY KEY,
  company text NOT NULL,
  player bigint NOT NULL,
  direction text NOT NULL CHECK (direction IN ('out', 'in')),
  amount bigint NOT NULL CHECK (amount > 0),
  accepted boolean NOT NULL
);
CREATE INDEX demo_company_requests_by_player ON demo_company_requests (company, player);

CREATE TABLE offer_claims (
  user_id bigint NOT NULL REFERENCES users (id),
  offer text NOT NULL,
  -- The day, week or month that it was claimed for, or "once".
  period text NOT NULL,
  id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  turnover bigint NOT NULL CHECK (turnover >= 0),
  at bigint NOT NULL,
  PRIMARY KEY (user_id, offer, period)
);
-- How many were claimed of an offer of which there is a number only.
CREATE TABLE offer_stock (offer text NOT NULL, period text NOT NULL, taken int NOT NULL CHECK (taken >= 0), PRIMARY KEY (offer, period));
`)
      .execute(db);
  },
};
