/** The chart of the machine that was sent an event last, or of one that is held fast: where it is and which way it came; in text as well. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ChartView, type Mark } from '../../engine/replay/charts/chart-view.tsx';
import '../../engine/replay/charts/chart.css';
import { machinesAt } from '../../engine/replay/branch.ts';
import { activeStates, type Chart, type ChartState, chartOf, takenBy } from '../../engine/replay/charts/chart.ts';
import { layoutChart, type LaidChart, transitionText } from '../../engine/replay/charts/chart-layout.ts';
import { digesterOf, MACHINES, pathOf, type Replay, type Trace } from '../../engine/replay/index.ts';
import { Disclosure } from '../../engine/screens/kit/disclosure.tsx';

export interface ChartPanelProps {
  readonly trace: Trace;
  readonly running: Replay;
  readonly position: number;
  /** Id of the machine, '' for the one that was sent an event last. */
  readonly held: string;
  readonly onHold: (id: string) => void;
}

const drawn = new Map<string, { readonly chart: Chart; readonly laid: LaidChart }>();
function drawnOf(model: string): { readonly chart: Chart; readonly laid: LaidChart } | undefined {
  const machine = Object.hasOwn(MACHINES, model) ? MACHINES[model] : undefined;
  if (!machine) return undefined;
  let found = drawn.get(model);
  if (!found) {
    const chart = chartOf(machine);
    drawn.set(model, (found = { chart, laid: layoutChart(chart) }));
  }
  return found;
}

interface Now {
  readonly id: string;
  readonly model: string;
  readonly active: readonly string[];
  readonly state: string;
  readonly context: string;
  /** The last event that this machine was sent, from 1; 0 for none yet. */
  readonly event: number;
  readonly sent: string;
  readonly taken: readonly string[];
  readonly effects: readonly unknown[];
}

function nowOf({ trace, running, position, held }: Omit<ChartPanelProps, 'onHold'>): Now | undefined {
  const id = held || trace.events[position - 1]?.machine || trace.machines[0]?.id || '';
  const described = trace.machines.find((machine) => machine.id === id);
  const machine = described && Object.hasOwn(MACHINES, described.machine) ? MACHINES[described.machine] : undefined;
  if (!described || !machine) return undefined;
  const last = trace.events.slice(0, position).findLastIndex((entry) => entry.machine === id);
  running.seek(Math.max(0, last));
  const before = running.snapshot(id);
  running.seek(position);
  const snapshot = running.snapshot(id);
  const entry = trace.events[last];
  const model = described.machine;
  const base = { id, model, event: last + 1, sent: entry?.event.type ?? '', taken: [], effects: [] };
  if (!snapshot) return { ...base, active: [], state: '还不存在', context: '' };
  const shown = {
    ...base,
    active: activeStates(snapshot),
    state: pathOf(snapshot.value),
    context: JSON.stringify(digesterOf(model)(snapshot.context).value, null, 1),
  };
  if (!before || !entry) return shown;
  try {
    const { transitions, effects } = takenBy(machine, before, entry.event);
    return { ...shown, taken: transitions, effects };
  } catch {
    // It threw on this event: that is a divergence, which is shown there.
    return shown;
  }
}

export function ChartPanel(props: ChartPanelProps): ReactNode {
  const { trace, position, held, onHold } = props;
  const now = nowOf(props);
  const present = machinesAt(trace, position);
  const found = now && drawnOf(now.model);
  const active = new Set(now?.active);
  const [fit, setFit] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const [model, state] = [now?.model, now?.state];
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another state is lit
  useEffect(() => {
    const lit = [...(box.current?.querySelectorAll('[data-mark="now"]') ?? [])].at(-1);
    if (!box.current || !lit) return;
    const [frame, mark] = [box.current.getBoundingClientRect(), lit.getBoundingClientRect()];
    // In its own box alone: the page stays where it is.
    if (mark.left < frame.left || mark.right > frame.right)
      box.current.scrollLeft += mark.left + mark.width / 2 - frame.left - frame.width / 2;
    if (mark.top < frame.top || mark.bottom > frame.bottom)
      box.current.scrollTop += mark.top + mark.height / 2 - frame.top - frame.height / 2;
  }, [model, state, position]);
  const mark = (is: 'state' | 'transition', name: string): Mark | undefined => {
    if (is === 'state') return active.has(name) ? 'now' : undefined;
    return now?.taken.includes(name) ? 'taken' : undefined;
  };
  return (
    <section className="machine" aria-label="状态图">
      <div className="machine__head">
        <label className="field">
          模型
          <select value={held} onChange={(event) => onHold(event.target.value)}>
            <option value="">跟随事件（{now?.id ?? '—'}）</option>
            {present.map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        </label>
        <p className="machine__state" role="status">
          {now ? (
            <>
              {now.model}：<b>{now.state}</b>
              {now.event > 0 ? `（事件 ${now.event}：${now.sent}）` : '（还没有事件）'}
            </>
          ) : (
            '没有模型'
          )}
        </p>
      </div>
      {found && now ? (
        <>
          <label className="machine__fit">
            <input type="checkbox" checked={fit} onChange={(event) => setFit(event.target.checked)} />
            缩放到整图
          </label>
          {/* Wider than its place: the picture is moved with the keyboard too. */}
          <div
            ref={box}
            className={fit ? 'machine__chart machine__chart--fit' : 'machine__chart'}
            tabIndex={0}
            role="group"
            aria-label="图，可滚动"
          >
            <ChartView chart={found.laid} label={`${now.model} 的状态图，现在是 ${now.state}`} mark={mark} words={{ now: '当前' }} />
          </div>
          <Disclosure className="machine__more" title="上下文与动作">
            {now.effects.length > 0 ? (
              <p className="machine__effects">
                要求执行：<code>{now.effects.map((effect) => JSON.stringify(effect)).join(' ')}</code>
              </p>
            ) : null}
            <pre>{now.context}</pre>
          </Disclosure>
          <Disclosure className="machine__more" title="文字列表：状态和转换">
            <ul className="machine__list" aria-label="状态">
              {statesOf(found.chart.root).map(({ path }) => (
                <li key={path}>
                  {path}
                  {active.has(path) ? <b> 当前</b> : null}
                </li>
              ))}
            </ul>
            <ul className="machine__list" aria-label="转换">
              {found.chart.transitions.map((each) => (
                <li key={each.name}>
                  {each.source || '任意状态'}：{transitionText(each, true)}
                  {each.target === undefined ? '' : ` → ${each.target}`}
                  {now.taken.includes(each.name) ? <b> 刚走</b> : null}
                </li>
              ))}
            </ul>
          </Disclosure>
        </>
      ) : null}
    </section>
  );
}

const statesOf = (root: ChartState): ChartState[] => root.states.flatMap((state) => [state, ...statesOf(state)]);
