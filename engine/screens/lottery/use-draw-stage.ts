import { useCallback, useEffect, useRef } from 'react';
import { realClock } from '../../drivers/timers.ts';
import { drawStageMachine, type StageEffect } from '../../machines/draw-stage.ts';
import { useHost } from '../core/hooks.ts';
import { useModel } from '../core/use-model.ts';
import { type DrawEvent, revealTimes } from './draw-events.ts';
import { hapticsOn, soundOn } from './stage-settings.ts';
import { vibrate } from '../core/vibrate.ts';

export interface DrawStageModel {
  /** drawing: its time has come and the numbers are not known. over: the verdict may be shown. */
  readonly state: 'idle' | 'drawing' | 'rolling' | 'over';
  /** The issue that is played. */
  readonly issue: string | null;
  /** How many numbers have arrived, over all zones; all of them when nothing is playing. */
  readonly shown: number;
  readonly expect: (issue: string) => void;
  readonly due: (issue: string) => void;
  readonly start: (issue: string, events: readonly DrawEvent[]) => void;
  readonly skip: () => void;
  readonly close: () => void;
}

const motionless = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Light and short, so that ten in two seconds stay apart (ms). */
const REVEAL_VIBRATION_MS = 12;
const END_VIBRATION: readonly number[] = [20, 60, 40];

/** The stage of a draw for one opening of a screen: time, sound and haptics are added here, and resources are released with the screen. */
export function useDrawStage(): DrawStageModel {
  const host = useHost();
  const stopTicks = useRef<() => void>(() => {});
  const release = useRef<() => void>(() => {});
  const { snapshot, send } = useModel<typeof drawStageMachine, StageEffect>(
    drawStageMachine,
    () => undefined,
    (effect, again) => {
      switch (effect.do) {
        case 'tickLater':
          stopTicks.current();
          stopTicks.current = realClock.after(effect.ms, () => again({ type: 'TICK', now: realClock.now() }));
          return;
        case 'stopTicks':
          stopTicks.current();
          return;
        case 'hold':
          release.current();
          release.current = host.holdVerdicts?.() ?? (() => {});
          return;
        case 'release':
          release.current();
          release.current = () => {};
          return;
        case 'reveal':
          feel(host.storage, effect.order);
          return;
        default:
          feel(host.storage, undefined);
      }
    },
  );
  useEffect(
    () => () => {
      stopTicks.current();
      release.current();
    },
    [],
  );
  const expect = useCallback((issue: string) => send({ type: 'EXPECT', issue }), [send]);
  const due = useCallback((issue: string) => send({ type: 'DUE', issue, now: realClock.now() }), [send]);
  const start = useCallback(
    (issue: string, events: readonly DrawEvent[]) =>
      send({ type: 'RESULT', issue, reveals: revealTimes(events), instant: motionless(), now: realClock.now() }),
    [send],
  );
  const skip = useCallback(() => send({ type: 'SKIP' }), [send]);
  const close = useCallback(() => send({ type: 'CLOSE' }), [send]);
  const rolling = snapshot?.matches({ playing: 'rolling' }) ?? false;
  return {
    state: rolling ? 'rolling' : snapshot?.matches({ playing: 'drawing' }) ? 'drawing' : snapshot?.matches('verdict') ? 'over' : 'idle',
    issue: snapshot?.context.issue ?? null,
    shown: rolling ? (snapshot?.context.shown ?? 0) : Number.POSITIVE_INFINITY,
    expect,
    due,
    start,
    skip,
    close,
  };
}

/** What a number, or the end, is felt and heard as; nothing is loaded while the sound is off. */
function feel(storage: Parameters<typeof soundOn>[0], order: number | undefined): void {
  if (document.visibilityState === 'hidden') return;
  if (hapticsOn(storage) && !motionless()) vibrate(order === undefined ? END_VIBRATION : REVEAL_VIBRATION_MS);
  if (soundOn(storage))
    import('./stage-sound.ts').then(
      ({ revealSound, endSound }) => (order === undefined ? endSound() : revealSound(order)),
      () => {},
    );
}
