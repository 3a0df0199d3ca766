/**
 * 合买: a slip offered to other players as a group order. A form of a described screen takes shares, guarantee and commission;
 * ticket, price and submission are the slip's own, so that a slip is either bet or offered, once. This file has the part that every slip
 * needs; the sending code is loaded on demand (group-buy.ts).
 */
import type { Submitted } from '../../drivers/submissions.ts';
import type { Submission, SubmissionActor } from '../../machines/submission.ts';
import type { Host, Refusal } from '../core/contract.ts';
import { type ObservableValue, observableValue } from '../core/observable.ts';

/** The terms of a group order, as the form gives them: fields of the call beside those of the ticket. */
export type GroupBuyTerms = Readonly<Record<string, string>>;

/** Answer to a slip that was offered, as far as it is shown. */
export interface GroupBuyReceipt {
  readonly hmId: string;
  readonly orderNo?: string;
  /** Own shares and guarantee, fen. */
  readonly paidFen: number;
  readonly stopsAt: number;
  readonly balanceFen: number;
}

/** Whether a submission of a slip starts a group order. */
export function isGroupBuy(submission: Submission | null, groupBuyCall: string | undefined): boolean {
  return groupBuyCall !== undefined && submission?.call === groupBuyCall;
}

const forms = new WeakMap<SubmissionActor, ObservableValue<boolean>>();

/** True while a form waits for the outcome: then the form says what was refused, and the slip does not. */
export function isFormWaiting(submission: SubmissionActor): ObservableValue<boolean> {
  let waits = forms.get(submission);
  if (!waits) forms.set(submission, (waits = observableValue(false)));
  return waits;
}

/** Waits for the outcome on behalf of the form. What was accepted is shown by the slip. */
export async function awaitFormOutcome(
  host: Host,
  submission: SubmissionActor,
  submit: () => Promise<Submitted>,
): Promise<boolean | Refusal> {
  const waits = isFormWaiting(submission);
  waits.set(true);
  try {
    const submitted = await submit();
    if (submitted.state === 'accepted') return true;
    if (submitted.state === 'busy') {
      host.toast('正在提交，请稍候');
      return false;
    }
    submission.send({ type: 'DISMISS' });
    const { status, msg, models } = submitted;
    return { status, msg, models };
  } finally {
    // The form's sheet goes first, then the slip says that the group order has started.
    setTimeout(() => waits.set(false), 0);
  }
}
