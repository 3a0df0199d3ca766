-- Index keys of tickets' selections (server/lottery/draws/ticket-keys.ts). A key that begins with 00 matches every draw: settlement always
-- reads such a ticket.

-- What the server says of a bet, hexadecimal; where it says nothing, a key that no other ticket has. p_id: of the ticket.
CREATE FUNCTION ticket_key(p_selection text, p_id uuid) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(decode(p_selection, 'hex'), '\x00'::bytea || uuid_send(p_id))
$$;

-- What a ticket keeps of its description's hash: nothing where its key begins with it (server/lottery/draws/sold-tickets.ts reads it there).
CREATE FUNCTION short_ticket_hash(p_hash text, p_selection bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE WHEN encode(substr(p_selection, 1, 7), 'hex') = '01' || left(p_hash, 12) THEN '' ELSE p_hash END;
END
$$;

-- A ticket as its row keeps it (server/lottery/draws/sold-tickets.ts), of a whole one.
CREATE FUNCTION short_ticket(p_ticket jsonb) RETURNS json LANGUAGE sql IMMUTABLE AS $$
  SELECT (coalesce((
      SELECT jsonb_agg(jsonb_build_array(line->'play', line->'picks')
                       || CASE line - 'play' - 'picks' WHEN '{}' THEN '[]' ELSE jsonb_build_array(line - 'play' - 'picks') END ORDER BY n)
        FROM jsonb_array_elements(p_ticket->'lines') WITH ORDINALITY AS l(line, n)), '[]')
    || CASE p_ticket - 'game' - 'lines' WHEN '{"multiplier": 1, "issues": 1}' THEN '[]' ELSE jsonb_build_array(p_ticket - 'game' - 'lines') END)::json
$$;

-- A ticket that is changed by hand is not what its key says any more.
CREATE FUNCTION forget_selection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Its key said under which description it was sold.
  IF NEW.hash = '' THEN
    SELECT hash INTO STRICT NEW.hash FROM descriptions WHERE kind = 'game' AND left(hash, 12) = encode(substr(OLD.selection, 2, 6), 'hex');
  END IF;
  NEW.selection := ticket_key(NULL, NEW.id);
  RETURN NEW;
END
$$;
CREATE TRIGGER forget_selection BEFORE UPDATE OF hash, ticket ON tickets FOR EACH ROW EXECUTE FUNCTION forget_selection();
