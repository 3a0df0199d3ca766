import type { ReactNode } from 'react';
import './progress.css';

/** The progress and the guaranteed part beyond it, in basis points of the whole. A value that is no number counts as 0. */
export function basisPoints(value: unknown, of: unknown = 10_000): number {
  if (typeof value !== 'number' || typeof of !== 'number' || !(of > 0)) return 0;
  return Math.max(0, Math.min(10_000, Math.floor((value * 10_000) / of)));
}

const percent = (points: number): string => `${points / 100}%`;

/** A bar in two tones; `text` is what a screen reader hears in place of a bare percentage. */
export default function Bar({
  label,
  value,
  more,
  of,
  text,
  tone = '',
}: {
  readonly label: string;
  readonly value: unknown;
  readonly more?: unknown;
  readonly of?: unknown;
  readonly text?: string;
  readonly tone?: string;
}): ReactNode {
  const done = basisPoints(value, of);
  const both = Math.min(10_000, done + basisPoints(more, of));
  return (
    <span
      className={`bar ${tone}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(done / 100)}
      aria-valuetext={text || percent(done)}
    >
      {both > done ? <span className="bar__more" style={{ width: percent(both) }} /> : null}
      <span className="bar__done" style={{ width: percent(done) }} />
    </span>
  );
}
