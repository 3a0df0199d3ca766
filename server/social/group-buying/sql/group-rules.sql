-- Standing rules (定制): shares of one player's group orders that are bought automatically for another, in the order in which the rules were made. Each
-- rule and each group order meet once (group_buy_rule_runs), with the shares that were taken or with the reason why none were.

-- Ends a rule, or switches it off: the held money goes back. p_state: off, ended. The caller holds the player's lock.
CREATE FUNCTION end_group_rule(p_rule uuid, p_state text, p_why text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  r record;
BEGIN
  SELECT * INTO r FROM group_buy_rules WHERE id = p_rule FOR UPDATE;
  IF r.held > 0 THEN
    PERFORM announce_balance(r.user_id, 'wallet', 'fen', post(r.user_id, 'release', 'held', 'wallet', r.held, 'rule', p_rule));
  END IF;
  UPDATE group_buy_rules SET held = 0, state = p_state, why = p_why WHERE id = p_rule;
END
$$;

-- Meets one rule and one group order. p_id: of the shares that may be taken. p_most: what a rule takes of one order at most, fen.
-- Answers: done, or why not; NULL: they have met before.
CREATE FUNCTION run_group_rule(p_user bigint, p_rule uuid, p_hm uuid, p_id uuid, p_sold jsonb, p_most bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  r record;
  o record;
  v_fen bigint;
  v_shares int;
  v_reason text := '';
  answer jsonb;
BEGIN
  PERFORM lock_player(p_user);
  SELECT * INTO r FROM group_buy_rules WHERE id = p_rule AND user_id = p_user AND state = 'on' FOR UPDATE;
  IF NOT FOUND OR EXISTS (SELECT 1 FROM group_buy_rule_runs WHERE rule_id = p_rule AND group_buy_id = p_hm) THEN RETURN NULL; END IF;
  SELECT * INTO o FROM group_buy_orders WHERE id = p_hm FOR UPDATE;
  IF o.started_at < r.since THEN RETURN NULL; END IF;
  v_fen := CASE r.mode WHEN 'fixed' THEN r.fen ELSE least(o.total * r.percent / 100, r.max_fen, p_most) END;
  v_shares := v_fen / o.share_fen;
  IF r.game IS NOT NULL AND r.game <> o.game THEN v_reason := words('ruleGame');
  ELSIF o.total < coalesce(r.min_total, 0) THEN v_reason := words('ruleBelow');
  ELSIF o.total > coalesce(r.max_total, o.total) THEN v_reason := words('ruleAbove');
  ELSIF o.state <> 'open' OR o.left_shares = 0 THEN v_reason := words('ruleLate');
  ELSIF v_shares = 0 THEN v_reason := words('ruleShare');
  ELSIF v_shares > o.left_shares AND NOT r.partial THEN v_reason := words('ruleShares');
  ELSE
    v_shares := least(v_shares, o.left_shares);
    v_fen := v_shares * o.share_fen;
    IF r.prepay AND r.held < v_fen THEN
      v_reason := words('rulePrepaid');
    ELSIF NOT r.prepay AND (SELECT balance_fen FROM wallets WHERE user_id = p_user) < v_fen THEN
      v_reason := words('balanceShort');
    ELSIF r.min_balance IS NOT NULL
       AND (SELECT balance_fen FROM wallets WHERE user_id = p_user) - (CASE WHEN r.prepay THEN 0 ELSE v_fen END) < r.min_balance THEN
      v_reason := words('ruleBalance');
    ELSE
      answer := take_shares(p_user, p_hm, v_shares, p_id, 'follow', CASE WHEN r.prepay THEN 'held' ELSE 'wallet' END, p_sold);
      IF (answer->>'status')::int <> status('ok') THEN v_reason := answer->>'msg'; END IF;
    END IF;
  END IF;
  INSERT INTO group_buy_rule_runs (rule_id, group_buy_id, user_id, at, join_id, reason)
  VALUES (p_rule, p_hm, p_user, caipu_now_ms(), CASE v_reason WHEN '' THEN p_id END, v_reason);
  IF v_reason = '' THEN
    UPDATE group_buy_rules SET done = done + 1, spent = spent + v_fen, held = held - CASE WHEN prepay THEN v_fen ELSE 0 END, worked_at = caipu_now_ms()
     WHERE id = p_rule;
    IF r.done + 1 = r.times THEN PERFORM end_group_rule(p_rule, 'ended', words('ruleDone', r.times::text)); END IF;
    RETURN 'done';
  END IF;
  RETURN v_reason;
END
$$;

-- Ends rules that are to end by themselves: nothing taken for p_idle_ms, or the last orders all without a prize. Returns how many.
CREATE FUNCTION end_group_rules(p_idle_ms bigint, p_limit int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  r record;
  n int := 0;
BEGIN
  FOR r IN
    SELECT user_id, id, NULL::int AS misses FROM (SELECT user_id, id FROM group_buy_rules
      WHERE state = 'on' AND worked_at < (SELECT caipu_now_ms()) - p_idle_ms ORDER BY worked_at LIMIT p_limit) idle
    UNION ALL
    SELECT user_id, id, stop_after_misses FROM group_buy_rules h
     WHERE state = 'on' AND stop_after_misses IS NOT NULL AND stop_after_misses <= (
       SELECT count(*) FROM (
         SELECT o.prize FROM group_buy_rule_runs x JOIN group_buy_orders o ON o.id = x.group_buy_id
          WHERE x.rule_id = h.id AND x.user_id = h.user_id AND x.join_id IS NOT NULL AND o.state IN ('won', 'lost') ORDER BY x.seq DESC LIMIT h.stop_after_misses) last
        WHERE last.prize = 0)
    ORDER BY 1, 2 LIMIT p_limit
  LOOP
    PERFORM lock_player(r.user_id);
    PERFORM 1 FROM group_buy_rules WHERE id = r.id AND state = 'on' FOR UPDATE;
    IF NOT FOUND THEN CONTINUE; END IF;
    PERFORM end_group_rule(r.id, 'ended', CASE WHEN r.misses IS NULL THEN words('ruleIdle') ELSE words('ruleMissed', r.misses::text) END);
    n := n + 1;
  END LOOP;
  RETURN n;
END
$$;
