/**
 * What the blocks of a sports game share: its description, its offers and what is picked of them. Plain code, no React; blocks watch the
 * parts that they show. A runtime belongs to a host and a game, and outlives its screen: list and slip are two views over one runtime.
 */
import { createActor } from 'xstate';
import type { SportGame } from '../../descriptions/sports/types.ts';
import { perform } from '../../machines/effects.ts';
import { type MatchPicksActor, matchPicksMachine, picksOf } from '../../machines/match-picks.ts';
import { type AcceptedOffer, readPicks, savePicks, type SoldMatch } from '../../machines/picked-matches.ts';
import type { Host } from '../core/contract.ts';
import { boardDraftName } from '../core/drafts.ts';
import { persistDraft, type PersistedDraft } from '../core/persisted-draft.ts';
import { pageEnvironment } from '../core/page-environment.ts';
import { type ObservableValue, observableValue, referenceCounted } from '../core/observable.ts';
import type { Offer, OfferPage, OffersEvent, OptionData } from './calls.ts';
import { OfferBook } from './offer-book.ts';
import { createPickCells, type PickCells } from './pick-cells.ts';
import { listViews, soldPlays } from './plays.ts';
import { droppedText, refusedText, struckText } from './words.ts';
import { vibrate } from '../core/vibrate.ts';

export interface SportVersion {
  readonly hash: string;
  readonly sport: SportGame;
}

export interface Loading {
  readonly status: 'loading' | 'ready' | 'error';
  /** In words for the player; '' while it is well. What was loaded before stays. */
  readonly error: string;
  /** When the offers were last known to be those of the server (server's clock); 0: never. */
  readonly freshAt: number;
}

export interface SportRuntime {
  readonly host: Host;
  readonly code: string;
  readonly version: ObservableValue<SportVersion>;
  readonly book: OfferBook;
  readonly loading: ObservableValue<Loading>;
  readonly picks: MatchPicksActor;
  readonly cells: PickCells;
  /** Code of the tab of the list. */
  readonly view: ObservableValue<string>;
  /** Another tab; where a ticket holds one play, another play of the ticket. */
  chooseView(code: string): void;
  /** Another issue of a game that is sold by issues; '' for the one on sale. */
  chooseIssue(issue: string): void;
  /** Picks a choice, or takes it back. */
  tap(id: string, play: string, choice: string): void;
  /** False when another page of the player changed the picks: a toast says so, and the picks are those now. Ask before anything is sent. */
  isCurrent(): boolean;
  /** Loads what changed, now. */
  refresh(): Promise<void>;
  /** Loads the odds behind the rows of these matches, where they are not known or old. */
  loadAll(ids: readonly string[]): Promise<boolean>;
  /** Starts timers and listening; the returned function stops them. Counted, so that two screens may overlap. */
  hold(): () => void;
}

/** Asked again this often (ms) while somebody looks: events bring what moves, and this says that nothing was missed. */
export const ASK_MS = 20_000;
/** Odds of an age (ms) beyond this are said to be old. */
export const STALE_MS = 60_000;
/** The most matches that one call of OptionData takes. */
const MOST_IDS = 50;

const runtimes = new WeakMap<Host, Map<string, Promise<SportRuntime>>>();
const makers = new WeakMap<Host, (code: string) => Promise<SportRuntime>>();

/** Runtimes of this host are made by `make`: a replay puts recorded machines under the same screens. Call before a game opens. */
export function makeSportRuntimesWith(host: Host, make: (code: string) => Promise<SportRuntime>): void {
  makers.set(host, make);
}

/** The runtime of a game; made once for a host. A failure is not remembered, so that 重试 tries again. */
export function sportRuntime(host: Host, code: string): Promise<SportRuntime> {
  let known = runtimes.get(host);
  if (!known) runtimes.set(host, (known = new Map()));
  const games = known;
  let runtime = games.get(code);
  if (!runtime) {
    runtime = makers.get(host)?.(code) ?? createSportRuntime(host, code);
    games.set(code, runtime);
    runtime.catch(() => games.delete(code));
  }
  return runtime;
}

/** What the picks keep of an offer. */
export function soldMatch(offer: Offer, league: string): SoldMatch {
  const { id, code, home, away, startsAt, singleStopsAt, passStopsAt, numbers, singles } = offer;
  return { match: id, code, league, home: home.name, away: away.name, startsAt, singleStopsAt, passStopsAt, numbers, singles };
}

async function loadSport(host: Host, code: string): Promise<SportVersion> {
  const loaded = await host.loadSport?.(code);
  if (!loaded) throw new Error(`${code}: this product has no sports`);
  return loaded;
}

async function createSportRuntime(host: Host, code: string): Promise<SportRuntime> {
  const version = observableValue(await loadSport(host, code));
  return assembleSportRuntime(host, code, version);
}

/** The same over a description that is there already. */
export function assembleSportRuntime(host: Host, code: string, version: ObservableValue<SportVersion>): SportRuntime {
  const { sport, hash } = version.get();
  const core: Core = {
    host,
    code,
    version,
    book: new OfferBook(() => host.now()),
    loading: observableValue<Loading>({ status: 'loading', error: '', freshAt: 0 }),
    picks: createActor(matchPicksMachine, {
      id: `picks.${code}`,
      input: { game: code, hash, sold: soldPlays(sport) },
    }),
    view: observableValue(firstView(host, code, sport)),
  };
  const { book, picks, view } = core;
  const cells = createPickCells(picks);
  const review = reviewPicks(core);
  const keeper = startPicks(core, review);
  const checkVersion = followVersion(core);
  const offers = loadOffers(core, review, checkVersion);

  return {
    ...core,
    ...offers,
    cells,
    chooseView(chosen) {
      if (chosen === view.get()) return;
      view.set(chosen);
      host.storage.set(viewKey(code), chosen);
      playOfView(core);
      review();
    },
    tap(id, play, choice) {
      const offer = book.offer(id);
      if (offer) picks.send({ type: 'TAP', match: soldIn(book, offer), play, choice, odds: book.odds(id, play, choice) });
    },
    isCurrent() {
      if (keeper.current()) return true;
      const left = picks.getSnapshot().context.matches.length;
      host.toast(left > 0 ? '投注单已在另一个页面更改，请核对后再投注' : '投注单已在另一个页面投注或清空，可到投注记录查看');
      return false;
    },
    loadAll: loadOptions(core, review),
  };
}

/** What the parts of a runtime work on together. */
type Core = Pick<SportRuntime, 'host' | 'code' | 'version' | 'book' | 'loading' | 'picks' | 'view'>;

/** Compares the picks with the offers of these matches; with all picked or struck ones when left out. */
type Review = (changed?: readonly string[]) => void;

/** Starts the machine with what the player left, and keeps what is picked from then on. */
function startPicks(core: Core, review: Review): PersistedDraft {
  const { host, code, picks } = core;
  const keeper = persistDraft({
    host,
    form: boardDraftName(code),
    name: 'picks',
    text: () => savePicks(picksOf(picks.getSnapshot().context)),
    show: (text) => {
      picks.send({ type: 'PICKS', picks: readPicks(text) ?? null });
      review();
    },
    after: 200,
  });
  perform(picks, {
    haptic: () => {
      vibrate(8);
    },
    refused: ({ reason, limit }) => host.toast(refusedText(reason, limit)),
    dropped: ({ count }) => host.toast(droppedText(count)),
    struck: ({ matches }) => host.toast(struckText(matches)),
  });
  host.attach?.(picks);
  picks.start();
  const saved = readPicks(keeper.read());
  if (saved) picks.send({ type: 'PICKS', picks: saved });
  playOfView(core);
  picks.subscribe(keeper.changed);
  return keeper;
}

const viewKey = (code: string): string => `view.${code}`;

/** The tab that the player chose last, while the game has it. */
function firstView(host: Host, code: string, sport: SportGame): string {
  const views = listViews(sport);
  const storedView = host.storage.get(viewKey(code));
  return (views.find((each) => each.code === storedView) ?? views[0])?.code ?? '';
}

/** Where a ticket holds one play, the tab is that play. */
function playOfView({ picks, view }: Core): void {
  const { play } = picks.getSnapshot().context;
  if (play !== undefined && play !== view.get()) picks.send({ type: 'PLAY', play: view.get() });
}

const soldIn = (book: OfferBook, offer: Offer): SoldMatch =>
  soldMatch(offer, book.listing()?.leagues.get(offer.league)?.short ?? offer.league);

function reviewPicks({ host, book, picks }: Core): Review {
  const accepted = (id: string): AcceptedOffer[] => {
    const offer = book.offer(id);
    if (!offer) return [];
    const { state, reason, closed } = offer;
    return [{ ...soldIn(book, offer), state, reason, closed, odds: book.allOdds(id) }];
  };
  return (changed) => {
    const { matches, struck } = picks.getSnapshot().context;
    const held = [...matches.map(({ match }) => match), ...struck.map(({ picked }) => picked.match)];
    const ids = changed ? held.filter((id) => changed.includes(id)) : held;
    if (ids.length === 0 || !book.listing()) return;
    // A ticket has matches of one issue: picks of another are struck out while it is not shown, and come back with it.
    const removed = ids.filter((id) => !book.offer(id));
    picks.send({ type: 'OFFERS', offers: ids.flatMap(accepted), removed, now: host.now() });
  };
}

/** Nothing is past its stop where nothing is picked, and a recording need not hold it. */
function tellTime(picks: MatchPicksActor, now: number): void {
  if (picks.getSnapshot().context.matches.length > 0) picks.send({ type: 'TIME', now });
}

/**
 * Waits for the next moment at which something stops being sold: picks and rows learn of it. The returned function looks for that moment
 * anew; with false it waits no more.
 */
function watchStops({ host, book, picks }: Core): (held: boolean) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the stops were last looked at. */
  let seen = 0;
  const arm = (held: boolean): void => {
    clearTimeout(timer);
    if (!held) return;
    const now = host.now();
    let next = Number.POSITIVE_INFINITY;
    const passed: string[] = [];
    for (const id of book.ids()) {
      const offer = book.offer(id);
      if (!offer) continue;
      for (const at of [offer.passStopsAt, offer.singleStopsAt, offer.startsAt]) {
        if (at > now) next = Math.min(next, at);
        else if (at > seen && seen > 0) passed.push(id);
      }
    }
    seen = now;
    if (passed.length > 0) {
      tellTime(picks, now);
      book.touch([...new Set(passed)]);
    }
    // A timer of a day or more is useless; later requests arm it again.
    if (next < now + 86_400_000) timer = setTimeout(arm, Math.max(250, next - now), true);
  };
  return arm;
}

/** Brings offers into the book: those that are asked for, and those that events tell of. */
function loadOffers(core: Core, review: Review, checkVersion: () => Promise<void>): Pick<SportRuntime, 'refresh' | 'chooseIssue' | 'hold'> {
  const { host, code, version, book, loading, picks } = core;
  const armStops = watchStops(core);
  let held = false;
  let issue = '';
  let wanted = 0;
  const heard = (): void => loading.set({ status: 'ready', error: '', freshAt: host.now() });
  const ask = async (full: boolean): Promise<void> => {
    const mine = (wanted += 1);
    const path = host.sportCalls?.page;
    if (!path) return;
    const params: Record<string, string> = { game: code };
    if (issue !== '') params.issue = issue;
    if (!full && book.version > 0) params.since = String(book.version);
    const result = await host.call<OfferPage>(path, params, { quiet: true });
    // Another issue was asked for meanwhile.
    if (mine !== wanted) return;
    if (!result.ok) {
      loading.set({ ...loading.get(), status: 'error', error: result.msg });
      return;
    }
    const changed = book.page(result.models);
    heard();
    tellTime(picks, host.now());
    review(result.models.full ? undefined : [...changed, ...result.models.removed]);
    armStops(held);
    if (result.models.hash !== version.get().hash) void checkVersion();
  };
  let asking: Promise<void> | undefined;
  const refresh = (): Promise<void> => {
    asking ??= ask(false).finally(() => (asking = undefined));
    return asking;
  };
  const take = (event: OffersEvent & { readonly missed?: true }): void => {
    if (event.missed) return void refresh();
    if (event.game !== code) return;
    const changed = book.event(event);
    if (changed === false) {
      void refresh();
      return;
    }
    heard();
    review([...changed, ...event.removed]);
    armStops(held);
  };
  return {
    refresh,
    chooseIssue(chosen) {
      const current = book.listing()?.page.issues?.find(({ state }) => state === 'selling')?.issue ?? '';
      const next = chosen === current ? '' : chosen;
      if (next === issue) return;
      issue = next;
      loading.set({ ...loading.get(), status: 'loading' });
      void ask(true);
    },
    hold: referenceCounted(() => {
      held = true;
      const timer = setInterval(() => pageEnvironment.seen() && void refresh(), ASK_MS);
      const ends = [
        pageEnvironment.onSeen(() => {
          if (host.now() - loading.get().freshAt > ASK_MS) void refresh();
        }),
        host.follow?.(`offers:${code}`),
        host.on('offers', take as (event: never) => void),
        host.on('index', () => void checkVersion()),
        host.onRecovered?.(() => void refresh()),
      ];
      void refresh();
      void checkVersion();
      return () => {
        held = false;
        clearInterval(timer);
        armStops(held);
        for (const end of ends) end?.();
      };
    }),
  };
}

/** Loads the odds behind rows, each of them once at a time. */
function loadOptions({ host, code, book }: Core, review: Review): SportRuntime['loadAll'] {
  const loading = new Map<string, Promise<boolean>>();
  const loadChunk = async (ids: readonly string[]): Promise<boolean> => {
    const path = host.sportCalls?.options;
    if (!path) return false;
    const result = await host.call<OptionData>(path, { game: code, ids: ids.join(',') }, { method: 'POST', quiet: true });
    if (!result.ok) return false;
    review(book.options(result.models));
    return true;
  };
  return async (ids) => {
    const missing = ids.filter((id) => !book.knowsAll(id) && !loading.has(id));
    for (let at = 0; at < missing.length; at += MOST_IDS) {
      const chunk = missing.slice(at, at + MOST_IDS);
      const under = loadChunk(chunk).finally(() => {
        for (const id of chunk) loading.delete(id);
      });
      for (const id of chunk) loading.set(id, under);
    }
    const ended = await Promise.all(ids.map((id) => loading.get(id) ?? true));
    return ended.every(Boolean);
  };
}

/** Loads the version that the index names, when it is another than the present one. */
function followVersion({ host, code, version, picks, view }: Core): () => Promise<void> {
  let adopting = false;
  return async () => {
    const indexed = host.index.current.games.find((each) => each.code === code);
    if (indexed?.hash === version.get().hash || adopting) return;
    adopting = true;
    try {
      const next = await loadSport(host, code);
      if (next.hash === version.get().hash) return;
      version.set(next);
      const views = listViews(next.sport);
      if (!views.some((each) => each.code === view.get())) view.set(views[0]?.code ?? '');
      picks.send({ type: 'DESCRIPTION', hash: next.hash, sold: soldPlays(next.sport) });
    } catch {
      // The running version stays; the server refuses a bet under an old one, and says so.
    } finally {
      adopting = false;
    }
  };
}
