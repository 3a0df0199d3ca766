import { inOrder } from './statements.ts';

/**
 * What the house took in and gave out, by the day, for the report on the operators' desk: counted from the movements (server/house/sql/house.sql)
 * and holding nothing that is not in them. Movements are written in the order of time, so an index of the ranges of blocks finds those of an
 * hour, and costs a bet next to nothing.
 */
export const house = inOrder([
  'CREATE INDEX transfers_by_time ON transfers USING brin (at) WITH (pages_per_range = 32, autosummarize = on)',
  'CREATE INDEX users_by_time ON users (created_at)',
  // amount: fen that entered the account, less fen that left it. game: '' where a movement belongs to none.
  `CREATE TABLE house_days (
     day int NOT NULL,
     game text NOT NULL,
     account text NOT NULL,
     kind text NOT NULL,
     movements int NOT NULL,
     amount bigint NOT NULL,
     PRIMARY KEY (day, game, account, kind))`,
  // Players who staked on a day that is over.
  'CREATE TABLE house_players (day int PRIMARY KEY, players int NOT NULL)',
  // Every movement before this instant is counted; NULL: none yet.
  'CREATE TABLE house_work (id int PRIMARY KEY CHECK (id = 1), until bigint)',
  'INSERT INTO house_work VALUES (1, NULL)',
]);
