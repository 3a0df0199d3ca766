/**
 * What a list of matches is narrowed down by, and how it is sorted. The leagues and the sorting are remembered on the phone, for each
 * game; the rest lasts as long as the page.
 */
import { compareCodes } from '../../machines/picked-matches.ts';
import type { League, Offer } from './calls.ts';

export type OfferOrder = 'time' | 'league' | 'hot';

export interface Filters {
  /** Codes of leagues; none: all. */
  readonly leagues: readonly string[];
  readonly singles: boolean;
  readonly favourites: boolean;
  /** By the lowest odds of the row's first play; one of ODDS_RANGES, '' for all. */
  readonly odds: string;
  /** Values of the first number of the matches (handicap); none: all. */
  readonly numbers: readonly string[];
  /** Hours of kick-off; one of HOURS, '' for all. */
  readonly hours: string;
  readonly sorting: OfferOrder;
}

export const NO_FILTERS: Filters = { leagues: [], singles: false, favourites: false, odds: '', numbers: [], hours: '', sorting: 'time' };

/** Lowest odds: a clear favourite, a favourite, an open match. */
export const ODDS_RANGES = [
  { value: '-1.5', label: '1.5 以下', below: 1.5 },
  { value: '1.5-2', label: '1.5–2.0', from: 1.5, below: 2 },
  { value: '2-2.5', label: '2.0–2.5', from: 2, below: 2.5 },
  { value: '2.5-', label: '2.5 以上', from: 2.5 },
] as const;

/** Hours of a day by which people watch: the night's matches belong to the evening before. */
export const HOURS = [
  { value: '12-18', label: '12–18 点', from: 12, below: 18 },
  { value: '18-22', label: '18–22 点', from: 18, below: 22 },
  { value: '22-2', label: '22–2 点', from: 22, below: 26 },
  { value: '2-12', label: '2–12 点', from: 2, below: 12 },
] as const;

export interface FilterContext {
  readonly leagues: ReadonlyMap<string, League>;
  readonly favourites: ReadonlySet<string>;
  /** The play whose odds are looked at. */
  readonly play: string;
  /** Code of the number that `numbers` are values of. */
  readonly number: string | undefined;
  readonly offsetMinutes: number;
}

export function passesFilters(offer: Offer, filters: Filters, context: FilterContext): boolean {
  const { leagues, singles, favourites, odds, numbers, hours } = filters;
  if (leagues.length > 0 && !leagues.includes(offer.league)) return false;
  if (singles && !offer.singles.some((play) => !offer.closed.includes(play))) return false;
  if (favourites && !context.favourites.has(offer.id)) return false;
  if (numbers.length > 0 && !(context.number !== undefined && numbers.includes(offer.numbers[context.number] ?? ''))) return false;
  const range = ODDS_RANGES.find(({ value }) => value === odds);
  if (range && !within(lowestOdds(offer, context.play), range)) return false;
  const span = HOURS.find(({ value }) => value === hours);
  return (
    !span || within(hourOf(offer.startsAt, context.offsetMinutes), span) || within(hourOf(offer.startsAt, context.offsetMinutes) + 24, span)
  );
}

function within(
  value: number | undefined,
  { from = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY }: { readonly from?: number; readonly below?: number },
): boolean {
  return value !== undefined && value >= from && value < below;
}

function lowestOdds(offer: Offer, play: string): number | undefined {
  const odds = Object.values(offer.odds[play] ?? {}).map(Number);
  return odds.length > 0 ? Math.min(...odds) : undefined;
}

const hourOf = (at: number, offsetMinutes: number): number => new Date(at + offsetMinutes * 60_000).getUTCHours();

/** How many of the ways to narrow the list down are in use. */
export function countFilters({ leagues, singles, favourites, odds, numbers, hours }: Filters): number {
  return [leagues.length > 0, singles, favourites, odds !== '', numbers.length > 0, hours !== ''].filter(Boolean).length;
}

/** The order within a day. Popular: the five leagues first, then teams that stand high in their tables. */
export function compareOffers(sorting: OfferOrder, { leagues }: Pick<FilterContext, 'leagues'>): (a: Offer, b: Offer) => number {
  const byTime = (a: Offer, b: Offer): number => a.startsAt - b.startsAt || compareCodes(a.code, b.code);
  if (sorting === 'league') {
    const order = [...leagues.keys()];
    return (a, b) => order.indexOf(a.league) - order.indexOf(b.league) || byTime(a, b);
  }
  if (sorting === 'hot') {
    const heat = ({ league, home, away }: Offer): number => (leagues.get(league)?.five ? 0 : 100) + (home.rank ?? 30) + (away.rank ?? 30);
    return (a, b) => heat(a) - heat(b) || byTime(a, b);
  }
  return byTime;
}

/** Storage keys. */
const LEAGUES = 'leaguePick';
const SORTING = 'preferredSort';

export function readFilters(storage: { get(key: string): string | null }, game: string): Filters {
  const sorting = storage.get(`${SORTING}.${game}`);
  return {
    ...NO_FILTERS,
    leagues: readList(storage.get(`${LEAGUES}.${game}`)),
    ...(sorting === 'league' || sorting === 'hot' ? { sorting } : {}),
  };
}

export function keepFilters(storage: { set(key: string, value: string): void }, game: string, { leagues, sorting }: Filters): void {
  storage.set(`${LEAGUES}.${game}`, JSON.stringify(leagues));
  storage.set(`${SORTING}.${game}`, sorting);
}

function readList(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
