-- The hot path: one round trip decides and writes any number of bets. What the server has checked before: the signature, the ticket
-- against its description, price and caps. What only the database can decide is decided here, in this order:
--
--   session → (one at a time per player) key, nonce → the player's own limits → (shared lock on the issue) the clock → wallet → writing.
--
-- The clock is read after the issue's lock is held and the freeze needs that lock alone, so a bet is either in before the close or not in
-- at all. No row is shared between players: sums over an issue are derived.
CREATE FUNCTION place_bets(p_items jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  item record;
  answers jsonb := '[]';
  answer jsonb;
  target record;
  now_ms bigint := caipu_now_ms();
  balance bigint;
  forbidden text;
  refused jsonb;
BEGIN
  -- Players in order: two batches that meet wait for each other in one direction only.
  FOR item IN
    SELECT x.*, s.user_id
      FROM jsonb_to_recordset(p_items) AS x(i int, token text, nonce text, key text, body_hash text, id uuid, game text, issue text,
                                            hash text, ticket jsonb, bets bigint, amount bigint, multiplier int,
                                            coupon uuid, coupon_kind text)
      LEFT JOIN sessions s ON s.token_hash = x.token AND s.expires_at > now_ms
     ORDER BY s.user_id, x.key, x.i
  LOOP
    answer := start_keyed(item.user_id, item.nonce, item.key, item.body_hash);
    IF answer IS NOT NULL THEN
      answers := answers || (answer || jsonb_build_object('i', item.i));
      CONTINUE;
    END IF;

    -- Nearly nobody has a row here, and who has none pays for no more than the look.
    forbidden := NULL;
    IF EXISTS (SELECT 1 FROM protection WHERE user_id = item.user_id) THEN
      forbidden := limit_refusal(item.user_id, 'stake', item.amount);
    END IF;
    IF item.issue IS NULL THEN
      now_ms := caipu_now_ms();
      SELECT issue INTO item.issue FROM issues
       WHERE game = item.game AND state = 'open' AND opens_at <= now_ms AND closes_at > now_ms ORDER BY closes_at LIMIT 1;
    END IF;
    IF item.issue IS NOT NULL THEN
      PERFORM pg_advisory_xact_lock_shared(issue_lock_key(item.game, item.issue));
    END IF;
    now_ms := caipu_now_ms();
    SELECT issue, draws_at INTO target FROM issues
     WHERE game = item.game AND issue = item.issue AND state = 'open' AND opens_at <= now_ms AND closes_at > now_ms;
    IF forbidden IS NOT NULL THEN
      answer := refusal('limitReached', forbidden);
    ELSIF NOT FOUND THEN
      answer := refusal('issueClosed', '本期已截止投注，请选择下一期');
    ELSE
      refused := NULL;
      IF item.coupon IS NOT NULL THEN
        refused := spend_coupon(item.user_id, item.coupon, item.id, item.coupon_kind, item.game, item.amount, now_ms);
      END IF;
      balance := CASE WHEN refused IS NULL THEN post(item.user_id, 'stake', 'wallet', 'house:stakes', item.amount, 'bet', item.id, now_ms) END;
      IF refused IS NOT NULL THEN
        answer := refused;
      ELSIF balance IS NULL THEN
        answer := refusal('insufficientFunds', '余额不足');
      ELSE
        INSERT INTO tickets (user_id, id, game, issue, hash, ticket, bets, amount, multiplier, placed_at, due_at)
        VALUES (item.user_id, item.id, item.game, target.issue, item.hash, item.ticket, item.bets, item.amount, item.multiplier, now_ms,
                target.draws_at);
        INSERT INTO outbox (user_id, event) VALUES (item.user_id, jsonb_build_object(
          'type', 'placed', 'gameCode', item.game, 'issues', jsonb_build_array(target.issue), 'balanceFen', balance));
        answer := jsonb_build_object('status', status('ok'), 'msg', '投注成功', 'models', jsonb_build_object(
          'orderId', item.id, 'gameCode', item.game, 'issue', target.issue, 'bets', item.bets, 'amountFen', item.amount,
          'balanceFen', balance, 'drawsAt', target.draws_at)
          || CASE WHEN item.coupon IS NULL THEN '{}' ELSE jsonb_build_object('couponFen', coupon_of(item.user_id, item.id)) END);
      END IF;
    END IF;
    INSERT INTO idempotency (user_id, key, body_hash, answer, at) VALUES (item.user_id, item.key, item.body_hash, answer, now_ms);
    answers := answers || (answer || jsonb_build_object('i', item.i));
  END LOOP;
  RETURN answers;
END
$$;
