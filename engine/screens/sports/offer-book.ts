/**
 * The offers of a game as the phone knows them: one page, then what changes. Rows watch their own offer, the list watches which offers
 * there are, so that odds that move render one row.
 */
import { compareCodes } from '../../machines/picked-matches.ts';
import type { League, Offer, OfferPage, OffersEvent, OptionData } from './calls.ts';

/** Odds that moved, with what they were; shown for a while. */
export interface OddsMove {
  readonly was: string;
  readonly at: number;
}

/** How long (ms) an arrow stands beside odds that moved. */
export const MOVE_MS = 5_000;

export interface OfferListing {
  /** Ids in the order of sale day and code. */
  readonly ids: readonly string[];
  readonly leagues: ReadonlyMap<string, League>;
  /** What the page says beside its matches. */
  readonly page: Omit<OfferPage, 'matches' | 'removed' | 'leagues' | 'full'>;
}

export class OfferBook {
  readonly #now: () => number;
  readonly #offers = new Map<string, Offer>();
  /** Odds of the plays behind the row, by match; `version` is the offer's that they belong to. */
  readonly #more = new Map<string, { readonly version: number; readonly odds: Offer['odds'] }>();
  readonly #moves = new Map<string, Map<string, OddsMove>>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #listListeners = new Set<() => void>();
  #listing: OfferListing | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  readonly listing = (): OfferListing | undefined => this.#listing;

  get version(): number {
    return this.#listing?.page.version ?? 0;
  }

  offer(id: string): Offer | undefined {
    return this.#offers.get(id);
  }

  /** Odds of any play, '' while they are not known or there are none. */
  odds(id: string, play: string, choice: string): string {
    const offer = this.#offers.get(id);
    return (offer?.odds[play] ?? this.#more.get(id)?.odds[play])?.[choice] ?? '';
  }

  /** All odds that are known of a match. */
  allOdds(id: string): Offer['odds'] {
    return { ...this.#more.get(id)?.odds, ...this.#offers.get(id)?.odds };
  }

  /** Whether the odds behind the row are those of the offer as it is. */
  knowsAll(id: string): boolean {
    const more = this.#more.get(id);
    return more !== undefined && more.version >= (this.#offers.get(id)?.version ?? 0);
  }

  hasMore(id: string): boolean {
    return this.#more.has(id);
  }

  /** How these odds moved in the last seconds. */
  move(id: string, play: string, choice: string): OddsMove | undefined {
    const move = this.#moves.get(id)?.get(`${play}/${choice}`);
    return move && this.#now() - move.at < MOVE_MS ? move : undefined;
  }

  readonly watch = (id: string, listener: () => void): (() => void) => {
    const own = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, own.add(listener));
    return () => void own.delete(listener);
  };

  readonly watchList = (listener: () => void): (() => void) => {
    this.#listListeners.add(listener);
    return () => void this.#listListeners.delete(listener);
  };

  /** Takes an answer; the ids whose offers are new or another than before. */
  page(answer: OfferPage): readonly string[] {
    const { matches, removed, leagues: listed, full, ...page } = answer;
    const leagues = new Map(full ? [] : this.#listing?.leagues);
    for (const league of listed) leagues.set(league.code, league);
    const gone = full ? [...this.#offers.keys()].filter((id) => !matches.some((each) => each.id === id)) : removed;
    // A whole page is what the server has now, also when that is older: another database.
    const changed = this.#take(matches, gone, full);
    this.#list(leagues, page);
    this.#tell(changed);
    return changed;
  }

  /** Takes an event; false when events before it were missed, so that the page must be loaded. */
  event({ from, version, matches, removed }: OffersEvent): readonly string[] | false {
    const listing = this.#listing;
    if (!listing || from > listing.page.version) return false;
    if (version <= listing.page.version) return [];
    if (matches.some(({ league }) => !listing.leagues.has(league))) return false;
    // Of a game with issues other offers than those of the issue that is shown come as well.
    const ofIssue = listing.page.issue === undefined ? matches : matches.filter(({ id }) => this.#offers.has(id));
    const changed = this.#take(ofIssue, removed, false);
    this.#list(new Map(listing.leagues), { ...listing.page, version });
    this.#tell(changed);
    return changed;
  }

  /** Takes the odds behind the rows. */
  options({ matches }: OptionData): readonly string[] {
    const changed: string[] = [];
    for (const { id, version, odds } of matches) {
      if (!this.#offers.has(id)) continue;
      const before = this.#more.get(id);
      if (before && before.version > version) continue;
      this.#more.set(id, { version, odds });
      if (before) this.#mark(id, before.odds, odds);
      changed.push(id);
    }
    this.touch(changed);
    return changed;
  }

  /** Something that is no part of an offer changed what its row shows: its stop has passed, the odds behind it are there. */
  touch(ids: readonly string[]): void {
    for (const id of ids) {
      const offer = this.#offers.get(id);
      // Another object, so that a comparison sees the change.
      if (offer) this.#offers.set(id, { ...offer });
    }
    this.#tell(ids);
  }

  /** Whether a match can be bet on, of the issue that is shown or of another. What is over stays listed for a while. */
  sells(): boolean {
    const selling = ({ state }: { readonly state: string }): boolean => state === 'selling';
    return Boolean(this.#listing?.page.issues?.some(selling)) || [...this.#offers.values()].some(selling);
  }

  ids(): readonly string[] {
    return this.#listing?.ids ?? [];
  }

  #take(matches: readonly Offer[], removed: readonly string[], all: boolean): string[] {
    const changed: string[] = [];
    for (const offer of matches) {
      const before = this.#offers.get(offer.id);
      if (before && (all ? before.version === offer.version : before.version >= offer.version)) continue;
      if (before) this.#mark(offer.id, before.odds, offer.odds);
      this.#offers.set(offer.id, offer);
      changed.push(offer.id);
    }
    for (const id of removed) {
      if (!this.#offers.delete(id)) continue;
      this.#more.delete(id);
      this.#moves.delete(id);
      changed.push(id);
    }
    return changed;
  }

  #mark(id: string, before: Offer['odds'], after: Offer['odds']): void {
    const at = this.#now();
    for (const [play, choices] of Object.entries(after))
      for (const [choice, now] of Object.entries(choices)) {
        const was = before[play]?.[choice];
        if (was === undefined || was === now || Number(was) === Number(now)) continue;
        const moves = this.#moves.get(id) ?? new Map<string, OddsMove>();
        this.#moves.set(id, moves.set(`${play}/${choice}`, { was, at }));
      }
  }

  #list(leagues: ReadonlyMap<string, League>, page: OfferListing['page']): void {
    const ids = [...this.#offers.values()].sort(byDayAndCode).map(({ id }) => id);
    const before = this.#listing;
    const same = before?.ids.length === ids.length && ids.every((id, at) => id === before.ids[at]);
    this.#listing = { ids: same && before ? before.ids : ids, leagues, page };
    for (const listener of [...this.#listListeners]) listener();
  }

  #tell(ids: readonly string[]): void {
    for (const id of ids) for (const listener of [...(this.#listeners.get(id) ?? [])]) listener();
  }
}

const byDayAndCode = (a: Offer, b: Offer): number => (a.day < b.day ? -1 : a.day > b.day ? 1 : compareCodes(a.code, b.code));
