/**
 * Where the outcome of a slip is said. The slip says it that was sent, while it is before the player, and what it said ends when its screen is
 * left. Any other outcome is the product's to say over whatever page the player is on (`Host.tellOutcome`): he left while the slip was sent,
 * or put other lines there. Either says it once.
 *
 * A page can go away with a receipt: the key is done with by then, and the slip is empty. If a slip has shown the receipt, the next page with
 * that slip asks once more and shows it, as long as nothing was put onto the slip since. If none has, the player's next page asks and shows
 * it, whatever page that is (unread-outcomes.ts).
 */
import { useEffect, useLayoutEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { isUnderWay, type Submission, type SubmissionActor } from '../../machines/submission.ts';
import type { Host } from '../core/contract.ts';
import { type Draft, draftOwner, readDraft, writeDraft } from '../core/drafts.ts';
import { useHost } from '../core/hooks.ts';
import { carriesSlip, slipScope } from './calls.ts';
import { isFormWaiting } from './group-buy.ts';
import { receiptDraftName } from './unread-outcomes.ts';

/** Ms for which a receipt that was read is shown once more: later the bet is found in the player's orders, and the sheet would surprise. */
const KEPT_MS = 10 * 60_000;

/** Relation of a slip to the submission: none, its sender, or the place that shows the outcome. */
export type OutcomeRelation = 'other' | 'own' | 'shown';

/** What stands on the button of a slip while something is sent. */
export const sendingText = (concern: OutcomeRelation): string => (concern === 'own' ? '提交中' : '上一单提交中');

interface OutcomeReader {
  /** The sent lines are still on the slip, or the slip is empty. */
  readonly isOwn: (sent: Submission) => boolean;
  /** Its page is the one that the player is on. */
  readonly here: () => boolean;
  readonly see: (concern: OutcomeRelation) => void;
  /** Key of the submission that was sent from its slip. */
  key: string;
}

interface OutcomeTracker {
  readonly readers: Set<OutcomeReader>;
  readonly look: () => void;
  /** The reader has left. */
  readonly leave: (reader: OutcomeReader) => void;
}

const trackers = new WeakMap<SubmissionActor, OutcomeTracker>();

/** Has every outcome of the slip of a game said, for as long as the product lives. */
export function trackOutcomes(host: Host, code: string, actor: SubmissionActor): OutcomeTracker {
  const known = trackers.get(actor);
  if (known) return known;
  const readers = new Set<OutcomeReader>();
  /** Key of the submission whose outcome is known and not said to its end; '' for none. */
  let ended = '';
  let by: OutcomeReader | undefined;
  const look = (): void => {
    const snapshot = actor.getSnapshot();
    const { submission } = snapshot.context;
    const key = submission?.key ?? '';
    const last = ended;
    ended = isUnderWay(snapshot) ? '' : key;
    if (ended !== last) {
      by = undefined;
      storeUnacknowledged(host, code, last, snapshot.matches('accepted') ? submission : null);
    }
    for (const reader of readers) if (submission && reader.isOwn(submission)) reader.key = key;
    if (ended !== '' && !by) {
      by = [...readers].reverse().find((reader) => reader.key === key && reader.here());
      if (by) markRead(host, code, key);
      // A form that waits for a refusal says it itself.
      if (!by && ended !== last && !(snapshot.matches('refused') && isFormWaiting(actor).get()))
        host.tellOutcome?.(code, actor, () => ended === key && !by);
    }
    for (const reader of readers) reader.see(reader === by ? 'shown' : key !== '' && reader.key === key ? 'own' : 'other');
  };
  const desk: OutcomeTracker = {
    readers,
    look,
    leave(reader) {
      readers.delete(reader);
      if (by === reader) actor.send({ type: 'DISMISS' });
    },
  };
  trackers.set(actor, desk);
  actor.subscribe(look);
  look();
  return desk;
}

/** The draft with the receipt of a game's slip, for the present player. */
function receiptDraft({ storage, session }: Host, code: string): { readonly draft: Draft; readonly write: (draft: Draft) => void } {
  const mid = draftOwner(session);
  const name = receiptDraftName(code);
  return { draft: readDraft(storage, mid, name), write: (draft) => writeDraft(storage, mid, name, draft) };
}

/** Keeps what was accepted until it is said to its end; `last`, which is, is forgotten. */
function storeUnacknowledged(host: Host, code: string, last: string, accepted: Submission | null): void {
  const { draft, write } = receiptDraft(host, code);
  // The bet of another tab may lie there by now.
  if (last !== '' && draft.key === last) write({});
  if (accepted && carriesSlip(accepted)) {
    const { key, call } = accepted;
    write({ key, call, at: String(host.now()) });
  }
}

/** A slip shows the receipt: no other page than the next one with this slip has to. */
function markRead(host: Host, code: string, shown: string): void {
  const { draft, write } = receiptDraft(host, code);
  if (draft.key === shown) write({ ...draft, read: '1' });
}

/**
 * Asks for the receipt that an earlier page could not finish, if there is one. One that was read is shown for a while, to the slip as the bet
 * left it. `isOwn` left out: the page has no slip.
 */
export function resumeReceipt(host: Host, code: string, actor: SubmissionActor, isOwn?: OutcomeReader['isOwn']): void {
  const { draft, write } = receiptDraft(host, code);
  const { key, call, at, read } = draft;
  if (key === undefined || call === undefined || !actor.getSnapshot().matches('idle')) return;
  const submission: Submission = { key, call, method: 'POST', params: {} };
  if (read === undefined || (host.now() - Number(at) < KEPT_MS && isOwn?.(submission)))
    host.submissions.resume(slipScope(code), submission);
  else if (isOwn) write({});
}

/** For a screen with the slip of a game: what it has to do with the submission. `isOwn` is the same as long as the slip is. */
export function useOutcomeRelation(code: string, actor: SubmissionActor, isOwn: OutcomeReader['isOwn']): OutcomeRelation {
  const host = useHost();
  const player = draftOwner(useSnapshot(host.session));
  const [concern, see] = useState<OutcomeRelation>('other');
  useLayoutEffect(() => {
    const { href } = location;
    const desk = trackOutcomes(host, code, actor);
    const reader: OutcomeReader = { isOwn, here: () => location.href === href, see, key: '' };
    desk.readers.add(reader);
    desk.look();
    return () => desk.leave(reader);
  }, [host, code, actor, isOwn]);
  useEffect(() => {
    if (player !== '') resumeReceipt(host, code, actor, isOwn);
  }, [host, code, actor, isOwn, player]);
  return concern;
}
