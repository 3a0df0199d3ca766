/** The replayed app beside the trace. It follows the slider. A tap in it sends an event that starts a branch of the trace. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Trace, TraceEvent } from '../../engine/replay/index.ts';
import { STAGE_PAGE, STAGE_READY, type StageApi, type StageState } from './stage-api.ts';

export interface PhoneProps {
  readonly trace: Trace | undefined;
  readonly position: number;
  readonly onEvent: (machine: string, event: TraceEvent) => void;
}

export function ReplayPhone({ trace, position, onEvent }: PhoneProps): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const [stage, setStage] = useState<StageApi>();
  const [state, setState] = useState<StageState>();
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });

  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<unknown>): void => {
      const child = frame.current?.contentWindow;
      if (source !== child || origin !== location.origin || data !== STAGE_READY || !child?.replayStage) return;
      child.replayStage.onSent((machine, event) => latest.current(machine, event));
      const api = child.replayStage;
      setStage(() => api);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);

  // Pages and dialogs of the replayed app take the focus when they open. If the slider caused that, the focus is given back.
  const moving = useRef(0);
  useEffect(() => {
    let held: Element | null = null;
    const remember = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && target !== frame.current) held = target;
    };
    // In a later task, because the browser moves the focus only after `blur`.
    const giveBack = (): void => {
      const mine = moving.current > 0;
      setTimeout(() => {
        if (mine && document.activeElement === frame.current && held instanceof HTMLElement) held.focus();
      });
    };
    addEventListener('focusin', remember);
    addEventListener('blur', giveBack);
    return () => {
      removeEventListener('focusin', remember);
      removeEventListener('blur', giveBack);
    };
  }, []);

  const loaded = useRef<Trace | undefined>(undefined);
  useEffect(() => {
    if (!stage || !trace) return;
    let wanted = true;
    const work = async (): Promise<void> => {
      moving.current += 1;
      try {
        if (loaded.current !== trace) {
          loaded.current = trace;
          await stage.load(trace);
        }
        if (!wanted) return;
        const next = await stage.seek(position);
        if (wanted) setState(next);
      } finally {
        moving.current -= 1;
      }
    };
    void work();
    return () => {
      wanted = false;
    };
  }, [stage, trace, position]);

  return (
    <section className="phone" aria-label="手机">
      <iframe ref={frame} title="回放的应用" src={STAGE_PAGE} />
      <div className="phone__notes" role="status" data-position={state?.position}>
        {state ? (
          <>
            <span>
              {state.address}
              {state.concluded ? '（录制不含页面，按事件推断）' : ''}
            </span>
            {state.lacks.map((each) => (
              <span key={each}>{each}</span>
            ))}
            {state.glass.map((each) => (
              <strong key={each}>画面与模型不一致：{each}</strong>
            ))}
          </>
        ) : null}
      </div>
    </section>
  );
}
