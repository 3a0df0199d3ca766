/** hm/ranking and hm/QueryTotherRank: success of players that start group orders, from records that the background job updates (count_group). */
import type { GroupRankingModels, GroupRecordModels, GroupState, Person } from '../../../protocol/calls.ts';
import type { SocialServices } from '../services.ts';
import { gameCodeOf, productOffset } from '../../catalog/index.ts';
import { answerCacheOf } from '../../lottery/index.ts';
import { playerRelationOf } from '../profiles/following.ts';
import { readPeople } from '../../accounts/index.ts';
import { privacySettingsOf } from '../profiles/privacy.ts';
import { firstRecordDay } from './pinned.ts';
import { recordIconsOf, deletedPlayer } from './rows.ts';

/** Real ms that a ranking serves: it is the same for everyone. */
const RANK_SERVES_MS = 30_000;
const LISTED = 50;

interface Sums {
  readonly user_id: number;
  readonly orders: number;
  readonly won: number;
  readonly stake: number;
  readonly prize: number;
  readonly icons: readonly number[] | null;
  readonly place: number;
}

/** $1 the first day, $2 a game or NULL. */
const SUMS = `SELECT d.user_id, sum(d.orders)::int AS orders, sum(d.won)::int AS won, sum(d.stake)::bigint AS stake, sum(d.prize)::bigint AS prize,
    p.icons, rank() OVER (ORDER BY sum(d.prize) DESC)::int AS place
  FROM group_buy_days d LEFT JOIN group_buy_initiators p ON p.user_id = d.user_id
 WHERE d.day >= $1 AND ($2::text IS NULL OR d.game = $2)`;

const recordOf = (sums: Sums, who: Person) => ({
  who,
  icons: recordIconsOf(sums.icons),
  orders: sums.orders,
  wonOrders: sums.won,
  stakeFen: sums.stake,
  prizeFen: sums.prize,
});

export async function groupRankingOf(
  context: SocialServices,
  { period = 'week', game }: { readonly period?: 'week' | 'month' | 'all' | undefined; readonly game?: string | undefined },
  viewer: number | undefined,
): Promise<GroupRankingModels> {
  const { database, clock } = context;
  const code = game ? gameCodeOf(context, game) : null;
  const first = firstRecordDay(period, clock.now(), productOffset(context.publication));
  const rows = await answerCacheOf(context).get(
    `hm/ranking/${period}/${code ?? ''}`,
    async () => {
      const sums = await database.query<Sums>(
        `${SUMS} AND NOT EXISTS (SELECT 1 FROM profiles x WHERE x.user_id = d.user_id AND NOT x.show_ranks)
          GROUP BY d.user_id, p.icons HAVING sum(d.prize) > 0 ORDER BY place, d.user_id LIMIT ${LISTED}`,
        [first, code],
      );
      return { value: sums.rows, until: clock.now() + RANK_SERVES_MS * clock.speed };
    },
    { mostMs: RANK_SERVES_MS },
  );
  const people = await readPeople(database, [...rows.map(({ user_id }) => user_id), ...(viewer === undefined ? [] : [viewer])]);
  const whoIs = (userId: number) => people.get(userId) ?? deletedPlayer(userId);
  return {
    items: rows.map((row) => ({ rank: row.place, mine: row.user_id === viewer, ...recordOf(row, whoIs(row.user_id)) })),
    me: viewer === undefined ? null : await placeOf(context, first, code, viewer, whoIs(viewer), rows),
  };
}

/** The caller's own place, which no other player sees: that of the list, or the number of players that won more. */
async function placeOf(
  { database }: SocialServices,
  first: number,
  code: string | null,
  viewer: number,
  who: Person,
  listed: readonly Sums[],
): Promise<NonNullable<GroupRankingModels['me']>> {
  const { rows } = await database.query<Sums>(
    `${SUMS} AND d.user_id = $3 GROUP BY d.user_id, p.icons`,
    [first, code, viewer],
    'group-own-sums',
  );
  const ownSums = rows[0] ?? { user_id: viewer, orders: 0, won: 0, stake: 0, prize: 0, icons: null, place: 0 };
  const among = listed.find(({ user_id }) => user_id === viewer)?.place;
  if (ownSums.prize === 0 || among !== undefined) return { rank: among ?? null, ...recordOf(ownSums, who) };
  const { rows: ahead } = await database.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM (SELECT 1 FROM group_buy_days d WHERE d.day >= $1 AND ($2::text IS NULL OR d.game = $2)
      GROUP BY d.user_id HAVING sum(d.prize) > $3) more`,
    [first, code, ownSums.prize],
    'group-ahead',
  );
  return { rank: (ahead[0]?.n ?? 0) + 1, ...recordOf(ownSums, who) };
}

interface LastRow {
  readonly id: string;
  readonly game: string;
  readonly issue: string | null;
  readonly state: GroupState;
  readonly total: number;
  readonly prize: number;
  readonly started_at: number;
}

type PlayerRecord = Omit<GroupRecordModels, 'relation'>;

/** The record of a player as it is shown to one who asks, and how the two stand to each other. */
export async function groupRecordModelOf(context: SocialServices, userId: number, viewer: number | undefined): Promise<GroupRecordModels> {
  const record = (await recordOfPlayer(context, userId, viewer)) ?? hiddenRecord(userId);
  return { ...record, relation: (await playerRelationOf(context.database, userId, viewer)).relation };
}

/** In place of a hidden record and of an unknown player, so that the two look the same. */
const hiddenRecord = (userId: number): PlayerRecord => ({
  hidden: true,
  ...recordOf({ user_id: userId, orders: 0, won: 0, stake: 0, prize: 0, icons: null, place: 0 }, deletedPlayer(userId)),
  openOrders: 0,
  started: 0,
  biggestFen: 0,
  profitFen: 0,
  followers: 0,
  last10: [],
});

/** The record of one player; undefined: there is no such player, or the player hides orders from the caller. */
async function recordOfPlayer(context: SocialServices, userId: number, viewer: number | undefined): Promise<PlayerRecord | undefined> {
  const { database } = context;
  const who = (await readPeople(database, [userId])).get(userId);
  if (who === undefined) return undefined;
  if (userId !== viewer && (await privacySettingsOf(database, [userId]))(userId).showOrders === 'hidden') return undefined;
  const { rows } = await database.query<Sums & { open: number; started: number; biggest: number; profit: number; followers: number }>(
    `SELECT u.id AS user_id, coalesce(p.orders, 0) AS orders, coalesce(p.won, 0) AS won, coalesce(p.stake, 0) AS stake, coalesce(p.prize, 0) AS prize,
            p.icons, 0 AS place, coalesce(p.biggest, 0) AS biggest, coalesce(p.profit, 0) AS profit,
            (SELECT count(*)::int FROM group_buy_orders o WHERE o.initiator = u.id AND o.state = 'open') AS open,
            coalesce(p.started, 0) AS started,
            (SELECT count(*)::int FROM group_buy_rules r WHERE r.creator = u.id AND r.state = 'on') AS followers
       FROM users u LEFT JOIN group_buy_initiators p ON p.user_id = u.id WHERE u.id = $1`,
    [userId],
    'group-record',
  );
  const { rows: last } = await database.query<LastRow>(
    `SELECT id, game, issue, state, total, prize, started_at FROM group_buy_orders
      WHERE initiator = $1 AND state IN ('won', 'lost', 'void') ORDER BY started_at DESC, id DESC LIMIT 10`,
    [userId],
    'group-last',
  );
  const [sums] = rows;
  if (sums === undefined) return undefined;
  return {
    hidden: false,
    ...recordOf(sums, who),
    openOrders: sums.open,
    started: sums.started,
    biggestFen: sums.biggest,
    profitFen: sums.profit,
    followers: sums.followers,
    last10: last.map((row) => ({
      hmId: row.id,
      gameName: context.gameName(row.game),
      ...(row.issue === null ? {} : { issue: row.issue }),
      state: row.state,
      totalFen: row.total,
      prizeFen: row.prize,
      at: row.started_at,
    })),
  };
}
