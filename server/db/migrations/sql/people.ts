/** People as others see them: attention (关注), records by day, comments and reports. Instants are unix ms of the game clock, money is fen. */
export const PEOPLE = `
-- Who follows whom.
CREATE TABLE attention (
  user_id bigint NOT NULL REFERENCES users (id),
  target bigint NOT NULL REFERENCES users (id),
  at bigint NOT NULL,
  PRIMARY KEY (user_id, target),
  CHECK (user_id <> target)
);
CREATE INDEX attention_by_time ON attention (user_id, at, target);
CREATE INDEX attention_by_target ON attention (target, at, user_id);

-- What the own orders that a player placed on a day came to. A day is counted anew until nothing in it waits any more: closed.
CREATE TABLE record_days (
  user_id bigint NOT NULL REFERENCES users (id),
  day int NOT NULL,
  orders int NOT NULL,
  won int NOT NULL,
  stake_fen bigint NOT NULL,
  prize_fen bigint NOT NULL,
  best_fen bigint NOT NULL,
  closed boolean NOT NULL,
  PRIMARY KEY (user_id, day)
);

-- Comments, and replies to them (one level): a reply has the comment as its parent, and the subject of that comment.
CREATE TABLE comments (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('release', 'hm')),
  subject uuid NOT NULL,
  parent uuid REFERENCES comments (id),
  user_id bigint NOT NULL REFERENCES users (id),
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 400),
  at bigint NOT NULL,
  -- Replies that are shown.
  replies int NOT NULL DEFAULT 0,
  -- Deleted by who wrote it, or taken down by an operator: shown to nobody, and it still counts against how much one may write.
  gone_at bigint,
  gone_by text CHECK (gone_by IN ('author', 'operator')),
  -- Players who reported it since an operator looked at it last, and when the first of them did.
  reports int NOT NULL DEFAULT 0,
  reported_at bigint,
  judged_at bigint,
  CHECK ((gone_at IS NULL) = (gone_by IS NULL) AND (reports = 0) = (reported_at IS NULL))
);
CREATE INDEX comments_new ON comments (kind, subject, at, id) WHERE parent IS NULL AND gone_at IS NULL;
CREATE INDEX comments_hot ON comments (kind, subject, replies, id) WHERE parent IS NULL AND gone_at IS NULL;
CREATE INDEX comments_replies ON comments (parent, at, id) WHERE gone_at IS NULL;
CREATE INDEX comments_by_author ON comments (user_id, at);
CREATE INDEX comments_reported ON comments (reported_at, id) WHERE reports > 0;

CREATE TABLE comment_reports (
  comment_id uuid NOT NULL REFERENCES comments (id),
  user_id bigint NOT NULL REFERENCES users (id),
  why text NOT NULL CHECK (why IN ('abuse', 'fraud', 'advert', 'other')),
  at bigint NOT NULL,
  PRIMARY KEY (comment_id, user_id)
);
CREATE INDEX comment_reports_by_user ON comment_reports (user_id, at);
`;
