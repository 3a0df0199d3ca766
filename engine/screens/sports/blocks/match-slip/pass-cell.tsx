/** 过关: which passes are bet, in one row; the sheet behind it has them all with what each comes to. */
import { memo, type ReactNode, useState } from 'react';
import { formatInteger } from '../../../../descriptions/format.ts';
import { Button } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { type PassCount, passCounts, repeatedBets } from '../../slip/pass-counts.ts';
import type { SlipRuntime } from '../../slip/slip-runtime.ts';
import { passName } from '../../slip/slip-words.ts';
import { passesOfSlip, useSlipContext } from '../../slip/use-slip.ts';

export function PassCell({ slip }: { readonly slip: SlipRuntime }): ReactNode {
  const context = useSlipContext(slip);
  const [open, setOpen] = useState(false);
  const { possible, chosen } = passesOfSlip(context);
  if (possible.length === 0) return null;
  return (
    <>
      <button type="button" className="card match-slip__pass" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>过关方式</span>
        <b>{chosen.map(passName).join('、')}</b>
        <Icon name="next" size={16} />
      </button>
      {open ? <PassSheet slip={slip} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function PassSheet({ slip, onClose }: { readonly slip: SlipRuntime; readonly onClose: () => void }): ReactNode {
  const context = useSlipContext(slip);
  const { possible, chosen } = passesOfSlip(context);
  const compiled = slip.compiled();
  const counts = new Map(passCounts(compiled, slip.ticket(), possible).map((count) => [count.code, count]));
  const repeated = repeatedBets(compiled, slip.ticket());
  // 单关 and M串1 join freely; the others are fixed groups of them.
  const free = possible.filter((pass) => pass.endsWith('_1'));
  const fixed = possible.filter((pass) => !pass.endsWith('_1'));
  const row = (pass: string): ReactNode => (
    <PassChip
      key={pass}
      code={pass}
      count={counts.get(pass)}
      on={chosen.includes(pass)}
      onToggle={() => slip.machine.send({ type: 'PASS', code: pass })}
    />
  );
  return (
    <Sheet
      open
      onClose={onClose}
      title="过关方式"
      footer={
        <>
          <Button onClick={() => slip.machine.send({ type: 'PASSES_RESET' })}>恢复默认</Button>
          <Button variant="primary" onClick={onClose}>
            确定
          </Button>
        </>
      }
    >
      <fieldset className="passes">
        <legend>自由过关，可多选</legend>
        {free.map(row)}
      </fieldset>
      {fixed.length > 0 ? (
        <fieldset className="passes">
          <legend>更多过关</legend>
          {fixed.map(row)}
        </fieldset>
      ) : null}
      <p className="passes__sum" role="status">
        已选 {chosen.length} 种，共 {formatInteger(slip.total().bets / BigInt(context.multiplier))} 注
        {repeated > 0n ? `，其中重复 ${formatInteger(repeated)} 注` : ''}
      </p>
      {repeated > 0n ? (
        <p className="passes__note">场次多于过关场数时，每组场次各算一份，相同的组合会重复计注，中奖时也重复派奖。</p>
      ) : null}
    </Sheet>
  );
}

interface PassChipProps {
  readonly code: string;
  readonly count: PassCount | undefined;
  readonly on: boolean;
  readonly onToggle: () => void;
}

const PassChip = memo(
  function PassChip({ code, count, on, onToggle }: PassChipProps): ReactNode {
    const bets = count?.bets ?? 0n;
    const repeated = count?.repeated ?? 0n;
    return (
      <button
        type="button"
        role="checkbox"
        aria-checked={on}
        className="passes__chip"
        aria-label={`${passName(code)}，${formatInteger(bets)} 注${repeated > 0n ? `，其中重复 ${formatInteger(repeated)} 注` : ''}`}
        onClick={onToggle}
      >
        {passName(code)}
        <span className="passes__count">{formatInteger(bets)} 注</span>
        {repeated > 0n ? <span className="passes__repeat">重复 {formatInteger(repeated)}</span> : null}
      </button>
    );
  },
  (before, after) => before.on === after.on && before.count?.bets === after.count?.bets && before.count?.repeated === after.count?.repeated,
);
