/**
 * Estimates the server's clock on the phone. The phone's own clock may be hours off, and a simulated server clock may run faster. So everything
 * that is shown or signed uses this estimate.
 */
import type { Clock } from '../../engine/drivers/timers.ts';

export interface ServerClock {
  /** Unix ms of the server's clock. Before the first calibration it is the phone's own clock. */
  now(): number;
  /**
   * Sets the clock from an answer: the server's `now` (unix ms) and `speed`, and the local instants (unix ms) of request and answer. An invalid
   * reading is ignored.
   */
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
      // The middle of the round trip is the best estimate of the server's instant. It is off by at most half the round trip.
      base = { local: (sentAt + receivedAt) / 2, server: now, speed };
      calibrated = true;
    },
    get calibrated() {
      return calibrated;
    },
  };
}
