/** Multiplier, amount, balance and 确认投注. */
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { formatInteger, formatMoney } from '../../../../descriptions/format.ts';
import { isMoved, isRepriced } from '../../../../machines/bet-slip.ts';
import { isUnderWay } from '../../../../machines/submission.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { useReadableValue, useSelected } from '../../../core/use-current.ts';
import { Button } from '../../../kit/button.tsx';
import { PlayMoney } from '../../../kit/play-money.tsx';
import { couponBook } from '../../../slip/coupons.ts';
import { useCoupon } from '../../../slip/use-coupon.ts';
import type { GameCalls } from '../../calls.ts';
import { consumeImmediatePlacement } from '../../place-when-shown.ts';
import { submitSlip, slipTotal } from '../../submit.ts';
import { useGame, useVersion } from '../../use-game.ts';
import { useLimitProblem } from '../../use-limits.ts';
import { issueCodeOnSale } from '../../use-slip-issue.ts';
import { type ChaseSummary, useChase } from '../chase-plan/chase-editor.tsx';
import { Multiplier } from './multiplier.tsx';
import { isGroupBuy } from '../../../slip/group-buy.ts';
import { hasNextStep } from '../../../slip/calls.ts';
import { type OutcomeRelation, sendingText } from '../../../slip/outcomes.ts';
import type { SlipBlock } from '../../../../descriptions/generated/screen.ts';

export function SlipBar({ block, concern }: { readonly block: SlipBlock; readonly concern: OutcomeRelation }): ReactNode {
  const runtime = useGame();
  const screen = useScreen();
  const session = useSnapshot(useHost().session);
  const { game } = useVersion();
  const { slip, submission, clock } = runtime;
  const context = useSelected(slip, (snapshot) => snapshot.context);
  const busy = useSelected(submission, isUnderWay);
  const issue = useSelected(clock, issueCodeOnSale);
  const acknowledge = useRef<HTMLButtonElement>(null);
  const accept = useRef<HTMLButtonElement>(null);
  const repriced = context.lines.filter(({ now }) => now).length;
  const loaded = useReadableValue(runtime.page) !== null;
  const chase = useChase();
  const limitProblem = useLimitProblem(!issue ? null : chase.on ? chase.plan : [{ issue, multiplier: context.multiplier }]);
  const [problemId, movedId, repricedId] = [useId(), useId(), useId()];

  const { bets, amountFen } = slipTotal(runtime);
  const fitting = useCoupon(couponBook(runtime.host, runtime.code), amountFen);
  const coupon = chase.on || !session.loggedIn ? undefined : fitting;
  const payFen = amountFen - BigInt(coupon?.fen ?? 0);
  const text = useMemo(
    () => JSON.stringify({ game: game.code, lines: context.lines.map(({ line }) => line) }).length,
    [game.code, context.lines],
  );
  const lengthProblem = tooLong(text + MULTIPLIER_TEXT, chase.on, runtime.host.gameCalls.ticketText);
  const missing = session.loggedIn && session.balanceFen !== null ? payFen - BigInt(session.balanceFen) : 0n;
  const stopped =
    game.disabled ??
    (context.lines.length === 0
      ? '请先选择号码'
      : !issue
        ? loaded
          ? '本期已截止，正在等待下一期'
          : '正在载入本期信息'
        : chaseProblem(chase, issue) || lengthProblem || limitProblem);
  const problem = stopped || (missing > 0n ? `余额不足，还差 ¥${formatMoney(missing)}` : '');
  // Money is checked last: after a recharge the slip can be placed.
  const fill = stopped === '' && missing > 0n ? block.fill : undefined;

  const place = () => {
    if (context.lines.length === 0) return runtime.host.toast('请先选择号码');
    if (isMoved(slip.getSnapshot())) return acknowledge.current?.focus();
    if (isRepriced(slip.getSnapshot())) return accept.current?.focus();
    if (!session.loggedIn) return block.login ? void screen.act(block.login) : runtime.host.toast('请先登录');
    if (fill) return void screen.act(fill, { missingFen: Number(missing) });
    if (problem || !issue) return runtime.host.toast(problem);
    void submitSlip(runtime, issue, coupon?.itemId);
  };

  // The board's 确定 was held. Obstacles are shown as after a tap; a player that leaves first has not placed it.
  // Before the slip knows the visible issue, a closing could go unnoticed.
  const ready = issue === undefined ? loaded : context.meant === issue;
  useEffect(() => {
    if (ready && consumeImmediatePlacement(runtime)) place();
  });
  useEffect(() => () => void consumeImmediatePlacement(runtime), [runtime]);

  return (
    <section className="slip-bar" aria-label="投注">
      {context.passed ? (
        <Notice id={movedId} does="知道了" button={acknowledge} onClick={() => slip.send({ type: 'ACKNOWLEDGE' })}>
          第 {context.passed} 期已截止，{chase.on ? '追号将从' : '号码将投注'}第 {context.meant} 期{chase.on ? '开始' : ''}
        </Notice>
      ) : null}
      {repriced > 0 ? (
        <Notice id={repricedId} does="接受" button={accept} onClick={() => slip.send({ type: 'ACCEPT' })}>
          {formatInteger(repriced)} 条号码的奖金或规则已变，请核对上面的新奖金
        </Notice>
      ) : null}
      {concern === 'shown' ? <Refusal /> : null}
      <div className="slip-bar__row">
        {chase.on ? <span className="slip-bar__note">每期倍数在追号中设置</span> : <Multiplier />}
        <PlayMoney />
      </div>
      {problem && session.loggedIn && context.lines.length > 0 ? (
        <p className="slip-bar__problem" id={problemId} role="status">
          {problem}
        </p>
      ) : null}
      <div className="slip-bar__row">
        <div className="slip-bar__sum" role="status">
          <span className="slip-bar__amount">¥{formatMoney(payFen)}</span>
          <span className="slip-bar__note">
            {formatInteger(bets)} 注
            {chase.on ? (chase.ready ? ` · 追 ${chase.played} 期` : '') : ` × ${formatInteger(context.multiplier)} 倍`}
            {coupon ? ` · 红包抵 ¥${formatMoney(coupon.fen)}` : ''}
            {session.loggedIn && session.balanceFen !== null ? ` · 余额 ¥${formatMoney(session.balanceFen)}` : ''}
          </span>
        </div>
        <Button
          variant="primary"
          className="slip-bar__go"
          busy={busy}
          aria-disabled={
            (session.loggedIn && problem !== '' && !fill) ||
            context.lines.length === 0 ||
            context.passed !== undefined ||
            repriced > 0 ||
            undefined
          }
          aria-describedby={context.passed ? movedId : repriced > 0 ? repricedId : problem ? problemId : undefined}
          onClick={place}
        >
          {busy ? sendingText(concern) : !session.loggedIn ? '登录后投注' : fill ? '去充值' : chase.on ? '确认追号' : '确认投注'}
        </Button>
      </div>
    </section>
  );
}

/** What the server said to a bet that it did not take, where no more can be done than to read it and change the slip. */
function Refusal(): ReactNode {
  const { submission, host } = useGame();
  const refusal = useSelected(submission, (snapshot) => (snapshot.matches('refused') ? snapshot.context.refusal : null));
  const offer = useSelected(submission, ({ context }) => isGroupBuy(context.submission, host.gameCalls.groupBuy));
  if (!refusal || offer || hasNextStep(refusal.status)) return null;
  return (
    <Notice does="知道了" onClick={() => submission.send({ type: 'DISMISS' })}>
      {refusal.msg || '投注未成功'}，未扣款。
    </Notice>
  );
}

interface NoticeProps {
  readonly id?: string;
  readonly children: ReactNode;
  /** Text of its button. */
  readonly does: string;
  readonly button?: RefObject<HTMLButtonElement | null>;
  readonly onClick: () => void;
}

/** Notices that the player must confirm before a bet is sent. */
function Notice({ id, children, does, button, onClick }: NoticeProps): ReactNode {
  return (
    <div className="slip-bar__notice">
      <p id={id} role="alert">
        {children}
      </p>
      <button ref={button} type="button" onClick={onClick}>
        {does}
      </button>
    </div>
  );
}

/** What the multiplier adds to the ticket's text. */
const MULTIPLIER_TEXT = 24;

/** Typed entries by the hundred thousand: more than one request carries is said before it is sent. */
function tooLong(length: number, chase: boolean, most: GameCalls['ticketText']): string {
  const limit = most && (chase ? most.chase : most.single);
  return limit === undefined || length <= limit
    ? ''
    : `号码文字共 ${formatInteger(length)} 字，${chase ? '追号' : '一张投注单'}最多 ${formatInteger(limit)} 字，请删去一些，分几次投注`;
}

/** Why the chase as it stands cannot be sent; '' when it can, or when there is none. */
function chaseProblem({ on, ready, failed, plan, played }: ChaseSummary, issue: string): string {
  if (!on) return '';
  if (failed) return '可追的期次加载失败，请打开追号设置重试';
  if (!ready || plan[0]?.issue !== issue) return '正在载入可追的期次';
  return played === 0 ? '每一期都是 0 倍，请至少投一期' : '';
}
