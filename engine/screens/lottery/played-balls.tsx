import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Draw, Line } from '../../descriptions/types.ts';
import { drawEvents } from './draw-events.ts';
import { Balls } from '../kit/balls.tsx';
import { useDrawPlayback } from './use-draw-playback.ts';
import { useGame, zonesFor } from '../blocks/parts/use-loaded.ts';
import './played-balls.css';

export interface PlayedBallsProps {
  readonly gameCode: string;
  /** The version that the draw was made under, and the one that the lines were sold under; the game's present one when left out. */
  readonly drawnHash?: string | undefined;
  readonly soldHash?: string | undefined;
  readonly numbers: Draw['numbers'];
  /** The player's own lines, lit up among the numbers. */
  readonly lines: readonly Line[] | undefined;
  /** Time of the draw, unix ms: what a set of numbers holds may change with the day. */
  readonly drawsAt: number | undefined;
  readonly roll: boolean;
  /** A button plays it once more. */
  readonly again: boolean;
}

type Hits = Readonly<Record<string, readonly number[]>>;

/** The numbers of a result: rolling in one by one when asked, a tap shows them at once; then the player's own light up. */
export function PlayedBalls({ gameCode, drawnHash, soldHash, numbers, lines, drawsAt, roll, again }: PlayedBallsProps): ReactNode {
  const game = useGame(gameCode, drawnHash);
  const sold = useGame(lines ? gameCode : '', soldHash);
  const zones = zonesFor(game, numbers);
  const { shown, playing, start, skip } = useDrawPlayback();
  const [hits, setHits] = useState<Hits>();
  const rolled = useRef(false);

  useEffect(() => {
    if (!roll || rolled.current || !game) return;
    rolled.current = true;
    start(drawEvents(zonesFor(game, numbers), numbers));
  }, [roll, game, numbers, start]);

  useEffect(() => {
    if (!sold || !lines) return;
    let wanted = true;
    // The rules are a chunk of their own; without them the numbers stand as they are.
    Promise.all([import('./rules.ts').then(({ loadRules }) => loadRules()), import('../../rules/hits.ts')]).then(
      ([{ compileGame }, { hitNumbers }]) => wanted && setHits(hitNumbers(compileGame(sold.game, drawsAt), lines, { numbers })),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [sold, lines, numbers, drawsAt]);

  const own = !playing && hits && Object.keys(hits).length > 0 ? hits : undefined;
  return (
    <>
      {/* A tap anywhere on them shows them at once; the keyboard has the button. */}
      <span className={playing ? 'is-rolling' : undefined} onClick={playing ? skip : undefined}>
        <Balls zones={zones} numbers={numbers} size="lg" shown={shown} {...(own ? { hits: own } : {})} />
      </span>
      {roll || again ? (
        <button type="button" className="played-balls__roll" onClick={() => (playing ? skip() : start(drawEvents(zones, numbers)))}>
          {playing ? '跳过' : '重看开奖'}
        </button>
      ) : null}
    </>
  );
}
