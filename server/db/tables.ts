/** The tables as kysely sees them. Amounts are fen, instants unix ms of the game clock; comments on meaning are in the migrations. */
import type { Generated } from 'kysely';
import type { Draw, Ticket } from '../../engine/descriptions/types.ts';

export interface Tables {
  clock: { id: number; simulated: boolean; speed: number; base_real: number; base_game: number };
  users: { id: Generated<number>; name: string; name_key: string; password_hash: string; created_at: number };
  wallets: { user_id: number; balance_fen: number };
  sessions: { token_hash: string; user_id: number; created_at: number; expires_at: number };
  transfers: {
    user_id: number;
    seq: Generated<number>;
    kind: TransferKind;
    debit: string;
    credit: string;
    amount_fen: number;
    balance_fen: number;
    at: number;
    order_id: string | null;
    note: string | null;
  };
  descriptions: { hash: string; kind: string; code: string; body: string; stored_at: number };
  issues: {
    game: string;
    issue: string;
    opens_at: number;
    closes_at: number;
    draws_at: number;
    state: IssueState;
    hash: string;
    commitment: string;
    seed: string;
    numbers: Draw['numbers'] | null;
    prizes: Record<string, number> | null;
    backfilled: boolean;
    settled_selection: Generated<string | null>;
    settled_user: number | null;
    settled_id: string | null;
  };
  tickets: {
    user_id: number;
    id: string;
    game: string;
    issue: string;
    hash: string;
    ticket: Ticket;
    bets: number;
    amount_fen: number;
    multiplier: number;
    status: 'placed' | 'won' | 'cancelled';
    prize_fen: number;
    wins: readonly StoredWin[] | null;
    placed_at: number;
    /** The chase that it is one issue of. */
    chase_id: string | null;
    /** The same for tickets that bet on the same. */
    selection: Generated<string>;
  };
  chases: {
    user_id: number;
    id: string;
    game: string;
    hash: string;
    ticket: Ticket;
    bets: number;
    issues: number;
    amount_fen: number;
    stop_on_win: boolean;
    placed_at: number;
    stopped_by: string | null;
    cancelled_at: number | null;
  };
  idempotency: { user_id: number; key: string; body_hash: string; answer: StoredAnswer; at: number };
  nonces: { nonce: string; at: number };
  outbox: { tx: Generated<string>; seq: Generated<number>; user_id: number | null; event: unknown };
  recent_wins: { seq: Generated<number>; user_name: string; game: string; prize_fen: number };
}

/** open: not yet frozen (on sale between opens_at and closes_at). frozen: no bet can come any more. drawn: numbers known. settled: all paid. withdrawn: taken back. */
export type IssueState = 'open' | 'frozen' | 'drawn' | 'settled' | 'withdrawn';
export type TransferKind = 'grant' | 'stake' | 'prize' | 'refund';

export interface StoredWin {
  readonly line: number;
  readonly tier: string;
  readonly count: number;
  readonly prizeFen: number;
}

export interface StoredAnswer {
  readonly status: number;
  readonly models: unknown;
  readonly msg: string;
}
