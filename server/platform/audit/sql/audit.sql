-- The audit list (server/platform/audit/audit.ts). A row's hash is SHA-256 over the previous row's hash and its own fields. So a row cannot be
-- changed, removed or inserted without a change of every later hash. A copy of the last hash in another place proves all rows.

-- The hashed text has one field in each line, in this order: previous hash, seq, at, kind, actor, body. No field contains a line end.
CREATE FUNCTION audit_hash(p_prev text, p_seq bigint, p_at bigint, p_kind text, p_actor text, p_body text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(concat_ws(E'\n', p_prev, p_seq, p_at, p_kind, p_actor, p_body), 'UTF8')), 'hex')
$$;

-- Sets the number, the previous hash, the time and the hash of a new row, and overwrites values of the statement. The lock lets one transaction
-- at a time add rows, until it ends. So a transaction should add its rows last.
CREATE FUNCTION chain_audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last record;
BEGIN
  PERFORM pg_advisory_xact_lock(7218008);
  -- A separate statement, so that it sees the row that the previous holder of the lock has written.
  SELECT seq, hash INTO last FROM audit ORDER BY seq DESC LIMIT 1;
  NEW.seq := coalesce(last.seq, 0) + 1;
  NEW.prev := coalesce(last.hash, repeat('0', 64));
  NEW.at := floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint;
  NEW.hash := audit_hash(NEW.prev, NEW.seq, NEW.at, NEW.kind, NEW.actor, NEW.body);
  RETURN NEW;
END
$$;
CREATE TRIGGER chain_audit BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION chain_audit();

CREATE FUNCTION forbid_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of the audit list cannot be changed or deleted' USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER forbid_audit_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION forbid_audit_change();
