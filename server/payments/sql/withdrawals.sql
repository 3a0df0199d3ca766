-- Withdrawals (server/payments/withdrawals). A player, an operator and the payer's answer all change its state with move_withdrawal, which
-- holds the player's lock, so that concurrent transitions are serialized.

-- The ways that there are. Whatever is not listed cannot be written, by whatever statement.
CREATE FUNCTION may_move_withdrawal(p_from text, p_to text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_to = ANY (CASE p_from
    WHEN 'requested' THEN ARRAY['reviewing', 'paying', 'refused', 'withdrawn', 'filled']
    WHEN 'reviewing' THEN ARRAY['requested', 'paying', 'refused']
    WHEN 'paying' THEN ARRAY['paid', 'returned']
    ELSE ARRAY[]::text[] END)
$$;

CREATE FUNCTION check_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT may_move_withdrawal(OLD.state, NEW.state) THEN
    RAISE EXCEPTION 'a withdrawal cannot go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.user_id, NEW.id, NEW.account_id, NEW.amount, NEW.fee) IS DISTINCT FROM (OLD.user_id, OLD.id, OLD.account_id, OLD.amount, OLD.fee) THEN
    RAISE EXCEPTION 'what was asked for is never changed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_withdrawal BEFORE UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION check_withdrawal();

CREATE FUNCTION note_withdrawal(p_user bigint, p_id uuid, p_state text, p_at bigint, p_note text, p_by text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO withdrawal_steps (user_id, withdrawal_id, n, state, at, note, by)
  SELECT p_user, p_id, count(*) + 1, p_state, p_at, coalesce(p_note, ''), p_by
    FROM withdrawal_steps WHERE user_id = p_user AND withdrawal_id = p_id
$$;

-- The phone reloads withdrawals when a purse changes; a step that moves no money therefore publishes the unchanged purse.
CREATE FUNCTION announce_withdrawal(p_user bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_balance(p_user, 'held', 'fen', coalesce((SELECT balance FROM purses WHERE user_id = p_user AND purse = 'held'), 0));
  PERFORM announce_balance(p_user, 'wallet', 'fen', (SELECT balance_fen FROM wallets WHERE user_id = p_user));
END
$$;

-- Takes the amount out of the wallet and asks for it. The caller holds the player's lock and has looked at all rules. What the wallet holds
-- then; NULL: it does not cover the amount, and nothing was written.
CREATE FUNCTION request_withdrawal(p_user bigint, p_id uuid, p_account uuid, p_amount bigint, p_fee bigint, p_at bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  wallet bigint := post(p_user, 'withdrawRequest', 'wallet', 'held', p_amount, 'request', p_id, p_at);
BEGIN
  IF wallet IS NULL THEN RETURN NULL; END IF;
  INSERT INTO withdrawals (user_id, id, account_id, amount, fee, requested_at) VALUES (p_user, p_id, p_account, p_amount, p_fee, p_at);
  PERFORM note_withdrawal(p_user, p_id, 'requested', p_at, '', NULL);
  PERFORM announce_withdrawal(p_user);
  RETURN wallet;
END
$$;

-- Moves a withdrawal on if it is in one of p_from, with the money that belongs to the step. The state that it was found in: one of p_from
-- when it was moved, any other when it was not. NULL: the player has no such withdrawal.
CREATE FUNCTION move_withdrawal(p_user bigint, p_id uuid, p_from text[], p_to text, p_note text, p_by text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  item record;
  v_at bigint;
  v_moved bigint := 0;
BEGIN
  PERFORM lock_player(p_user);
  SELECT * INTO item FROM withdrawals WHERE user_id = p_user AND id = p_id FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF item.state <> ALL (p_from) THEN RETURN item.state; END IF;
  v_at := caipu_now_ms();
  UPDATE withdrawals SET state = p_to,
         ended_at = CASE WHEN p_to IN ('requested', 'reviewing', 'paying') THEN NULL ELSE v_at END,
         next_at = CASE p_to WHEN 'paying' THEN v_at END,
         approved_at = CASE p_to WHEN 'paying' THEN v_at ELSE approved_at END
   WHERE user_id = p_user AND id = p_id;
  CASE
    WHEN p_to = 'paid' THEN
      v_moved := post(p_user, 'withdrawPaid', 'held', 'outside:withdraw', item.amount - item.fee, 'paid', p_id, v_at);
      IF item.fee > 0 THEN v_moved := post(p_user, 'fee', 'held', 'house:fees', item.fee, 'withdraw', p_id, v_at); END IF;
    WHEN p_to IN ('refused', 'returned', 'withdrawn', 'filled') THEN
      v_moved := post(p_user, 'withdrawCancel', 'held', 'wallet', item.amount, CASE p_to WHEN 'filled' THEN 'toFill' ELSE p_to END, p_id, v_at);
    ELSE NULL;
  END CASE;
  IF v_moved IS NULL THEN RAISE EXCEPTION 'what withdrawal % holds is not there', p_id; END IF;
  PERFORM note_withdrawal(p_user, p_id, p_to, v_at, p_note, p_by);
  PERFORM announce_withdrawal(p_user);
  RETURN item.state;
END
$$;
