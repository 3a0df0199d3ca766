/** One row of a list of past draws: the columns of all rows line up. */
import type { ReactNode } from 'react';
import { Balls } from '../../../kit/balls.tsx';
import { Facts } from '../../../kit/facts.tsx';
import type { Result } from '../../calls.ts';
import { zonesOfDraw } from '../../draw-zones.ts';
import { shortIssue } from '../../short-issue.ts';
import { useVersion } from '../../use-game.ts';
import './past-draw.css';

export interface PastDrawProps {
  readonly draw: Result;
}

export function PastDraw({ draw: { issue, numbers, facts, drawsAt } }: PastDrawProps): ReactNode {
  const version = useVersion();
  const short = shortIssue(version.game, issue);
  return (
    <>
      {short === issue ? (
        <span className="past-draw__issue tabular">{issue} 期</span>
      ) : (
        <span className="past-draw__issue tabular">
          <span aria-hidden="true">{short} 期</span>
          <span className="visually-hidden">{issue} 期</span>
        </span>
      )}
      <Balls zones={zonesOfDraw(version, drawsAt)} numbers={numbers} size="sm" />
      <Facts of={facts} />
    </>
  );
}
