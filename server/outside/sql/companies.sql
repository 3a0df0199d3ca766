-- Money on its way to and from companies of games. Until a company has said what became of a transfer, what leaves the wallet is in
-- transit:<company>, a purse of the player; what comes back enters the wallet when the company has said that it gave it.

-- Begins a transfer, under the player's lock. NULL: the wallet does not cover it. p_next: when the lane looks at it, should this process not.
CREATE FUNCTION company_begin(p_user bigint, p_company text, p_direction text, p_amount bigint, p_at bigint, p_next bigint)
RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  v_id uuid := gen_random_uuid();
BEGIN
  IF p_direction = 'out' THEN
    IF post(p_user, 'transferOut', 'wallet', 'transit:' || p_company, p_amount, 'request', v_id, p_at) IS NULL THEN RETURN NULL; END IF;
    PERFORM announce_balance(p_user, 'wallet', 'fen', balance_fen) FROM wallets WHERE user_id = p_user;
  END IF;
  INSERT INTO company_transfers (id, user_id, company, direction, amount, placed_at, next_at)
  VALUES (v_id, p_user, p_company, p_direction, p_amount, p_at, p_next);
  RETURN v_id;
END
$$;

-- Takes some transfers that are due for asking, so that no other process asks meanwhile. p_id: this one, due or not.
CREATE FUNCTION company_take(p_id uuid, p_most int, p_at bigint, p_next bigint)
RETURNS TABLE (id uuid, user_id bigint, company text, direction text, amount bigint, tries int, placed_at bigint) LANGUAGE sql AS $$
  UPDATE company_transfers t SET tries = t.tries + 1, next_at = p_next
    FROM (SELECT c.id FROM company_transfers c WHERE c.status = 'asking' AND (c.id = p_id OR (p_id IS NULL AND c.next_at <= p_at))
           ORDER BY c.next_at LIMIT p_most FOR UPDATE SKIP LOCKED) due
   WHERE t.id = due.id
  RETURNING t.id, t.user_id, t.company, t.direction, t.amount, t.tries, t.placed_at
$$;

-- Writes what a company said, once. False: it was written before.
CREATE FUNCTION company_end(p_id uuid, p_done boolean, p_note text, p_at bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  t company_transfers%ROWTYPE;
BEGIN
  -- The player's lock before any row of his.
  PERFORM lock_player((SELECT user_id FROM company_transfers WHERE id = p_id));
  SELECT * INTO t FROM company_transfers WHERE id = p_id AND status = 'asking' FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF t.direction = 'out' THEN
    IF p_done THEN
      PERFORM post(t.user_id, 'transferOut', 'transit:' || t.company, 'company:' || t.company, t.amount, 'done', p_id, p_at);
    ELSE
      PERFORM post(t.user_id, 'transferBack', 'transit:' || t.company, 'wallet', t.amount, 'refused', p_id, p_at);
    END IF;
  ELSIF p_done THEN
    PERFORM post(t.user_id, 'transferIn', 'company:' || t.company, 'wallet', t.amount, 'done', p_id, p_at);
  END IF;
  UPDATE company_transfers SET status = CASE WHEN p_done THEN 'done' ELSE 'refused' END, note = p_note, ended_at = p_at WHERE id = p_id;
  PERFORM announce_balance(t.user_id, 'wallet', 'fen', balance_fen) FROM wallets WHERE user_id = t.user_id;
  RETURN true;
END
$$;
