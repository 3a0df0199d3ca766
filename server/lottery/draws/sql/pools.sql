-- Pools (奖池) of games with floating prizes. The account pool:<game> is fed by stakes when an issue's winners are counted, pays its floating
-- prizes, and keeps what is not won for the next issue. Its movements belong to user 0. A bet never touches it; settlement holds the row of the
-- game before any wallet, so that issues of one game settle it one after the other.

-- Until the transaction ends. A game without a pool has no row, and nothing to wait for.
CREATE FUNCTION lock_pool(p_game text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM pools WHERE game = p_game FOR UPDATE;
END
$$;

-- One movement of the pool; p_amount below zero takes from it, and nothing is moved for 0. The row is held. A pool that does not cover it is an error.
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

-- What of the pool is promised to nobody.
CREATE FUNCTION unpromised_pool(p_game text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT balance FROM pools WHERE game = p_game), 0)
       - coalesce((SELECT sum(promised - paid) FROM issue_pools WHERE game = p_game AND paid <> promised), 0)::bigint
$$;

-- Feeds the pool with an issue's stakes, adds what it lacks (p_seed for the first issue of the game, p_least for any), and returns what there is
-- for the issue to share. Once for an issue: its transaction fixes its prizes.
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

-- What of an order's prize is the pool's: it pays the house, which pays the winner. The caller has paid the order, once.
CREATE FUNCTION pay_from_pool(p_game text, p_issue text, p_order uuid, p_amount bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE issue_pools SET paid = paid + p_amount WHERE game = p_game AND issue = p_issue;
  PERFORM move_pool(p_game, 'poolPrize', 'house:prizes', -p_amount, 'win', p_order);
END
$$;

-- An order of an issue whose stakes were fed is given back: written down, and taken out by withdraw_pool_stakes, which knows what of it was fed.
CREATE FUNCTION remember_pool_return(p_user bigint, p_order uuid, p_game text, p_issue text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pool_returns (user_id, order_id, game, issue) SELECT p_user, p_order, game, issue FROM issue_pools
   WHERE game = p_game AND issue = p_issue AND permille > 0 ON CONFLICT DO NOTHING;
END
$$;

-- Takes stakes out again that were given back: the pool returns what they fed, to the fen. The house adds what the pool has promised away by now.
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

-- For an issue with nothing left to pay: promised money that was not paid (a refunded order, floored yuan) is free again.
CREATE FUNCTION close_pool(p_game text, p_issue text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE issue_pools SET promised = paid WHERE game = p_game AND issue = p_issue AND paid <> promised
     AND EXISTS (SELECT 1 FROM issues i WHERE i.game = p_game AND i.issue = p_issue AND i.state = 'settled')
     AND NOT EXISTS (SELECT 1 FROM quarantine q WHERE q.game = p_game AND q.issue = p_issue AND q.ended_at IS NULL);
END
$$;
