/** A bet that was refused, or lost, with a way on. */
import type { ReactNode } from 'react';
import type { Refusal } from '../../../core/contract.ts';
import { useSelected } from '../../../core/use-current.ts';
import { Button } from '../../../kit/button.tsx';
import { REFUSAL_STATUS } from '../../../slip/calls.ts';
import { RefusedSheet, type RefusalText } from '../../../slip/refused-sheet.tsx';
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

export default function Refused({ block, slip }: OutcomeProps): ReactNode {
  const { submission } = slip;
  const { changes } = useSlipContext(slip);
  const sentFen = useSelected(submission, ({ context: { submission: sent } }) => sent?.params.amountFen);
  const { payFen, missingFen } = usePayment(slip, sentFen === undefined ? slip.total().amountFen : BigInt(sentFen));
  const again = (
    <Button variant="primary" onClick={() => resend(slip)}>
      重新投注
    </Button>
  );
  /** What this slip says of a refusal in its own words. */
  const own = ({ status, models }: Refusal): RefusalText | undefined => {
    if (status === REFUSAL_STATUS.issueClosed)
      return {
        title: '有场次已停止投注',
        text: '下面的场次不能再投注，未扣款。其余场次已保留，金额按剩下的场次重算。',
        more: <Stopped legs={stoppedLegs(models)} />,
      };
    if (status !== REFUSAL_STATUS.descriptionChanged) return undefined;
    return {
      title: '赔率或玩法已更新',
      text:
        changes.length > 0
          ? `有 ${changes.length} 处变化，未扣款。请在投注单上核对，接受后再投注。`
          : '赔率或规则有变化，未扣款。投注单已按最新的更新，请核对后再投注。',
    };
  };
  return (
    <RefusedSheet
      submission={submission}
      login={block.login}
      fill={block.fill}
      payFen={payFen}
      missingFen={missingFen}
      lost={{ next: again }}
      own={own}
    />
  );
}

function Stopped({ legs }: { readonly legs: readonly StoppedLeg[] }): ReactNode {
  return legs.length > 0 ? (
    <ul className="outcome__legs">
      {legs.map((leg) => (
        <li key={leg.match}>
          <b>{leg.code}</b>
          <span>{leg.text}</span>
        </li>
      ))}
    </ul>
  ) : null;
}
