/**
 * Slips that were accepted, and whose outcome the player has not closed yet. A page can go away between the answer and the sheet that shows
 * it, or with the sheet on it: the key is done with by then, and the slip is empty. The page that follows asks once more and shows the
 * outcome. Which key it was lies with the player's drafts: under his id, and gone with the logout.
 */
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { SubmissionActor } from '../../machines/submission.ts';
import type { Host } from '../core/contract.ts';
import { playerOf, readDraft, writeDraft } from '../core/drafts.ts';
import { useHost } from '../core/hooks.ts';
import { carriesSlip } from './calls.ts';

const formOf = (scope: string): string => `accepted/${scope}`;

/** Ms for which an outcome is shown to a page that follows: later the bet is found in the player's orders, and the sheet would surprise. */
const KEPT_MS = 10 * 60_000;

const followed = new WeakSet<SubmissionActor>();

/** Keeps what is accepted until its outcome is closed, for as long as the actor lives: a player may leave the slip while it is sent. */
function keepUnread({ storage, session, now }: Host, form: string, actor: SubmissionActor): void {
  if (followed.has(actor)) return;
  followed.add(actor);
  let shown = '';
  actor.subscribe((snapshot) => {
    const { submission } = snapshot.context;
    const mid = playerOf(session);
    if (submission && snapshot.matches('accepted')) {
      const { key, call } = submission;
      if (shown === key) return;
      shown = key;
      if (carriesSlip(submission)) writeDraft(storage, mid, form, { key, call, at: String(now()) });
    } else if (shown !== '') {
      // The bet of another tab may lie there by now.
      if (readDraft(storage, mid, form).key === shown) writeDraft(storage, mid, form, {});
      shown = '';
    }
  });
}

/** Shows the outcome that an earlier page was left with, if there is one. */
function recallUnread({ storage, session, now, submissions }: Host, scope: string, actor: SubmissionActor): void {
  const mid = playerOf(session);
  const { key, call, at } = readDraft(storage, mid, formOf(scope));
  if (key === undefined || call === undefined) return;
  if (!(now() - Number(at) < KEPT_MS)) writeDraft(storage, mid, formOf(scope), {});
  else if (actor.getSnapshot().matches('idle')) submissions.resume(scope, { key, call, method: 'POST', params: {} });
}

/** For a screen that shows a slip's outcome. */
export function useUnread(scope: string, actor: SubmissionActor): void {
  const host = useHost();
  const player = playerOf(useSnapshot(host.session));
  useEffect(() => {
    keepUnread(host, formOf(scope), actor);
    if (player !== '') recallUnread(host, scope, actor);
  }, [host, scope, actor, player]);
}
