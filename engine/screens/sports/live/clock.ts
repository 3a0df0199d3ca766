/**
 * The minute of a match, reckoned on the phone: from the instant at which the server's clock showed a minute, and from how long a minute
 * of this match lasts. Pure.
 */
import type { LiveMatch, LiveState } from './matches.ts';

/** The minute at which a part of a match should end, by state. What is played after it is stoppage time. */
export type Periods = Readonly<Partial<Record<LiveState, number>>>;

export interface Minute {
  /** "38", "45+2". */
  readonly text: string;
  /** Unix ms of the server's clock at which the text is another one. */
  readonly until: number;
}

/** The minute of a match at an instant; undefined while its clock stands. */
export function minuteOf({ clock, state }: Pick<LiveMatch, 'clock' | 'state'>, now: number, periods: Periods = {}): Minute | undefined {
  if (!clock || clock.minuteMs <= 0) return undefined;
  // A phone whose clock is behind never shows less than what the server has said.
  const passed = Math.max(0, Math.floor((now - clock.from) / clock.minuteMs));
  // The first minute is called the 1st.
  const minute = Math.max(1, clock.minute + passed);
  const end = periods[state];
  const until = clock.from + (passed + 1) * clock.minuteMs;
  return { text: end === undefined || minute <= end ? String(minute) : `${end}+${minute - end}`, until };
}
