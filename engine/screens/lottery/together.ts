/**
 * 合买: a slip offered to others, who pay for shares of it. What they are offered (shares, guarantee, commission) is asked for by a form of
 * a described screen; ticket, price and submission are the slip's own, so that a slip is either bet or offered, once.
 */
import { v7 } from 'uuid';
import type { Submitted } from '../../drivers/submissions.ts';
import type { Submission, SubmissionActor } from '../../machines/submission.ts';
import type { Host, Refusal } from '../core/contract.ts';
import { NOT_DONE } from '../core/actions.ts';
import { LOST_STATUS } from '../../machines/submission.ts';
import { REFUSED } from './calls.ts';
import { gameRuntime } from './runtime.ts';
import { requestOf, slipScope } from './submit.ts';
import { onSale } from './use-slip-issue.ts';
import { type Watched, watched } from './value.ts';

/** What the others are offered, as the form gives it: fields of the call beside those of the ticket. */
export type Terms = Readonly<Record<string, string>>;

/** Answer to a slip that was offered, as far as it is shown. */
export interface Offered {
  readonly hmId: string;
  /** Own shares and guarantee, fen. */
  readonly paidFen: number;
  readonly stopsAt: number;
  readonly balanceFen: number;
}

/** Whether a submission of a slip offers it to others. */
export function isOffer(submission: Submission | null, together: string | undefined): boolean {
  return together !== undefined && submission?.call === together;
}

const forms = new WeakMap<SubmissionActor, Watched<boolean>>();

/** True while a form waits for the outcome: then the form says what was refused, and the slip does not. */
export function formWaits(submission: SubmissionActor): Watched<boolean> {
  let waits = forms.get(submission);
  if (!waits) forms.set(submission, (waits = watched(false)));
  return waits;
}

/** Offers the slip of a number game. A refusal is for the form; false when it was said otherwise. */
export async function offerSlip(host: Host, code: string, terms: Terms): Promise<boolean | Refusal> {
  const runtime = await gameRuntime(host, code).catch(() => undefined);
  if (!runtime) {
    host.toast('游戏加载失败，请检查网络');
    return false;
  }
  const issue = onSale(runtime.clock.getSnapshot());
  if (!issue) return { status: REFUSED.issueClosed, msg: '本期已截止，下一期开售后可以发起' };
  if (runtime.shared?.isCurrent() === false) return false;
  return offered(host, runtime.submission, terms, (fields) => host.submissions.submit(slipScope(code), requestOf(runtime, issue, fields)));
}

/** Waits for the outcome on behalf of the form. What was accepted is shown by the slip. */
export async function offered(
  host: Host,
  submission: SubmissionActor,
  terms: Terms,
  submit: (terms: Terms) => Promise<Submitted>,
): Promise<boolean | Refusal> {
  const waits = formWaits(submission);
  waits.set(true);
  try {
    const given = Object.entries(terms).filter(([, value]) => value !== '');
    const submitted = await submit({ id: v7(), ...Object.fromEntries(given) });
    if (submitted.state === 'accepted') return true;
    if (submitted.state === 'busy') {
      host.toast('正在提交，请稍候');
      return false;
    }
    submission.send({ type: 'DISMISS' });
    const { status, msg, models } = submitted;
    return { status, msg: status === LOST_STATUS ? NOT_DONE : msg, models };
  } finally {
    // The form's sheet goes first, then the slip says that it was offered.
    setTimeout(() => waits.set(false), 0);
  }
}
