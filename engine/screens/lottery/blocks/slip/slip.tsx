/** The slip: lines to change, add and remove, and below them what they cost and 确认投注. */
import { useSelector } from '@xstate/react';
import { memo, type ReactNode, useState } from 'react';
import { formatInteger } from '../../../../descriptions/format.ts';
import { lineNumbers } from '../../../../rules/line-numbers.ts';
import { formatLine } from '../../../../rules/write.ts';
import type { SlipLine } from '../../../../machines/bet-slip.ts';
import type { SlipBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/empty.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { MiniBalls } from '../../../kit/mini-balls.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { shortMoney } from '../../text.ts';
import { useGame, useVersion } from '../../use-game.ts';
import { useSlipIssue } from '../../use-slip-issue.ts';
import { playOf } from '../../runtime.ts';
import { ChaseCell } from '../chase-plan/chase-cell.tsx';
import { RandomSheet } from '../bet-bar/random-sheet.tsx';
import { SlipBar } from './slip-bar.tsx';
import { SlipOutcome } from './slip-outcome.tsx';
import './slip.css';

export default function Slip({ block }: BlockProps<SlipBlock>): ReactNode {
  const runtime = useGame();
  const { slip, host, code } = runtime;
  useSlipIssue();
  const lines = useSelector(slip, ({ context }) => context.lines);
  const editing = useSelector(slip, ({ context }) => context.editing);
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
        <ul className="card slip" aria-label="投注单号码">
          {lines.map((each) => (
            <LineRow key={each.id} each={each} editing={each.id === editing} />
          ))}
        </ul>
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

/** Numbers of one line that are drawn; the rest is counted. */
const SHOWN_NUMBERS = 40;

const LineRow = memo(function LineRow({ each, editing }: { readonly each: SlipLine; readonly editing: boolean }): ReactNode {
  const runtime = useGame();
  const { game, compiled } = useVersion();
  const { line, id } = each;
  const play = playOf(game, line.play);
  const bets = runtime.bets(line);
  const unit = BigInt(play?.unitFen ?? game.unitFen);
  const shown = play && (compiled.play(play.code)?.play ?? play);
  const text = shown ? formatLine(shown, line) : '';
  const numbers = shown ? lineNumbers(game.draw.zones, shown, line, { most: SHOWN_NUMBERS }) : [];
  const edit = () => {
    runtime.edit(id);
    runtime.host.openGame(runtime.code);
  };
  return (
    <li className={`slip-line${editing ? ' slip-line--editing' : ''}`}>
      <span>
        <span className="visually-hidden">{text}</span>
        <span className="slip-line__picks" aria-hidden="true">
          <MiniBalls groups={numbers} />
        </span>
        <span className="slip-line__note">
          {play?.name ?? line.play} · {formatInteger(bets)} 注 · ¥{shortMoney(bets * unit)}
        </span>
      </span>
      <span className="slip-line__actions">
        <button type="button" className="icon-button" aria-label={`修改 ${play?.name ?? ''} ${text}`} onClick={edit}>
          <Icon name="edit" size={20} />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={`删除 ${play?.name ?? ''} ${text}`}
          onClick={() => runtime.slip.send({ type: 'REMOVE', id })}
        >
          <Icon name="trash" size={20} />
        </button>
      </span>
    </li>
  );
});
