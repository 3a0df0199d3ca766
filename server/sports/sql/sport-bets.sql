-- Bets on matches. The server has checked the ticket's form and price; the database decides the rest, in this order:
--
--   session → key and nonce (one bet of a player at a time) → limits of the player → shared locks on the offers → clock → stops and odds →
--   coupon → wallet → rows.
--
-- The clock is read after the locks are held, and a change of an offer holds its lock in exclusive mode. So a bet is accepted before the stop
-- and at the odds on offer, or it is refused.

-- A leg that cannot be bet on now, as the refusal lists it.
CREATE FUNCTION stopped_leg(p_at int, p_match text, p_code text, p_stops bigint, p_reason text, p_text text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('match', p_match, 'code', coalesce(p_code, ''), 'pointer', '/matches/' || p_at, 'stopsAt', p_stops,
                            'reason', p_reason, 'text', p_text)
$$;

-- Compares the legs of a ticket with the offers at p_now.
--   p_legs: matches of a ticket as in ticket.schema.json.
--   p_form: the ticket's form. single: it has bets of one leg, and only plays that are sold singly allow them. ones: it has bets of one leg.
--           more: it has bets of several legs. odds: bets are paid at the odds of the sale. pool: a ticket of a pool, with one play.
-- Returns {stopped, changes, numbers, sold, issues}: sold are the matches at the odds and numbers now on offer.
CREATE FUNCTION judge_legs(p_game text, p_legs jsonb, p_form jsonb, p_now bigint) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  leg record;
  o record;
  pick record;
  number record;
  v_stops bigint;
  v_reason text;
  v_text text;
  v_odds jsonb;
  v_now text;
  v_picks jsonb;
  v_numbers jsonb;
  with_odds boolean := (p_form->>'odds')::boolean;
  stopped jsonb := '[]';
  changes jsonb := '[]';
  numbers jsonb := '[]';
  sold jsonb := '[]';
  issues jsonb := '[]';
BEGIN
  FOR leg IN SELECT (n - 1)::int AS at, e->>'match' AS match, coalesce(e->'numbers', '{}') AS numbers, e->'picks' AS picks, e
               FROM jsonb_array_elements(p_legs) WITH ORDINALITY AS t(e, n) LOOP
    v_reason := NULL;
    SELECT f.*, m.starts_at INTO o FROM offers f JOIN matches m ON m.id = f.match_id WHERE f.game = p_game AND f.match_id = leg.match;
    IF NOT FOUND THEN
      stopped := stopped || stopped_leg(leg.at, leg.match, NULL, NULL, 'ended', words('matchMissing'));
      CONTINUE;
    END IF;
    v_stops := least(CASE WHEN (p_form->>'ones')::boolean THEN o.single_stops_at END,
                     CASE WHEN (p_form->>'more')::boolean THEN o.pass_stops_at END);
    IF o.result IS NOT NULL THEN
      v_reason := 'ended';
      v_text := CASE WHEN o.result ? 'void' THEN words('matchOff') ELSE words('matchEnded') END;
    ELSIF p_now >= o.starts_at THEN
      v_reason := 'started';
      v_text := words('matchStarted');
    ELSIF p_now >= v_stops THEN
      v_reason := 'stopped';
      v_text := words('saleStopped');
    ELSIF o.suspended IS NOT NULL THEN
      v_reason := 'suspended';
      v_text := o.suspended;
    ELSIF p_now < o.opens_at THEN
      v_reason := 'closed';
      v_text := words('saleNotOpen');
    END IF;
    v_picks := '{}';
    IF v_reason IS NULL THEN
      FOR pick IN
        SELECT p.key AS play, CASE jsonb_typeof(p.value) WHEN 'array' THEN c.value #>> '{}' ELSE c.key END AS choice,
               CASE jsonb_typeof(p.value) WHEN 'object' THEN c.value #>> '{}' END AS was
          FROM jsonb_each(leg.picks) AS p,
               LATERAL (SELECT NULL AS key, a AS value FROM jsonb_array_elements(CASE jsonb_typeof(p.value) WHEN 'array' THEN p.value ELSE '[]' END) a
                        UNION ALL
                        SELECT k, v FROM jsonb_each(CASE jsonb_typeof(p.value) WHEN 'object' THEN p.value ELSE '{}' END) AS x(k, v)) AS c
      LOOP
        v_now := o.odds->pick.play->>pick.choice;
        IF pick.play = ANY(o.closed) OR (with_odds AND v_now IS NULL) THEN
          v_reason := 'closed';
          v_text := words('playClosed');
        ELSIF (p_form->>'single')::boolean AND NOT pick.play = ANY(o.singles) THEN
          v_reason := 'notSingle';
          v_text := words('playNotSingle');
        END IF;
        EXIT WHEN v_reason IS NOT NULL;
        IF with_odds AND v_now <> pick.was THEN
          changes := changes || jsonb_build_object('match', leg.match, 'code', o.code, 'play', pick.play, 'choice', pick.choice,
                                                   'was', pick.was, 'now', v_now);
        END IF;
        IF NOT (p_form->>'pool')::boolean THEN
          v_picks := v_picks || jsonb_build_object(pick.play, coalesce(v_picks->pick.play, '{}') ||
                                                              jsonb_build_object(pick.choice, coalesce(v_now, pick.was)));
        END IF;
      END LOOP;
    END IF;
    IF v_reason IS NOT NULL THEN
      stopped := stopped || stopped_leg(leg.at, leg.match, o.code, v_stops, v_reason, v_text);
      CONTINUE;
    END IF;
    v_numbers := '{}';
    FOR number IN SELECT key, value FROM jsonb_each_text(leg.numbers) LOOP
      v_numbers := v_numbers || jsonb_build_object(number.key, o.numbers->>number.key);
      IF o.numbers->>number.key IS DISTINCT FROM number.value THEN
        numbers := numbers || jsonb_build_object('match', leg.match, 'code', o.code, 'number', number.key, 'was', number.value,
                                                 'now', coalesce(o.numbers->>number.key, ''));
      END IF;
    END LOOP;
    IF o.issue IS NOT NULL AND NOT issues ? o.issue THEN issues := issues || to_jsonb(o.issue); END IF;
    sold := sold || (leg.e || jsonb_build_object('code', o.code) ||
                     CASE WHEN v_numbers = '{}' THEN '{}' ELSE jsonb_build_object('numbers', v_numbers) END ||
                     CASE WHEN (p_form->>'pool')::boolean THEN '{}' ELSE jsonb_build_object('picks', v_picks) END);
  END LOOP;
  RETURN jsonb_build_object('stopped', stopped, 'changes', changes, 'numbers', numbers, 'sold', sold, 'issues', issues);
END
$$;

-- refuse_stopped: the refusal of a ticket with legs that cannot be bet on. refuse_changed: the refusal of a ticket whose odds, numbers or
-- description are no longer those that the client sent.
CREATE FUNCTION refuse_stopped(p_stopped jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('status', status('issueClosed'), 'models', jsonb_build_object('legs', p_stopped),
    'msg', words('removeLegs', concat_ws(' ', nullif(p_stopped->0->>'code', ''), p_stopped->0->>'text') ||
           CASE WHEN jsonb_array_length(p_stopped) > 1 THEN words('legsStopped', jsonb_array_length(p_stopped)::text) ELSE '' END))
$$;
CREATE FUNCTION refuse_changed(p_hash text, p_changes jsonb, p_numbers jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('status', status('descriptionChanged'),
    'models', jsonb_build_object('hash', p_hash, 'changes', p_changes, 'numbers', p_numbers),
    'msg', CASE WHEN jsonb_array_length(p_numbers) > 0 THEN words('numbersChanged')
                ELSE words('oddsChanged', jsonb_array_length(p_changes)::text) END)
$$;

-- Sells one bet; the caller holds the player's lock. Without a draft, the server has put the odds of judge_legs into the ticket. If an offer
-- has changed since, CP001 rolls the transaction back, and the server judges again. Returns the answer of the call.
--   p: {id, game, hash, ticket, units, plan, bets, amount, multiplier, min, max, form, draft, coupon, release, follows}. release: the bet is
--   offered to followers (add_release). follows: the release that this bet copies.
CREATE FUNCTION sell_sport(v_user bigint, p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_game text := p->>'game';
  v_id uuid := (p->>'id')::uuid;
  v_legs jsonb := p->'ticket'->'matches';
  v_amount bigint := (p->>'amount')::bigint;
  v_issue text;
  v_number int;
  answer jsonb;
  judged jsonb;
  leg record;
  now_ms bigint;
  balance bigint;
  forbidden text;
BEGIN
  forbidden := player_limit_refusal(v_user, 'stake', v_amount);
  FOR leg IN SELECT e->>'match' AS match FROM jsonb_array_elements(v_legs) e ORDER BY 1 LOOP
    PERFORM pg_advisory_xact_lock_shared(offer_lock_key(v_game, leg.match));
  END LOOP;
  now_ms := caipu_now_ms();
  IF forbidden IS NULL AND p->'release' IS NOT NULL THEN forbidden := release_refusal(v_user, p->'release', now_ms); END IF;
  judged := judge_legs(v_game, v_legs, p->'form', now_ms);
  v_issue := judged->'issues'->>0;
  IF forbidden IS NOT NULL THEN
    RETURN refusal('limitReached', forbidden);
  ELSIF jsonb_array_length(judged->'stopped') > 0 THEN
    RETURN refuse_stopped(judged->'stopped');
  ELSIF jsonb_array_length(judged->'issues') > 1 THEN
    RETURN refusal('invalid', words('oneIssue'));
  ELSIF v_issue IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM sport_issues i WHERE i.game = v_game AND i.issue = v_issue AND i.state = 'open' AND i.opens_at <= now_ms AND i.closes_at > now_ms) THEN
    RETURN refusal('issueClosed', words('issueClosed')) || jsonb_build_object('models', jsonb_build_object('legs', '[]'::jsonb));
  ELSIF p->>'draft' IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM sport_quotes q WHERE q.id = (p->>'draft')::uuid AND q.user_id = v_user AND q.expires_at > now_ms) THEN
    RETURN refusal('stateChanged', words('draftExpired'));
  END IF;
  -- A draft has fixed odds; without one the server has put the current odds into the ticket.
  IF p->>'draft' IS NULL AND (jsonb_array_length(judged->'changes') > 0 OR jsonb_array_length(judged->'numbers') > 0) THEN
    RAISE EXCEPTION 'the odds moved while the bet was on its way' USING ERRCODE = 'CP001';
  END IF;
  IF p->>'coupon' IS NOT NULL THEN
    answer := spend_coupon(v_user, (p->>'coupon')::uuid, v_id, 'sport', v_game, v_amount, now_ms);
    IF answer IS NOT NULL THEN RETURN answer; END IF;
  END IF;
  balance := post(v_user, 'stake', 'wallet', 'house:stakes', v_amount, 'bet', v_id, now_ms);
  IF balance IS NULL THEN
    RETURN refusal('insufficientFunds', words('balanceShort'));
  END IF;
  INSERT INTO sport_orders (user_id, id, game, hash, ticket, units, plan, bets, amount, multiplier, min_fen, max_fen, sold_issue, placed_at, release_id)
  VALUES (v_user, v_id, v_game, p->>'hash', p->'ticket', nullif(p->'units', 'null'), p->>'plan', (p->>'bets')::bigint, v_amount,
          (p->>'multiplier')::int, (p->>'min')::bigint, (p->>'max')::bigint, v_issue, now_ms,
          coalesce(p->>'follows', p->'release'->>'id')::uuid)
  RETURNING number INTO v_number;
  INSERT INTO sport_legs (game, match_id, user_id, order_id)
  SELECT v_game, e->>'match', v_user, v_id FROM jsonb_array_elements(v_legs) e;
  IF p->'release' IS NOT NULL THEN PERFORM add_release(v_user, p, now_ms); END IF;
  -- A draft is sold once.
  IF p->>'draft' IS NOT NULL THEN DELETE FROM sport_quotes WHERE id = (p->>'draft')::uuid; END IF;
  INSERT INTO outbox (user_id, event) VALUES (v_user, jsonb_build_object(
    'type', 'placed', 'gameCode', v_game, 'issues', judged->'issues', 'balanceFen', balance));
  RETURN jsonb_build_object('status', status('ok'), 'msg', words('betPlaced'), 'models', jsonb_build_object(
    'orderId', v_id, 'orderNo', order_no(now_ms, v_number, v_id), 'gameCode', v_game, 'bets', (p->>'bets')::bigint, 'amountFen', v_amount,
    'balanceFen', balance, 'minFen', (p->>'min')::bigint, 'maxFen', (p->>'max')::bigint, 'legs', sold_legs(p->'ticket', judged->'sold'))
    || CASE WHEN p->'release' IS NULL THEN '{}' ELSE jsonb_build_object('releaseId', p->'release'->'id') END
    || CASE WHEN p->>'coupon' IS NULL THEN '{}' ELSE jsonb_build_object('couponFen', coupon_of(v_user, v_id)) END);
END
$$;

-- Places one bet of a session under its key.
--   p: the properties of sell_sport's p, and {token, nonce, key, body_hash}
CREATE FUNCTION place_sport_bet(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_user bigint := session_player(p->>'token');
  answer jsonb;
BEGIN
  answer := start_idempotent(v_user, p->>'nonce', p->>'key', p->>'body_hash');
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  answer := sell_sport(v_user, p);
  PERFORM finish_idempotent(v_user, p->>'key', p->>'body_hash', answer, caipu_now_ms());
  RETURN answer;
END
$$;

-- The legs of a ticket as an answer lists them. Their codes come from p_judged, which has the same matches in the same order.
CREATE FUNCTION sold_legs(p_ticket jsonb, p_judged jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('match', e->'match', 'code', p_judged->(n - 1)::int->'code',
           'numbers', coalesce(e->'numbers', '{}'),
           'picks', (SELECT jsonb_object_agg(k, CASE jsonb_typeof(v)
                       WHEN 'array' THEN (SELECT jsonb_object_agg(c, '') FROM jsonb_array_elements_text(v) c) ELSE v END)
                       FROM jsonb_each(e->'picks') AS x(k, v))) ORDER BY n), '[]')
    FROM jsonb_array_elements(p_ticket->'matches') WITH ORDINALITY AS t(e, n)
$$;

-- Stores a draft for p_ms. A player has at most p_most drafts: those that expire first are deleted.
CREATE FUNCTION store_quote(p_user bigint, p jsonb, p_ms bigint, p_most int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  ends bigint := caipu_now_ms() + p_ms;
BEGIN
  PERFORM lock_player(p_user);
  DELETE FROM sport_quotes WHERE id IN (SELECT id FROM sport_quotes WHERE user_id = p_user ORDER BY expires_at DESC OFFSET p_most - 1);
  INSERT INTO sport_quotes (id, user_id, game, hash, ticket, bets, amount, min_fen, max_fen, expires_at)
  VALUES ((p->>'id')::uuid, p_user, p->>'game', p->>'hash', p->'ticket', (p->>'bets')::bigint, (p->>'amount')::bigint,
          (p->>'min')::bigint, (p->>'max')::bigint, ends);
  RETURN ends;
END
$$;

-- The key of an outright's pick, in the place of a match id (sport_legs, sport_settlements).
CREATE FUNCTION outright_key(p_market text, p_edition text, p_code text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'outright/' || p_market || '/' || p_edition || '/' || p_code
$$;

-- The latest edition of a market, which clients show. Editions are whole numbers.
CREATE FUNCTION outright_edition(p_game text, p_market text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT edition FROM outrights WHERE game = p_game AND market = p_market ORDER BY length(edition) DESC, edition DESC LIMIT 1
$$;

-- Compares picks ([{code, odds, times}]) with a market at p_now. Returns {stopped, changes, sold}.
CREATE FUNCTION judge_outright(p_game text, p_market text, p_edition text, p_picks jsonb, p_now bigint) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  pick record;
  o record;
  stopped jsonb := '[]';
  changes jsonb := '[]';
  sold jsonb := '[]';
BEGIN
  FOR pick IN SELECT (n - 1)::int AS at, e->>'code' AS code, e->>'odds' AS odds, e FROM jsonb_array_elements(p_picks) WITH ORDINALITY AS t(e, n) LOOP
    SELECT * INTO o FROM outrights WHERE game = p_game AND market = p_market AND edition = p_edition AND code = pick.code;
    IF NOT FOUND THEN
      stopped := stopped || stopped_leg(pick.at, pick.code, pick.code, NULL, 'ended', words('pickMissing'));
    ELSIF o.state IN ('out', 'won', 'void') THEN
      stopped := stopped || stopped_leg(pick.at, pick.code, pick.code, o.stops_at, 'ended', CASE o.state WHEN 'out' THEN words('pickOut') WHEN 'void' THEN words('pickVoid') ELSE words('pickDecided') END);
    ELSIF p_now >= o.stops_at THEN
      stopped := stopped || stopped_leg(pick.at, pick.code, pick.code, o.stops_at, 'stopped', words('saleStopped'));
    ELSIF o.state <> 'selling' THEN
      stopped := stopped || stopped_leg(pick.at, pick.code, pick.code, o.stops_at, 'suspended', words('saleSuspended'));
    ELSE
      IF o.odds <> pick.odds THEN
        changes := changes || jsonb_build_object('match', p_market, 'code', pick.code, 'play', p_market, 'choice', pick.code, 'was', pick.odds,
                                                 'now', o.odds);
      END IF;
      sold := sold || (pick.e || jsonb_build_object('odds', o.odds, 'teams', o.teams));
    END IF;
  END LOOP;
  RETURN jsonb_build_object('stopped', stopped, 'changes', changes, 'sold', sold);
END
$$;

-- place_sport_bet for the picks of an outright market. All markets of a game share the lock of an offer 'outright'; a change of a market
-- holds it in exclusive mode.
--   p: {token, nonce, key, body_hash, id, game, hash, ticket: {game, market, edition, picks}, legs, bets, amount, min, max}
CREATE FUNCTION place_outright_bet(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_user bigint := session_player(p->>'token');
  v_ticket jsonb := p->'ticket';
  v_game text := p->>'game';
  v_market text := p->'ticket'->>'market';
  v_edition text := p->'ticket'->>'edition';
  v_id uuid := (p->>'id')::uuid;
  v_amount bigint := (p->>'amount')::bigint;
  v_number int;
  answer jsonb;
  judged jsonb;
  now_ms bigint;
  balance bigint;
  forbidden text;
BEGIN
  answer := start_idempotent(v_user, p->>'nonce', p->>'key', p->>'body_hash');
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  forbidden := player_limit_refusal(v_user, 'stake', v_amount);
  PERFORM pg_advisory_xact_lock_shared(offer_lock_key(v_game, 'outright'));
  now_ms := caipu_now_ms();
  judged := judge_outright(v_game, v_market, v_edition, v_ticket->'picks', now_ms);
  IF forbidden IS NOT NULL THEN
    answer := refusal('limitReached', forbidden);
  ELSIF jsonb_array_length(judged->'stopped') > 0 THEN
    answer := refuse_stopped(judged->'stopped');
  ELSE
    IF jsonb_array_length(judged->'changes') > 0 THEN
      RAISE EXCEPTION 'the odds moved while the bet was on its way' USING ERRCODE = 'CP001';
    END IF;
    balance := post(v_user, 'stake', 'wallet', 'house:stakes', v_amount, 'bet', v_id, now_ms);
    IF balance IS NULL THEN
      answer := refusal('insufficientFunds', words('balanceShort'));
    ELSE
      INSERT INTO sport_orders (user_id, id, game, hash, ticket, bets, amount, multiplier, min_fen, max_fen, placed_at)
      VALUES (v_user, v_id, v_game, p->>'hash', v_ticket, (p->>'bets')::bigint, v_amount, 1, (p->>'min')::bigint, (p->>'max')::bigint, now_ms)
      RETURNING number INTO v_number;
      INSERT INTO sport_legs (game, match_id, user_id, order_id)
      SELECT v_game, outright_key(v_market, v_edition, e->>'code'), v_user, v_id FROM jsonb_array_elements(v_ticket->'picks') e;
      INSERT INTO outbox (user_id, event) VALUES (v_user, jsonb_build_object(
        'type', 'placed', 'gameCode', v_game, 'issues', '[]'::jsonb, 'balanceFen', balance));
      answer := jsonb_build_object('status', status('ok'), 'msg', words('betPlaced'), 'models', jsonb_build_object(
        'orderId', v_id, 'orderNo', order_no(now_ms, v_number, v_id), 'gameCode', v_game, 'bets', (p->>'bets')::bigint, 'amountFen', v_amount,
        'balanceFen', balance, 'minFen', (p->>'min')::bigint, 'maxFen', (p->>'max')::bigint, 'legs', p->'legs'));
    END IF;
  END IF;
  PERFORM finish_idempotent(v_user, p->>'key', p->>'body_hash', answer, now_ms);
  RETURN answer;
END
$$;
