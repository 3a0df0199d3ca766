/** 奖金优化: the single bets of the slip with what each pays, plans that share the stake out over them, and each bet's own steps. */
import { useReadableValue, useSelected } from '../../../core/use-current.ts';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { formatInteger, formatMoney } from '../../../../descriptions/format.ts';
import type { MatchOptimiseBlock } from '../../../../descriptions/generated/screen.ts';
import { joined } from '../../../../machines/match-passes.ts';
import { type SlipPlan, unplanned } from '../../../../machines/match-slip.ts';
import { isUnderWay } from '../../../../machines/submission.ts';
import { amountOf } from '../../../../rules/amount.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { Button } from '../../../kit/button.tsx';
import { Chips } from '../../../kit/chips.tsx';
import { Empty } from '../../../kit/empty.tsx';
import { OrderPicker } from '../../../kit/order-picker.tsx';
import { PlayMoney, PlayMoneyLine } from '../../../kit/play-money.tsx';
import { Stepper } from '../../../kit/stepper.tsx';
import { type OutcomeRelation, sendingText, useOutcomeRelation } from '../../../slip/outcomes.ts';
import { CouponRow, usePayment } from '../../slip/coupon-row.tsx';
import { PLAN_NAMES, optimisedPlan, singleBets, type BetOrder, sortBets } from '../../slip/optimise.ts';
import { type SlipRuntime, ticketOf } from '../../slip/slip-runtime.ts';
import { useSlip, useSlipContext } from '../../slip/use-slip.ts';
import { rangeText } from '../../slip/slip-words.ts';
import { ChangedLine, Refusal, StruckOut } from '../match-slip/slip-notices.tsx';
import { SlipOutcome } from '../match-slip/slip-outcome.tsx';
import { useBlocked } from '../match-slip/use-blocked.ts';
import { BetRows } from './bet-rows.tsx';
import '../match-slip/match-slip.css';
import './match-optimise.css';

export default function MatchOptimise({ block }: BlockProps<MatchOptimiseBlock>): ReactNode {
  const slip = useSlip();
  const concern = useOutcomeRelation(slip.sport.code, slip.submission, slip.isOwn);
  const screen = useScreen();
  const context = useSlipContext(slip);
  const { sport } = useReadableValue(slip.sport.version);
  const { legs, rules, passes, plan } = context;
  const ready = legs.length > 0 && rules.priced && joined(context).lacking === 0;
  const fits = ready && !slip.total().overBets;
  const compiled = slip.compiled();
  const { code } = slip.sport;
  const ticket = useMemo(() => ticketOf(code, { rules, legs, passes, multiplier: 1 }), [code, rules, legs, passes]);
  const bets = useMemo(() => (fits ? singleBets(compiled, ticket) : []), [fits, compiled, ticket]);
  const shown = plan?.times.length === bets.length ? plan : null;
  useEffect(() => {
    const { machine } = slip;
    const lost = machine.on('effect', ({ effect }) => {
      if (effect.do === 'planLost') slip.sport.host.toast('投注内容有变，请重新优化');
    });
    return () => {
      lost.unsubscribe();
      const { plan: left } = machine.getSnapshot().context;
      // What the player chose is there when he comes back; what stood here by itself is the slip's stake, whatever that is by then.
      if (left?.plan === 'average' && BigInt(left.total) === slip.total().bets) machine.send({ type: 'UNPLAN' });
    };
  }, [slip]);
  // The stake of the slip is shared out as soon as somebody comes here, and whenever the bets are others.
  const most = bets.length * rules.caps.multiplier;
  const units = Math.min(Math.max(bets.length, Number(slip.total().bets)), most);
  useEffect(() => {
    if (bets.length > 0 && !shown) slip.machine.send({ type: 'PLAN', plan: optimisedPlan(slip, bets, 'average', units) });
  }, [slip, bets, shown, units]);
  // Sorted when somebody asks for it: rows do not jump about under the thumb that changes one.
  const [order, setOrder] = useState<{ readonly by: BetOrder; readonly times: readonly number[] }>({ by: 'order', times: [] });
  const rows = useMemo(() => sortBets(bets, order.by, order.times), [bets, order]);

  if (!fits || !shown)
    return (
      <>
        <ChangedLine slip={slip} />
        <StruckOut slip={slip} />
        {fits ? null : (
          <Empty
            title="没有可以优化的投注"
            note={ready ? `单注超过 ${formatInteger(sport.caps.bets)} 个，请减少选项。` : '请先在投注单里选好场次和过关方式。'}
            picture="no-orders"
          >
            {block.slip ? (
              <Button variant="primary" onClick={() => block.slip && void screen.act(block.slip)}>
                回投注单
              </Button>
            ) : null}
            <PlayMoneyLine />
          </Empty>
        )}
        <SlipOutcome block={block} slip={slip} concern={concern} />
      </>
    );
  const choose = (name: string): void => {
    if (name === 'own') return slip.machine.send({ type: 'PLAN', plan: { ...shown, plan: 'own' } });
    const next = optimisedPlan(slip, bets, name as 'average', shown.total);
    slip.machine.send({ type: 'PLAN', plan: next });
    setOrder({ by: order.by, times: next.times });
  };
  return (
    <>
      <StruckOut slip={slip} />
      <section className="card optimise" aria-label="优化方案">
        <Chips
          label="优化方案"
          chips={Object.entries(PLAN_NAMES).map(([value, label]) => ({ value, label }))}
          value={shown.plan}
          onChange={choose}
        />
        <div className="optimise__total">
          <p className="optimise__note">{NOTES[shown.plan]}</p>
          <Button variant="quiet" onClick={() => choose('average')}>
            重置
          </Button>
        </div>
        <div className="optimise__total">
          <span>计划注数</span>
          <Stepper
            value={shown.total}
            min={1}
            max={most}
            label={`计划注数，1 至 ${most}`}
            less="少一注"
            more="多一注"
            unit="注"
            onChange={(total) =>
              slip.machine.send({ type: 'PLAN', plan: optimisedPlan(slip, bets, shown.plan === 'own' ? 'average' : shown.plan, total) })
            }
          />
        </div>
        <div className="chip-line chip-line--end">
          <OrderPicker
            label="排序"
            options={ORDERS}
            value={order.by}
            onChange={(value) => setOrder({ by: value as BetOrder, times: shown.times })}
          />
        </div>
      </section>
      <BetRows slip={slip} rows={rows} times={shown.times} />
      <CouponRow slip={slip} amountFen={amountOf(BigInt(shown.total), sport.unitFen)} />
      <OptimiseBar block={block} slip={slip} concern={concern} plan={shown} prizes={bets.map(({ prizeFen }) => prizeFen)} />
      <SlipOutcome block={block} slip={slip} concern={concern} />
    </>
  );
}

const NOTES: Readonly<Record<SlipPlan['plan'], string>> = {
  average: '无论哪一注中奖，奖金尽量接近。',
  hot: '每一注中奖都能保本，其余投在赔率最低的一注。',
  cold: '每一注中奖都能保本，其余投在赔率最高的一注。',
  own: '自己分配每一注的倍数，总注数不变。',
};

interface OptimiseBarProps {
  readonly block: MatchOptimiseBlock;
  readonly slip: SlipRuntime;
  readonly concern: OutcomeRelation;
  readonly plan: SlipPlan;
  readonly prizes: readonly number[];
}

function OptimiseBar({ block, slip, concern, plan, prizes }: OptimiseBarProps): ReactNode {
  const host = useHost();
  const screen = useScreen();
  const session = useSnapshot(host.session);
  const { sport } = useReadableValue(slip.sport.version);
  const busy = useSelected(slip.submission, isUnderWay);
  const problemId = useId();
  const amountFen = amountOf(BigInt(plan.total), sport.unitFen);
  const left = unplanned(plan);
  const paid = prizes.map((prize, i) => prize * (plan.times[i] ?? 0)).filter((prize) => prize > 0);
  const [least, most] = paid.length > 0 ? [paid.reduce((a, b) => Math.min(a, b)), paid.reduce((a, b) => Math.max(a, b))] : [0, 0];
  const { coupon, payFen, missingFen } = usePayment(slip, amountFen);
  const { blocked: stopped, stale } = useBlocked(slip);
  const { multiplier } = sport.caps;
  const blocked =
    stopped ||
    (left > 0
      ? `还有 ${formatInteger(left)} 注没有分配`
      : plan.times.some((times) => times > multiplier)
        ? `每种组合最多 ${formatInteger(multiplier)} 倍，请减少注数或自己分配`
        : '');
  const changed = slip.machine.getSnapshot().context.changes.length > 0;
  const problem = blocked || (missingFen > 0n ? `余额不足，还差 ¥${formatMoney(missingFen)}` : '');
  const fill = !blocked && missingFen > 0n ? block.fill : undefined;
  const place = (): void => {
    if (blocked) {
      if (stale) void slip.sport.refresh();
      return host.toast(blocked);
    }
    if (!session.loggedIn) return block.login ? void screen.act(block.login) : host.toast('请先登录');
    if (fill) return void screen.act(fill, { missingFen: Number(missingFen) });
    if (missingFen > 0n) return host.toast(problem);
    void slip.submit('plan');
  };
  return (
    <section className="match-slip-bar" aria-label="投注">
      {concern === 'shown' ? <Refusal slip={slip} /> : null}
      <ChangedLine slip={slip} />
      {problem && !changed ? (
        <p className="match-slip-bar__problem" id={problemId} role="status">
          {problem}
        </p>
      ) : null}
      <div className="match-slip-bar__row">
        <div className="match-slip-bar__sum" role="status">
          <span className="match-slip-bar__amount">¥{formatMoney(payFen)}</span>
          <span className="match-slip-bar__note">
            共 {formatInteger(plan.total)} 注 · {formatInteger(prizes.length)} 种组合
          </span>
          {coupon ? <span className="match-slip-bar__note">红包抵 ¥{formatMoney(coupon.fen)}</span> : null}
          <span className="match-slip-bar__prize">单注奖金 {rangeText(least, most)}</span>
        </div>
        <Button
          variant="primary"
          className="match-slip-bar__go"
          busy={busy}
          aria-disabled={(problem !== '' && !fill) || undefined}
          aria-describedby={problem && !changed ? problemId : undefined}
          onClick={place}
        >
          {busy ? sendingText(concern) : !session.loggedIn ? '登录后投注' : fill ? '去充值' : '确认投注'}
        </Button>
      </div>
      <PlayMoney />
    </section>
  );
}

const ORDERS = [
  { value: 'order', label: '默认排序' },
  { value: 'prize', label: '单注奖金' },
  { value: 'times', label: '预计奖金' },
] as const;
