import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { realClock } from '../../../drivers/timers.ts';
import { type BallEffect, floatingBallMachine, readPlace, writePlace } from '../../../machines/floating-ball.ts';
import { useHost } from '../../core/hooks.ts';
import { Icon } from '../../kit/icon.tsx';
import { useModel } from '../../core/use-model.ts';

/** Diameter and distance from the edges, px; 52 is more than a fingertip's 44. */
const SIZE = 52;
const MARGIN = 8;
const PLACE_KEY = 'ballPlace';
const KEYS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const;

/** The ball over a game: one tap reloads, two go back, dragging moves it to an edge. */
export function FloatingBall({
  box,
  onReload,
  onBack,
}: {
  readonly box: RefObject<HTMLElement | null>;
  readonly onReload: () => void;
  readonly onBack: () => void;
}): ReactNode {
  const host = useHost();
  const stops = useRef<{ tap: () => void; fade: () => void }>({ tap: () => {}, fade: () => {} });
  const { snapshot, send } = useModel<typeof floatingBallMachine, BallEffect>(
    floatingBallMachine,
    () => {
      const place = readPlace(host.storage.get(PLACE_KEY));
      const { clientWidth: width = 0, clientHeight: height = 0 } = box.current ?? {};
      return { width, height, size: SIZE, margin: MARGIN, ...(place ? { place } : {}) };
    },
    (effect, again) => {
      switch (effect.do) {
        case 'reload':
          return onReload();
        case 'back':
          return onBack();
        case 'store':
          return host.storage.set(PLACE_KEY, writePlace(effect.place));
        case 'armTap':
          stops.current.tap = realClock.after(effect.ms, () => again({ type: 'TAP_DUE' }));
          return;
        case 'armFade':
          stops.current.fade = realClock.after(effect.ms, () => again({ type: 'FADE_DUE' }));
          return;
        case 'disarmTap':
          return stops.current.tap();
        case 'disarmFade':
          return stops.current.fade();
      }
    },
  );
  useEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    let last = { width: element.clientWidth, height: element.clientHeight };
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === last.width && height === last.height) return;
      last = { width, height };
      send({ type: 'RESIZE', width, height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, send]);
  useEffect(() => {
    const timers = stops.current;
    return () => {
      timers.tap();
      timers.fade();
    };
  }, []);

  if (!snapshot) return null;
  const { x, y } = snapshot.context;
  const at = (event: PointerEvent): { readonly x: number; readonly y: number } => ({ x: event.clientX, y: event.clientY });
  const turn = (event: KeyboardEvent): void => {
    const to = Object.hasOwn(KEYS, event.key) ? KEYS[event.key as keyof typeof KEYS] : undefined;
    if (!to) return;
    event.preventDefault();
    send({ type: 'KEY', to });
  };
  const state = String(snapshot.value);
  return (
    <button
      type="button"
      className={`floating-ball floating-ball--${state}`}
      style={{ transform: `translate(${x}px, ${y}px)`, width: SIZE, height: SIZE }}
      aria-label="悬浮球：按一次刷新，连按两次返回，方向键移动"
      data-state={state}
      onPointerDown={(event) => {
        if (!event.isPrimary || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        send({ type: 'PRESS', ...at(event) });
      }}
      onPointerMove={(event) => event.isPrimary && send({ type: 'MOVE', ...at(event) })}
      onPointerUp={(event) => event.isPrimary && send({ type: 'RELEASE' })}
      onPointerCancel={(event) => event.isPrimary && send({ type: 'CANCEL' })}
      // The browser makes a click of a touch afterwards: by then the page may be another one, and the click would be for what stands there.
      onTouchEnd={(event) => event.cancelable && event.preventDefault()}
      // A click that no pointer made comes from the keyboard or from assistive technology.
      onClick={(event) => event.detail === 0 && send({ type: 'ACTIVATE' })}
      onKeyDown={turn}
      onContextMenu={(event) => event.preventDefault()}
    >
      <Icon name="swap" />
    </button>
  );
}
