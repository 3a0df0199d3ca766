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

-- The head of every order, whatever its kind. A kind's own table inherits these columns and adds what only the kind knows: an order is one
-- row, written by one insert, and a query of orders sees the heads of all kinds (docs/ledger.md says why not a second row).
CREATE TABLE orders (
  user_id bigint NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  game text NOT NULL,
  -- The issue that decides it; of an order of several parts the last one that is played. NULL: it writes its own end.
  issue text,
  -- The order that it is a part of: the chase of a ticket. The parent's amount is the sum of its parts.
  parent uuid,
  unit text NOT NULL DEFAULT 'fen',
  amount bigint NOT NULL CHECK (amount > 0),
  prize bigint NOT NULL DEFAULT 0,
  -- An order on an issue that is still 'placed' when the issue is settled has lost: that is never written.
  status text NOT NULL DEFAULT 'placed' CHECK (status IN ('placed', 'won', 'lost', 'cancelled')),
  -- What it won with, as its kind writes it.
  outcome jsonb,
  placed_at bigint NOT NULL,
  -- When it is decided: the draw of its issue. An order that writes its own end and does not know when has the largest number.
  due_at bigint NOT NULL DEFAULT 9007199254740991,
  -- When its end was written; NULL while it waits, and for ever when it lost with its issue.
  settled_at bigint,
  PRIMARY KEY (user_id, id),
  -- One check for both: a check costs every insert what it takes to read it.
  CHECK ((status = 'won') = (prize > 0) AND (status = 'placed') = (settled_at IS NULL))
);

-- Tickets have nearly all of it.
ALTER TABLE tickets RENAME COLUMN amount_fen TO amount;
ALTER TABLE tickets RENAME COLUMN prize_fen TO prize;
ALTER TABLE tickets RENAME COLUMN wins TO outcome;
ALTER TABLE tickets RENAME COLUMN chase_id TO parent;
DROP INDEX tickets_by_issue, tickets_by_chase;
ALTER TABLE tickets
  ADD COLUMN kind text NOT NULL DEFAULT 'ticket',
  ADD COLUMN unit text NOT NULL DEFAULT 'fen',
  ADD COLUMN due_at bigint NOT NULL DEFAULT 9007199254740991,
  ADD COLUMN settled_at bigint,
  DROP CONSTRAINT tickets_status_check, DROP CONSTRAINT tickets_amount_fen_check, DROP CONSTRAINT tickets_check;
UPDATE tickets t SET due_at = i.draws_at FROM issues i WHERE i.game = t.game AND i.issue = t.issue;
UPDATE tickets t SET settled_at = coalesce(ended.at, t.due_at)
  FROM (SELECT user_id, order_id, max(at) AS at FROM transfers WHERE kind IN ('prize', 'refund') GROUP BY user_id, order_id) ended
 WHERE ended.user_id = t.user_id AND ended.order_id = t.id AND t.status <> 'placed';

ALTER TABLE chases RENAME COLUMN amount_fen TO amount;
ALTER TABLE chases
  ADD COLUMN kind text NOT NULL DEFAULT 'chase',
  ADD COLUMN issue text,
  ADD COLUMN parent uuid,
  ADD COLUMN unit text NOT NULL DEFAULT 'fen',
  ADD COLUMN prize bigint NOT NULL DEFAULT 0,
  ADD COLUMN status text NOT NULL DEFAULT 'placed',
  ADD COLUMN outcome jsonb,
  ADD COLUMN due_at bigint NOT NULL DEFAULT 9007199254740991,
  ADD COLUMN settled_at bigint,
  DROP CONSTRAINT chases_amount_fen_check;
-- The last issue that is played; when all of them are cancelled, the one that would have been.
UPDATE chases c SET (issue, due_at, status, settled_at) = (
  SELECT t.issue, t.due_at, CASE t.status WHEN 'cancelled' THEN 'cancelled' ELSE 'placed' END,
         CASE t.status WHEN 'cancelled' THEN t.settled_at END
    FROM tickets t WHERE t.user_id = c.user_id AND t.parent = c.id ORDER BY t.status = 'cancelled', t.due_at DESC LIMIT 1);

-- What every kind of order has beside its columns: the checks of orders, and three indexes. (A table that is made with INHERITS (orders)
-- has the checks by itself.)
CREATE FUNCTION become_order_kind(kind_table regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  checks text := (SELECT string_agg(format('ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)), ', ')
                    FROM pg_constraint WHERE conrelid = 'orders'::regclass AND contype = 'c');
BEGIN
  EXECUTE format('ALTER TABLE %s %s, INHERIT orders', kind_table, checks);
  -- Lists by status, in the order of the ids. Of what is placed nothing is kept here: an order that loses is written once.
  EXECUTE format('CREATE INDEX %I ON %s (user_id, status, id) WHERE status <> ''placed''', kind_table || '_by_status', kind_table);
  -- What a player waits for, and what a draw decided of the players who are connected.
  EXECUTE format('CREATE INDEX %I ON %s (user_id, due_at)', kind_table || '_by_due', kind_table);
  EXECUTE format('CREATE INDEX %I ON %s (user_id, parent) WHERE parent IS NOT NULL', kind_table || '_by_parent', kind_table);
END
$$;
SELECT become_order_kind('tickets');
SELECT become_order_kind('chases');
DROP FUNCTION become_order_kind(regclass);

-- What a player owns beside the main wallet. The wallet keeps its own narrow table: every bet writes it.
CREATE TABLE purses (
  user_id bigint NOT NULL REFERENCES users (id),
  purse text NOT NULL CHECK (purse <> 'wallet'),
  unit text NOT NULL CHECK (unit IN ('fen', 'points', 'score')),
  balance bigint NOT NULL CHECK (balance >= 0),
  PRIMARY KEY (user_id, purse)
);

-- A row for each movement that there may be, filled from protocol/movements.json.
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
  ADD COLUMN debit_after bigint,
  ADD COLUMN credit_after bigint,
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
-- Ids of orders grow with time, so that the newest end up on the same page of this index, and a bet finds it in memory.
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
CREATE INDEX sessions_by_end ON sessions (expires_at);

ALTER TABLE recent_wins ADD COLUMN kind text NOT NULL DEFAULT 'ticket';

-- Rows that were copied leave no statistics, and an embedded database never makes any by itself.
ANALYZE orders, tickets, chases, transfers, issues;
`;
