import type { ReactNode } from 'react';

import { PlayMoney } from '../../kit/play-money.tsx';

/** The mark on a line of its own, for screens whose rows show amounts. */
export default function PlayMoneyLine(): ReactNode {
  return (
    <p className="play-money-line">
      <PlayMoney />
    </p>
  );
}
