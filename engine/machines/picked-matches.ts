/**
 * Picks of matches as values: their types, their stored form, and their outcome when offers change, time passes or a new version
 * of the game is published. Pure; match-picks.ts is the machine over them.
 */

/** What a list knows of a match that is picked from. Instants are unix ms of the server's clock, numbers and odds decimal texts. */
export interface SoldMatch {
  readonly match: string;
  /** As players call it: 周六001. */
  readonly code: string;
  /** Short name of the league. */
  readonly league: string;
  readonly home: string;
  readonly away: string;
  readonly startsAt: number;
  /** Bets on this match alone (单关) are sold until then, … */
  readonly singleStopsAt: number;
  /** … and bets that join it with others until then. */
  readonly passStopsAt: number;
  /** Handicap, line: by code of the game's numbers. */
  readonly numbers: Readonly<Record<string, string>>;
  /** Plays that are sold for this match alone. */
  readonly singles: readonly string[];
}

/** Odds by play and choice, as they were seen; '' where a game sells without odds (北京单场, a pool). */
export type PickedOdds = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface PickedMatch extends SoldMatch {
  /** At least one choice of at least one play. */
  readonly picks: PickedOdds;
  /** 胆: in every bet of the ticket. */
  readonly banker?: true;
}

/** The part of a game that is stored and passed to the slip. */
export interface MatchPicks {
  readonly game: string;
  /** Hash of the description that it was picked under. */
  readonly hash: string;
  /** The play of the ticket, where a ticket holds one; left out where plays mix. */
  readonly play?: string | undefined;
  /** In the order of the list: by kick-off, then by code. */
  readonly matches: readonly PickedMatch[];
  /** Picks of the other plays, where a ticket holds one; left out when there are none. */
  readonly aside?: Readonly<Record<string, readonly PickedMatch[]>> | undefined;
}

export type OfferState = 'selling' | 'suspended' | 'stopped' | 'live' | 'finished' | 'postponed' | 'abandoned' | 'cancelled';

/** Why a match was struck out: the state of its offer, `closed` (no picked choice is sold any more), `gone` (no longer offered). */
export type StrikeReason = Exclude<OfferState, 'selling'> | 'closed' | 'gone';

export interface StruckMatch {
  readonly picked: PickedMatch;
  readonly why: StrikeReason;
  /** In the server's words. */
  readonly reason?: string;
}

/** Something changed under a pick. With `play` and `choice`: its odds, `now` null when it is no longer sold; with `number`: a number of the match. */
export interface OddsChange {
  readonly match: string;
  readonly play?: string;
  readonly choice?: string;
  readonly number?: string;
  /** What the player last saw. */
  readonly was: string;
  readonly now: string | null;
}

/** What the server says of a match now. Plays that are missing in `odds` are not known, so their picks stay as they are. */
export interface AcceptedOffer extends SoldMatch {
  readonly state: OfferState;
  readonly reason?: string | undefined;
  /** Plays that are not sold for this match. */
  readonly closed: readonly string[];
  readonly odds: PickedOdds;
}

/** What of a game's description the picks keep to. */
export interface SoldPlays {
  readonly plays: readonly {
    readonly code: string;
    readonly choices: readonly string[];
    /** Numbers of the match that it depends on. */
    readonly numbers: readonly string[];
    /** Most bankers of a ticket of this play alone. */
    readonly bankers: number;
  }[];
  /** Plays mix in one ticket. */
  readonly mixed: boolean;
  /** All plays ask the same of a match, so that picks go along from play to play (14 场 and 任九). */
  readonly carry: boolean;
  /** Most matches of a ticket. */
  readonly matches: number;
  /** Most bankers of a ticket that mixes plays. */
  readonly bankers: number;
}

export interface PicksState extends MatchPicks {
  readonly sold: SoldPlays;
  readonly struck: readonly StruckMatch[];
  readonly changes: readonly OddsChange[];
}

type PicksChange = { matches?: readonly PickedMatch[]; struck?: readonly StruckMatch[]; changes?: readonly OddsChange[] };

/** Codes as they are counted: 9 before 10, 周六009 before 周六010. */
export const compareCodes = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

export function inListOrder(matches: readonly PickedMatch[]): readonly PickedMatch[] {
  return [...matches].sort((a, b) => a.startsAt - b.startsAt || compareCodes(a.code, b.code));
}

/** With the choice picked, or taken back when it was picked. A match without picks goes. */
export function withTap(
  matches: readonly PickedMatch[],
  sold: SoldMatch,
  play: string,
  choice: string,
  odds: string,
): readonly PickedMatch[] {
  const known = matches.find(({ match }) => match === sold.match);
  if (!known) return inListOrder([...matches, { ...factsOf(sold), picks: { [play]: { [choice]: odds } } }]);
  const before = known.picks[play] ?? {};
  const { [choice]: taken, ...left } = before;
  const choices = taken === undefined ? { ...before, [choice]: odds } : left;
  const { [play]: _, ...others } = known.picks;
  const picks = Object.keys(choices).length > 0 ? { ...known.picks, [play]: choices } : others;
  if (Object.keys(picks).length === 0) return withoutMatch(matches, sold.match);
  return matches.map((each) => (each === known ? { ...known, picks } : each));
}

/** The same array when it does not hold the match. */
export function withoutMatch(matches: readonly PickedMatch[], match: string): readonly PickedMatch[] {
  return matches.some((each) => each.match === match) ? matches.filter((each) => each.match !== match) : matches;
}

function factsOf({ match, code, league, home, away, startsAt, singleStopsAt, passStopsAt, numbers, singles }: SoldMatch): SoldMatch {
  return { match, code, league, home, away, startsAt, singleStopsAt, passStopsAt, numbers, singles };
}

/** A match can be bet as long as one of the ways to bet on it is open. */
const stopsAt = ({ singles, singleStopsAt, passStopsAt }: SoldMatch): number =>
  singles.length > 0 ? Math.max(singleStopsAt, passStopsAt) : passStopsAt;

/** Strikes out what is past its stop. Nothing in the answer has changed when nothing is. */
export function strikeStopped({ matches, struck, changes }: PicksState, now: number): PicksChange {
  const stopped = matches.filter((each) => stopsAt(each) <= now);
  if (stopped.length === 0) return {};
  const gone = new Set(stopped.map(({ match }) => match));
  return {
    matches: matches.filter(({ match }) => !gone.has(match)),
    struck: [...struck, ...stopped.map((picked): StruckMatch => ({ picked, why: picked.startsAt <= now ? 'live' : 'stopped' }))],
    changes: changes.filter(({ match }) => !gone.has(match)),
  };
}

/** What offers do to the picks: odds and numbers that moved, plays that closed, matches struck out, and those that are sold again. */
export function acceptOffers(state: PicksState, offers: readonly AcceptedOffer[], removed: readonly string[], now: number): PicksChange {
  const news = new Map(offers.map((offer) => [offer.match, offer]));
  const gone = new Set(removed);
  const matches: PickedMatch[] = [];
  const struck: StruckMatch[] = [];
  let changes = state.changes;
  const strike = (picked: PickedMatch, why: StrikeReason, reason?: string): void => {
    struck.push({ picked, why, ...(reason ? { reason } : {}) });
    changes = changes.filter(({ match }) => match !== picked.match);
  };
  const accept = (picked: PickedMatch, offer: AcceptedOffer): void => {
    const { match, marks } = renewed(picked, offer, state.sold);
    if (Object.keys(match.picks).length === 0) return strike(picked, 'closed');
    matches.push(match);
    changes = merged(changes, marks);
  };
  for (const picked of state.matches) {
    const offer = news.get(picked.match);
    if (gone.has(picked.match)) strike(picked, 'gone');
    else if (!offer) matches.push(picked);
    else if (offer.state !== 'selling') strike(picked, offer.state, offer.reason);
    else if (stopsAt(offer) <= now) strike(picked, offer.startsAt <= now ? 'live' : 'stopped');
    else accept(picked, offer);
  }
  for (const entry of state.struck) {
    const offer = news.get(entry.picked.match);
    if (offer?.state === 'selling' && stopsAt(offer) > now && matches.length < state.sold.matches) accept(entry.picked, offer);
    else struck.push(offer && offer.state !== 'selling' ? struckAnew(entry, offer) : entry);
  }
  const same = matches.length === state.matches.length && matches.every((each, i) => each === state.matches[i]);
  const sameStruck = struck.length === state.struck.length && struck.every((each, i) => each === state.struck[i]);
  return {
    ...(same ? {} : { matches: inListOrder(matches) }),
    ...(sameStruck ? {} : { struck }),
    ...(changes === state.changes ? {} : { changes }),
  };
}

/** A struck match whose offer says another reason now; the same entry when it says the same. */
function struckAnew(entry: StruckMatch, { state, reason }: AcceptedOffer): StruckMatch {
  if (state === 'selling' || (entry.why === state && (entry.reason ?? '') === (reason ?? ''))) return entry;
  return { picked: entry.picked, why: state, ...(reason ? { reason } : {}) };
}

/** A picked match as its offer is now, and what of it is another than before; the same match when nothing is. */
function renewed(picked: PickedMatch, offer: AcceptedOffer, { plays }: SoldPlays): { match: PickedMatch; marks: readonly OddsChange[] } {
  const marks: OddsChange[] = [];
  const picks: Record<string, Readonly<Record<string, string>>> = {};
  for (const [play, choices] of Object.entries(picked.picks)) {
    const odds = offer.odds[play];
    const remainingChoices: Record<string, string> = {};
    for (const [choice, was] of Object.entries(choices)) {
      const now = offer.closed.includes(play) ? null : odds === undefined ? was : (odds[choice] ?? null);
      if (now !== null) remainingChoices[choice] = now;
      if (now !== was) marks.push({ match: picked.match, play, choice, was, now });
    }
    if (Object.keys(remainingChoices).length > 0) picks[play] = remainingChoices;
  }
  for (const number of new Set(plays.filter(({ code }) => picks[code]).flatMap(({ numbers }) => numbers))) {
    const was = picked.numbers[number] ?? '';
    const now = offer.numbers[number] ?? null;
    if (now !== was) marks.push({ match: picked.match, number, was, now });
  }
  const facts = factsOf(offer);
  const same = marks.length === 0 && JSON.stringify(facts) === JSON.stringify(factsOf(picked));
  return { match: same ? picked : { ...facts, picks, ...(picked.banker ? { banker: true } : {}) }, marks };
}

/** Changes joined: what the player last saw stays the first value, and what came back to it is no change. */
function merged(changes: readonly OddsChange[], marks: readonly OddsChange[]): readonly OddsChange[] {
  if (marks.length === 0) return changes;
  const keyOf = ({ match, play, choice, number }: OddsChange): string => JSON.stringify([match, play, choice, number]);
  const all = new Map(changes.map((each) => [keyOf(each), each]));
  for (const mark of marks) {
    const key = keyOf(mark);
    const was = all.get(key)?.was ?? mark.was;
    if (was === mark.now) all.delete(key);
    else all.set(key, { ...mark, was });
  }
  return [...all.values()];
}

/** Picks as this description sells them; `dropped` counts the choices that it has no place for. */
export function fitPicks(picks: MatchPicks, sold: SoldPlays): { readonly picks: MatchPicks; readonly dropped: number } {
  let dropped = 0;
  const known = new Map(sold.plays.map(({ code, choices }) => [code, choices]));
  const fit = (matches: readonly PickedMatch[], only?: string): readonly PickedMatch[] => {
    const fitting = matches.flatMap((each): PickedMatch[] => {
      const left: Record<string, Readonly<Record<string, string>>> = {};
      for (const [play, choices] of Object.entries(each.picks)) {
        const fits = only === undefined || only === play ? known.get(play) : undefined;
        const own = Object.entries(choices).filter(([choice]) => fits?.includes(choice));
        dropped += Object.keys(choices).length - own.length;
        if (own.length > 0) left[play] = Object.fromEntries(own);
      }
      return Object.keys(left).length > 0 ? [{ ...each, picks: left }] : [];
    });
    for (const { picks: over } of fitting.slice(sold.matches))
      dropped += Object.values(over).reduce((sum, choices) => sum + Object.keys(choices).length, 0);
    return inListOrder(fitting.slice(0, sold.matches));
  };
  const { game, hash } = picks;
  if (sold.mixed) return { picks: { game, hash, matches: fit(picks.matches) }, dropped };
  const play = picks.play !== undefined && known.has(picks.play) ? picks.play : sold.plays[0]?.code;
  const aside: Record<string, readonly PickedMatch[]> = {};
  for (const [code, matches] of Object.entries(picks.aside ?? {})) {
    const fitting = fit(matches, code);
    if (fitting.length > 0 && code !== play) aside[code] = fitting;
  }
  const matches = fit(picks.matches, play);
  return { picks: { game, hash, play, matches, ...(Object.keys(aside).length > 0 ? { aside } : {}) }, dropped };
}

/** Raised when the stored form changes; picks of another form are dropped rather than guessed at. */
const PICKS_FORMAT = 1;

/** Picks as text; null when there is nothing to keep. */
export function savePicks(picks: MatchPicks): string | null {
  if (picks.matches.length === 0 && !picks.aside) return null;
  return JSON.stringify({ format: PICKS_FORMAT, ...picks });
}

/** Reads stored picks; anything that is not such, whole, gives undefined. Whether they fit is the machine's to say. */
export function readPicks(text: string | null | undefined): MatchPicks | undefined {
  if (!text) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value.format !== PICKS_FORMAT || typeof value.game !== 'string' || typeof value.hash !== 'string')
    return undefined;
  const { game, hash, play, matches, aside } = value;
  if (!isMatches(matches) || (play !== undefined && typeof play !== 'string')) return undefined;
  if (aside !== undefined && !(isRecord(aside) && Object.values(aside).every(isMatches))) return undefined;
  return {
    game,
    hash,
    matches,
    ...(play === undefined ? {} : { play }),
    ...(aside === undefined ? {} : { aside: aside as Record<string, readonly PickedMatch[]> }),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): boolean => isRecord(value) && Object.values(value).every((each) => typeof each === 'string');

const isMatches = (value: unknown): value is readonly PickedMatch[] => Array.isArray(value) && value.every(isMatch);

function isMatch(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const texts = ['match', 'code', 'league', 'home', 'away'].every((key) => typeof value[key] === 'string');
  const times = ['startsAt', 'singleStopsAt', 'passStopsAt'].every((key) => Number.isSafeInteger(value[key]));
  return (
    texts &&
    times &&
    isTexts(value.numbers) &&
    Array.isArray(value.singles) &&
    value.singles.every((each) => typeof each === 'string') &&
    isRecord(value.picks) &&
    Object.values(value.picks).every(isTexts) &&
    (value.banker === undefined || value.banker === true)
  );
}
