import type { ReactNode } from 'react';

/** Stands wherever an amount of money stands. `short` is for places where the long form is on the same screen. */
export function PlayMoney({ short = false }: { readonly short?: boolean }): ReactNode {
  return <span className="play-money">{short ? '演示' : '演示 · 无现金价值'}</span>;
}

/** The mark on a line of its own. */
export function PlayMoneyLine(): ReactNode {
  return (
    <p className="play-money-line">
      <PlayMoney />
    </p>
  );
}
