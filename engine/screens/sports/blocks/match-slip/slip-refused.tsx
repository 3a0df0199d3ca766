/** A bet that was refused, or lost, with a way on. */
import type { ReactNode } from 'react';
import { formatMoney } from '../../../../descriptions/format.ts';
import type { MatchSlipBlock } from '../../../../descriptions/generated/screen.ts';
import { LOST_STATUS } from '../../../../machines/submission.ts';
import { useScreen } from '../../../core/hooks.ts';
import { useSelected } from '../../../core/use-current.ts';
import { Button } from '../../../kit/button.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { REFUSED } from '../../../lottery/calls.ts';
import { usePayment } from '../../slip/coupon-row.tsx';
import { resend } from '../../slip/resend.ts';
import { useSlipContext } from '../../slip/use-slip.ts';
import type { OutcomeProps } from './slip-outcome.tsx';

interface StoppedLeg {
  readonly match: string;
  readonly code: string;
  readonly text: string;
}

const stoppedLegs = (models: unknown): readonly StoppedLeg[] => {
  const legs = (models as { readonly legs?: unknown } | undefined)?.legs;
  return Array.isArray(legs) ? (legs as StoppedLeg[]).filter((leg) => typeof leg?.code === 'string') : [];
};

/** A refusal names what happened and offers the next step; what is still sold is all still there. */
export default function Refused({ block, slip }: OutcomeProps): ReactNode {
  const screen = useScreen();
  const { submission } = slip;
  const context = useSlipContext(slip);
  const refusal = useSelected(submission, (snapshot) => snapshot.context.refusal);
  const sentFen = useSelected(submission, ({ context: { submission: sent } }) => sent?.params.amountFen);
  const { payFen, missingFen } = usePayment(slip, sentFen === undefined ? slip.total().amountFen : BigInt(sentFen));
  const dismiss = (): void => submission.send({ type: 'DISMISS' });
  const act = (label: string, action: MatchSlipBlock['login']): ReactNode =>
    action ? (
      <Button
        variant="primary"
        onClick={() => {
          dismiss();
          void screen.act(action, { missingFen: Math.max(0, Number(missingFen)) });
        }}
      >
        {label}
      </Button>
    ) : null;

  let title = '投注未成功';
  let text = refusal?.msg || '服务器没有接受这次投注，未扣款。';
  let next: ReactNode = null;
  let stopped: readonly StoppedLeg[] = [];
  switch (refusal?.status) {
    case REFUSED.notLoggedIn:
      title = '请登录';
      text = '登录已失效。投注单已保留，登录后可以继续投注。';
      next = act('去登录', block.login);
      break;
    case REFUSED.issueClosed:
      title = '有场次已停售';
      stopped = stoppedLegs(refusal.models);
      text = '下面的场次不能再投注，未扣款。其余场次已保留，金额按剩下的场次重算。';
      break;
    case REFUSED.descriptionChanged:
      title = '赔率或玩法已更新';
      text =
        context.changes.length > 0
          ? `有 ${context.changes.length} 处变化，未扣款。请在投注单上核对，接受后再投注。`
          : '赔率或规则有变化，未扣款。投注单已按最新的更新，请核对后再投注。';
      break;
    case REFUSED.insufficientFunds:
      title = '余额不足';
      text = `这张投注单需要 ¥${formatMoney(payFen)}，余额不够，未扣款。可以减少注数或倍数。`;
      next = act('去充值', block.fill);
      break;
    case LOST_STATUS:
      text = '网络中断，服务器没有收到这次投注，未扣款。投注单已保留。';
      next = (
        <Button variant="primary" onClick={() => resend(slip)}>
          重新投注
        </Button>
      );
      break;
    default:
  }
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
      {stopped.length > 0 ? (
        <ul className="match-outcome__legs">
          {stopped.map((leg) => (
            <li key={leg.match}>
              <b>{leg.code}</b>
              <span>{leg.text}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </Sheet>
  );
}
