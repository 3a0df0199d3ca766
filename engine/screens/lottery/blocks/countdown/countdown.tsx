/** The issue on sale and the time until it closes, by the server's clock. */
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type ClockSnapshot, secondsLeft, shareLeft } from '../../../../machines/draw-clock.ts';
import { ErrorState } from '../../../kit/error-state.tsx';
import { replaceTextContent } from '../../../core/write-text.ts';
import { useReadableValue, useSelected } from '../../../core/use-current.ts';
import { formatSpan } from '../../../../descriptions/screens/time.ts';
import { useGame } from '../../use-game.ts';
import './countdown.css';

const stateOf = (snapshot: ClockSnapshot) => snapshot.value;
const leftOf = (snapshot: ClockSnapshot): string => formatSpan(secondsLeft(snapshot.context) * 1000);
/** The bar moves when this much of the selling time has passed: a dot of the phone, and for a short issue every second. */
const STEPS = 400;
const barOf = (snapshot: ClockSnapshot): string => `scaleX(${Math.round(shareLeft(snapshot.context) * STEPS) / STEPS})`;

export default function Countdown(): ReactNode {
  const { clock, page, pageError, refresh } = useGame();
  const state = useSelected(clock, stateOf);
  const issue = useSelected(clock, ({ context }) => context.issue?.issue);
  const loaded = useReadableValue(page);
  const error = useReadableValue(pageError);
  if (!loaded && error) return <ErrorState inline text={error} onRetry={refresh} />;

  const running = state === 'open' || state === 'closing';
  const words = {
    idle: loaded ? '暂无在售期' : '加载中',
    closed: '已截止',
    drawing: '开奖中',
    drawn: '已开奖',
    settled: '已开奖',
    open: '',
    closing: '',
  }[state];
  const kind = state === 'closing' ? 'closing' : running || state === 'idle' ? 'open' : 'closed';
  return (
    <section className={`card countdown countdown--${loaded ? kind : 'loading'}`} aria-label="本期倒计时">
      <span className="countdown__issue tabular">{issue ? `第 ${issue} 期` : '\u00a0'}</span>
      <span className="countdown__time" role="timer" aria-live="off">
        {running ? (
          <>
            <span>距截止</span>
            <Left />
          </>
        ) : (
          <span className="countdown__figure">{words}</span>
        )}
      </span>
      {running ? <Bar /> : <span className="countdown__bar" aria-hidden="true" />}
      <Announcements />
    </section>
  );
}

/**
 * Writes what a function makes of the clock where it is to stand, whenever that is something else. A second that passes renders nothing:
 * a page that nobody touches would spend more on rendering than on all else.
 */
function useWritten<E extends HTMLElement>(
  of: (snapshot: ClockSnapshot) => string,
  write: (element: E, text: string) => void,
): RefObject<E | null> {
  const { clock } = useGame();
  const ref = useRef<E>(null);
  useLayoutEffect(() => {
    let written: string | undefined;
    const look = (snapshot: ClockSnapshot): void => {
      const text = of(snapshot);
      if (text === written || !ref.current) return;
      written = text;
      write(ref.current, text);
    };
    look(clock.getSnapshot());
    const { unsubscribe } = clock.subscribe(look);
    return unsubscribe;
  }, [clock, of, write]);
  return ref;
}

/** The box around running figures is as wide as so many digits, so that the page is not laid out again for them. */
function writeLeft(element: HTMLElement, text: string): void {
  replaceTextContent(element, text);
  const digits = /^[\d:]+$/.test(text) ? String(text.length) : '';
  if (element.dataset.digits === digits) return;
  element.dataset.digits = digits;
  element.style.inlineSize = digits && `${digits}ch`;
}
const writeBar = (element: HTMLElement, transform: string): void => void (element.style.transform = transform);

function Left(): ReactNode {
  return (
    <span className="countdown__figure tabular">
      <span ref={useWritten(leftOf, writeLeft)} className="countdown__digits" />
    </span>
  );
}

/** Moved with the seconds: an animation that runs by itself would have the phone draw sixty times a second for as long as the page stands. */
function Bar(): ReactNode {
  return (
    <span className="countdown__bar" aria-hidden="true">
      <span ref={useWritten(barOf, writeBar)} className="countdown__left" />
    </span>
  );
}

/** Spoken, not shown: three times before closing, and once when it closes. */
function Announcements(): ReactNode {
  const { clock } = useGame();
  const [text, setText] = useState('');
  useEffect(() => {
    const effects = clock.on('effect', ({ effect }) => {
      if (effect.do === 'announce') setText(`第 ${effect.issue} 期距截止还有 ${effect.seconds} 秒`);
      if (effect.do === 'closed') setText(`第 ${effect.issue} 期已截止`);
    });
    return () => effects.unsubscribe();
  }, [clock]);
  return (
    <span className="visually-hidden" role="status">
      {text}
    </span>
  );
}
