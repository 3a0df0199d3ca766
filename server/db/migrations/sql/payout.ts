/** Accounts that money is paid out to, and withdrawals with everything that became of them. */
export const PAYOUT = `
-- Whose a card or account number is, for good: one number belongs to one real name. mark: HMAC of the number, which is stored nowhere in clear.
CREATE TABLE payout_numbers (
  mark text PRIMARY KEY,
  user_id bigint NOT NULL
);

-- sealed: the number, encrypted under a key that is not in the database. shown: what of it people see (the last four digits of a card, the
-- masked account). usable_at: from when on the limit for new accounts does not hold. A deleted row stays, for the withdrawals that name it.
CREATE TABLE payout_accounts (
  user_id bigint NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('bank', 'alipay')),
  sealed text NOT NULL,
  mark text NOT NULL REFERENCES payout_numbers,
  shown text NOT NULL,
  bank text,
  province text,
  city text,
  branch text,
  is_default boolean NOT NULL,
  bound_at bigint NOT NULL,
  usable_at bigint NOT NULL,
  deleted_at bigint,
  PRIMARY KEY (user_id, id),
  CHECK ((kind = 'bank') = (bank IS NOT NULL))
);
CREATE UNIQUE INDEX payout_accounts_mark ON payout_accounts (mark) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX payout_accounts_default ON payout_accounts (user_id, kind) WHERE is_default AND deleted_at IS NULL;

-- requested: the player may take it back. reviewing: an operator has it. paying: approved, and the payer is told. The other states are ends:
-- paid, refused (by the operator), returned (by the payer), withdrawn (by the player), filled (made a recharge of).
-- amount leaves the wallet when it is requested; fee is a part of it. first_*: the first of two approvals of a large amount.
-- sent_at: since when the payer may know of it. next_at: when the payer is told or asked again.
CREATE TABLE withdrawals (
  user_id bigint NOT NULL,
  id uuid NOT NULL UNIQUE,
  account_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  fee bigint NOT NULL CHECK (fee >= 0 AND fee < amount),
  state text NOT NULL DEFAULT 'requested'
    CHECK (state IN ('requested', 'reviewing', 'paying', 'paid', 'refused', 'returned', 'withdrawn', 'filled')),
  requested_at bigint NOT NULL,
  ended_at bigint,
  taken_by text,
  taken_in text,
  first_by text,
  first_in text,
  approved_at bigint,
  sent_at bigint,
  next_at bigint,
  tries int NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, account_id) REFERENCES payout_accounts,
  CHECK ((ended_at IS NULL) = (state IN ('requested', 'reviewing', 'paying'))),
  CHECK ((state = 'paying') = (next_at IS NOT NULL))
);
CREATE INDEX withdrawals_of_player ON withdrawals (user_id, requested_at);
CREATE INDEX withdrawals_open ON withdrawals (requested_at) WHERE ended_at IS NULL;
CREATE INDEX withdrawals_ended ON withdrawals (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX withdrawals_approved ON withdrawals (approved_at) WHERE approved_at IS NOT NULL;
CREATE INDEX withdrawals_paying ON withdrawals (next_at) WHERE state = 'paying';

-- The timeline. note: what the player reads, such as the reason of a refusal. by: the name that an operator gave, for operators alone.
CREATE TABLE withdrawal_steps (
  user_id bigint NOT NULL,
  withdrawal_id uuid NOT NULL,
  n int NOT NULL,
  state text NOT NULL,
  at bigint NOT NULL,
  note text NOT NULL DEFAULT '',
  by text,
  PRIMARY KEY (user_id, withdrawal_id, n)
);

-- What was made a recharge of instead of being withdrawn (提现转充值). withdrawal_id NULL: of what could have been withdrawn.
CREATE TABLE withdrawal_fills (
  user_id bigint NOT NULL,
  id uuid NOT NULL,
  withdrawal_id uuid UNIQUE,
  amount bigint NOT NULL CHECK (amount > 0),
  bonus bigint NOT NULL CHECK (bonus >= 0),
  required bigint NOT NULL CHECK (required >= 0),
  at bigint NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX withdrawal_fills_at ON withdrawal_fills (user_id, at);

-- Figures that an operator has changed, over those of server/money/payout/rules.json.
CREATE TABLE payout_rules (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  body jsonb NOT NULL,
  changed_by text NOT NULL,
  changed_at bigint NOT NULL
);

-- What the stand-in payer was told, as a bank would keep it: one row for each request, whoever asks how often.
CREATE TABLE demo_payouts (
  request uuid PRIMARY KEY,
  amount bigint NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('paid', 'failed')),
  answers_at bigint NOT NULL
);
`;
