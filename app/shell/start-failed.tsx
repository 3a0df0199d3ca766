import type { ReactNode } from 'react';

/** The server could not be reached at all, so there is no brand to draw with: plain words and a button. */
export function StartFailed({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  return (
    <main className="start-failed" role="alert">
      <p>连接不上服务器，请检查网络后重试。</p>
      <button type="button" onClick={onRetry}>
        重试
      </button>
    </main>
  );
}
