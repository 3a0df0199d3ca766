import type { ReactNode } from 'react';
import { wholeDays } from '../../kit/whole-days.tsx';
import './section.css';

/** A section of a page with a heading. Without a title it has only its content. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className="section">
      {title ? (
        <h2 className="section-title">
          <span>{wholeDays(title)}</span>
        </h2>
      ) : null}
      {children}
    </section>
  );
}
