import type { CSSProperties, ReactNode } from 'react';
import { toneOf } from '../../descriptions/tones.ts';
import type { Draw, Tone, Zone } from '../../descriptions/types.ts';

/** Where the pips of a die sit on a 3 × 3 grid, by its number. */
const PIPS: Readonly<Record<number, readonly number[]>> = {
  1: [5],
  2: [1, 9],
  3: [1, 5, 9],
  4: [1, 3, 7, 9],
  5: [1, 3, 5, 7, 9],
  6: [1, 3, 4, 6, 7, 9],
};

export interface BallProps {
  readonly value: number;
  readonly look?: Zone['look'];
  readonly tone?: Tone;
  readonly pad?: number;
  /** One of the player's own numbers: a ring and a mark, since colour alone says nothing. */
  readonly hit?: boolean;
  /** Not in the player's ticket, shown beside hits. */
  readonly dim?: boolean;
  /** Still rolling: the shape without its number. */
  readonly blank?: boolean;
  /** The first of those that stand apart from the ones before. */
  readonly apart?: boolean;
  /** Written under it: what its tone says. */
  readonly caption?: string | undefined;
}

/** One drawn number. Decoration: the group that it stands in carries the text. */
export function Ball({ value, look = 'ball', tone = 'red', pad = 0, hit, dim, blank, apart, caption }: BallProps): ReactNode {
  const classes = [
    'ball',
    `ball--${look}`,
    `tone-${tone}`,
    hit && 'ball--hit',
    dim && 'ball--dim',
    blank && 'ball--blank',
    apart && !caption && 'ball--apart',
  ];
  const ball = (
    <span className={classes.filter(Boolean).join(' ')} aria-hidden="true">
      {look === 'die' && PIPS[value] && !blank
        ? PIPS[value].map((place) => (
            <i
              key={place}
              className={value === 1 || value === 4 ? 'pip pip--red' : 'pip'}
              style={{ '--pip': place } as CSSProperties}
              data-pip={place}
            />
          ))
        : blank
          ? ''
          : String(value).padStart(pad, '0')}
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
  /** The player's own numbers by zone id; the others are dimmed. Sequence and digits zones compare by place. */
  readonly hits?: Readonly<Record<string, readonly number[]>>;
  /** How many balls have arrived, counted over all zones; left out: all. */
  readonly shown?: number;
}

/** Result as a sentence: "红球 01 05 12, 蓝球 09"; what stands apart is named: "开奖号码 01 05 特码 12". */
export function ballsText(zones: readonly Zone[], numbers: Draw['numbers']): string {
  return zones
    .map((zone) => {
      const words = (numbers[zone.id] ?? []).map((value, at) => {
        const place = zone.places?.[at];
        const named = place !== undefined && place.id === zone.apart ? `${place.label} ` : '';
        return named + String(value).padStart(zone.pad ?? 0, '0') + (toneOf(zone, value).label ?? '');
      });
      return `${zone.label} ${words.join(' ')}`;
    })
    .join('，');
}

/** The player's own numbers among the drawn ones, as a sentence; empty when there are none. */
export function hitsText(zones: readonly Zone[], hits: NonNullable<BallsProps['hits']>): string {
  const own = zones.flatMap((zone) =>
    (hits[zone.id] ?? []).flatMap((value) => (value < zone.from ? [] : String(value).padStart(zone.pad ?? 0, '0'))),
  );
  return own.length > 0 ? `，投中 ${own.join(' ')}` : '';
}

/** A draw's numbers by zone, each in the look and tone of its zone. */
export function Balls({ zones, numbers, size = 'md', hits, shown = Number.POSITIVE_INFINITY }: BallsProps): ReactNode {
  // Balls that come before each zone, so that they can arrive one by one over all of them.
  const before = zones.map((_, at) => zones.slice(0, at).reduce((sum, { id }) => sum + (numbers[id]?.length ?? 0), 0));
  return (
    <span className={`balls balls--${size}`} role="img" aria-label={ballsText(zones, numbers) + (hits ? hitsText(zones, hits) : '')}>
      {zones.map((zone, at) => (
        <span className="balls__zone" key={zone.id}>
          {(numbers[zone.id] ?? []).map((value, place) => {
            const own = hits?.[zone.id];
            const { tone, label } = toneOf(zone, value);
            const hit = own ? (zone.kind === 'set' ? own.includes(value) : own[place] === value) : false;
            return (
              <Ball
                // A drawn number is its place; values repeat in zones of digits.
                key={place}
                value={value}
                look={zone.look}
                tone={tone}
                caption={label}
                apart={zone.apart !== undefined && zone.places?.[place]?.id === zone.apart}
                pad={zone.pad}
                hit={hit}
                dim={hits !== undefined && !hit}
                blank={(before[at] ?? 0) + place >= shown}
              />
            );
          })}
        </span>
      ))}
    </span>
  );
}
