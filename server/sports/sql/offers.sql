-- Locks and versions of matches and offers.

-- One lock per offer: bets hold it in shared mode until they commit, a change of the offer takes it in exclusive mode, in the order of game and
-- match. So a bet is sold under the old offer or sees the new one.
CREATE FUNCTION offer_lock_key(game text, match_id text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('offer/' || game || '/' || match_id, 0)
$$;

-- To be called after all locks of offers are held: the row is held until the transaction commits, and the next one waits for it.
CREATE FUNCTION next_match_version() RETURNS bigint LANGUAGE sql AS $$
  UPDATE match_versions SET version = version + 1 RETURNING version
$$;

-- Locks these offers ([{game, match}]) alone, in order.
CREATE FUNCTION lock_offers(p_offers jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  item record;
BEGIN
  FOR item IN SELECT DISTINCT x.game, x.match FROM jsonb_to_recordset(p_offers) AS x(game text, match text) ORDER BY x.game, x.match LOOP
    PERFORM pg_advisory_xact_lock(offer_lock_key(item.game, item.match));
  END LOOP;
END
$$;

-- What processes tell each other: these games have changed offers; live: matches changed too.
CREATE FUNCTION announce_matches(p_games jsonb, p_live boolean) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outbox (user_id, event) VALUES (NULL, jsonb_build_object('type', 'matches', 'games', p_games, 'live', p_live))
$$;

-- Writes a step of the feed: matches as they are now, and of their offers what changed. Returns the version.
--   p_matches: [{id, starts_at, state, clock, measures, events, cards, next_at, changed}]; not changed: only next_at is written.
--   p_offers:  [{game, match, state, suspended, listed, odds, final_odds, result, result_at, single_stops_at, pass_stops_at, moved, moves, row_odds}]
-- An offer that has a result keeps it: what is settled is corrected on the results desk alone.
CREATE FUNCTION write_matches(p_matches jsonb, p_offers jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v bigint;
BEGIN
  PERFORM lock_offers(p_offers);
  v := next_match_version();
  UPDATE matches m
     SET next_at = x.next_at,
         starts_at = CASE WHEN x.changed THEN x.starts_at ELSE m.starts_at END,
         state = CASE WHEN x.changed THEN x.state ELSE m.state END,
         clock = CASE WHEN x.changed THEN nullif(x.clock, 'null') ELSE m.clock END,
         measures = CASE WHEN x.changed THEN x.measures ELSE m.measures END,
         events = CASE WHEN x.changed THEN x.events ELSE m.events END,
         cards = CASE WHEN x.changed THEN nullif(x.cards, 'null') ELSE m.cards END,
         version = CASE WHEN x.changed THEN v ELSE m.version END
    FROM jsonb_to_recordset(p_matches) AS x(id text, starts_at bigint, state text, clock jsonb, measures jsonb, events jsonb, cards jsonb,
                                           next_at bigint, changed boolean)
   WHERE m.id = x.id;
  UPDATE offers o
     SET state = x.state,
         suspended = x.suspended,
         listed = x.listed,
         odds = coalesce(nullif(x.odds, 'null'), o.odds),
         odds_version = CASE WHEN x.moved THEN v ELSE o.odds_version END,
         moves = coalesce(x.moves, o.moves),
         final_odds = coalesce(o.final_odds, nullif(x.final_odds, 'null')),
         result = coalesce(o.result, nullif(x.result, 'null')),
         result_at = coalesce(o.result_at, x.result_at),
         single_stops_at = x.single_stops_at,
         pass_stops_at = x.pass_stops_at,
         version = v
    FROM jsonb_to_recordset(p_offers) AS x(game text, match text, state text, suspended text, listed boolean, odds jsonb, final_odds jsonb,
                                          result jsonb, result_at bigint, single_stops_at bigint, pass_stops_at bigint, moved boolean, moves int)
   WHERE o.game = x.game AND o.match_id = x.match;
  INSERT INTO odds_moves (game, match_id, version, at, odds)
  SELECT x.game, x.match, v, caipu_now_ms(), x.row_odds
    FROM jsonb_to_recordset(p_offers) AS x(game text, match text, moved boolean, row_odds jsonb)
   WHERE x.moved AND x.row_odds IS NOT NULL;
  IF jsonb_array_length(p_offers) > 0 OR EXISTS (SELECT 1 FROM jsonb_to_recordset(p_matches) AS x(changed boolean) WHERE x.changed) THEN
    PERFORM announce_matches(
      (SELECT coalesce(jsonb_agg(DISTINCT x.game), '[]') FROM jsonb_to_recordset(p_offers) AS x(game text)),
      EXISTS (SELECT 1 FROM jsonb_to_recordset(p_matches) AS x(changed boolean) WHERE x.changed));
  END IF;
  RETURN v;
END
$$;

-- The sale of an issue ends with that of the last of its matches: one of these whose stops moved may be sold for longer than it was open. A
-- pool, whose offers have no odds, ends before its first match, and stays in the order of its sales. After the version.
CREATE FUNCTION keep_issues_open(p_matches text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE sport_issues i SET closes_at = o.stops_at
    FROM (SELECT game, issue, max(greatest(single_stops_at, pass_stops_at)) AS stops_at FROM offers
           WHERE match_id = ANY(p_matches) AND issue IS NOT NULL AND result IS NULL AND odds <> '{}' GROUP BY game, issue) o
   WHERE i.game = o.game AND i.issue = o.issue AND i.state = 'open' AND i.closes_at < o.stops_at
$$;

-- Adds offers that are not there yet: [{game, match, code, sale_day, issue, position, numbers, singles, closed, opens_at, single_stops_at,
-- pass_stops_at, state, odds, row_odds, listed, final_odds, result, result_at, suspended}]. Returns how many were added.
CREATE FUNCTION add_offers(p_offers jsonb) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v bigint;
  added int;
BEGIN
  v := next_match_version();
  WITH new AS (
    INSERT INTO offers (game, match_id, code, sale_day, issue, position, numbers, singles, closed, opens_at, single_stops_at, pass_stops_at,
                        state, suspended, odds, odds_version, final_odds, result, result_at, listed, version)
    SELECT x.game, x.match, x.code, x.sale_day, x.issue, x.position, x.numbers,
           ARRAY(SELECT jsonb_array_elements_text(x.singles)), ARRAY(SELECT jsonb_array_elements_text(x.closed)),
           x.opens_at, x.single_stops_at, x.pass_stops_at, x.state, x.suspended, x.odds, v, nullif(x.final_odds, 'null'),
           nullif(x.result, 'null'), x.result_at, x.listed, v
      FROM jsonb_to_recordset(p_offers) AS x(game text, match text, code text, sale_day date, issue text, position int, numbers jsonb,
             singles jsonb, closed jsonb, opens_at bigint, single_stops_at bigint, pass_stops_at bigint, state text, suspended text,
             odds jsonb, final_odds jsonb, result jsonb, result_at bigint, listed boolean)
    ON CONFLICT DO NOTHING
    RETURNING game, match_id),
  moves AS (
    INSERT INTO odds_moves (game, match_id, version, at, odds)
    SELECT n.game, n.match_id, v, x.opens_at, x.row_odds
      FROM new n JOIN jsonb_to_recordset(p_offers) AS x(game text, match text, opens_at bigint, row_odds jsonb)
        ON x.game = n.game AND x.match = n.match_id
     WHERE x.row_odds IS NOT NULL)
  SELECT count(*) INTO added FROM new;
  IF added > 0 THEN
    PERFORM announce_matches((SELECT jsonb_agg(DISTINCT x.game) FROM jsonb_to_recordset(p_offers) AS x(game text)), true);
  END IF;
  RETURN added;
END
$$;

-- Writes the markets of an outright game: [{market, code, position, teams, odds, state, support, chance}]. Bets hold the lock of the game's
-- offer 'outright' shared; it is taken alone here. `p_stops_at`: bets are refused from there on; 0: they are refused now. `p_known`: a digest
-- of the results that all of it comes from. What was called off stays so.
CREATE FUNCTION write_outrights(p_game text, p_edition text, p_stops_at bigint, p_played int, p_items jsonb, p_known text DEFAULT NULL)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v bigint;
BEGIN
  PERFORM lock_offers(jsonb_build_array(jsonb_build_object('game', p_game, 'match', 'outright')));
  v := next_match_version();
  INSERT INTO outrights (game, market, edition, code, position, teams, odds, state, stops_at, played, support, chance, known, version)
  SELECT p_game, x.market, p_edition, x.code, x.position, x.teams, x.odds, x.state, p_stops_at, p_played, x.support, x.chance, p_known, v
    FROM jsonb_to_recordset(p_items) AS x(market text, code text, position int, teams jsonb, odds text, state text, support int, chance int)
  ON CONFLICT (game, market, edition, code) DO UPDATE
     SET odds = excluded.odds, state = excluded.state, stops_at = excluded.stops_at, played = excluded.played,
         support = excluded.support, chance = excluded.chance, known = excluded.known, version = v
   WHERE outrights.state <> 'void';
  PERFORM announce_matches(jsonb_build_array(p_game), false);
  RETURN v;
END
$$;
