/** What is picked of a match and can never win together, found out a moment after a tap. */
import { useEffect, useState } from 'react';
import type { SportGame } from '../../descriptions/sports/types.ts';
import type { PickedMatch } from '../../machines/picked-matches.ts';

/** While a player is still tapping nobody reads it (ms). */
const WAIT_MS = 150;
const NONE: readonly string[] = [];

export function useExclusive(sport: SportGame, picked: PickedMatch | undefined): readonly string[] {
  const [found, find] = useState<{ readonly picked: PickedMatch; readonly said: readonly string[] }>();
  useEffect(() => {
    if (!picked || Object.keys(picked.picks).length < 2) return;
    let wanted = true;
    const timer = setTimeout(async () => {
      // A part that does not arrive warns nobody; the bet is as good.
      const warnings = await import('./exclusive.ts').then(({ exclusivePicks }) => exclusivePicks(sport, picked)).catch(() => NONE);
      if (wanted) find({ picked, said: warnings });
    }, WAIT_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [sport, picked]);
  return found && found.picked === picked ? found.said : NONE;
}
