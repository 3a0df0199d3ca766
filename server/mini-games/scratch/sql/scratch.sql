-- Scratch cards (刮刮乐): buying and opening. In this order, as everywhere:
--
--   session → (one at a time per player) key, nonce → the player's own limits → card rows → wallet → writing.
--
-- A purchase claims rows that nobody else is claiming and waits for none. One that is taken back leaves its rows to the next.

-- The refusal of p_count cards where p_pool has p_left: {count, left, pool}; pool: the next one, NULL while it is being made.
CREATE FUNCTION next_cards(p_card text, p_pool uuid, p_count int, p_left int) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('count', p_count, 'left', p_left, 'pool',
    (SELECT id FROM scratch_pools WHERE card = p_card AND state = 'selling' AND id IS DISTINCT FROM p_pool
        AND number > coalesce((SELECT number FROM scratch_pools WHERE id = p_pool), 0) ORDER BY number LIMIT 1))
$$;

-- p: {card, pool, ids, purchase}; pool NULL: the one on sale. The caller holds the player's lock.
CREATE FUNCTION take_cards(p_user bigint, p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  pool record;
  wanted int := jsonb_array_length(p->'ids');
  taken int[];
  v_fen bigint;
  v_left int;
  now_ms bigint;
  balance bigint;
  forbidden text;
BEGIN
  SELECT * INTO pool FROM scratch_pools
   WHERE card = p->>'card' AND state = 'selling' AND (p->>'pool' IS NULL OR id = (p->>'pool')::uuid) ORDER BY number LIMIT 1;
  IF NOT FOUND THEN
    RETURN refusal('soldOut', words('cardsGone')) || jsonb_build_object('models', next_cards(p->>'card', (p->>'pool')::uuid, wanted, 0));
  END IF;
  v_fen := pool.price * wanted;
  IF EXISTS (SELECT 1 FROM limited_players WHERE user_id = p_user) THEN
    forbidden := player_limit_refusal(p_user, 'stake', v_fen);
    IF forbidden IS NOT NULL THEN RETURN refusal('limitReached', forbidden); END IF;
  END IF;
  SELECT array_agg(serial) INTO taken FROM (
    SELECT serial FROM scratch_cards WHERE scratch_cards.pool = pool.id AND owner IS NULL ORDER BY serial LIMIT wanted FOR UPDATE SKIP LOCKED) s;
  IF coalesce(cardinality(taken), 0) < wanted THEN
    SELECT count(*)::int INTO v_left FROM scratch_cards WHERE scratch_cards.pool = pool.id AND owner IS NULL;
    RETURN refusal('soldOut', CASE WHEN v_left = 0 THEN words('cardsGone') WHEN v_left < wanted THEN words('cardsLeft', v_left::text)
                                   ELSE words('cardsBusy') END)
      || jsonb_build_object('models', next_cards(pool.card, pool.id, wanted, v_left));
  END IF;
  now_ms := caipu_now_ms();
  balance := post(p_user, 'scratch', 'wallet', 'house:stakes', v_fen, 'buy', (p->>'purchase')::uuid, now_ms);
  IF balance IS NULL THEN RETURN refusal('insufficientFunds', words('balanceShort')); END IF;
  UPDATE scratch_cards c SET owner = p_user, id = i.id::uuid, number = nextval('order_numbers'), purchase = (p->>'purchase')::uuid, bought_at = now_ms,
         due_at = now_ms + pool.open_after_ms
    FROM unnest(taken) WITH ORDINALITY AS t(serial, n) JOIN jsonb_array_elements_text(p->'ids') WITH ORDINALITY AS i(id, n) USING (n)
   WHERE c.pool = pool.id AND c.serial = t.serial;
  PERFORM announce_balance(p_user, 'wallet', 'fen', balance);
  RETURN jsonb_build_object('status', status('ok'), 'msg', words('cardsBought'), 'models', jsonb_build_object(
    'purchaseId', p->>'purchase', 'type', pool.card, 'pool', pool.id, 'count', wanted, 'paidFen', v_fen, 'balanceFen', balance, 'cards',
    (SELECT jsonb_agg(jsonb_build_object('cardId', i.id, 'serial', t.serial) ORDER BY n)
       FROM unnest(taken) WITH ORDINALITY AS t(serial, n) JOIN jsonb_array_elements_text(p->'ids') WITH ORDINALITY AS i(id, n) USING (n))));
END
$$;

-- p: that of take_cards and {token, nonce, key, body_hash}.
CREATE FUNCTION buy_cards(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_user bigint := session_player(p->>'token');
  answer jsonb;
BEGIN
  answer := start_idempotent(v_user, p->>'nonce', p->>'key', p->>'body_hash');
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  answer := take_cards(v_user, p);
  PERFORM finish_idempotent(v_user, p->>'key', p->>'body_hash', answer, caipu_now_ms());
  RETURN answer;
END
$$;

-- Opens a player's cards and pays their prizes, each once. p_cards: [{cardId, prizeFen}], as the seed of the pool
-- decides. The caller holds the player's lock. Returns how many were opened now.
CREATE FUNCTION reveal_cards(p_user bigint, p_cards jsonb) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  c record;
  now_ms bigint := caipu_now_ms();
  balance bigint;
  n int := 0;
BEGIN
  FOR c IN
    UPDATE scratch_cards s SET opened_at = now_ms, prize = x."prizeFen"
      FROM jsonb_to_recordset(p_cards) AS x("cardId" uuid, "prizeFen" bigint)
     WHERE s.owner = p_user AND s.id = x."cardId" AND s.opened_at IS NULL
    RETURNING s.id, s.prize
  LOOP
    n := n + 1;
    IF c.prize > 0 THEN balance := post(p_user, 'scratchPrize', 'house:prizes', 'wallet', c.prize, 'win', c.id, now_ms); END IF;
  END LOOP;
  IF balance IS NOT NULL THEN PERFORM announce_balance(p_user, 'wallet', 'fen', balance); END IF;
  RETURN n;
END
$$;

-- p: {token, nonce, key, body_hash, cards: [{cardId, prizeFen, …}]}; the cards are answered as they are given.
CREATE FUNCTION open_cards(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_user bigint := session_player(p->>'token');
  answer jsonb;
BEGIN
  answer := start_idempotent(v_user, p->>'nonce', p->>'key', p->>'body_hash');
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  -- Another's card is as if it were not there.
  IF (SELECT count(*) FROM scratch_cards s JOIN jsonb_array_elements(p->'cards') e ON s.id = (e->>'cardId')::uuid WHERE s.owner = v_user)
     <> jsonb_array_length(p->'cards') OR jsonb_array_length(p->'cards') = 0 THEN
    answer := refusal('notFound', words('cardMissing'));
  ELSE
    PERFORM reveal_cards(v_user, p->'cards');
    answer := jsonb_build_object('status', status('ok'), 'msg', '', 'models', jsonb_build_object('cards', p->'cards', 'won',
      EXISTS (SELECT 1 FROM jsonb_array_elements(p->'cards') e WHERE (e->>'prizeFen')::bigint > 0), 'wonFen',
      (SELECT sum((e->>'prizeFen')::bigint) FROM jsonb_array_elements(p->'cards') e),
      'balanceFen', (SELECT balance_fen FROM wallets WHERE user_id = v_user)));
  END IF;
  PERFORM finish_idempotent(v_user, p->>'key', p->>'body_hash', answer, caipu_now_ms());
  RETURN answer;
END
$$;

-- Opens cards of a player that have lain for too long. Returns how many.
CREATE FUNCTION open_due_cards(p_user bigint, p_cards jsonb) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_player(p_user);
  RETURN reveal_cards(p_user, p_cards);
END
$$;
