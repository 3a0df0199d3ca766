/** The slip of a sports game: what changed, the matches with their picks, the passes, and below them what it costs and can win. */
import { useReadableValue, useSelected } from '../../../core/use-current.ts';
import { type ReactNode, useState } from 'react';
import type { Action, MatchSlipBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useScreen } from '../../../core/hooks.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/empty.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { GroupBuyCell } from '../../../slip/group-buy-cell.tsx';
import { CouponRow } from '../../slip/coupon-row.tsx';
import { formTickets, type SlipRuntime } from '../../slip/slip-runtime.ts';
import { useOutcomeRelation } from '../../../slip/outcomes.ts';
import { useSlip, useSlipContext } from '../../slip/use-slip.ts';
import { ClearSheet } from './clear-sheet.tsx';
import { PassCell } from './pass-cell.tsx';
import { ReleaseCell } from './release-cell.tsx';
import { SlipBar } from './slip-bar.tsx';
import { SlipMatches } from './slip-matches.tsx';
import { StruckOut } from './slip-notices.tsx';
import { SlipOutcome } from './slip-outcome.tsx';
import { useBlocked } from './use-blocked.ts';
import './match-slip.css';

export default function MatchSlip({ block }: BlockProps<MatchSlipBlock>): ReactNode {
  const slip = useSlip();
  const concern = useOutcomeRelation(slip.sport.code, slip.submission, slip.isOwn);
  const screen = useScreen();
  const { sport } = useReadableValue(slip.sport.version);
  const { legs, late } = useSlipContext(slip);
  const struck = useSelected(slip.sport.picks, ({ context }) => context.struck);
  const [clearing, setClearing] = useState(false);
  const { board } = block;
  const final = sport.payout.kind === 'odds' && sport.payout.odds === 'final' ? sport.payout : undefined;
  return (
    <>
      <StruckOut slip={slip} />
      {legs.length === 0 ? (
        <Empty
          title={late.length + struck.length > 0 ? '所选场次均已停止投注' : '投注单里还没有场次'}
          note="去赛事列表点选赔率，再回来这里。"
          picture="no-orders"
        >
          {board ? (
            <Button variant="primary" onClick={() => void screen.act(board)}>
              去选比赛
            </Button>
          ) : null}
        </Empty>
      ) : (
        <>
          <SlipMatches slip={slip} />
          <div className="match-slip__tools">
            {board ? (
              <Button onClick={() => void screen.act(board)}>
                <Icon name="plus" size={16} />
                继续选比赛
              </Button>
            ) : null}
            <Button onClick={() => setClearing(true)} aria-haspopup="dialog">
              清空
            </Button>
          </div>
          <PassCell slip={slip} />
          {block.together ? <Offer slip={slip} together={block.together} login={block.login} /> : null}
          {block.release ? <ReleaseCell slip={slip} release={block.release} login={block.login} /> : null}
          <CouponRow slip={slip} amountFen={slip.total().amountFen} />
          {final ? (
            <p className="match-slip__final">
              奖金以赛后最终 SP 为准：每注 {sport.unitFen / 100} 元 × 各场 SP 之积 × {final.sharePermille / 10}%，最低{' '}
              {final.leastFen / 100} 元。
            </p>
          ) : null}
          {sport.payout.kind === 'pool' ? <p className="match-slip__final">奖金由奖池分配，截止后按全部投注计算，开奖后公布。</p> : null}
        </>
      )}
      <ClearSheet slip={slip} open={clearing} onClose={() => setClearing(false)} />
      <SlipBar block={block} slip={slip} concern={concern} />
      <SlipOutcome block={block} slip={slip} concern={concern} />
    </>
  );
}

/** 发起合买: only of games whose description allows it. */
function Offer({
  slip,
  together,
  login,
}: {
  readonly slip: SlipRuntime;
  readonly together: Action;
  readonly login: Action | undefined;
}): ReactNode {
  const { host, code, version } = slip.sport;
  const screen = useScreen();
  const { sport } = useReadableValue(version);
  const { blocked, stale } = useBlocked(slip);
  if (!sport.groupBuy || host.sportCalls?.groupBuy === undefined) return null;
  const open = (): void => {
    if (stale) void slip.sport.refresh();
    if (blocked) return host.toast(blocked);
    if (!host.session.loggedIn) return login ? void screen.act(login) : host.toast('请先登录');
    const { bets, amountFen } = slip.total();
    formTickets.set(slip.sport, slip.request().params.ticket ?? '');
    void screen.act(together, { gameCode: code, gameName: sport.name, amountFen: amountFen.toString(), bets: bets.toString() });
  };
  return <GroupBuyCell onOpen={open} />;
}
