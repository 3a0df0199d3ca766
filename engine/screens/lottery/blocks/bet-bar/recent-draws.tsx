/** The draws before the last in what a short board leaves of the page: as many as fit, whole rows, and none where the board is long. */
import { useReadableValue } from '../../../core/use-current.ts';
import { type ReactNode, type RefCallback, useCallback, useState } from 'react';
import { useGame } from '../../use-game.ts';
import { PastDraw } from '../parts/past-draw.tsx';
import './recent-draws.css';

/** Heading and one draw. */
const LEAST_PX = 100;

/**
 * Whether there is room for anything, told by an observer and not by a container query: a flex column measures what it grows without any
 * height first, so that a query would throw the whole list away and build it again in every layout of the page, for every tap.
 */
function useRoom(): readonly [boolean, RefCallback<HTMLElement>] {
  const observed = typeof ResizeObserver !== 'undefined';
  const [room, setRoom] = useState(!observed);
  const watch = useCallback(
    (element: HTMLElement | null) => {
      if (!observed || !element) return undefined;
      const observer = new ResizeObserver((entries) => setRoom((entries.at(-1)?.contentRect.height ?? 0) > LEAST_PX));
      observer.observe(element);
      return () => observer.disconnect();
    },
    [observed],
  );
  return [room, watch];
}

export default function RecentDraws(): ReactNode {
  const [room, watch] = useRoom();
  const { page } = useGame();
  // The last one stands in the head of the page.
  const before = (useReadableValue(page)?.latest ?? []).slice(1);
  if (before.length === 0) return null;
  return (
    <section ref={watch} className="recent-draws" aria-label={room ? '近期开奖' : undefined}>
      {room ? (
        <div className="recent-draws__card">
          <h2 className="recent-draws__title">近期开奖</h2>
          <ul>
            {before.map((draw, row) => (
              // A row and not a draw: a new draw goes into rows that stand where they are, and pushes none of them down.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={row} className="past-draw">
                <PastDraw draw={draw} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}
