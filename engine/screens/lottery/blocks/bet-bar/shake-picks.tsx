/** Shaking the phone picks at random while the board is there. Draws nothing; no first bet waits for it. */
import { useGame } from '../../use-game.ts';
import { useShakePicks } from '../../use-shake.ts';

export default function ShakePicks(): null {
  useShakePicks(useGame());
  return null;
}
