-- Locks and steps of an issue's life. Numbers and prizes are computed by the server; here is only what must be atomic.

-- One lock per issue: bets hold it shared until they commit, the freeze takes it alone. So after a freeze no bet is still on its way.
CREATE FUNCTION issue_lock_key(game text, issue text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended(game || '/' || issue, 0)
$$;

-- Closes an issue for good, under the description version given. False when it is not due or no longer open.
CREATE FUNCTION freeze_issue(p_game text, p_issue text, p_hash text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(issue_lock_key(p_game, p_issue));
  UPDATE issues SET state = 'frozen', hash = coalesce(p_hash, hash)
   WHERE game = p_game AND issue = p_issue AND state = 'open' AND closes_at <= caipu_now_ms();
  IF NOT FOUND THEN RETURN false; END IF;
  -- What an issue is drawn under is kept for good.
  UPDATE descriptions SET used = true WHERE hash = p_hash AND NOT used;
  RETURN true;
END
$$;

-- Takes an issue back that has not begun by p_not_begun. Nobody bet on it: it is gone. Else those who did are refunded and it stays, for
-- their records, as withdrawn. With p_keep_sold an issue with bets stays as it is, and the answer is false.
CREATE FUNCTION withdraw_issue(p_game text, p_issue text, p_not_begun bigint, p_keep_sold boolean) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  sold record;
BEGIN
  PERFORM pg_advisory_xact_lock(issue_lock_key(p_game, p_issue));
  PERFORM 1 FROM issues WHERE game = p_game AND issue = p_issue AND state = 'open' AND opens_at > p_not_begun FOR UPDATE;
  IF NOT FOUND THEN RETURN true; END IF;
  IF NOT EXISTS (SELECT 1 FROM tickets WHERE game = p_game AND issue = p_issue) THEN
    DELETE FROM issues WHERE game = p_game AND issue = p_issue;
    RETURN true;
  END IF;
  IF p_keep_sold THEN RETURN false; END IF;
  UPDATE issues SET state = 'withdrawn', cancelled = 'schedule' WHERE game = p_game AND issue = p_issue;
  FOR sold IN
    SELECT user_id, id FROM tickets WHERE game = p_game AND issue = p_issue AND status = 'placed' ORDER BY user_id, id
  LOOP
    PERFORM refund_order(sold.user_id, sold.id, 'withdrawn');
  END LOOP;
  PERFORM forget_stake_limits(p_game, p_issue);
  RETURN true;
END
$$;

-- Moves an open issue to another draw: its number, seed and bets stay. Orders are due at the new draw, and their players get one notice for
-- each order or chase (p_version: what moves them). False if the issue has closed meanwhile, or another issue has that draw.
CREATE FUNCTION move_issue(p_game text, p_issue text, p_opens_at bigint, p_closes_at bigint, p_draws_at bigint, p_version text) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(issues_lock_key(p_game));
  PERFORM pg_advisory_xact_lock(issue_lock_key(p_game, p_issue));
  now_ms := caipu_now_ms();
  IF draw_has_issue(p_game, p_draws_at) THEN RETURN false; END IF;
  -- What is on sale has begun when it began.
  UPDATE issues SET opens_at = CASE WHEN opens_at <= now_ms THEN opens_at ELSE p_opens_at END, closes_at = p_closes_at, draws_at = p_draws_at
   WHERE game = p_game AND issue = p_issue AND state = 'open' AND closes_at > now_ms AND draws_at <> p_draws_at;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM move_groups(p_game, p_issue, p_draws_at);
  -- Tickets, shares of group orders, and chases that end with this issue.
  UPDATE orders SET due_at = p_draws_at WHERE game = p_game AND issue = p_issue;
  PERFORM tell_moved(o.user_id, 'moved:' || coalesce(o.parent, o.id) || ':' || p_version, jsonb_build_object(
            'game', p_game, 'issue', p_issue, 'draws', p_draws_at, 'kind', o.kind, 'ref', o.id, 'chase', o.parent))
     FROM orders o WHERE o.game = p_game AND o.issue = p_issue AND o.status = 'placed' AND o.user_id > 0 AND o.kind <> 'chase';
  RETURN true;
END
$$;

-- A transaction that adds issues to a game holds this lock until its end and reads the existing issues under it.
CREATE FUNCTION issues_lock_key(game text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('issues of ' || game, 0)
$$;

-- A draw of a game is one issue, whatever that is called and whatever became of it. Only an issue that a changed schedule took back leaves
-- its draw to another one. Here and below the first row at or after a key in the order of its index is looked at: of an equality alone, a
-- plan that was made while there were few issues may go through all of a game's.
CREATE FUNCTION draw_has_issue(p_game text, p_draws_at bigint) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM (
      SELECT game, draws_at FROM issues
       WHERE (game, draws_at) >= (p_game, p_draws_at) AND (state <> 'withdrawn' OR cancelled IN ('skipped', 'operator'))
       ORDER BY game, draws_at LIMIT 1) i
     WHERE i.game = p_game AND i.draws_at = p_draws_at);
END
$$;

-- A schedule that is changed within a day counts that day's draws again, and gives numbers that are drawn already: such an issue is called
-- 20261121001-2.
CREATE FUNCTION free_issue_name(p_game text, p_issue text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  name text := p_issue;
  copy int := 1;
BEGIN
  WHILE EXISTS (
    SELECT 1 FROM (SELECT game, issue FROM issues WHERE (game, issue) >= (p_game, name) ORDER BY game, issue LIMIT 1) i
     WHERE i.game = p_game AND i.issue = name)
  LOOP
    copy := copy + 1;
    name := p_issue || '-' || copy;
  END LOOP;
  RETURN name;
END
$$;

-- Adds issues for draws that have none: on sale, or with p_skipped written off. Others stay as they are.
CREATE FUNCTION add_issues(p_game text, p_hash text, p_skipped boolean, p_issues jsonb) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_sort = off SET jit = off AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(issues_lock_key(p_game));
  -- What was on sale under a version is settled under it: that one is kept for good.
  IF NOT p_skipped THEN UPDATE descriptions SET used = true WHERE hash = p_hash AND NOT used; END IF;
  INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, cancelled)
  SELECT p_game, free_issue_name(p_game, r.issue), r.opens_at, r.closes_at, r.draws_at,
         CASE WHEN p_skipped THEN 'withdrawn' ELSE 'open' END, p_hash, coalesce(r.commitment, ''), coalesce(r.seed, ''),
         CASE WHEN p_skipped THEN 'skipped' END
    FROM jsonb_to_recordset(p_issues)
      AS r(issue text, opens_at bigint, closes_at bigint, draws_at bigint, commitment text, seed text)
   WHERE NOT draw_has_issue(p_game, r.draws_at)
  ON CONFLICT (game, issue) DO NOTHING;
END
$$;

-- The same for a game whose numbers follow from another's: each with name, seed and commitment of the source's issue of the same draw. It is
-- written off if the source's issue is written off or given up, or if it was drawn before this transaction added it: an issue with known numbers
-- is never sold. Returns how many of them the source has.
CREATE FUNCTION add_derived_issues(p_game text, p_hash text, p_source text, p_issues jsonb) RETURNS int LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_sort = off SET jit = off AS $$
DECLARE
  found int;
BEGIN
  PERFORM pg_advisory_xact_lock(issues_lock_key(p_game));
  UPDATE descriptions SET used = true WHERE hash = p_hash AND NOT used;
  WITH known AS (
    SELECT s.issue, r.opens_at, r.closes_at, r.draws_at, s.state NOT IN ('open', 'frozen') AS skipped, s.commitment, s.seed
      FROM jsonb_to_recordset(p_issues) AS r(opens_at bigint, closes_at bigint, draws_at bigint)
      JOIN issues s ON s.game = p_source AND s.draws_at = r.draws_at AND (s.state <> 'withdrawn' OR s.cancelled IN ('skipped', 'operator'))),
  added AS (
    INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, source, cancelled)
    SELECT p_game, k.issue, k.opens_at, k.closes_at, k.draws_at, CASE WHEN k.skipped THEN 'withdrawn' ELSE 'open' END, p_hash,
           k.commitment, k.seed, CASE WHEN NOT k.skipped THEN p_source END, CASE WHEN k.skipped THEN 'skipped' END
      FROM known k WHERE NOT draw_has_issue(p_game, k.draws_at)
    ON CONFLICT (game, issue) DO NOTHING)
  SELECT count(*) INTO found FROM known;
  RETURN found;
END
$$;
