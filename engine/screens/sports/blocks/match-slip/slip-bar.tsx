/** Multiplier, what the slip costs and can win, and 投注. What stands in the way is said in words above the button. */
import { useReadableValue, useSelected } from '../../../core/use-current.ts';
import { type ReactNode, useId } from 'react';
import { useSnapshot } from 'valtio';
import { formatInteger, formatMoney } from '../../../../descriptions/format.ts';
import type { MatchSlipBlock } from '../../../../descriptions/generated/screen.ts';
import { isUnderWay } from '../../../../machines/submission.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { Button } from '../../../kit/button.tsx';
import { PlayMoney } from '../../../kit/play-money.tsx';
import { Stepper } from '../../../kit/stepper.tsx';
import { type OutcomeRelation, sendingText } from '../../../slip/outcomes.ts';
import { usePayment } from '../../slip/coupon-row.tsx';
import type { SlipRange, SlipRuntime } from '../../slip/slip-runtime.ts';
import { useSlipContext } from '../../slip/use-slip.ts';
import { rangeText } from '../../slip/slip-words.ts';
import { ChangedLine, Refusal } from './slip-notices.tsx';
import { useBlocked } from './use-blocked.ts';

/** Multipliers that many play. */
const QUICK = [10, 50, 100, 500] as const;

interface SlipBarProps {
  readonly block: MatchSlipBlock;
  readonly slip: SlipRuntime;
  readonly concern: OutcomeRelation;
}

export function SlipBar({ block, slip, concern }: SlipBarProps): ReactNode {
  const host = useHost();
  const screen = useScreen();
  const session = useSnapshot(host.session);
  const context = useSlipContext(slip);
  const range = useReadableValue(slip.range);
  const busy = useSelected(slip.submission, isUnderWay);
  const problemId = useId();
  const { bets, amountFen } = slip.total();
  const { coupon, payFen, missingFen } = usePayment(slip, amountFen);
  const { blocked, lacking, stale } = useBlocked(slip);
  const problem = blocked || (missingFen > 0n ? `余额不足，还差 ¥${formatMoney(missingFen)}` : '');
  const fill = !blocked && missingFen > 0n ? block.fill : undefined;
  const ready = context.legs.length > 0;

  const place = (): void => {
    if (blocked) {
      if (stale) void slip.sport.refresh();
      return host.toast(blocked);
    }
    if (!session.loggedIn) return block.login ? void screen.act(block.login) : host.toast('请先登录');
    if (fill) return void screen.act(fill, { missingFen: Number(missingFen) });
    if (missingFen > 0n) return host.toast(problem);
    void slip.submit();
  };
  const { optimise } = block;
  const canOptimise = optimise !== undefined && context.rules.priced && lacking === 0 && ready;
  return (
    <section className="match-slip-bar" aria-label="投注">
      {concern === 'shown' ? <Refusal slip={slip} /> : null}
      <div className="match-slip-bar__row">
        <Stepper
          value={context.multiplier}
          min={1}
          max={context.rules.caps.multiplier}
          label={`倍数，1 至 ${context.rules.caps.multiplier}`}
          less="减一倍"
          more="加一倍"
          unit="倍"
          quick={QUICK}
          onChange={(value) => slip.machine.send({ type: 'MULTIPLIER', value })}
        />
        <PlayMoney />
      </div>
      <ChangedLine slip={slip} />
      {problem && ready && context.changes.length === 0 ? (
        <p className="match-slip-bar__problem" id={problemId} role="status">
          {problem}
        </p>
      ) : null}
      <p className="match-slip-bar__figures" role="status">
        {context.rules.priced && ready ? <Prizes range={range} waiting={lacking === 0} /> : null}
        {session.loggedIn && session.balanceFen !== null ? <span>余额 ¥{formatMoney(session.balanceFen)}</span> : null}
      </p>
      <div className="match-slip-bar__row">
        <div className="match-slip-bar__sum" role="status">
          <span className="match-slip-bar__amount">¥{formatMoney(payFen)}</span>
          <span className="match-slip-bar__note">
            {formatInteger(bets / BigInt(context.multiplier))} 注 × {formatInteger(context.multiplier)} 倍
          </span>
          {coupon ? <span className="match-slip-bar__note">红包抵 ¥{formatMoney(coupon.fen)}</span> : null}
        </div>
        {canOptimise ? (
          <Button className="match-slip-bar__optimise" onClick={() => void screen.act(optimise)}>
            奖金优化
          </Button>
        ) : null}
        <Button
          variant="primary"
          className="match-slip-bar__go"
          busy={busy}
          aria-disabled={blocked !== '' || (session.loggedIn && problem !== '' && !fill) || undefined}
          aria-describedby={problem && ready && context.changes.length === 0 ? problemId : undefined}
          onClick={place}
        >
          {busy ? sendingText(concern) : !session.loggedIn && !blocked ? '登录后投注' : fill ? '去充值' : '确认投注'}
        </Button>
      </div>
    </section>
  );
}

/** Its line is there while the figures are worked out, so that nothing moves. */
function Prizes({ range, waiting }: { readonly range: SlipRange | undefined; readonly waiting: boolean }): ReactNode {
  const text = range === undefined ? (waiting ? '计算中' : '—') : rangeText(range.minFen, range.maxFen);
  return (
    <span className="match-slip-bar__prize">
      预计奖金 <b>{text}</b>
    </span>
  );
}
