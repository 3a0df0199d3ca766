import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Draw, Zone } from '../../descriptions/types.ts';
import { Balls } from '../kit/balls.tsx';
import { useGameLoading, zonesFor } from '../blocks/parts/use-loaded.ts';
import { drawEvents } from './draw-events.ts';
import { DrawStage } from './draw-stage.tsx';
import { useDrawStage } from './use-draw-stage.ts';
import './played-balls.css';

export interface PlayedBallsProps {
  readonly gameCode: string;
  readonly issue: string;
  /** The version that the draw was made under; the game's present one when left out. */
  readonly drawnHash?: string | undefined;
  /** The zones that it was drawn by, where they came with it: then no description is loaded. */
  readonly zones?: readonly Zone[] | undefined;
  readonly numbers: Draw['numbers'];
  readonly roll: boolean;
  /** A button plays it once more. */
  readonly again: boolean;
  /** Told once the numbers are all there: before that nothing may say what they bring. */
  readonly onOver?: (() => void) | undefined;
}

/** The numbers of a result: on a stage one by one when asked, a tap shows them at once. */
export function PlayedBalls({ gameCode, issue, drawnHash, zones: known, numbers, roll, again, onOver }: PlayedBallsProps): ReactNode {
  const { value: game, failed } = useGameLoading(known ? '' : gameCode, drawnHash);
  const zones = known ?? zonesFor(game, numbers);
  const ready = known !== undefined || game !== undefined || failed;
  const { state, shown, start, skip } = useDrawStage();
  const rolled = useRef(false);
  const playing = state === 'rolling';
  /** About to play by itself: a button that played it again would become the one that skips under the finger. */
  const waits = roll && state === 'idle';

  useEffect(() => {
    if (!roll || rolled.current || !ready) return;
    rolled.current = true;
    start(issue, drawEvents(zones, numbers));
  }, [roll, ready, issue, zones, numbers, start]);

  const over = !roll || state === 'over';
  // Before the paint: a result without an animation appears with everything else.
  useLayoutEffect(() => {
    if (over) onOver?.();
  }, [over, onOver]);

  // On the stage from before it begins, so that the numbers are not seen before they are played, and for good, so that nothing jumps.
  const staged = roll || state !== 'idle';
  return (
    <>
      {/* A tap anywhere on them shows them at once; the keyboard has the button. */}
      <span className="played-balls" onClick={playing ? skip : undefined}>
        {staged ? (
          <DrawStage zones={zones} numbers={numbers} shown={state === 'idle' ? 0 : shown} />
        ) : (
          <Balls zones={zones} numbers={numbers} size="lg" pending={!ready} />
        )}
      </span>
      {roll || again ? (
        <button
          type="button"
          className="played-balls__roll"
          disabled={waits}
          onClick={() => (playing ? skip() : start(issue, drawEvents(zones, numbers)))}
        >
          {playing || waits ? '跳过' : '重看开奖'}
        </button>
      ) : null}
    </>
  );
}
