import type { ReactNode } from 'react';
import { basisPoints } from '../progress/bar.tsx';

/** The progress and the guaranteed part beyond it, as two arcs of a ring with the percentage in the middle. `name` is the text for screen readers. */
export function Ring({ value, more, name }: { readonly value: unknown; readonly more: unknown; readonly name: string }): ReactNode {
  const done = basisPoints(value);
  const beyond = Math.min(10_000 - done, basisPoints(more));
  return (
    <svg className="ring" viewBox="0 0 48 48" role="img" aria-label={name}>
      <circle className="ring__whole" cx="24" cy="24" r="20" />
      <Arc className="ring__more" from={done} length={beyond} />
      <Arc className="ring__done" from={0} length={done} />
      <text className="ring__percent" x="24" y="24" textAnchor="middle" dominantBaseline="central">
        {Math.floor(done / 100)}%
      </text>
    </svg>
  );
}

/** From the top, clockwise; in basis points of the whole circle. */
const Arc = ({ className, from, length }: { readonly className: string; readonly from: number; readonly length: number }): ReactNode =>
  length === 0 ? null : (
    <circle
      className={className}
      cx="24"
      cy="24"
      r="20"
      pathLength={10_000}
      strokeDasharray={`${length} ${10_000 - length}`}
      strokeDashoffset={-from}
      transform="rotate(-90 24 24)"
    />
  );
