-- Small games: a play is one call that takes the stake, writes the result and pays. The result follows from a seed whose SHA-256 the player was
-- shown. The server calculates it; SQL decides under the player's lock whether the play is allowed.

-- Posts of an offer, NULL of a game that has none.
CREATE FUNCTION offer_posts(p_offer jsonb) RETURNS int[] LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF p_offer->'posts' = 'null' THEN RETURN NULL; END IF;
  RETURN ARRAY(SELECT jsonb_array_elements_text(p_offer->'posts')::int);
END
$$;

-- Puts a new offer in the place of the last. p_offer: {id, hash, seed, commitment, posts, ms}. Returns when it expires.
CREATE FUNCTION deal_small(p_user bigint, p_game text, p_offer jsonb, p_at bigint) RETURNS bigint LANGUAGE sql AS $$
  INSERT INTO small_offers AS o (user_id, game, id, hash, seed, commitment, posts, dealt_at, expires_at)
  VALUES (p_user, p_game, (p_offer->>'id')::uuid, p_offer->>'hash', p_offer->>'seed', p_offer->>'commitment',
          offer_posts(p_offer),
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
  answer := start_idempotent(v_user, item.nonce, item.key, item.body_hash);
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  IF EXISTS (SELECT 1 FROM limited_players WHERE user_id = v_user) THEN
    forbidden := player_limit_refusal(v_user, 'stake', item.most, item.stake);
  END IF;
  v_now := caipu_now_ms();
  SELECT id, expires_at INTO v_offer FROM small_offers WHERE user_id = v_user AND game = item.game;
  IF forbidden IS NOT NULL THEN
    answer := refusal('limitReached', forbidden);
  ELSE
    answer := play_refusal(item.offer, v_offer.id, v_offer.expires_at, v_now);
  END IF;
  IF answer IS NULL THEN
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
      answer := play_unaffordable(item.stake, item.most);
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
      answer := play_answer(item.models, v_balance, (item.next->>'ms')::bigint, v_now);
    END IF;
  END IF;
  PERFORM finish_idempotent(v_user, item.key, item.body_hash, answer, v_now);
  RETURN answer;
END
$$;

-- What a play that was made is answered with. p_next_ms: how long the next offer lasts.
CREATE FUNCTION play_answer(p_models jsonb, p_balance bigint, p_next_ms bigint, p_at bigint) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN jsonb_build_object('status', status('ok'), 'msg', '', 'models', p_models || jsonb_build_object('balanceFen', p_balance, 'at', p_at,
    'next', jsonb_set(p_models->'next', '{expiresAt}', to_jsonb(p_at + p_next_ms))));
END
$$;

-- The refusal of a play whose offer was used or has expired; NULL: the play is allowed.
CREATE FUNCTION play_refusal(p_offer uuid, p_there uuid, p_expires_at bigint, p_at bigint) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_there IS DISTINCT FROM p_offer THEN RETURN refusal('stateChanged', words('offerOver')); END IF;
  IF p_expires_at <= p_at THEN RETURN refusal('issueClosed', words('offerExpired')); END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION play_unaffordable(p_stake bigint, p_most bigint) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN refusal('insufficientFunds', CASE WHEN p_most > p_stake THEN words('worstShort', yuan_text(p_most))
                                           ELSE words('balanceShort') END);
END
$$;

-- Plays of several players in one transaction; answers in the order of p_items. Unless p_wait, it does not wait for a player's lock: the
-- plays of a busy player are left out and answered with null.
CREATE FUNCTION play_smalls(p_items jsonb, p_wait boolean DEFAULT true) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  -- One by itself is done sooner without sets.
  RETURN CASE jsonb_array_length(p_items) WHEN 1 THEN play_small_lone(p_items->0, p_wait) ELSE play_small_batch(p_items, p_wait) END;
END
$$;

CREATE FUNCTION play_small_lone(p_item jsonb, p_wait boolean) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN jsonb_build_array(CASE WHEN p_wait OR try_lock_player(session_player(p_item->>'token')) IS NOT FALSE THEN play_small(p_item) END);
END
$$;

-- Takes each step for all plays by one statement, as bets do (orders/sql/place-bets.sql, which tells why the plans are made as they are). Left to
-- play_small, one after the other under the same locks: several plays of one player, and plays of players who set themselves limits.
CREATE FUNCTION play_small_batch(p_items jsonb, p_wait boolean) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_sort = off SET jit = off AS $$
DECLARE
  now_ms bigint := caipu_now_ms();
  many int;
  -- One element for each play, ordered by player.
  places int[]; users bigint[]; nonces text[]; keys text[]; body_hashes text[]; ids uuid[]; games text[]; wanted uuid[]; hashes text[];
  seeds text[]; commitments text[]; phone_seeds text[]; contents jsonb[]; stakes bigint[]; costs bigint[]; most bigint[]; prizes bigint[];
  outcomes jsonb[]; models jsonb[]; nexts jsonb[];
  together boolean[];
  -- True for an item whose player's lock is held.
  held boolean[];
  busy int[];
  answers jsonb[];
  -- True for what is decided here and remembered under its key.
  decided boolean[];
  -- What the wallet holds after the play, NULL for one that was not made.
  balances bigint[];
BEGIN
  SELECT array_agg(x.place), array_agg(x.user_id), array_agg(x.nonce), array_agg(x.key), array_agg(x.body_hash), array_agg(x.id),
         array_agg(x.game), array_agg(x.offer), array_agg(x.hash), array_agg(x.seed), array_agg(x.commitment), array_agg(x.phone_seed),
         array_agg(x.bets), array_agg(x.stake), array_agg(x.cost), array_agg(x.most), array_agg(x.prize), array_agg(x.outcome),
         array_agg(x.models), array_agg(x.next)
    INTO places, users, nonces, keys, body_hashes, ids, games, wanted, hashes, seeds, commitments, phone_seeds, contents, stakes, costs, most,
         prizes, outcomes, models, nexts
    FROM (
      SELECT r.*, (SELECT CASE WHEN s.expires_at > now_ms THEN s.user_id END FROM sessions s WHERE s.token_hash = r.token) AS user_id
        FROM ROWS FROM (jsonb_to_recordset(p_items) AS (token text, nonce text, key text, body_hash text, id uuid, game text, offer uuid,
               hash text, seed text, commitment text, phone_seed text, bets jsonb, stake bigint, cost bigint, most bigint, prize bigint,
               outcome jsonb, models jsonb, next jsonb)) WITH ORDINALITY
             AS r(token, nonce, key, body_hash, id, game, offer, hash, seed, commitment, phone_seed, bets, stake, cost, most, prize, outcome,
                  models, next, place)
       ORDER BY user_id, place) x;
  many := cardinality(places);

  held := lock_players(users, p_wait);
  IF false = ANY(held) THEN
    busy := ARRAY(SELECT places[n] FROM generate_series(1, many) AS n WHERE NOT held[n]);
    RETURN answers_with_gaps(CASE WHEN cardinality(busy) = many THEN '[]' ELSE play_small_batch(items_without(p_items, busy), p_wait) END, busy);
  END IF;
  together := decided_together(users);
  answers := start_idempotent_all(users, together, nonces, keys, body_hashes, now_ms);
  decided := ARRAY(SELECT users[n] IS NOT NULL AND together[n] AND answers[n] IS NULL FROM generate_series(1, many) AS n);

  now_ms := caipu_now_ms();
  answers := ARRAY(SELECT CASE WHEN decided[n] THEN (
      SELECT play_refusal(wanted[n], o.id, o.expires_at, now_ms)
        FROM (VALUES (1)) one LEFT JOIN small_offers o ON o.user_id = users[n] AND o.game = games[n]) ELSE answers[n] END
    FROM generate_series(1, many) AS n);
  balances := post_plays(users, ARRAY(SELECT CASE WHEN decided[n] AND answers[n] IS NULL THEN costs[n] END FROM generate_series(1, many) AS n),
                         ARRAY(SELECT CASE WHEN decided[n] AND answers[n] IS NULL AND most[n] > stakes[n] THEN most[n] END FROM generate_series(1, many) AS n),
                         prizes, ids, now_ms);
  INSERT INTO small_plays (user_id, id, game, hash, offer, seed, commitment, phone_seed, bets, stake, cost, prize, outcome, status, placed_at,
                           settled_at)
  SELECT users[n], ids[n], games[n], hashes[n], wanted[n], seeds[n], commitments[n], phone_seeds[n], contents[n], stakes[n], costs[n], prizes[n],
         outcomes[n], CASE WHEN prizes[n] > 0 THEN 'won' ELSE 'lost' END, now_ms, now_ms
    FROM generate_series(1, many) AS n WHERE balances[n] IS NOT NULL;
  UPDATE small_offers o SET id = (nexts[n]->>'id')::uuid, hash = nexts[n]->>'hash', seed = nexts[n]->>'seed',
         commitment = nexts[n]->>'commitment', posts = offer_posts(nexts[n]), dealt_at = now_ms, expires_at = now_ms + (nexts[n]->>'ms')::bigint
    FROM generate_series(1, many) AS n WHERE o.user_id = users[n] AND o.game = games[n] AND balances[n] IS NOT NULL;
  INSERT INTO outbox (user_id, event) SELECT users[n], balance_event('wallet', 'fen', balances[n])
    FROM generate_series(1, many) AS n WHERE balances[n] IS NOT NULL;
  answers := ARRAY(SELECT CASE
      WHEN NOT decided[n] OR answers[n] IS NOT NULL THEN answers[n]
      WHEN balances[n] IS NULL THEN play_unaffordable(stakes[n], most[n])
      ELSE play_answer(models[n], balances[n], (nexts[n]->>'ms')::bigint, now_ms) END
    FROM generate_series(1, many) AS n);
  INSERT INTO idempotency (user_id, key, body_hash, answer, at)
  SELECT users[n], keys[n], short_hash(body_hashes[n]), answers[n], now_ms FROM generate_series(1, many) AS n WHERE decided[n];

  IF false = ANY(together) THEN
    FOR n IN 1 .. many LOOP
      CONTINUE WHEN together[n] OR users[n] IS NULL;
      answers[n] := play_small(p_items->(places[n] - 1));
    END LOOP;
  END IF;
  RETURN (SELECT jsonb_agg(answers[n] ORDER BY places[n]) FROM generate_series(1, many) AS n);
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
  answer := start_idempotent(v_user, item.nonce, item.key, item.body_hash);
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  IF EXISTS (SELECT 1 FROM limited_players WHERE user_id = v_user) THEN
    forbidden := player_limit_refusal(v_user, 'stake', item.stake);
  END IF;
  PERFORM pg_advisory_xact_lock_shared(issue_lock_key('small/' || item.game, item.round::text));
  v_now := caipu_now_ms();
  SELECT * INTO v_round FROM small_rounds WHERE game = item.game AND round = item.round;
  IF forbidden IS NOT NULL THEN
    answer := refusal('limitReached', forbidden);
  ELSIF NOT FOUND OR v_round.closes_at <= v_now OR v_round.settled_at IS NOT NULL THEN
    answer := refusal('issueClosed', words('roundClosed'));
  ELSIF v_round.hash <> item.hash THEN
    answer := refusal('descriptionChanged', words('rulesChanged'));
  ELSIF item.stake + coalesce((SELECT sum(stake) FROM small_plays WHERE user_id = v_user AND game = item.game AND round = item.round
                                  AND status = 'placed'), 0) > item.most_round THEN
    answer := refusal('overCap', words('roundFull', yuan_text(item.most_round)));
  ELSE
    v_balance := post(v_user, 'game', 'wallet', 'house:stakes', item.stake, 'play', item.id, v_now);
    IF v_balance IS NULL THEN
      answer := refusal('insufficientFunds', words('balanceShort'));
    ELSE
      INSERT INTO small_plays (user_id, id, game, hash, round, commitment, phone_seed, bets, stake, cost, status, placed_at)
      VALUES (v_user, item.id, item.game, item.hash, item.round, v_round.commitment, item.phone_seed, item.bets, item.stake, item.stake,
              'placed', v_now);
      INSERT INTO outbox (user_id, event) VALUES (v_user, jsonb_build_object('type', 'balance', 'purse', 'wallet', 'unit', 'fen',
        'balance', v_balance, 'balanceFen', v_balance));
      answer := jsonb_build_object('status', status('ok'), 'msg', words('roundEntered'), 'models', item.models
        || jsonb_build_object('balanceFen', v_balance, 'at', v_now, 'settlesAt', v_round.draws_at));
    END IF;
  END IF;
  PERFORM finish_idempotent(v_user, item.key, item.body_hash, answer, v_now);
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
