/**
 * Where the outcome of a slip is said. The slip says it that was sent, while it is before the player, and what it said ends when its screen is
 * left. Any other outcome is the product's to say over whatever page the player is on (`Host.tellOutcome`): he left while the slip was sent,
 * or put other lines there. Either says it once.
 *
 * A page can go away with the outcome on it: the key is done with by then, and the slip is empty. The next page with that slip asks once more
 * and shows it, as long as nothing was put onto the slip since. Its key lies with the player's drafts: under his id, and gone with the logout.
 */
import { useEffect, useLayoutEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { isUnderWay, type Submission, type SubmissionActor } from '../../machines/submission.ts';
import type { Host } from '../core/contract.ts';
import { draftOwner, readDraft, writeDraft } from '../core/drafts.ts';
import { useHost } from '../core/hooks.ts';
import { carriesSlip, slipScope } from './calls.ts';
import { isFormWaiting } from './group-buy.ts';

const formOf = (code: string): string => `accepted/${slipScope(code)}`;

/** Ms for which an outcome is shown to a page that follows: later the bet is found in the player's orders, and the sheet would surprise. */
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

/** Keeps what was accepted until it is said to its end; `last`, which is, is forgotten. */
function storeUnacknowledged({ storage, session, now }: Host, code: string, last: string, accepted: Submission | null): void {
  const mid = draftOwner(session);
  // The bet of another tab may lie there by now.
  if (last !== '' && readDraft(storage, mid, formOf(code)).key === last) writeDraft(storage, mid, formOf(code), {});
  if (accepted && carriesSlip(accepted)) {
    const { key, call } = accepted;
    writeDraft(storage, mid, formOf(code), { key, call, at: String(now()) });
  }
}

/** Asks for the outcome that an earlier page was left with, if there is one and the slip is still as that bet left it. */
function resumeUnacknowledged(host: Host, code: string, actor: SubmissionActor, isOwn: OutcomeReader['isOwn']): void {
  const { storage, session, submissions } = host;
  const mid = draftOwner(session);
  const { key, call, at } = readDraft(storage, mid, formOf(code));
  if (key === undefined || call === undefined || !actor.getSnapshot().matches('idle')) return;
  const submission: Submission = { key, call, method: 'POST', params: {} };
  if (host.now() - Number(at) < KEPT_MS && isOwn(submission)) submissions.resume(slipScope(code), submission);
  else writeDraft(storage, mid, formOf(code), {});
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
    if (player !== '') resumeUnacknowledged(host, code, actor, isOwn);
  }, [host, code, actor, isOwn, player]);
  return concern;
}
