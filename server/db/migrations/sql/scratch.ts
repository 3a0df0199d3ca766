/** Scratch cards (刮刮乐): pools, and a row for each card of them. Instants are unix ms of the game clock, money is fen. */
export const SCRATCH = `
CREATE TABLE scratch_pools (
  id uuid PRIMARY KEY,
  -- Code of the family, and which pool of it this is: 1, 2, …
  card text NOT NULL,
  number int NOT NULL CHECK (number > 0),
  -- The description that it was made under: its hash and its canonical text.
  hash text NOT NULL,
  body text NOT NULL,
  price bigint NOT NULL CHECK (price > 0),
  tickets int NOT NULL CHECK (tickets > 0),
  open_after_ms bigint NOT NULL CHECK (open_after_ms > 0),
  -- Root of the Merkle tree over serial, prize and salt of every card.
  root text NOT NULL CHECK (root ~ '^[0-9a-f]{64}$'),
  -- Everything in the pool follows from the seed: sealed until every card is open.
  seed_sealed text NOT NULL,
  seed text CHECK ((seed IS NOT NULL) = (state = 'closed')),
  -- making: its cards are being written. selling. soldOut: every card has an owner. closed: every card is open.
  state text NOT NULL DEFAULT 'making' CHECK (state IN ('making', 'selling', 'soldOut', 'closed')),
  made_at bigint NOT NULL,
  ended_at bigint,
  UNIQUE (card, number)
);
CREATE INDEX scratch_pools_alive ON scratch_pools (card, number) WHERE state <> 'closed';

CREATE TABLE scratch_cards (
  pool uuid NOT NULL REFERENCES scratch_pools (id),
  serial int NOT NULL CHECK (serial > 0),
  -- All of these from the purchase on. due_at: opened by the server then.
  owner bigint REFERENCES users (id),
  id uuid,
  purchase uuid,
  bought_at bigint,
  due_at bigint,
  opened_at bigint,
  -- Known from the opening on; before that it follows from the sealed seed alone.
  prize bigint CHECK (prize >= 0),
  PRIMARY KEY (pool, serial),
  CHECK ((owner IS NULL) = (id IS NULL) AND (owner IS NULL) = (bought_at IS NULL) AND (owner IS NULL) = (purchase IS NULL)
         AND (owner IS NULL) = (due_at IS NULL)),
  CHECK ((opened_at IS NULL) = (prize IS NULL) AND (opened_at IS NULL OR owner IS NOT NULL))
);
-- Sold from the first serial to the last: what a purchase takes stands at the beginning of this one.
CREATE INDEX scratch_cards_unsold ON scratch_cards (pool, serial) WHERE owner IS NULL;
CREATE UNIQUE INDEX scratch_cards_own ON scratch_cards (owner, id) WHERE owner IS NOT NULL;
CREATE INDEX scratch_cards_closed ON scratch_cards (owner, bought_at, id) WHERE owner IS NOT NULL AND opened_at IS NULL;
CREATE INDEX scratch_cards_opened ON scratch_cards (owner, opened_at, id) WHERE opened_at IS NOT NULL;
CREATE INDEX scratch_cards_due ON scratch_cards (due_at) WHERE owner IS NOT NULL AND opened_at IS NULL;
CREATE INDEX scratch_cards_unopened ON scratch_cards (pool) WHERE opened_at IS NULL;
CREATE INDEX scratch_cards_won ON scratch_cards (pool, prize) WHERE prize > 0;
CREATE INDEX scratch_cards_purchase ON scratch_cards (purchase) WHERE purchase IS NOT NULL;
`;
