/** One step of the feed: it updates some matches whose next change is due, together with their offers. */
import type { LeagueDescription } from '../../../engine/descriptions/sports/types.ts';
import { WON, scaledNumber } from '../../../engine/descriptions/sports/conditions.ts';
import { NOW_ONCE, type Querying } from '../../platform/index.ts';
import type { SportServices } from '../services.ts';
import { resultFaultsOf, firstLegOf, faultsText, type MatchToCheck, measuresOfSport } from '../result-checks.ts';
import type { EarlierSportVersion, SportVersion } from '../versions.ts';
import {
  type MatchRow,
  MATCH_COLUMNS,
  OFFER_COLUMNS,
  type StoredOffer,
  measureModelsOfSport,
  SIMULATED_SOURCE,
  saleStopsOf,
  strengthsOf,
} from './match-rows.ts';
import { oddsMoveTimes, type OddsByPlay, priceOffer, type PricedOffer } from './odds.ts';
import { simulatedMatchOf, type MatchProgress, matchProgressOf, VOID_AFTER_MS } from './match-progress.ts';

/** Most matches of one transaction. Bets on them wait until it ends. */
const AT_ONCE = 8;
const PLAYED: ReadonlySet<string> = new Set(['first', 'half', 'second', 'extra']);
/** Reasons for which the feed suspends an offer, by state of its match. */
const OFF: Readonly<Record<string, string>> = { postponed: '比赛延期', abandoned: '比赛腰斩', cancelled: '比赛取消' };
/** Reason for an offer whose match has an impossible or unknown result. An operator has to check the result before the match ends. */
const REFUSED = '赛果待核实';
/** All reasons that the feed sets, and may therefore remove. */
const OFF_WORDS = new Set([...Object.values(OFF), REFUSED]);

export interface FeedStep {
  /** Number of processed matches; 0 if none was due, or other processes have claimed them. */
  readonly matches: number;
  /** Codes of the leagues whose matches ended. */
  readonly ended: readonly string[];
}

/** Brings due matches up to date. Several processes may call it: each match is claimed by one. */
export async function updateDueMatches(
  context: Pick<SportServices, 'database' | 'sports'> & Partial<Pick<SportServices, 'alarms'>>,
  seed: string,
): Promise<FeedStep> {
  const { database, sports, alarms } = context;
  // Queried before the transaction: mostly no match is due, and a transaction costs three statements.
  const due = await database.query(`SELECT 1 FROM matches WHERE next_at <= ${NOW_ONCE} LIMIT 1`, [], 'feed-due');
  if (due.rows.length === 0) return { matches: 0, ended: [] };
  const { refused, ...step } = await database.transaction(async (client): Promise<FeedStep & { refused: readonly string[] }> => {
    const { rows: claimed } = await client.query<{ id: string }>(
      `SELECT id FROM (SELECT id FROM matches WHERE next_at <= ${NOW_ONCE} ORDER BY next_at LIMIT ${AT_ONCE * 4}) due
        WHERE pg_try_advisory_xact_lock(hashtextextended('feed/' || id, 0)) LIMIT ${AT_ONCE}`,
      [],
      'feed-claim',
    );
    if (claimed.length === 0) return { matches: 0, ended: [], refused: [] };
    // Read after the claim, because the process with the previous claim may have written until now. The rows stay locked until the commit.
    // Operators and importers lock a match before its offers too: their earlier changes are read here, and later ones wait.
    const { rows: matches } = await client.query<DueMatch>(
      `SELECT ${MATCH_COLUMNS}, caipu_now_ms() AS now, ${firstLegOf('matches')} FROM matches WHERE id = ANY($1::text[]) AND next_at <= caipu_now_ms() ORDER BY id FOR UPDATE`,
      [claimed.map(({ id }) => id)],
      'feed-matches',
    );
    const { rows: offers } = await client.query<StoredOffer>(
      `SELECT ${OFFER_COLUMNS} FROM offers WHERE match_id = ANY($1::text[]) ORDER BY game, match_id`,
      [matches.map(({ id }) => id)],
      'feed-offers',
    );
    const earlier = await sports.earlier(client);
    // The offers of a game end even if its file was deleted.
    const versions = new Map<string, SportVersion | undefined>();
    for (const { game } of offers) if (!versions.has(game)) versions.set(game, await sports.lastPublished(game, client));
    const written = matches.map((match) => {
      const league = sports.league(match.league);
      const matchOffers = offers.filter(({ match_id }) => match_id === match.id);
      const models = measureModelsOfSport(sports, match.sport, earlier)(strengthsOf(league, match.home, match.away));
      const toPlay = simulatedMatchOf(league, { id: match.id, startsAt: match.starts_at, cup: match.cup });
      const progress = match.source === SIMULATED_SOURCE ? matchProgressOf(seed, toPlay, models, match.now) : sourceProgressOf(match);
      return updateOf({ sports, versions, earlier }, seed, match, checkProgress({ sports, earlier }, match, progress), matchOffers);
    });
    const changed = written.flatMap((each) => each.offers);
    await client.query('SELECT write_matches($1::jsonb, $2::jsonb)', [
      JSON.stringify(written.map(({ match }) => match)),
      JSON.stringify(changed),
    ]);
    const back = written.flatMap((each) => each.back);
    if (back.length > 0) await client.query('SELECT keep_issues_open($1::text[])', [back]);
    return {
      matches: matches.length,
      ended: written.flatMap(({ ended }) => (ended === undefined ? [] : [ended])),
      refused: written.flatMap(({ match, refused: faults }) => (faults === undefined ? [] : [`${match.id}: ${faults}`])),
    };
  });
  for (const detail of refused) alarms?.raise('result-refused', detail);
  return step;
}

type DueMatch = MatchRow & Pick<MatchToCheck, 'first_leg'> & { readonly now: number };

/** The progress of a match. `refused`: why its result is not accepted, so that the match has not ended. */
type CheckedProgress = MatchProgress & { readonly refused?: string };

/** Checks the result. A match with an impossible result does not end: it waits for an operator, or for another result of its source. */
function checkProgress(
  { sports, earlier }: Pick<PublishedGames, 'sports' | 'earlier'>,
  match: DueMatch,
  progress: MatchProgress,
): CheckedProgress {
  const { state, measures, events } = progress;
  const sportMeasures = measuresOfSport(sports, match.sport, earlier);
  const faults = resultFaultsOf(sports, { ...match, state, measures, events }, { known: sportMeasures, at: match.now, language: 'en' });
  return faults.length === 0 ? progress : { ...progress, end: undefined, nextAt: undefined, refused: faultsText(faults) };
}

/**
 * The progress of a match that is not simulated, as its source wrote it. A postponed or abandoned match is void if no result came within
 * 36 hours after the first kick-off.
 */
function sourceProgressOf({
  state,
  clock,
  measures,
  events,
  cards,
  starts_at,
  first_starts_at,
  now,
}: MatchRow & { readonly now: number }): MatchProgress {
  const off = state === 'postponed' || state === 'abandoned';
  const voidAt = (first_starts_at ?? starts_at) + VOID_AFTER_MS;
  if (off && now >= voidAt) return { state: 'cancelled', clock: null, measures, events, cards, end: { void: true }, nextAt: undefined };
  const end = state === 'finished' ? { void: false } : state === 'cancelled' ? { void: true } : undefined;
  return { state, clock, measures, events, cards, end, nextAt: off ? voidAt : undefined };
}

interface PublishedGames extends Pick<SportServices, 'sports'> {
  /** By game code: the published version. For a game whose file was deleted: the version under which the last bets were sold. */
  readonly versions: ReadonlyMap<string, SportVersion | undefined>;
  readonly earlier: readonly EarlierSportVersion[];
}

function updateOf(
  { sports, versions, earlier }: PublishedGames,
  seed: string,
  match: DueMatch,
  progress: CheckedProgress,
  matchOffers: readonly StoredOffer[],
) {
  const { now } = match;
  const league = sports.league(match.league);
  const strengths = strengthsOf(league, match.home, match.away);
  const times: number[] = progress.nextAt === undefined ? [] : [progress.nextAt];
  const back: string[] = [];
  const offers = matchOffers.flatMap((offer) => {
    const version = versions.get(offer.game);
    const measured = measuredBy(offer.game, version, earlier);
    const next = offerAfter(seed, version, measured, match, progress, offer, league, () =>
      version === undefined ? undefined : priceOffer(seed, version, match.id, strengths),
    );
    if (next.back) back.push(match.id);
    if (progress.end === undefined && progress.refused === undefined) times.push(...next.times.filter((at) => at > now));
    return next.changed ? [next.row] : [];
  });
  const { state, clock, measures, events, cards } = progress;
  const shown = { state, clock, measures, events, cards };
  const changed =
    JSON.stringify(shown) !==
    JSON.stringify({ state: match.state, clock: match.clock, measures: match.measures, events: match.events, cards: match.cards });
  return {
    match: {
      id: match.id,
      starts_at: match.starts_at,
      ...shown,
      next_at: progress.end === undefined && times.length > 0 ? Math.min(...times) : null,
      changed,
    },
    offers,
    back,
    ended: progress.end === undefined ? undefined : match.league,
    refused: progress.refused,
  };
}

/** The new row of an offer, whether it changed, whether it is back on sale, and the instants of its next changes. */
function offerAfter(
  seed: string,
  version: SportVersion | undefined,
  measured: ReadonlySet<string>,
  match: DueMatch,
  progress: CheckedProgress,
  offer: StoredOffer,
  league: LeagueDescription | undefined,
  price: () => PricedOffer | undefined,
) {
  const { now } = match;
  const refused = progress.refused !== undefined && offer.result === null;
  const off = refused ? REFUSED : OFF[progress.state];
  // The feed ends its own suspension when the match has a new kick-off. An operator set any other reason.
  const back = progress.state === 'scheduled' && OFF_WORDS.has(offer.suspended ?? '');
  const stops = back ? stopsAgain(version, offer, league, match.starts_at) : stopsAsTheyAre(offer);
  const sale = { game: offer.game, matchId: match.id, opensAt: offer.opens_at, stopsAt: stops.pass };
  const moving = oddsMoveTimes(seed, sale, version?.sport.feed?.moveMinutes);
  const moves = off === undefined ? moving.filter((at) => at <= now).length : offer.moves;
  const moved = moves > offer.moves && offer.result === null;
  const ended = progress.end !== undefined && offer.result === null;
  const priced = moved || ended ? price() : undefined;
  const odds = moved ? priced?.oddsAfter(moves) : undefined;
  const suspended = off ?? (back || offer.suspended === REFUSED ? null : offer.suspended);
  const state = offerStateOf(progress.state, suspended, { pass_stops_at: stops.pass }, now);
  const result: StoredOffer['result'] = !ended ? null : progress.end?.void ? { void: true } : offerResultOf(measured, progress);
  const winners =
    ended && result?.measures !== undefined && version !== undefined ? winningChoicesOf(version, offer, result.measures) : undefined;
  const finalOdds = winners === undefined ? null : finalOddsOf(version, priced, winners, odds ?? offer.odds);
  const listed = offer.listed && progress.end === undefined;
  const row = {
    game: offer.game,
    match: match.id,
    state,
    suspended,
    listed,
    odds: odds ?? null,
    final_odds: finalOdds,
    result,
    result_at: result === null ? null : now,
    single_stops_at: stops.single,
    pass_stops_at: stops.pass,
    moved,
    moves,
    row_odds: odds === undefined ? null : boardRowOdds(version, odds),
  };
  const changed = moved || result !== null || state !== offer.state || suspended !== offer.suspended || listed !== offer.listed;
  return { row, changed, back, times: [...moving, stops.single, stops.pass] };
}

const stopsAsTheyAre = ({ single_stops_at: single, pass_stops_at: pass }: StoredOffer) => ({ single, pass });

/** When the sale stops before a new kick-off. If issues have a fixed number of matches, all stop before the first one, so stops stay. */
function stopsAgain(version: SportVersion | undefined, offer: StoredOffer, league: LeagueDescription | undefined, startsAt: number) {
  const sale = version?.sport.sale;
  return sale === undefined || sale.issues?.kind === 'matches' ? stopsAsTheyAre(offer) : saleStopsOf(sale, league, startsAt);
}

/** The state of an offer. `played`: the state of its match. */
export function offerStateOf(played: string, suspended: string | null, stops: Pick<StoredOffer, 'pass_stops_at'>, now: number): string {
  if (OFF[played] !== undefined) return played;
  if (played === 'finished') return 'finished';
  if (PLAYED.has(played)) return 'live';
  if (now >= stops.pass_stops_at) return 'stopped';
  return suspended === null ? 'selling' : 'suspended';
}

/** Codes of the measures of a game's version, and of older versions with bets. */
function measuredBy(game: string, version: SportVersion | undefined, earlier: readonly EarlierSportVersion[]): ReadonlySet<string> {
  const versionsOfGame = [...(version === undefined ? [] : [version.sport]), ...earlier.filter(({ code }) => code === game)];
  return new Set(versionsOfGame.flatMap(({ measures }) => measures.map(({ code }) => code)));
}

/** The measures of a match that a game uses; all of them for an unknown game. */
function offerResultOf(measured: ReadonlySet<string>, { measures }: MatchProgress): { measures: Record<string, [number, number]> } {
  const gameMeasures = Object.entries(measures).filter(([code]) => measured.size === 0 || measured.has(code));
  return { measures: Object.fromEntries(gameMeasures) };
}

/** The winning choice of each play. A play that is closed, is a push or lacks a measure is left out. */
export function winningChoicesOf(
  { compiled }: SportVersion,
  offer: Pick<StoredOffer, 'numbers' | 'closed'>,
  measures: Readonly<Record<string, readonly [number, number]>>,
): Record<string, string> {
  const numbers = Object.fromEntries(Object.entries(offer.numbers).map(([code, text]) => [code, scaledNumber(text)]));
  return Object.fromEntries(
    compiled.plays.flatMap((play) => {
      if (offer.closed.includes(play.play.code) || [...play.measures].some((code) => measures[code] === undefined)) return [];
      const won = play.play.choices.find((_, i) => play.state(i, measures, numbers) === WON);
      return won === undefined ? [] : [[play.play.code, won.code]];
    }),
  );
}

/** Odds of the winning choices: the last odds of the sale, or the final odds (SP) in a game that pays by them. */
export function finalOddsOf(
  version: SportVersion | undefined,
  priced: PricedOffer | undefined,
  winners: Readonly<Record<string, string>>,
  odds: OddsByPlay,
): OddsByPlay {
  if (version?.sport.payout.kind === 'odds' && version.sport.payout.odds === 'final') return priced?.finalOdds(winners) ?? {};
  return Object.fromEntries(
    Object.entries(winners).flatMap(([play, choice]) => {
      const choiceOdds = odds[play]?.[choice];
      return choiceOdds === undefined ? [] : [[play, { [choice]: choiceOdds }]];
    }),
  );
}

/** The odds that the board shows in a match's row. */
export function boardRowOdds(version: SportVersion | undefined, odds: OddsByPlay): OddsByPlay {
  const row = version?.sport.board?.row ?? Object.keys(odds).slice(0, 1);
  return Object.fromEntries(row.flatMap((play) => (odds[play] === undefined ? [] : [[play, odds[play]]])));
}

/** The secret seed of the simulated feed. The first process that calls this stores the seed that `newSeed` returns. */
export async function feedSeed(client: Querying, newSeed: () => string): Promise<string> {
  const stored = await client.query<{ seed: string }>('SELECT seed FROM feed_secret');
  if (stored.rows[0] !== undefined) return stored.rows[0].seed;
  await client.query('INSERT INTO feed_secret (seed, made_at) VALUES ($1, caipu_now_ms()) ON CONFLICT DO NOTHING', [newSeed()]);
  return ((await client.query<{ seed: string }>('SELECT seed FROM feed_secret')).rows[0] as { seed: string }).seed;
}
