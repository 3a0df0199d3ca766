import { type Kysely, sql } from 'kysely';

/** Turnover, growth and points look for plays by when they ended, however many there were before. */
export const playsEnded = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('CREATE INDEX small_plays_ended ON small_plays (user_id, settled_at) WHERE settled_at IS NOT NULL').execute(db);
  },
};
