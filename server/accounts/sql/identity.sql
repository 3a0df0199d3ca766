-- A confirmed identity stays what it is. Only its encryption may change, when an encryption key is replaced.
CREATE FUNCTION forbid_identity_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.user_id = OLD.user_id AND NEW.number_hmac = OLD.number_hmac AND NEW.done_at = OLD.done_at THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'a confirmed identity is never changed or deleted';
END
$$;
CREATE TRIGGER forbid_identity_change BEFORE UPDATE OR DELETE ON identities FOR EACH ROW EXECUTE FUNCTION forbid_identity_change();
