import { Fragment, type ReactNode } from 'react';
import type { Tone } from '../../../descriptions/types.ts';
import { Ball } from '../../kit/balls.tsx';
import './picked-numbers.css';

/** Numbers of one area, as an answer brings them. */
export interface Picked {
  readonly label: string;
  readonly tone: string;
  readonly look: 'ball' | 'digit' | 'die' | 'word';
  /** Bankers (胆) before the others. */
  readonly values: readonly string[];
  readonly bankers: number;
  /** How many more there are than are shown. */
  readonly more: number;
}

const isPicked = (value: unknown): value is Picked => Array.isArray((value as Picked | null)?.values);

/** "红球 胆 01 拖 05 08 …": the same as a sentence. */
function textOf({ label, values, bankers, more }: Picked): string {
  const [first, rest] = [values.slice(0, bankers), values.slice(bankers)];
  return `${label} ${first.length > 0 ? `胆 ${first.join(' ')} 拖 ` : ''}${rest.join(' ')}${more > 0 ? ` 等 ${more + values.length} 个` : ''}`;
}

/** The numbers of a ticket in a row of a list: one line of small balls, told as one picture. */
export default function PickedNumbers({ picked, more }: { readonly picked: readonly unknown[]; readonly more: string }): ReactNode {
  const areas = picked.filter(isPicked);
  return (
    <>
      <span className="picked" role="img" aria-label={areas.map(textOf).join('，')}>
        {areas.map((area) => (
          <span className="picked__area" key={area.label} aria-hidden="true">
            {area.bankers > 0 ? <span className="picked__more">胆</span> : null}
            {area.values.map((value, at) => (
              // The picks of a row never change.
              <Fragment key={at}>
                {area.bankers > 0 && at === area.bankers ? <span className="picked__more">拖</span> : null}
                <Value area={area} value={value} />
              </Fragment>
            ))}
            {area.more > 0 ? <span className="picked__more">+{area.more}</span> : null}
          </span>
        ))}
      </span>
      {more ? <span className="picked__more">{more}</span> : null}
    </>
  );
}

function Value({ area, value }: { readonly area: Picked; readonly value: string }): ReactNode {
  if (area.look === 'word' || !/^\d{1,2}$/.test(value)) return <span className="picked__word">{value}</span>;
  return <Ball value={Number(value)} pad={value.length} look={area.look} tone={area.tone as Tone} />;
}
