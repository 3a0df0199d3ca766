-- Pools (奖池) of games with floating prizes. When the winners of an issue are counted, a part of its stakes goes into the account pool:<game>.
-- The account pays the floating prizes, and the rest stays for the next issue. Its movements belong to user 0. A bet never touches the pool.
-- Settlement locks the row of the game before any wallet, so issues of one game use the pool one after the other.

-- Locks the pool of a game until the transaction ends. A game without a pool has no row, so there is no lock to wait for.
CREATE FUNCTION lock_pool(p_game text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM pools WHERE game = p_game FOR UPDATE;
END
$$;

-- Posts one movement into the pool, or out of it if p_amount is negative; 0 moves nothing. The caller holds the lock of the pool. It is an
-- error if the pool does not cover the amount.
CREATE FUNCTION move_pool(p_game text, p_kind text, p_house text, p_amount bigint, p_reason text, p_ref uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_amount = 0 THEN RETURN; END IF;
  UPDATE pools SET balance = balance + p_amount WHERE game = p_game;
  IF p_amount > 0 THEN
    PERFORM post(0, p_kind, p_house, 'pool:' || p_game, p_amount, p_reason, p_ref);
  ELSE
    PERFORM post(0, p_kind, 'pool:' || p_game, p_house, -p_amount, p_reason, p_ref);
  END IF;
END
$$;

-- The part of the pool that is not reserved for winners.
CREATE FUNCTION unpromised_pool(p_game text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT balance FROM pools WHERE game = p_game), 0)
       - coalesce((SELECT sum(promised - paid) FROM issue_pools WHERE game = p_game AND paid <> promised), 0)::bigint
$$;

-- Moves a part of an issue's stakes into the pool, lets the house add the difference to the least amount (p_least; for the first issue of the game
-- p_seed, if it is larger), and returns the amount that the issue shares. Called once for each issue, in the transaction that fixes its prizes.
CREATE FUNCTION open_pool(p_game text, p_issue text, p_stakes bigint, p_permille int, p_least bigint, p_seed bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  first boolean;
  v_carried bigint;
  v_fed bigint := trunc(p_stakes::numeric * p_permille / 1000);
  v_added bigint;
BEGIN
  INSERT INTO pools (game) VALUES (p_game) ON CONFLICT DO NOTHING;
  PERFORM lock_pool(p_game);
  first := NOT EXISTS (SELECT 1 FROM issue_pools WHERE game = p_game);
  v_carried := unpromised_pool(p_game);
  v_added := greatest(0, CASE WHEN first THEN greatest(p_seed, p_least) ELSE p_least END - v_carried - v_fed);
  PERFORM move_pool(p_game, 'poolStake', 'house:stakes', v_fed, 'issue', NULL);
  PERFORM move_pool(p_game, 'poolGuarantee', 'house:pools', v_added, CASE WHEN first THEN 'seed' ELSE 'least' END, NULL);
  INSERT INTO issue_pools (game, issue, at, permille, stakes, carried, fed, added)
  VALUES (p_game, p_issue, caipu_now_ms(), p_permille, p_stakes, v_carried, v_fed, v_added);
  RETURN v_carried + v_fed + v_added;
END
$$;

-- Pays the pool's part of an order's prize to the house, which pays the winner. The caller has paid the order, so this is called once for it.
CREATE FUNCTION pay_from_pool(p_game text, p_issue text, p_order uuid, p_amount bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE issue_pools SET paid = paid + p_amount WHERE game = p_game AND issue = p_issue;
  PERFORM move_pool(p_game, 'poolPrize', 'house:prizes', -p_amount, 'win', p_order);
END
$$;

-- Notes the refund of an order whose stake has gone into a pool. withdraw_pool_stakes takes its part out of the pool later.
CREATE FUNCTION remember_pool_return(p_user bigint, p_order uuid, p_game text, p_issue text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pool_returns (user_id, order_id, game, issue) SELECT p_user, p_order, game, issue FROM issue_pools
   WHERE game = p_game AND issue = p_issue AND permille > 0 ON CONFLICT DO NOTHING;
END
$$;

-- Takes the part of refunded stakes out of the pool, exact to the fen. If that money is reserved for winners by now, the house adds it first.
CREATE FUNCTION withdraw_pool_stakes(p_game text, p_issue text, p_stakes bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  was issue_pools;
  v_fed bigint;
BEGIN
  PERFORM lock_pool(p_game);
  SELECT * INTO STRICT was FROM issue_pools WHERE game = p_game AND issue = p_issue;
  v_fed := trunc((was.stakes - p_stakes)::numeric * was.permille / 1000);
  PERFORM move_pool(p_game, 'poolGuarantee', 'house:pools', greatest(0, was.fed - v_fed - unpromised_pool(p_game)), 'return', NULL);
  PERFORM move_pool(p_game, 'poolStakeBack', 'house:stakes', v_fed - was.fed, 'return', NULL);
  UPDATE issue_pools SET stakes = stakes - p_stakes, fed = v_fed WHERE game = p_game AND issue = p_issue;
END
$$;

-- Frees reserved money that was not paid (a refunded order, amounts below a yuan), once nothing is left to pay for the issue.
CREATE FUNCTION close_pool(p_game text, p_issue text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE issue_pools SET promised = paid WHERE game = p_game AND issue = p_issue AND paid <> promised
     AND EXISTS (SELECT 1 FROM issues i WHERE i.game = p_game AND i.issue = p_issue AND i.state = 'settled')
     AND NOT EXISTS (SELECT 1 FROM quarantine q WHERE q.game = p_game AND q.issue = p_issue AND q.ended_at IS NULL);
END
$$;
