/** The draws that 冷热 counts: more than the page of a game brings, loaded when somebody first wants them, and kept up by the page. */
import { useReadableValue } from '../core/use-current.ts';
import { useEffect, useMemo } from 'react';
import type { GamePage, Result } from './calls.ts';
import type { GameRuntime } from './runtime.ts';
import { useGame } from './use-game.ts';
import { type ObservableValue, observableValue } from '../core/observable.ts';

/** In the place of a game's page for those who want nothing of it, and are not drawn again with each draw. */
export const NO_GAME_PAGE = observableValue<GamePage | null>(null);

/** What counting needs of a draw. */
export type PastDraw = Pick<Result, 'issue' | 'numbers'>;

/** How many draws can be counted; the last is loaded. */
export const DRAW_COUNTS = [30, 50, 100] as const;
const MOST = DRAW_COUNTS[DRAW_COUNTS.length - 1] as number;

interface Past {
  readonly draws: ObservableValue<readonly PastDraw[] | null>;
  /** Loads unless the present draws reach the latest. */
  readonly reach: (latest: readonly PastDraw[]) => void;
}

const known = new WeakMap<GameRuntime, Past>();

function pastOf(runtime: GameRuntime): Past {
  let past = known.get(runtime);
  if (!past) {
    const draws = observableValue<readonly PastDraw[] | null>(null);
    let loading = false;
    const load = async (call: string): Promise<void> => {
      loading = true;
      const params = { gameCode: runtime.code, size: String(MOST), only: 'numbers' };
      const answer = await runtime.host.call<{ readonly items: readonly PastDraw[] }>(call, params, { quiet: true }).catch(() => undefined);
      loading = false;
      if (answer?.ok) draws.set(answer.models.items);
    };
    past = {
      draws,
      reach: (latest) => {
        const { draws: call } = runtime.host.gameCalls;
        if (call === undefined || loading) return;
        const before = draws.get();
        if (before === null || !meet(latest, before)) void load(call);
        // A game that is left open for hours keeps what it counts and no more.
        else if (joined(latest, before) !== before) draws.set(joined(latest, before));
      },
    };
    known.set(runtime, past);
  }
  return past;
}

const has = (draws: readonly PastDraw[], one: PastDraw | undefined): boolean => draws.some(({ issue }) => issue === one?.issue);

/** True when no draw is missing between the two. */
const meet = (latest: readonly PastDraw[], before: readonly PastDraw[]): boolean =>
  latest.length === 0 || has(latest, before[0]) || has(before, latest[0]);

function joined(latest: readonly PastDraw[], before: readonly PastDraw[]): readonly PastDraw[] {
  if (latest.length === 0 || has(before, latest[0])) return before;
  return [...latest, ...before.filter((each) => !has(latest, each))].slice(0, MOST);
}

const NONE: readonly PastDraw[] = [];

/** The latest `span` draws, the newest first; fewer where a game has fewer. Undefined while they are on their way; not loaded for 0. */
export function usePastDraws(span: number): readonly PastDraw[] | undefined {
  const runtime = useGame();
  const past = pastOf(runtime);
  const latest = useReadableValue(span > 0 ? runtime.page : NO_GAME_PAGE)?.latest;
  const draws = useReadableValue(past.draws);
  useEffect(() => {
    if (span > 0 && latest) past.reach(latest);
  }, [span, latest, past]);
  const called = runtime.host.gameCalls.draws !== undefined;
  return useMemo(() => {
    if (span === 0) return NONE;
    // Without the call there are those of the page.
    if (!called) return latest?.slice(0, span);
    return latest && draws ? joined(latest, draws).slice(0, span) : undefined;
  }, [span, called, latest, draws]);
}
