/**
 * S11: a page of the lobby of follow-betting (跟单) among a million releases, by each sort, against a page of a player's order list on the same
 * database. 10,000 of the releases can be followed, and every release is an order. On PostgreSQL as it comes; the functions that answer the
 * calls, without the network.
 */
import type { Database } from '../server/platform/database/database.ts';
import { listReleases } from '../server/social/copy-betting/release-lists.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { FIRST_USER, openServices, openWriter, emptyPostgres, readOrders, elapsedMs, writeUsers } from './lib/parts.ts';
import { summarise } from './lib/rounds.ts';

const RELEASES = 1_000_000;
const OPEN = 10_000;
const USERS = 10_000;
/** Pages of one round: one of them is too short to be timed. */
const PAGES = 50;
const SORTS = ['time', 'amount', 'popular', 'hit', 'return', 'recommended'] as const;

/** Releases of all players, each an order of his; the last ones can be followed. */
async function fill(database: Database, releases: number, open: number): Promise<void> {
  await writeUsers(database, USERS);
  const id = (what: string) => `('019a2b3c-0000-7000-8' || substr(md5('${what}' || n), 1, 3) || '-' || lpad(to_hex(n), 12, '0'))::uuid`;
  await database.query(
    `INSERT INTO releasers (user_id, streak, misses, last, orders7, hits7, stake7, prize7, okami_since, judged_on)
     SELECT ${FIRST_USER - 1} + n, n % 5, n % 3, 'WLWW', n % 20, n % 20 / 2, (n % 20) * 20000, (n % 37) * 12000, CASE WHEN n % 20 = 0 THEN 0 END, 1
       FROM generate_series(1, ${USERS}) n`,
  );
  await database.query(
    `INSERT INTO sport_orders (user_id, id, game, hash, ticket, bets, amount, multiplier, status, prize, placed_at, due_at, settled_at)
     SELECT ${FIRST_USER} + n % ${USERS}, ${id('o')}, 'jczq', 'h', '{"game":"jczq","matches":[],"passes":["2_1"]}', 1, 20000 + n % 900 * 200, 100 + n % 900,
            CASE WHEN n > $1::int - $2::int THEN 'placed' ELSE 'lost' END, 0, n, n, CASE WHEN n > $1::int - $2::int THEN NULL ELSE n END
       FROM generate_series(1, $1::int) n`,
    [releases, open],
  );
  await database.query(
    `INSERT INTO releases (id, user_id, order_id, game, ticket, unit_fen, stake_fen, matches, plays, passes, single, return_x100, commission_bp, security,
                           text, least_fen, released_at, day, stops_at, starts_at, status, followers, followed_fen, settled_at)
     SELECT ${id('r')}, ${FIRST_USER} + n % ${USERS}, ${id('o')}, 'jczq', '{"matches":[]}', 200, 20000 + n % 900 * 200, 2, '胜平负', '2串1', false, 300, 500, 2,
            '', 200, n, n / 100, CASE WHEN n > $1::int - $2::int THEN 4000000000000 - n ELSE n END, n,
            CASE WHEN n > $1::int - $2::int THEN 'placed' ELSE 'lost' END, n % 50, n % 50 * 1000, CASE WHEN n > $1::int - $2::int THEN NULL ELSE n END
       FROM generate_series(1, $1::int) n`,
    [releases, open],
  );
  await database.query('VACUUM ANALYZE releases, releasers, sport_orders, users');
}

const bench: Bench = {
  id: 'S11',
  title: `a page of releases to follow among ${RELEASES.toLocaleString('en')}`,
  async run(context) {
    const url = await emptyPostgres(context);
    const parts = await openServices(url, context.onEnd);
    const releases = context.quick ? RELEASES / 10 : RELEASES;
    context.say(`writing ${releases.toLocaleString('en')} releases`);
    await fill(await openWriter(url, context.onEnd), releases, OPEN);
    const figures: Figure[] = [];
    for (const sort of SORTS) {
      const page = async () => {
        for (let i = 0; i < PAGES; i += 1)
          await listReleases(parts, {
            which: sort === 'recommended' ? sort : 'all',
            asker: FIRST_USER + ((i * 37) % USERS),
            game: undefined,
            sort: sort === 'recommended' ? undefined : sort,
            cursor: undefined,
            size: 20,
          });
      };
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = -1; round < context.rounds; round += 1) {
        const [a, b] = [await elapsedMs(page), await elapsedMs(() => readOrders(parts, USERS, PAGES))];
        if (round >= 0) {
          ours.push(a);
          theirs.push(b);
        }
      }
      const { ratio, a, b, rounds, range } = summarise(ours, theirs);
      figures.push({
        id: `S11.${sort}`,
        what: `a page of releases by ${sort} over a page of an order list, ${releases.toLocaleString('en')} releases, ${OPEN.toLocaleString('en')} open`,
        value: ratio,
        unit: '×',
        goal: { at: 'most', value: 3 },
        against: { what: 'a page of a player’s order list', ours: `${(a / PAGES).toFixed(2)} ms`, theirs: `${(b / PAGES).toFixed(2)} ms` },
        rounds,
        range,
      });
    }
    return figures;
  },
};
export default bench;
