/** A bet on matches, and a bet on who wins a cup: both are tickets whose parts are decided one by one. */
import { LOST, printedNumbers, type ChoiceState, VOID, WON } from '../../../engine/descriptions/sports/conditions.ts';
import { type CompiledSport, choiceState, type MatchResult, type SportTicket } from '../../../engine/rules/sports/index.ts';
import type { SportOrderModels } from '../../../protocol/calls.ts';
import type { Database, Querying } from '../../platform/index.ts';
import { isOutright, type OutrightTicket, type StoredSportWin } from './order-outcome.ts';
import { leagueName, pickName, teamName } from './names.ts';
import { withTieBreak } from '../feed/cups.ts';
import type { OutrightVersion, Sports, SportVersion } from '../versions.ts';
import { voidMatchText } from '../api-models.ts';
import type { GameName } from '../../catalog/index.ts';
import type { OrderHead, OrderKind } from '../../ledger/index.ts';

type Measures = NonNullable<MatchResult['measures']>;

interface Row {
  readonly hash: string;
  readonly ticket: SportTicket | OutrightTicket;
  readonly units: readonly number[] | null;
  readonly plan: 'average' | 'hot' | 'cold' | 'own' | null;
  readonly bets: number;
  readonly multiplier: number;
  readonly min_fen: number | null;
  readonly max_fen: number | null;
  readonly sold_issue: string | null;
  readonly refund: number;
  /** It follows a release whose plan its player may not see yet: from when on he may. */
  readonly hidden_until: number | null;
  /** The release that it follows, and what of the profit the releaser had. */
  readonly follows: { readonly releaseId: string; readonly commissionFen: number } | null;
  /** By match; null for one that is gone. */
  readonly offers: readonly LegOffer[] | null;
  readonly outrights: readonly OutrightRow[] | null;
}

export interface LegOffer {
  readonly match: string;
  readonly code: string;
  /** Sale day, yyyy-MM-dd. */
  readonly day: string;
  readonly league: string;
  readonly home: string;
  readonly away: string;
  readonly starts_at: number;
  readonly state: string;
  /** All that is known of the match; `result` has what bets go by. */
  readonly measures: Measures;
  readonly result: MatchResult | null;
  readonly final_odds: Readonly<Record<string, Readonly<Record<string, string>>>> | null;
}

interface OutrightRow {
  readonly code: string;
  readonly teams: readonly string[];
  readonly state: string;
}

/** `offers` of a row, of the matches in `m` of a game in $1. */
export const OFFERS_OF_MATCHES = `SELECT jsonb_agg(jsonb_build_object('match', o.match_id, 'code', o.code, 'day', o.sale_day, 'league', m.league,
    'home', m.home, 'away', m.away, 'starts_at', m.starts_at, 'state', o.state, 'measures', m.measures,
    'result', CASE WHEN coalesce(o.result_at, 0) <= caipu_now_ms() THEN o.result END, 'final_odds', o.final_odds)) AS offers
  FROM offers o JOIN matches m ON m.id = o.match_id WHERE o.game = $1 AND o.match_id = ANY($2::text[])`;

const ROWS = `SELECT s.hash, s.ticket, s.units, s.plan, s.bets, s.multiplier, s.min_fen, s.max_fen, s.sold_issue, s.refund,
    CASE WHEN s.release_id IS NOT NULL THEN plan_hidden_until(s.release_id, s.user_id) END AS hidden_until,
    CASE WHEN s.release_id IS NOT NULL THEN (SELECT jsonb_build_object('releaseId', f.release_id, 'commissionFen', f.commission_fen)
       FROM follows f WHERE f.user_id = s.user_id AND f.order_id = s.id) END AS follows,
    (SELECT jsonb_agg(jsonb_build_object('match', o.match_id, 'code', o.code, 'day', o.sale_day, 'league', m.league, 'home', m.home, 'away', m.away,
              'starts_at', m.starts_at, 'state', o.state, 'measures', m.measures,
              'result', CASE WHEN coalesce(o.result_at, 0) <= caipu_now_ms() THEN o.result END, 'final_odds', o.final_odds))
       FROM sport_legs l JOIN offers o USING (game, match_id) JOIN matches m ON m.id = o.match_id
      WHERE s.ticket ? 'matches' AND l.game = s.game AND l.match_id = ANY(ARRAY(SELECT e->>'match' FROM jsonb_array_elements(s.ticket->'matches') e))
        AND l.user_id = s.user_id AND l.order_id = s.id) AS offers,
    (SELECT jsonb_agg(jsonb_build_object('code', o.code, 'teams', o.teams, 'state', o.state))
       FROM outrights o WHERE s.ticket ? 'picks' AND o.game = s.game AND o.market = s.ticket->>'market' AND o.edition = s.ticket->>'edition'
        AND o.code = ANY(ARRAY(SELECT e->>'code' FROM jsonb_array_elements(s.ticket->'picks') e))) AS outrights
  FROM unnest($1::bigint[], $2::uuid[]) WITH ORDINALITY AS h(user_id, id, at) JOIN sport_orders s USING (user_id, id) ORDER BY h.at`;

async function rowsOf(database: Querying, heads: readonly Pick<OrderHead, 'user_id' | 'id'>[]): Promise<readonly Row[]> {
  const { rows } = await database.query<Row>(ROWS, [heads.map(({ user_id }) => user_id), heads.map(({ id }) => id)], 'sport-order-rows');
  return rows;
}

/** The version that it was sold under; undefined when it cannot be read: a list is shown all the same. */
async function versionOf(sports: Sports, hash: string): Promise<SportVersion | undefined> {
  return sports.byHash(hash).catch(() => undefined);
}
async function outrightOf(sports: Sports, hash: string): Promise<OutrightVersion | undefined> {
  return sports.outrightByHash(hash).catch(() => undefined);
}

export interface SportParts {
  readonly database: Database;
  readonly sports: Sports;
  readonly gameName: GameName;
}

const route = (id: string): string => `/orderDetails?orderId=${id}`;

export const sportKind = ({ database, sports, gameName }: SportParts): OrderKind => ({
  kind: 'sport',
  table: 'sport_orders',
  listed: true,
  statuses: ['pending', 'won', 'lost', 'cancelled'],
  async summaries(heads) {
    const rows = await rowsOf(database, heads);
    return Promise.all(
      rows.map(async (row, at) => {
        const { ticket, hash, bets, multiplier, sold_issue } = row;
        const head = heads[at] as OrderHead;
        const common = { to: route(head.id), issue: sold_issue ?? '', bets, multiplier };
        if (isOutright(ticket)) {
          const outright = (await outrightOf(sports, hash))?.outright;
          const title = outright?.name ?? head.game;
          const market = outright?.markets.find(({ code }) => code === ticket.market)?.name ?? ticket.market;
          const names = ticket.picks.map(({ code }) => nameOf(row, code, sports, outright?.cup ?? ''));
          return {
            ...common,
            title,
            gameName: title,
            subtitle: `${market} ${names.join('、')}`,
            matches: 0,
            passNames: '',
            wonLegs: 0,
            playNames: market,
          };
        }
        const version = await versionOf(sports, hash);
        const title = version?.sport.name ?? head.game;
        const passes = passNames(ticket);
        const plays = sportPlayNames(ticket, version);
        const issue = sold_issue === null ? '' : ` 第 ${sold_issue} 期`;
        return {
          ...common,
          title,
          gameName: title,
          subtitle: [plays, passes, `${ticket.matches.length} 场`].filter((part) => part !== '').join(' ') + issue,
          playNames: plays,
          matches: ticket.matches.length,
          passNames: passes,
          wonLegs: wonLegs(ticket, row, version?.compiled),
        };
      }),
    );
  },
  async detail(head) {
    const [row] = await rowsOf(database, [head]);
    if (row === undefined) throw new Error(`order ${head.id} has no ticket`);
    const { ticket } = row;
    const common = {
      hash: row.hash,
      minFen: row.min_fen,
      maxFen: row.max_fen,
      refundFen: head.status === 'cancelled' ? head.amount : row.refund,
      ...(row.follows === null ? {} : { follows: row.follows }),
    };
    const wins = (head.outcome ?? []) as readonly StoredSportWin[];
    if (isOutright(ticket)) {
      const version = await outrightOf(sports, row.hash);
      return { ...common, passes: [], legs: [], wins: [], outrights: outrightsOf(ticket, row, wins, sports, version) } satisfies Detail;
    }
    const version = await versionOf(sports, row.hash);
    const passes = ticket.passes.map((code) => ({ code, name: passName(code) }));
    if (row.hidden_until !== null)
      return { ...common, minFen: null, hiddenUntil: row.hidden_until, passes, legs: [], outrights: [], wins: [] } satisfies Detail;
    return {
      ...common,
      passes,
      ...(version?.sport.board?.awayFirst ? { awayFirst: true as const } : {}),
      ...(version?.sport.payout.kind === 'pool' ? { pool: true as const } : {}),
      legs: ticketLegsOf(ticket, row, sports, version),
      ticket: { matches: ticket.matches.map((match) => ({ ...match })), passes: ticket.passes },
      outrights: [],
      wins: wins.map((win) => ({ ...win, name: tierName(win.tier, ticket, version) })),
      ...(row.units === null ? {} : { units: { plan: row.plan ?? 'own', times: row.units } }),
    } satisfies Detail;
  },
  route,
  subject: ({ game }) => gameName(game),
});

type Detail = Pick<
  SportOrderModels,
  | 'hash'
  | 'hiddenUntil'
  | 'passes'
  | 'awayFirst'
  | 'pool'
  | 'legs'
  | 'ticket'
  | 'outrights'
  | 'wins'
  | 'minFen'
  | 'maxFen'
  | 'units'
  | 'refundFen'
  | 'follows'
>;

/** What a bet on matches is called without its picks: its plays, its passes. */
export const planNames = (ticket: SportTicket, version: SportVersion): { readonly plays: string; readonly passes: string } => ({
  plays: sportPlayNames(ticket, version),
  passes: passNames(ticket),
});

/** The picks of an order on matches for its detail. The caller has checked that the player may see them. */
export async function sportPlan({ database, sports }: Pick<SportParts, 'database' | 'sports'>, userId: number, orderId: string) {
  const [row] = await rowsOf(database, [{ user_id: userId, id: orderId }]);
  if (row === undefined || isOutright(row.ticket)) throw new Error(`order ${orderId} has no matches`);
  const version = await versionOf(sports, row.hash);
  return {
    passes: row.ticket.passes.map((code) => ({ code, name: passName(code) })),
    legs: ticketLegsOf(row.ticket, row, sports, version),
    wonLegs: wonLegs(row.ticket, row, version?.compiled),
    ...(version?.sport.board?.awayFirst ? { awayFirst: true as const } : {}),
  };
}

/** "2_1" as players say it: 2串1, 单关. */
export const passName = (code: string): string => (code === '1_1' ? '单关' : code.replace('_', '串'));

export const passNames = ({ passes }: SportTicket): string => passes.map(passName).join('、');

/** The plays of a ticket; several of a mixed game go under its own name (混合过关). */
export function sportPlayNames({ matches }: SportTicket, version: SportVersion | undefined): string {
  const codes = [...new Set(matches.flatMap(({ picks }) => Object.keys(picks)))];
  const mixed = version?.sport.mixed;
  if (codes.length > 1 && mixed !== undefined) return mixed.name;
  return codes.map((code) => version?.compiled.play(code)?.play.name ?? code).join('、');
}

/** A pass; of a pool the tier. */
function tierName(tier: string, ticket: SportTicket, version: SportVersion | undefined): string {
  if (ticket.passes.length > 0) return passName(tier);
  const [play = ''] = Object.keys(ticket.matches[0]?.picks ?? {});
  return version?.compiled.poolTable(play)?.tiers.find((each) => each.tier === tier)?.name ?? tier;
}

const resultsOf = ({ offers }: Pick<Row, 'offers'>): ReadonlyMap<string, LegOffer> =>
  new Map((offers ?? []).map((offer) => [offer.match, offer]));

/** The outcome of a choice; undefined while the match has no result. */
function stateOf(
  compiled: CompiledSport,
  match: SportTicket['matches'][number],
  play: string,
  choice: string,
  result: MatchResult | null | undefined,
): ChoiceState | undefined {
  return result === null || result === undefined ? undefined : choiceState(compiled, match, play, choice, result);
}

const choicesOf = (chosen: SportTicket['matches'][number]['picks'][string]): readonly string[] =>
  Array.isArray(chosen) ? (chosen as readonly string[]) : Object.keys(chosen);

function wonLegs(ticket: SportTicket, row: Row, compiled: CompiledSport | undefined): number {
  if (compiled === undefined) return 0;
  const offers = resultsOf(row);
  // In a pool everything that is void is right. Elsewhere it counts as 1.00 and did not come true: the page of the order tells it apart.
  const right: readonly (ChoiceState | undefined)[] = compiled.sport.payout.kind === 'pool' ? [WON, VOID] : [WON];
  return ticket.matches.filter((match) => {
    const result = offers.get(match.match)?.result;
    return Object.entries(match.picks).some(([play, chosen]) =>
      choicesOf(chosen).some((choice) => right.includes(stateOf(compiled, match, play, choice, result))),
    );
  }).length;
}

/** The matches of a ticket with their results. */
export function ticketLegsOf(
  ticket: SportTicket,
  row: Pick<Row, 'offers'>,
  sports: Sports,
  version: SportVersion | undefined,
): SportOrderModels['legs'] {
  const offers = resultsOf(row);
  const final = version?.sport.payout.kind === 'odds' && version.sport.payout.odds === 'final';
  const sellsOdds = version?.sport.payout.kind === 'odds' && !final;
  return ticket.matches.map((match) => {
    const offer = offers.get(match.match);
    const result = offer?.result;
    const picks = inOrder(
      Object.entries(match.picks),
      ([play]) => play,
      (version?.sport.plays ?? []).map(({ code }) => code),
    ).flatMap(([play, chosen]) => {
      const rule = version?.compiled.play(play)?.play;
      const number = rule && version ? printedNumbers(rule, version.sport.numbers, match.numbers ?? {}) : '';
      const printed = (rule?.choices ?? []).map(({ code }) => code);
      return inOrder(choicesOf(chosen), (choice) => choice, printed).map((choice) => {
        const state = version && stateOf(version.compiled, match, play, choice, result);
        const sold = sellsOdds ? ((chosen as Readonly<Record<string, string>>)[choice] ?? '') : '';
        return {
          play,
          playName: rule?.name ?? play,
          ...(number === '' ? {} : { number }),
          choice,
          name: rule?.choices.find(({ code }) => code === choice)?.name ?? choice,
          odds: final ? ((result && offer?.final_odds?.[play]?.[choice]) ?? '') : sold,
          ...(state === undefined ? {} : { hit: state !== LOST }),
          ...(state === VOID && !result?.void ? { void: true } : {}),
        };
      });
    });
    const voidText = voidMatchText(
      result?.void === true,
      picks.flatMap((pick) => (pick.void ? [pick.playName] : [])),
      version?.sport.payout.kind === 'pool',
    );
    return {
      match: match.match,
      code: offer?.code ?? '',
      ...(offer === undefined ? {} : { day: offer.day }),
      league: leagueName(sports, offer?.league ?? ''),
      home: teamName(sports, offer?.league ?? '', offer?.home ?? ''),
      away: teamName(sports, offer?.league ?? '', offer?.away ?? ''),
      startsAt: offer?.starts_at ?? 0,
      state: offer?.state ?? 'finished',
      numbers: { ...match.numbers },
      ...(match.banker ? { banker: true } : {}),
      ...(offer === undefined || result?.measures === undefined
        ? {}
        : { measures: measuresOf(withTieBreak(result.measures, offer.measures)) }),
      ...(result?.void ? { void: true } : {}),
      ...(voidText === '' ? {} : { voidText }),
      picks,
    };
  });
}

/** In the order in which the game prints them: codes that are digits would stand in the order of numbers, 负 before 胜. */
const inOrder = <T>(items: readonly T[], codeOf: (item: T) => string, codes: readonly string[]): readonly T[] =>
  items.toSorted((a, b) => codes.indexOf(codeOf(a)) - codes.indexOf(codeOf(b)));

const measuresOf = (measures: Measures): Record<string, [number, number]> =>
  Object.fromEntries(Object.entries(measures).map(([code, [home, away]]) => [code, [home, away]]));

function nameOf({ outrights }: Row, code: string, sports: Sports, cup: string): string {
  const outright = outrights?.find((each) => each.code === code);
  return outright === undefined ? code : pickName(sports, { cup }, outright.teams);
}

const OUTRIGHT_STATES: Readonly<Record<string, 'won' | 'lost' | 'void'>> = { won: 'won', out: 'lost', void: 'void' };

function outrightsOf(
  ticket: OutrightTicket,
  row: Row,
  wins: readonly StoredSportWin[],
  sports: Sports,
  version: OutrightVersion | undefined,
): SportOrderModels['outrights'] {
  const market = version?.outright.markets.find(({ code }) => code === ticket.market)?.name ?? ticket.market;
  return ticket.picks.map(({ code, odds, times }) => ({
    market: ticket.market,
    marketName: market,
    code,
    name: nameOf(row, code, sports, version?.outright.cup ?? ''),
    odds,
    times,
    state: OUTRIGHT_STATES[row.outrights?.find((each) => each.code === code)?.state ?? ''] ?? 'open',
    prizeFen: wins.find(({ tier }) => tier === code)?.prizeFen ?? 0,
  }));
}
