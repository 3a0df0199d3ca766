import { type ReactNode, useEffect, useRef } from 'react';
import type { Draw } from '../../descriptions/types.ts';
import { drawEvents } from './draw-events.ts';
import { Balls } from '../kit/balls.tsx';
import { useDrawPlayback } from './use-draw-playback.ts';
import { useGame, zonesFor } from '../blocks/parts/use-loaded.ts';
import './played-balls.css';

export interface PlayedBallsProps {
  readonly gameCode: string;
  /** The version that the draw was made under; the game's present one when left out. */
  readonly drawnHash?: string | undefined;
  readonly numbers: Draw['numbers'];
  readonly roll: boolean;
  /** A button plays it once more. */
  readonly again: boolean;
}

/** The numbers of a result: rolling in one by one when asked, a tap shows them at once. */
export function PlayedBalls({ gameCode, drawnHash, numbers, roll, again }: PlayedBallsProps): ReactNode {
  const game = useGame(gameCode, drawnHash);
  const zones = zonesFor(game, numbers);
  const { shown, playing, start, skip } = useDrawPlayback();
  const rolled = useRef(false);

  useEffect(() => {
    if (!roll || rolled.current || !game) return;
    rolled.current = true;
    start(drawEvents(zonesFor(game, numbers), numbers));
  }, [roll, game, numbers, start]);

  return (
    <>
      {/* A tap anywhere on them shows them at once; the keyboard has the button. */}
      <span className={playing ? 'is-rolling' : undefined} onClick={playing ? skip : undefined}>
        <Balls zones={zones} numbers={numbers} size="lg" shown={shown} pending={!game} />
      </span>
      {roll || again ? (
        <button type="button" className="played-balls__roll" onClick={() => (playing ? skip() : start(drawEvents(zones, numbers)))}>
          {playing ? '跳过' : '重看开奖'}
        </button>
      ) : null}
    </>
  );
}
