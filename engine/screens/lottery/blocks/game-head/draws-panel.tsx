/** The latest draws, and what stands under the balls of the board. */
import type { ReactNode } from 'react';
import { Balls } from '../../../kit/balls.tsx';
import { Chips } from '../../../kit/chips.tsx';
import { FIGURES, figureText, isFigures, useFigures } from '../../figures.ts';
import { useGame, useVersion, useWatched } from '../../use-game.ts';

export function DrawsPanel(): ReactNode {
  const { page } = useGame();
  const { game } = useVersion();
  const [figures, setFigures] = useFigures();
  const latest = useWatched(page)?.latest ?? [];
  return (
    <>
      <div className="game-head__figures">
        <Chips label="号码下显示" chips={FIGURES} value={figures} onChange={(value) => isFigures(value) && setFigures(value)} />
        <p>{figureText(figures, latest.length)}</p>
      </div>
      {latest.length === 0 ? (
        <p className="game-head__none">还没有开奖记录</p>
      ) : (
        <ul aria-label="最近开奖">
          {latest.map(({ issue, numbers }) => (
            <li key={issue}>
              <span className="tabular">{issue} 期</span>
              <Balls zones={game.draw.zones} numbers={numbers} size="sm" />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
