-- Results of matches become settlements, and settlements ends of orders. Every step is one transaction of the server (settle.ts).

-- Marks a new or changed result for settlement. The writer holds the offer's lock in exclusive mode, so no bet
-- on it is under way. result_at: until then an operator can replace the result.
CREATE FUNCTION settle_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.result IS NULL OR NEW.result IS NOT DISTINCT FROM OLD.result AND NEW.final_odds IS NOT DISTINCT FROM OLD.final_odds THEN RETURN NULL; END IF;
  PERFORM queue_settlement(NEW.game, NEW.match_id, greatest(NEW.result_at, caipu_now_ms()));
  RETURN NULL;
END
$$;
CREATE TRIGGER settle_result AFTER UPDATE OF result, final_odds ON offers FOR EACH ROW EXECUTE FUNCTION settle_result();

-- If a pick ends differently from the end by which orders were paid, a corrected result caused it. That correction was signed elsewhere, so
-- the orders are settled again under correction 0.
CREATE FUNCTION settle_outright() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_key text := outright_key(NEW.market, NEW.edition, NEW.code);
BEGIN
  IF NEW.state IN ('won', 'out', 'void') AND NEW.state IS DISTINCT FROM OLD.state THEN
    PERFORM queue_settlement(NEW.game, v_key, caipu_now_ms(),
      (SELECT 0 FROM sport_settlements s WHERE s.game = NEW.game AND s.match_id = v_key AND (s.done_at IS NOT NULL OR s.after_user IS NOT NULL)));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER settle_outright AFTER UPDATE OF state ON outrights FOR EACH ROW EXECUTE FUNCTION settle_outright();

-- Cancels an issue: its matches are taken off the sale, and its orders are refunded step by step (cancelled-issues.ts). The
-- offers are locked in exclusive mode first, so no bet on it is under way.
CREATE FUNCTION settle_cancelled_issue() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v bigint;
BEGIN
  PERFORM lock_offers((SELECT coalesce(jsonb_agg(jsonb_build_object('game', game, 'match', match_id)), '[]') FROM offers
                        WHERE game = NEW.game AND issue = NEW.issue));
  v := next_match_version();
  UPDATE offers SET suspended = words('issueCancelled'), state = CASE WHEN state IN ('selling', 'stopped') THEN 'suspended' ELSE state END, version = v
   WHERE game = NEW.game AND issue = NEW.issue AND result IS NULL;
  PERFORM announce_matches(jsonb_build_array(NEW.game), false);
  PERFORM queue_settlement(NEW.game, 'issue/' || NEW.issue, caipu_now_ms());
  RETURN NULL;
END
$$;
CREATE TRIGGER settle_cancelled_issue AFTER UPDATE OF state ON sport_issues FOR EACH ROW
  WHEN (NEW.state = 'cancelled' AND OLD.state <> 'cancelled') EXECUTE FUNCTION settle_cancelled_issue();

-- Queues the settlement of a match, the first or a repeated one. p_correction: the correction for which paid orders are settled again.
CREATE FUNCTION queue_settlement(p_game text, p_match text, p_due bigint, p_correction bigint DEFAULT NULL) RETURNS void LANGUAGE sql AS $$
  INSERT INTO sport_settlements AS s (game, match_id, due_at, correction) VALUES (p_game, p_match, p_due, p_correction)
  ON CONFLICT (game, match_id) DO UPDATE
    SET due_at = p_due, done_at = NULL, counted = CASE WHEN s.counted ? 'prizes' THEN s.counted END, after_user = NULL, after_order = NULL, held_until = NULL,
        correction = coalesce(p_correction, s.correction)
$$;

-- The orders after (p_user, p_order) that hold a match, at most p_limit, each with the results of all that it hangs on: by match {"measures" …,
-- "odds" …} or {"void": true}, of an outright {"state": …}; NULL where something is not decided yet. p_final: the final odds pay. p_match NULL:
-- the one order.
CREATE FUNCTION orders_on(p_game text, p_match text, p_user bigint, p_order uuid, p_limit int, p_final boolean)
RETURNS TABLE (user_id bigint, id uuid, hash text, ticket jsonb, units jsonb, amount bigint, status text, results jsonb) LANGUAGE sql STABLE AS $$
  SELECT s.user_id, s.id, s.hash, s.ticket, s.units, s.amount, s.status, r.results
    FROM ((SELECT l.user_id, l.order_id FROM sport_legs l
            WHERE p_match IS NOT NULL AND l.game = p_game AND l.match_id = p_match AND (l.user_id, l.order_id) > (coalesce(p_user, 0), coalesce(p_order, '00000000-0000-0000-0000-000000000000'))
            ORDER BY l.user_id, l.order_id LIMIT p_limit)
          UNION ALL
          SELECT p_user, p_order WHERE p_match IS NULL) l
    JOIN sport_orders s ON s.user_id = l.user_id AND s.id = l.order_id,
    LATERAL (
      SELECT CASE WHEN bool_and(e.result IS NOT NULL) THEN jsonb_object_agg(e.match, e.result) END AS results
        FROM (
          SELECT m->>'match' AS match, (
                   SELECT o.result || CASE WHEN p_final THEN jsonb_build_object('odds', coalesce(o.final_odds, o.odds)) ELSE '{}' END FROM offers o
                    WHERE o.game = s.game AND o.match_id = m->>'match' AND coalesce(o.result_at, 0) <= caipu_now_ms()) AS result
            FROM jsonb_array_elements(s.ticket->'matches') m
          UNION ALL
          SELECT m->>'code', (
                   SELECT jsonb_build_object('state', o.state) FROM outrights o
                    WHERE o.game = s.game AND o.market = s.ticket->>'market' AND o.edition = s.ticket->>'edition' AND o.code = m->>'code'
                      AND o.state IN ('won', 'out', 'void'))
            FROM jsonb_array_elements(s.ticket->'picks') m) e) r
   ORDER BY s.user_id, s.id
$$;

-- Ends orders: [{user, id, prize, refund, outcome, why}]. A waiting order is paid. For an order that has ended only the difference is posted: a
-- missing amount is paid, an excess is taken back as far as the wallet covers it, and the rest is written off. So no purse goes below zero.
-- Players are locked in order, so that two settlements cannot deadlock. Returns the number of orders that changed.
-- p_anew: a corrected result, so orders that have ended are changed too. The parameter keeps its released name, because PostgreSQL cannot replace a
-- function under another one: an upgrade would have to drop it while other processes use it.
CREATE FUNCTION end_sport_orders(p_list jsonb, p_anew boolean) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  is_correction ALIAS FOR p_anew;
  item record;
  sold record;
  now_ms bigint := caipu_now_ms();
  ended text;
  balance bigint;
  moved boolean;
  commission bigint;
  ends int := 0;
BEGIN
  PERFORM lock_wallets_of_group_tickets(p_list);
  PERFORM lock_releasers(p_list);
  FOR item IN SELECT * FROM jsonb_to_recordset(p_list) AS x("user" bigint, id uuid, prize bigint, refund bigint, outcome jsonb) ORDER BY 1, 2 LOOP
    SELECT * INTO sold FROM sport_orders WHERE user_id = item."user" AND id = item.id FOR UPDATE;
    IF NOT FOUND OR (sold.status <> 'placed' AND NOT is_correction) OR sold.status = 'held' THEN CONTINUE; END IF;
    -- An operator refunded the stake. This end is final.
    IF sold.status = 'cancelled' AND sold.refund < sold.amount THEN CONTINUE; END IF;
    -- An order on a cancelled issue gets its whole stake back, and never a prize of its matches.
    IF sold.status IN ('placed', 'cancelled') AND item.refund < sold.amount
       AND EXISTS (SELECT 1 FROM sport_issues i WHERE i.game = sold.game AND i.issue = sold.sold_issue AND i.state = 'cancelled') THEN CONTINUE; END IF;
    -- A follower of a release gets the prize less the commission.
    commission := CASE WHEN sold.release_id IS NULL THEN 0 ELSE follow_commission(sold.user_id, sold.id, sold.amount, item.prize, item.refund) END;
    item.prize := item.prize - commission;
    IF sold.status <> 'placed' AND sold.prize = item.prize AND sold.refund = item.refund
       AND (sold.release_id IS NULL OR NOT EXISTS (
             SELECT 1 FROM follows f WHERE f.user_id = sold.user_id AND f.order_id = sold.id AND f.commission_fen <> commission)) THEN CONTINUE; END IF;
    ended := CASE WHEN item.prize > 0 THEN 'won' WHEN item.refund = sold.amount THEN 'cancelled' ELSE 'lost' END;
    moved := false;
    IF item."user" = 0 THEN
      -- The ticket of a group order (合买): shared out, and corrected, share by share.
      PERFORM settle_group(item.id, item.prize, item.refund);
      sold.prize := item.prize;
      sold.refund := item.refund;
    END IF;
    IF item.prize > sold.prize THEN
      -- What was written off before is owed no more.
      balance := least(item.prize - sold.prize, sold.written_off);
      sold.written_off := sold.written_off - balance;
      IF item.prize - sold.prize > balance THEN
        PERFORM post(item."user", 'prize', 'house:prizes', 'wallet', item.prize - sold.prize - balance,
                     CASE sold.status WHEN 'placed' THEN 'win' ELSE 'correction' END, item.id);
        moved := true;
      END IF;
    ELSIF item.prize < sold.prize THEN
      balance := recover_overpayment(item."user", 'prizeBack', 'house:prizes', sold.prize - item.prize, item.id);
      sold.written_off := sold.written_off + sold.prize - item.prize - balance;
      moved := true;
    END IF;
    IF item.refund > sold.refund THEN
      balance := least(item.refund - sold.refund, sold.written_off);
      sold.written_off := sold.written_off - balance;
      IF item.refund - sold.refund > balance THEN
        PERFORM post(item."user", 'refund', 'house:stakes', 'wallet', item.refund - sold.refund - balance, 'voidLeg', item.id);
        moved := true;
      END IF;
    ELSIF item.refund < sold.refund THEN
      balance := recover_overpayment(item."user", 'refundBack', 'house:stakes', sold.refund - item.refund, item.id);
      sold.written_off := sold.written_off + sold.refund - item.refund - balance;
      moved := true;
    END IF;
    IF item."user" <> 0 AND (item.refund > 0 OR sold.refund > 0) THEN PERFORM end_coupon(item."user", item.id, sold.amount, item.refund); END IF;
    UPDATE sport_orders
       SET status = ended, prize = item.prize, refund = item.refund, outcome = item.outcome, written_off = sold.written_off,
           settled_at = now_ms, due_at = now_ms
     WHERE user_id = item."user" AND id = item.id;
    IF sold.release_id IS NOT NULL THEN
      PERFORM end_release_order(sold.user_id, sold.id, sold.release_id, ended, item.prize, item.refund, commission, now_ms);
    END IF;
    INSERT INTO outbox (user_id, event) VALUES (item."user", jsonb_build_object(
      'type', 'order', 'orderId', item.id, 'kind', 'sport', 'gameCode', sold.game, 'status', ended, 'prizeFen', item.prize));
    IF moved THEN
      PERFORM announce_balance(item."user", 'wallet', 'fen', (SELECT balance_fen FROM wallets WHERE user_id = item."user"));
    END IF;
    ends := ends + 1;
  END LOOP;
  RETURN ends;
END
$$;

-- Takes back what was paid too much, as far as the wallet covers it. Returns how much that was.
CREATE FUNCTION recover_overpayment(p_user bigint, p_kind text, p_credit text, p_amount bigint, p_ref uuid) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  there bigint;
BEGIN
  SELECT least(balance_fen, p_amount) INTO there FROM wallets WHERE user_id = p_user FOR UPDATE;
  IF there > 0 THEN PERFORM post(p_user, p_kind, 'wallet', p_credit, there, 'correction', p_ref); END IF;
  RETURN there;
END
$$;

-- The orders of an issue after (p_user, p_order), each with the results of its matches.
CREATE FUNCTION orders_of_issue(p_game text, p_issue text, p_user bigint, p_order uuid, p_limit int)
RETURNS TABLE (user_id bigint, id uuid, hash text, ticket jsonb, units jsonb, amount bigint, status text, results jsonb) LANGUAGE sql STABLE AS $$
  WITH ended AS MATERIALIZED (
    SELECT match_id, result FROM offers WHERE game = p_game AND issue = p_issue AND result IS NOT NULL)
  SELECT s.user_id, s.id, s.hash, s.ticket, s.units, s.amount, s.status,
         (SELECT CASE WHEN count(e.match_id) = count(*) THEN jsonb_object_agg(m->>'match', e.result) END
            FROM jsonb_array_elements(s.ticket->'matches') m LEFT JOIN ended e ON e.match_id = m->>'match')
    FROM sport_orders s
   WHERE s.game = p_game AND s.sold_issue = p_issue
     AND (s.user_id, s.id) > (coalesce(p_user, 0), coalesce(p_order, '00000000-0000-0000-0000-000000000000'))
   ORDER BY s.user_id, s.id LIMIT p_limit
$$;

-- What the issues before left to a play. Until the first pool is shared out the first play has what the sale began with.
CREATE FUNCTION pool_carried(p_game text, p_issue text, p_play text, p_first boolean) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT p.carried_in FROM sport_pools p WHERE p.game = p_game AND p.issue = p_issue AND p.play = p_play),
    (SELECT p.carried_out FROM sport_pools p JOIN sport_issues i ON i.game = p.game AND i.issue = p.issue
       JOIN sport_issues own ON own.game = p_game AND own.issue = p_issue
      WHERE p.game = p_game AND p.play = p_play AND (i.closes_at, i.issue) < (own.closes_at, own.issue)
      ORDER BY i.closes_at DESC, i.issue DESC LIMIT 1),
    CASE WHEN p_first THEN (
      SELECT max(i.carried_fen) FROM sport_issues i JOIN sport_issues own ON own.game = p_game AND own.issue = p_issue
       WHERE i.game = p_game AND (i.closes_at, i.issue) <= (own.closes_at, own.issue)) END, 0)
$$;

-- What phones are shown of the pools on sale: the share of the sales so far, and what comes in from before. Sums, so that no bet waits for
-- another at a shared row.
CREATE FUNCTION refresh_pools(p_game text, p_share int, p_plays jsonb) RETURNS void LANGUAGE sql AS $$
  UPDATE sport_issues u SET pool_fen = n.pool, carried_fen = n.carried
    FROM (SELECT i.issue,
                 coalesce((SELECT sum(s.amount) FROM sport_orders s WHERE s.game = p_game AND s.sold_issue = i.issue AND s.status <> 'cancelled'), 0)::bigint
                   * p_share / 1000 AS pool,
                 (SELECT coalesce(sum(pool_carried(p_game, i.issue, p.play #>> '{}', p.n = 1)), 0)::bigint
                    FROM jsonb_array_elements(p_plays) WITH ORDINALITY AS p(play, n)) AS carried
            FROM sport_issues i WHERE i.game = p_game AND i.state IN ('open', 'closed')) n
   WHERE u.game = p_game AND u.issue = n.issue AND (u.pool_fen, u.carried_fen) IS DISTINCT FROM (n.pool, n.carried)
$$;
