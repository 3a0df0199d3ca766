/** The operators' second step at login: one secret for the one password, and the codes for the day that the phone is lost. */
export const SECOND_STEP = `
-- sealed: the secret, encrypted under a key that comes of the operator password and the salt, so that a copy of the database does not open
-- the desk. last_step: the time step of the last code that was accepted; no code of it or of an earlier one is accepted again.
CREATE TABLE operator_second_step (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  salt text NOT NULL,
  sealed text NOT NULL,
  confirmed_at bigint,
  last_step bigint NOT NULL DEFAULT 0
);

-- SHA-256 of each recovery code that was not used yet: 80 random bits, so that a plain hash will do.
CREATE TABLE operator_recovery_codes (code_hash text PRIMARY KEY);
`;
