import type { ReactNode } from 'react';
import './disclosure.css';

/** A heading that shows and hides the content under it. */
export function Disclosure({
  title,
  className,
  children,
}: {
  readonly title: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <details className={className === undefined ? 'disclosure' : `disclosure ${className}`}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
