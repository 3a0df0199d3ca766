import type { ReactNode } from 'react';
import './disclosure.css';

/** A heading that shows and hides the content under it. */
export function Disclosure({
  title,
  className,
  open,
  children,
}: {
  readonly title: ReactNode;
  readonly className?: string;
  /** The content is shown at first. */
  readonly open?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <details className={className === undefined ? 'disclosure' : `disclosure ${className}`} open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
