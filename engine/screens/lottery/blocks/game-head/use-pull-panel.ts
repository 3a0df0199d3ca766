/** Drives the panel under the head of a game: finger and button to the model, what it shows to the page, by transforms alone. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { realClock } from '../../../../drivers/timers.ts';
import { type PullEffect, pullPanelMachine } from '../../../../machines/pull-panel.ts';
import { useModel } from '../../../core/use-model.ts';

export interface PullPanel {
  readonly open: boolean;
  /** Between open and closed: it shows, and takes no room. */
  readonly pulled: boolean;
  readonly toggle: () => void;
}

/** How long the panel takes to where it goes (ms): a small thing, as look and feel has it. */
const SETTLE_MS = 150;

const motionless = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** What moves with the panel: all that stands below the head, but for the bar that floats over the page's end. */
function below(head: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let next = head.nextElementSibling; next; next = next.nextElementSibling)
    if (next instanceof HTMLElement && !next.matches('.bet-bar')) found.push(next);
  return found;
}

const drawsOf = (head: HTMLElement): HTMLElement | null => head.querySelector<HTMLElement>('.game-head__draws');

/** Puts so much (px) of the panel into sight; undefined: nothing is moved any more. */
function show(head: HTMLElement, shown: number | undefined): void {
  const draws = drawsOf(head);
  for (const element of below(head)) element.style.transform = shown === undefined ? '' : `translateY(${shown}px)`;
  if (draws) draws.style.transform = shown === undefined ? '' : `translateY(${shown - draws.offsetHeight}px)`;
}

/** Moves from one height to another, and calls back when it is there. */
function glide(head: HTMLElement, from: number, to: number, done: () => void): void {
  if (from === to || motionless()) return done();
  const draws = drawsOf(head);
  const moves: [HTMLElement, number][] = below(head).map((element) => [element, 0]);
  if (draws) moves.push([draws, draws.offsetHeight]);
  for (const [element, less] of moves)
    element.animate?.([{ transform: `translateY(${from - less}px)` }, { transform: `translateY(${to - less}px)` }], {
      duration: SETTLE_MS,
      easing: 'ease-out',
      fill: 'forwards',
    });
  realClock.after(SETTLE_MS, () => {
    for (const [element] of moves) for (const animation of element.getAnimations?.() ?? []) if (isOurs(animation)) animation.cancel();
    done();
  });
}

/** Animations of a style sheet are the page's own. */
const isOurs = (animation: Animation): boolean => !('animationName' in animation) && !('transitionProperty' in animation);

export function usePullPanel(box: RefObject<HTMLElement | null>, first: () => boolean): PullPanel {
  const following = useRef(false);
  const height = useRef(0);
  const { snapshot, send } = useModel<typeof pullPanelMachine, PullEffect>(
    pullPanelMachine,
    () => undefined,
    (effect, again) => {
      const head = box.current;
      if (!head) return;
      following.current = effect.do === 'follow';
      if (effect.do === 'follow') {
        // The panel may not be drawn yet: it is placed below, once it is.
        if (!motionless()) show(head, effect.shown);
        return;
      }
      // After the step, in which the model is still following.
      queueMicrotask(() => glide(head, effect.from, effect.to, () => again({ type: 'SETTLED' })));
    },
    first() ? () => ({ type: 'TOGGLE' }) : undefined,
  );
  const open = snapshot ? snapshot.matches('open') || (snapshot.matches('touched') && snapshot.context.wasOpen) : first();
  const pulled = (snapshot?.matches('following') === true || snapshot?.matches('settling') === true) && !motionless();
  const shown = snapshot?.context.shown ?? 0;

  // When it begins the panel is drawn again, and when it ends it stands by itself.
  useLayoutEffect(() => {
    const head = box.current;
    if (!head) return;
    if (!pulled) return show(head, undefined);
    const drawn = drawsOf(head)?.offsetHeight ?? 0;
    if (drawn > 0 && drawn !== height.current) {
      height.current = drawn;
      send({ type: 'MEASURED', height: drawn });
    }
    show(head, shown);
  }, [box, send, pulled, shown]);

  useEffect(() => {
    const head = box.current;
    if (!head) return;
    const scroller = head.closest<HTMLElement>('[data-scroller]');
    const at = (event: TouchEvent): { y: number; at: number } => ({
      y: Math.round(event.touches[0]?.clientY ?? 0),
      at: Math.round(event.timeStamp),
    });
    let touching = false;
    const begin = (event: TouchEvent): void => {
      // A page that is scrolled down scrolls up first.
      touching = event.touches.length === 1 && (scroller?.scrollTop ?? 0) <= 0;
      if (!touching) return;
      height.current = drawsOf(head)?.offsetHeight ?? height.current;
      // Before it was ever drawn it is taken to be about square, until it is measured.
      send({ type: 'DOWN', ...at(event), height: height.current || head.offsetWidth });
    };
    const move = (event: TouchEvent): void => {
      if (!touching) return;
      send({ type: 'MOVE', ...at(event) });
      if (following.current && event.cancelable) event.preventDefault();
    };
    const end = (event: TouchEvent): void => {
      if (!touching) return;
      touching = false;
      const moved = following.current;
      send(event.type === 'touchcancel' ? { type: 'CANCEL' } : { type: 'UP', at: Math.round(event.timeStamp) });
      // A pull is not a tap on what the finger is over.
      if (moved && event.cancelable) event.preventDefault();
    };
    head.addEventListener('touchstart', begin, { passive: true });
    head.addEventListener('touchmove', move, { passive: false });
    head.addEventListener('touchend', end);
    head.addEventListener('touchcancel', end);
    return () => {
      head.removeEventListener('touchstart', begin);
      head.removeEventListener('touchmove', move);
      head.removeEventListener('touchend', end);
      head.removeEventListener('touchcancel', end);
    };
  }, [box, send]);

  const toggle = useCallback(() => send({ type: 'TOGGLE' }), [send]);
  return { open, pulled, toggle };
}
