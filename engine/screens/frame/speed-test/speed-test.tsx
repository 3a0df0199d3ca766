import { type ReactNode, useEffect, useRef } from 'react';
import { realClock } from '../../../drivers/timers.ts';
import { type LineOutcome, type SpeedTestEffect, speedTestMachine } from '../../../machines/speed-test.ts';
import type { SpeedTestBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps, Host } from '../../core/contract.ts';
import { useHost } from '../../core/hooks.ts';
import { Button } from '../../kit/button.tsx';
import { useModel } from '../../core/use-model.ts';
import './speed-test.css';

type Probe = SpeedTestBlock['probes'][number];

/** Longest times of a quick and of a usable line. */
const QUICK_MS = 300;
const USABLE_MS = 1_000;
function word(outcome: LineOutcome): readonly [text: string, tone: 'good' | 'fair' | 'bad' | 'wait'] {
  if (outcome === null) return ['检测中…', 'wait'];
  if (outcome === 'failed') return ['连接失败', 'bad'];
  return [`${outcome} 毫秒`, outcome <= QUICK_MS ? 'good' : outcome <= USABLE_MS ? 'fair' : 'bad'];
}

function verdict(outcomes: readonly LineOutcome[]): string {
  if (outcomes.includes(null)) return '正在检测线路';
  if (outcomes.includes('failed')) return '有线路连接失败，请检查网络后再试';
  const slowest = Math.max(...(outcomes as number[]));
  return slowest <= QUICK_MS ? '线路畅通' : slowest <= USABLE_MS ? '线路正常' : '线路较慢，建议换个网络';
}

async function probe(host: Host, { kind, path }: Probe, signal: AbortSignal): Promise<number | 'failed'> {
  const started = performance.now();
  const elapsedMs = (): number => Math.round(performance.now() - started);
  try {
    if (kind === 'call') return (await host.call(path, {}, { quiet: true })).ok ? elapsedMs() : 'failed';
    if (kind === 'file') {
      const response = await fetch(path, { cache: 'no-store', credentials: 'omit', signal });
      await response.arrayBuffer();
      return response.ok ? elapsedMs() : 'failed';
    }
    await new Promise<void>((resolve, reject) => {
      // Without the token, because the test measures the network and not the player's session.
      const stream = new EventSource(`${host.origin ?? ''}${path}`);
      const end = (finish: () => void) => () => {
        stream.close();
        finish();
      };
      stream.onopen = end(resolve);
      stream.onerror = end(() => reject(new Error(path)));
      signal.addEventListener(
        'abort',
        end(() => reject(new Error(path))),
      );
    });
    return elapsedMs();
  } catch {
    return 'failed';
  }
}

/** Shows how long the app's lines take, and a verdict in words. */
export default function SpeedTest({ block }: BlockProps<SpeedTestBlock>): ReactNode {
  const host = useHost();
  const { probes } = block;
  /** Ends the measurement under way. */
  const stop = useRef<() => void>(() => {});
  const { snapshot, send } = useModel<typeof speedTestMachine, SpeedTestEffect>(
    speedTestMachine,
    () => ({ lines: probes.length }),
    (effect, again) => {
      stop.current();
      if (effect.do === 'abort') return;
      const { run, line, ms } = effect;
      const probeConfig = probes[line];
      if (!probeConfig) return;
      const controller = new AbortController();
      const cancel = realClock.after(ms, () => again({ type: 'DEADLINE', run, line }));
      stop.current = () => {
        cancel();
        controller.abort();
      };
      void probe(host, probeConfig, controller.signal).then((outcome) => {
        if (controller.signal.aborted) return;
        cancel();
        again(outcome === 'failed' ? { type: 'FAILED', run, line } : { type: 'MEASURED', run, line, ms: outcome });
      });
    },
    () => ({ type: 'START' }),
  );
  useEffect(() => () => stop.current(), []);
  const outcomes = probes.map((_, at) => snapshot?.context.outcomes[at] ?? null);
  const again = (): void => send({ type: 'START' });
  const busy = !snapshot?.matches('done');
  return (
    <section className="speed-test" aria-label="线路检测">
      <p className="speed-test__verdict" aria-live="polite">
        {verdict(outcomes)}
      </p>
      <ul className="card">
        {probes.map(({ label }, at) => {
          const [text, tone] = word(outcomes[at] ?? null);
          return (
            <li key={label} className="row">
              <span className="row__body">
                <span className="row__main">
                  <span className="row__title">{label}</span>
                </span>
                <span className={`row__value tabular speed-test__time speed-test__time--${tone}`}>{text}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <div className="button-row">
        <Button variant="primary" busy={busy} onClick={again}>
          {busy ? '正在检测' : '重新检测'}
        </Button>
      </div>
    </section>
  );
}
