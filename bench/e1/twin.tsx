/**
 * The same board as a careful developer writes it by hand for one game: same markup and styles, each cell subscribed to its own key,
 * the summary to the whole, and no description, rule, machine or BigInt anywhere.
 */
import { memo, useCallback, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Icon } from '../../engine/screens/kit/icon.tsx';
import '../../engine/screens/kit/kit.css';
import '../../engine/screens/lottery/blocks/ball-board/ball-board.css';
import '../../engine/screens/lottery/blocks/bet-bar/bet-bar.css';
import '../../engine/screens/kit/stepper.css';
import { QUICK_PICKS } from '../e3/markup.tsx';
import { MIN_PICKS, cellCount, hasBar, runBoardBench } from './page.ts';

const MAX = 20;
const MOST_TIMES = 99;
const picked = new Set<number>();
const keyListeners = new Map<number, () => void>();
let listeners: (() => void)[] = [];
let version = 0;
let multiplier = 1;
let onRender: ((name: string) => void) | null = null;

function toggle(value: number): void {
  if (picked.has(value)) picked.delete(value);
  else if (picked.size < MAX) picked.add(value);
  else return;
  // As ours does: a light tap where the device has it.
  navigator.vibrate?.(8);
  version += 1;
  keyListeners.get(value)?.();
  for (const listener of listeners) listener();
}

function clear(): void {
  const before = [...picked];
  picked.clear();
  version += 1;
  for (const value of before) keyListeners.get(value)?.();
  for (const listener of listeners) listener();
}

const Cell = memo(function Cell({ value }: { readonly value: number }) {
  onRender?.(`cell:${value}`);
  const subscribe = useCallback(
    (listener: () => void) => {
      keyListeners.set(value, listener);
      return () => keyListeners.delete(value);
    },
    [value],
  );
  const on = useSyncExternalStore(subscribe, () => picked.has(value));
  const text = String(value).padStart(2, '0');
  return (
    <button type="button" className={on ? 'pick cur' : 'pick'} aria-pressed={on} aria-label={`号码 ${text}`} onClick={() => toggle(value)}>
      <span className="pick__ball tone-red">{text}</span>
    </button>
  );
});

function Board({ cells }: { readonly cells: number }) {
  onRender?.('board');
  return (
    <div className="board" role="tabpanel" aria-label="任选选号">
      <fieldset className="board-area" aria-label={`号码，至少选 ${MIN_PICKS} 个`}>
        <div className="board-area__head">
          <span className="board-area__label">
            号码
            <span className="board-area__note">至少选 {MIN_PICKS} 个</span>
          </span>
          <span className="board-quick">
            {QUICK_PICKS.map(([text, name]) => (
              <button key={text} type="button" aria-label={`号码${name}`} onClick={clear}>
                <span>{text}</span>
              </button>
            ))}
          </span>
        </div>
        <div className="board-grid board-grid--grid">
          {Array.from({ length: cells }, (_, i) => (
            <Cell key={i + 1} value={i + 1} />
          ))}
        </div>
      </fieldset>
    </div>
  );
}

function combinations(n: number, k: number): number {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return n < k ? 0 : ways;
}

const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

function subscribeAll(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((each) => each !== listener);
  };
}

function Summary() {
  onRender?.('summary');
  useSyncExternalStore(subscribeAll, () => version);
  const missing = MIN_PICKS - picked.size;
  const bets = combinations(picked.size, MIN_PICKS);
  const figures = `${grouped(bets)}${grouped(bets * 2 * multiplier)}`;
  return (
    <>
      <div className="bet-bar__top">
        <div className="bet-bar__sum">
          <span className={`bet-bar__figures tabular${figures.length > 12 ? ' bet-bar__figures--long' : ''}`} role="status">
            {grouped(bets)} 注 · <b>¥{grouped(bets * 2 * multiplier)}</b>
          </span>
          <span className="bet-bar__note">
            <span className="bet-bar__reason" id="reason">
              {missing > 0 ? `还差 ${missing} 个号码` : ''}
            </span>
            {missing > 0 ? null : <span className="bet-bar__best tabular" />}
          </span>
        </div>
        <span className="bet-bar__links">
          {picked.size === 0 ? null : (
            <button type="button" onClick={clear}>
              清空
            </button>
          )}
        </span>
      </div>
      <div className="bet-bar__main">
        <RandomButton />
        <Multiplier />
        <button
          type="button"
          className="button button--primary bet-bar__go"
          aria-disabled={missing > 0 || undefined}
          aria-describedby="reason"
        >
          确定
          {missing > 0 ? null : (
            <small className="bet-bar__hold" aria-hidden="true">
              长按投注
            </small>
          )}
        </button>
      </div>
    </>
  );
}

const Foot = memo(function Foot() {
  return (
    <p className="bet-bar__foot">
      <span className="play-money">演示 · 无现金价值</span>
    </p>
  );
});

function setMultiplier(value: number): void {
  multiplier = Math.min(Math.max(value, 1), MOST_TIMES);
  version += 1;
  for (const listener of listeners) listener();
}

const Multiplier = memo(function Multiplier() {
  const value = useSyncExternalStore(subscribeAll, () => multiplier);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <span className="stepper">
      <button type="button" aria-label="减一倍" disabled={value <= 1} onClick={() => setMultiplier(value - 1)}>
        <Icon name="minus" size={16} />
      </button>
      <input
        aria-label={`倍数，1 至 ${MOST_TIMES}`}
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="off"
        value={typed ?? `${value}`}
        onFocus={(event) => {
          setTyped(String(value));
          event.currentTarget.select();
        }}
        onChange={(event) => {
          setTyped(event.target.value);
          setMultiplier(Number(event.target.value) || 1);
        }}
        onBlur={() => setTyped(null)}
      />
      <span className="stepper__unit" aria-hidden="true">
        倍
      </span>
      <button type="button" aria-label="加一倍" disabled={value >= MOST_TIMES} onClick={() => setMultiplier(value + 1)}>
        <Icon name="plus" size={16} />
      </button>
    </span>
  );
});

const RandomButton = memo(function RandomButton() {
  return (
    <span className="bet-bar__random">
      <button type="button">机选</button>
      <button type="button" aria-label="机选多注" aria-haspopup="dialog">
        <Icon name="back" size={16} />
      </button>
    </span>
  );
});

runBoardBench({
  watch: (listener) => {
    onRender = listener;
    return () => {
      onRender = null;
    };
  },
  draw: (element) => {
    picked.clear();
    const root = createRoot(element);
    root.render(
      <>
        <Board cells={cellCount()} />
        {hasBar() ? (
          <section className="bet-bar" aria-label="投注栏">
            <Summary />
            <Foot />
          </section>
        ) : null}
      </>,
    );
    return () => root.unmount();
  },
});
