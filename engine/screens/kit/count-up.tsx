/** An amount that counts up to its value once. The value itself is in the page from the start: it gives the width and the accessible name. */
import { type ReactNode, useEffect, useState } from 'react';
import { formatSigned } from '../../descriptions/format.ts';
import { type Clock, realClock } from '../../drivers/timers.ts';
import './count-up.css';

/** As long as the count lasts (ms): long enough to be seen, too short to wait for. */
export const COUNT_MS = 1_000;
/** 30 steps a second are smooth for digits, and half the work of every frame. */
const STEP_MS = 33;

/** The amount shown after `elapsed` ms, in whole fen; fast at first and slow at the end. */
export function countedFen(fen: number, elapsed: number): number {
  const left = BigInt(COUNT_MS - Math.min(COUNT_MS, Math.max(0, Math.floor(elapsed))));
  const whole = BigInt(COUNT_MS);
  return Number(BigInt(fen) - (BigInt(fen) * left ** 3n) / whole ** 3n);
}

export interface CountUpProps {
  readonly fen: number;
  /** False: the amount stands there at once. */
  readonly counts: boolean;
  readonly clock?: Clock;
}

export function CountUp({ fen, counts, clock = realClock }: CountUpProps): ReactNode {
  const [elapsed, setElapsed] = useState(counts ? 0 : COUNT_MS);
  useEffect(() => {
    if (!counts) return;
    const began = clock.now();
    let steps = 0;
    let cancel = (): void => {};
    const later = (): void => {
      cancel = clock.after(STEP_MS, () => {
        steps += 1;
        // By steps as well, so that it ends when the phone's clock is set back meanwhile.
        const now = Math.max(clock.now() - began, steps * STEP_MS);
        setElapsed(Math.min(COUNT_MS, now));
        if (now < COUNT_MS) later();
      });
    };
    later();
    return () => cancel();
  }, [counts, clock]);
  const counting = elapsed < COUNT_MS;
  return (
    <span className="count-up">
      <span className={counting ? 'count-up__value is-counting' : 'count-up__value'}>{formatSigned(fen)}</span>
      {counting ? (
        <span className="count-up__now" aria-hidden="true">
          {formatSigned(countedFen(fen, elapsed))}
        </span>
      ) : null}
    </span>
  );
}
