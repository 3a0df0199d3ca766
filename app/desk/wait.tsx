import type { ReactNode } from 'react';

/** In place of a page that is not there yet; `fault`: why it did not come. */
export function WaitPage({ fault, onAgain }: { readonly fault: string; readonly onAgain: () => void }): ReactNode {
  return (
    <p className="entry" role={fault === '' ? 'status' : 'alert'}>
      {fault === '' ? '正在打开后台' : fault}
      {fault === '' ? null : (
        <button type="button" className="entry__button" onClick={onAgain}>
          重试
        </button>
      )}
    </p>
  );
}
