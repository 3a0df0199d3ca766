import { useEffect } from 'react';
import { callDesk } from './calls.ts';

/** How long a file that was dropped into a folder may stand there unseen; ms. */
const EVERY_MS = 1_500;

/** Calls `changed` when the server has looked at its folders again, and when it is back after it did not answer. Asks only while the page is onVisibility; `changed` is the same function each time. */
export function useFolderChanges(changed: () => void): void {
  useEffect(() => {
    let known: string | undefined;
    let away = false;
    let ended = false;
    let asking = false;
    const ask = async (): Promise<void> => {
      if (asking || document.hidden) return;
      asking = true;
      const answer = await callDesk<{ changes: string }>('GET', 'files/changes');
      asking = false;
      if (ended) return;
      // Other requests show errors of the connection; this one tries again when the server is back.
      if (!answer.ok) {
        away = true;
        return;
      }
      if (away || (known !== undefined && known !== answer.models.changes)) changed();
      away = false;
      known = answer.models.changes;
    };
    void ask();
    const timer = setInterval(() => void ask(), EVERY_MS);
    const onVisibility = (): void => void ask();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      ended = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [changed]);
}
