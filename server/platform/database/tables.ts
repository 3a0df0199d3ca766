/** The types of the tables for kysely. Amounts are fen, and instants are Unix ms of the game clock. The migrations of the modules explain the columns. */
import type { Generated } from 'kysely';
import type { Draw, Line, Ticket } from '../../../engine/descriptions/types.ts';
import type { Unit } from './movement-rules.ts';

export interface Tables {
  clock: {
    id: number;
    decided: boolean;
    simulated: boolean;
    speed: number;
    base_real: number;
    base_game: number;
    utc_offset_ms: Generated<number>;
  };
  users: { id: Generated<number>; name: string; name_key: string; password_hash: string; created_at: number };
  wallets: { user_id: number; balance_fen: number };
  sessions: {
    token_hash: string;
    user_id: number;
    created_at: number;
    /** Each use of the session moves it on, at most to ends_at. */
    expires_at: number;
    id: Generated<string>;
    ends_at: number;
    seen_at: number;
    device: Generated<string>;
    address: Generated<string>;
  };
  known_devices: { user_id: number; device: string; seen_at: number };
  operator_sessions: {
    token_hash: string;
    created_at: number;
    expires_at: number;
    id: Generated<string>;
    operator: number | null;
    address: Generated<string>;
    device: Generated<string>;
    seen_at: number | null;
  };
  request_counts: { key: string; started: number; used: number };
  failed_attempts: { key: string; failures: Generated<number>; at: Generated<number>; blocked_until: Generated<number> };
  odds: { hash: string; plays: string };
  purses: { user_id: number; purse: string; unit: Unit; balance: number };
  movements: {
    user_id: number;
    seq: Generated<number>;
    kind: string;
    unit: Unit;
    debit: string;
    credit: string;
    amount: number;
    /** Balances after the movement, of the debited and the credited purse of the player; null for an account that is no purse of the player. */
    debit_after: number | null;
    credit_after: number | null;
    at: number;
    reason: string;
    /** Id of the order, withdrawal or offer that it belongs to. */
    ref: string | null;
  };
  movement_rules: { kind: string; reason: string; debit: string; credit: string; unit: Unit };
  descriptions: {
    hash: string;
    kind: string;
    code: string;
    /** Canonical JSON, with references in place of shared parts. */
    body: string;
    stored_at: number;
    floats: Generated<boolean>;
    parts: Generated<readonly string[]>;
    used: Generated<boolean>;
    seen_at: Generated<number>;
  };
  published_files: { file: string; hash: string };
  description_parts: { hash: string; body: string; stored_at: number };
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
    /** Tickets with a lower key are settled. While settled_user is set, those with this key are settled up to that ticket; otherwise all of them. */
    settled_to: Generated<Uint8Array | null>;
    settled_user: number | null;
    settled_id: string | null;
    settle_steps: Generated<number>;
    counted: unknown;
    held_until: number | null;
    /** The reason why the issue is not played; null: it is played. */
    cancelled: 'schedule' | 'skipped' | 'operator' | null;
    /** The game from whose draw of the same issue its numbers are derived; null: it has a draw of its own. */
    source: Generated<string | null>;
  };
  quarantine: {
    id: Generated<number>;
    game: string;
    issue: string;
    user_id: number | null;
    ticket: string | null;
    step: 'freeze' | 'draw' | 'settle';
    reason: string;
    held_at: number;
    tries: Generated<number>;
    retry_at: number;
    ended_at: number | null;
    outcome: 'done' | 'refunded' | null;
  };
  alarm_hours: { name: string; hour: number; count: number; at: number; detail: string };
  alarm_states: { process: string; name: string; active: number; detail: string; since: number; seen_at: number };
  draws_heartbeat: { id: number; at_real: number; at_game: number };
  skipped_spans: { game: string; after: number; before: number; hash: string; noticed_at: number; next_after: number | null };
  orders: OrderColumns;
  tickets: OrderColumns & {
    issue: string;
    /** Empty if `selection` begins with the first digits of it. */
    hash: string;
    ticket: ShortTicket;
    bets: number;
    multiplier: number;
    /** The ticket key: equal for tickets with equal picks (server/lottery/draws/ticket-keys.ts). */
    selection: Generated<Uint8Array>;
    /** For a bet with an idempotency key: 16 bytes of the request's hash (answer_of_bet), then 8 bytes of its nonce (load_nonces). */
    request: Uint8Array | null;
  };
  chases: OrderColumns & {
    hash: string;
    ticket: Ticket;
    bets: number;
    issues: number;
    stop_on_win: boolean;
    stopped_by: string | null;
    cancelled_at: number | null;
  };
  idempotency: {
    user_id: number;
    key: string;
    body_hash: string;
    answer: StoredAnswer;
    at: number;
  };
  nonces: { user_id: number; nonce: string; at: number };
  spent_nonces: { user_id: number; nonce: string; at: number };
  outbox: { tx: Generated<string>; seq: Generated<number>; user_id: number | null; event: unknown };
  stake_limit_uses: { game: string; issue: string; key: string; user_id: number; used_fen: Generated<number> };
  stake_limit_takes: { game: string; issue: string; user_id: number; order_id: string; takes: unknown };
  stake_limit_returns: { game: string; issue: string; key: string; user_id: number; fen: number };
  recent_wins: { seq: Generated<number>; user_name: string; kind: Generated<string>; game: string; prize_fen: number };
  article_reads: { article: string; reads: Generated<number> };
  help_votes: { page: string; who: string; helpful: boolean; at: number };
  notices: {
    user_id: number;
    seq: Generated<number>;
    kind: string;
    code: string;
    vars: unknown;
    source: string;
    at: number;
    read: Generated<boolean>;
    gone: Generated<boolean>;
  };
  notice_progress: { user_id: number; movement: Generated<number>; at: number; off: Generated<readonly string[]> };
  sale_reminders: { user_id: number; game: string; at: number };
  sql_routines: { id: number; hash: string; objects: readonly string[]; number: number };
}

/** The columns of `orders`, which the tables of all kinds inherit. */
interface OrderColumns {
  user_id: number;
  id: string;
  kind: Generated<string>;
  game: string;
  /** The issue that decides it; null: its end is always stored in the row. */
  issue: string | null;
  /** The id of the order that it is a part of, such as a chase. */
  parent: string | null;
  unit: Generated<Unit>;
  amount: number;
  prize: Generated<number>;
  status: Generated<StoredStatus>;
  /** The won prizes, in the form of the kind. */
  outcome: unknown;
  placed_at: number;
  due_at: Generated<number>;
  settled_at: number | null;
  /** The counter of its order number; null for a row that is older than order numbers. */
  number: Generated<number | null>;
}

/** open: not yet frozen (on sale between opens_at and closes_at). frozen: no more bets. drawn: has numbers. settled: all prizes paid. withdrawn: cancelled, and all stakes refunded. */
export type IssueState = 'open' | 'frozen' | 'drawn' | 'settled' | 'withdrawn';
/** placed: pending, or lost if its issue is settled. held: in quarantine. The others are stored when they happen. */
export type StoredStatus = 'placed' | 'held' | 'won' | 'lost' | 'cancelled';

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

/** A line of a ticket as its row stores it. */
export type ShortLine = readonly [play: string, picks: Line['picks'], more?: Omit<Line, 'play' | 'picks'>];
export type TicketRest = Omit<Ticket, 'game' | 'lines'>;
/** The lines, and after them the other properties of the ticket. Without these the ticket has multiplier 1 and one issue. */
export type ShortTicket = readonly (ShortLine | TicketRest)[];
