-- Records of releases: a row for each player, day and game, and one under day 0 for all days together. The transaction that ends a release updates them.

-- Adds figures ({released, weak, jumps, orders, hits, stake_fen, prize_fen, followers, followed_fen}) to a day and to the sum of all days. releases.sql
-- explains weak and jumps; orders are releases that were won or lost, and hits those that were won.
CREATE FUNCTION add_record(p_user bigint, p_game text, p_day int, p_first bigint, p jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO release_stats AS s (user_id, day, game, first_at, released, weak, jumps, orders, hits, stake_fen, prize_fen, followers, followed_fen)
  SELECT p_user, d, p_game, p_first, x.released, x.weak, x.jumps, x.orders, x.hits, x.stake_fen, x.prize_fen, x.followers, x.followed_fen
    FROM unnest(ARRAY[0, p_day]) AS d,
         (SELECT coalesce((p->>'released')::int, 0) AS released, coalesce((p->>'weak')::int, 0) AS weak, coalesce((p->>'jumps')::int, 0) AS jumps,
                 coalesce((p->>'orders')::int, 0) AS orders, coalesce((p->>'hits')::int, 0) AS hits,
                 coalesce((p->>'stake_fen')::bigint, 0) AS stake_fen, coalesce((p->>'prize_fen')::bigint, 0) AS prize_fen,
                 coalesce((p->>'followers')::int, 0) AS followers, coalesce((p->>'followed_fen')::bigint, 0) AS followed_fen) x
  ON CONFLICT (day, game, user_id) DO UPDATE SET
    released = s.released + excluded.released, weak = s.weak + excluded.weak, jumps = s.jumps + excluded.jumps, orders = s.orders + excluded.orders,
    hits = s.hits + excluded.hits, stake_fen = s.stake_fen + excluded.stake_fen, prize_fen = s.prize_fen + excluded.prize_fen,
    followers = s.followers + excluded.followers, followed_fen = s.followed_fen + excluded.followed_fen,
    first_at = least(s.first_at, excluded.first_at)
$$;

-- Sets the final status of a release, or corrects it. Won and lost releases count in the records; a refunded one does not.
CREATE FUNCTION end_release(r releases, p_status text, p_prize bigint, p_now bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  was int := (r.status IN ('won', 'lost'))::int;
  is_now int := (p_status IN ('won', 'lost'))::int;
BEGIN
  UPDATE releases SET status = p_status, prize_fen = p_prize, settled_at = coalesce(r.settled_at, p_now) WHERE id = r.id;
  PERFORM add_record(r.user_id, r.game, r.day, r.released_at, jsonb_build_object(
    'orders', is_now - was, 'hits', (p_status = 'won')::int - (r.status = 'won')::int,
    'stake_fen', r.stake_fen * (is_now - was), 'prize_fen', p_prize * is_now - r.prize_fen * was));
  -- The latest hundred results, the newest first. streak is the number of wins before the first loss, misses the number of losses before the first win.
  UPDATE releasers u SET judged_on = NULL, last = left(t.line, 10),
         streak = length(substring(t.line FROM '^W*')), misses = length(substring(t.line FROM '^L*'))
    FROM (SELECT coalesce(string_agg(CASE e.status WHEN 'won' THEN 'W' ELSE 'L' END, '' ORDER BY e.settled_at DESC, e.id DESC), '') AS line
            FROM (SELECT status, settled_at, id FROM releases WHERE user_id = r.user_id AND status IN ('won', 'lost')
                   ORDER BY settled_at DESC, id DESC LIMIT 100) e) t
   WHERE u.user_id = r.user_id;
END
$$;

-- Computes the figures of the last p.days days and the title 大神 of at most p_limit players whose releases changed, or that were not judged today.
-- A player gets the title as soon as the limits p.in are met and no limit of p.out is. A player loses it by p.out, but only at the first
-- computation of a day. idleDays counts whole days. p: `okami` of server/social/copy-betting/follow.json. Returns the number of players.
CREATE FUNCTION judge_releasers(p_today int, p jsonb, p_limit int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  u record;
  d record;
  v_in boolean;
  v_out boolean;
  judged int := 0;
BEGIN
  FOR u IN SELECT * FROM releasers WHERE judged_on IS NULL OR judged_on < p_today ORDER BY judged_on NULLS FIRST, user_id LIMIT p_limit
             FOR UPDATE SKIP LOCKED LOOP
    judged := judged + 1;
    SELECT coalesce(sum(orders), 0) AS orders, coalesce(sum(hits), 0) AS hits, coalesce(sum(stake_fen), 0)::bigint AS stake,
           coalesce(sum(prize_fen), 0)::bigint AS prize, coalesce(sum(weak), 0) AS weak, coalesce(sum(jumps), 0) AS jumps,
           count(DISTINCT day) FILTER (WHERE orders > 0) AS days, max(day) FILTER (WHERE released > 0) AS latest INTO d
      FROM release_stats WHERE user_id = u.user_id AND day > p_today - (p->>'days')::int AND day <= p_today;
    v_in := d.orders >= (p#>>'{in,orders}')::int AND d.days >= (p#>>'{in,onDays}')::int AND d.weak = 0 AND d.jumps = 0
      AND d.hits * 10000 >= d.orders * (p#>>'{in,hitBp}')::int
      AND d.prize * 10000 >= d.stake * (p#>>'{in,returnBp}')::int
      AND NOT EXISTS (SELECT 1 FROM release_stats WHERE user_id = u.user_id AND day > p_today - (p->>'days')::int
                       GROUP BY day HAVING sum(released) > (p#>>'{in,mostADay}')::int);
    v_out := d.hits * 10000 < d.orders * (p#>>'{out,hitBp}')::int OR d.prize * 10000 < d.stake * (p#>>'{out,returnBp}')::int
      OR u.misses >= (p#>>'{out,misses}')::int OR d.orders = 0 OR coalesce(d.latest, 0) < p_today - (p#>>'{out,idleDays}')::int;
    UPDATE releasers SET orders7 = d.orders, hits7 = d.hits, stake7 = d.stake, prize7 = d.prize, judged_on = p_today,
           okami_since = CASE WHEN okami_since IS NULL THEN CASE WHEN v_in AND NOT v_out THEN caipu_now_ms() END
                              WHEN v_out AND kept_on < p_today THEN NULL ELSE okami_since END,
           kept_on = p_today
     WHERE user_id = u.user_id;
  END LOOP;
  RETURN judged;
END
$$;
