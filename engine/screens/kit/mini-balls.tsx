import type { ReactNode } from 'react';
import type { NumberGroup } from '../../rules/line-numbers.ts';
import { Pips } from './balls.tsx';
import './mini-balls.css';

export interface MiniBallsProps {
  readonly groups: readonly NumberGroup[];
  /** In rows of lists one line, cut at its end; else as many lines as it takes. */
  readonly cut?: boolean;
}

/** The groups as a sentence: "万 1 2，千 3"; those that count in a draw are named after them. */
export function numbersText(groups: readonly NumberGroup[]): string {
  const words = groups.map(({ label = '', values, bankers = 0, more }) => {
    const dan = values.slice(0, bankers).join(' ');
    const rest = values.slice(bankers).join(' ');
    const own = bankers > 0 ? `胆 ${dan} 拖 ${rest}` : rest;
    return `${label}${label && ' '}${own}${more === undefined ? '' : ` 等 ${more + values.length} 个`}`;
  });
  const hits = groups.flatMap(({ values, hits: lit = [] }) => lit.map((at) => values[at] ?? ''));
  const drawn = groups.some((group) => group.hits !== undefined);
  return words.join('，') + (!drawn ? '' : hits.length > 0 ? `；命中 ${hits.join(' ')}` : '；没有命中');
}

/** The numbers of a line, small: one image named by its numbers. Those that count in the draw are filled and marked, the others pale. */
export function MiniBalls({ groups, cut = false }: MiniBallsProps): ReactNode {
  return (
    <span className={cut ? 'minis minis--cut' : 'minis'} role="img" aria-label={numbersText(groups)}>
      {groups.map((group, at) => (
        // The groups of a line never move.
        <Group key={at} group={group} />
      ))}
    </span>
  );
}

function Group({ group }: { readonly group: NumberGroup }): ReactNode {
  const { label, look, tone, values, tones, captions, bankers = 0, hits, more } = group;
  return (
    <span className="minis__group" aria-hidden="true">
      {label === undefined ? null : <span className="minis__word">{label}</span>}
      {bankers > 0 ? <span className="minis__word">胆</span> : null}
      {values.map((value, at) => {
        const lit = hits?.includes(at) === true;
        const state = hits === undefined ? '' : lit ? ' mini--hit' : ' mini--pale';
        const colour = look === 'car' && CARS.has(Number(value)) ? `car-${Number(value)}` : `tone-${tones?.[at] ?? tone}`;
        const classes = `mini mini--${look} ${colour}${state}`;
        const shown = look === 'die' ? [...value].map((face, place) => <Die key={place} face={Number(face)} classes={classes} />) : null;
        return (
          // Places in a group never move; values repeat.
          <span className="minis__one" key={at}>
            {bankers > 0 && at === bankers ? <span className="minis__word">拖</span> : null}
            {shown ?? <span className={classes}>{value}</span>}
            {captions?.[at] && look !== 'chip' ? <span className="mini__caption">{captions[at]}</span> : null}
          </span>
        );
      })}
      {more === undefined ? null : <span className="minis__word">+{more}</span>}
    </span>
  );
}

const CARS = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);

function Die({ face, classes }: { readonly face: number; readonly classes: string }): ReactNode {
  return (
    <span className={classes}>
      <Pips value={face} />
    </span>
  );
}
