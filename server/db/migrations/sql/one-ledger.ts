/**
 * One ledger for every purse, and one head for every order. Functions and views leave the migrations: from here on they are files that are
 * applied anew when they change (server/db/program.ts); a migration changes tables only, and drops the views that stand in its way.
 */
export const ONE_LEDGER = `
DROP FUNCTION place_bets(jsonb), key_outcome(bigint, text), place_chase(jsonb), cancel_chase(bigint, uuid), refund_ticket(bigint, uuid, text),
  hold_chases(jsonb), stop_chases(jsonb, text), withdraw_issue(text, text, bigint), freeze_issue(text, text, text),
  issue_lock_key(text, text), use_nonce(text), pay_prizes(jsonb), register_user(text, text, text, bigint),
  credit_wallet(bigint, text, text, bigint, uuid, text), caipu_now(), caipu_now_ms();
DROP VIEW entries;

-- Which functions and views the database has: the hash of what they were made from, and their names.
CREATE TABLE program_sql (
  id int PRIMARY KEY CHECK (id = 1),
  hash text NOT NULL,
  objects text[] NOT NULL
);

-- The head of every order, whatever its kind: a number ticket, a chase. What only the kind knows is in a table of its own under the same
-- key (tickets, chases).
CREATE TABLE orders (
  user_id bigint NOT NULL,
  -- In the order's unit.
  amount bigint NOT NULL CHECK (amount > 0),
  prize bigint NOT NULL DEFAULT 0,
  placed_at bigint NOT NULL,
  -- When it is decided: the draw of its issue. An order that writes its own end and does not know when has the largest number.
  due_at bigint NOT NULL DEFAULT 9007199254740991,
  -- When its end was written; NULL while it waits, and for ever when it lost with its issue.
  settled_at bigint,
  id uuid NOT NULL,
  -- The order that it is a part of: the chase of a ticket. The parent's amount is the sum of its parts.
  parent uuid,
  kind text NOT NULL,
  game text NOT NULL,
  -- The issue that decides it; of an order of several parts the last one that is played. NULL: it writes its own end.
  issue text,
  unit text NOT NULL DEFAULT 'fen',
  -- An order on an issue that is still 'placed' when the issue is settled has lost: that is never written.
  status text NOT NULL DEFAULT 'placed' CHECK (status IN ('placed', 'won', 'lost', 'cancelled')),
  -- What it won with, as its kind writes it.
  outcome jsonb,
  PRIMARY KEY (user_id, id),
  CHECK ((status = 'won') = (prize > 0)),
  CHECK ((status = 'placed') = (settled_at IS NULL))
);

INSERT INTO orders (user_id, id, kind, game, issue, parent, amount, prize, status, outcome, placed_at, due_at, settled_at)
SELECT t.user_id, t.id, 'ticket', t.game, t.issue, t.chase_id, t.amount_fen, t.prize_fen, t.status, t.wins, t.placed_at, i.draws_at,
       CASE WHEN t.status <> 'placed' THEN coalesce(ended.at, i.draws_at) END
  FROM tickets t
  JOIN issues i ON i.game = t.game AND i.issue = t.issue
  LEFT JOIN (SELECT user_id, order_id, max(at) AS at FROM transfers WHERE kind IN ('prize', 'refund') GROUP BY user_id, order_id) ended
    ON ended.user_id = t.user_id AND ended.order_id = t.id;

INSERT INTO orders (user_id, id, kind, game, issue, amount, status, placed_at, due_at, settled_at)
SELECT c.user_id, c.id, 'chase', c.game, part.issue, c.amount_fen, part.status, c.placed_at, part.due_at, part.settled_at
  FROM chases c
  -- The last issue that is played; when all of them are cancelled, the one that was cancelled last.
  CROSS JOIN LATERAL (
    SELECT o.issue, o.due_at, CASE WHEN o.status = 'cancelled' THEN 'cancelled' ELSE 'placed' END AS status,
           CASE WHEN o.status = 'cancelled' THEN o.settled_at END AS settled_at
      FROM tickets t JOIN orders o ON o.user_id = t.user_id AND o.id = t.id
     WHERE t.user_id = c.user_id AND t.chase_id = c.id ORDER BY o.status = 'cancelled', o.due_at DESC LIMIT 1) part;

-- Lists by status, in the order of the ids; see docs/ledger.md.
CREATE INDEX orders_by_status ON orders (user_id, status, id);
-- What a player waits for, and what a draw decided of the players who are connected.
CREATE INDEX orders_by_due ON orders (user_id, due_at);
-- One kind's orders; tickets are most of all orders, so that a list of them needs no index of its own.
CREATE INDEX orders_by_kind ON orders (user_id, kind, id) WHERE kind <> 'ticket';
CREATE INDEX orders_by_parent ON orders (user_id, parent) WHERE parent IS NOT NULL;

-- A ticket is written once: what becomes of it is in its order.
DROP INDEX tickets_by_issue;
ALTER TABLE tickets DROP COLUMN amount_fen, DROP COLUMN status, DROP COLUMN prize_fen, DROP COLUMN wins, DROP COLUMN placed_at, DROP COLUMN chase_id;
ALTER TABLE chases DROP COLUMN amount_fen, DROP COLUMN placed_at;

-- What a player owns beside the main wallet. The wallet keeps its own narrow table: every bet writes it.
CREATE TABLE purses (
  user_id bigint NOT NULL REFERENCES users (id),
  purse text NOT NULL CHECK (purse <> 'wallet'),
  unit text NOT NULL CHECK (unit IN ('fen', 'points', 'score')),
  balance bigint NOT NULL CHECK (balance >= 0),
  PRIMARY KEY (user_id, purse)
);

-- A row for each movement that there may be, filled from server/money/movements.json.
CREATE TABLE movement_rules (
  kind text NOT NULL,
  reason text NOT NULL,
  debit text NOT NULL,
  credit text NOT NULL,
  unit text NOT NULL,
  PRIMARY KEY (kind, reason, debit, credit)
);

ALTER TABLE transfers RENAME COLUMN amount_fen TO amount;
-- What the movement belongs to: an order, a withdrawal, an offer.
ALTER TABLE transfers RENAME COLUMN order_id TO ref;
ALTER TABLE transfers
  ADD COLUMN unit text NOT NULL DEFAULT 'fen',
  -- Balances after it of the player's purses that it touches, NULL for an account that is nobody's purse.
  ADD COLUMN debit_after bigint CHECK (debit_after >= 0),
  ADD COLUMN credit_after bigint CHECK (credit_after >= 0),
  ADD COLUMN reason text;
UPDATE transfers SET
  debit_after = CASE debit WHEN 'wallet' THEN balance_fen END,
  credit_after = CASE credit WHEN 'wallet' THEN balance_fen END,
  reason = CASE kind
    WHEN 'grant' THEN 'register'
    WHEN 'prize' THEN 'win'
    WHEN 'stake' THEN CASE split_part(coalesce(note, ''), ' ', 3) WHEN 'chase' THEN 'chase' ELSE 'bet' END
    ELSE coalesce(nullif(split_part(coalesce(note, ''), ' ', 3), ''), 'void') END;
ALTER TABLE transfers DROP COLUMN balance_fen, DROP COLUMN note, ALTER COLUMN reason SET NOT NULL;
-- Ids of orders grow with time, so that the newest end up on the same page of this index.
CREATE INDEX transfers_by_ref ON transfers (ref) WHERE ref IS NOT NULL;
-- Movements of one kind. Stakes are most of all movements: a list of them needs no index, and a bet pays for none.
CREATE INDEX transfers_by_kind ON transfers (user_id, kind, seq) WHERE kind <> 'stake';

-- True when a version of a game may pay floating prizes, which are shared over all tickets: bodies are canonical JSON without blanks.
ALTER TABLE descriptions ADD COLUMN floats boolean NOT NULL GENERATED ALWAYS AS (position('"kind":"floating"' in body) > 0) STORED;
CREATE INDEX descriptions_floating ON descriptions (kind, code) WHERE floats;

-- The oldest draw that is not settled, and the latest results of a game, without a look at the rest.
CREATE INDEX issues_unsettled ON issues (draws_at) WHERE state IN ('open', 'frozen', 'drawn');
CREATE INDEX issues_drawn ON issues (game, draws_at, issue) WHERE state IN ('drawn', 'settled');

-- For the jobs that clean up. Rows come in the order of time, so a few numbers for each run of pages find the old ones.
CREATE INDEX nonces_by_age ON nonces USING brin (at);
CREATE INDEX outbox_by_age ON outbox USING brin (at);
CREATE INDEX sessions_by_end ON sessions (expires_at);

ALTER TABLE recent_wins ADD COLUMN kind text NOT NULL DEFAULT 'ticket';

-- Rows that were copied leave no statistics, and an embedded database never makes any by itself.
ANALYZE orders, tickets, chases, transfers, issues;
`;
