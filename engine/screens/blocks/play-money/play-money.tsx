import type { ReactNode } from 'react';
import type { BlockDescription } from '../../core/contract.ts';
import { PlayMoney } from '../../kit/play-money.tsx';

export interface PlayMoneyBlock extends BlockDescription {
  readonly block: 'play-money';
}

/** The mark on a line of its own, for screens whose rows show amounts. */
export default function PlayMoneyLine(): ReactNode {
  return (
    <p className="play-money-line">
      <PlayMoney />
    </p>
  );
}
