import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export interface EmptyProps {
  readonly title: string;
  /** What to do next. */
  readonly note?: string;
  readonly icon?: IconName;
  readonly children?: ReactNode;
}

export function Empty({ title, note, icon = 'ticket', children }: EmptyProps): ReactNode {
  return (
    <div className="empty">
      <span className="empty__picture" aria-hidden="true">
        <Icon name={icon} size={32} />
      </span>
      <p className="empty__title">{title}</p>
      {note ? <p className="empty__note">{note}</p> : null}
      {children}
    </div>
  );
}
