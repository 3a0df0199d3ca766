import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export interface ErrorStateProps {
  readonly text: string;
  readonly onRetry?: () => void;
  /** One line under rows that are there, instead of a picture in the place of all of them. */
  readonly inline?: boolean;
}

export function ErrorState({ text, onRetry, inline = false }: ErrorStateProps): ReactNode {
  return (
    <div className={inline ? 'error-line' : 'empty'} role="alert">
      {inline ? null : (
        <span className="empty__picture" aria-hidden="true">
          <Icon name="offline" size={32} />
        </span>
      )}
      <p className={inline ? 'error-line__text' : 'empty__title'}>{text}</p>
      {onRetry ? <Button onClick={onRetry}>重试</Button> : null}
    </div>
  );
}
