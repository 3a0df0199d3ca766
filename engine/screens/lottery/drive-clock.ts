/** Feeds the draw clock: ticks by the server's time, the issue on sale, and results as soon as they are known. */
import type { ClockActor } from '../../machines/draw-clock.ts';
import type { Host } from '../core/contract.ts';
import type { Page } from './calls.ts';
import type { Watched } from './value.ts';

/** Four looks at the clock a second: the shown second is never later than a quarter of one. */
const TICK_MS = 250;
/** While a result or the next issue is due, ask this often (ms): the event stream is quicker, and may be down. */
const DUE_POLL_MS = 1500;
/** While nothing is on sale (ms). */
const NONE_POLL_MS = 5000;
/** Otherwise a page is looked at again this often (ms). */
const IDLE_POLL_MS = 30_000;

export interface ClockDriver {
  readonly host: Host;
  readonly code: string;
  readonly clock: ClockActor;
  readonly page: Watched<Page | null>;
  readonly pageError: Watched<string | null>;
  /** Called when the server names another description version than before. */
  readonly onHash: () => void;
}

export function driveClock({ host, code, clock, page, pageError, onHash }: ClockDriver): { start: () => () => void; refresh: () => void } {
  let running = false;
  let loading = false;
  let again = false;
  let loadedAt = Number.NEGATIVE_INFINITY;

  const take = (next: Page) => {
    const before = page.get();
    page.set(next);
    pageError.set(null);
    const now = host.now();
    clock.send({ type: 'ISSUE', issue: next.current, now });
    const known = new Set(next.latest.map((result) => result.issue));
    const { issue, awaiting } = clock.getSnapshot().context;
    for (const each of [issue, awaiting]) if (each && known.has(each.issue)) clock.send({ type: 'DRAW', issue: each.issue, now });
    if (before && before.hash !== next.hash) onHash();
  };

  const load = async () => {
    if (loading) {
      again = true;
      return;
    }
    loading = true;
    loadedAt = performance.now();
    try {
      const result = await host.call<Page>(host.gameCalls.page, { gameCode: code }, { quiet: true });
      if (result.ok) take(result.models);
      else pageError.set(result.msg);
    } catch {
      pageError.set('网络错误');
    } finally {
      loading = false;
      if (again && running) {
        again = false;
        void load();
      }
    }
  };

  const tick = () => {
    clock.send({ type: 'TICK', now: host.now() });
    const snapshot = clock.getSnapshot();
    const { context } = snapshot;
    const resultDue = context.awaiting !== null && context.now >= context.awaiting.drawsAt;
    const due = resultDue || snapshot.matches('closed') || snapshot.matches('drawing');
    const every = due ? DUE_POLL_MS : context.issue ? IDLE_POLL_MS : NONE_POLL_MS;
    if (performance.now() - loadedAt >= every) void load();
  };

  return {
    refresh: () => void load(),
    start: () => {
      running = true;
      void load();
      const timer = setInterval(tick, TICK_MS);
      // Closing is the moment that the next issue is wanted: do not wait for the next poll.
      const closed = clock.on('effect', ({ effect }) => {
        if (effect.do === 'closed') void load();
      });
      const draws = host.on('draw', (event: { readonly gameCode?: string }) => {
        // An event without a game says that some were missed.
        if (!event.gameCode || event.gameCode === code) void load();
      });
      // A phone that was asleep is right at once, not a poll later.
      const wake = () => {
        if (document.visibilityState !== 'visible') return;
        tick();
        void load();
      };
      document.addEventListener('visibilitychange', wake);
      return () => {
        running = false;
        clearInterval(timer);
        closed.unsubscribe();
        draws();
        document.removeEventListener('visibilitychange', wake);
      };
    },
  };
}
