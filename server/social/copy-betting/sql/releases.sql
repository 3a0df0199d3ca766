-- Copy betting (跟单): releases, the orders that follow them, and the commission. server/social/copy-betting/SPEC.md numbers the rules.
--
-- Order of locks, after those of a bet: wallets in the order of players → releases in the order of their ids → records.

-- Why a player cannot release a bet now, as a sentence for the player; NULL: it is allowed. The caller holds the player's lock.
CREATE FUNCTION release_refusal(p_user bigint, p jsonb, p_now bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF (SELECT coalesce(sum(released), 0) FROM release_stats
       WHERE user_id = p_user AND day = (p_now + (p->>'offsetMs')::bigint) / 86400000) >= (p->>'mostADay')::int THEN
    RETURN words('releasesFull', p->>'mostADay');
  END IF;
  RETURN NULL;
END
$$;

-- Offers a bet that was sold in the same transaction to followers, as a release (宝单).
--   p: as for sell_sport, with release: {id, ticket, unitFen, matches, plays, passes, single, returnX100, commissionBp, security, text, leastFen, offsetMs,
--   mostADay, leastReturn, jump}. The record counts a return below leastReturn as weak, and a stake above jump × the previous one as a jump.
--   Admission to the list of releasers reads these counts.
CREATE FUNCTION add_release(p_user bigint, p jsonb, p_now bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  r jsonb := p->'release';
  v_amount bigint := (p->>'amount')::bigint;
  v_day int := (p_now + (r->>'offsetMs')::bigint) / 86400000;
  v_stops bigint;
  v_starts bigint;
  v_jump boolean;
BEGIN
  SELECT min(least(CASE WHEN (p->'form'->>'ones')::boolean THEN o.single_stops_at END,
                   CASE WHEN (p->'form'->>'more')::boolean THEN o.pass_stops_at END)), min(m.starts_at) INTO v_stops, v_starts
    FROM jsonb_array_elements(p->'ticket'->'matches') e JOIN offers o ON o.game = p->>'game' AND o.match_id = e->>'match' JOIN matches m ON m.id = o.match_id;
  SELECT v_amount > before.stake_fen * (r->>'jump')::bigint INTO v_jump
    FROM (SELECT stake_fen FROM releases WHERE user_id = p_user ORDER BY released_at DESC, id DESC LIMIT 1) before;
  INSERT INTO releases (id, user_id, order_id, game, ticket, unit_fen, stake_fen, matches, plays, passes, single, return_x100, commission_bp, security,
                        text, least_fen, released_at, day, stops_at, starts_at)
  VALUES ((r->>'id')::uuid, p_user, (p->>'id')::uuid, p->>'game', r->'ticket', (r->>'unitFen')::bigint, v_amount, (r->>'matches')::int, r->>'plays',
          r->>'passes', (r->>'single')::boolean, (r->>'returnX100')::bigint, (r->>'commissionBp')::int, (r->>'security')::int, r->>'text',
          (r->>'leastFen')::bigint, p_now, v_day, v_stops, v_starts);
  INSERT INTO release_jobs (release_id, released_at) VALUES ((r->>'id')::uuid, p_now);
  INSERT INTO releasers (user_id) VALUES (p_user) ON CONFLICT DO NOTHING;
  PERFORM add_record(p_user, p->>'game', v_day, p_now, jsonb_build_object('released', 1,
    'weak', ((r->>'returnX100')::bigint < (r->>'leastReturn')::bigint)::int, 'jumps', coalesce(v_jump, false)::int));
END
$$;

-- Decides whether a player sees the ticket of a release; no other code does. p_asker NULL: not logged in. Returns NULL when it is visible,
-- else the instant from which all players see it.
CREATE FUNCTION plan_hidden_until(p_release uuid, p_asker bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT r.stops_at FROM releases r
   WHERE r.id = p_release AND r.security <> 0 AND r.user_id IS DISTINCT FROM p_asker AND r.stops_at > caipu_now_ms()
     AND NOT (r.security = 1 AND EXISTS (SELECT 1 FROM follows f WHERE f.release_id = r.id AND f.user_id = p_asker))
$$;

-- Places an order that follows a release. The caller holds the player's lock. Answers as sell_sport. Raises CP002 when the release is not
-- open any more.
--   p: as for sell_sport, with follows (the release), times, and rule (the standing rule that places the order, or NULL).
CREATE FUNCTION follow_release(p_user bigint, p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  answer jsonb := sell_sport(p_user, p);
  v_release uuid := (p->>'follows')::uuid;
  v_at bigint;
  v_new int;
  r record;
BEGIN
  IF (answer->>'status')::int <> status('ok') THEN RETURN answer; END IF;
  SELECT placed_at INTO v_at FROM sport_orders WHERE user_id = p_user AND id = (p->>'id')::uuid;
  v_new := (NOT EXISTS (SELECT 1 FROM follows WHERE release_id = v_release AND user_id = p_user))::int;
  UPDATE releases SET followers = followers + v_new, followed_fen = followed_fen + (p->>'amount')::bigint
   WHERE id = v_release AND withdrawn_at IS NULL AND stops_at > v_at RETURNING user_id, game, day, released_at INTO r;
  -- The release was withdrawn or has stopped since the caller read it. The error rolls the sale back.
  IF NOT FOUND THEN RAISE EXCEPTION 'the release is not open any more' USING ERRCODE = 'CP002'; END IF;
  INSERT INTO follows (user_id, order_id, release_id, rule_id, times, stake_fen, at)
  VALUES (p_user, (p->>'id')::uuid, v_release, (p->>'rule')::uuid, (p->>'times')::int, (p->>'amount')::bigint, v_at);
  PERFORM add_record(r.user_id, r.game, r.day, r.released_at, jsonb_build_object('followers', v_new, 'followed_fen', (p->>'amount')::bigint));
  RETURN answer;
END
$$;

-- The commission on a follower's order, fen: the releaser's share of the profit, rounded down. 0 without a profit, and for the release itself.
CREATE FUNCTION follow_commission(p_user bigint, p_order uuid, p_amount bigint, p_prize bigint, p_refund bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT greatest(p_prize + p_refund - p_amount, 0) * r.commission_bp / 10000
                     FROM follows f JOIN releases r ON r.id = f.release_id WHERE f.user_id = p_user AND f.order_id = p_order), 0)
$$;

-- Locks for orders that are about to end ([{user, id}]), if some of them are releases or follow one. It locks the wallets of all paid players
-- in the order of players, then the releases. With this order of locks two steps cannot deadlock.
CREATE FUNCTION lock_releasers(p_list jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_releases uuid[];
BEGIN
  SELECT array_agg(DISTINCT s.release_id) INTO v_releases
    FROM jsonb_to_recordset(p_list) AS x("user" bigint, id uuid) JOIN sport_orders s ON s.user_id = x."user" AND s.id = x.id
   WHERE s.release_id IS NOT NULL;
  IF v_releases IS NULL THEN RETURN; END IF;
  PERFORM 1 FROM wallets WHERE user_id IN (
      SELECT x."user" FROM jsonb_to_recordset(p_list) AS x("user" bigint) UNION SELECT r.user_id FROM releases r WHERE r.id = ANY(v_releases))
    ORDER BY user_id FOR UPDATE;
  PERFORM 1 FROM releases WHERE id = ANY(v_releases) ORDER BY id FOR UPDATE;
END
$$;

-- Applies the end, or a corrected end, of an order that is a release or follows one: its record and commission. p_prize: the order's prize, fen.
CREATE FUNCTION end_release_order(p_user bigint, p_order uuid, p_release uuid, p_status text, p_prize bigint, p_refund bigint, p_commission bigint,
                                  p_now bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  f follows;
  r releases;
  v_off bigint;
BEGIN
  SELECT * INTO STRICT r FROM releases WHERE id = p_release;
  SELECT * INTO f FROM follows WHERE user_id = p_user AND order_id = p_order;
  IF NOT FOUND THEN
    PERFORM end_release(r, p_status, p_prize, p_now);
    RETURN;
  END IF;
  IF f.commission_fen = p_commission THEN RETURN; END IF;
  IF p_commission > f.commission_fen THEN
    -- The releaser still has the amount that was written off, so it is not paid again.
    v_off := least(p_commission - f.commission_fen, f.written_off);
    f.written_off := f.written_off - v_off;
    IF p_commission - f.commission_fen > v_off THEN
      PERFORM post(r.user_id, 'followCommission', 'house:prizes', 'wallet', p_commission - f.commission_fen - v_off,
                   CASE f.commission_fen WHEN 0 THEN 'win' ELSE 'correction' END, r.order_id, p_now);
    END IF;
  ELSE
    v_off := recover_overpayment(r.user_id, 'followCommissionBack', 'house:prizes', f.commission_fen - p_commission, r.order_id);
    f.written_off := f.written_off + f.commission_fen - p_commission - v_off;
  END IF;
  UPDATE follows SET commission_fen = p_commission, written_off = f.written_off WHERE user_id = p_user AND order_id = p_order;
  UPDATE releases SET commission_fen = commission_fen + p_commission - f.commission_fen WHERE id = p_release;
  PERFORM announce_balance(r.user_id, 'wallet', 'fen', (SELECT balance_fen FROM wallets WHERE user_id = r.user_id));
END
$$;
