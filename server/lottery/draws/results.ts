/** Reading issues: what is on sale and what was drawn. A seed leaves the database only for an issue that is drawn. */
import { sql } from 'kysely';
import { omissions } from '../../../engine/rules/index.ts';
import type { DrawnResult, IssueOnSale, ResultItem } from '../../../protocol/calls.ts';
import { NOW_ONCE } from '../../platform/index.ts';
import type { GameVersion } from '../../catalog/index.ts';
import { latestResults } from './latest.ts';
import { type IssuePool, poolOfIssue } from './pool.ts';
import { currentPoolPrizes } from './pool-prizes.ts';
import { type DrawnRow, resultItem, type ResultParts, zonesOf } from './result-item.ts';

/** Draws that omission (遗漏) looks back over: a number not seen in 200 draws shows as 200. */
const OMISSION_DRAWS = 200;

const DRAWN = ['game', 'issue', 'numbers', 'draws_at', 'hash', 'commitment', 'seed', 'backfilled', 'cancelled'] as const;

/** Draws after one instant and up to another (unix ms). */
export interface DrawTimeRange {
  readonly after: number;
  readonly until: number;
}

/** The pool of an issue as players see it: the conditions that were in force by their names. */
export type ShownPool = Omit<IssuePool, 'inForce'> & { readonly conditions?: string[] };

export interface DrawResults {
  onSale(game: string): Promise<IssueOnSale | undefined>;
  /** Newest first. */
  latest(game: string, size: number): Promise<ResultItem[]>;
  /** A page of results, newest first; `cursor` as the page before gave it. With `cancelled` also the issues that were not played. */
  page(
    game: string,
    cursor: string | undefined,
    size: number,
    span?: DrawTimeRange,
    cancelled?: boolean,
  ): Promise<{ items: ResultItem[]; next: string | null }>;
  /** Zones for the items of a page: on the first one of each version and day of sets, so that a page has them once and not on each row. */
  withZones(items: readonly ResultItem[]): Promise<DrawnResult[]>;
  one(game: string, issue: string): Promise<(DrawnResult & { prizes: Readonly<Record<string, number>>; pool?: ShownPool }) | undefined>;
  /** Game ms of a game's next draw, in the past when it is late; undefined when none is known. */
  nextDraw(game: string): Promise<number | undefined>;
  /** The latest result of every game that has one; kept until the next draw. */
  all(): Promise<readonly DrawnResult[]>;
  omission(version: GameVersion): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>>;
}

export function createDrawResults(parts: ResultParts): DrawResults {
  const { database, games } = parts;
  const { kysely } = database;
  /** By game: a version that is replaced leaves nothing behind. */
  const omissionCache = new Map<
    string,
    { hash: string; issue: string; value: Readonly<Record<string, Readonly<Record<string, number>>>> }
  >();
  const item = async (row: DrawnRow) => resultItem(row, games, await games.byHash(row.hash).catch(() => games.published(row.game)));

  async function shownPool({ game, issue, hash }: Pick<DrawnRow, 'game' | 'issue' | 'hash'>): Promise<ShownPool | undefined> {
    const pool = await poolOfIssue(database, game, issue);
    if (pool === undefined) return undefined;
    const { inForce, ...amounts } = pool;
    if (inForce === undefined) return amounts;
    const version = await games.byHash(hash).catch(() => games.published(game));
    const names = new Map(version?.game.poolPrizes?.map(({ id, name }) => [id, name]));
    return { ...amounts, conditions: inForce.map((id) => names.get(id) ?? id) };
  }

  const drawn = (game: string) =>
    kysely
      .selectFrom('issues')
      .where('game', '=', game)
      .where('state', 'in', ['drawn', 'settled'])
      .orderBy('draws_at', 'desc')
      .orderBy('issue', 'desc');

  /** Drawn, or cancelled since nobody ran or an operator gave it up: what players look for in the results. */
  const ended = (game: string) =>
    kysely
      .selectFrom('issues')
      .where('game', '=', game)
      .where((is) =>
        is.or([
          is('state', 'in', ['drawn', 'settled']),
          is.and([is('state', '=', 'withdrawn'), is('cancelled', 'in', ['skipped', 'operator'])]),
        ]),
      )
      .orderBy('draws_at', 'desc')
      .orderBy('issue', 'desc');

  return {
    async onSale(game) {
      const { rows } = await database.query<IssueOnSale>(
        `SELECT issue, opens_at AS "opensAt", closes_at AS "closesAt", draws_at AS "drawsAt", commitment AS commit FROM issues
          WHERE game = $1 AND state = 'open' AND opens_at <= ${NOW_ONCE} AND closes_at > ${NOW_ONCE} ORDER BY closes_at LIMIT 1`,
        [game],
        'issue-on-sale',
      );
      const [issue] = rows;
      const described = games.published(game)?.game;
      if (issue === undefined || described?.poolPrizes === undefined) return issue;
      return { ...issue, poolPrizes: [...(await currentPoolPrizes(database, described))] };
    },
    async latest(game, size) {
      return Promise.all((await drawn(game).select(DRAWN).limit(size).execute()).map(item));
    },
    async page(game, cursor, size, span, cancelled = false) {
      let query = (cancelled ? ended(game) : drawn(game)).select(DRAWN).limit(size + 1);
      if (span !== undefined) query = query.where('draws_at', '>', span.after).where('draws_at', '<=', span.until);
      const [at, issue] = (cursor ?? '').split('_');
      if (issue !== undefined && /^\d{1,15}$/.test(at ?? '')) {
        query = query.where(sql<boolean>`(draws_at, issue) < (${Number(at)}::bigint, ${issue})`);
      }
      const rows = await query.execute();
      const last = rows.length > size ? rows[size - 1] : undefined;
      return {
        items: await Promise.all(rows.slice(0, size).map(item)),
        next: last === undefined ? null : `${last.draws_at}_${last.issue}`,
      };
    },
    async withZones(items) {
      let before: { readonly hash: string; readonly zones: string } | undefined;
      const result: DrawnResult[] = [];
      for (const each of items) {
        const zones = await zonesOf(games, each.gameCode, each.hash, each.drawsAt);
        const now = { hash: each.hash, zones: JSON.stringify(zones) };
        result.push(before?.hash === now.hash && before.zones === now.zones ? each : { ...each, zones: [...zones] });
        before = now;
      }
      return result;
    },
    async one(game, issue) {
      const row = await ended(game)
        .select([...DRAWN, 'prizes'])
        .where('issue', '=', issue)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const pool = await shownPool(row);
      return {
        ...(await item(row)),
        zones: [...(await zonesOf(games, row.game, row.hash, row.draws_at))],
        prizes: row.prizes ?? {},
        ...(pool ? { pool } : {}),
      };
    },
    all: () => latestResults(parts),
    async nextDraw(game) {
      const { rows } = await database.query<{ at: number | null }>(
        `SELECT min(draws_at) AS at FROM issues WHERE game = $1 AND state IN ('open', 'frozen')`,
        [game],
        'next-draw',
      );
      return rows[0]?.at ?? undefined;
    },
    async omission(version) {
      const { code } = version.game;
      const [newest] = await drawn(code).select('issue').limit(1).execute();
      const cached = omissionCache.get(code);
      if (cached !== undefined && cached.hash === version.hash && cached.issue === newest?.issue) return cached.value;
      const rows = await drawn(code).select('numbers').limit(OMISSION_DRAWS).execute();
      // Draws made under an older description may have other zones; those tell nothing about this one's numbers.
      const draws = rows
        .map((row) => ({ numbers: row.numbers ?? {} }))
        .filter((draw) => version.game.draw.zones.every((zone) => draw.numbers[zone.id]?.length === zone.pick));
      const value = omissions(version.game, draws);
      omissionCache.set(code, { hash: version.hash, issue: newest?.issue ?? '', value });
      return value;
    },
  };
}
