/** The switch for shaking (use-shake.ts), in the sheet of 机选. */
import { useState } from 'react';
import { allowShake, shakeSupport } from '../../drivers/shake.ts';
import type { GameRuntime } from './runtime.ts';
import { SHAKE_SETTING, shakeIsOn } from './use-shake.ts';

export interface Shake {
  readonly offered: boolean;
  readonly on: boolean;
  readonly toggle: () => Promise<void>;
}

/** Whether shaking picks, and the switch for it; `useShakePicks` does the picking. */
export function useShakeSwitch({ host }: GameRuntime): Shake {
  const support = shakeSupport();
  const [on, setOn] = useState(() => shakeIsOn(host.storage.get(SHAKE_SETTING)));
  return {
    offered: support !== 'none',
    on,
    toggle: async () => {
      const next = !on && (await allowShake());
      if (!on && !next) host.toast('未获得动作感应权限，请使用“机选”按钮');
      setOn(next);
      host.storage.set(SHAKE_SETTING, next ? 'on' : 'off');
      dispatchEvent(new Event(SHAKE_SETTING));
    },
  };
}
