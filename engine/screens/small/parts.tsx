/** What the blocks of small games share: amounts on chips, the verdict in words, and the check of a play on this phone. */
import { type ReactNode, useState } from 'react';
import { formatMoney } from '../../descriptions/format.ts';
import type { SmallGame } from '../../small/types.ts';
import { useHost } from '../core/hooks.ts';
import { Button } from '../kit/button.tsx';
import type { Check, Offer, Played } from './answers.ts';
import type { SmallPlay } from './use-small-play.ts';
import './small.css';

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

/** How a play ended, told once its book has been shown. Calm when more was lost than won. */
export function Verdict({ game, idle }: { readonly game: SmallPlay; readonly idle: string }): ReactNode {
  const { state, played, problem } = game;
  const over = state === 'over' && played;
  const net = over ? played.prizeFen - played.costFen : 0;
  const text = problem || (state === 'placing' ? '正在确认…' : state === 'showing' ? '' : over ? netText(net) : idle);
  return (
    <p className={net > 0 && over ? 'small-verdict small-verdict--won' : 'small-verdict'} role="status">
      <span className="tabular">{text}</span>
      {over && !problem ? <span className="visually-hidden">{played.result}</span> : null}
    </p>
  );
}

export const netText = (net: number): string => (net > 0 ? `赢 ${formatMoney(net)}` : net < 0 ? `输 ${formatMoney(-net)}` : '不输不赢');

/** The balance after the play that is shown. */
export function Purse({ game }: { readonly game: SmallPlay }): ReactNode {
  const { check, played, state } = game;
  const fen = played && state !== 'showing' ? played.balanceFen : check?.balanceFen;
  return (
    <p className="small-purse">
      <span>
        余额 <b className="tabular">{formatMoney(fen ?? 0)}</b>
      </span>
    </p>
  );
}

/** What the next play was committed to, and, once one was played, its check on this phone in words. */
export function Fairness({
  check,
  offer,
  played,
  over,
}: {
  readonly check: Check;
  readonly offer: Offer;
  readonly played: Played | undefined;
  readonly over: boolean;
}): ReactNode {
  const host = useHost();
  const [verdict, setVerdict] = useState<{ readonly id: string; readonly text: string; readonly ok: boolean }>();
  const [busy, setBusy] = useState(false);
  const proof = over ? played?.proof : null;
  async function verify(): Promise<void> {
    if (!played || !proof) return;
    setBusy(true);
    try {
      const [{ verifyPlay }, game] = await Promise.all([import('./verify.ts'), host.loadDocument<SmallGame>('small', check.gameCode)]);
      setVerdict({ id: played.playId, ...verifyPlay(game, played.outcome, proof) });
    } catch {
      setVerdict({ id: played.playId, text: '没有取到玩法说明，请稍后再试', ok: false });
    }
    setBusy(false);
  }
  return (
    <details className="small-fair">
      <summary>公平：先承诺，后开</summary>
      <p>
        这一手的种子已定，SHA-256 是 <code>{offer.commit}</code>。开出后公布种子，谁都能核对。
      </p>
      {played && proof ? (
        <>
          <p>
            上一手的种子 <code>{proof.seed}</code>，手机的种子 <code>{proof.phoneSeed}</code>。
          </p>
          <Button variant="ghost" busy={busy} onClick={() => void verify()}>
            在本机核对
          </Button>
          <p role="status">{verdict?.id === played.playId ? `${verdict.ok ? '✓ ' : '✗ '}${verdict.text}` : ''}</p>
        </>
      ) : null}
    </details>
  );
}
