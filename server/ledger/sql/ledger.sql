-- The ledger. A movement is one row of movements: it leaves the debit account and enters the credit account, so every row sums to zero
-- in its own unit. docs/ledger.md explains accounts and purses; protocol/movements.json lists every kind of movement.

-- True for an account that is a purse of the row's player. Accounts that begin with house:, outside:, company:, escrow: or pool: belong to no player:
-- they have no balance of their own, theirs is a sum over movements, so no movement waits for another player's.
CREATE FUNCTION is_purse(p_account text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN p_account !~ '^(house|outside|escrow|company|pool):';
END
$$;

-- The one function that moves money (those below, post_all to post_plays, do the same for many at once). It writes the purses and the row together, and returns what the wallet holds after it; where the
-- movement does not touch the wallet, what the purse holds that it touches (that it leaves, if two), 0 if it touches none. NULL: the purse
-- does not cover the amount, and nothing was written.
--
-- p_at: the clock, for a caller that has read it. Locks: the wallet before any other purse, as everywhere. A kind, pair of accounts or reason that movements.json does not list is an
-- error, raised by the trigger below.
CREATE FUNCTION post(p_user bigint, p_kind text, p_debit text, p_credit text, p_amount bigint, p_reason text, p_ref uuid,
                     p_at bigint DEFAULT NULL)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_unit text := 'fen';
  left_after bigint;
  entered_after bigint;
BEGIN
  -- The common movements first: between the wallet and the house.
  IF p_debit = 'wallet' AND p_credit ^@ 'house:' THEN
    UPDATE wallets SET balance_fen = balance_fen - p_amount WHERE user_id = p_user AND balance_fen >= p_amount
    RETURNING balance_fen INTO left_after;
    IF NOT FOUND THEN RETURN NULL; END IF;
  ELSIF p_credit = 'wallet' AND p_debit ^@ 'house:' THEN
    UPDATE wallets SET balance_fen = balance_fen + p_amount WHERE user_id = p_user RETURNING balance_fen INTO STRICT entered_after;
  ELSE
    SELECT unit INTO v_unit FROM movement_rules WHERE kind = p_kind LIMIT 1;
    IF p_credit = 'wallet' THEN
      PERFORM 1 FROM wallets WHERE user_id = p_user FOR UPDATE;
    END IF;
    IF p_debit = 'wallet' THEN
      UPDATE wallets SET balance_fen = balance_fen - p_amount WHERE user_id = p_user AND balance_fen >= p_amount
      RETURNING balance_fen INTO left_after;
      IF NOT FOUND THEN RETURN NULL; END IF;
    ELSIF is_purse(p_debit) THEN
      UPDATE purses SET balance = balance - p_amount WHERE user_id = p_user AND purse = p_debit AND balance >= p_amount
      RETURNING balance INTO left_after;
      IF NOT FOUND THEN RETURN NULL; END IF;
    END IF;
    IF p_credit = 'wallet' THEN
      UPDATE wallets SET balance_fen = balance_fen + p_amount WHERE user_id = p_user RETURNING balance_fen INTO STRICT entered_after;
    ELSIF is_purse(p_credit) THEN
      INSERT INTO purses AS p (user_id, purse, unit, balance) VALUES (p_user, p_credit, v_unit, p_amount)
      ON CONFLICT (user_id, purse) DO UPDATE SET balance = p.balance + excluded.balance
      RETURNING balance INTO entered_after;
    END IF;
  END IF;
  INSERT INTO movements (user_id, kind, unit, debit, credit, amount, debit_after, credit_after, at, reason, ref)
  VALUES (p_user, p_kind, v_unit, p_debit, p_credit, p_amount, left_after, entered_after, coalesce(p_at, caipu_now_ms()), p_reason, p_ref);
  RETURN CASE WHEN p_credit = 'wallet' THEN entered_after ELSE coalesce(left_after, entered_after, 0) END;
END
$$;

-- The same movement for many players at once, each named once and with an amount above zero: from an account that is nobody's purse into a
-- purse that is not the wallet, as the one score that agents earn. Purses are locked in the order of their players. p_refs: what each belongs to.
CREATE FUNCTION post_all(p_kind text, p_debit text, p_credit text, p_reason text, p_users bigint[], p_amounts bigint[], p_refs uuid[], p_at bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_unit text := (SELECT unit FROM movement_rules WHERE kind = p_kind LIMIT 1);
BEGIN
  IF is_purse(p_debit) OR p_credit = 'wallet' OR NOT is_purse(p_credit) THEN
    RAISE EXCEPTION 'post_all moves from the house into a purse beside the wallet, not from % to %', p_debit, p_credit;
  END IF;
  WITH given AS (
    SELECT * FROM unnest(p_users, p_amounts, p_refs) AS g(user_id, amount, ref)
  ), entered AS (
    INSERT INTO purses AS p (user_id, purse, unit, balance) SELECT g.user_id, p_credit, v_unit, g.amount FROM given g ORDER BY 1
    ON CONFLICT (user_id, purse) DO UPDATE SET balance = p.balance + excluded.balance RETURNING user_id, balance
  )
  INSERT INTO movements (user_id, kind, unit, debit, credit, amount, credit_after, at, reason, ref)
  SELECT g.user_id, p_kind, v_unit, p_debit, p_credit, g.amount, e.balance, p_at, p_reason, g.ref
    FROM given g JOIN entered e USING (user_id) ORDER BY 1;
END
$$;

-- Stakes of many players at once out of their wallets. Of each player, in the order of their numbers: what he pays (NULL: nothing, his wallet
-- is held all the same; of a player who is named more than once at most one amount), and what for. Returns what each wallet holds after it;
-- NULL: nothing was paid, because nothing was asked for or the wallet does not cover it.
CREATE FUNCTION post_stakes(p_users bigint[], p_amounts bigint[], p_reason text, p_refs uuid[], p_at bigint) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  after bigint[];
  left_after bigint;
BEGIN
  -- In a loop, so that wallets are locked in the order of their players whatever the plan is. The update locks the paying wallet, which writes
  -- one log record less than a lock before it.
  after := array_fill(NULL::bigint, ARRAY[cardinality(p_users)]);
  FOR n IN 1 .. cardinality(p_users) LOOP
    IF p_amounts[n] IS NULL THEN
      PERFORM 1 FROM wallets WHERE user_id = p_users[n] FOR UPDATE;
    ELSE
      UPDATE wallets SET balance_fen = balance_fen - p_amounts[n] WHERE user_id = p_users[n] AND balance_fen >= p_amounts[n]
      RETURNING balance_fen INTO left_after;
      after[n] := left_after;
    END IF;
  END LOOP;
  INSERT INTO movements (user_id, kind, debit, credit, amount, debit_after, at, reason, ref)
  SELECT p_users[n], 'stake', 'wallet', 'house:stakes', p_amounts[n], after[n], p_at, p_reason, p_refs[n]
    FROM generate_series(1, cardinality(p_users)) AS n WHERE after[n] IS NOT NULL;
  RETURN after;
END
$$;

-- The same out of a purse that is not the wallet, to an account that is nobody's purse. A player without the purse has nothing in it.
CREATE FUNCTION post_purse_stakes(p_kind text, p_purse text, p_credit text, p_reason text, p_users bigint[], p_amounts bigint[], p_refs uuid[],
                                  p_at bigint) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  v_unit text := (SELECT unit FROM movement_rules WHERE kind = p_kind LIMIT 1);
  after bigint[];
BEGIN
  IF p_purse = 'wallet' OR NOT is_purse(p_purse) OR is_purse(p_credit) THEN
    RAISE EXCEPTION 'post_purse_stakes moves out of a purse beside the wallet into the house, not from % to %', p_purse, p_credit;
  END IF;
  after := ARRAY(SELECT (
      SELECT CASE WHEN p.balance >= p_amounts[n] THEN p.balance - p_amounts[n] END FROM purses p
       WHERE p.user_id = p_users[n] AND p.purse = p_purse FOR UPDATE)
    FROM generate_series(1, cardinality(p_users)) AS n);
  UPDATE purses p SET balance = after[n] FROM generate_series(1, cardinality(p_users)) AS n
   WHERE p.user_id = p_users[n] AND p.purse = p_purse AND after[n] IS NOT NULL;
  INSERT INTO movements (user_id, kind, unit, debit, credit, amount, debit_after, at, reason, ref)
  SELECT p_users[n], p_kind, v_unit, p_purse, p_credit, p_amounts[n], after[n], p_at, p_reason, p_refs[n]
    FROM generate_series(1, cardinality(p_users)) AS n WHERE after[n] IS NOT NULL;
  RETURN after;
END
$$;

-- Settles plays of many players at once: costs out of the wallet, prizes into it. Arrays are in the order of the players' numbers.
-- p_costs: NULL locks the wallet and moves nothing; a player that stands more than once has at most one cost. p_holds: the amount that the
-- purse 'held' holds during the play, at least the cost (NULL: no hold). p_prizes: 0 for none. Writes the same movements as post, one after
-- the other. Returns the balance of each wallet afterwards; NULL: the wallet covers neither hold nor cost.
CREATE FUNCTION post_plays(p_users bigint[], p_costs bigint[], p_holds bigint[], p_prizes bigint[], p_refs uuid[], p_at bigint)
RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  many int := cardinality(p_users);
  before bigint[];
  -- Balance of the purse 'held' without this hold.
  held bigint[];
BEGIN
  before := ARRAY(SELECT (
      SELECT CASE WHEN w.balance_fen >= p_costs[n] AND w.balance_fen >= coalesce(p_holds[n], 0) THEN w.balance_fen END
        FROM wallets w WHERE w.user_id = p_users[n] FOR UPDATE)
    FROM generate_series(1, many) AS n);
  UPDATE wallets w SET balance_fen = before[n] - p_costs[n] + p_prizes[n] FROM generate_series(1, many) AS n
   WHERE w.user_id = p_users[n] AND before[n] IS NOT NULL;
  IF array_remove(p_holds, NULL) <> '{}' THEN
    -- What enters leaves again: the purse is as it was, but it is there, and nobody else moves it meanwhile.
    INSERT INTO purses (user_id, purse, unit, balance) SELECT p_users[n], 'held', 'fen', 0 FROM generate_series(1, many) AS n
     WHERE before[n] IS NOT NULL AND p_holds[n] IS NOT NULL ON CONFLICT DO NOTHING;
    held := ARRAY(SELECT (
        SELECT p.balance FROM purses p WHERE p.user_id = p_users[n] AND p.purse = 'held' AND before[n] IS NOT NULL AND p_holds[n] IS NOT NULL FOR UPDATE)
      FROM generate_series(1, many) AS n);
  END IF;
  INSERT INTO movements (user_id, kind, debit, credit, amount, debit_after, credit_after, at, reason, ref)
  SELECT p_users[n], m.kind, m.debit, m.credit, m.amount, m.debit_after, m.credit_after, p_at, m.reason, p_refs[n]
    FROM generate_series(1, many) AS n CROSS JOIN LATERAL (VALUES
           (1, 'hold', 'wallet', 'held', p_holds[n], before[n] - p_holds[n], held[n] + p_holds[n], 'gate'),
           (2, 'game', CASE WHEN p_holds[n] IS NULL THEN 'wallet' ELSE 'held' END, 'house:stakes', p_costs[n],
            CASE WHEN p_holds[n] IS NULL THEN before[n] ELSE held[n] + p_holds[n] END - p_costs[n], NULL, 'play'),
           (3, 'release', 'held', 'wallet', p_holds[n] - p_costs[n], held[n], before[n] - p_costs[n], 'gate'),
           (4, 'gamePrize', 'house:prizes', 'wallet', p_prizes[n], NULL, before[n] - p_costs[n] + p_prizes[n], 'win')
         ) AS m(step, kind, debit, credit, amount, debit_after, credit_after, reason)
   WHERE before[n] IS NOT NULL AND m.amount > 0 ORDER BY n, m.step;
  RETURN ARRAY(SELECT before[n] - p_costs[n] + p_prizes[n] FROM generate_series(1, many) AS n);
END
$$;

-- A name after the colon that stands for any company or game: 'transit:ag' is described as 'transit:*'.
CREATE FUNCTION described_account(p_account text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN regexp_replace(p_account, '^(transit|company|pool):.+$', '\1:*');
END
$$;

-- Refuses a movement that movements.json does not describe. It is a lookup and not a foreign key, because a foreign key would lock the same
-- row in every bet. The movements of every bet need no lookup (is_common_movement, generated with the rules).
CREATE FUNCTION check_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_common_movement(NEW.kind, NEW.reason, NEW.debit, NEW.credit, NEW.unit) THEN RETURN NEW; END IF;
  PERFORM 1 FROM movement_rules
    WHERE kind = NEW.kind AND reason = NEW.reason AND debit = NEW.debit AND credit = NEW.credit AND unit = NEW.unit;
  IF NOT FOUND THEN
    PERFORM 1 FROM movement_rules
      WHERE kind = NEW.kind AND reason = NEW.reason AND debit = described_account(NEW.debit) AND credit = described_account(NEW.credit)
        AND unit = NEW.unit;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'no such movement: % (%) of % from % to %; protocol/movements.json lists those that there are',
        NEW.kind, NEW.reason, NEW.unit, NEW.debit, NEW.credit USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_movement BEFORE INSERT ON movements FOR EACH ROW EXECUTE FUNCTION check_movement();

-- What happened stays written: a mistake is mended by another movement.
CREATE FUNCTION forbid_movement_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'movements are never changed or deleted: post another one that takes this one back' USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER forbid_movement_change BEFORE UPDATE OR DELETE ON movements FOR EACH ROW EXECUTE FUNCTION forbid_movement_change();

-- The two legs of every movement. A purse's account is named with its player: 'wallet:100001'.
CREATE VIEW entries AS
  SELECT user_id, seq, unit, CASE WHEN debit_after IS NULL THEN debit ELSE debit || ':' || user_id END AS account, -amount AS amount, at
    FROM movements
  UNION ALL
  SELECT user_id, seq, unit, CASE WHEN credit_after IS NULL THEN credit ELSE credit || ':' || user_id END, amount, at FROM movements;
