/**
 * Results of a player's own orders on any page: collected from events, and shown once, on one tab, when
 * nothing is in the way. Waiting and shown results are stored on the phone, for reloads and other tabs.
 */
import type { KeyValueStore } from '../../engine/screens/core/contract.ts';
import type { Clock } from '../../engine/drivers/timers.ts';

/** What an event says of an order. */
export interface SettledOrder {
  readonly orderId: string;
  readonly status: string;
}

export interface ResultsDependencies {
  readonly storage: KeyValueStore;
  readonly clock: Clock;
  /** The player of these results; '' for a visitor, without results. */
  readonly player: () => string;
  /** This page is seen. */
  readonly visible: () => boolean;
  /** A draw is being played, something is being typed, or another sheet is open. `own`: holds on verdicts that are of this watcher. */
  readonly busy: (own: number) => boolean;
  /** The page shows this order itself, with its verdict. */
  readonly onPage: (orderId: string) => boolean;
  /** Runs alone among all tabs; left out where tabs cannot agree. */
  readonly alone?: (run: () => void) => Promise<void>;
  /** Resolves false when it could not be shown (no network): it is tried again. */
  readonly show: (orderIds: readonly string[]) => Promise<boolean>;
}

/** The orders of one draw are settled one after another: so long others are waited for (ms). */
export const GATHER_MS = 900;
/** While something is in the way, look again this often (ms). */
export const RESULTS_RETRY_MS = 1_200;
/** So long the balance waits for the result to be shown (ms). */
export const HOLD_MS = 6_000;
/** What could not be shown for so long is no news any more (ms); the records have it. */
export const RESULT_MAX_AGE_MS = 600_000;
/** So many are remembered as shown. */
const MAX_REMEMBERED = 200;
/** The most orders that a sheet lists. */
export const MAX_ORDERS_SHOWN = 10;

interface StoredResults {
  readonly waiting: readonly { readonly id: string; readonly at: number }[];
  readonly shown: readonly string[];
}

const NO_RESULTS: StoredResults = { waiting: [], shown: [] };

function read(text: string | null): StoredResults {
  try {
    const { waiting, shown } = JSON.parse(text ?? '') as Partial<StoredResults>;
    const known = Array.isArray(waiting) ? waiting.filter((each) => typeof each?.id === 'string' && typeof each.at === 'number') : [];
    return { waiting: known, shown: Array.isArray(shown) ? shown.filter((id) => typeof id === 'string') : [] };
  } catch {
    return NO_RESULTS;
  }
}

export interface ResultWatcher {
  /** An order was settled. `release` is called once its result was shown here or elsewhere, and after HOLD_MS at the latest. */
  take(order: SettledOrder, release?: () => void): void;
  /** Looks for what an earlier page left. */
  look(): void;
  close(): void;
}

export function createResultWatcher(parts: ResultsDependencies): ResultWatcher {
  const { storage, clock } = parts;
  let cancel: (() => void) | undefined;
  let showing = false;
  /** Ends of the holds on the balance, of the orders that wait. */
  const releases = new Set<() => void>();
  const releaseAll = (): void => {
    for (const release of releases) release();
    releases.clear();
  };

  const keyOf = (player: string): string => `results.${player}`;
  const loadResults = (player = parts.player()): StoredResults => (player === '' ? NO_RESULTS : read(storage.get(keyOf(player))));
  const keep = (next: StoredResults, player = parts.player()): void => storage.set(keyOf(player), JSON.stringify(next));

  const lookIn = (ms: number): void => {
    cancel ??= clock.after(ms, () => {
      cancel = undefined;
      look();
    });
  };

  /** Takes what waits away from every other tab, and says what it is. */
  const takeWaitingResults = (): readonly string[] => {
    const { waiting, shown } = loadResults();
    const news = waiting.filter(({ id, at }) => clock.now() - at < RESULT_MAX_AGE_MS && !shown.includes(id)).map(({ id }) => id);
    const taken = news.slice(0, MAX_ORDERS_SHOWN);
    const left = waiting.filter(({ id }) => news.includes(id) && !taken.includes(id));
    keep({ waiting: left, shown: [...shown, ...taken].slice(-MAX_REMEMBERED) });
    if (left.length > 0) lookIn(RESULTS_RETRY_MS);
    return taken.filter((id) => !parts.onPage(id));
  };

  function look(): void {
    if (loadResults().waiting.length === 0) return releaseAll();
    if (showing || !parts.visible() || parts.busy(releases.size)) {
      lookIn(RESULTS_RETRY_MS);
      return;
    }
    showing = true;
    const alone = parts.alone ?? (async (run: () => void) => run());
    let taken: readonly string[] = [];
    const player = parts.player();
    void alone(() => {
      // Another player may have come while the tabs agreed.
      if (parts.player() === player) taken = takeWaitingResults();
    })
      .then(() => (taken.length === 0 ? true : parts.show(taken)))
      .catch(() => false)
      .then((done) => {
        showing = false;
        if (done) return releaseAll();
        // It was not seen: it waits again, for the player whose it is.
        const { waiting, shown } = loadResults(player);
        const at = clock.now();
        keep({ waiting: [...waiting, ...taken.map((id) => ({ id, at }))], shown: shown.filter((id) => !taken.includes(id)) }, player);
        lookIn(RESULTS_RETRY_MS * 5);
      });
  }

  return {
    take({ orderId, status }, release = () => {}) {
      if (parts.player() === '' || orderId === '' || (status !== 'won' && status !== 'lost')) return release();
      const { waiting, shown } = loadResults();
      if (shown.includes(orderId)) return release();
      // The page of the order plays its draw, with a hold of its own.
      if (parts.onPage(orderId)) release();
      else {
        releases.add(release);
        clock.after(HOLD_MS, () => {
          releases.delete(release);
          release();
        });
      }
      if (!waiting.some(({ id }) => id === orderId)) keep({ shown, waiting: [...waiting, { id: orderId, at: clock.now() }] });
      lookIn(GATHER_MS);
    },
    look,
    close: () => cancel?.(),
  };
}
