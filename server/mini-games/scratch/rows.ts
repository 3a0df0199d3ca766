/** Reads scratch pools and cards from the database. */
import type { ScratchDescription } from '../../../engine/descriptions/scratch/types.ts';
import type { ScratchCardModels, ScratchListItem } from '../../../protocol/calls.ts';
import { type Database, orderNoSql } from '../../platform/index.ts';

type Querying = Pick<Database, 'query'>;

export interface PoolOnSale {
  readonly id: string;
  readonly card: string;
  readonly number: number;
  readonly root: string;
  readonly body: ScratchDescription;
  /** Cards that are not sold. */
  readonly left: number;
  /** Amount won (fen) → cards opened so far that won it. */
  readonly opened: ReadonlyMap<number, number>;
}

/** The pools on sale, ordered by family of cards and then by number: the next cards come from the lowest number. */
export async function poolsOnSale(database: Querying): Promise<PoolOnSale[]> {
  const { rows } = await database.query<{
    id: string;
    card: string;
    number: number;
    root: string;
    body: string;
    left: number;
    opened: Readonly<Record<string, number>>;
  }>(
    `SELECT p.id, p.card, p.number, p.root, p.body,
            (SELECT count(*)::int FROM scratch_cards c WHERE c.pool = p.id AND c.owner IS NULL) AS left,
            coalesce((SELECT jsonb_object_agg(w.prize::text, w.n) FROM (
               SELECT prize, count(*)::int AS n FROM scratch_cards c WHERE c.pool = p.id AND c.prize > 0 GROUP BY prize) w), '{}') AS opened
       FROM scratch_pools p WHERE p.state = 'selling' ORDER BY p.card, p.number`,
    [],
    'scratch-on-sale',
  );
  // A sold-out pool whose state is still 'selling' is left out if the family has a next pool.
  return rows
    .filter(({ left, card, number }) => left > 0 || !rows.some((other) => other.card === card && other.number > number))
    .map(({ body, opened, ...row }) => ({
      ...row,
      body: JSON.parse(body) as ScratchDescription,
      opened: new Map(Object.entries(opened).map(([fen, n]) => [Number(fen), n])),
    }));
}

interface Row {
  readonly id: string;
  readonly order_no: string;
  readonly card: string;
  readonly body: string;
  readonly price: number;
  readonly pool: string;
  readonly number: number;
  readonly serial: number;
  readonly bought_at: number;
  readonly due_at: number;
  readonly opened_at: number | null;
  readonly prize: number | null;
}

const ROW = `SELECT c.id, ${orderNoSql('c', 'bought_at')} AS order_no, p.card, p.body, p.price, c.pool, p.number, c.serial, c.bought_at, c.due_at, c.opened_at, c.prize
  FROM scratch_cards c JOIN scratch_pools p ON p.id = c.pool`;

function itemOf(row: Row): ScratchListItem {
  const { name, face } = JSON.parse(row.body) as ScratchDescription;
  return {
    cardId: row.id,
    orderNo: row.order_no,
    type: row.card,
    name,
    face,
    priceFen: row.price,
    pool: row.pool,
    number: row.number,
    serial: row.serial,
    state: row.opened_at === null ? 'unopened' : 'opened',
    boughtAt: row.bought_at,
    opensAt: row.due_at,
    openedAt: row.opened_at,
    prizeFen: row.prize,
  };
}

interface Asked {
  readonly state: 'unopened' | 'opened';
  readonly type?: string | undefined;
  readonly cursor?: string | undefined;
  readonly size: number;
}

/** A player's cards: unopened ones in the order of buying, opened ones the newest first. The cursor is "instant.id" of the last one. */
export async function cardsOfPlayer(database: Querying, userId: number, { state, type, cursor, size }: Asked) {
  const [, at, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor ?? '') ?? [];
  const values: unknown[] = [userId, size + 1];
  const ofType = type === undefined ? '' : `AND p.card = $${values.push(type)}`;
  const from = (column: string, sign: string) =>
    at === undefined || id === undefined ? '' : `AND (c.${column}, c.id) ${sign} ($${values.push(at)}::bigint, $${values.push(id)}::uuid)`;
  const { rows } = await database.query<Row>(
    state === 'unopened'
      ? `${ROW} WHERE c.owner = $1 AND c.opened_at IS NULL ${ofType} ${from('bought_at', '>')} ORDER BY c.bought_at, c.id LIMIT $2`
      : `${ROW} WHERE c.owner = $1 AND c.opened_at IS NOT NULL ${ofType} ${from('opened_at', '<')} ORDER BY c.opened_at DESC, c.id DESC LIMIT $2`,
    values,
  );
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const next = rows.length > size && last !== undefined ? `${last.opened_at ?? last.bought_at}.${last.id}` : null;
  return { items: shown.map(itemOf), next };
}

export async function countUnopened(database: Querying, userId: number): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM scratch_cards WHERE owner = $1 AND opened_at IS NULL',
    [userId],
    'scratch-unopened',
  );
  return rows[0]?.n ?? 0;
}

/** The pool of a player's card, and its serial number there. */
export interface OwnCard {
  readonly id: string;
  readonly pool: string;
  readonly serial: number;
}

/** The unopened cards that a player has had for longest. */
export async function oldestUnopened(database: Querying, userId: number, most: number): Promise<readonly OwnCard[]> {
  const { rows } = await database.query<OwnCard>(
    'SELECT id, pool, serial FROM scratch_cards WHERE owner = $1 AND opened_at IS NULL ORDER BY bought_at, id LIMIT $2',
    [userId, most],
    'scratch-oldest-unopened',
  );
  return rows;
}

/** Those of these cards that belong to the player. */
export async function ownCards(database: Querying, userId: number, ids: readonly string[]): Promise<readonly OwnCard[]> {
  const { rows } = await database.query<OwnCard>(
    'SELECT id, pool, serial FROM scratch_cards WHERE owner = $1 AND id = ANY($2::uuid[])',
    [userId, ids],
    'scratch-own-cards',
  );
  return rows;
}

/** A card of a player, and the id of the unopened card to show after it: of the same family if there is one. */
export async function cardOfPlayer(
  database: Querying,
  userId: number,
  id: string,
): Promise<Omit<ScratchCardModels, 'result' | 'proof' | 'unopened'> | undefined> {
  const { rows } = await database.query<Row>(`${ROW} WHERE c.owner = $1 AND c.id = $2`, [userId, id], 'scratch-card');
  const [row] = rows;
  if (row === undefined) return undefined;
  const following = await database.query<{ id: string }>(
    `SELECT c.id FROM scratch_cards c JOIN scratch_pools p ON p.id = c.pool
      WHERE c.owner = $1 AND c.opened_at IS NULL AND c.id <> $2 ORDER BY p.card <> $3, c.bought_at, c.id LIMIT 1`,
    [userId, id, row.card],
    'scratch-next-card',
  );
  return { ...itemOf(row), next: following.rows[0]?.id ?? null };
}
