/** 加奖中: the bonus periods that the issue on sale is drawn in, until when, and what they add to the plays concerned. */
import type { ReactNode } from 'react';
import { wallClockText } from '../../../../descriptions/periods.ts';
import type { Play } from '../../../../descriptions/types.ts';
import { shortMoney } from '../../text.ts';
import { useVersion } from '../../use-game.ts';
import './bonus-note.css';

/** `plays`: whose tiers are named. Nothing where no bonus is in force. */
export function BonusNote({ plays }: { readonly plays: readonly Play[] }): ReactNode {
  const { game } = useVersion();
  const [first] = game.bonuses ?? [];
  if (first === undefined) return null;
  const raised = new Map<string, string>();
  for (const { prizes } of plays)
    for (const { name, kind, bonusFen } of prizes)
      if (bonusFen !== undefined) raised.set(`${name} ${kind === 'floating' ? '约 ' : ''}+¥${shortMoney(bonusFen)}`, name);
  return (
    <p className="bonus-note" role="note">
      <b>加奖中</b>
      <span>
        {game.bonuses?.map(({ name, until }) => (
          <span key={name}>
            {name} · <i>至 {wallClockText(until)}</i>
          </span>
        ))}
        {raised.size > 0 ? <span className="bonus-note__tiers">每注 {[...raised.keys()].join('、')}</span> : null}
      </span>
    </p>
  );
}
