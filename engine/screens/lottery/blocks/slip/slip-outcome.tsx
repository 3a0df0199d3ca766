/** What became of the bet: placed, refused with a way on, or in doubt and being asked about. */
import { lazy, type ReactNode, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { formatInteger, formatMoney } from '../../../../descriptions/format.ts';
import { formatInstant } from '../../../../descriptions/screens/time.ts';
import { isRepriced } from '../../../../machines/bet-slip.ts';
import { LOST_STATUS } from '../../../../machines/submission.ts';
import { useScreen } from '../../../core/hooks.ts';
import { useSelected } from '../../../core/use-current.ts';
import { Button } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { PlayMoney } from '../../../kit/play-money.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { hasWayOn, type Placed, REFUSED } from '../../calls.ts';
import { couponBook, couponFor } from '../../coupons.ts';
import { chaseOf, slipScope, submitSlip, totalOf } from '../../submit.ts';
import { playOf } from '../../runtime.ts';
import { useGame, useWatched } from '../../use-game.ts';
import { onSale } from '../../use-slip-issue.ts';
import type { SlipBlock } from '../../../../descriptions/generated/screen.ts';
import { isOffer } from '../../offers.ts';
import { useUnread } from '../../unread.ts';
import './outcome.css';

/** Most slips are bet. */
const OfferOutcome = lazy(() => import('../parts/offer-outcome.tsx'));

export function SlipOutcome({ block }: { readonly block: SlipBlock }): ReactNode {
  const { submission, host, code, slip } = useGame();
  useUnread(slipScope(code), submission);
  const offer = useSelected(submission, ({ context }) => isOffer(context.submission, host.gameCalls.together));
  const inDoubt = useSelected(submission, (snapshot) => snapshot.matches('doubt'));
  const accepted = useSelected(submission, (snapshot) => snapshot.matches('accepted'));
  const refused = useSelected(
    submission,
    (snapshot) => snapshot.matches('refused') && hasWayOn(snapshot.context.refusal?.status ?? LOST_STATUS),
  );
  if (inDoubt) return <Doubt block={block} />;
  if (offer)
    return (
      <Suspense fallback={null}>
        <OfferOutcome
          submission={submission}
          gameCode={code}
          offered={block.offered}
          toBoard={() => {
            slip.send({ type: 'CANCEL_EDIT' });
            host.openGame(code);
          }}
        />
      </Suspense>
    );
  if (accepted) return <Accepted block={block} />;
  return refused ? <Refused block={block} /> : null;
}

function Doubt({ block }: { readonly block: SlipBlock }): ReactNode {
  const { submission, host } = useGame();
  const screen = useScreen();
  const { loggedIn } = useSnapshot(host.session);
  const { login } = block;
  return (
    <Sheet open onClose={() => submission.send({ type: 'ASK_DUE' })} title="正在确认结果" place="centre">
      <div className="outcome" role="status">
        <span className="outcome__mark outcome__mark--doubt" aria-hidden="true">
          <Icon name="clock" size={32} />
        </span>
        <p>{loggedIn ? '网络不稳定，正在向服务器查询这次投注是否成功。' : '有一次投注还没有收到结果，登录后会继续查询。'}</p>
        <p>请不要重复投注：同一次投注最多只会扣款一次。</p>
        {loggedIn || !login ? (
          <Button onClick={() => submission.send({ type: 'ASK_DUE' })}>立即查询</Button>
        ) : (
          <Button variant="primary" onClick={() => void screen.act(login)}>
            去登录
          </Button>
        )}
      </div>
    </Sheet>
  );
}

function Accepted({ block }: { readonly block: SlipBlock }): ReactNode {
  const { submission, host, code } = useGame();
  const screen = useScreen();
  // The answer is the server's; what it does not carry is simply not shown.
  const placed = useSelected(submission, ({ context }) => context.answer) as Partial<Placed> | null;
  const done = () => submission.send({ type: 'DISMISS' });
  // The slip behind it is empty now: closing goes where the next bet is made.
  const toBoard = () => {
    done();
    host.openGame(code);
  };
  const { order, chase } = block;
  const orderId = placed?.orderId;
  const chaseId = placed?.chaseId;
  return (
    <Sheet
      open
      onClose={toBoard}
      title={chaseId ? '追号成功' : '投注成功'}
      footer={
        <>
          {chase && chaseId ? (
            <Button
              onClick={() => {
                done();
                void screen.act(chase, { chaseId, gameCode: code });
              }}
            >
              查看追号
            </Button>
          ) : order && orderId ? (
            <Button
              onClick={() => {
                done();
                void screen.act(order, { orderId, gameCode: code });
              }}
            >
              查看订单
            </Button>
          ) : null}
          <Button variant="primary" onClick={toBoard}>
            继续投注
          </Button>
        </>
      }
    >
      <div className="outcome" role="status">
        <span className="outcome__mark" aria-hidden="true">
          <Icon name="check" size={32} />
        </span>
        <p className="amount amount--large">{placed?.amountFen === undefined ? '' : `¥${formatMoney(placed.amountFen)}`}</p>
        <PlayMoney />
        <dl>
          <Row name={chaseId ? '首期' : '期号'} value={placed?.issue && `第 ${placed.issue} 期`} />
          <Row name="追号" value={placed?.issues === undefined ? undefined : `${placed.issues} 期`} />
          <Row name={chaseId ? '每期注数' : '注数'} value={placed?.bets === undefined ? undefined : `${formatInteger(placed.bets)} 注`} />
          <Row name="红包" value={placed?.couponFen === undefined ? undefined : `抵 ¥${formatMoney(placed.couponFen)}`} />
          <Row name="开奖时间" value={formatInstant(placed?.drawsAt, host.offsetMinutes ?? 0, 'date')} />
          <Row name="余额" value={placed?.balanceFen === undefined ? undefined : `¥${formatMoney(placed.balanceFen)}`} />
          <Row name={chaseId ? '追号单号' : '订单号'} value={chaseId ?? orderId} />
        </dl>
      </div>
    </Sheet>
  );
}

function Row({ name, value }: { readonly name: string; readonly value: string | undefined }): ReactNode {
  return value ? (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ) : null;
}

/** A refusal names what happened and offers the next step; the lines are all still there. */
function Refused({ block }: { readonly block: SlipBlock }): ReactNode {
  const runtime = useGame();
  const screen = useScreen();
  const { submission, clock } = runtime;
  const refusal = useSelected(submission, ({ context }) => context.refusal);
  const meant = useSelected(submission, ({ context }) => context.submission?.params.issue);
  const issue = useSelected(clock, onSale);
  const wasChase = useSelected(submission, ({ context }) => context.submission?.params.chase !== undefined);
  const { hash } = useWatched(runtime.version);
  useSelected(runtime.chase, (snapshot) => snapshot);
  const pricedUnder = useSelected(submission, ({ context }) => context.submission?.params.hash);
  const amount = formatMoney(totalOf(runtime).amountFen);
  const dismiss = () => submission.send({ type: 'DISMISS' });
  const repriced = useSelected(runtime.slip, isRepriced);
  const moved = issue !== undefined && meant !== undefined && issue !== meant;
  /** A chase whose issues are still to be loaded anew has no button. */
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
            chaseOf(runtime) ? undefined : couponFor(couponBook(runtime.host, runtime.code), totalOf(runtime).amountFen)?.itemId,
          );
        }}
      >
        {moved ? (wasChase ? '按新期次追号' : `改投第 ${issue} 期`) : label}
      </Button>
    ) : null;

  let title = '投注未成功';
  let text = refusal?.msg || '服务器没有接受这次投注，未扣款。';
  let next: ReactNode = null;
  switch (refusal?.status) {
    case REFUSED.notLoggedIn: {
      title = '请登录';
      text = '登录已失效。投注单已保留，登录后可以继续投注。';
      const { login } = block;
      if (login)
        next = (
          <Button
            variant="primary"
            onClick={() => {
              dismiss();
              void screen.act(login);
            }}
          >
            去登录
          </Button>
        );
      break;
    }
    case REFUSED.issueClosed:
      title = wasChase ? '期次有变化' : '本期已截止';
      text = wasChase ? '所追的期次中有已停止投注的，未扣款。' : `第 ${meant} 期已停止投注，未扣款。`;
      if (sold) {
        text += sold;
        next = resubmit('');
      } else text += wasChase ? '期次更新后可以继续投注。' : '下一期开售后可以继续投注。';
      break;
    case REFUSED.descriptionChanged:
      title = '玩法规则已更新';
      if (hash === pricedUnder) {
        text = '奖金或规则有变化，未扣款。正在载入新规则，请稍候。';
        break;
      }
      text = `奖金或规则有变化，未扣款。${sold || `按新规则共 ¥${amount}，`}请核对后再投注。`;
      next = resubmit(repriced ? '接受并投注' : '按新规则投注', true);
      break;
    case REFUSED.insufficientFunds: {
      title = '余额不足';
      text = `这张投注单需要 ¥${amount}，余额不够，未扣款。可以减少注数或倍数。`;
      const { fill } = block;
      if (fill)
        next = (
          <Button
            variant="primary"
            onClick={() => {
              dismiss();
              void screen.act(fill, {
                missingFen: Math.max(0, Number(totalOf(runtime).amountFen) - (runtime.host.session.balanceFen ?? 0)),
              });
            }}
          >
            去充值
          </Button>
        );
      break;
    }
    case LOST_STATUS:
      text = `网络中断，服务器没有收到这次投注，未扣款。投注单已保留。${sold}`;
      next = resubmit('重新投注');
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
      {refusal?.status === REFUSED.descriptionChanged && hash !== pricedUnder ? <Repriced /> : null}
    </Sheet>
  );
}

/** Lines that are named; the others stand on the slip behind the sheet. */
const NAMED_CHANGES = 5;

/** The prizes that are others now, old and new. */
function Repriced(): ReactNode {
  const runtime = useGame();
  const { game } = useWatched(runtime.version);
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
