/** The tables as kysely sees them. Amounts are fen, instants unix ms of the game clock; comments on meaning are in migrations/ of the modules. */
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
    /** Moves on while the session is used, up to ends_at. */
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
    /** After it, of the player's purse that it leaves and of the one that it enters; null for an account that is no purse of his. */
    debit_after: number | null;
    credit_after: number | null;
    at: number;
    reason: string;
    /** What it belongs to: an order, a withdrawal, an offer. */
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
    /** Every selection up to this one is done; of the one itself, while settled_user is set, only what stands up to that ticket. */
    settled_to: Generated<Uint8Array | null>;
    settled_user: number | null;
    settled_id: string | null;
    settle_steps: Generated<number>;
    counted: unknown;
    held_until: number | null;
    /** Why it is not played; null: it is. */
    cancelled: 'schedule' | 'skipped' | 'operator' | null;
    /** The game whose draw of the same issue its numbers follow from; null: it has a draw of its own. */
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
    /** Empty where its selection begins with it. */
    hash: string;
    ticket: ShortTicket;
    bets: number;
    multiplier: number;
    /** The same for tickets that bet on the same (server/lottery/draws/ticket-keys.ts). */
    selection: Generated<Uint8Array>;
    /** Of a bet that is known by its key: 16 bytes of its request's hash (answer_of_bet), 8 of that request's nonce (load_nonces). */
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

/** The head of every order, which the tables of the kinds inherit. */
interface OrderColumns {
  user_id: number;
  id: string;
  kind: Generated<string>;
  game: string;
  /** The issue that decides it; null: the order writes its own end. */
  issue: string | null;
  /** The order that it is a part of. */
  parent: string | null;
  unit: Generated<Unit>;
  amount: number;
  prize: Generated<number>;
  status: Generated<StoredStatus>;
  /** What it won with, as its kind writes it. */
  outcome: unknown;
  placed_at: number;
  due_at: Generated<number>;
  settled_at: number | null;
  /** The counter of its number; null: it is older than numbers are. */
  number: Generated<number | null>;
}

/** open: not yet frozen (on sale between opens_at and closes_at). frozen: no bet can come any more. drawn: numbers known. settled: all paid. withdrawn: taken back. */
export type IssueState = 'open' | 'frozen' | 'drawn' | 'settled' | 'withdrawn';
/** placed: waits, or has lost with its issue. held: waits in quarantine. The others are written when they happen. */
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
/** The lines, and behind them what else the ticket says; where nothing stands there, it says that it is for one time (倍) and one issue. */
export type ShortTicket = readonly (ShortLine | TicketRest)[];
