import { type ReactNode, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { Picture } from './empty.tsx';

export interface ErrorStateProps {
  readonly text: string;
  readonly onRetry?: () => void;
  /** One line under rows that are there, instead of a picture in the place of all of them. */
  readonly inline?: boolean;
}

export function ErrorState({ text, onRetry, inline = false }: ErrorStateProps): ReactNode {
  const online = useSyncExternalStore(watchOnline, isOnline);
  return (
    <div className={inline ? 'error-line' : 'empty'} role="alert">
      {inline ? null : <Picture name={online ? 'server-error' : 'no-network'} />}
      <p className={inline ? 'error-line__text' : 'empty__title'}>{text}</p>
      {onRetry ? <Button onClick={onRetry}>重试</Button> : null}
    </div>
  );
}

/** Whether the device says that it has a network; a server that does not answer is another picture. */
const isOnline = (): boolean => globalThis.navigator?.onLine !== false;

function watchOnline(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}
