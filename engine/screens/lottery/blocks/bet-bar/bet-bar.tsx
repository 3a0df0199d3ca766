/** 机选, what the selection costs, 确定. Always in reach of the thumb. */
import { useSelector } from '@xstate/react';
import { memo, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import type { Line } from '../../../../descriptions/types.ts';
import { formatInteger } from '../../../../descriptions/format.ts';
import { Button } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { PlayMoney } from '../../../kit/play-money.tsx';
import { countRender } from '../../probe.ts';
import { randomOntoBoard } from '../../random.ts';
import { filled, lackText, routeOf, shortMoney } from '../../text.ts';
import { useGame, usePlay, useVersion } from '../../use-game.ts';
import { useShakePicks } from '../../use-shake.ts';
import { Multiplier } from '../slip/multiplier.tsx';
import { RandomSheet } from './random-sheet.tsx';
import './bet-bar.css';

/** A press this long (ms) on 机选 asks how many. */
const LONG_PRESS_MS = 450;
/** Digits of bets and amount that fit between the two buttons in the usual size. */
const LONG_SUM = 10;

export default function BetBar(): ReactNode {
  const runtime = useGame();
  const { game } = useVersion();
  useShakePicks(runtime);
  const toSlip = () => runtime.host.navigate(routeOf(game.confirm, { gameCode: game.code, playCode: runtime.play().code }));
  return (
    <section className="bet-bar" aria-label="投注栏">
      <Summary onSlip={toSlip} />
    </section>
  );
}

interface Sum {
  readonly line: Line;
  readonly bets: bigint;
  readonly reason: string;
}

/** What is on the board as a line, how many bets it makes, and why it makes none. */
function useSum(): Sum {
  const runtime = useGame();
  const { compiled, rules } = useVersion();
  const play = usePlay();
  const picks = useSelector(runtime.selection, ({ context }) => context.picks);
  const bankers = useSelector(runtime.selection, ({ context }) => context.bankers);
  return useMemo(() => {
    const chosen = filled(bankers);
    const line: Line = { play: play.code, picks: filled(picks), ...(Object.keys(chosen).length > 0 ? { bankers: chosen } : {}) };
    const lacks = rules.lacks(compiled, play.code, line.picks, chosen);
    if (lacks.length > 0) return { line, bets: 0n, reason: lackText(lacks, play) };
    const bets = runtime.bets(line);
    return { line, bets, reason: bets > 0n ? '' : '所选号码不能组成一注，请再选' };
  }, [runtime, compiled, rules, play, picks, bankers]);
}

function Summary({ onSlip }: { readonly onSlip: () => void }): ReactNode {
  countRender('summary');
  const runtime = useGame();
  const { game } = useVersion();
  const play = usePlay();
  const reasonId = useId();
  const { line, bets, reason } = useSum();
  const empty = useSelector(runtime.selection, (snapshot) => snapshot.matches('empty'));
  const editing = useSelector(runtime.slip, (snapshot) => snapshot.matches('editing'));
  const multiplier = useSelector(runtime.slip, ({ context }) => context.multiplier);
  const amount = bets * BigInt(play.unitFen ?? game.unitFen) * BigInt(multiplier);

  const figures = `${formatInteger(bets)}${shortMoney(amount)}`;

  const confirm = () => {
    if (game.disabled) return runtime.host.toast(game.disabled);
    if (reason) return runtime.host.toast(reason);
    const { slip, selection } = runtime;
    const before = slip.getSnapshot();
    slip.send(before.matches('editing') ? { type: 'UPDATE', line } : { type: 'ADD', lines: [line] });
    // A full slip has said so; the picks stay where they are.
    if (slip.getSnapshot().context.lines === before.context.lines) return;
    selection.send({ type: 'CLEAR' });
    onSlip();
  };

  return (
    <>
      <div className="bet-bar__top">
        {/* A selection that lacks nothing has no reason to give: the multiplier stands in its place. */}
        {reason ? null : <Multiplier />}
        <span className="bet-bar__reason" id={reasonId}>
          {reason}
        </span>
        <span className="bet-bar__links">
          {empty ? null : (
            <button type="button" onClick={() => runtime.selection.send({ type: 'CLEAR' })}>
              清空
            </button>
          )}
          <SlipLink onSlip={onSlip} />
        </span>
      </div>
      <div className="bet-bar__main">
        <RandomButton onAdded={onSlip} />
        <div className="bet-bar__sum">
          <span className={`bet-bar__figures tabular${figures.length > LONG_SUM ? ' bet-bar__figures--long' : ''}`} role="status">
            {formatInteger(bets)} 注 · <b>¥{shortMoney(amount)}</b>
          </span>
          <PlayMoney />
        </div>
        {/* Not `disabled`: a press says what is missing, and a screen reader can find out. */}
        <Button
          variant="primary"
          className="bet-bar__go"
          aria-disabled={reason !== '' || undefined}
          aria-describedby={reasonId}
          onClick={confirm}
        >
          {editing ? '保存' : '确定'}
        </Button>
      </div>
    </>
  );
}

const SlipLink = memo(function SlipLink({ onSlip }: { readonly onSlip: () => void }): ReactNode {
  const { slip, selection } = useGame();
  const lines = useSelector(slip, ({ context }) => context.lines.length);
  const editing = useSelector(slip, (snapshot) => snapshot.matches('editing'));
  if (editing)
    return (
      <button
        type="button"
        className="bet-bar__slip"
        onClick={() => {
          slip.send({ type: 'CANCEL_EDIT' });
          selection.send({ type: 'CLEAR' });
        }}
      >
        取消修改
      </button>
    );
  return lines > 0 ? (
    <button type="button" className="bet-bar__slip" onClick={onSlip}>
      投注单 {lines} 条
      <Icon name="next" size={16} />
    </button>
  ) : null;
});

const RandomButton = memo(function RandomButton({ onAdded }: { readonly onAdded: () => void }): ReactNode {
  const runtime = useGame();
  const [open, setOpen] = useState(false);
  const pressed = useRef<ReturnType<typeof setTimeout>>(undefined);
  const long = useRef(false);
  const down = () => {
    long.current = false;
    pressed.current = setTimeout(() => {
      long.current = true;
      setOpen(true);
    }, LONG_PRESS_MS);
  };
  const up = () => clearTimeout(pressed.current);
  return (
    <span className="bet-bar__random">
      <button
        type="button"
        onPointerDown={down}
        onPointerUp={up}
        onPointerLeave={up}
        onPointerCancel={up}
        onContextMenu={(event) => event.preventDefault()}
        onClick={() => {
          if (!long.current) randomOntoBoard(runtime);
          long.current = false;
        }}
      >
        机选
      </button>
      <button type="button" aria-label="机选多注" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="back" size={16} />
      </button>
      <RandomSheet open={open} onClose={() => setOpen(false)} onAdded={onAdded} />
    </span>
  );
});
