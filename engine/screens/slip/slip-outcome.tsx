/** The outcome of a slip: in doubt, offered to other players, accepted, or refused with a remedy. */
import { type ReactNode, useEffect } from 'react';
import type { Action } from '../../descriptions/generated/screen.ts';
import { isUnderWay, LOST_STATUS, type SubmissionActor } from '../../machines/submission.ts';
import { lazyPart } from '../core/lazy-part.tsx';
import { useReadableValue, useSelected } from '../core/use-current.ts';
import { hasNextStep } from './calls.ts';
import { isFormWaiting, isGroupBuy } from './group-buy.ts';
import { DoubtSheet } from './doubt-sheet.tsx';
import type { OutcomeRelation } from './outcomes.ts';

/** What stands in the place of an outcome whose code is on its way: assistive technology hears that something comes. */
export const LOADING_PLACEHOLDER = <span className="visually-hidden" aria-busy="true" />;

/** Most slips are bet. */
const GroupBuyOutcome = lazyPart(() => import('./group-buy-outcome.tsx'), LOADING_PLACEHOLDER);

export interface SlipOutcomeProps {
  readonly submission: SubmissionActor;
  readonly concern: OutcomeRelation;
  readonly gameCode: string;
  /** The call that offers a slip to others (合买). */
  readonly groupBuyCall: string | undefined;
  readonly block: { readonly login?: Action | undefined; readonly offered?: Action | undefined };
  /** To where the next slip is made, after this one was offered. */
  readonly toBoard: () => void;
  /** Loads the code of the next step. */
  readonly preload: () => void;
  readonly accepted: ReactNode;
  readonly refused: ReactNode;
}

export function SlipOutcome(props: SlipOutcomeProps): ReactNode {
  const { submission, concern, gameCode, groupBuyCall, block, toBoard, preload } = props;
  // What says the outcome is there before it is needed: the network may not be.
  const busy = useSelected(submission, isUnderWay);
  useEffect(() => {
    if (busy) preload();
  }, [busy, preload]);
  const offer = useSelected(submission, ({ context }) => isGroupBuy(context.submission, groupBuyCall));
  const inDoubt = useSelected(submission, (snapshot) => snapshot.matches('doubt'));
  const accepted = useSelected(submission, (snapshot) => snapshot.matches('accepted'));
  const refused = useSelected(
    submission,
    (snapshot) => snapshot.matches('refused') && hasNextStep(snapshot.context.refusal?.status ?? LOST_STATUS),
  );
  const waits = useReadableValue(isFormWaiting(submission));
  if (concern === 'other') return null;
  if (inDoubt) return <DoubtSheet submission={submission} login={block.login} />;
  if (concern !== 'shown') return null;
  if (offer) return <GroupBuyOutcome submission={submission} gameCode={gameCode} offered={block.offered} toBoard={toBoard} />;
  // A form that waits goes first, or says itself what was refused.
  if (waits) return null;
  if (accepted) return props.accepted;
  return refused ? props.refused : null;
}
