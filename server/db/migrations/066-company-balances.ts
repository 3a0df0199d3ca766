import { inOrder } from './statements.ts';

/**
 * What a company last said that a player holds there, and when it was asked. Our own ledger knows what went there and came back, and not
 * what was won and lost there.
 */
export const companyBalances = inOrder([
  `CREATE TABLE company_balances (
    user_id bigint NOT NULL REFERENCES users (id),
    company text NOT NULL,
    fen bigint NOT NULL CHECK (fen >= 0),
    asked_at bigint NOT NULL,
    PRIMARY KEY (user_id, company)
  )`,
]);
