import { type ReactNode, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { Picture } from './empty.tsx';

export interface ErrorStateProps {
  readonly text: string;
  readonly onRetry?: () => void;
  /** One line below existing rows, in place of a picture for the whole list. */
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

/** Whether the device reports a network. Without one the picture is `no-network`; otherwise the fault is the server's. */
const isOnline = (): boolean => globalThis.navigator?.onLine !== false;

function watchOnline(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}
