/** The sports of the repository for a test server, and tickets on matches that were put down by hand (sold-matches.ts). */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SportGame } from '../../../engine/descriptions/sports/types.ts';
import type { SportTicket } from '../../../engine/rules/sports/index.ts';
import { compileSport, priceSport } from '../../../engine/rules/sports/index.ts';
import type { OutrightBetModels, SportBetModels, SportDraftModels } from '../../../protocol/calls.ts';
import type { Querying } from '../../../server/platform/database/database.ts';
import type { Sports, SportVersion } from '../../../server/sports/versions.ts';
import type { Answer, CallOptions, Client } from './client.ts';
import { root } from './server.ts';

export { addMatch, changeOffer, endMatch, ODDS, score } from './sold-matches.ts';

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

/** A 2串1: the first match is won by the home side at `odds`, the second, with its handicap, by the away side. */
export const twoLegTicket = ([a = '', b = '']: readonly string[], odds = '1.85'): SportTicket =>
  ticketOn('jczq', { [a]: { BRQSPF: { '3': odds } }, [b]: { SPF: { '0': '1.80' } } }, ['2_1']);

export const sportOf = (sports: Sports, code: string): SportVersion => {
  const version = sports.published(code);
  if (version === undefined) throw new Error(`${code} is not published`);
  return version;
};

/** A sport as servers of other processes have it published. */
export async function publishedSport(database: Querying, code: string): Promise<SportVersion> {
  const { rows } = await database.query<{ hash: string; body: string }>(
    `SELECT hash, body FROM descriptions WHERE kind = 'sport' AND code = $1`,
    [code],
  );
  const sport = JSON.parse(rows[0]?.body ?? '') as SportGame;
  return { hash: rows[0]?.hash ?? '', sport, compiled: compileSport(sport, sport.table) };
}

export interface SportBet {
  readonly policy?: 'ask' | 'any' | 'up';
  readonly amountFen?: number;
  readonly hash?: string;
  readonly key?: string;
  readonly plan?: string;
  readonly coupon?: string;
}

const priceOf = ({ compiled }: SportVersion, ticket: SportTicket): number =>
  Number(priceSport(compiled, { ...ticket, passes: ticket.passes ?? [], multiplier: ticket.multiplier ?? 1 }).amountFen);

/** Bets on a ticket; an optimised one by its own call. */
export function betOn(
  client: Client,
  version: SportVersion,
  ticket: SportTicket,
  { policy, amountFen = priceOf(version, ticket), hash = version.hash, key = randomUUID(), plan = 'own', coupon }: SportBet = {},
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
      ...(coupon === undefined ? {} : { coupon }),
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
