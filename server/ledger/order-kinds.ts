/**
 * The kinds of orders. Each kind keeps its detail in tables of its own under the order's key. It defines here what lists, details, the fund
 * list and the home page show of it. The modules above register their kinds when the server starts (server/registries.ts).
 */
import type { OrderStatus } from '../../protocol/calls.ts';
import type { NumberGroup } from '../../engine/rules/index.ts';
import type { StoredStatus, Unit } from '../platform/index.ts';

/** The head of an order, as every kind has it. Amounts in `unit`, instants unix ms. */
export interface OrderHead {
  readonly user_id: number;
  readonly id: string;
  /** Its number as people read it. */
  readonly order_no: string;
  readonly parent: string | null;
  readonly kind: string;
  readonly game: string;
  readonly issue: string | null;
  readonly unit: Unit;
  readonly amount: number;
  readonly prize: number;
  readonly status: StoredStatus;
  readonly outcome: unknown;
  readonly placed_at: number;
  readonly due_at: number;
  readonly settled_at: number | null;
  /** What it is by now: a placed order whose issue is settled has lost. */
  readonly shown: OrderStatus;
}

/** What every kind shows of an order in a list; a kind adds fields of its own. */
export interface OrderSummary {
  /** The game, the match, the card. */
  readonly title: string;
  /** What was bet on it. */
  readonly subtitle: string;
  /** Where its detail is shown. */
  readonly to: string;
  /** Left out: what the head says. */
  readonly status?: OrderStatus;
}

/** What was picked in an order, in about one line of a phone. */
export interface OrderPicks {
  /** The numbers of its first line. */
  readonly numbers: readonly NumberGroup[];
  /** All of its lines. */
  readonly lineCount: number;
}

/** What a movement is about that names no order. */
export interface EarlyOrder {
  /** What `route` takes. */
  readonly id: string;
  readonly game: string;
  readonly issue: string | null;
}

export interface OrderKind {
  readonly kind: string;
  /** Its table, which inherits orders. */
  readonly table: string;
  /** False for an order whose parts stand in the list of all orders in its place; it is listed when its kind is asked for. */
  readonly listed: boolean;
  /** Statuses that the list of this kind can be asked for. */
  readonly statuses: readonly OrderStatus[];
  /** What a list shows of these orders, in their order: one statement however many they are. */
  summaries(heads: readonly OrderHead[]): Promise<readonly (OrderSummary & Readonly<Record<string, unknown>>)[]>;
  /** What was picked in these orders of one player, in their order: one statement. Left out by a kind that has no numbers. */
  picks?(userId: number, ids: readonly string[]): Promise<readonly OrderPicks[]>;
  /**
   * Kinds of movements that may be made before there is an order of this kind (the guarantee of a group order is one once it is used), and
   * what those of one player are about, by what they name: one statement. Left out by a kind whose movements all name an order.
   */
  readonly early?: {
    readonly movements: readonly string[];
    find(userId: number, refs: readonly string[]): Promise<ReadonlyMap<string, EarlyOrder>>;
  };
  /** What the detail of one order shows beside its summary and its movements. */
  detail(head: OrderHead): Promise<Readonly<Record<string, unknown>>>;
  /** Where the detail of one order is shown. */
  route(id: string): string;
  /** Names the subject where there is no order at hand, or only its head: in a fund list, among the winners of the home page. */
  subject(head: { readonly game: string; readonly issue: string | null }): string;
}

export type OrderKinds = ReadonlyMap<string, OrderKind>;

/** Two kinds of one name are an error that gives the name. */
export function createOrderKinds(kinds: readonly OrderKind[]): OrderKinds {
  const registry = new Map<string, OrderKind>();
  for (const kind of kinds) {
    if (registry.has(kind.kind)) throw new Error(`two kinds of orders are called ${kind.kind}`);
    registry.set(kind.kind, kind);
  }
  return registry;
}
