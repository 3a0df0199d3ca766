/** List of the single bets of an optimised slip (奖金优化). It may have ten thousand rows, so a long list is virtualised (virtual-rows.tsx). */
import { useReadableValue } from '../../../core/use-current.ts';
import { memo, type ReactElement, type ReactNode, useMemo } from 'react';
import { formatMoney } from '../../../../descriptions/format.ts';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { playsOf } from '../../slip/shown-plays.ts';
import type { SingleBet } from '../../slip/optimise.ts';
import type { SlipRuntime } from '../../slip/slip-runtime.ts';
import { useSlipContext } from '../../slip/use-slip.ts';

/** Longest list that is rendered whole. A longer one renders only the rows near the screen. */
const VIRTUAL_FROM = 40;
/** Loaded on demand, because most slips have a short list. */
const VirtualRows = lazyPart(() => import('./virtual-rows.tsx'), null);
/** Separates the matches of a bet. */
const TIMES = ' × ';
/** Keeps a match and its choice in one line. With keep-all in the style sheet, a line breaks only around the ×. */
const inOneLine = (leg: string): string => leg.replaceAll(' ', '\u00a0');

interface BetRowsProps {
  readonly slip: SlipRuntime;
  readonly rows: readonly SingleBet[];
  readonly times: readonly number[];
}

export function BetRows({ slip, rows, times }: BetRowsProps): ReactNode {
  const { sport } = useReadableValue(slip.sport.version);
  const { legs } = useSlipContext(slip);
  const names = useMemo(() => {
    const codes = new Map(legs.map(({ match, code }) => [match, code]));
    const plays = playsOf(sport);
    return ({ match, play, choice }: SingleBet['legs'][number]): string => {
      const shown = plays.get(play);
      return `${codes.get(match) ?? ''} ${shown?.play.choices.find(({ code }) => code === choice)?.name ?? choice}`;
    };
  }, [legs, sport]);

  const row = (bet: SingleBet): ReactElement => (
    <BetRow key={bet.at} slip={slip} bet={bet} times={times[bet.at] ?? 0} text={bet.legs.map((leg) => inOneLine(names(leg))).join(TIMES)} />
  );
  if (rows.length <= VIRTUAL_FROM)
    return (
      <ul className="card" aria-label="单注">
        {rows.map((bet) => (
          <li key={bet.at} className="bet-row">
            {row(bet)}
          </li>
        ))}
      </ul>
    );
  return <VirtualRows rows={rows} row={row} />;
}

interface BetRowProps {
  readonly slip: SlipRuntime;
  readonly bet: SingleBet;
  readonly times: number;
  readonly text: string;
}

const BetRow = memo(function BetRow({ slip, bet, times, text }: BetRowProps): ReactNode {
  const set = (value: number): void => slip.machine.send({ type: 'TIMES', at: bet.at, value });
  return (
    <div className="bet-row__body">
      <span className="bet-row__legs">{text}</span>
      <span className="bet-row__figures">
        赔率积 {bet.odds} · 单注 ¥{formatMoney(bet.prizeFen)}
      </span>
      <span className="bet-row__prize">¥{formatMoney(bet.prizeFen * times)}</span>
      <span className="bet-row__steps">
        <button type="button" aria-label={`${text} 减一倍`} aria-disabled={times === 0 || undefined} onClick={() => set(times - 1)}>
          <Icon name="minus" size={16} />
        </button>
        <output className="bet-row__times">{times} 倍</output>
        <button type="button" aria-label={`${text} 加一倍`} onClick={() => set(times + 1)}>
          <Icon name="plus" size={16} />
        </button>
      </span>
    </div>
  );
});
