/** A bet that was refused, or lost, with a way on. */
import type { ReactNode } from 'react';
import { formatInteger, formatMoney } from '../../../../descriptions/format.ts';
import type { SlipBlock } from '../../../../descriptions/generated/screen.ts';
import { isRepriced } from '../../../../machines/bet-slip.ts';
import type { Refusal } from '../../../core/contract.ts';
import { useReadableValue, useSelected } from '../../../core/use-current.ts';
import { Button } from '../../../kit/button.tsx';
import { REFUSAL_STATUS } from '../../../slip/calls.ts';
import { RefusedSheet, type RefusalText } from '../../../slip/refused-sheet.tsx';
import { couponBook, couponFor } from '../../../slip/coupons.ts';
import { playOf } from '../../runtime.ts';
import { chaseOf, submitSlip, slipTotal } from '../../submit.ts';
import { useGame } from '../../use-game.ts';
import { issueCodeOnSale } from '../../use-slip-issue.ts';

export default function Refused({ block }: { readonly block: SlipBlock }): ReactNode {
  const runtime = useGame();
  const { submission, clock } = runtime;
  const meant = useSelected(submission, ({ context }) => context.submission?.params.issue);
  const issue = useSelected(clock, issueCodeOnSale);
  const wasChase = useSelected(submission, ({ context }) => context.submission?.params.chase !== undefined);
  const { hash } = useReadableValue(runtime.version);
  useSelected(runtime.chase, (snapshot) => snapshot);
  const pricedUnder = useSelected(submission, ({ context }) => context.submission?.params.hash);
  const { amountFen } = slipTotal(runtime);
  const amount = formatMoney(amountFen);
  const dismiss = () => submission.send({ type: 'DISMISS' });
  const repriced = useSelected(runtime.slip, isRepriced);
  const moved = issue !== undefined && meant !== undefined && issue !== meant;
  /** A chase whose issues are still to be loaded again has no button. */
  const ready = !wasChase || chaseOf(runtime)?.[0]?.issue === issue;
  const sold = moved && ready ? `现在在售的是第 ${issue} 期，共 ¥${amount}。` : '';
  /** `accepts`: the sheet says what has changed, and the button accepts it. Any other leaves a slip with other prizes to its notice. */
  const resubmit = (label: string, accepts = false) =>
    issue && ready ? (
      <Button
        variant="primary"
        onClick={() => {
          if (runtime.shared?.isCurrent() === false) return dismiss();
          if (accepts) runtime.slip.send({ type: 'ACCEPT' });
          if (isRepriced(runtime.slip.getSnapshot())) return dismiss();
          // Where it is another issue the button says which: that is the acknowledgement.
          runtime.slip.send({ type: 'ACKNOWLEDGE' });
          void submitSlip(
            runtime,
            issue,
            chaseOf(runtime) ? undefined : couponFor(couponBook(runtime.host, runtime.code), amountFen)?.itemId,
          );
        }}
      >
        {moved ? (wasChase ? '按新期次追号' : `改投第 ${issue} 期`) : label}
      </Button>
    ) : null;

  /** What this slip says of a refusal in its own words. */
  const own = ({ status }: Refusal): RefusalText | undefined => {
    if (status === REFUSAL_STATUS.issueClosed) {
      const text = wasChase ? '所追的期次中有已停止投注的，未扣款。' : `第 ${meant} 期已停止投注，未扣款。`;
      const later = wasChase ? '期次更新后可以继续投注。' : '下一期开售后可以继续投注。';
      return { title: wasChase ? '期次有变化' : '本期已截止', text: text + (sold || later), next: sold ? resubmit('') : null };
    }
    if (status !== REFUSAL_STATUS.descriptionChanged) return undefined;
    const title = '玩法规则已更新';
    if (hash === pricedUnder) return { title, text: '奖金或规则有变化，未扣款。正在载入新规则，请稍候。' };
    return {
      title,
      text: `奖金或规则有变化，未扣款。${sold || `按新规则共 ¥${amount}，`}请核对后再投注。`,
      next: resubmit(repriced ? '接受并投注' : '按新规则投注', true),
      more: <Repriced />,
    };
  };
  return (
    <RefusedSheet
      submission={submission}
      login={block.login}
      fill={block.fill}
      payFen={amountFen}
      missingFen={amountFen - BigInt(runtime.host.session.balanceFen ?? 0)}
      lost={{ note: sold, next: resubmit('重新投注') }}
      own={own}
    />
  );
}

/** Lines that are named; the others stand on the slip behind the sheet. */
const NAMED_CHANGES = 5;

/** The prizes that are others now, old and new. */
function Repriced(): ReactNode {
  const runtime = useGame();
  const { game } = useReadableValue(runtime.version);
  const lines = useSelected(runtime.slip, ({ context }) => context.lines).filter(({ now }) => now);
  if (lines.length === 0) return null;
  return (
    <ul className="outcome__changes">
      {lines.slice(0, NAMED_CHANGES).map(({ id, line, terms, now }) => (
        <li key={id}>
          {playOf(game, line.play)?.name ?? line.play} 奖金 <s>{terms?.prize || '无'}</s>
          <span className="visually-hidden">变为</span> <b>{now?.prize || '无'}</b>
          {terms?.prize === now?.prize ? '，单价或规则已变' : ''}
        </li>
      ))}
      {lines.length > NAMED_CHANGES ? <li>等 {formatInteger(lines.length)} 条</li> : null}
    </ul>
  );
}
