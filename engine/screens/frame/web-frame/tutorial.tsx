import { type ReactNode, useEffect, useId, useRef } from 'react';
import { realClock } from '../../../drivers/timers.ts';
import { type TutorialEffect, tutorialMachine } from '../../../machines/tutorial.ts';
import { Button } from '../../kit/button.tsx';
import { useModel } from '../../core/use-model.ts';

/** How the ball works, over the game that just opened: goes by itself, or by one of its buttons. */
export function Tutorial({ seconds, onBack }: { readonly seconds: number; readonly onBack: () => void }): ReactNode {
  const id = useId();
  const overlay = useRef<HTMLDivElement>(null);
  const stop = useRef<() => void>(() => {});
  const { snapshot, send } = useModel<typeof tutorialMachine, TutorialEffect>(
    tutorialMachine,
    () => ({ seconds }),
    (effect, again) => {
      if (effect.do === 'tickLater') {
        stop.current();
        stop.current = realClock.after(effect.ms, () => again({ type: 'TICK', now: realClock.now() }));
      } else if (effect.do === 'stopTicks') stop.current();
      else onBack();
    },
    () => ({ type: 'SHOW', now: realClock.now() }),
  );
  useEffect(() => () => stop.current(), []);
  const shown = snapshot?.matches('shown') ?? false;
  useEffect(() => {
    if (!shown) return;
    const before = document.activeElement;
    overlay.current?.querySelector('button')?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [shown]);
  if (!snapshot || !shown) return null;
  return (
    <div className="tutorial" ref={overlay} role="dialog" aria-modal="true" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <div className="tutorial__card">
        <h2 className="tutorial__title" id={`${id}-title`}>
          悬浮球怎么用
        </h2>
        <ul className="tutorial__list" id={`${id}-text`}>
          <li>点一下：刷新游戏</li>
          <li>点两下：返回应用</li>
          <li>按住拖动：停靠在左右两侧，自动记住位置</li>
        </ul>
        <p className="tutorial__count tabular" role="timer" aria-live="off">
          {snapshot.context.secondsLeft} 秒后自动进入
        </p>
        <div className="button-row">
          <Button variant="primary" onClick={() => send({ type: 'ENTER' })}>
            进入游戏
          </Button>
          <Button onClick={() => send({ type: 'LEAVE' })}>返回</Button>
        </div>
      </div>
    </div>
  );
}
