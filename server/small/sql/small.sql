-- Small games: a play is one call that takes the stake, writes what was drawn and pays. What was drawn follows from a seed that the player
-- was shown the SHA-256 of; the server reckons it, and whether the play may happen at all is decided here, under the player's lock.

-- Puts a new offer in the place of the last. p_offer: {id, hash, seed, commitment, posts, ms}. Returns when it expires.
CREATE FUNCTION deal_small(p_user bigint, p_game text, p_offer jsonb, p_at bigint) RETURNS bigint LANGUAGE sql AS $$
  INSERT INTO small_offers AS o (user_id, game, id, hash, seed, commitment, posts, dealt_at, expires_at)
  VALUES (p_user, p_game, (p_offer->>'id')::uuid, p_offer->>'hash', p_offer->>'seed', p_offer->>'commitment',
          CASE WHEN p_offer->'posts' = 'null' THEN NULL ELSE ARRAY(SELECT jsonb_array_elements_text(p_offer->'posts')::int) END,
          p_at, p_at + (p_offer->>'ms')::bigint)
  ON CONFLICT (user_id, game) DO UPDATE
     SET id = excluded.id, hash = excluded.hash, seed = excluded.seed, commitment = excluded.commitment, posts = excluded.posts,
         dealt_at = excluded.dealt_at, expires_at = excluded.expires_at
  RETURNING expires_at
$$;

-- Plays an offer. p_item: token, nonce, key, body_hash, id, game, offer, hash, seed, commitment, phone_seed, bets, stake, cost, most, prize,
-- outcome, models, next. `most` is what the play can take at worst: that much must be there, and the player's own limits are asked for it.
CREATE FUNCTION play_small(p_item jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  item record;
  v_user bigint;
  v_offer record;
  v_now bigint;
  v_balance bigint;
  answer jsonb;
  forbidden text;
BEGIN
  SELECT * INTO item FROM jsonb_to_record(p_item) AS x(token text, nonce text, key text, body_hash text, id uuid, game text, offer uuid,
    hash text, seed text, commitment text, phone_seed text, bets jsonb, stake bigint, cost bigint, most bigint, prize bigint,
    outcome jsonb, models jsonb, next jsonb);
  v_user := session_player(item.token);
  answer := start_keyed(v_user, item.nonce, item.key, item.body_hash);
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  IF EXISTS (SELECT 1 FROM protection WHERE user_id = v_user) THEN
    forbidden := limit_refusal(v_user, 'stake', item.most);
  END IF;
  v_now := caipu_now_ms();
  SELECT id, expires_at INTO v_offer FROM small_offers WHERE user_id = v_user AND game = item.game;
  IF forbidden IS NOT NULL THEN
    answer := refusal('limitReached', forbidden);
  ELSIF NOT FOUND OR v_offer.id <> item.offer THEN
    answer := refusal('stateChanged', '这一手已经结束，没有扣款，请用新的一手');
  ELSIF v_offer.expires_at <= v_now THEN
    answer := refusal('issueClosed', '这一手已过期，没有扣款，已为您重新发牌');
  ELSE
    -- What may be lost beside the stake is held while it is decided, so that it is there when it is lost.
    IF item.most > item.stake THEN
      v_balance := post(v_user, 'hold', 'wallet', 'held', item.most, 'gate', item.id, v_now);
      IF v_balance IS NOT NULL THEN
        PERFORM post(v_user, 'game', 'held', 'house:stakes', item.cost, 'play', item.id, v_now);
        IF item.most > item.cost THEN
          v_balance := post(v_user, 'release', 'held', 'wallet', item.most - item.cost, 'gate', item.id, v_now);
        END IF;
      END IF;
    ELSE
      v_balance := post(v_user, 'game', 'wallet', 'house:stakes', item.cost, 'play', item.id, v_now);
    END IF;
    IF v_balance IS NULL THEN
      answer := refusal('insufficientFunds', CASE WHEN item.most > item.stake
        THEN '余额不足：最多输 ' || yuan_text(item.most) || ' 元，须先够这个数' ELSE '余额不足' END);
    ELSE
      IF item.prize > 0 THEN
        v_balance := post(v_user, 'gamePrize', 'house:prizes', 'wallet', item.prize, 'win', item.id, v_now);
      END IF;
      INSERT INTO small_plays (user_id, id, game, hash, offer, seed, commitment, phone_seed, bets, stake, cost, prize, outcome, status, placed_at,
                               settled_at)
      VALUES (v_user, item.id, item.game, item.hash, item.offer, item.seed, item.commitment, item.phone_seed, item.bets, item.stake, item.cost,
              item.prize, item.outcome, CASE WHEN item.prize > 0 THEN 'won' ELSE 'lost' END, v_now, v_now);
      PERFORM deal_small(v_user, item.game, item.next, v_now);
      INSERT INTO outbox (user_id, event) VALUES (v_user, jsonb_build_object('type', 'balance', 'purse', 'wallet', 'unit', 'fen',
        'balance', v_balance, 'balanceFen', v_balance));
      answer := jsonb_build_object('status', status('ok'), 'msg', '', 'models', item.models
        || jsonb_build_object('balanceFen', v_balance, 'at', v_now,
             'next', jsonb_set(item.models->'next', '{expiresAt}', to_jsonb(v_now + (item.next->>'ms')::bigint))));
    END IF;
  END IF;
  PERFORM finish_keyed(v_user, item.key, item.body_hash, answer, v_now);
  RETURN answer;
END
$$;

-- Plays of several players in one transaction; answers in the order of p_items. Players in order, as bets take them: two batches that meet
-- wait for each other in one direction only.
CREATE FUNCTION play_smalls(p_items jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  item record;
  answers jsonb[] := array_fill(NULL::jsonb, ARRAY[jsonb_array_length(p_items)]);
BEGIN
  FOR item IN
    SELECT x.play, x.at FROM jsonb_array_elements(p_items) WITH ORDINALITY AS x(play, at) LEFT JOIN sessions s ON s.token_hash = x.play->>'token'
     ORDER BY s.user_id, x.at
  LOOP
    answers[item.at] := play_small(item.play);
  END LOOP;
  RETURN to_jsonb(answers);
END
$$;

-- Bets in a shared round. The clock is read after the round's lock is held, and settling needs that lock alone: a bet is in before the close or
-- not in at all.
CREATE FUNCTION bet_small_round(p_item jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  item record;
  v_user bigint;
  v_round record;
  v_now bigint;
  v_balance bigint;
  answer jsonb;
  forbidden text;
BEGIN
  SELECT * INTO item FROM jsonb_to_record(p_item) AS x(token text, nonce text, key text, body_hash text, id uuid, game text, round bigint,
    hash text, phone_seed text, bets jsonb, stake bigint, most_round bigint, models jsonb);
  v_user := session_player(item.token);
  answer := start_keyed(v_user, item.nonce, item.key, item.body_hash);
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  IF EXISTS (SELECT 1 FROM protection WHERE user_id = v_user) THEN
    forbidden := limit_refusal(v_user, 'stake', item.stake);
  END IF;
  PERFORM pg_advisory_xact_lock_shared(issue_lock_key('small/' || item.game, item.round::text));
  v_now := caipu_now_ms();
  SELECT * INTO v_round FROM small_rounds WHERE game = item.game AND round = item.round;
  IF forbidden IS NOT NULL THEN
    answer := refusal('limitReached', forbidden);
  ELSIF NOT FOUND OR v_round.closes_at <= v_now OR v_round.settled_at IS NOT NULL THEN
    answer := refusal('issueClosed', '本局已截止，没有扣款');
  ELSIF v_round.hash <> item.hash THEN
    answer := refusal('descriptionChanged', '玩法说明已更新，请看新的赔率再下注');
  ELSIF item.stake + coalesce((SELECT sum(stake) FROM small_plays WHERE user_id = v_user AND game = item.game AND round = item.round
                                  AND status = 'placed'), 0) > item.most_round THEN
    answer := refusal('overCap', '本局最多下注 ' || yuan_text(item.most_round) || ' 元');
  ELSE
    v_balance := post(v_user, 'game', 'wallet', 'house:stakes', item.stake, 'play', item.id, v_now);
    IF v_balance IS NULL THEN
      answer := refusal('insufficientFunds', '余额不足');
    ELSE
      INSERT INTO small_plays (user_id, id, game, hash, round, commitment, phone_seed, bets, stake, cost, status, placed_at)
      VALUES (v_user, item.id, item.game, item.hash, item.round, v_round.commitment, item.phone_seed, item.bets, item.stake, item.stake,
              'placed', v_now);
      INSERT INTO outbox (user_id, event) VALUES (v_user, jsonb_build_object('type', 'balance', 'purse', 'wallet', 'unit', 'fen',
        'balance', v_balance, 'balanceFen', v_balance));
      answer := jsonb_build_object('status', status('ok'), 'msg', '已下注', 'models', item.models
        || jsonb_build_object('balanceFen', v_balance, 'at', v_now, 'settlesAt', v_round.draws_at));
    END IF;
  END IF;
  PERFORM finish_keyed(v_user, item.key, item.body_hash, answer, v_now);
  RETURN answer;
END
$$;

-- Settles a round with what was drawn. p_results: [{u, id, bets, prize}], all that wait; the caller holds the round's row and its lock. False:
-- settled already, or not due.
CREATE FUNCTION settle_small_round(p_game text, p_round bigint, p_outcome jsonb, p_results jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  each record;
  v_now bigint := caipu_now_ms();
  v_balance bigint;
BEGIN
  UPDATE small_rounds SET outcome = p_outcome, settled_at = v_now
   WHERE game = p_game AND round = p_round AND settled_at IS NULL AND draws_at <= v_now;
  IF NOT FOUND THEN RETURN false; END IF;
  FOR each IN SELECT x.* FROM jsonb_to_recordset(p_results) AS x(u bigint, id uuid, bets jsonb, prize bigint) ORDER BY x.u, x.id LOOP
    UPDATE small_plays SET bets = each.bets, prize = each.prize, outcome = p_outcome, settled_at = v_now,
           status = CASE WHEN each.prize > 0 THEN 'won' ELSE 'lost' END
     WHERE user_id = each.u AND id = each.id AND status = 'placed';
    IF FOUND AND each.prize > 0 THEN
      v_balance := post(each.u, 'gamePrize', 'house:prizes', 'wallet', each.prize, 'win', each.id, v_now);
      INSERT INTO outbox (user_id, event) VALUES (each.u, jsonb_build_object('type', 'balance', 'purse', 'wallet', 'unit', 'fen',
        'balance', v_balance, 'balanceFen', v_balance));
    END IF;
  END LOOP;
  RETURN true;
END
$$;
