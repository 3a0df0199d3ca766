import type { ReactNode } from 'react';
import './section.css';

/** A part of a page under its heading; without a title just what is inside. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className="section">
      {title ? <h2 className="section-title">{title}</h2> : null}
      {children}
    </section>
  );
}
