import { type Kysely, sql } from 'kysely';

/**
 * Plays and entries name a player and a round that their own transaction has found, and neither is ever deleted: as of bets, nothing looks for
 * them again. A foreign key would read and mark the player's row, and every entry of a round the same row of the round.
 */
export const playsLikeBets = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `ALTER TABLE small_plays DROP CONSTRAINT IF EXISTS small_plays_user_id_fkey;
         ALTER TABLE quiz_entries DROP CONSTRAINT IF EXISTS quiz_entries_user_id_fkey, DROP CONSTRAINT IF EXISTS quiz_entries_round_fkey;`,
      )
      .execute(db);
  },
};
