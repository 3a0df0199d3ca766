import { type Kysely, sql } from 'kysely';

/** Corrected group orders are counted by the lane as well, with the figures that are described: it finds them as it finds new ones. */
export const groupCounting = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `DROP INDEX hm_uncounted;
         CREATE INDEX hm_uncounted ON hm_orders (id)
          WHERE state IN ('won', 'lost', 'void') AND counted IS DISTINCT FROM (CASE state WHEN 'void' THEN -1 ELSE prize END)`,
      )
      .execute(db);
  },
};
