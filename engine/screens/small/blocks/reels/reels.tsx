import { memo, type ReactNode, useEffect, useState } from 'react';
import type { ReelsBlock } from '../../../../descriptions/generated/screen.ts';
import { formatMoney } from '../../../../descriptions/format.ts';
import { lineOf, payOf, windowOf } from '../../../../small/slot.ts';
import type { SlotRules } from '../../../../small/types.ts';
import { SourceError } from '../../../blocks/parts/source-error.tsx';
import type { BlockProps } from '../../../core/contract.ts';
import { Button } from '../../../kit/button.tsx';
import { Chips } from '../../../kit/chips.tsx';
import { Disclosure } from '../../../kit/disclosure.tsx';
import { ErrorState } from '../../../kit/error-state.tsx';
import { SkeletonBlock } from '../../../kit/skeleton.tsx';
import { Art } from '../../art.tsx';
import { Amounts, Fairness, balanceGapFen, Play, insufficientBalanceText, WalletBalance, Verdict } from '../../parts.tsx';
import { useRules } from '../../use-rules.ts';
import { type SmallPlay, useSmallPlay } from '../../use-small-play.ts';
import './reels.css';

/** The stake of a line, and the number of lines: the request has a bet for each line. */
const LINE = 'line';
const LINES = 'lines';

const STOPS = [
  { value: '0', label: '不止损' },
  { value: '10', label: '累计输满 10 次注额停止' },
] as const;

export default function Reels({ block }: BlockProps<ReelsBlock>): ReactNode {
  const game = useSmallPlay(block, (stakes) => Array.from({ length: stakes[LINES] ?? 1 }, () => ({ code: LINE, fen: stakes[LINE] ?? 0 })));
  const { check, offer, state, context, played, steps, balanceFen, send } = game;
  const { rules, failed, again } = useRules(check?.gameCode, check?.hash);
  const limits = useLimits();
  const slot = rules?.slot;
  const fen = context.stakes[LINE] ?? 0;
  const lines = context.stakes[LINES] ?? 0;
  const first = check?.quickFen[0];
  const most = slot?.lineChoices.at(-1);
  useEffect(() => {
    if (state !== 'ready' && state !== 'over') return;
    if (fen === 0 && first !== undefined) send({ type: 'SUGGEST', code: LINE, fen: first });
    if (lines === 0 && most !== undefined) send({ type: 'SUGGEST', code: LINES, fen: most });
  }, [state, fen, lines, first, most, send]);
  if (game.source.status === 'error' && !check) return <SourceError source={game.source} />;
  if (failed) return <ErrorState text="玩法说明加载失败" onRetry={again} />;
  if (!check || !offer || !slot) return <SkeletonBlock rows={7} />;

  const busy = state === 'placing' || state === 'showing';
  const series = context.series;
  const total = fen * lines;
  const missing = balanceGapFen(total, balanceFen);
  const reason = busy ? '' : check.reason || insufficientBalanceText(missing);
  const shown = steps === Number.POSITIVE_INFINITY ? (played?.book ?? []) : (played?.book ?? []).slice(0, steps);
  const stopped = new Set(shown.filter((step) => step.do === 'stop').map(({ index }) => index));
  const stops = played?.outcome.stops ?? slot.reels.map(() => 0);
  const wins =
    state === 'placing'
      ? []
      : winningLines(
          slot,
          stops,
          shown.filter((step) => step.do === 'line').map(({ index }) => index),
        );
  const textOf = ({ line, name, count }: WinningLine) =>
    `第 ${line + 1} 线 ${name}×${count} 得 ¥${formatMoney(played?.bets[line]?.prizeFen ?? 0)}`;
  return (
    <div className="card small-card">
      <Turns count={wins.length}>
        {(turn) => (
          <>
            <button
              type="button"
              className="small-stage reels"
              onClick={() => send({ type: 'SKIP' })}
              disabled={state !== 'showing'}
              aria-label="直接看结果"
            >
              <Window
                slot={slot}
                stops={stops}
                moving={(reel) => state === 'placing' || (state === 'showing' && !stopped.has(reel))}
                lit={wins[turn]}
              />
            </button>
            <Verdict
              game={game}
              idle="从左起连续相同即中奖"
              note={wins[turn] === undefined ? '' : textOf(wins[turn])}
              all={wins.map(textOf).join('，')}
            />
          </>
        )}
      </Turns>
      <div className="reels__row">
        <span>每线（元）</span>
        <Amounts
          label="每线注额（元）"
          amounts={check.quickFen}
          value={fen}
          disabled={busy}
          onChange={(next) => send({ type: 'STAKE', code: LINE, fen: next })}
        />
      </div>
      <div className="reels__row">
        <span>线数</span>
        <LineChoice slot={slot} lines={lines} disabled={busy} onChange={(count) => send({ type: 'STAKE', code: LINES, fen: count })} />
      </div>
      <p className="small-reason" role="status">
        {reason ||
          (series ? `自动：剩余 ${series.left} 次，累计${series.netFen < 0 ? '输' : '赢'} ¥${formatMoney(Math.abs(series.netFen))}` : '')}
      </p>
      <div className="small-buttons">
        {slot.auto && slot.auto.length > 0 ? (
          // It keeps its place when no series runs. Otherwise 转一次 would move under a finger that wants to stop the series.
          <Button variant="ghost" disabled={!series} onClick={() => send({ type: 'STOP' })}>
            停止自动
          </Button>
        ) : null}
        <Play
          fill={check.reason || series ? undefined : block.fill}
          missing={missing}
          busy={busy}
          disabled={reason !== '' || series !== null}
          onClick={() => send({ type: 'PLAY' })}
        >
          转一次 ¥{formatMoney(total)}
        </Play>
      </div>
      {slot.auto && slot.auto.length > 0 ? (
        <Auto counts={slot.auto} total={total} disabled={busy || reason !== '' || series !== null} limits={limits} send={send} />
      ) : null}
      <Pays slot={slot} returns={check.odds[0]?.returns ?? ''} exact={check.odds[0]?.exact ?? ''} chance={check.odds[0]?.chance ?? ''} />
      <WalletBalance game={game} />
      <Fairness offer={offer} played={played} over={state !== 'showing'} />
    </div>
  );
}

/** A line that pays: the run of equal symbols from the left. */
interface WinningLine {
  /** Its place among the lines, from 0. */
  readonly line: number;
  /** Symbols of the run. */
  readonly count: number;
  /** The symbol's name. */
  readonly name: string;
}

function winningLines(slot: SlotRules, stops: readonly number[], lines: readonly number[]): readonly WinningLine[] {
  const seen = windowOf(slot, stops);
  return lines.flatMap((line) => {
    const at = payOf(slot, lineOf(seen, slot.lines[line] ?? []));
    const pay = at === undefined ? undefined : slot.pays[at];
    if (pay === undefined) return [];
    const symbol = slot.symbols.find(({ code }) => code === pay.symbol);
    return [{ line, count: pay.count, name: symbol?.name ?? pay.symbol }];
  });
}

/** How long each winning line is lit, ms. */
const TURN_MS = 1_600;

/** Gives the number of the line that is lit now, from 0, one after the other. While lines are added, the newest. */
function Turns({ count, children }: { readonly count: number; readonly children: (turn: number) => ReactNode }): ReactNode {
  const [turn, setTurn] = useState({ of: count, at: Math.max(0, count - 1) });
  if (turn.of !== count) setTurn({ of: count, at: Math.max(0, count - 1) });
  useEffect(() => {
    if (count < 2) return;
    const timer = setInterval(() => setTurn(({ of, at }) => ({ of, at: (at + 1) % count })), TURN_MS);
    return () => clearInterval(timer);
  }, [count]);
  return children(turn.of === count ? turn.at : Math.max(0, count - 1));
}

interface LineChoiceProps {
  readonly slot: SlotRules;
  /** How many lines are staked on. */
  readonly lines: number;
  readonly disabled: boolean;
  readonly onChange: (lines: number) => void;
}

function LineChoice({ slot, lines, disabled, onChange }: LineChoiceProps): ReactNode {
  return (
    <fieldset className="small-amounts" disabled={disabled}>
      <legend className="visually-hidden">线数</legend>
      {slot.lineChoices.map((count) => (
        <button key={count} type="button" className="small-chip tabular" aria-pressed={count === lines} onClick={() => onChange(count)}>
          {count} 线
        </button>
      ))}
    </fieldset>
  );
}

interface AutoProps {
  /** Spins of a series that can be chosen. */
  readonly counts: readonly number[];
  /** Stake of a spin, fen. */
  readonly total: number;
  readonly disabled: boolean;
  readonly limits: ReturnType<typeof useLimits>;
  readonly send: SmallPlay['send'];
}

/** When a series of spins stops. */
function useLimits() {
  const [stopOnWin, setStopOnWin] = useState(true);
  const [stopLoss, setStopLoss] = useState('10');
  return { stopOnWin, setStopOnWin, stopLoss, setStopLoss };
}

function Auto({ counts, total, disabled, limits, send }: AutoProps): ReactNode {
  const { stopOnWin, setStopOnWin, stopLoss, setStopLoss } = limits;
  return (
    <Disclosure className="small-fair" title="自动转">
      <Chips label="止损" chips={STOPS} value={stopLoss} onChange={setStopLoss} />
      <label className="reels__stop">
        <input type="checkbox" checked={stopOnWin} onChange={(event) => setStopOnWin(event.target.checked)} /> 赢了就停
      </label>
      <div className="small-buttons">
        {counts.map((count) => (
          <Button
            key={count}
            variant="ghost"
            disabled={disabled}
            onClick={() => send({ type: 'SERIES', count, stopOnWin, stopLossFen: total * Number(stopLoss) })}
          >
            转 {count} 次
          </Button>
        ))}
      </div>
    </Disclosure>
  );
}

function Window({
  slot,
  stops,
  moving,
  lit,
}: {
  readonly slot: SlotRules;
  readonly stops: readonly number[];
  readonly moving: (reel: number) => boolean;
  /** The winning line whose symbols are lit. */
  readonly lit: WinningLine | undefined;
}): ReactNode {
  const seen = windowOf(slot, stops);
  const of = (code: string) => slot.symbols.find((each) => each.code === code);
  // Only the symbols of one line that pay: cells of several lines together would light symbols that won nothing.
  const isLit = (reel: number, row: number) => lit !== undefined && reel < lit.count && slot.lines[lit.line]?.[reel] === row;
  return (
    <span className="reels__window">
      {seen.map((column, reel) => (
        // Reels never move among each other.
        <span key={reel} className={moving(reel) ? 'reels__reel reels__reel--moving' : 'reels__reel'}>
          <span className="reels__strip">
            {column.map((code, row) => (
              <span key={row} className={!moving(reel) && isLit(reel, row) ? 'reels__cell reels__cell--lit' : 'reels__cell'}>
                <Art name={of(code)?.art ?? code} label={of(code)?.name ?? code} />
              </span>
            ))}
          </span>
        </span>
      ))}
    </span>
  );
}

/** It changes with the rules alone, and a play must not wait for it to be compared. */
const Pays = memo(function Pays({
  slot,
  returns,
  exact,
  chance,
}: {
  readonly slot: SlotRules;
  readonly returns: string;
  readonly exact: string;
  readonly chance: string;
}): ReactNode {
  const of = (code: string) => slot.symbols.find((each) => each.code === code);
  return (
    <Disclosure className="small-fair" title={`赔付表：返奖率 ${returns}`}>
      <p>
        每条线返奖率为 {exact}，中奖机会 {chance}；线数只影响波动，不影响返奖率。从左起连续相同即中奖，每线只计最高一种。
      </p>
      <ul className="reels__pays">
        {slot.pays.map(({ symbol, count, times }) => (
          <li key={`${symbol}/${count}`}>
            <span className="reels__symbols" role="img" aria-label={`${of(symbol)?.name ?? symbol} ${count} 个`}>
              {Array.from({ length: count }, (_, i) => (
                <Art key={i} name={of(symbol)?.art ?? symbol} label={of(symbol)?.name ?? symbol} />
              ))}
            </span>
            <b className="tabular">{times} 倍</b>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
});
