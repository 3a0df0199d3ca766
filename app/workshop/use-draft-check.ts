import { useEffect, useRef } from 'react';
import type { DraftToCheck, DraftFinding } from './check-draft.ts';

/** Typing pauses this long before the draft is checked. */
const PAUSE_MS = 250;

/** A draft without its number. */
export type WithoutId<D> = D extends unknown ? Omit<D, 'id'> : never;

/** Checks a draft after each pause in typing, in a thread of its own. The same draft is the same object. */
export function useDraftCheck(draft: WithoutId<DraftToCheck> | undefined, onFinding: (finding: DraftFinding) => void): void {
  const worker = useRef<Worker | undefined>(undefined);
  const newest = useRef(0);
  useEffect(() => {
    const thread = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.current = thread;
    thread.onmessage = ({ data }: MessageEvent<DraftFinding>) => {
      if (data.id === newest.current) onFinding(data);
    };
    return () => thread.terminate();
  }, [onFinding]);
  useEffect(() => {
    if (draft === undefined) return;
    newest.current += 1;
    const numbered = { ...draft, id: newest.current } as DraftToCheck;
    const timer = setTimeout(() => worker.current?.postMessage(numbered), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
}
