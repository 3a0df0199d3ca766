import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { LabelledAction } from '../../../descriptions/generated/screen.ts';
import { Icon } from '../../kit/icon.tsx';
import { ActionButton } from '../parts/action-button.tsx';
import './swipe.css';

export interface SwipeProps {
  readonly actions: readonly LabelledAction[];
  /** What the row is called, for the name of its menu button. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A finger that moves less than this (px) taps. */
const TAP = 8;

interface Drag {
  readonly x: number;
  readonly y: number;
  readonly from: number;
  moved: boolean;
}

/** A row with actions behind it: a swipe to the left shows them, or the menu button, which the keyboard and screen readers reach. */
export default function Swipe({ actions, label, children }: SwipeProps): ReactNode {
  const id = useId();
  const behind = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const drag = useRef<Drag | undefined>(undefined);
  const [open, setOpen] = useState(false);
  /** How far the row is pushed to the left (px) while a finger holds it; undefined when none does. */
  const [held, setHeld] = useState<number | undefined>(undefined);
  const [width, setWidth] = useState(0);

  useEffect(() => {
    if (!open) return;
    setWidth(behind.current?.offsetWidth ?? 0);
    behind.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus({ preventScroll: true });
  }, [open]);

  const begin = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') return;
    const full = behind.current?.offsetWidth ?? 0;
    setWidth(full);
    drag.current = { x: event.clientX, y: event.clientY, from: open ? full : 0, moved: false };
  };
  const move = (event: PointerEvent): void => {
    const now = drag.current;
    if (!now) return;
    const [dx, dy] = [now.x - event.clientX, now.y - event.clientY];
    if (!now.moved && (Math.abs(dx) < TAP || Math.abs(dx) < Math.abs(dy))) return;
    now.moved = true;
    setHeld(Math.max(0, Math.min(width, now.from + dx)));
  };
  const end = (): void => {
    if (held !== undefined) setOpen(held > width / 2);
    setHeld(undefined);
  };
  // The click that ends a swipe is not a tap on the row.
  const click = (event: MouseEvent): void => {
    if (drag.current?.moved) {
      event.preventDefault();
      event.stopPropagation();
    }
    drag.current = undefined;
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    setOpen(false);
    menu.current?.focus();
  };

  const hidden = !open && held === undefined;
  const pushed = held ?? (open ? width : 0);
  return (
    <div
      className={held === undefined ? 'swipe' : 'swipe swipe--held'}
      onKeyDown={key}
      onBlur={(event) => {
        if (open && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <div className="swipe__behind" id={id} ref={behind} inert={hidden} style={hidden ? { visibility: 'hidden' } : undefined}>
        {actions.map((button) => (
          <ActionButton key={button.label.source} button={button} />
        ))}
      </div>
      <div
        className="swipe__front"
        style={{ transform: pushed === 0 ? undefined : `translateX(${-pushed}px)` }}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        onClickCapture={click}
      >
        <div className="swipe__row">{children}</div>
        <button
          type="button"
          ref={menu}
          className="icon-button swipe__menu"
          aria-label={`${label}：更多操作`}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <Icon name="more" size={20} />
        </button>
      </div>
    </div>
  );
}
