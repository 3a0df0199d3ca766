/** The store (商城) and what is owned from it. Instants are unix ms of the game clock, money is fen, a day as in checkins. */
export const STORE = `
-- What a thing is, as it was when it came: {name, note, picture, gives}. NULL: one of the things of member.json.
ALTER TABLE inventory ADD COLUMN what jsonb,
  -- The order that a coupon was used on, or the cards that it bought.
  ADD COLUMN used_for uuid;
CREATE INDEX inventory_used_for ON inventory (used_for) WHERE used_for IS NOT NULL;

ALTER TABLE profiles ADD COLUMN frame text;

-- What was sold of a product: on a day, and (day -1) altogether. Only products whose stock is bounded have rows here.
CREATE TABLE product_sales (
  product text NOT NULL,
  day int NOT NULL,
  sold bigint NOT NULL CHECK (sold >= 0),
  PRIMARY KEY (product, day)
);

CREATE TABLE purchases (
  user_id bigint NOT NULL REFERENCES users (id),
  id uuid NOT NULL,
  product text NOT NULL,
  count int NOT NULL CHECK (count > 0),
  day int NOT NULL,
  -- One of the two is 0.
  points bigint NOT NULL CHECK (points >= 0),
  fen bigint NOT NULL CHECK (fen >= 0),
  at bigint NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX purchases_of_product ON purchases (user_id, product);
`;
