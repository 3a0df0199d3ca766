import { inOrder } from './statements.ts';

/** Players who want to be told when a game on matches sells again. A wish goes with its message. */
export const saleReminders = inOrder([
  `CREATE TABLE sale_reminders (
    user_id bigint NOT NULL REFERENCES users (id),
    game text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (game, user_id)
  )`,
  'CREATE INDEX sale_reminders_by_user ON sale_reminders (user_id)',
  'CREATE INDEX sale_reminders_by_age ON sale_reminders (at)',
]);
