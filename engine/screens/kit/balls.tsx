import type { ReactNode } from 'react';
import { numberCaption, toneOf } from '../../descriptions/tones.ts';
import type { Draw, Tone, Zone } from '../../descriptions/types.ts';

/** Numbers of a long zone stand in groups of five, so that ten are one row or two of five and never nine and one. */
const LONG = 8;
const GROUP = 5;
/** Cars have ten fixed colours; a number past them has the tone of its zone. */
const CARS = 10;

/** Where the pips of a die sit on a 3 × 3 grid, by its number. */
const PIPS: Readonly<Record<number, readonly number[]>> = {
  1: [5],
  2: [1, 9],
  3: [1, 5, 9],
  4: [1, 3, 7, 9],
  5: [1, 3, 5, 7, 9],
  6: [1, 3, 4, 6, 7, 9],
};

/** The face of a die. */
export function Pips({ value }: { readonly value: number }): ReactNode {
  return PIPS[value]?.map((place) => <i key={place} className={value === 1 || value === 4 ? 'pip pip--red' : 'pip'} data-pip={place} />);
}

export interface BallProps {
  readonly value: number;
  readonly look?: Zone['look'];
  readonly tone?: Tone;
  readonly pad?: number;
  /** Still rolling: the shape without its number. */
  readonly blank?: boolean;
  /** The first of those that stand apart from the ones before. */
  readonly apart?: boolean;
  /** Written under it: what its tone says. */
  readonly caption?: string | undefined;
}

/** One drawn number. Decoration: the group that it stands in carries the text. */
export function Ball({ value, look = 'ball', tone = 'red', pad = 0, blank, apart, caption }: BallProps): ReactNode {
  const classes = [
    'ball',
    `ball--${look}`,
    look === 'car' && value >= 1 && value <= CARS ? `car-${value}` : `tone-${tone}`,
    blank && 'ball--blank',
    apart && !caption && 'ball--apart',
  ];
  const ball = (
    <span className={classes.filter(Boolean).join(' ')} aria-hidden="true">
      {blank ? '' : look === 'die' && PIPS[value] ? <Pips value={value} /> : String(value).padStart(pad, '0')}
    </span>
  );
  if (caption === undefined) return ball;
  return (
    <span className={apart ? 'captioned ball--apart' : 'captioned'} aria-hidden="true">
      {ball}
      {/* Its line is there before it is: nothing jumps when a rolling ball arrives. */}
      <span className="captioned__text">{blank ? '\u00a0' : caption}</span>
    </span>
  );
}

export interface BallsProps {
  readonly zones: readonly Zone[];
  readonly numbers: Draw['numbers'];
  /** sm for rows of lists, md for cards, lg for the result itself. */
  readonly size?: 'sm' | 'md' | 'lg';
  /** How many balls have arrived, counted over all zones; left out: all. */
  readonly shown?: number;
  /** The zones are not known yet: places for the numbers, without a look. */
  readonly pending?: boolean;
}

/** Result as a sentence: "红球 01 05 12, 蓝球 09"; what stands apart is named: "开奖号码 01 05 特码 12". */
export function ballsText(zones: readonly Zone[], numbers: Draw['numbers']): string {
  return zones
    .map((zone) => {
      const words = (numbers[zone.id] ?? []).map((value, at) => {
        const place = zone.places?.[at];
        const named = place !== undefined && place.id === zone.apart ? `${place.label} ` : '';
        return named + String(value).padStart(zone.pad ?? 0, '0') + (numberCaption(zone, value) ?? '');
      });
      return `${zone.label} ${words.join(' ')}`;
    })
    .join('，');
}

/** A draw's numbers by zone, each in the look and tone of its zone. */
export function Balls({ zones, numbers, size = 'md', shown = Number.POSITIVE_INFINITY, pending = false }: BallsProps): ReactNode {
  // Balls that come before each zone, so that they can arrive one by one over all of them.
  const before = zones.map((_, at) => zones.slice(0, at).reduce((sum, { id }) => sum + (numbers[id]?.length ?? 0), 0));
  return (
    <span className={`balls balls--${size}`} role="img" aria-label={ballsText(zones, numbers)}>
      {zones.map((zone, at) => {
        const drawn = numbers[zone.id] ?? [];
        const balls = drawn.map((value, place) => (
          <Ball
            // A drawn number is its place; values repeat in zones of digits.
            key={place}
            value={value}
            look={zone.look}
            tone={toneOf(zone, value).tone}
            caption={numberCaption(zone, value)}
            apart={zone.apart !== undefined && zone.places?.[place]?.id === zone.apart}
            pad={zone.pad}
            blank={pending || (before[at] ?? 0) + place >= shown}
          />
        ));
        return (
          <span
            className={`balls__zone${drawn.length >= LONG ? ' balls__zone--long' : ''}${drawn.length > 2 * GROUP ? ' balls__zone--many' : ''}`}
            key={zone.id}
          >
            {drawn.length >= LONG
              ? Array.from({ length: Math.ceil(drawn.length / GROUP) }, (_, group) => (
                  <span className="balls__five" key={group}>
                    {balls.slice(group * GROUP, (group + 1) * GROUP)}
                  </span>
                ))
              : balls}
          </span>
        );
      })}
    </span>
  );
}
