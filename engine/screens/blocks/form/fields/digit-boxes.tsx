import type { ReactNode } from 'react';
import './digit-boxes.css';

/** One box a digit. Decoration: what is in them is said by the field that they belong to. Without `text` the digits are dots. */
export function DigitBoxes({
  length,
  filled,
  text,
}: {
  readonly length: number;
  readonly filled: number;
  readonly text?: string;
}): ReactNode {
  return (
    <span className="digit-boxes tabular" aria-hidden="true">
      {Array.from({ length }, (_, at) => (
        // The boxes are places: each is always the same one.
        <span key={at} className={at === Math.min(filled, length - 1) ? 'digit-boxes__box digit-boxes__box--next' : 'digit-boxes__box'}>
          {at < filled ? (text?.[at] ?? '•') : ''}
        </span>
      ))}
    </span>
  );
}
