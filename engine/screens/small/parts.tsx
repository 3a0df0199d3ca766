/** What the blocks of small games share: amounts on chips, the verdict in words, and the check of a play on this phone. */
import type { ComponentProps, ReactNode } from 'react';
import { formatMoney } from '../../descriptions/format.ts';
import type { ReelsBlock } from '../../descriptions/generated/screen.ts';
import { useScreen } from '../core/hooks.ts';
import { lazyPart } from '../core/lazy-part.tsx';
import { Button } from '../kit/button.tsx';
import { Disclosure } from '../kit/disclosure.tsx';
import type { Offer, Played } from './answers.ts';
import type { SmallPlay } from './use-small-play.ts';
import './small.css';

// It lies folded under the board, which does not wait for it.
const FairText = lazyPart(() => import('./check-play.tsx'), null);

/** 1000 → "10", 50 → "0.5". */
export const shortYuan = (fen: number): string => formatMoney(fen).replace(/\.?0+$/, (zeros) => (zeros.includes('.') ? '' : zeros));

/** Amounts to choose from, as pressed buttons in a named group. */
export function Amounts({
  label,
  amounts,
  value,
  onChange,
  disabled,
}: {
  readonly label: string;
  readonly amounts: readonly number[];
  readonly value: number;
  readonly onChange: (fen: number) => void;
  readonly disabled?: boolean;
}): ReactNode {
  return (
    <fieldset className="small-amounts" disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {amounts.map((fen) => (
        <button key={fen} type="button" className="small-chip tabular" aria-pressed={fen === value} onClick={() => onChange(fen)}>
          {shortYuan(fen)}
        </button>
      ))}
    </fieldset>
  );
}

/**
 * Outcome of a play, shown after its book, above the draw. Calm when more was lost than won. `note` replaces the draw
 * in words where the drawing shows it. A note that changes by itself is for the eye: screen readers read `all` once.
 */
export function Verdict({
  game,
  idle,
  note,
  all,
}: {
  readonly game: SmallPlay;
  readonly idle: string;
  readonly note?: string;
  readonly all?: string;
}): ReactNode {
  const { state, played, problem } = game;
  const over = state === 'over' && played;
  const net = over ? played.prizeFen - played.costFen : 0;
  const text = problem || (state === 'placing' ? '正在确认…' : state === 'showing' ? '' : over ? netText(net) : idle);
  const drawn = over && !problem ? played.result : '';
  return (
    <VerdictText text={text} won={net > 0 && Boolean(over)} note={problem || !over ? '' : (note ?? drawn)} hidden={all !== undefined}>
      {note === undefined ? null : <span className="visually-hidden">{all && over ? `${all}。${drawn}` : drawn}</span>}
    </VerdictText>
  );
}

/** A verdict and a line under it. Both keep their height while they are empty: a button under them stays where the finger is. */
export function VerdictText({
  text,
  won,
  note,
  hidden = false,
  children,
}: {
  readonly text: string;
  readonly won: boolean;
  readonly note: string;
  /** The note is not for screen readers. */
  readonly hidden?: boolean;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <p className={won ? 'small-verdict small-verdict--won' : 'small-verdict'} role="status">
      <span className="small-verdict__text tabular">{text}</span>
      <span className="small-verdict__note tabular" aria-hidden={hidden || undefined}>
        {note}
      </span>
      {children}
    </p>
  );
}

export const netText = (net: number): string => (net > 0 ? `赢 ¥${formatMoney(net)}` : net < 0 ? `输 ¥${formatMoney(-net)}` : '不输不赢');

/** Missing part of the wallet for the largest cost of a play, in fen; 0 while the balance is unknown. */
export const balanceGapFen = (costFen: number, balanceFen: number | undefined): number =>
  balanceFen === undefined ? 0 : Math.max(0, costFen - balanceFen);

/** Why money keeps a play from being made; '' when it does not. */
export const insufficientBalanceText = (missingFen: number): string => (missingFen > 0 ? `余额不足，还差 ¥${formatMoney(missingFen)}` : '');

/** The button that plays. Where money alone is lacking, `fill` stands in its place. */
export function Play({
  fill,
  missing,
  ...button
}: Omit<ComponentProps<typeof Button>, 'variant'> & { readonly fill: ReelsBlock['fill']; readonly missing: number }): ReactNode {
  const screen = useScreen();
  return fill && missing > 0 && !button.busy ? (
    <Button variant="primary" onClick={() => void screen.act(fill, { missingFen: missing })}>
      去充值
    </Button>
  ) : (
    <Button {...button} variant="primary" />
  );
}

/** The balance that may be shown now; while it is unknown, that it is loading. */
export function WalletBalance({ game: { balanceFen, check } }: { readonly game: SmallPlay }): ReactNode {
  return (
    <p className="small-purse">
      <span>余额 {balanceFen === undefined ? '读取中…' : <b className="tabular">¥{formatMoney(balanceFen)}</b>}</span>
      {check ? (
        <span className="tabular">
          每注 ¥{shortYuan(check.minFen)}–¥{shortYuan(check.maxFen)}，{check.shared ? '一局' : '一次'}最多 ¥{shortYuan(check.roundFen)}
        </span>
      ) : null}
    </p>
  );
}

/** What the next play was committed to, and, once one was played, its check on this phone in words. */
export function Fairness({
  offer,
  played,
  over,
}: {
  readonly offer: Offer;
  readonly played: Played | undefined;
  readonly over: boolean;
}): ReactNode {
  return (
    <Disclosure className="small-fair" title="公平验证：先公布指纹，后开奖">
      <FairText offer={offer} played={over ? played : undefined} />
    </Disclosure>
  );
}
