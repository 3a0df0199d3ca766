/** Matches made by hand, where the feed is not what is tested, and tickets on them. */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SportTicket } from '../../../engine/rules/sports/index.ts';
import { priceSport } from '../../../engine/rules/sports/index.ts';
import type { OutrightBetModels, SportBetModels, SportDraftModels } from '../../../protocol/calls.ts';
import type { Querying } from '../../../server/db/database.ts';
import type { Sports, SportVersion } from '../../../server/sports/versions.ts';
import type { Answer, CallOptions, Client } from './client.ts';
import { root } from './server.ts';

/** Adds the sports of the repository, or `only` some, to a folder of games, without their feed, a league of four teams and a cup on them. */
export function addSports(games: string, only?: readonly string[]): void {
  cpSync(join(root, 'games/passes'), join(games, 'passes'), { recursive: true });
  for (const folder of ['sports', 'leagues', 'outrights']) mkdirSync(join(games, folder), { recursive: true });
  for (const name of readdirSync(join(root, 'games/sports'))) {
    if (only?.includes(name.slice(0, -'.json'.length)) === false) continue;
    const { feed: _, ...sport } = JSON.parse(readFileSync(join(root, 'games/sports', name), 'utf8')) as Record<string, unknown>;
    writeFileSync(join(games, 'sports', name), JSON.stringify(sport));
  }
  const league = {
    $schema: '../../schemas/league.schema.json',
    format: 1,
    kind: 'league',
    code: 'TST',
    name: '测试联赛',
    short: '测试',
    sport: 'football',
    tone: 'red',
    country: '测试',
    zone: 'Asia/Shanghai',
    teams: ['aa', 'bb', 'cc', 'dd'].map((code) => ({ code, name: `${code.toUpperCase()} 队`, strength: 1000 })),
  };
  writeFileSync(join(games, 'leagues/TST.json'), JSON.stringify(league));
  for (const name of only === undefined ? readdirSync(join(root, 'games/outrights')) : []) {
    const outright = JSON.parse(readFileSync(join(root, 'games/outrights', name), 'utf8')) as { readonly cup: string };
    writeFileSync(join(games, 'outrights', name), JSON.stringify(outright));
    cpSync(join(root, 'games/leagues', `${outright.cup}.json`), join(games, 'leagues', `${outright.cup}.json`));
  }
}

export interface SomeMatch {
  readonly id: string;
  readonly game?: string;
  readonly code?: string;
  /** Game ms from now. */
  readonly startsIn?: number;
  readonly stopsIn?: number;
  readonly singleStopsIn?: number;
  readonly numbers?: Readonly<Record<string, string>>;
  readonly odds?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly singles?: readonly string[];
  readonly closed?: readonly string[];
  readonly issue?: string;
  readonly position?: number;
}

export const ODDS = {
  BRQSPF: { '3': '1.85', '1': '3.40', '0': '3.60' },
  SPF: { '3': '3.45', '1': '3.50', '0': '1.80' },
  ZJQ: { '0': '9.50', '1': '4.20', '2': '3.30', '3': '3.60', '4': '5.80', '5': '11.00', '6': '20.00', '7': '30.00' },
  BQC: { '33': '2.90', '31': '15.00', '30': '30.00', '13': '4.60', '11': '5.40', '10': '7.50', '03': '26.00', '01': '15.00', '00': '5.60' },
} as const;

let positions = 0;

/** Puts a match on sale. */
export async function addMatch(database: Querying, match: SomeMatch): Promise<void> {
  const { id, game = 'jczq', startsIn = 3_600_000, odds = ODDS, numbers = { handicap: '-1' }, closed = [], singles = [], issue } = match;
  const stopsIn = match.stopsIn ?? startsIn - 60_000;
  positions += 1;
  // One instant for both: what is said of one time fits the other.
  await database.query(
    `WITH at AS (SELECT caipu_now_ms() AS n),
     made AS (
       INSERT INTO matches (id, sport, league, home, away, starts_at, source, version)
       SELECT $2, 'football', 'TST', 'aa', 'bb', n + $12::bigint, 'test', next_match_version() FROM at ON CONFLICT DO NOTHING)
     INSERT INTO offers (game, match_id, code, sale_day, issue, position, numbers, singles, closed, opens_at, single_stops_at, pass_stops_at, odds,
                         odds_version, version)
     SELECT $1, $2, $3, '2026-11-22', $4, $5, $6::jsonb, $7::text[], $8::text[], n, n + $9::bigint, n + $10::bigint, $11::jsonb,
            next_match_version(), next_match_version() FROM at`,
    [
      game,
      id,
      match.code ?? `周日${String(positions).padStart(3, '0')}`,
      issue ?? null,
      match.position ?? positions,
      JSON.stringify(numbers),
      singles,
      closed,
      match.singleStopsIn ?? stopsIn,
      stopsIn,
      JSON.stringify(odds),
      startsIn,
    ],
  );
}

/** Changes an offer as whoever changes one does: its lock alone, then the row. */
export const changeOffer = (database: Querying, game: string, match: string, set: string, values: readonly unknown[] = []) =>
  database.query(
    `WITH held AS MATERIALIZED (SELECT lock_offers(jsonb_build_array(jsonb_build_object('game', $1::text, 'match', $2::text))))
     UPDATE offers SET ${set}, version = next_match_version() FROM held WHERE game = $1 AND match_id = $2`,
    [game, match, ...values],
  );

/** Writes a result into every offer of the match, as the feed does. */
export async function endMatch(
  database: Querying,
  match: string,
  result: { readonly measures: Readonly<Record<string, readonly [number, number]>> } | { readonly void: true },
  finalOdds?: unknown,
): Promise<void> {
  const { rows } = await database.query<{ game: string }>('SELECT game FROM offers WHERE match_id = $1 ORDER BY game', [match]);
  for (const { game } of rows)
    await changeOffer(
      database,
      game,
      match,
      `result = $3::jsonb, result_at = caipu_now_ms(), final_odds = coalesce($4::jsonb, final_odds)`,
      [JSON.stringify(result), finalOdds === undefined ? null : JSON.stringify(finalOdds)],
    );
}

export const score = (full: readonly [number, number], half: readonly [number, number] = [0, 0]) => ({ measures: { full, half } });

type Legs = Readonly<Record<string, SportTicket['matches'][number]['picks']>>;

/** A ticket as a phone writes it; handicaps are −1. */
export function ticketOn(game: string, legs: Legs, passes: readonly string[], more: object = {}): SportTicket {
  const needs = (picks: SportTicket['matches'][number]['picks']) => 'SPF' in picks || 'EXY' in picks || game === 'bjdc';
  return {
    game,
    matches: Object.entries(legs).map(([match, picks]) => ({ match, picks, ...(needs(picks) ? { numbers: { handicap: '-1' } } : {}) })),
    ...(passes.length > 0 ? { passes } : {}),
    ...more,
  } as unknown as SportTicket;
}

export const sportOf = (sports: Sports, code: string): SportVersion => {
  const version = sports.published(code);
  if (version === undefined) throw new Error(`${code} is not published`);
  return version;
};

export interface SportBet {
  readonly policy?: 'ask' | 'any' | 'up';
  readonly amountFen?: number;
  readonly hash?: string;
  readonly key?: string;
  readonly plan?: string;
}

const priceOf = ({ compiled }: SportVersion, ticket: SportTicket): number =>
  Number(priceSport(compiled, { ...ticket, passes: ticket.passes ?? [], multiplier: ticket.multiplier ?? 1 }).amountFen);

/** Bets on a ticket; an optimised one by its own call. */
export function betOn(
  client: Client,
  version: SportVersion,
  ticket: SportTicket,
  { policy, amountFen = priceOf(version, ticket), hash = version.hash, key = randomUUID(), plan = 'own' }: SportBet = {},
  options: CallOptions = {},
): Promise<Answer<SportBetModels>> {
  const optimised = ticket.units !== undefined;
  return client.post(
    optimised ? '/api/lottery/bet_youhua_create' : '/api/lottery/bet_jc',
    {
      ticket: JSON.stringify(ticket),
      hash,
      amountFen: String(amountFen),
      ...(policy === undefined ? {} : { oddsPolicy: policy }),
      ...(optimised ? { plan } : {}),
    },
    { ...options, headers: { 'idempotency-key': key, ...options.headers } },
  );
}

export const draftOn = (client: Client, version: SportVersion, ticket: SportTicket): Promise<Answer<SportDraftModels>> =>
  client.post('/api/lottery/bet_jc_create', {
    ticket: JSON.stringify(ticket),
    hash: version.hash,
    amountFen: String(priceOf(version, ticket)),
  });

export const betDraft = (
  client: Client,
  version: SportVersion,
  draftId: string,
  amountFen: number,
  key = randomUUID(),
): Promise<Answer<SportBetModels>> =>
  client.post(
    '/api/lottery/bet_jc',
    { draftId, hash: version.hash, amountFen: String(amountFen) },
    { headers: { 'idempotency-key': key } },
  );

export const betOutright = (
  client: Client,
  fields: {
    readonly game: string;
    readonly market: string;
    readonly picks: unknown;
    readonly hash: string;
    readonly amountFen: number;
    readonly oddsPolicy?: string;
  },
): Promise<Answer<OutrightBetModels>> =>
  client.post('/api/lottery/bet_ozb', {
    ...fields,
    picks: JSON.stringify(fields.picks),
    amountFen: String(fields.amountFen),
  } as Record<string, string>);

/** Puts a market of the first published outright game on sale, and says how it is bet on: 4.00 on its pick 01 at 5.50. */
export async function addOutright({
  database,
  sports,
}: {
  readonly database: Querying;
  readonly sports: Sports;
}): Promise<{ game: string; market: string; picks: string; hash: string; amountFen: number }> {
  const [version] = sports.outrights();
  const market = version?.outright.markets[0]?.code;
  if (version === undefined || market === undefined) throw new Error('no outright game is published');
  const { code } = version.outright;
  await database.query(
    `INSERT INTO outrights (game, market, edition, code, position, teams, odds, stops_at, version)
     SELECT $1, $2, '999999', '0' || n, n, jsonb_build_array('t' || n), '5.50', caipu_now_ms() + 999999999999, next_match_version() FROM generate_series(1, 3) n
     ON CONFLICT DO NOTHING`,
    [code, market],
  );
  const unit = version.outright.unitFen;
  return { game: code, market, picks: JSON.stringify([{ code: '01', odds: '5.50', times: 2 }]), hash: version.hash, amountFen: 2 * unit };
}
