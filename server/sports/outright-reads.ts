/** Public reads of outrights: the odds of every team or pair. */
import type { OutrightListModels } from '../../protocol/calls.ts';
import type { SportServices } from './services.ts';
import { teamModelOf } from './api-models.ts';

interface Row {
  readonly version: number;
  readonly market: string;
  readonly code: string;
  readonly teams: readonly string[];
  readonly odds: string;
  readonly state: string;
  readonly stops_at: number;
  readonly support: number;
  readonly chance: number;
}

type Item = OutrightListModels['markets'][number]['items'][number];

/** The likeliest first, and 其他 (every team that is not listed) last. Equal odds stay in the order of the description. */
const byOdds = (a: Row, b: Row): number => Number(a.teams.length === 0) - Number(b.teams.length === 0) || Number(a.odds) - Number(b.odds);

/** The latest edition of an outright; undefined for one that is not published. */
export async function readOutrights(
  { database, clock, sports }: Pick<SportServices, 'database' | 'clock' | 'sports'>,
  code: string,
): Promise<OutrightListModels | undefined> {
  const published = sports.outright(code);
  if (published === undefined) return undefined;
  const { hash, outright } = published;
  const league = sports.league(outright.cup);
  const { rows } = await database.query<Row>(
    `SELECT v.version, o.market, o.code, o.teams, o.odds, o.state, o.stops_at, o.support, o.chance
       FROM match_versions v, outrights o
      WHERE o.game = $1 AND o.edition = (SELECT edition FROM outrights WHERE game = $1 ORDER BY edition::int DESC LIMIT 1)
      ORDER BY o.market, o.position`,
    [code],
  );
  const now = clock.now();
  const stopsAt = rows[0]?.stops_at;
  const itemOf = (row: Row, other: string): Item => {
    const teams = row.teams.map((team) => teamModelOf(league, team));
    return {
      code: row.code,
      teams,
      name: teams.length === 0 ? other : teams.map(({ name }) => name).join(' — '),
      odds: row.odds,
      support: row.support,
      chance: row.chance,
      state: (row.state === 'void' || (row.state === 'selling' && row.stops_at <= now) ? 'stopped' : row.state) as Item['state'],
    };
  };
  return {
    game: code,
    hash,
    unitFen: outright.unitFen,
    multiplier: outright.caps.multiplier,
    version: rows[0]?.version ?? (await currentMatchVersion(database)),
    demo: true,
    ...(stopsAt === undefined || stopsAt === 0 ? {} : { stopsAt }),
    ...(rows.some(({ state }) => state === 'void') ? { off: true } : {}),
    markets: outright.markets.map(({ code: market, name, listed }) => ({
      market,
      name,
      items: rows
        .filter((row) => row.market === market)
        .sort(byOdds)
        .map((row) => itemOf(row, listed === undefined ? '' : '其他')),
    })),
  };
}

/** The version of the last change of a match, an offer or an outright. */
export async function currentMatchVersion(database: SportServices['database']): Promise<number> {
  return (await database.query<{ version: number }>('SELECT version FROM match_versions')).rows[0]?.version ?? 0;
}
