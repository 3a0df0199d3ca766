import { type Kysely, sql } from 'kysely';

export const deskFigures = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
-- What the workshop shows of a product and of an activity is counted by its name.
CREATE INDEX purchases_by_product ON purchases (product, at);
CREATE INDEX member_claims_of_activities ON member_claims (code, at) WHERE code LIKE 'activity:%';
`)
      .execute(db);
  },
};
