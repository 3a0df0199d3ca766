/** The issue on sale and the time until it closes, by the server's clock. */
import { useSelector } from '@xstate/react';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { type ClockSnapshot, secondsLeft, shareLeft } from '../../../../machines/draw-clock.ts';
import { ErrorState } from '../../../kit/error-state.tsx';
import { formatSpan } from '../../../../descriptions/screens/time.ts';
import { useGame, useWatched } from '../../use-game.ts';
import './countdown.css';

const stateOf = (snapshot: ClockSnapshot) => snapshot.value;
const leftOf = (snapshot: ClockSnapshot) => secondsLeft(snapshot.context);
/** Where nothing may move by itself the bar is drawn anew so many times in the life of an issue. */
const STEPS = 20;
const shareOf = (snapshot: ClockSnapshot) => Math.ceil(shareLeft(snapshot.context) * STEPS) / STEPS;

export default function Countdown(): ReactNode {
  const { clock, page, pageError, refresh } = useGame();
  const state = useSelector(clock, stateOf);
  const issue = useSelector(clock, ({ context }) => context.issue?.issue);
  const loaded = useWatched(page);
  const error = useWatched(pageError);
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
    <section className={`card countdown countdown--${kind}`} aria-label="本期倒计时">
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
      {running ? <Bar key={issue} /> : <span className="countdown__bar" aria-hidden="true" />}
      <Announcements />
    </section>
  );
}

/** A leaf of its own: a second that passes writes this text and nothing else. */
function Left(): ReactNode {
  const { clock } = useGame();
  const seconds = useSelector(clock, leftOf);
  return <span className="countdown__figure tabular">{formatSpan(seconds * 1000)}</span>;
}

/** Drains by itself, as one long animation: it costs nothing while the page stands. */
function Bar(): ReactNode {
  const { clock } = useGame();
  const share = useSelector(clock, shareOf);
  const [drain] = useState(() => {
    const { issue, now } = clock.getSnapshot().context;
    const span = issue ? Math.max(1, issue.closesAt - issue.opensAt) : 1;
    return { '--span': `${span}ms`, '--gone': `${issue ? Math.min(0, issue.opensAt - now) : 0}ms` };
  });
  return (
    <span className="countdown__bar countdown__bar--drains" style={{ ...drain, '--share': share } as CSSProperties} aria-hidden="true" />
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
