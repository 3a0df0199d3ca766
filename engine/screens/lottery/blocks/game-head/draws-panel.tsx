import { useReadableValue } from '../../../core/use-current.ts';
import type { ReactNode } from 'react';
import { Chips } from '../../../kit/chips.tsx';
import { NUMBER_STATISTICS, statisticText, isNumberStatistic, useFigures } from '../../number-statistics.ts';
import { DRAW_COUNTS, usePastDraws } from '../../past-draws.ts';
import { useGame } from '../../use-game.ts';
import { PastDraw } from '../parts/past-draw.tsx';

const SPAN_CHIPS = DRAW_COUNTS.map((span) => ({ value: String(span), label: `近 ${span} 期` }));

export function DrawsPanel(): ReactNode {
  const { page } = useGame();
  const [choice, setFigures] = useFigures();
  const { figures, span } = choice;
  const hot = figures === 'hot';
  const counted = usePastDraws(hot ? span : 0);
  const latest = useReadableValue(page)?.latest ?? [];
  return (
    <>
      <div className="game-head__figures">
        <Chips
          label="号码下显示"
          chips={NUMBER_STATISTICS}
          value={figures}
          onChange={(value) => isNumberStatistic(value) && setFigures({ figures: value })}
        />
        {hot ? (
          <Chips label="冷热统计" chips={SPAN_CHIPS} value={String(span)} onChange={(value) => setFigures({ span: Number(value) })} />
        ) : null}
        <p>{statisticText(choice, counted?.length)}</p>
      </div>
      {latest.length === 0 ? (
        <p className="game-head__none">还没有开奖记录</p>
      ) : (
        <ul aria-label="最近开奖">
          {latest.map((draw) => (
            <li key={draw.issue} className="past-draw">
              <PastDraw draw={draw} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
