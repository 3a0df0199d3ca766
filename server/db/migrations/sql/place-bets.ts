/**
 * The hot path: one round trip decides and writes any number of bets. What the server has checked before: the signature, the
 * ticket against its description, price and caps. What only the database can decide is decided here, in this order:
 *
 *   session → (one at a time per player) idempotency key, nonce → (shared lock on the issue) the clock → wallet → writing.
 *
 * The clock is read after the lock is held and the freeze needs that lock alone, so a bet is either in before the close
 * or not in at all. No row is shared between players: sums over an issue are derived.
 */
export const PLACE_BETS = `
CREATE FUNCTION place_bets(p_items jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  item record;
  answers jsonb := '[]';
  answer jsonb;
  fresh boolean;
  earlier record;
  target record;
  now_ms bigint;
  balance bigint;
BEGIN
  -- Players in order: two batches that meet wait for each other in one direction only.
  FOR item IN
    SELECT x.*, s.user_id
      FROM jsonb_to_recordset(p_items) AS x(i int, token text, nonce text, key text, body_hash text, id uuid, game text, issue text,
                                            hash text, ticket jsonb, bets bigint, amount bigint, multiplier int)
      LEFT JOIN sessions s ON s.token_hash = x.token AND s.expires_at > caipu_now_ms()
     ORDER BY s.user_id, x.key, x.i
  LOOP
    IF item.user_id IS NULL THEN
      answers := answers || jsonb_build_object('i', item.i, 'status', 2, 'models', NULL, 'msg', '登录已失效，请重新登录');
      CONTINUE;
    END IF;
    PERFORM pg_advisory_xact_lock(1, (item.user_id & 2147483647)::int);
    INSERT INTO nonces (nonce, at) VALUES (item.nonce, caipu_now_ms()) ON CONFLICT DO NOTHING;
    fresh := FOUND;
    -- The key first: the very same request sent again (by a proxy, by a browser) is answered as before, not refused as a replay.
    SELECT body_hash, idempotency.answer INTO earlier FROM idempotency WHERE user_id = item.user_id AND key = item.key;
    IF FOUND THEN
      IF earlier.body_hash = item.body_hash THEN
        answers := answers || (earlier.answer || jsonb_build_object('i', item.i));
      ELSIF earlier.body_hash = '' THEN
        answers := answers || jsonb_build_object('i', item.i, 'status', 7, 'models', NULL, 'msg', '该投注请求已作废，请重新下单');
      ELSE
        answers := answers || jsonb_build_object('i', item.i, 'status', 7, 'models', NULL, 'msg', '同一请求编号的内容不一致，请重新下单');
      END IF;
      CONTINUE;
    END IF;
    IF NOT fresh THEN
      answers := answers || jsonb_build_object('i', item.i, 'status', 3, 'models', NULL, 'msg', '请求已被使用，请重新提交');
      CONTINUE;
    END IF;

    IF item.issue IS NULL THEN
      SELECT issue INTO item.issue FROM issues
       WHERE game = item.game AND state = 'open' AND opens_at <= caipu_now_ms() AND closes_at > caipu_now_ms()
       ORDER BY closes_at LIMIT 1;
    END IF;
    IF item.issue IS NOT NULL THEN
      PERFORM pg_advisory_xact_lock_shared(issue_lock_key(item.game, item.issue));
    END IF;
    now_ms := caipu_now_ms();
    SELECT issue, draws_at INTO target FROM issues
     WHERE game = item.game AND issue = item.issue AND state = 'open' AND opens_at <= now_ms AND closes_at > now_ms;
    IF NOT FOUND THEN
      answer := jsonb_build_object('status', 4, 'models', NULL, 'msg', '本期已截止投注，请选择下一期');
    ELSE
      UPDATE wallets SET balance_fen = balance_fen - item.amount WHERE user_id = item.user_id AND balance_fen >= item.amount
      RETURNING balance_fen INTO balance;
      IF NOT FOUND THEN
        answer := jsonb_build_object('status', 5, 'models', NULL, 'msg', '余额不足');
      ELSE
        INSERT INTO tickets (user_id, id, game, issue, hash, ticket, bets, amount_fen, multiplier, placed_at)
        VALUES (item.user_id, item.id, item.game, target.issue, item.hash, item.ticket, item.bets, item.amount, item.multiplier, now_ms);
        INSERT INTO transfers (user_id, kind, debit, credit, amount_fen, balance_fen, at, order_id, note)
        VALUES (item.user_id, 'stake', 'wallet', 'house:stakes', item.amount, balance, now_ms, item.id, item.game || ' ' || target.issue);
        INSERT INTO outbox (user_id, event) VALUES (item.user_id, jsonb_build_object('type', 'balance', 'balanceFen', balance));
        answer := jsonb_build_object('status', 0, 'msg', '投注成功', 'models', jsonb_build_object(
          'orderId', item.id, 'gameCode', item.game, 'issue', target.issue, 'bets', item.bets, 'amountFen', item.amount,
          'balanceFen', balance, 'drawsAt', target.draws_at));
      END IF;
    END IF;
    INSERT INTO idempotency (user_id, key, body_hash, answer, at) VALUES (item.user_id, item.key, item.body_hash, answer, now_ms);
    answers := answers || (answer || jsonb_build_object('i', item.i));
  END LOOP;
  RETURN answers;
END
$$;

-- What became of a key: its answer, or NULL, and then nothing ever will (the key is burnt with an empty body hash).
CREATE FUNCTION key_outcome(p_user bigint, p_key text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  earlier record;
BEGIN
  PERFORM pg_advisory_xact_lock(1, (p_user & 2147483647)::int);
  SELECT body_hash, answer INTO earlier FROM idempotency WHERE user_id = p_user AND key = p_key;
  IF FOUND THEN
    RETURN CASE WHEN earlier.body_hash = '' THEN NULL ELSE earlier.answer END;
  END IF;
  INSERT INTO idempotency (user_id, key, body_hash, answer, at) VALUES (p_user, p_key, '', 'null', caipu_now_ms());
  RETURN NULL;
END
$$;
`;
