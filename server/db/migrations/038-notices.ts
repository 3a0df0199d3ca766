import { type Kysely, sql } from 'kysely';

export const notices = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
-- What players are told inside the app. A row is made when its player looks, out of what happened to him since he looked last, and once:
-- source names what it tells of. Gone: the player took it away; it stays, so that it is not made again.
CREATE TABLE notices (
  user_id bigint NOT NULL REFERENCES users (id),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('notice', 'trade', 'social', 'system')),
  -- Which sentence of server/notices/notices.json it is, and what is filled in.
  code text NOT NULL,
  vars jsonb NOT NULL,
  source text NOT NULL,
  at bigint NOT NULL,
  read boolean NOT NULL DEFAULT false,
  gone boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, seq)
);
CREATE UNIQUE INDEX notices_once ON notices (user_id, source);
CREATE INDEX notices_shown ON notices (user_id, at, seq) WHERE NOT gone;
CREATE INDEX notices_by_age ON notices (at);
CREATE INDEX notices_unread ON notices (user_id, kind) WHERE NOT read AND NOT gone;

-- Up to where a player's notices are made: the last movement, and the time. Off: kinds that he does not want.
CREATE TABLE notice_marks (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  movement bigint NOT NULL DEFAULT 0,
  at bigint NOT NULL,
  off text[] NOT NULL DEFAULT '{}'
);
`)
      .execute(db);
  },
};
