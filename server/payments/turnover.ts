/**
 * Turnover (流水): the stakes that a player must place before all of the wallet can be withdrawn. A recharge, a bonus and 提现转充值 each open a row; an
 * order counts for the rows that were open when it was placed, the oldest first, with its stake less refunds and
 * the amount that a coupon paid. A play of a small game counts as an order with its cost, a scratch card with its price once it is open, unless a scratch coupon paid it.
 *
 * Losing orders are never written (docs/ledger/orders.md), so turnover is not counted at the end of an order but when it is read. Reading calls only
 * calculate it (withdrawableAmount). updateTurnover stores it before a withdrawal, and now and then while the player is here. Closed rows bound the
 * number of orders to read. Writing functions are called in a transaction that holds the player's lock.
 */
import type { Querying } from '../platform/index.ts';
import type { OrderKinds } from '../ledger/index.ts';

export type TurnoverReason = 'recharge' | 'bonus' | 'toFill';

export interface TurnoverRow {
  readonly id: string;
  readonly why: TurnoverReason;
  readonly requiredFen: number;
  readonly doneFen: number;
  readonly openedAt: number;
}

export interface Withdrawable {
  readonly walletFen: number;
  /** The part of the wallet that open rows lock. */
  readonly lockedFen: number;
  readonly withdrawableFen: number;
  /** The sum that open rows still require; it may be more than the wallet. */
  readonly openFen: number;
  /** The open rows, oldest first. */
  readonly rows: readonly TurnoverRow[];
}

/** With less than this in all purses and no waiting order, a player has lost the recharged money: the rows are forgiven. Fen. */
export const FORGIVEN_BELOW_FEN = 100;
/** Orders that one statement reads. */
const AT_ONCE = 500;

/** SQL condition: the player paid the scratch card, and not a scratch coupon. */
export const PAID_CARD_SQL = 'AND NOT EXISTS (SELECT 1 FROM bag_items i WHERE i.used_for = c.purchase AND i.user_id = c.owner)';

/** Opens a row, unless nothing is required. `ref`: the id of its cause; `at`: the clock of the transaction, unix ms. */
export async function requireTurnover(
  client: Querying,
  userId: number,
  { why, requiredFen, ref }: { readonly why: TurnoverReason; readonly requiredFen: number; readonly ref: string },
  at: number,
): Promise<void> {
  if (requiredFen <= 0) return;
  await client.query('INSERT INTO turnovers (user_id, why, required, ref, opened_at) VALUES ($1, $2, $3::bigint, $4::uuid, $5::bigint)', [
    userId,
    why,
    requiredFen,
    ref,
    at,
  ]);
}

/** True when the issue of `o` is settled. */
const SETTLED = `SELECT i.state = 'settled' FROM issues i WHERE i.game = o.game AND i.issue = o.issue`;
/** Every issue with a draw before this is settled. */
const OLDEST_WAITING = `SELECT coalesce(min(draws_at), ${Number.MAX_SAFE_INTEGER}) FROM issues WHERE state IN ('open', 'frozen', 'drawn')`;

/** The amount that a player can withdraw now, with all ended orders counted. It only reads. */
export async function withdrawableAmount(client: Querying, userId: number, kinds: OrderKinds): Promise<Withdrawable> {
  const { open, forgiven } = await countingOf(client, userId, kinds);
  const { rows: wallets } = await client.query<{ balance: number }>('SELECT balance_fen AS balance FROM wallets WHERE user_id = $1', [
    userId,
  ]);
  const walletFen = wallets[0]?.balance ?? 0;
  const rows = (forgiven ? [] : open.filter(({ left }) => left > 0)).map(({ id, why, required, left, opened_at }) => ({
    id: String(id),
    why,
    requiredFen: required,
    doneFen: required - left,
    openedAt: opened_at,
  }));
  const openFen = rows.reduce((sum, { requiredFen, doneFen }) => sum + requiredFen - doneFen, 0);
  const lockedFen = Math.min(walletFen, openFen);
  return { walletFen, lockedFen, withdrawableFen: walletFen - lockedFen, openFen, rows };
}

/**
 * Stores the orders that ended since the last call, so that later readings need not count them. It runs before a withdrawal, and now and then
 * while the player is present. The caller's transaction holds the player's lock.
 */
export async function updateTurnover(client: Querying, userId: number, kinds: OrderKinds): Promise<void> {
  const { back, steps, forgiven } = await countingOf(client, userId, kinds);
  await writeBack(client, userId, back);
  await writeSteps(client, userId, steps);
  if (forgiven) await forgiveTurnover(client, userId, kinds);
}

/** SQL condition: a player has nothing left and no waiting order, play or unopened card. $1: player, $2: kinds of orders. */
const NOTHING_LEFT = `(SELECT balance_fen FROM wallets WHERE user_id = $1)
          + (SELECT coalesce(sum(balance), 0) FROM purses WHERE user_id = $1 AND unit = 'fen')
          + (SELECT coalesce(sum(fen), 0) FROM held_at_companies($1)) < ${FORGIVEN_BELOW_FEN}
        AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.user_id = $1 AND o.unit = 'fen' AND o.kind = ANY($2::text[])
                           AND (o.status = 'held' OR o.status = 'placed' AND (${SETTLED}) IS NOT TRUE)
                           AND (o.status = 'held' OR o.due_at >= (${OLDEST_WAITING})))
        AND NOT EXISTS (SELECT 1 FROM small_plays p WHERE p.user_id = $1 AND p.status = 'placed')
        AND NOT EXISTS (SELECT 1 FROM scratch_cards c WHERE c.owner = $1 AND c.opened_at IS NULL)`;

/** Closes the rows of a player who has nothing left. It is called before new money arrives, because old rows must not lock that money. */
export async function forgiveTurnover(client: Querying, userId: number, kinds: OrderKinds): Promise<void> {
  await client.query(
    `UPDATE turnovers SET closed_at = caipu_now_ms(), forgiven = true WHERE user_id = $1 AND closed_at IS NULL AND ${NOTHING_LEFT}`,
    [userId, countedKinds(kinds)],
  );
}

/** SQL: the stake of order `o` less refunds and the amount that a coupon paid; 0 for a cancelled order. */
const WORTH = `CASE o.status WHEN 'cancelled' THEN 0 ELSE o.amount - coalesce((
  SELECT sum(CASE WHEN f.kind IN ('refund', 'hmRefund') THEN f.amount ELSE -f.amount END) FROM movements f
   WHERE f.user_id = o.user_id AND f.ref IS NOT NULL AND ref_hash(f.user_id, f.ref) = ref_hash(o.user_id, o.id) AND f.ref = o.id
     AND f.kind IN ('refund', 'refundBack', 'hmRefund', 'hmRefundBack') AND f.reason <> 'unused'), 0)
  - coalesce((SELECT u.fen - u.bonus FROM coupon_uses u WHERE u.user_id = o.user_id AND u.order_id = o.id AND NOT u.returned), 0) END::bigint`;

/** An order of several parts counts with its parts. */
const countedKinds = (kinds: OrderKinds) => [...kinds.values()].filter(({ listed }) => listed).map(({ kind }) => kind);

interface OpenRow {
  readonly id: number;
  readonly why: TurnoverReason;
  readonly required: number;
  readonly done: number;
  readonly opened_at: number;
}

/** The result of counting: what each open row still requires, the steps to store, and whether all rows are forgiven. */
interface Counting {
  readonly open: readonly (OpenRow & { left: number })[];
  readonly back: readonly Step[];
  readonly steps: readonly Step[];
  readonly forgiven: boolean;
}

interface Step {
  readonly order: string;
  readonly row: number;
  readonly amount: number;
}

/** Counts the orders that ended since they were last stored. */
async function countingOf(client: Querying, userId: number, kinds: OrderKinds): Promise<Counting> {
  const { rows } = await client.query<OpenRow>(
    'SELECT id, why, required, done, opened_at FROM turnovers WHERE user_id = $1 AND closed_at IS NULL ORDER BY id',
    [userId],
    'open-turnovers',
  );
  const open = rows.map((row) => ({ ...row, left: row.required - row.done }));
  const [first] = open;
  if (first === undefined) return { open, back: [], steps: [], forgiven: false };
  const back = await tooMuchOf(client, userId);
  for (const { row, amount } of back) {
    const of = open.find(({ id }) => id === row);
    if (of !== undefined) of.left += amount;
  }
  const steps: Step[] = [];
  let after = { placed_at: first.opened_at - 1, id: '00000000-0000-0000-0000-000000000000' };
  while (open.some(({ left }) => left > 0)) {
    const orders = await endedOrders(client, userId, kinds, first.opened_at, after);
    for (const { id, placed_at, worth } of orders) {
      let still = worth;
      for (const row of open) {
        // A stake before a recharge does not count for that recharge.
        if (still <= 0 || row.opened_at > placed_at) break;
        const amount = Math.min(still, row.left);
        if (amount <= 0) continue;
        row.left -= amount;
        still -= amount;
        steps.push({ order: id, row: row.id, amount });
      }
    }
    const last = orders.at(-1);
    if (last === undefined || orders.length < AT_ONCE) break;
    after = last;
  }
  const { rows: left } = await client.query<{ nothing: boolean | null }>(`SELECT ${NOTHING_LEFT} AS nothing`, [
    userId,
    countedKinds(kinds),
  ]);
  return { open, back, steps, forgiven: left[0]?.nothing === true };
}

/** Orders, plays of small games and scratch cards that ended, were placed since `since` and do not count yet, in the order of placing. */
async function endedOrders(
  client: Querying,
  userId: number,
  kinds: OrderKinds,
  since: number,
  after: { readonly placed_at: number; readonly id: string },
): Promise<{ readonly id: string; readonly placed_at: number; readonly worth: number }[]> {
  const { rows } = await client.query<{ id: string; placed_at: number; worth: number }>(
    // An order is due after it was placed, so the index by due_at excludes older orders. Plays and cards end after they were placed, so the
    // time of their end excludes older ones.
    `SELECT e.id, e.placed_at, e.worth FROM (
       SELECT o.id, o.placed_at, ${WORTH} AS worth FROM orders o
        WHERE o.user_id = $1 AND o.due_at >= $2::bigint AND o.placed_at >= $2::bigint AND o.unit = 'fen' AND o.kind = ANY($3::text[])
          AND (o.status IN ('won', 'lost') OR o.status = 'placed' AND (${SETTLED}))
       UNION ALL
       SELECT p.id, p.placed_at, p.cost FROM small_plays p WHERE p.user_id = $1 AND p.settled_at >= $2::bigint AND p.placed_at >= $2::bigint
       UNION ALL
       SELECT c.id, c.bought_at, s.price FROM scratch_cards c JOIN scratch_pools s ON s.id = c.pool
        WHERE c.owner = $1 AND c.opened_at >= $2::bigint AND c.bought_at >= $2::bigint ${PAID_CARD_SQL}) e
      WHERE (e.placed_at, e.id) > ($4::bigint, $5::uuid)
        AND NOT EXISTS (SELECT 1 FROM turnover_steps t WHERE t.user_id = $1 AND t.order_id = e.id)
      ORDER BY e.placed_at, e.id LIMIT ${AT_ONCE}`,
    [userId, since, countedKinds(kinds), after.placed_at, after.id],
    'turnover-orders',
  );
  return rows;
}

async function writeSteps(client: Querying, userId: number, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  await client.query(
    `INSERT INTO turnover_steps (user_id, order_id, turnover_id, amount)
     SELECT $1, x."order", x.row, x.amount FROM jsonb_to_recordset($2::jsonb) AS x("order" uuid, row bigint, amount bigint)`,
    [userId, JSON.stringify(steps)],
  );
  const byRow = new Map<number, number>();
  for (const { row, amount } of steps) byRow.set(row, (byRow.get(row) ?? 0) + amount);
  for (const [row, amount] of byRow)
    await client.query(
      `UPDATE turnovers SET done = done + $3::bigint, closed_at = CASE WHEN done + $3::bigint = required THEN caipu_now_ms() END
        WHERE user_id = $1 AND id = $2`,
      [userId, row, amount],
    );
}

/**
 * A correction may refund a part of a stake that was counted. The excess is removed from the open rows, the newest first. A closed row stays
 * closed, because the money that it unlocked may have been withdrawn.
 */
async function tooMuchOf(client: Querying, userId: number): Promise<Step[]> {
  const { rows } = await client.query<{ order_id: string; turnover_id: number; amount: number; excess: number }>(
    `WITH counted AS (
       SELECT s.order_id, sum(s.amount)::bigint AS amount FROM turnover_steps s
        WHERE s.user_id = $1 AND s.order_id IN (
          SELECT t.order_id FROM turnover_steps t JOIN turnovers r ON r.user_id = t.user_id AND r.id = t.turnover_id
           WHERE t.user_id = $1 AND r.closed_at IS NULL)
        GROUP BY s.order_id)
     SELECT s.order_id, s.turnover_id, s.amount, (c.amount - (${WORTH}))::bigint AS excess
       FROM counted c JOIN orders o ON o.user_id = $1 AND o.id = c.order_id
       JOIN turnover_steps s ON s.user_id = $1 AND s.order_id = c.order_id
       JOIN turnovers r ON r.user_id = $1 AND r.id = s.turnover_id AND r.closed_at IS NULL
      WHERE c.amount > (${WORTH})
      ORDER BY s.order_id, s.turnover_id DESC`,
    [userId],
    'turnover-back',
  );
  let order = '';
  let left = 0;
  return rows.flatMap((row) => {
    if (row.order_id !== order) {
      order = row.order_id;
      left = row.excess;
    }
    const amount = Math.min(left, row.amount);
    left -= amount;
    return amount <= 0 ? [] : [{ order: row.order_id, row: row.turnover_id, amount }];
  });
}

async function writeBack(client: Querying, userId: number, back: readonly Step[]): Promise<void> {
  for (const { order, row, amount } of back) {
    const step = [userId, order, row, amount];
    const { rowCount } = await client.query(
      'DELETE FROM turnover_steps WHERE user_id = $1 AND order_id = $2 AND turnover_id = $3 AND amount = $4::bigint',
      step,
    );
    if (rowCount === 0)
      await client.query(
        'UPDATE turnover_steps SET amount = amount - $4::bigint WHERE user_id = $1 AND order_id = $2 AND turnover_id = $3',
        step,
      );
    await client.query('UPDATE turnovers SET done = done - $3::bigint WHERE user_id = $1 AND id = $2', [userId, row, amount]);
  }
}
