/** The minute of a match, as text of its own: a minute that passes renders this and nothing around it. */
import type { ReactNode } from 'react';
import type { SportView } from '../../../descriptions/generated/screen.ts';
import type { LiveFeed } from './feed.ts';
import type { LiveMatch } from './matches.ts';
import { useMinute } from './use-live.ts';
import { stateText } from './words.ts';

const NO_PERIODS = Object.freeze({});

export function Minute({
  feed,
  match,
  sport,
}: {
  readonly feed: LiveFeed;
  readonly match: LiveMatch;
  readonly sport: SportView | undefined;
}): ReactNode {
  const minute = useMinute(feed, match, sport?.periods ?? NO_PERIODS);
  if (minute === '') return stateText(match, sport);
  return (
    <>
      <span className="visually-hidden">第 </span>
      {minute}
      <span aria-hidden="true">′</span>
      <span className="visually-hidden"> 分钟</span>
    </>
  );
}
