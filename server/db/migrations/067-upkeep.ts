import { inOrder } from './statements.ts';

/**
 * What is forgotten by its age is found by its age. The program in the database has a number, so that an older one is known as such. A row
 * that belongs to nobody is written to learn whether the database takes anything.
 */
export const upkeep = inOrder([
  'CREATE INDEX codes_by_end ON codes (expires_at)',
  'CREATE INDEX code_sends_by_age ON code_sends (at)',
  'CREATE INDEX outbox_messages_by_age ON outbox_messages (created_at)',
  'ALTER TABLE program_sql ADD COLUMN number int NOT NULL DEFAULT 0',
  'CREATE TABLE write_probe (id int PRIMARY KEY CHECK (id = 1), at timestamptz NOT NULL)',
  'INSERT INTO write_probe VALUES (1, clock_timestamp())',
]);
