-- Articles and help pages.

-- How often an article was opened.
CREATE TABLE article_reads (article text PRIMARY KEY, reads bigint NOT NULL DEFAULT 0);

-- Whether a page of the help ("group/code") helped. Voter: "u" and a player's id, or "d" and the random number of an installation.
CREATE TABLE help_votes (
  page text NOT NULL,
  who text NOT NULL,
  helpful boolean NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (page, who)
);
