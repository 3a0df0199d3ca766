/** The workbench loads a trace and moves through it. List, chart and phone always show the same position. */
import { type DragEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { MACHINES, replay, type Trace } from '../../engine/replay/index.ts';
import { AnswersPanel } from './answers-panel.tsx';
import { BranchPanel } from './branch-panel.tsx';
import { ChartPanel } from './chart-panel.tsx';
import { EventList } from './event-list.tsx';
import { branchFileName, downloadTrace } from './files.ts';
import { ReplayPhone } from './phone.tsx';
import { isBackgroundEvent, type EventRow, eventRowsOf, timeText } from './rows.ts';
import { type WorkbenchState, useWorkbench } from './use-bench.ts';

export function Workbench(): ReactNode {
  const bench = useWorkbench();
  const [over, setOver] = useState(false);
  const { loaded, problems } = bench;
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    bench.openFile(event.dataTransfer.files[0]);
  };
  return (
    <div
      className={over ? 'bench bench--over' : 'bench'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Bar bench={bench} />
      <p className="bench__notice" role="status">
        {bench.notice}
      </p>
      {problems.length > 0 ? (
        <ul className="problems" role="alert">
          {problems.map((each) => (
            <li key={`${each.line} ${each.column} ${each.text}`}>
              {each.line}:{each.column} {each.pointer} <code>{each.code}</code> {each.text}
            </li>
          ))}
        </ul>
      ) : null}
      {loaded ? (
        <TraceDebugger trace={loaded.trace} bench={bench} />
      ) : (
        <main className="empty">
          <h2>载入一份操作记录</h2>
          <p>把手机上导出的 .trace.json 文件拖到这里，或点“载入文件”。</p>
          <p>导出：我的 → 设置 → 导出操作记录。记录不含密码和个人资料，也不会离开本页。</p>
        </main>
      )}
    </div>
  );
}

function Bar({ bench }: { readonly bench: WorkbenchState }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const { loaded } = bench;
  const branched = loaded !== undefined && loaded.trace !== loaded.original;
  return (
    <header className="bar">
      <h1>彩谱回放工作台</h1>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept=".json,application/json"
        aria-label="操作记录文件"
        tabIndex={-1}
        onChange={(event) => {
          bench.openFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <button type="button" className="button button--primary" onClick={() => input.current?.click()}>
        载入文件
      </button>
      <button type="button" className="button" onClick={bench.take}>
        取运行中的应用
      </button>
      {loaded ? (
        <>
          <button
            type="button"
            className="button"
            onClick={() => downloadTrace(loaded.trace, branched ? branchFileName(loaded.name) : loaded.name)}
          >
            保存
          </button>
          {branched ? (
            <>
              <button type="button" className="button" onClick={bench.compare}>
                与原录制比较
              </button>
              <button type="button" className="button" onClick={bench.leaveBranch}>
                回到原录制
              </button>
            </>
          ) : null}
          <span className="bar__file">
            {loaded.name}
            {branched ? <b> 分叉</b> : null}
          </span>
        </>
      ) : null}
    </header>
  );
}

interface TraceProps {
  readonly trace: Trace;
  readonly bench: WorkbenchState;
}

function TraceDebugger({ trace, bench }: TraceProps): ReactNode {
  const { position, held, branchOff } = bench;
  const running = useMemo(() => replay(trace, MACHINES), [trace]);
  const rows = useMemo(() => eventRowsOf(trace), [trace]);
  /** Divergence of the first machine whose start state differs from the recorded one. */
  const start = useMemo(() => {
    const found = running.divergence();
    return found?.index === -1 ? found : undefined;
  }, [running]);
  return (
    <main className="trace-debugger">
      <Slider trace={trace} position={position} onSeek={bench.setPosition} />
      <div className="panes">
        <Events trace={trace} rows={rows} start={start} bench={bench} />
        <div className="middle">
          <Divergence found={position === 0 ? start : rows[position - 1]?.divergence} />
          <ChartPanel trace={trace} running={running} position={position} held={held} onHold={bench.setHeld} />
          <BranchPanel trace={trace} running={running} position={position} held={held} onSend={branchOff} />
          <AnswersPanel trace={trace} position={position} />
        </div>
        {/* A page loads the games only once, so other descriptions need a new phone. */}
        <ReplayPhone key={JSON.stringify(trace.descriptions)} trace={trace} position={position} onEvent={branchOff} />
      </div>
    </main>
  );
}

interface SliderProps {
  readonly trace: Trace;
  readonly position: number;
  readonly onSeek: (position: number) => void;
}

function Slider({ trace, position, onSeek }: SliderProps): ReactNode {
  const entry = trace.events[position - 1];
  return (
    <div className="slider">
      <button type="button" className="button" disabled={position === 0} onClick={() => onSeek(position - 1)} aria-label="上一个事件">
        ◀
      </button>
      <input
        type="range"
        min={0}
        max={trace.events.length}
        value={position}
        aria-label="时间"
        aria-valuetext={entry ? `事件 ${position}，${timeText(entry.at)} 秒，${entry.machine} ${entry.event.type}` : '起点'}
        onChange={(event) => onSeek(Number(event.target.value))}
      />
      <button
        type="button"
        className="button"
        disabled={position === trace.events.length}
        onClick={() => onSeek(position + 1)}
        aria-label="下一个事件"
      >
        ▶
      </button>
      <output className="slider__at">
        {position} / {trace.events.length}
        {entry ? ` · ${timeText(entry.at)} 秒` : ' · 起点'}
      </output>
    </div>
  );
}

interface EventsProps extends TraceProps {
  readonly rows: readonly EventRow[];
  readonly start: EventRow['divergence'];
}

/** The list of events with its filters, and whether the replay matches the recording. */
function Events({ trace, rows, start, bench }: EventsProps): ReactNode {
  const { position, filter } = bench;
  const [background, setBackground] = useState(false);
  const machines = useMemo(() => [...new Set(rows.map(({ machine }) => machine))], [rows]);
  // Background events are hidden, unless they diverge, are switched on, or belong to the one selected machine.
  const listed = useMemo(
    () =>
      rows.filter(
        (row) => (!filter || row.machine === filter) && (background || filter !== '' || row.divergence || !isBackgroundEvent(row)),
      ),
    [rows, filter, background],
  );
  const diverged = rows.find(({ divergence }) => divergence)?.index;
  return (
    <section className="list" aria-label="事件列表">
      <label className="field">
        只看
        <select value={filter} onChange={(event) => bench.setFilter(event.target.value)}>
          <option value="">全部模型（{rows.length}）</option>
          {machines.map((id) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      </label>
      <label className="field field--switch">
        <input type="checkbox" checked={background} onChange={(event) => setBackground(event.target.checked)} />
        显示载入和计时（{rows.filter(isBackgroundEvent).length}）
      </label>
      <p className="list__verdict" role="status">
        {start ? `${start.machine} 的起点与录制不同` : diverged === undefined ? '回放与录制一致' : `事件 ${diverged + 1} 起与录制不同`}
        {trace.dropped > 0 ? `；更早的 ${trace.dropped} 个事件没有保留` : ''}
      </p>
      {start || diverged !== undefined ? (
        <button type="button" className="button list__first" onClick={() => bench.setPosition(start ? 0 : (diverged ?? 0) + 1)}>
          到首个偏离
        </button>
      ) : null}
      <EventList rows={listed} position={position} onSeek={bench.setPosition} />
    </section>
  );
}

function Divergence({ found }: { readonly found: EventRow['divergence'] }): ReactNode {
  if (!found) return null;
  return (
    <section className="divergence" aria-label="偏离">
      <h2>
        偏离：{found.machine} {found.index < 0 ? '的起点' : `在 ${found.statePath}`}
      </h2>
      <p>
        不同：{found.differs.join('，')}
        {found.error ? `（${found.error}）` : ''}
      </p>
      <div className="divergence__both">
        <pre aria-label="录制">{JSON.stringify(found.recorded, null, 1)}</pre>
        <pre aria-label="回放">{JSON.stringify(found.replayed, null, 1)}</pre>
      </div>
    </section>
  );
}
