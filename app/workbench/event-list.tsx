/** The list of a trace's events. All rows have the same height, so only the visible ones are rendered. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { EventRow } from './rows.ts';

export interface EventListProps {
  /** The rows that pass the filter. */
  readonly rows: readonly EventRow[];
  readonly position: number;
  readonly onSeek: (position: number) => void;
}

/** Height of a row, px. */
const ROW = 44;
/** Rows that are rendered above and below the visible ones, so that scrolling shows no gap. */
const BEYOND = 6;

export function EventList({ rows, position, onSeek }: EventListProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  // Index of the last listed row before the position; -1 if there is none.
  const at = rows.findLastIndex(({ index }) => index < position);
  const exact = rows[at]?.index === position - 1;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = new ResizeObserver(() => setHeight(element.clientHeight));
    measure.observe(element);
    return () => measure.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    // Without such a row the list scrolls to its top.
    const from = Math.max(0, at) * ROW;
    if (from < element.scrollTop) element.scrollTop = from;
    else if (from + ROW > element.scrollTop + element.clientHeight) element.scrollTop = from + ROW - element.clientHeight;
  }, [at]);

  const move = (event: KeyboardEvent): void => {
    const last = rows.length - 1;
    const page = Math.max(1, Math.floor(height / ROW) - 1);
    const wanted: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: exact ? at - 1 : at,
      PageDown: at + page,
      PageUp: at - page,
      Home: -1,
      End: last,
    };
    const next = wanted[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const row = rows[Math.min(next, last)];
    onSeek(next < 0 || !row ? 0 : row.index + 1);
  };

  const first = Math.max(0, Math.floor(top / ROW) - BEYOND);
  const shown = rows.slice(first, Math.ceil((top + height) / ROW) + BEYOND);
  return (
    <div
      ref={box}
      className="events"
      role="listbox"
      aria-label="事件"
      tabIndex={0}
      aria-activedescendant={exact ? `event-${position - 1}` : undefined}
      onKeyDown={move}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div className="events__all" style={{ height: rows.length * ROW }}>
        {shown.map((row, i) => (
          <EventRow key={row.index} row={row} place={first + i} of={rows.length} now={row.index === position - 1} onSeek={onSeek} />
        ))}
      </div>
    </div>
  );
}

function EventRow({
  row,
  place,
  of,
  now,
  onSeek,
}: {
  readonly row: EventRow;
  readonly place: number;
  readonly of: number;
  readonly now: boolean;
  readonly onSeek: (position: number) => void;
}): ReactNode {
  const { index, time, machine, event, payload, state, divergence } = row;
  return (
    // The list handles the keys for all rows.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      id={`event-${index}`}
      className={`event${now ? ' event--now' : ''}${divergence ? ' event--diverged' : ''}`}
      role="option"
      tabIndex={-1}
      aria-selected={now}
      aria-posinset={place + 1}
      aria-setsize={of}
      style={{ top: place * ROW, height: ROW }}
      title={payload}
      onClick={() => onSeek(index + 1)}
    >
      <span className="event__number">{index + 1}</span>
      <span className="event__machine">{machine}</span>
      <span className="event__time">{time}</span>
      <span className="event__what">
        <b>{event}</b> {divergence ? <strong className="event__mark">偏离</strong> : null}
        <span className="event__state">{state}</span>
      </span>
    </div>
  );
}
