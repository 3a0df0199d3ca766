import { type Kysely, sql } from 'kysely';

/** What the demonstration company keeps of play, and what players keep of games of companies. */
export const companyGames = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
-- Books of the demonstration company, which stands for another company's server: a session for each launch, and the bets in it.
CREATE TABLE demo_company_sessions (
  session text PRIMARY KEY,
  company text NOT NULL,
  player bigint NOT NULL,
  game text NOT NULL,
  expires_at bigint NOT NULL
);
CREATE TABLE demo_company_bets (
  id uuid PRIMARY KEY,
  company text NOT NULL,
  player bigint NOT NULL,
  game text NOT NULL,
  stake bigint NOT NULL CHECK (stake > 0),
  prize bigint NOT NULL CHECK (prize >= 0),
  result text NOT NULL,
  at bigint NOT NULL
);
CREATE INDEX demo_company_bets_by_player ON demo_company_bets (company, player, at, id);

-- Games of companies that a player starred or opened.
CREATE TABLE company_games (
  user_id bigint NOT NULL REFERENCES users (id),
  company text NOT NULL,
  game text NOT NULL,
  starred boolean NOT NULL DEFAULT false,
  played_at bigint,
  PRIMARY KEY (user_id, company, game)
);
`)
      .execute(db);
  },
};
