import { type Kysely, sql } from 'kysely';

export const search = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Players are searched by the beginning of their nickname.
    await sql.raw('CREATE INDEX profiles_by_nickname ON profiles (lower(nickname) text_pattern_ops)').execute(db);
  },
};
