-- 余额宝. Days are whole days of the product's wall clock, counted from 1970-01-01. The caller holds the player's lock
-- (lock_player). docs/ledger.md has the rules; server/ledger/SPEC.md numbers them.

-- A published rate and a posted income stay as they are.
CREATE FUNCTION forbid_savings_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % never changes once it is written', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER forbid_savings_rate_change BEFORE UPDATE OR DELETE ON savings_rates FOR EACH ROW EXECUTE FUNCTION forbid_savings_change();
CREATE TRIGGER forbid_savings_income_change BEFORE UPDATE OR DELETE ON savings_income FOR EACH ROW EXECUTE FUNCTION forbid_savings_change();

-- The day of an instant. p_offset: the wall clock, ms after UTC.
CREATE FUNCTION savings_day(p_at bigint, p_offset bigint) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT floor((p_at + p_offset) / 86400000.0)::int
$$;

-- The day from which on money earns that is moved in at p_at: the next one, or the one after it from p_cutoff (ms of the day) on.
CREATE FUNCTION savings_confirms_on(p_at bigint, p_offset bigint, p_cutoff bigint) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT savings_day(p_at, p_offset) + 1 + (p_at + p_offset - savings_day(p_at, p_offset)::bigint * 86400000 >= p_cutoff)::int
$$;

-- Publishes the rates that are missing up to p_today. p_rates are taken in turn by the number of the day; of a first publication p_past days
-- lie before today, so that there is a curve.
CREATE FUNCTION savings_publish(p_today int, p_rates int[], p_past int, p_at bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM savings_rates WHERE day = p_today) THEN RETURN; END IF;
  INSERT INTO savings_rates (day, r4, published_at)
  SELECT d, p_rates[1 + d % cardinality(p_rates)], p_at
    FROM generate_series(coalesce((SELECT max(day) + 1 FROM savings_rates), p_today - p_past), p_today) d
  ON CONFLICT (day) DO NOTHING;
END
$$;

-- Confirms what begins to earn on a day or before it. Returns how much that was.
CREATE FUNCTION savings_confirm(p_user bigint, p_day int, p_at bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  lot record;
  total bigint := 0;
BEGIN
  FOR lot IN UPDATE savings_lots SET status = 'confirmed' WHERE user_id = p_user AND status = 'pending' AND confirms_on <= p_day RETURNING id, amount LOOP
    PERFORM post(p_user, 'yebConfirm', 'yuebaoPending', 'yuebao', lot.amount, 'day', lot.id, p_at);
    total := total + lot.amount;
  END LOOP;
  RETURN total;
END
$$;

-- Brings a player's 余额宝 up to a day: for each day before p_today that is not posted, in turn, what it confirms and what it earned, then
-- what p_today confirms. Every movement of a player calls this first, so that what he has at that moment is what he had at the end of each
-- day that is posted now, however many nights were missed. Returns the income.
CREATE FUNCTION savings_settle(p_user bigint, p_today int, p_at bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  account savings_accounts%ROWTYPE;
  principal bigint;
  rate int;
  units numeric;
  income bigint;
  total bigint := 0;
  confirmed bigint := 0;
  reason uuid;
BEGIN
  SELECT * INTO account FROM savings_accounts WHERE user_id = p_user FOR UPDATE;
  IF NOT FOUND OR account.next_day IS NULL THEN RETURN 0; END IF;
  WHILE account.next_day < p_today LOOP
    confirmed := confirmed + savings_confirm(p_user, account.next_day, p_at);
    SELECT balance INTO principal FROM purses WHERE user_id = p_user AND purse = 'yuebao' AND balance > 0;
    IF FOUND THEN
      SELECT r4 INTO STRICT rate FROM savings_rates WHERE day = account.next_day;
      -- Numeric: the product of a great fortune and a rate is beyond a bigint.
      units := principal::numeric * rate + account.carry;
      income := div(units, 100000000);
      account.carry := units - income::numeric * 100000000;
      reason := gen_random_uuid();
      INSERT INTO savings_income (user_id, day, principal, r4, income, carry, posted_at, id)
      VALUES (p_user, account.next_day, principal, rate, income, account.carry, p_at, reason);
      IF income > 0 THEN PERFORM post(p_user, 'yebIncome', 'house:interest', 'yuebao', income, 'day', reason, p_at); END IF;
      total := total + income;
    END IF;
    account.next_day := account.next_day + 1;
  END LOOP;
  confirmed := confirmed + savings_confirm(p_user, p_today, p_at);
  UPDATE savings_accounts SET carry = account.carry,
         next_day = CASE WHEN EXISTS (SELECT 1 FROM purses WHERE user_id = p_user AND purse = 'yuebao' AND balance > 0)
                           OR EXISTS (SELECT 1 FROM savings_lots WHERE user_id = p_user AND status = 'pending') THEN account.next_day END
   WHERE user_id = p_user;
  IF total + confirmed > 0 THEN PERFORM savings_announce(p_user); END IF;
  RETURN total;
END
$$;

-- Tells the player's phones what 余额宝 and the wallet hold.
CREATE FUNCTION savings_announce(p_user bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_balance(p_user, purse, unit, balance) FROM purses WHERE user_id = p_user AND purse = 'yuebao';
  PERFORM announce_balance(p_user, 'wallet', 'fen', balance_fen) FROM wallets WHERE user_id = p_user;
END
$$;

-- Moves money from the wallet into 余额宝. Returns the day from which on it earns; NULL: the wallet does not cover it.
CREATE FUNCTION savings_in(p_user bigint, p_id uuid, p_amount bigint, p_reason text, p_at bigint, p_offset bigint, p_cutoff bigint)
RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  today int := savings_day(p_at, p_offset);
  starts int := savings_confirms_on(p_at, p_offset, p_cutoff);
BEGIN
  -- The wallet before any other purse, as everywhere.
  PERFORM 1 FROM wallets WHERE user_id = p_user FOR UPDATE;
  PERFORM savings_settle(p_user, today, p_at);
  IF post(p_user, 'yebIn', 'wallet', 'yuebaoPending', p_amount, p_reason, p_id, p_at) IS NULL THEN RETURN NULL; END IF;
  INSERT INTO savings_lots (user_id, id, amount, placed_at, confirms_on) VALUES (p_user, p_id, p_amount, p_at, starts);
  INSERT INTO savings_accounts AS a (user_id, next_day) VALUES (p_user, today)
  ON CONFLICT (user_id) DO UPDATE SET next_day = coalesce(a.next_day, excluded.next_day);
  PERFORM savings_announce(p_user);
  RETURN starts;
END
$$;

-- Moves confirmed money back into the wallet at once; it earns nothing for today. Returns the rest; NULL: the balance is lower.
CREATE FUNCTION savings_out(p_user bigint, p_amount bigint, p_at bigint, p_offset bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM wallets WHERE user_id = p_user FOR UPDATE;
  PERFORM savings_settle(p_user, savings_day(p_at, p_offset), p_at);
  IF post(p_user, 'yebOut', 'yuebao', 'wallet', p_amount, 'request', NULL, p_at) IS NULL THEN RETURN NULL; END IF;
  PERFORM savings_announce(p_user);
  RETURN (SELECT balance FROM purses WHERE user_id = p_user AND purse = 'yuebao');
END
$$;

-- Takes back what was moved in and is not confirmed. Returns the amount; NULL: it is confirmed, cancelled or not there.
CREATE FUNCTION savings_cancel(p_user bigint, p_id uuid, p_at bigint, p_offset bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  lot bigint;
BEGIN
  PERFORM 1 FROM wallets WHERE user_id = p_user FOR UPDATE;
  PERFORM savings_settle(p_user, savings_day(p_at, p_offset), p_at);
  UPDATE savings_lots SET status = 'cancelled' WHERE user_id = p_user AND id = p_id AND status = 'pending' RETURNING amount INTO lot;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM post(p_user, 'yebOut', 'yuebaoPending', 'wallet', lot, 'cancel', p_id, p_at);
  PERFORM savings_announce(p_user);
  RETURN lot;
END
$$;

-- Once a day, for players that switched it on: moves in the part of the wallet above the amount that stays, from p_least on.
CREATE FUNCTION savings_auto(p_user bigint, p_today int, p_least bigint, p_at bigint, p_offset bigint, p_cutoff bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  surplus bigint;
BEGIN
  UPDATE savings_accounts a SET auto_day = p_today FROM wallets w
   WHERE a.user_id = p_user AND w.user_id = p_user AND a.keep_fen IS NOT NULL AND a.auto_day < p_today
  RETURNING w.balance_fen - a.keep_fen INTO surplus;
  IF surplus >= p_least THEN PERFORM savings_in(p_user, gen_random_uuid(), surplus, 'auto', p_at, p_offset, p_cutoff); END IF;
END
$$;

-- The nightly work for some players: those that another transaction is busy with come with the next look. Returns how many were done.
CREATE FUNCTION savings_settle_some(p_today int, p_most int, p_least bigint, p_at bigint, p_offset bigint, p_cutoff bigint)
RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  due record;
  done int := 0;
BEGIN
  FOR due IN
    (SELECT user_id FROM savings_accounts WHERE next_day < p_today LIMIT p_most * 4)
    UNION
    (SELECT user_id FROM savings_accounts WHERE keep_fen IS NOT NULL AND auto_day < p_today LIMIT p_most * 4)
  LOOP
    -- The lock of lock_player, if it is free.
    CONTINUE WHEN NOT pg_try_advisory_xact_lock(1, (due.user_id & 2147483647)::int);
    PERFORM 1 FROM wallets WHERE user_id = due.user_id FOR UPDATE;
    PERFORM savings_settle(due.user_id, p_today, p_at);
    PERFORM savings_auto(due.user_id, p_today, p_least, p_at, p_offset, p_cutoff);
    done := done + 1;
    EXIT WHEN done >= p_most;
  END LOOP;
  RETURN done;
END
$$;
