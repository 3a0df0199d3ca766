import { type Kysely, sql } from 'kysely';

export const coupons = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
-- Which coupon paid a part of an order. Returned: the stake came back, and the coupon with it. Bonus: what of it became a bonus, since a part
-- of the stake came back.
CREATE TABLE coupon_uses (
  user_id bigint NOT NULL REFERENCES users (id),
  order_id uuid NOT NULL,
  item_id uuid NOT NULL,
  fen bigint NOT NULL CHECK (fen > 0),
  bonus bigint NOT NULL DEFAULT 0 CHECK (bonus >= 0 AND bonus <= fen),
  returned boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, order_id)
);
`)
      .execute(db);
  },
};
