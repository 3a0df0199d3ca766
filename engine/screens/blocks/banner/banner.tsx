import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { BannerBlock } from '../../../descriptions/generated/screen.ts';
import slidesUrl from '../../../descriptions/generated/slides.svg?url';
import type { BlockProps, Scope } from '../../core/contract.ts';
import { useScreen } from '../../core/hooks.ts';
import { Icon } from '../../kit/icon.tsx';
import { useReady } from '../parts/use-ready.ts';
import './banner.css';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly tone?: string;
  /** Name of a slide's drawing. */
  readonly picture?: string;
  readonly target?: string;
}

const TONES = ['red', 'blue', 'ink', 'gold', 'green'];
const toneOf = (item: Item | undefined): string => (item?.tone && TONES.includes(item.tone) ? item.tone : 'red');
const still = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

export default function Banner({ block }: BlockProps<BannerBlock>): ReactNode {
  const screen = useScreen();
  const track = useRef<HTMLUListElement>(null);
  const [place, setAt] = useState(0);
  const [paused, setPaused] = useState(still);
  const [held, setHeld] = useState(false);
  const value = screen.value(block.items);
  const items = Array.isArray(value) ? (value as (Item & Scope)[]).filter((item) => screen.test(block.only, item)) : undefined;
  const failed = useReady([block.items]).status === 'error';
  const length = items?.length ?? 0;
  // Logging in may take slides away.
  const at = Math.min(place, Math.max(0, length - 1));
  const seconds = block.seconds ?? 5;

  const show = (index: number): void => {
    const element = track.current;
    if (element) element.scrollTo({ left: index * element.clientWidth, behavior: still() ? 'auto' : 'smooth' });
  };
  useEffect(() => {
    if (paused || held || length < 2 || seconds === 0) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') show((at + 1) % length);
    }, seconds * 1000);
    return () => clearInterval(timer);
  });

  // The blocks below say so, and a place that nothing comes to would stay empty.
  if (failed) return null;
  if (!items) return <div className="banner banner--empty skeleton" aria-hidden="true" />;
  if (length === 0) return null;
  return (
    <section
      className="banner"
      aria-roledescription="轮播"
      aria-label="推荐"
      onPointerDown={() => setHeld(true)}
      onPointerUp={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ul
        className="banner__track"
        ref={track}
        onScroll={(event) => {
          const { scrollLeft, clientWidth } = event.currentTarget;
          setAt(Math.min(length - 1, Math.round(scrollLeft / Math.max(1, clientWidth))));
        }}
      >
        {items.map((item, index) => (
          <li className="banner__slide" key={item.id} aria-roledescription="幻灯片" aria-label={`第 ${index + 1} 张，共 ${length} 张`}>
            <button
              type="button"
              className={`banner__card tone-${toneOf(item)}`}
              // A slide out of sight is not on the way of the Tab key.
              tabIndex={index === at ? 0 : -1}
              onClick={() => item.target && screen.go(item.target)}
            >
              {item.picture ? (
                <svg className="banner__picture" viewBox="0 0 160 108" aria-hidden="true" focusable="false">
                  <use href={`${slidesUrl}#${item.picture}`} />
                </svg>
              ) : null}
              <span className="banner__title">{item.title}</span>
              {item.subtitle ? <span className="banner__subtitle">{item.subtitle}</span> : null}
            </button>
          </li>
        ))}
      </ul>
      {length > 1 ? (
        <div className={`banner__controls tone-${toneOf(items[at])}`}>
          <span className="banner__dots" aria-hidden="true">
            {items.map((item, index) => (
              <i key={item.id} className={index === at ? 'banner__dot banner__dot--on' : 'banner__dot'} />
            ))}
          </span>
          <button type="button" className="banner__pause" aria-label={paused ? '继续轮播' : '暂停轮播'} onClick={() => setPaused(!paused)}>
            <Icon name={paused ? 'play' : 'pause'} size={14} />
          </button>
        </div>
      ) : null}
    </section>
  );
}
