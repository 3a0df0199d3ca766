/** The last result. A draw that comes while one looks is played on a stage over the page; a tap shows it at once. */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { ClockContext } from '../../../../machines/draw-clock.ts';
import type { LatestDrawBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { drawEvents } from '../../draw-events.ts';
import { zonesOfDraw } from '../../draw-zones.ts';
import { useScreen } from '../../../core/hooks.ts';
import { useReadableValue, useSelected } from '../../../core/use-current.ts';
import { Balls, ballsText } from '../../../kit/balls.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Icon } from '../../../kit/icon.tsx';
import type { Result } from '../../calls.ts';
import { useDrawStage } from '../../use-draw-stage.ts';
import { useGame, useVersion } from '../../use-game.ts';
import './latest-draw.css';

const loadCard = () => import('../../stage-card.tsx');
const StageCard = lazy(loadCard);

/** So many balls stand beside the button; more have a row of their own. */
const ONE_ROW = 8;
/** From here on the seconds to a draw are counted down (s). */
const COUNTED = 10;

/** As long as the issue of a quick game: stands unseen until one is known. */
const KEPT_ISSUE = '第 202601010001 期';

/**
 * Which issue the numbers are of, or that the next is about to come. Each has the room of the other: were it as long as its text, the balls
 * would move to another line and the board below them under the finger, twice in each issue.
 */
function Issue({ of, coming }: { readonly of: string; readonly coming: string | undefined }): ReactNode {
  return (
    <span className="latest-draw__issue tabular">
      <span data-hidden={coming === undefined ? undefined : ''}>{of}</span>
      <span data-hidden={coming === undefined ? '' : undefined}>{coming ?? `${COUNTED} 秒后开奖`}</span>
    </span>
  );
}

/** The issue that is drawn next: the one that is closed and not drawn, else the one on sale. */
const nextOf = ({ awaiting, issue }: ClockContext) => awaiting ?? issue;

export default function LatestDraw({ block }: BlockProps<LatestDrawBlock>): ReactNode {
  const screen = useScreen();
  const { page, clock, code } = useGame();
  const version = useVersion();
  const { game } = version;
  const loaded = useReadableValue(page);
  const latest = loaded?.latest[0];
  const due = useSelected(clock, ({ context }) => {
    const next = nextOf(context);
    return next && context.now >= next.drawsAt ? next.issue : undefined;
  });
  const next = useSelected(clock, ({ context }) => nextOf(context)?.issue);
  // Changes once a second in the last ten, and not before.
  const seconds = useSelected(clock, ({ context }) => {
    const left = Math.ceil(((nextOf(context)?.drawsAt ?? 0) - context.now) / 1000);
    return left > 0 && left <= COUNTED ? left : undefined;
  });
  const { more } = block;
  const zones = latest ? zonesOfDraw(version, latest.drawsAt) : game.draw.zones;
  const stage = useDrawStage();
  const { expect, due: tellDue, start } = stage;
  const arrived = useArrival(latest);
  const waiting = due !== undefined && due !== latest?.issue;
  const rolling = stage.state === 'rolling';
  const coming = waiting ? '开奖中' : seconds !== undefined && !rolling ? `${seconds} 秒后开奖` : undefined;

  useEffect(() => {
    if (next !== undefined && stage.state === 'idle') expect(next);
  }, [next, stage.state, expect]);
  useEffect(() => {
    if (due === undefined || !waiting) return;
    tellDue(due);
    void loadCard().catch(() => {});
  }, [due, waiting, tellDue]);
  useEffect(() => {
    if (arrived) start(arrived.issue, drawEvents(zones, arrived.numbers));
  }, [arrived, zones, start]);

  const blank = latest ?? {
    issue: due ?? '',
    numbers: Object.fromEntries(zones.map((zone) => [zone.id, Array(zone.pick).fill(zone.from)])),
  };
  const count = zones.reduce((sum, { pick }) => sum + pick, 0);
  const shows = latest && (rolling || stage.state === 'over') && stage.issue === latest.issue && arrived?.issue === latest.issue;
  return (
    <section
      className={`card latest-draw${count > ONE_ROW ? ' latest-draw--many' : ''}${waiting || rolling ? ' is-rolling' : ''}`}
      aria-label="最近开奖"
    >
      {latest || waiting ? (
        <div className="latest-draw__main">
          <Issue of={`第 ${latest?.issue ?? due} 期${ORIGINS[latest?.origin ?? ''] ?? ''}`} coming={coming} />
          <Balls zones={zones} numbers={blank.numbers} size="sm" shown={waiting ? 0 : stage.shown} />
          {game.facts ? <span className="latest-draw__facts">{waiting || rolling ? null : <Facts of={latest?.facts} />}</span> : null}
        </div>
      ) : (
        // As high as the draw that will stand here, lines under the balls included: what is below does not move when it comes.
        <div className="latest-draw__main latest-draw__main--kept">
          {loaded ? <span className="latest-draw__issue">还没有开奖记录</span> : <Issue of={KEPT_ISSUE} coming="" />}
          <span className="latest-draw__blank" aria-hidden="true">
            <Balls zones={zones} numbers={blank.numbers} size="sm" pending />
          </span>
          {game.facts ? <span className="latest-draw__facts" aria-hidden="true" /> : null}
        </div>
      )}
      {more ? (
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
        {arrived && !rolling ? `第 ${arrived.issue} 期开奖：${ballsText(zones, arrived.numbers)}` : ''}
      </span>
      {shows ? (
        <Suspense fallback={null}>
          <StageCard
            title={`${game.name} 第 ${latest.issue} 期${rolling ? ' 开奖中' : ''}`}
            zones={zones}
            numbers={latest.numbers}
            shown={stage.shown}
            over={!rolling}
            onSkip={stage.skip}
            onClose={stage.close}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

/** Said of a draw that players could not bet on. */
const ORIGINS: Readonly<Record<string, string>> = { demo: '　演示', imported: '　导入' };

/** A result newer than the one that was there at first sight. */
function useArrival(latest: Result | undefined): Result | undefined {
  const seen = useRef(latest?.issue);
  const [arrived, setArrived] = useState<Result>();
  useEffect(() => {
    if (!latest || seen.current === latest.issue) return;
    const first = seen.current === undefined;
    seen.current = latest.issue;
    if (!first) setArrived(latest);
  }, [latest]);
  return arrived;
}
