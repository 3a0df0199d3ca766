import type { ReactNode } from 'react';
import type { SharesBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useScreen } from '../../core/hooks.ts';
import { integerOrUndefined } from '../parts/figure-text.ts';
import { Ready } from '../parts/ready.tsx';
import { toneClass } from '../parts/tone.ts';
import './shares.css';

/** Hundredths of a percent as whole percents that add up as the parts do: 100 for a whole. What rounding takes from one, it gives to the next. */
export function wholePercents(points: readonly number[]): readonly number[] {
  let sum = 0;
  return points.map((each) => Math.round((sum += each) / 100) - Math.round((sum - each) / 100));
}

/** Parts of a whole beside each other. */
export default function Shares({ block }: BlockProps<SharesBlock>): ReactNode {
  const screen = useScreen();
  const title = screen.text(block.title);
  const note = screen.text(block.note);
  const parts = block.parts.flatMap(({ name, value, tone }) => {
    const points = integerOrUndefined(screen.value(value));
    return points === undefined ? [] : [{ name: screen.text(name), points, tone: toneClass(screen.text(tone)) }];
  });
  const percents = wholePercents(parts.map(({ points }) => points));
  return (
    <Ready of={[block.title, ...block.parts.map(({ value }) => value)]}>
      <section className="card shares">
        <p className="shares__head">
          <b>{title}</b>
          {note ? <span className="row__note">{note}</span> : null}
        </p>
        <span className="shares__bar" aria-hidden="true">
          {parts.map(({ name, points, tone }) => (
            <span key={name} className={tone} style={{ flexGrow: points }} />
          ))}
        </span>
        <ul className="shares__parts tabular" aria-label={title}>
          {parts.map(({ name, tone }, at) => (
            <li key={name}>
              <span className={`shares__key ${tone}`} aria-hidden="true" />
              {name} <b>{percents[at]}%</b>
            </li>
          ))}
        </ul>
      </section>
    </Ready>
  );
}
