/** The slip: lines to change, add and remove, and below them what they cost and 确认投注. */
import { useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import type { SlipBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/empty.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { useGame } from '../../use-game.ts';
import { useSlipIssue } from '../../use-slip-issue.ts';
import { ChaseCell } from '../chase-plan/chase-cell.tsx';
import { RandomSheet } from '../bet-bar/random-sheet.tsx';
import { SlipBar } from './slip-bar.tsx';
import { SlipLines } from './slip-lines.tsx';
import { SlipOutcome } from './slip-outcome.tsx';
import './slip.css';

export default function Slip({ block }: BlockProps<SlipBlock>): ReactNode {
  const runtime = useGame();
  const { slip, host, code } = runtime;
  useSlipIssue();
  const lines = useSelector(slip, ({ context }) => context.lines);
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
      <SlipBar block={block} />
      <SlipOutcome block={block} />
    </>
  );
}
