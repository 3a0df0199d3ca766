/** Invariants of a simulated world: quick checks after every commit, and all checks at the end. A check returns a sentence for each fault. */
import { createHash } from 'node:crypto';
import { gameAt } from '../../../engine/descriptions/sets.ts';
import type { Draw, Game } from '../../../engine/descriptions/types.ts';
import { compileGame, settleTicket } from '../../../engine/rules/index.ts';
import type { Querying } from '../../../server/platform/database/database.ts';
import { readVersion } from '../../../server/catalog/stored-versions.ts';
import { drawIssue } from '../../../server/lottery/draws/draw.ts';
import { floatingTiers } from '../../../server/lottery/draws/prizes.ts';
import { ticketHashSql, toWholeTickets } from '../../../server/lottery/draws/sold-tickets.ts';
import type { ShortTicket } from '../../../server/platform/database/tables.ts';
import { STATUS } from '../../../protocol/status.ts';
import { AFTER_SPORT_COMMIT, sportFaults } from './sport-invariants.ts';
import { AFTER_RULES_COMMIT, rulesFaults } from './rules-invariants.ts';
import { AFTER_GROUP_COMMIT, groupFaults } from './group-invariants.ts';
import type { Witness } from './witness.ts';

type Fault = { readonly what: string };

/** Each row of the result describes one fault. The query is cheap, because a world is small. */
const FAULTS_AFTER_COMMIT = `
  SELECT 'ledger of ' || unit || ' is off by ' || sum(amount) AS what FROM entries GROUP BY unit HAVING sum(amount) <> 0
  UNION ALL
  SELECT 'wallet of ' || w.user_id || ' holds ' || w.balance_fen || ' and its movements say ' || coalesce(l.sum, 0)
    FROM wallets w LEFT JOIN (
      SELECT user_id, sum(CASE WHEN credit = 'wallet' THEN amount ELSE 0 END - CASE WHEN debit = 'wallet' THEN amount ELSE 0 END) AS sum
        FROM movements GROUP BY user_id) l USING (user_id)
   WHERE w.balance_fen <> coalesce(l.sum, 0) OR w.balance_fen < 0
  UNION ALL
  SELECT ref || ' was given ' || count(*) || ' ' || kind FROM movements
   WHERE kind IN ('stake', 'prize', 'refund') AND reason NOT IN ('correction', 'voidLeg') GROUP BY ref, kind HAVING count(*) > 1
  UNION ALL
  SELECT 'bet ' || t.id || ' on ' || t.game || ' ' || t.issue || ' at ' || t.placed_at || ', closed at ' || i.closes_at
    FROM tickets t JOIN issues i USING (game, issue) WHERE t.placed_at >= i.closes_at
  UNION ALL
  SELECT 'bet ' || t.id || ' for ' || t.amount || ' cost ' || coalesce(f.sum, 0)
    FROM tickets t LEFT JOIN (SELECT ref, sum(amount) AS sum FROM movements WHERE kind = 'stake' GROUP BY ref) f ON f.ref = t.id
   WHERE t.user_id <> 0 AND t.amount <> coalesce(f.sum, 0)
  UNION ALL ${AFTER_SPORT_COMMIT}`;

/** Tickets of issues on which nobody can bet any more: their number never changes again. */
const CLOSED = `SELECT i.game || ' ' || i.issue AS issue, count(t.id)::int AS tickets, i.numbers::text AS numbers
  FROM issues i LEFT JOIN tickets t USING (game, issue) WHERE i.state IN ('frozen', 'drawn', 'settled') GROUP BY 1, 3`;

/** Queries that run after every commit. */
export const CHECKED_AFTER_COMMIT: readonly string[] = [FAULTS_AFTER_COMMIT, AFTER_GROUP_COMMIT, AFTER_RULES_COMMIT, CLOSED];

export class Invariants {
  readonly #admin: Querying;
  /** Tickets and numbers of issues, as they were once the issues were closed. */
  readonly #closed = new Map<string, { tickets: number; numbers: string | null }>();

  constructor(admin: Querying) {
    this.#admin = admin;
  }

  async afterCommit(): Promise<readonly string[]> {
    const { rows } = await this.#admin.query<Fault>(FAULTS_AFTER_COMMIT);
    const faults = rows.map(({ what }) => what);
    for (const query of [AFTER_GROUP_COMMIT, AFTER_RULES_COMMIT])
      faults.push(...(await this.#admin.query<Fault>(query)).rows.map(({ what }) => what));
    const closed = await this.#admin.query<{ issue: string; tickets: number; numbers: string | null }>(CLOSED);
    for (const { issue, tickets, numbers } of closed.rows) {
      const before = this.#closed.get(issue);
      if (before !== undefined && before.tickets !== tickets)
        faults.push(`${issue} was closed with ${before.tickets} tickets and has ${tickets}`);
      if (before !== undefined && before.numbers !== null && before.numbers !== numbers) faults.push(`${issue} was drawn twice`);
      this.#closed.set(issue, { tickets, numbers });
    }
    return faults;
  }

  /** All checks, after the last work of the world. */
  async atTheEnd(witness: Witness, now: number): Promise<readonly string[]> {
    const faults = [...witness.faults, ...(await this.afterCommit())];
    faults.push(
      ...(await this.#issues(now)),
      ...(await this.#keys(witness)),
      ...(await this.#prizes()),
      ...(await this.#chases()),
      ...(await this.#caps()),
      ...(await this.#outbox()),
      ...(await sportFaults(this.#admin, witness.drafts)),
      ...(await groupFaults(this.#admin, now)),
      ...(await rulesFaults(this.#admin)),
    );
    return faults;
  }

  /** Each issue has exactly one result, by its seed, and none was passed over. */
  async #issues(now: number): Promise<string[]> {
    const { rows } = await this.#admin.query<{
      game: string;
      issue: string;
      state: string;
      opens_at: number;
      closes_at: number;
      draws_at: number;
      seed: string;
      commitment: string;
      numbers: Draw['numbers'] | null;
      hash: string;
    }>(
      `SELECT i.game, i.issue, i.state, i.opens_at, i.closes_at, i.draws_at, i.seed, i.commitment, i.numbers, i.hash FROM issues i
        WHERE i.draws_at <= $1 AND i.state <> 'withdrawn' ORDER BY i.game, i.draws_at`,
      [now],
    );
    const faults: string[] = [];
    let before: (typeof rows)[number] | undefined;
    for (const row of rows) {
      const name = `${row.game} ${row.issue}`;
      if (row.state !== 'settled') faults.push(`${name} is ${row.state}, and was to be drawn long ago`);
      else if (JSON.stringify(row.numbers) !== JSON.stringify(drawIssue(await this.#gameOf(row.hash), row.issue, row.seed)))
        faults.push(`${name} was not drawn from its seed`);
      if (createHash('sha256').update(Buffer.from(row.seed, 'hex')).digest('hex') !== row.commitment)
        faults.push(`the seed of ${name} is not the one that was promised`);
      if (before?.game === row.game && before.closes_at !== row.opens_at)
        faults.push(`nothing was on sale between ${before.issue} and ${name}`);
      before = row;
    }
    return faults;
  }

  /** Every acknowledged bet is there, every refused one is not, and every order comes of exactly one key. */
  async #keys(witness: Witness): Promise<string[]> {
    const { rows } = await this.#admin.query<{
      key: string;
      answer: {
        status: number;
        models: { orderId?: string; chaseId?: string; joinId?: string; hmId?: string; ownFen?: number } | null;
      } | null;
    }>(
      // An accepted bet has no row in idempotency: answer_of_bet finds its ticket by the key.
      `SELECT key, answer FROM idempotency
       UNION ALL SELECT key, answer_of_bet(u.id, key, NULL) FROM unnest($1::text[]) AS key CROSS JOIN users u WHERE answer_of_bet(u.id, key, NULL) IS NOT NULL`,
      [[...new Set([...witness.done.keys(), ...witness.submissionEnds.map(({ key }) => key)])]],
    );
    const orders = new Set((await this.#admin.query<{ id: string }>('SELECT id::text AS id FROM orders')).rows.map(({ id }) => id));
    // The starter's answer has the id of the group order, and a member's answer the id of the shares. A guarantee belongs to the starter's key.
    const heads = (
      await this.#admin.query<{ id: string }>(
        `SELECT id::text AS id FROM orders WHERE parent IS NULL AND kind <> 'group' AND user_id <> 0
            -- Orders that a standing rule places have no key.
            AND NOT EXISTS (SELECT 1 FROM follows f WHERE f.user_id = orders.user_id AND f.order_id = orders.id AND f.rule_id IS NOT NULL)
         UNION ALL SELECT CASE type WHEN 'own' THEN group_buy_id ELSE id END::text FROM group_buy_joins WHERE type IN ('own', 'join')`,
      )
    ).rows.map(({ id }) => id);
    const stored = new Map(rows.map(({ key, answer }) => [key, answer]));
    const faults: string[] = [];
    for (const [key, text] of witness.done) {
      const storedAnswer = stored.get(key);
      if (storedAnswer?.status !== STATUS.ok) faults.push(`key ${key} was answered as done, and the database does not know of it`);
      const { orderId, joinId } = JSON.parse(text) as { orderId?: string; joinId?: string };
      const id = orderId ?? joinId;
      if (id !== undefined && !orders.has(id)) faults.push(`order ${id} was acknowledged and is not there`);
    }
    for (const { key, state, status, orderId } of witness.submissionEnds) {
      const done = stored.get(key)?.status === STATUS.ok;
      if (state === 'accepted' && orderId !== undefined && !orders.has(orderId))
        faults.push(`a phone was told of order ${orderId}, which is not there`);
      if (state === 'refused' && done) faults.push(`a phone was told that ${key} was refused (${status}), and it was done`);
    }
    const made = new Map<string, number>();
    for (const { answer } of rows) {
      if (answer?.status !== STATUS.ok || answer.models === null) continue;
      const { orderId, chaseId, joinId, hmId, ownFen } = answer.models;
      const id = orderId === undefined ? (joinId ?? (ownFen === undefined ? undefined : hmId)) : (chaseId ?? orderId);
      if (id !== undefined) made.set(id, (made.get(id) ?? 0) + 1);
    }
    // Tickets whose answer no phone received count too. The last 17 characters of a ticket's id are made of player and key.
    const { rows: tickets } = await this.#admin.query<{ id: string; alike: number }>(
      `SELECT min(id::text) AS id, count(*)::int AS alike FROM tickets WHERE request IS NOT NULL GROUP BY user_id, right(id::text, 17)`,
    );
    for (const { id, alike } of tickets) {
      if (alike > 1) faults.push(`${alike} orders come of the key of ${id}`);
      made.set(id, Math.max(made.get(id) ?? 0, 1));
    }
    for (const id of heads) if (made.get(id) !== 1) faults.push(`order ${id} comes of ${made.get(id) ?? 0} keys`);
    return faults;
  }

  /** Every ticket was paid exactly its prize under the rules. */
  async #prizes(): Promise<string[]> {
    const { rows } = await this.#admin.query<{
      id: string;
      game: string;
      ticket: ShortTicket;
      status: string;
      prize: number;
      hash: string;
      numbers: Draw['numbers'];
      prizes: Record<string, number> | null;
      draws_at: number;
      paid: number;
    }>(
      `SELECT t.id::text AS id, t.game, t.ticket, t.status, t.prize, ${ticketHashSql('t')} AS hash, i.numbers, i.prizes, i.draws_at,
              CASE t.user_id WHEN 0 THEN t.prize ELSE
                (SELECT coalesce(sum(amount), 0)::bigint FROM movements f WHERE f.ref = t.id AND f.kind = 'prize') END AS paid
         FROM tickets t JOIN issues i USING (game, issue) WHERE i.state = 'settled'`,
    );
    const faults: string[] = [];
    const sold = toWholeTickets(rows, ({ game }) => game);
    for (const { id, ticket, status, prize, hash, numbers, prizes, draws_at, paid } of sold) {
      if (paid !== prize) faults.push(`ticket ${id} won ${prize} and was paid ${paid}`);
      const game = await this.#gameOf(hash);
      const tiers = [...floatingTiers(gameAt(game, draws_at)).keys()];
      if (prizes === null && tiers.length > 0) {
        faults.push(`the issue of ticket ${id} is settled without the prizes of its tiers`);
        continue;
      }
      const floating = Object.fromEntries(tiers.flatMap((tier) => (prizes?.[tier] === undefined ? [] : [[tier, prizes[tier]]])));
      const due =
        status === 'cancelled' ? 0 : Number(settleTicket(compileGame(game, draws_at), ticket, { numbers, prizes: floating }).prizeFen);
      if (due !== prize) faults.push(`ticket ${id} (${status}) has won ${prize}, and the rules say ${due}`);
    }
    return faults;
  }

  /**
   * Only cancelled orders have their stake back. A chase that stops on a win plays no issue that was still open when the win was settled. The
   * tickets of a chase add up to its amount.
   */
  async #chases(): Promise<string[]> {
    const { rows } = await this.#admin.query<Fault>(`
      SELECT 'order ' || t.id || ' (' || t.status || ') of ' || t.amount || ' has ' || coalesce(f.sum, 0) || ' back' AS what
        FROM tickets t LEFT JOIN (SELECT ref, sum(amount) AS sum FROM movements WHERE kind = 'refund' GROUP BY ref) f ON f.ref = t.id
       WHERE t.user_id <> 0 AND coalesce(f.sum, 0) <> CASE t.status WHEN 'cancelled' THEN t.amount ELSE 0 END
      UNION ALL
      SELECT 'chase ' || c.id || ' was won at ' || w.settled_at || ' and still plays ' || t.issue
        FROM chases c JOIN tickets w ON w.parent = c.id AND w.status = 'won'
        JOIN tickets t ON t.parent = c.id AND t.status <> 'cancelled' JOIN issues i ON i.game = t.game AND i.issue = t.issue
       WHERE c.stop_on_win AND i.closes_at > w.settled_at
      UNION ALL
      SELECT 'chase ' || c.id || ' was neither won nor stopped, and has lost ' || t.issue
        FROM chases c JOIN tickets t ON t.parent = c.id AND t.status = 'cancelled' JOIN issues i ON i.game = t.game AND i.issue = t.issue
       WHERE c.cancelled_at IS NULL AND c.stopped_by IS NULL AND i.state <> 'withdrawn'
         AND NOT EXISTS (SELECT 1 FROM movements f WHERE f.ref = t.id AND f.kind = 'refund' AND f.reason = 'void')
      UNION ALL
      SELECT 'chase ' || c.id || ' of ' || c.amount || ' has tickets of ' || coalesce(sum(t.amount), 0)
        FROM chases c LEFT JOIN tickets t ON t.parent = c.id GROUP BY c.id, c.amount, c.issues HAVING coalesce(sum(t.amount), 0) <> c.amount OR count(t.id) <> c.issues`);
    return rows.map(({ what }) => what);
  }

  /** No ticket and no chase is over the caps that it was sold under. */
  async #caps(): Promise<string[]> {
    const { rows } = await this.#admin.query<{ id: string; hash: string; multiplier: number; issues: number }>(
      `SELECT id::text AS id, ${ticketHashSql('tickets')} AS hash, multiplier, 1 AS issues FROM tickets
       UNION ALL SELECT id::text, hash, 1, issues FROM chases`,
    );
    const faults: string[] = [];
    for (const { id, hash, multiplier, issues } of rows) {
      const { caps } = await this.#gameOf(hash);
      if (multiplier > caps.multiplier || issues > caps.issues)
        faults.push(`order ${id} of ${multiplier} times and ${issues} issues is over its caps`);
    }
    return faults;
  }

  async #gameOf(hash: string): Promise<Game> {
    const known = games.get(hash);
    if (known !== undefined) return known;
    const game = JSON.parse((await readVersion(this.#admin, hash)) ?? '') as Game;
    games.set(hash, game);
    return game;
  }

  /** Phones hear of every order that is placed or given back, of every draw and of every settled issue, once. */
  async #outbox(): Promise<string[]> {
    const { rows } = await this.#admin.query<Fault>(`
      SELECT what || ' has ' || told || ' events' AS what FROM (
        SELECT 'the draw of ' || i.game || ' ' || i.issue AS what,
               (SELECT count(*) FROM outbox o WHERE o.event->>'type' = 'draw' AND o.event->>'gameCode' = i.game AND o.event->>'issue' = i.issue) AS told
          FROM issues i WHERE i.state IN ('drawn', 'settled')
        UNION ALL
        SELECT 'the end of ' || i.game || ' ' || i.issue,
               (SELECT count(*) FROM outbox o WHERE o.event->>'type' = 'settled' AND o.event->>'gameCode' = i.game AND o.event->>'issue' = i.issue)
          FROM issues i WHERE i.state = 'settled'
        UNION ALL
        SELECT 'the refund of ' || t.id,
               (SELECT count(*) FROM outbox o WHERE o.user_id = t.user_id AND o.event->>'type' = 'order' AND o.event->>'orderId' = t.id::text)
          FROM tickets t WHERE t.status = 'cancelled' AND t.user_id <> 0) each WHERE told <> 1
      UNION ALL
      SELECT 'player ' || user_id || ' placed ' || placed || ' orders and has ' || told || ' events of it' FROM (
        SELECT u.id AS user_id, (SELECT count(*) FROM orders o WHERE o.user_id = u.id AND o.parent IS NULL AND o.kind <> 'group')
                 + (SELECT count(*) FROM group_buy_joins j WHERE j.user_id = u.id AND j.type <> 'guarantee')
                 -- A member of a group order gets one more event when the order is played.
                 + (SELECT count(DISTINCT j.group_buy_id) FROM group_buy_joins j JOIN group_buy_orders h ON h.id = j.group_buy_id
                     WHERE j.user_id = u.id AND h.issue IS NOT NULL AND h.played_at IS NOT NULL) AS placed,
               (SELECT count(*) FROM outbox x WHERE x.user_id = u.id AND x.event->>'type' = 'placed') AS told FROM users u) each
       WHERE placed <> told`);
    return rows.map(({ what }) => what);
  }
}

/** Games by the hash of their version, shared by all worlds of this process. */
const games = new Map<string, Game>();
