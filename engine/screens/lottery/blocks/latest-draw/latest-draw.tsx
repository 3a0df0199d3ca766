/** The last result. A result that arrives while one looks rolls in ball by ball; a tap shows it at once. */
import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Zone } from '../../../../descriptions/types.ts';
import type { LatestDrawBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { drawEvents } from '../../draw-events.ts';
import { useScreen } from '../../../core/hooks.ts';
import { Balls, ballsText } from '../../../kit/balls.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { type Playback, useDrawPlayback } from '../../use-draw-playback.ts';
import type { Result } from '../../calls.ts';
import { useGame, useVersion, useWatched } from '../../use-game.ts';
import './latest-draw.css';

/** So many balls stand beside the button; more have a row of their own. */
const ONE_ROW = 8;

export default function LatestDraw({ block }: BlockProps<LatestDrawBlock>): ReactNode {
  const screen = useScreen();
  const { page, clock, code } = useGame();
  const { game } = useVersion();
  const loaded = useWatched(page);
  const latest = loaded?.latest[0];
  const due = useSelector(clock, ({ context }) => {
    const { awaiting, issue, now } = context;
    if (awaiting && now >= awaiting.drawsAt) return awaiting.issue;
    return issue && now >= issue.drawsAt ? issue.issue : undefined;
  });
  const { more } = block;
  const { zones } = game.draw;
  const { shown, playing, skip, arrived } = useArrival(latest, zones);
  const waiting = due !== undefined && due !== latest?.issue;
  const rolling = waiting || playing;
  const blank = latest ?? {
    issue: due ?? '',
    numbers: Object.fromEntries(zones.map((zone) => [zone.id, Array(zone.pick).fill(zone.from)])),
  };
  const count = zones.reduce((sum, { pick }) => sum + pick, 0);
  return (
    <section
      className={`card latest-draw${count > ONE_ROW ? ' latest-draw--many' : ''}${rolling ? ' is-rolling' : ''}`}
      aria-label="最近开奖"
    >
      {latest || waiting ? (
        <div className="latest-draw__main">
          <span className="latest-draw__issue tabular">
            {waiting ? `第 ${due} 期 开奖中` : `第 ${latest?.issue} 期${ORIGINS[latest?.origin ?? ''] ?? ''}`}
          </span>
          <Balls zones={zones} numbers={blank.numbers} size="sm" shown={waiting ? 0 : shown} />
        </div>
      ) : (
        <span className="latest-draw__main latest-draw__issue">{loaded ? '还没有开奖记录' : '\u00a0'}</span>
      )}
      {/* In the place of the other button, so that nothing moves while balls roll. */}
      {playing && !waiting ? (
        <button type="button" className="latest-draw__more" onClick={skip}>
          跳过
        </button>
      ) : more ? (
        <button
          type="button"
          className="latest-draw__more"
          aria-label="查看历史开奖"
          onClick={() => void screen.act(more, { gameCode: code, gameName: game.name })}
        >
          历史
          <Icon name="next" size={16} />
        </button>
      ) : null}
      <span className="visually-hidden" role="status">
        {arrived && !playing ? `第 ${arrived.issue} 期开奖：${ballsText(zones, arrived.numbers)}` : ''}
      </span>
    </section>
  );
}

/** Said of a draw that players could not bet on. */
const ORIGINS: Readonly<Record<string, string>> = { demo: '　演示', imported: '　导入' };

/** Plays a result newer than the one that was there at first sight. */
function useArrival(
  latest: Result | undefined,
  zones: readonly Zone[],
): Pick<Playback, 'shown' | 'playing' | 'skip'> & { arrived: Result | undefined } {
  const seen = useRef(latest?.issue);
  const [arrived, setArrived] = useState<Result>();
  const { shown, playing, start, skip } = useDrawPlayback();
  useEffect(() => {
    if (!latest || seen.current === latest.issue) return;
    const first = seen.current === undefined;
    seen.current = latest.issue;
    if (first) return;
    setArrived(latest);
    start(drawEvents(zones, latest.numbers));
  }, [latest, zones, start]);
  return { shown, playing, skip, arrived };
}
