/** The slip: lines to change, add and remove, and below them what they cost and 确认投注. */
import { type ReactNode, useCallback, useState } from 'react';
import type { Action, SlipBlock } from '../../../../descriptions/generated/screen.ts';
import { isMoved, isRepriced } from '../../../../machines/bet-slip.ts';
import type { Submission } from '../../../../machines/submission.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useScreen } from '../../../core/hooks.ts';
import { useSelected } from '../../../core/use-current.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/empty.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { playsOf } from '../../runtime.ts';
import { useOutcomeRelation } from '../../../slip/outcomes.ts';
import { slipTotal } from '../../submit.ts';
import { useGame, useVersion } from '../../use-game.ts';
import { issueCodeOnSale, useSlipIssue } from '../../use-slip-issue.ts';
import { couponBook } from '../../../slip/coupons.ts';
import { BonusNote } from '../parts/bonus-note.tsx';
import CouponCell from '../../../slip/coupon-cell.tsx';
import { GroupBuyCell } from '../../../slip/group-buy-cell.tsx';
import { ChaseCell } from '../chase-plan/chase-cell.tsx';
import { RandomSheet } from '../bet-bar/random-part.tsx';
import { SlipBar } from './slip-bar.tsx';
import { SlipLines } from './slip-lines.tsx';
import { SlipOutcome } from './slip-outcome.tsx';
import './slip.css';

export default function Slip({ block }: BlockProps<SlipBlock>): ReactNode {
  const runtime = useGame();
  const { slip, host, code, submission } = runtime;
  useSlipIssue();
  const concern = useOutcomeRelation(
    code,
    submission,
    useCallback(
      ({ params }: Submission) => {
        const stands = slip.getSnapshot().context.lines.map(({ line }) => line);
        return stands.length === 0 || params.ticket?.includes(JSON.stringify(stands)) === true;
      },
      [slip],
    ),
  );
  const lines = useSelected(slip, ({ context }) => context.lines);
  const [random, setRandom] = useState(false);
  const [clearing, setClearing] = useState(false);
  const toBoard = () => {
    slip.send({ type: 'CANCEL_EDIT' });
    host.openGame(code);
  };
  return (
    <>
      {lines.length === 0 ? (
        <Empty title="投注单里还没有号码" note="自己选一注，或者让手机机选。" picture="no-orders" />
      ) : (
        <SlipLines onEdit={() => host.openGame(code)} />
      )}
      {lines.length > 0 ? <Bonus /> : null}
      <div className="slip__tools">
        <Button onClick={toBoard}>
          <Icon name="plus" size={16} />
          自选号码
        </Button>
        <Button onClick={() => setRandom(true)} aria-haspopup="dialog">
          机选
        </Button>
        {lines.length > 0 ? (
          <Button onClick={() => setClearing(true)} aria-haspopup="dialog">
            清空
          </Button>
        ) : null}
      </div>
      <RandomSheet open={random} onClose={() => setRandom(false)} />
      <Sheet
        open={clearing}
        onClose={() => setClearing(false)}
        title="清空投注单"
        place="centre"
        footer={
          <>
            <Button onClick={() => setClearing(false)}>取消</Button>
            <Button
              variant="primary"
              onClick={() => {
                slip.send({ type: 'CLEAR' });
                runtime.chase.send({ type: 'OFF' });
                setClearing(false);
              }}
            >
              清空
            </Button>
          </>
        }
      >
        <p>将删除 {lines.length} 条号码，删除后不能恢复。</p>
      </Sheet>
      {lines.length > 0 ? <ChaseCell page={block.plan} /> : null}
      {lines.length > 0 && block.together ? <Offer together={block.together} login={block.login} /> : null}
      {lines.length > 0 ? <Coupon /> : null}
      <SlipBar block={block} concern={concern} />
      <SlipOutcome block={block} concern={concern} />
    </>
  );
}

/** 加奖 of the plays on the slip; each issue of a chase pays what holds at its own draw. */
function Bonus(): ReactNode {
  const { slip } = useGame();
  const { game } = useVersion();
  const codes = useSelected(slip, ({ context }) => context.lines.map(({ line }) => line.play).join());
  const picked = codes.split(',');
  return <BonusNote plays={playsOf(game).filter(({ code }) => picked.includes(code))} />;
}

/** 红包: of one issue. The last row: it comes when the bag has answered, and nothing below it moves. */
function Coupon(): ReactNode {
  const runtime = useGame();
  const { slip, chase, submission, host, code } = runtime;
  // Lines and multiplier make the amount.
  useSelected(slip, ({ context }) => context);
  const chasing = useSelected(chase, (snapshot) => !snapshot.matches('off'));
  return (
    <CouponCell
      book={couponBook(host, code)}
      submission={submission}
      amountFen={slipTotal(runtime).amountFen}
      off={chasing ? '红包不能用于追号' : ''}
    />
  );
}

/** 发起合买: only of games whose description allows it, and of one issue. */
function Offer({ together, login }: { readonly together: Action; readonly login: Action | undefined }): ReactNode {
  const runtime = useGame();
  const { slip, host, code, chase, clock } = runtime;
  const screen = useScreen();
  const { game } = useVersion();
  const chasing = useSelected(chase, (snapshot) => !snapshot.matches('off'));
  if (!game.groupBuy || host.gameCalls.groupBuy === undefined || chasing) return null;
  const open = (): void => {
    if (isMoved(slip.getSnapshot())) return host.toast('请先确认上面的期次变化');
    if (isRepriced(slip.getSnapshot())) return host.toast('请先确认奖金或规则的变化');
    if (!host.session.loggedIn) return login ? void screen.act(login) : host.toast('请先登录');
    const unsold = runtime.page.get() ? '本期已截止，正在等待下一期' : '正在载入本期信息';
    const problem = game.disabled ?? (issueCodeOnSale(clock.getSnapshot()) ? '' : unsold);
    if (problem) return host.toast(problem);
    const { bets, amountFen } = slipTotal(runtime);
    void screen.act(together, { gameCode: code, gameName: game.name, amountFen: amountFen.toString(), bets: bets.toString() });
  };
  return <GroupBuyCell onOpen={open} />;
}
