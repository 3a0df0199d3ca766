-- The books of the stand-in cashier (server/demo/games/cashier), which stands for another company: nothing else of the server reads them. A
-- row is the end of an order, whichever came first: paid, or taken back by the server (trade_no is NULL then).
CREATE TABLE cashier_ends (
  recharge_id uuid PRIMARY KEY,
  trade_no text UNIQUE,
  amount bigint CHECK (amount > 0),
  ended_at bigint NOT NULL,
  CHECK ((trade_no IS NULL) = (amount IS NULL))
);
