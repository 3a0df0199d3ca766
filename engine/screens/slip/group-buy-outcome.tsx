/** The sheet with the outcome of a slip offered as a group order (合买). A refusal is shown here only if no form waits for it. */
import type { ReactNode } from 'react';
import type { Action } from '../../descriptions/generated/screen.ts';
import { formatInstant } from '../../descriptions/screens/time.ts';
import type { SubmissionActor } from '../../machines/submission.ts';
import { useHost, useScreen } from '../core/hooks.ts';
import { useReadableValue, useSelected } from '../core/use-current.ts';
import { Button } from '../kit/button.tsx';
import { Sheet } from '../kit/sheet.tsx';
import { isFormWaiting, type GroupBuyReceipt } from './group-buy.ts';
import { AcceptedSheet, yuanText } from './accepted-sheet.tsx';

export interface GroupBuyOutcomeProps {
  readonly submission: SubmissionActor;
  readonly gameCode: string;
  /** Action that opens the group order. Its scope has `hmId` and `gameCode`. Undefined: the sheet has no button for it. */
  readonly offered: Action | undefined;
  /** Leads to the page of the next slip. The slip behind the sheet is empty once it was accepted. */
  readonly toBoard: () => void;
}

export default function GroupBuyOutcome({ submission, gameCode, offered, toBoard }: GroupBuyOutcomeProps): ReactNode {
  const host = useHost();
  const screen = useScreen();
  const waits = useReadableValue(isFormWaiting(submission));
  const accepted = useSelected(submission, (snapshot) => snapshot.matches('accepted'));
  const refused = useSelected(submission, (snapshot) => snapshot.matches('refused'));
  const refusal = useSelected(submission, ({ context }) => context.refusal);
  // The server's answer is not checked here. A field that it lacks is not shown.
  const answer = useSelected(submission, ({ context }) => context.answer) as Partial<GroupBuyReceipt> | null;
  if (waits || !(accepted || refused)) return null;
  const dismiss = (): void => submission.send({ type: 'DISMISS' });
  if (refused)
    return (
      <Sheet open onClose={dismiss} title="合买发起失败" place="centre" footer={<Button onClick={dismiss}>知道了</Button>}>
        <p role="alert">{refusal?.msg || '网络中断，本次发起未提交'}，未扣款。投注单已保留，可以再次发起。</p>
      </Sheet>
    );
  const leave = (): void => {
    dismiss();
    toBoard();
  };
  const hmId = answer?.hmId;
  return (
    <AcceptedSheet
      onClose={dismiss}
      title="合买已发起"
      footer={
        <>
          <Button onClick={leave}>继续投注</Button>
          {offered && hmId ? (
            <Button
              variant="primary"
              onClick={() => {
                dismiss();
                void screen.act(offered, { hmId, gameCode });
              }}
            >
              查看合买
            </Button>
          ) : null}
        </>
      }
      amountFen={answer?.paidFen}
      note="分享给朋友，满员后自动出票；未满员全额退款。"
      rows={[
        ['认购截止', formatInstant(answer?.stopsAt, host.offsetMinutes ?? 0, 'date')],
        ['余额', yuanText(answer?.balanceFen)],
        ['方案号', answer?.orderNo],
      ]}
    />
  );
}
