/** Shake for a random bet (机选): a second way to the same button, off until asked for where the device wants to be asked. */
import { useEffect } from 'react';
import { onShake, shakeSupport } from '../../drivers/shake.ts';
import type { Picks } from '../../descriptions/types.ts';
import { randomOntoBoard } from './random.ts';
import { scrollToPicks } from './scroll-to-picks.ts';
import type { GameRuntime } from './runtime.ts';

export const SHAKE_SETTING = 'shake';

/** Where nobody has to be asked it is on from the start; a permission does not outlive the page, so it is asked for again. */
export function shakeIsOn(stored: string | null): boolean {
  return shakeSupport() === 'ready' ? stored !== 'off' : false;
}

/** Picks at random when shaken. What the player has picked by hand stays: a shaken phone is often one that is carried. */
export function useShakePicks(runtime: GameRuntime): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let own: Picks | undefined;
    const pick = (): void => {
      if (document.visibilityState !== 'visible' || document.querySelector('dialog[open]')) return;
      const snapshot = runtime.selection.getSnapshot();
      if (!snapshot.matches('empty') && snapshot.context.picks !== own) {
        runtime.host.toast('已有选号，清空后摇一摇即可机选');
        return;
      }
      randomOntoBoard(runtime);
      scrollToPicks();
      own = runtime.selection.getSnapshot().context.picks;
    };
    const begin = (): void => {
      stop?.();
      stop = undefined;
      const stored = runtime.host.storage.get(SHAKE_SETTING);
      // After a tap on the switch; before it only where no permission is needed.
      if (stored === 'on' || shakeIsOn(stored)) stop = onShake(pick);
    };
    if (shakeSupport() === 'none') return;
    begin();
    addEventListener(SHAKE_SETTING, begin);
    return () => {
      stop?.();
      removeEventListener(SHAKE_SETTING, begin);
    };
  }, [runtime]);
}
