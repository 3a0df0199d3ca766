/** A scratch card: the coat is drawn on a canvas over the nine symbols. The machine of the card says when it is open. */
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { formatMoney } from '../../../../descriptions/format.ts';
import { realClock } from '../../../../drivers/timers.ts';
import type { ScratchSurfaceBlock } from '../../../../descriptions/generated/screen.ts';
import { type ScratchEffect, type ScratchEvent, scratchCardMachine } from '../../../../machines/scratch-card.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useHost, useScreen, useScreenState } from '../../../core/hooks.ts';
import { IN_DOUBT_TEXT, useAction } from '../../../core/use-action.ts';
import { useModel } from '../../../core/use-model.ts';
import { vibrate } from '../../../core/vibrate.ts';
import { Button } from '../../../kit/button.tsx';
import { Icon, type IconName } from '../../../kit/icon.tsx';
import { isSceneName, Scene } from '../../../kit/scene.tsx';
import { hapticsOn, soundOn } from '../../stage-settings.ts';
import { type Coat, createCoat, type Point } from './coat.ts';
import './scratch-surface.css';

interface Shown {
  readonly symbols: readonly { readonly code: string; readonly name: string; readonly icon: IconName }[];
  readonly tier: string;
  readonly prizeFen: number;
  readonly says: string;
}
interface Card {
  readonly cardId: string;
  readonly face: string;
  readonly name: string;
  readonly serial: number;
  readonly result: Shown | null;
}

const motionless = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
/** How long an opened card may take to be loaded again. */
const LOAD_MS = 8_000;
const WON_VIBRATION: readonly number[] = [20, 60, 40];

export default function ScratchSurface({ block }: BlockProps<ScratchSurfaceBlock>): ReactNode {
  const screen = useScreen();
  const card = screen.value(block.of) as Card | undefined;
  // Another card is another surface.
  return card?.cardId === undefined ? null : <Surface key={card.cardId} card={card} block={block} />;
}

function Surface({ card, block }: { readonly card: Card; readonly block: ScratchSurfaceBlock }): ReactNode {
  const { state, send, opening } = useCard(card, block);
  const { result } = card;
  const shown = state === 'shown';
  const [shownCard, setShownCard] = useScreenState(block.shown);
  useEffect(() => {
    if (shown && shownCard !== card.cardId) setShownCard(card.cardId);
  }, [shown, shownCard, setShownCard, card.cardId]);
  const { canvas, coat } = useCoat(shown, (permille) => send({ type: 'CLEARED', permille }));
  const { down, move, up } = useStrokes(coat, send);

  const waits =
    state === 'failed' ? 'failed' : shown ? 'shown' : typeof state === 'object' && state.under === 'opening' ? 'opening' : 'coat';
  return (
    <section className="card scratch" aria-label={`${card.name} 第 ${card.serial} 张`} data-state={waits}>
      <header className="scratch__head">
        {isSceneName(card.face) ? <Scene name={card.face} /> : null}
        <div>
          <h2>{card.name}</h2>
          <p>三个图案相同即中奖，刮开六成自动开奖</p>
        </div>
        <small>No.{card.serial}</small>
      </header>
      <div className="scratch__field">
        <ol className="scratch__symbols" aria-hidden={shown ? undefined : true} aria-label={shown ? '图案' : undefined}>
          {Array.from({ length: 9 }, (_, i) => (
            <Cell key={i} symbol={result?.symbols[i]} won={shown && isWinning(result, i)} />
          ))}
        </ol>
        {shown ? null : (
          <canvas
            ref={canvas}
            className="scratch__coat"
            aria-hidden="true"
            onPointerDown={down}
            onPointerMove={move}
            onPointerUp={up}
            onPointerCancel={up}
          />
        )}
      </div>
      <div className="scratch__result" role="status">
        {shown && result !== null ? <Result result={result} /> : null}
        {waits === 'opening' ? <p>{opening.state === 'doubt' ? IN_DOUBT_TEXT : '正在开奖'}</p> : null}
        {waits === 'failed' ? <p>未能获取结果，这张卡还在，请重试。</p> : null}
      </div>
      {shown ? null : (
        <Button variant="primary" wide busy={waits === 'opening'} onClick={() => send({ type: waits === 'failed' ? 'AGAIN' : 'OPEN' })}>
          {waits === 'failed' ? '再试一次' : '一键刮开'}
        </Button>
      )}
    </section>
  );
}

/** The machine of a card: what it asks for is done, and it learns the result. */
function useCard(card: Card, block: ScratchSurfaceBlock) {
  const host = useHost();
  const release = useRef<() => void>(() => {});
  const ask = useRef<() => void>(() => {});
  const late = useRef<() => void>(() => {});
  const { snapshot, send } = useModel<typeof scratchCardMachine, ScratchEffect>(
    scratchCardMachine,
    () => undefined,
    (effect) => {
      switch (effect.do) {
        case 'ask':
          ask.current();
          return;
        case 'hold':
          release.current();
          release.current = host.holdVerdicts?.() ?? (() => {});
          return;
        case 'release':
          release.current();
          release.current = () => {};
          return;
        default:
          if (document.visibilityState === 'hidden') return;
          if (effect.won && hapticsOn(host.storage) && !motionless()) vibrate(WON_VIBRATION);
          if (soundOn(host.storage))
            import('../../stage-sound.ts').then(
              ({ endSound }) => endSound(),
              () => {},
            );
      }
    },
  );
  useEffect(() => () => release.current(), []);
  const opening = useAction(block.action, undefined, (done) => {
    if (!done) send({ type: 'FAILED' });
  });
  useEffect(() => {
    ask.current = () =>
      void opening.run().then((done) => {
        if (!done) send({ type: 'FAILED' });
        // Opened, and the card could not be loaded again: it may be asked for once more, and says the same.
        else late.current = realClock.after(LOAD_MS, () => send({ type: 'FAILED' }));
      });
  });
  useEffect(() => () => late.current(), []);
  const { result } = card;
  const state = snapshot?.value;
  const known = snapshot?.context.known ?? false;
  useEffect(() => {
    if (result !== null && snapshot !== null && !known) send({ type: 'RESULT', won: result.prizeFen > 0 });
  }, [result, snapshot, known, send]);
  return { state, send, opening };
}

/** A finger on the coat. Where nothing may move, a touch opens the card. */
function useStrokes(coat: RefObject<Coat | undefined>, send: (event: ScratchEvent) => void) {
  const at = useRef<Point | undefined>(undefined);
  const down = (event: PointerEvent<HTMLCanvasElement>) => {
    if (motionless()) return send({ type: 'OPEN' });
    const box = event.currentTarget.getBoundingClientRect();
    event.currentTarget.setPointerCapture(event.pointerId);
    send({ type: 'STROKE' });
    const point = { x: event.clientX - box.left, y: event.clientY - box.top };
    coat.current?.stroke(undefined, point);
    at.current = point;
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (at.current === undefined) return;
    const box = event.currentTarget.getBoundingClientRect();
    const native = event.nativeEvent;
    const all = typeof native.getCoalescedEvents === 'function' ? native.getCoalescedEvents() : [];
    for (const { clientX, clientY } of all.length > 0 ? all : [native]) {
      const point = { x: clientX - box.left, y: clientY - box.top };
      coat.current?.stroke(at.current, point);
      at.current = point;
    }
  };
  const up = () => {
    at.current = undefined;
  };
  return { down, move, up };
}

/** A symbol that is three times on the card. */
function isWinning(result: Shown | null, place: number): boolean {
  if (result === null || result.prizeFen === 0) return false;
  const code = result.symbols[place]?.code;
  return result.symbols.filter((symbol) => symbol.code === code).length >= 3;
}

function Cell({ symbol, won }: { readonly symbol: Shown['symbols'][number] | undefined; readonly won: boolean }): ReactNode {
  return (
    <li className={won ? 'scratch__cell scratch__cell--won' : 'scratch__cell'}>
      {symbol === undefined ? null : (
        <>
          <Icon name={symbol.icon} size={32} />
          <span>{symbol.name}</span>
        </>
      )}
    </li>
  );
}

function Result({ result }: { readonly result: Shown }): ReactNode {
  const won = result.prizeFen > 0;
  return (
    <>
      <p className={won ? 'scratch__amount scratch__amount--won' : 'scratch__amount'}>
        {won ? `${result.tier} ¥${formatMoney(result.prizeFen)}` : '未中奖'}
      </p>
      <p className="visually-hidden">{result.says}</p>
    </>
  );
}

/** A canvas with its coat, which is laid when the canvas stands and when its size changes before anything is scratched off. */
function useCoat(shown: boolean, onGone: (permille: number) => void) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const coat = useRef<Coat | undefined>(undefined);
  const tell = useRef(onGone);
  useEffect(() => {
    tell.current = onGone;
  });
  useLayoutEffect(() => {
    const surface = canvas.current;
    if (shown || surface === null) return;
    // Properties of the style sheet that the canvas does not show: their computed values are plain colours.
    const { color: base, caretColor: light, columnRuleColor: ink } = getComputedStyle(surface);
    const made = createCoat(surface, { base, light, ink }, (permille) => tell.current(permille));
    coat.current = made;
    const fit = () => {
      const { clientWidth, clientHeight } = surface;
      if (made !== undefined && made.gone === 0 && clientWidth > 0) made.lay(clientWidth, clientHeight);
    };
    fit();
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(fit);
    observer?.observe(surface);
    return () => {
      observer?.disconnect();
      made?.end();
      coat.current = undefined;
    };
  }, [shown]);
  return { canvas, coat };
}
