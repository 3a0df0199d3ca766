-- Idempotency: a request that changes something carries a key, which the phone made and stored before it sent the request. A key takes
-- effect at most once, and a repeated request gets the first answer.
--
-- Every idempotent transaction begins with start_idempotent and ends with finish_idempotent. The answer is stored, refusals
-- such as "no funds" included.

-- An answer that did nothing. The names of statuses are those of protocol/status.ts; status() is made from that file.
CREATE FUNCTION refusal(p_status text, p_msg text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN jsonb_build_object('status', status(p_status), 'models', NULL, 'msg', p_msg);
END
$$;

-- One transaction at a time for a player, until it ends. First of all locks: before any issue, wallet or row.
-- In SQL, so that the planner puts it into the statement that calls it.
CREATE FUNCTION lock_player(p_user bigint) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(1, (p_user & 2147483647)::int)
$$;

-- The locks of the players of a batch: of each item true where its player's lock is held from now on. p_wait: they are waited for, in the order
-- given. Else a player who is busy is passed over, so that the others of the batch do not wait for him.
CREATE FUNCTION lock_players(p_users bigint[], p_wait boolean) RETURNS boolean[] LANGUAGE plpgsql AS $$
BEGIN
  IF NOT p_wait THEN
    RETURN ARRAY(SELECT p_users[n] IS NULL OR try_lock_player(p_users[n]) FROM generate_series(1, cardinality(p_users)) AS n);
  END IF;
  PERFORM lock_player(p_users[n]) FROM generate_series(1, cardinality(p_users)) AS n WHERE p_users[n] IS NOT NULL;
  RETURN array_fill(true, ARRAY[cardinality(p_users)]);
END
$$;

-- lock_player without waiting: false where another transaction has the lock, or waits for it.
CREATE FUNCTION try_lock_player(p_user bigint) RETURNS boolean LANGUAGE sql AS $$
  SELECT pg_try_advisory_xact_lock(1, (p_user & 2147483647)::int)
$$;

-- The items of a batch without those at these places, from 1 on.
CREATE FUNCTION items_without(p_items jsonb, p_places int[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(item ORDER BY place), '[]') FROM jsonb_array_elements(p_items) WITH ORDINALITY AS t(item, place) WHERE place <> ALL (p_places)
$$;

-- The answers of a batch with null for each item that it was made without.
CREATE FUNCTION answers_with_gaps(p_answers jsonb, p_places int[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_agg(CASE WHEN n <> ALL (p_places) THEN p_answers->(n - 1 - (SELECT count(*)::int FROM unnest(p_places) AS place WHERE place < n)) END ORDER BY n)
    FROM generate_series(1, jsonb_array_length(p_answers) + cardinality(p_places)) AS n
$$;

-- The player of a session, NULL for none. p_token: SHA-256 of the token, hex.
CREATE FUNCTION session_player(p_token text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT user_id FROM sessions WHERE token_hash = p_token AND expires_at > caipu_now_ms());
END
$$;

-- The stored half of a nonce, 64 of its 128 bits. That is enough: a collision only rejects that player's own
-- request.
CREATE FUNCTION short_nonce(p_nonce text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT left(p_nonce, 16)
$$;

-- The stored half of the hash of a request's path and fields, 128 of its 256 bits. A collision would answer the player's own second request as the first.
CREATE FUNCTION short_hash(p_body_hash text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT left(p_body_hash, 32)
$$;

-- By what a nonce is looked up.
CREATE FUNCTION nonce_hash(p_nonce text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended(short_nonce(p_nonce), 0)
$$;

-- Nonces are looked up in spent_nonces, which is in no write-ahead log and empty after a crash of the database. This row marks it as filled: a
-- request that does not find it fills the table again before it uses a nonce.
CREATE FUNCTION ensure_nonces_loaded() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM spent_nonces WHERE user_id = -1 AND nonce = 0) THEN PERFORM load_nonces(); END IF;
END
$$;

-- What outlives a crash: the nonce of a bet that was accepted stands in its ticket, every other one in nonces. Those of the time in which a signature is
-- taken are looked up again, all others are refused for their age. Tickets are found by the time at which they were placed, a summary of their pages.
CREATE FUNCTION load_nonces() RETURNS void LANGUAGE plpgsql SET enable_bitmapscan = on SET enable_seqscan = off AS $$
DECLARE
  since bigint;
BEGIN
  -- One does it, the others wait, by a lock of its own: each of them has tried to write to spent_nonces already, so that two who asked for a lock on that
  -- table would wait for each other.
  PERFORM pg_advisory_xact_lock(7218031);
  IF EXISTS (SELECT 1 FROM spent_nonces WHERE user_id = -1 AND nonce = 0) THEN RETURN; END IF;
  since := caipu_now_ms() - 620000;
  INSERT INTO spent_nonces (user_id, nonce, at) SELECT user_id, nonce_hash(nonce), at FROM nonces WHERE at > since ON CONFLICT DO NOTHING;
  INSERT INTO spent_nonces (user_id, nonce, at)
  SELECT user_id, ('x' || encode(substr(request, 17), 'hex'))::bit(64)::bigint, placed_at FROM tickets
   WHERE placed_at > since AND length(request) = 24 ON CONFLICT DO NOTHING;
  INSERT INTO spent_nonces (user_id, nonce, at) VALUES (-1, 0, 9223372036854775807);
END
$$;

-- A nonce may be used once by each player (0: without a session); old ones are pruned by the server. False: seen before. The caller sees to it that it
-- outlives a crash: by store_nonce, or in a ticket. A transaction that spends more than one holds the lock of each of their players, so that no
-- two wait for each other here.
CREATE FUNCTION spend_nonce(p_user bigint, p_nonce text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  -- In one statement as nearly always: the nonces are known and this one is new.
  INSERT INTO spent_nonces (user_id, nonce, at) SELECT p_user, nonce_hash(p_nonce), caipu_now_ms()
   WHERE EXISTS (SELECT 1 FROM spent_nonces WHERE user_id = -1 AND nonce = 0) ON CONFLICT DO NOTHING;
  IF FOUND THEN RETURN true; END IF;
  PERFORM ensure_nonces_loaded();
  INSERT INTO spent_nonces (user_id, nonce, at) VALUES (p_user, nonce_hash(p_nonce), caipu_now_ms()) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END
$$;

CREATE FUNCTION store_nonce(p_user bigint, p_nonce text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO nonces (user_id, nonce, at) VALUES (p_user, short_nonce(p_nonce), caipu_now_ms());
END
$$;

CREATE FUNCTION use_nonce(p_user bigint, p_nonce text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT spend_nonce(p_user, p_nonce) THEN RETURN false; END IF;
  PERFORM store_nonce(p_user, p_nonce);
  RETURN true;
END
$$;

-- The answer to a request with a used key: p_earlier and p_answer are stored with the key, p_body_hash is the request's own.
CREATE FUNCTION earlier_answer(p_earlier text, p_answer jsonb, p_body_hash text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF p_earlier = short_hash(p_body_hash) THEN RETURN p_answer; END IF;
  IF p_earlier = '' THEN RETURN refusal('keyConflict', words('keyBurnt')); END IF;
  RETURN refusal('keyConflict', words('keyOther'));
END
$$;

-- The id of a bet: of the server's, which grows with time, the last 60 bits are made of player and key. By them a key finds its bet.
CREATE FUNCTION idempotent_id(p_id uuid, p_user bigint, p_key text) RETURNS uuid LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN (left(p_id::text, 19) || overlay('8' || left(encode(sha256(convert_to(p_user || ' ' || p_key, 'UTF8')), 'hex'), 15) placing '-' from 5 for 0))::uuid;
END
$$;

-- By what movements are found that belong to an order of a player: 32 bits of him and 32 of the last of it (the index movements_by_ref). Others may have the
-- same, so the caller compares player and order of each row that it finds. In SQL, so that the planner sees the index's own expression.
CREATE FUNCTION ref_hash(p_user bigint, p_ref uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_user << 32) # hashtext(right(p_ref::text, 15))::bigint
$$;

-- What a ticket keeps of its request: 128 bits of the hash of its body, as everywhere, and behind them its nonce.
CREATE FUNCTION request_hash(p_body_hash text, p_nonce text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN substr(sha256(convert_to(short_hash(p_body_hash), 'UTF8')), 1, 16) || coalesce(int8send(nonce_hash(p_nonce)), '');
END
$$;

-- What the bet under a key was answered; NULL: there is none. A ticket that keeps nothing of its request is not known by its key. p_body_hash NULL: whatever
-- was asked for.
CREATE FUNCTION answer_of_bet(p_user bigint, p_key text, p_body_hash text) RETURNS jsonb LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  like_it uuid := idempotent_id('00000000-0000-7000-8000-000000000000', p_user, p_key);
  v_ref uuid;
  v_balance bigint;
  v_request bytea;
  answer jsonb;
BEGIN
  -- Apart, so that no other index offers itself.
  SELECT f.ref, f.debit_after INTO v_ref, v_balance
    FROM (SELECT * FROM movements WHERE ref_hash(user_id, ref) = ref_hash(p_user, like_it) AND ref IS NOT NULL OFFSET 0) f
   WHERE f.user_id = p_user AND f.kind = 'stake' AND right(f.ref::text, 17) = right(like_it::text, 17);
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT t.request, bet_answer(t.id, order_no(t.placed_at, t.number, t.id), t.game, t.issue, t.bets, t.amount, v_balance, t.due_at) INTO v_request, answer
    FROM tickets t WHERE t.user_id = p_user AND t.id = v_ref;
  IF v_request IS NULL THEN RETURN NULL; END IF;
  IF substr(v_request, 1, 16) <> substr(request_hash(p_body_hash, ''), 1, 16) THEN RETURN refusal('keyConflict', words('keyOther')); END IF;
  RETURN answer;
END
$$;

-- Session, the player's lock, key, nonce: in this order. NULL: go on. Anything else is the answer, and nothing else may be done.
-- p_user is what session_player said. The key stands above the nonce: the very same request sent again (by a proxy, by a browser) is
-- answered as before, not refused as a replay. p_nonce NULL: spent already. p_key NULL: this request has none.
CREATE FUNCTION start_idempotent(p_user bigint, p_nonce text, p_key text, p_body_hash text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  answer jsonb := start_idempotent_bet(p_user, p_nonce, p_key, p_body_hash, idempotent_id('00000000-0000-7000-8000-000000000000', p_user, p_key));
BEGIN
  IF answer IS NULL AND p_nonce IS NOT NULL THEN PERFORM store_nonce(p_user, p_nonce); END IF;
  RETURN answer;
END
$$;

-- The same for a bet, whose nonce stands in its ticket: where it goes on, the caller keeps it. p_id: any id that idempotent_id made of player and key.
-- The index is forced even while there are few movements: a plan that reads them all would stay while they become many.
CREATE FUNCTION start_idempotent_bet(p_user bigint, p_nonce text, p_key text, p_body_hash text, p_id uuid) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  fresh boolean := true;
  earlier record;
  answer jsonb;
BEGIN
  IF p_user IS NULL THEN
    RETURN refusal('notLoggedIn', words('loggedOut'));
  END IF;
  PERFORM lock_player(p_user);
  IF p_nonce IS NOT NULL THEN
    fresh := spend_nonce(p_user, p_nonce);
  END IF;
  -- Nearly every key is new, which one statement says.
  IF EXISTS (SELECT 1 FROM idempotency WHERE user_id = p_user AND key = p_key)
     OR EXISTS (SELECT 1 FROM movements WHERE ref_hash(user_id, ref) = ref_hash(p_user, p_id) AND ref IS NOT NULL) THEN
    SELECT body_hash, i.answer INTO earlier FROM idempotency i WHERE user_id = p_user AND key = p_key;
    answer := CASE WHEN FOUND THEN earlier_answer(earlier.body_hash, earlier.answer, p_body_hash) ELSE answer_of_bet(p_user, p_key, p_body_hash) END;
  END IF;
  IF NOT fresh THEN RETURN coalesce(answer, refusal('badSignature', words('requestUsed'))); END IF;
  IF answer IS NOT NULL AND p_nonce IS NOT NULL THEN PERFORM store_nonce(p_user, p_nonce); END IF;
  RETURN answer;
END
$$;

-- start_idempotent for requests of many players at once: what each is answered, NULL for one that goes on. The caller holds the locks of all players.
-- p_users: NULL for a request without a session. Where p_asked is false the answer is NULL and the nonce is not spent; a player has at most one
-- request for which it is true.
CREATE FUNCTION start_idempotent_all(p_users bigint[], p_asked boolean[], p_nonces text[], p_keys text[], p_body_hashes text[], p_at bigint)
RETURNS jsonb[] LANGUAGE plpgsql AS $$
DECLARE
  answers jsonb[];
BEGIN
  answers := start_idempotent_bets(p_users, p_asked, p_nonces, p_keys, p_body_hashes, p_at,
                             ARRAY(SELECT idempotent_id('00000000-0000-7000-8000-000000000000', p_users[n], p_keys[n]) FROM generate_series(1, cardinality(p_users)) AS n));
  INSERT INTO nonces (user_id, nonce, at) SELECT p_users[n], short_nonce(p_nonces[n]), p_at FROM generate_series(1, cardinality(p_users)) AS n
   WHERE p_users[n] IS NOT NULL AND p_asked[n] AND answers[n] IS NULL;
  RETURN answers;
END
$$;

-- The same for bets, whose nonces stand in their tickets: of those that go on the caller keeps them. p_ids: as start_idempotent_bet is given one.
CREATE FUNCTION start_idempotent_bets(p_users bigint[], p_asked boolean[], p_nonces text[], p_keys text[], p_body_hashes text[], p_at bigint, p_ids uuid[])
RETURNS jsonb[] LANGUAGE plpgsql AS $$
DECLARE
  answers jsonb[];
  spent bigint[];
BEGIN
  -- The player lock serializes idempotent requests; a request without a key may still conflict on the nonce and wait.
  WITH put AS (
    INSERT INTO spent_nonces (user_id, nonce, at) SELECT p_users[n], nonce_hash(p_nonces[n]), p_at FROM generate_series(1, cardinality(p_users)) AS n
     WHERE p_users[n] IS NOT NULL AND p_asked[n] AND EXISTS (SELECT 1 FROM spent_nonces WHERE user_id = -1 AND nonce = 0)
    ON CONFLICT DO NOTHING RETURNING user_id
  )
  SELECT coalesce(array_agg(user_id), '{}') INTO spent FROM put;
  -- One was seen before, or none was known.
  IF cardinality(spent) < cardinality(array_positions(p_asked, true)) THEN
    PERFORM ensure_nonces_loaded();
    WITH put AS (
      INSERT INTO spent_nonces (user_id, nonce, at) SELECT p_users[n], nonce_hash(p_nonces[n]), p_at FROM generate_series(1, cardinality(p_users)) AS n
       WHERE p_users[n] IS NOT NULL AND p_asked[n] ON CONFLICT DO NOTHING RETURNING user_id
    )
    SELECT spent || coalesce(array_agg(user_id), '{}') INTO spent FROM put;
  END IF;
  SELECT array_agg(CASE
           WHEN p_users[n] IS NULL THEN refusal('notLoggedIn', words('loggedOut'))
           WHEN p_asked[n] THEN coalesce(
             (SELECT earlier_answer(k.body_hash, k.answer, p_body_hashes[n]) FROM idempotency k WHERE k.user_id = p_users[n] AND k.key = p_keys[n]),
             CASE WHEN EXISTS (SELECT 1 FROM movements t WHERE t.ref IS NOT NULL AND ref_hash(t.user_id, t.ref)
                                 = ref_hash(p_users[n], p_ids[n]))
                  THEN answer_of_bet(p_users[n], p_keys[n], p_body_hashes[n]) END,
             CASE WHEN p_users[n] = ANY(spent) IS NOT TRUE THEN refusal('badSignature', words('requestUsed')) END)
         END ORDER BY n)
    INTO answers FROM generate_series(1, cardinality(p_users)) AS n;
  IF array_remove(answers, NULL) <> '{}' THEN
    INSERT INTO nonces (user_id, nonce, at) SELECT p_users[n], short_nonce(p_nonces[n]), p_at FROM generate_series(1, cardinality(p_users)) AS n
     WHERE p_users[n] = ANY(spent) AND p_asked[n] AND answers[n] IS NOT NULL;
  END IF;
  RETURN answers;
END
$$;

-- Whether each request can be decided in one statement with the others: it is its player's only one, and the player has no limits.
CREATE FUNCTION decided_together(p_users bigint[]) RETURNS boolean[] LANGUAGE plpgsql AS $$
DECLARE
  alone boolean[];
BEGIN
  SELECT array_agg(x.of_player = 1 ORDER BY x.n) INTO alone
    FROM (SELECT n, count(*) OVER (PARTITION BY p_users[n]) AS of_player FROM generate_series(1, cardinality(p_users)) AS n) x;
  -- Nearly nobody has a row here.
  IF EXISTS (SELECT 1 FROM limited_players WHERE user_id = ANY(p_users)) THEN
    alone := ARRAY(SELECT alone[n] AND NOT EXISTS (SELECT 1 FROM limited_players p WHERE p.user_id = p_users[n])
                     FROM generate_series(1, cardinality(p_users)) AS n);
  END IF;
  RETURN alone;
END
$$;

-- Remembers what the transaction answered.
CREATE FUNCTION finish_idempotent(p_user bigint, p_key text, p_body_hash text, p_answer jsonb, p_at bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_key IS NOT NULL THEN
    INSERT INTO idempotency (user_id, key, body_hash, answer, at) VALUES (p_user, p_key, short_hash(p_body_hash), p_answer, p_at);
  END IF;
END
$$;

-- The outcome of a key: its answer, or NULL, and then nothing ever will (the key is burnt with an empty body hash).
CREATE FUNCTION key_outcome(p_user bigint, p_key text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  earlier record;
  answer jsonb;
BEGIN
  PERFORM lock_player(p_user);
  SELECT body_hash, i.answer INTO earlier FROM idempotency i WHERE user_id = p_user AND key = p_key;
  IF FOUND THEN
    RETURN CASE WHEN earlier.body_hash = '' THEN NULL ELSE earlier.answer END;
  END IF;
  answer := answer_of_bet(p_user, p_key, NULL);
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  INSERT INTO idempotency (user_id, key, body_hash, answer, at) VALUES (p_user, p_key, '', 'null', caipu_now_ms());
  RETURN NULL;
END
$$;
