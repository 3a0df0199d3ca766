/**
 * The server's clock as this phone knows it. A phone's own clock may be hours off, and a simulated server clock may run faster;
 * nothing that is shown or signed relies on the phone's.
 */
import type { Clock } from '../../engine/drivers/timers.ts';

export interface ServerClock {
  /** Unix ms of the server's clock; the phone's own until the first calibration. */
  now(): number;
  /** Takes a reading: the server said `now` (unix ms, running at `speed`) somewhere between two local instants. */
  calibrate(reading: { readonly now: number; readonly speed: number; readonly sentAt: number; readonly receivedAt: number }): void;
  readonly calibrated: boolean;
}

export function createServerClock(clock: Clock): ServerClock {
  let base = { local: 0, server: 0, speed: 1 };
  let calibrated = false;
  return {
    now: () => (calibrated ? Math.round(base.server + (clock.now() - base.local) * base.speed) : clock.now()),
    calibrate({ now, speed, sentAt, receivedAt }) {
      if (!Number.isFinite(now) || !Number.isFinite(speed) || speed <= 0 || receivedAt < sentAt) return;
      // The answer is as likely to have been on its way out as back: the middle is the best guess, and off by half the round trip at most.
      base = { local: (sentAt + receivedAt) / 2, server: now, speed };
      calibrated = true;
    },
    get calibrated() {
      return calibrated;
    },
  };
}
