-- Notifies a player that the draw of an order is moved, unless the player wants no such notices. Issues of one chase share one notice, which
-- names the one that was moved last and counts all.
CREATE FUNCTION tell_moved(p_user bigint, p_source text, p_vars jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM notice_progress WHERE user_id = p_user AND 'notice' = ANY (off)) THEN RETURN; END IF;
  INSERT INTO notices AS n (user_id, kind, code, vars, source, at)
  VALUES (p_user, 'notice', 'moved', p_vars || jsonb_build_object('issues', 1), p_source, caipu_now_ms())
  ON CONFLICT (user_id, source) DO UPDATE SET vars = excluded.vars || jsonb_build_object('issues', (n.vars->>'issues')::int + 1);
END
$$;
