-- Keys of what tickets bet on (server/draws/ticket-keys.ts). A key that begins with 00 says nothing of it: settlement looks at such a ticket in
-- any case.

-- What the server says of a bet, hexadecimal; where it says nothing, a key that no other ticket has. p_id: of the ticket.
CREATE FUNCTION selection_given(p_selection text, p_id uuid) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(decode(p_selection, 'hex'), '\x00'::bytea || uuid_send(p_id))
$$;

-- A ticket that is changed by hand is not what its key says any more.
CREATE FUNCTION forget_selection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.selection := selection_given(NULL, NEW.id);
  RETURN NEW;
END
$$;
CREATE TRIGGER forget_selection BEFORE UPDATE OF hash, ticket ON tickets FOR EACH ROW EXECUTE FUNCTION forget_selection();
