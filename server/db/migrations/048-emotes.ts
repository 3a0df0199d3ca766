import { type Kysely, sql } from 'kysely';

/** Comments with an emote (表情), which may stand for their text. */
export const emotes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
ALTER TABLE comments
  ADD COLUMN emote text,
  DROP CONSTRAINT comments_text_check,
  ADD CONSTRAINT comments_said CHECK (char_length(text) <= 400 AND (text <> '' OR emote IS NOT NULL));
`)
      .execute(db);
  },
};
