/** The sheet of a slip that was refused, or lost, with a way on. */
import type { ReactNode } from 'react';
import { formatMoney } from '../../descriptions/format.ts';
import type { Action } from '../../descriptions/generated/screen.ts';
import { LOST_STATUS, type SubmissionActor } from '../../machines/submission.ts';
import type { Refusal } from '../core/contract.ts';
import { useScreen } from '../core/hooks.ts';
import { useSelected } from '../core/use-current.ts';
import { Button } from '../kit/button.tsx';
import { Sheet } from '../kit/sheet.tsx';
import { REFUSAL_STATUS } from './calls.ts';
import './outcome.css';

/** A slip's text of a refusal: the reason, the next step, and the part below. */
export interface RefusalText {
  readonly title?: string;
  readonly text: string;
  readonly next?: ReactNode;
  readonly more?: ReactNode;
}

export interface RefusedSheetProps {
  readonly submission: SubmissionActor;
  readonly login: Action | undefined;
  readonly fill: Action | undefined;
  /** What the slip costs now, and what of it the balance does not have. */
  readonly payFen: bigint;
  readonly missingFen: bigint;
  /** A slip that was lost can be sent again. */
  readonly lost: Pick<RefusalText, 'next'> & { readonly note?: string };
  /** What this kind of slip says in its own words. */
  readonly own: (refusal: Refusal) => RefusalText | undefined;
}

/** A refusal names what happened and offers the next step; what was on the slip is all still there. */
export function RefusedSheet(props: RefusedSheetProps): ReactNode {
  const { submission } = props;
  const screen = useScreen();
  const refusal = useSelected(submission, ({ context }) => context.refusal);
  const dismiss = (): void => submission.send({ type: 'DISMISS' });
  const nextStepButton = (label: string, action: Action | undefined, scope?: Readonly<Record<string, unknown>>): ReactNode =>
    action ? (
      <Button
        variant="primary"
        onClick={() => {
          dismiss();
          void screen.act(action, scope);
        }}
      >
        {label}
      </Button>
    ) : null;
  const { title = '投注未成功', text, next, more } = refusalText(props, refusal, nextStepButton);
  return (
    <Sheet
      open
      onClose={dismiss}
      title={title}
      place="centre"
      footer={
        <>
          <Button onClick={dismiss}>{next ? '取消' : '知道了'}</Button>
          {next}
        </>
      }
    >
      <p role="alert">{text}</p>
      {more}
    </Sheet>
  );
}

type NextStepButton = (label: string, action: Action | undefined, scope?: Readonly<Record<string, unknown>>) => ReactNode;

function refusalText(
  { login, fill, payFen, missingFen, lost, own }: RefusedSheetProps,
  refusal: Refusal | null,
  nextStepButton: NextStepButton,
): RefusalText {
  switch (refusal?.status) {
    case REFUSAL_STATUS.notLoggedIn:
      return { title: '请登录', text: '登录已失效。投注单已保留，登录后可以继续投注。', next: nextStepButton('去登录', login) };
    case REFUSAL_STATUS.insufficientFunds:
      return {
        title: '余额不足',
        text: `本单需支付 ¥${formatMoney(payFen)}，余额不足，未扣款。请充值，或减少注数、倍数。`,
        next: nextStepButton('去充值', fill, { missingFen: Math.max(0, Number(missingFen)) }),
      };
    case LOST_STATUS:
      return { text: `网络中断，本次投注未提交，未扣款。投注单已保留。${lost.note ?? ''}`, next: lost.next };
    default:
      return (refusal && own(refusal)) ?? { text: refusal?.msg || '投注未成功，未扣款，请稍后再试。' };
  }
}
