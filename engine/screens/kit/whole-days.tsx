import type { ReactNode } from 'react';
import './whole-days.css';

/** A text in which no line ends within a day (2026-11-23): a browser may break at each of its hyphens. */
export const wholeDays = (text: string): ReactNode =>
  text.split(/(\d{4}-\d\d-\d\d)/).map((part, at) =>
    at % 2 ? (
      <span key={at} className="whole-day">
        {part}
      </span>
    ) : (
      part
    ),
  );
