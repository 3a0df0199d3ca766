import { type Kysely, sql } from 'kysely';

/**
 * The recommended releases (推荐) of follow-betting: whoever is recommended most is the beginning of an index, and not found by looking at all
 * that can be followed.
 */
export const worth = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `CREATE INDEX releasers_by_worth ON releasers (((okami_since IS NOT NULL)::int::bigint * 100000
           + CASE orders7 WHEN 0 THEN 0 ELSE hits7::bigint * 10000 / orders7 END))`,
      )
      .execute(db);
  },
};
