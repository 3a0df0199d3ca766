/** Checks drafts in a thread of its own: the odds of a large family take a second, and typing must not wait for them. */
import { type DraftToCheck, checkDraft } from './check-draft.ts';

let newest = 0;

addEventListener('message', ({ data }: MessageEvent<DraftToCheck>) => {
  newest = data.id;
  // Whatever has arrived meanwhile is seen between two plays.
  const breathe = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(newest === data.id)));
  void checkDraft(data, (finding) => postMessage(finding), breathe);
});
