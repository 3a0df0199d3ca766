/** Feeds the draw clock: ticks by the server's time, the issue on sale, and results as soon as they are known. */
import type { ClockActor } from '../../machines/draw-clock.ts';
import type { Host } from '../core/contract.ts';
import { pageEnvironment } from '../core/page-environment.ts';
import type { GamePage, Result } from './calls.ts';
import type { ObservableValue } from '../core/observable.ts';

/**
 * The clock is looked at when the shown second changes, and not between: an open page costs a phone nothing that nobody sees. A server's
 * clock that runs fast (a demonstration) is looked at four times a second.
 */
const SECOND_MS = 1_000;
const FAST_TICK_MS = 250;
/** A timer may run this much early (ms); a second that is not over yet would be shown twice. */
const LATE_MS = 15;
/** While an overdue result is missing, ask this often (ms): the event stream is quicker, and may be down. */
const DUE_POLL_MS = 1500;
/** A result is overdue this long (ms) after its draw: until then the stream brings it. */
const OVERDUE_MS = 4_000;
/** While nothing is on sale, or the next issue is not known (ms). */
const NONE_POLL_MS = 5000;
/** Otherwise a page is looked at again this often (ms): what changes it comes by the stream. */
const IDLE_POLL_MS = 120_000;
/** Every phone on a game learns of a draw in the same instant; what they then ask is spread over this long (ms). */
const DRAW_SPREAD_MS = 2_000;
/** The same for the moment of closing, after which a player wants the next issue. */
const CLOSE_SPREAD_MS = 800;

export interface ClockDriver {
  readonly host: Host;
  readonly code: string;
  readonly clock: ClockActor;
  readonly page: ObservableValue<GamePage | null>;
  readonly pageError: ObservableValue<string | null>;
  /** Called when the server names another description version than before. */
  readonly onHash: () => void;
}

/** Tells the clock the issue on sale, and the results that are known among those that it waits for. */
function tellClock(clock: ClockActor, { current, latest }: GamePage, now: number): void {
  clock.send({ type: 'ISSUE', issue: current, now });
  const { issue, awaiting } = clock.getSnapshot().context;
  for (const each of [issue, awaiting])
    if (each && latest.some((result) => result.issue === each.issue)) clock.send({ type: 'DRAW', issue: each.issue, now });
}

/** A page with a further result at its front; it keeps as many results as it had. */
function withResult(page: GamePage, result: Result): GamePage {
  const others = page.latest.filter(({ issue }) => issue !== result.issue);
  return { ...page, latest: [result, ...others].slice(0, page.latest.length || 1) };
}

/** How old the page may become at this state of the clock (ms). */
function pageAge(clock: ClockActor): number {
  const snapshot = clock.getSnapshot();
  const { issue, awaiting, now } = snapshot.context;
  const withoutNext = snapshot.matches('closed') || snapshot.matches('drawing');
  const drawn = awaiting ?? (withoutNext ? issue : null);
  const overdue = drawn !== null && now >= drawn.drawsAt + OVERDUE_MS;
  return overdue ? DUE_POLL_MS : issue && !withoutNext ? IDLE_POLL_MS : NONE_POLL_MS;
}

/** Calls `tick` whenever the shown second changes. The returned function starts the timer again with true, and stops it with false. */
function ticker(host: Host, clock: ClockActor, tick: () => void): (on: boolean) => void {
  /** Both clocks when the timer was set last (ms). */
  let serverBefore = 0;
  let hereBefore = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** How long until the next shown second begins (ms): seconds are counted back from the closing. */
  const untilNextSecond = (): number => {
    const here = performance.now();
    const server = host.now();
    const fast = hereBefore > 0 && server - serverBefore > 1.5 * (here - hereBefore);
    serverBefore = server;
    hereBefore = here;
    if (fast) return FAST_TICK_MS;
    const { issue } = clock.getSnapshot().context;
    const over = ((((issue?.closesAt ?? 0) - server) % SECOND_MS) + SECOND_MS) % SECOND_MS;
    return (over || SECOND_MS) + LATE_MS;
  };
  const run = (on: boolean): void => {
    clearTimeout(timer);
    if (on)
      timer = setTimeout(() => {
        tick();
        run(true);
      }, untilNextSecond());
  };
  return run;
}

export function driveClock({ host, code, clock, page, pageError, onHash }: ClockDriver): { start: () => () => void; refresh: () => void } {
  let running = false;
  let loading = false;
  let again = false;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let later: ReturnType<typeof setTimeout> | undefined;

  const take = (next: GamePage) => {
    const before = page.get();
    page.set(next);
    pageError.set(null);
    tellClock(clock, next, host.now());
    if (before && before.hash !== next.hash) onHash();
  };

  const load = async () => {
    clearTimeout(later);
    later = undefined;
    if (loading) {
      again = true;
      return;
    }
    loading = true;
    loadedAt = performance.now();
    try {
      const result = await host.call<GamePage>(host.gameCalls.page, { gameCode: code }, { quiet: true });
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

  /** Loads within a span, unless that is arranged already or something else loads first. */
  const loadWithin = (span: number) => {
    later ??= setTimeout(load, Math.random() * span);
  };

  const tick = () => {
    clock.send({ type: 'TICK', now: host.now() });
    if (performance.now() - loadedAt >= pageAge(clock) && later === undefined) void load();
  };
  const runTicker = ticker(host, clock, tick);

  /** A draw is shown at once; what else it changed (omission figures, the next issue) follows. */
  const onDraw = ({ gameCode, result }: { readonly gameCode?: string; readonly result?: Result }) => {
    // An event without a game says that some were missed.
    if (gameCode && gameCode !== code) return;
    const before = page.get();
    if (result && before && result.issue !== before.latest[0]?.issue) {
      page.set(withResult(before, result));
      clock.send({ type: 'DRAW', issue: result.issue, now: host.now() });
    }
    if (result) loadWithin(DRAW_SPREAD_MS);
    else void load();
  };

  return {
    refresh: () => void load(),
    start: () => {
      running = true;
      void load();
      runTicker(true);
      // Closing is the moment that the next issue is wanted: do not wait for the next poll.
      const closed = clock.on('effect', ({ effect }) => {
        if (effect.do === 'closed') loadWithin(CLOSE_SPREAD_MS);
      });
      const draws = host.on('draw', onDraw);
      const recovered = host.onRecovered?.(() => {
        if (pageError.get() !== null) void load();
      });
      // A phone that was asleep is right at once, not a poll later.
      const woken = pageEnvironment.onSeen(() => {
        tick();
        runTicker(true);
        void load();
      });
      return () => {
        running = false;
        clearTimeout(later);
        later = undefined;
        runTicker(false);
        closed.unsubscribe();
        draws();
        recovered?.();
        woken();
      };
    },
  };
}
