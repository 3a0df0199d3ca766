import { type CSSProperties, memo, type ReactNode, useEffect, useRef } from 'react';
import { numberCaption, toneOf } from '../../descriptions/tones.ts';
import type { Draw, Zone } from '../../descriptions/types.ts';
import { Ball, ballsText } from '../kit/balls.tsx';
import './draw-stage.css';

export interface DrawStageProps {
  readonly zones: readonly Zone[];
  readonly numbers: Draw['numbers'];
  /** How many numbers have arrived, over all zones. */
  readonly shown: number;
}

/**
 * A draw, large: balls and digits drop in, dice tumble until they lie, cars race until they are home. Which of them, the look of the first
 * zone says. Everything moves by transform and opacity, on the compositor; React renders when a number arrives and not in between.
 */
export function DrawStage({ zones, numbers, shown }: DrawStageProps): ReactNode {
  const before = zones.map((_, at) => zones.slice(0, at).reduce((sum, { id }) => sum + (numbers[id]?.length ?? 0), 0));
  const [first] = zones;
  const total = zones.reduce((sum, { id }) => sum + (numbers[id]?.length ?? 0), 0);
  return (
    <div className="stage" role="img" aria-label={shown < total ? '正在开奖' : ballsText(zones, numbers)}>
      {first?.look === 'car' ? <Race order={numbers[first.id] ?? NOBODY} /> : null}
      {zones.map((zone, at) => (
        <div className={`stage__zone stage__zone--${zone.look ?? 'ball'}`} key={zone.id}>
          {(numbers[zone.id] ?? []).map((value, place) => (
            <Slot
              // A drawn number is its place; values repeat in zones of digits.
              key={place}
              zone={zone}
              value={value}
              place={place}
              there={(before[at] ?? 0) + place < shown}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

const NOBODY: readonly number[] = [];

interface SlotProps {
  readonly zone: Zone;
  readonly value: number;
  readonly place: number;
  readonly there: boolean;
}

/** A place and the number that arrives in it; renders when that happens. */
const Slot = memo(function Slot({ zone, value, place, there }: SlotProps): ReactNode {
  return (
    <span className={there ? 'stage__slot is-there' : 'stage__slot'}>
      <Ball
        value={value}
        look={zone.look}
        tone={toneOf(zone, value).tone}
        pad={zone.pad}
        caption={numberCaption(zone, value)}
        apart={zone.apart !== undefined && zone.places?.[place]?.id === zone.apart}
        blank={!there}
      />
    </span>
  );
});

/** Where the winner and the last one stop, as shares of the lane. */
const FIRST = 0.9;
const STEP = 0.055;
/** The winner is home after this long, each next one a little later (ms); the numbers arrive in the same rhythm. */
const HOME_MS = 990;
const LATER_MS = 90;

/** Ten lanes by number; the cars end in the drawn order. */
const Race = memo(function Race({ order }: { readonly order: readonly number[] }): ReactNode {
  const track = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const lanes = track.current;
    if (!lanes || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const cars = [...lanes.querySelectorAll<HTMLElement>('.race__car')];
    // Read once: reading it after each animation start would force a new layout each time.
    const width = lanes.clientWidth;
    const running = cars.flatMap((car) => {
      if (typeof car.animate !== 'function') return [];
      const rank = Number(car.dataset.rank);
      const end = endOf(rank, width);
      // The leader half way need not be first: the order shuffles as it does on a track.
      const half = end * (0.35 + ((rank * 7) % 10) * 0.03);
      return [
        car.animate(
          [{ transform: 'translateX(0)' }, { transform: `translateX(${half}px)`, offset: 0.5 }, { transform: `translateX(${end}px)` }],
          {
            duration: HOME_MS + rank * LATER_MS,
            easing: 'cubic-bezier(0.3, 0.1, 0.3, 1)',
            fill: 'forwards',
          },
        ),
      ];
    });
    return () => {
      for (const animation of running) animation.cancel();
    };
  }, []);
  const lanes = [...order].sort((a, b) => a - b);
  return (
    <div className="race" ref={track} aria-hidden="true">
      {lanes.map((car) => {
        const rank = order.indexOf(car);
        return (
          <span className="race__lane" key={car}>
            <span
              className={`race__car car-${car}`}
              data-rank={rank}
              style={{ '--end': `${(FIRST - rank * STEP) * 100}%` } as CSSProperties}
            >
              {car}
            </span>
          </span>
        );
      })}
    </div>
  );
});

const endOf = (rank: number, width: number): number => (FIRST - rank * STEP) * width;
