/** 机选 1 / 5 / 10: how many random bets go onto the slip. */
import type { ReactNode } from 'react';
import { PlayMoney } from '../../../kit/play-money.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { RANDOM_COUNTS, randomLines } from '../../random.ts';
import { shortMoney } from '../../text.ts';
import { useGame, usePlay, useVersion } from '../../use-game.ts';
import { useTotalMultiplier } from '../slip/multiplier.tsx';
import { useShakeSwitch } from '../../use-shake-switch.ts';

export interface RandomSheetProps {
  readonly onClose: () => void;
  /** The lines are on the slip. */
  readonly onAdded?: () => void;
}

export default function RandomSheet({ onClose, onAdded }: RandomSheetProps): ReactNode {
  const runtime = useGame();
  const { game, rules } = useVersion();
  const play = usePlay();
  const times = useTotalMultiplier();
  const shake = useShakeSwitch(runtime);
  const add = (count: number) => {
    const before = runtime.slip.getSnapshot().context.lines;
    const lines = randomLines(runtime, count);
    runtime.slip.send({ type: 'ADD', lines, terms: runtime.terms(lines) });
    onClose();
    // A slip that is full has said so and is as it was.
    if (runtime.slip.getSnapshot().context.lines !== before) onAdded?.();
  };
  return (
    <Sheet open onClose={onClose} title={`机选 · ${play.name}`}>
      {RANDOM_COUNTS.map((count) => (
        <button key={count} type="button" className="row" onClick={() => add(count)}>
          <span className="row__main row__title">机选 {count} 注</span>
          <span className="row__value amount">¥{shortMoney(rules.amountOf(BigInt(count), play.unitFen ?? game.unitFen, times))}</span>
        </button>
      ))}
      {shake.offered ? (
        <button type="button" className="row" role="switch" aria-checked={shake.on} onClick={() => void shake.toggle()}>
          <span className="row__main row__title">摇一摇机选</span>
          <span className="row__value is-muted">{shake.on ? '已开启' : '未开启'}</span>
        </button>
      ) : null}
      <p className="row__note">
        号码由本机的加密随机源产生，每注机会均等。 <PlayMoney />
      </p>
    </Sheet>
  );
}
