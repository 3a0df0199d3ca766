import { useCallback, useEffect, useRef, useState } from 'react';
import { type DrawEvent, type Player, play } from './draw-events.ts';

export interface Playback {
  /** How many numbers have arrived, over all zones; all of them when nothing is playing. */
  readonly shown: number;
  readonly playing: boolean;
  readonly start: (events: readonly DrawEvent[]) => void;
  readonly skip: () => void;
}

/** Plays the events of a draw. Under reduced motion everything is there at once. */
export function useDrawPlayback(): Playback {
  const [shown, setShown] = useState(Number.POSITIVE_INFINITY);
  const player = useRef<Player>(undefined);
  useEffect(() => () => player.current?.stop(), []);
  const start = useCallback((events: readonly DrawEvent[]) => {
    player.current?.stop();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setShown(Number.POSITIVE_INFINITY);
      return;
    }
    setShown(0);
    player.current = play(events, (event) => setShown(event.type === 'reveal' ? event.order + 1 : Number.POSITIVE_INFINITY));
  }, []);
  const skip = useCallback(() => player.current?.skip(), []);
  return { shown, playing: shown !== Number.POSITIVE_INFINITY, start, skip };
}
