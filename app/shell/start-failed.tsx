import type { ReactNode } from 'react';
import { ErrorState } from '../../engine/screens/kit/error-state.tsx';

/** The server could not be reached at all. There may be no brand to draw with; the picture then takes the colour of the text. */
export function StartFailed({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  return (
    <main className="start-failed">
      <ErrorState text="无法连接服务器，请检查网络后重试" onRetry={onRetry} />
    </main>
  );
}
