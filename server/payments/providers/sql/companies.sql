-- Money on its way to and from companies of games. Until a company has reported the outcome of a transfer, what leaves the wallet is in
-- transit:<company>, a purse of the player; what comes back enters the wallet when the company has said that it gave it.

-- Begins a transfer, under the player's lock. NULL: the wallet does not cover it. p_next: when the background job takes it up, if this process stops.
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

-- Notes what a company said that a player holds there. What moved since it was asked (p_at) is in the answer or is not: then nothing is noted.
CREATE FUNCTION company_note(p_user bigint, p_company text, p_fen bigint, p_at bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO company_balances AS b (user_id, company, fen, asked_at)
  SELECT p_user, p_company, p_fen, p_at
   WHERE EXISTS (SELECT 1 FROM company_transfers t WHERE t.user_id = p_user AND t.company = p_company)
     AND NOT EXISTS (SELECT 1 FROM company_transfers t WHERE t.user_id = p_user AND t.company = p_company AND coalesce(t.ended_at >= p_at, true))
  ON CONFLICT (user_id, company) DO UPDATE SET fen = excluded.fen, asked_at = excluded.asked_at
   WHERE b.asked_at < excluded.asked_at
     AND (b.fen <> excluded.fen
       OR EXISTS (SELECT 1 FROM company_transfers t WHERE t.user_id = p_user AND t.company = p_company AND t.ended_at >= b.asked_at));
END
$$;

-- A player's balance at each company: its last answer plus the transfers since. Money that came back beyond that was
-- won there, so it does not reduce later transfers. A transfer under way is in no figure.
CREATE FUNCTION held_at_companies(p_user bigint) RETURNS TABLE (company text, fen bigint) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT moved.company, ((array_agg(moved.sum ORDER BY moved.n DESC))[1] - least(0, min(moved.sum)))::bigint FROM (
    SELECT m.company, m.n, sum(m.amount) OVER (PARTITION BY m.company ORDER BY m.n) AS sum FROM (
      SELECT t.company, row_number() OVER (ORDER BY t.ended_at, t.id) AS n, CASE t.direction WHEN 'out' THEN t.amount ELSE -t.amount END AS amount
        FROM company_transfers t LEFT JOIN company_balances b ON b.user_id = t.user_id AND b.company = t.company
       WHERE t.user_id = p_user AND t.status = 'done' AND t.ended_at >= coalesce(b.asked_at, 0)
      UNION ALL
      SELECT b.company, 0, b.fen FROM company_balances b WHERE b.user_id = p_user) m) moved
   GROUP BY moved.company;
END
$$;
