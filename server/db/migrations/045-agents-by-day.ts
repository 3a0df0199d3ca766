import { type Kysely, sql } from 'kysely';

/**
 * Figures of agents by day alone are looked for when days are made anew, and are written day by day: an index of the ranges of blocks does. With
 * one of every row the planner, which has not counted the rows of a new day yet, read all of them for each player.
 */
export const agentsByDay = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
DROP INDEX agent_days_by_day, agent_accounts_by_day;
CREATE INDEX agent_days_in_days ON agent_days USING brin (day) WITH (autosummarize = on);
CREATE INDEX agent_accounts_in_days ON agent_accounts USING brin (day) WITH (autosummarize = on);
`)
      .execute(db);
  },
};
