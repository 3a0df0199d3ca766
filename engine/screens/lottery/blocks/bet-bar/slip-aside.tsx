/** The slip beside the board, where there is room for it: its lines, what they cost together, and the way on. */
import type { ReactNode } from 'react';
import { formatInteger, formatMoney } from '../../../../descriptions/format.ts';
import { useSelected } from '../../../core/use-current.ts';
import { Button } from '../../../kit/button.tsx';
import { slipTotal } from '../../submit.ts';
import { useGame, useVersion } from '../../use-game.ts';
import { SlipLines } from '../slip/slip-lines.tsx';
import './slip-aside.css';

export default function SlipAside({ onSlip }: { readonly onSlip: () => void }): ReactNode {
  const runtime = useGame();
  // Another version may price the lines again.
  useVersion();
  const count = useSelected(runtime.slip, ({ context }) => context.lines).length;
  const multiplier = useSelected(runtime.slip, ({ context }) => context.multiplier);
  const chased = useSelected(runtime.chase, (snapshot) => (snapshot.matches('off') ? undefined : snapshot.context));
  const { bets, amountFen } = slipTotal(runtime);
  return (
    <section className="slip-aside" aria-label="投注单">
      <h2 className="slip-aside__title">
        投注单
        {count > 0 ? <span className="slip-aside__count tabular">{count} 条</span> : null}
      </h2>
      {count === 0 ? (
        <p className="slip-aside__none">选好号码按“确定”，号码会列在这里。</p>
      ) : (
        <>
          <SlipLines />
          <div className="slip-aside__foot">
            <span className="slip-aside__sum tabular" role="status">
              共 {formatInteger(bets)} 注{chased ? ' · 追号' : multiplier > 1 ? ` × ${formatInteger(multiplier)} 倍` : ''} ·{' '}
              <b>¥{formatMoney(amountFen)}</b>
            </span>
            <Button variant="primary" onClick={onSlip}>
              去投注
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
