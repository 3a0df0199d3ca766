/** Another way on from here: an event that the present state answers to, with its data. */
import { type ReactNode, useState } from 'react';
import { BranchError, machinesAt } from '../../engine/replay/branch.ts';
import { acceptedEvents } from '../../engine/replay/charts/chart.ts';
import type { Replay, Trace, TraceEvent } from '../../engine/replay/index.ts';
import { templateOf } from './templates.ts';

export interface BranchPanelProps {
  readonly trace: Trace;
  readonly running: Replay;
  readonly position: number;
  /** The machine that the chart shows. */
  readonly held: string;
  /** @throws BranchError */
  readonly onSend: (machine: string, event: TraceEvent) => void;
}

const WORDS: Readonly<Record<BranchError['code'], string>> = {
  NO_MACHINE: '这里没有这个模型，请换一个位置或模型',
  NO_EVENT: '事件应为对象，并有文字属性 type',
  THROWN: '模型收到这个事件时抛出异常',
};

/** An event of this type as it was recorded, before here rather than after; else one that is made from the machine's context. */
function example(trace: Trace, running: Replay, machine: string, type: string, position: number): TraceEvent {
  const model = trace.machines.find(({ id }) => id === machine)?.machine ?? '';
  const same = new Set(trace.machines.filter((each) => each.machine === model).map(({ id }) => id));
  const is = ({ machine: id, event }: Trace['events'][number]) => same.has(id) && event.type === type;
  const found = trace.events.slice(0, position).findLast(is) ?? trace.events.find(is);
  const snapshot = running.snapshot(machine);
  const now = trace.started + (trace.events[position - 1]?.at ?? 0);
  return found?.event ?? (snapshot && templateOf(model, type, snapshot, now)) ?? { type };
}

export function BranchPanel({ trace, running, position, held, onSend }: BranchPanelProps): ReactNode {
  const present = machinesAt(trace, position);
  const machine = held || trace.events[position - 1]?.machine || present[0]?.id || '';
  running.seek(position);
  const snapshot = running.snapshot(machine);
  const types = snapshot ? acceptedEvents(snapshot) : [];
  const [chosen, setChosen] = useState('');
  const type = types.includes(chosen) ? chosen : (types[0] ?? '');
  const at = `${machine} ${type} ${position} ${trace.events.length}`;
  const [written, setWritten] = useState({ at: '', text: '', fault: '' });
  // A text for another event or another point is replaced by the example of this one.
  const { text, fault } =
    written.at === at
      ? written
      : { text: type ? JSON.stringify(example(trace, running, machine, type, position), null, 1) : '', fault: '' };
  const setText = (next: string): void => setWritten({ at, text: next, fault: '' });
  const setFault = (next: string): void => setWritten({ at, text, fault: next });

  const send = (): void => {
    let event: TraceEvent;
    try {
      event = JSON.parse(text) as TraceEvent;
    } catch (error) {
      setFault(`不是 JSON：${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    try {
      onSend(machine, event);
    } catch (error) {
      setFault(error instanceof BranchError ? `${WORDS[error.code]}（${error.code}：${error.message}）` : String(error));
    }
  };

  return (
    <section className="branch" aria-label="分叉">
      <h2>从这里分叉</h2>
      {snapshot ? (
        <>
          <label className="field">
            {machine} 接受的事件
            <select value={type} onChange={(event) => setChosen(event.target.value)}>
              {types.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
          <label className="field">
            事件内容（JSON）
            <textarea value={text} spellCheck={false} rows={6} onChange={(event) => setText(event.target.value)} />
          </label>
          <button type="button" className="button button--primary" onClick={send} disabled={type === ''}>
            发送事件
          </button>
          <p role="alert">{fault}</p>
          <p className="hint">也可以直接点按手机。驱动不运行：服务器的答复、时钟和其他模型的事件由您选择。</p>
        </>
      ) : (
        <p className="hint">{machine ? `${machine} 在这里还不存在。` : '先载入操作记录。'}</p>
      )}
    </section>
  );
}
