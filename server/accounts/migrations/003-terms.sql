-- The versions of the terms of use that a player agreed to, each with a confirmed age of 18 or more. A version is the date since which it is in force.
CREATE TABLE terms_agreements (
  user_id bigint NOT NULL REFERENCES users (id),
  version text NOT NULL,
  agreed_at bigint NOT NULL,
  PRIMARY KEY (user_id, version)
);
