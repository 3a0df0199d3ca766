import { type Kysely, sql } from 'kysely';

/**
 * Orders of all players by when they were placed, for the operators' desk. They are written in this order, so an index of the ranges of blocks
 * finds them, and costs a bet next to nothing.
 */
export const ordersByTime = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ['tickets', 'chases', 'sport_orders', 'hm_joins'])
      await sql
        .raw(`CREATE INDEX ${table}_by_time ON ${table} USING brin (placed_at) WITH (pages_per_range = 32, autosummarize = on)`)
        .execute(db);
  },
};
