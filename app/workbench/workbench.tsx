/** Loads traces and moves through them: list, chart and phone are always at the same point. */
import { type DragEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { branch } from '../../engine/replay/branch.ts';
import { diff, MACHINES, replay, type Trace, type TraceEvent } from '../../engine/replay/index.ts';
import { AnswersPanel } from './answers-panel.tsx';
import { BranchPanel } from './branch-panel.tsx';
import { ChartPanel } from './chart-panel.tsx';
import { EventList } from './event-list.tsx';
import { branchName, download } from './files.ts';
import { Phone } from './phone.tsx';
import { type FileProblem, readFile } from './read-file.ts';
import { isBackground, rowsOf, timeText } from './rows.ts';
import { askForTrace } from '../host/trace-channel.ts';

/** An open app answers within ms; one that is asleep in the background takes longer. */
const ANSWER_MS = 2_000;

interface Loaded {
  readonly name: string;
  readonly original: Trace;
  /** The original, or what was branched from it. */
  readonly trace: Trace;
}

export function Workbench(): ReactNode {
  const [loaded, setLoaded] = useState<Loaded>();
  const [position, setPosition] = useState(0);
  const [held, setHeld] = useState('');
  const [filter, setFilter] = useState('');
  const [background, setBackground] = useState(false);
  const [problems, setProblems] = useState<readonly FileProblem[]>([]);
  const [notice, setNotice] = useState('');
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const trace = loaded?.trace;
  const rows = useMemo(() => (trace ? rowsOf(trace) : []), [trace]);
  const running = useMemo(() => (trace ? replay(trace, MACHINES) : undefined), [trace]);
  const start = useMemo(() => {
    const found = running?.divergence();
    return found?.index === -1 ? found : undefined;
  }, [running]);
  // An event that is looked at, or that went another way, is never hidden.
  const listed = useMemo(
    () =>
      rows.filter((row) => (!filter || row.machine === filter) && (background || filter !== '' || row.divergence || !isBackground(row))),
    [rows, filter, background],
  );
  const diverged = rows.find(({ divergence }) => divergence)?.index;

  const open = (name: string, text: string, atEnd = false): void => {
    const read = readFile(text);
    setNotice('');
    if (!read.ok) {
      setProblems(read.problems);
      return;
    }
    setProblems([]);
    setFilter('');
    setHeld('');
    setPosition(atEnd ? read.trace.events.length : 0);
    setLoaded({ name, original: read.trace, trace: read.trace });
  };
  const openFile = (file: File | undefined): void => {
    if (!file) return;
    file.text().then(
      (text) => open(file.name, text),
      // It was taken away or changed since it was chosen, or may not be read.
      () => setProblems([{ line: 1, column: 1, pointer: '', code: 'NOT_READ', text: `读不到文件 ${file.name}，请重新选择` }]),
    );
  };
  const take = (): void => {
    setNotice('正在询问本浏览器里打开的应用…');
    void askForTrace(ANSWER_MS).then((text) => {
      if (text === undefined) setNotice('没有找到打开的应用：在本浏览器的另一个标签页里打开应用，操作后再试');
      // What has just happened is what one wants to see.
      else open('running-app.trace.json', text, true);
    });
  };
  const branchOff = useCallback(
    (machine: string, event: TraceEvent): void => {
      if (!loaded) return;
      const next = branch(loaded.trace, MACHINES, position, machine, event);
      setLoaded({ ...loaded, trace: next });
      setPosition(next.events.length);
      setNotice(`已分叉：事件 ${next.events.length} 是 ${event.type}`);
    },
    [loaded, position],
  );
  const compare = (): void => {
    if (!loaded) return;
    const found = diff(loaded.original, loaded.trace);
    const [was, is] = [found?.a?.event.type ?? '没有', found?.b?.event.type ?? '没有'];
    setNotice(
      found ? `从事件 ${found.index + 1} 起不同（${WORDS[found.differs] ?? found.differs}）：原录制 ${was}，分叉 ${is}` : '与原录制相同',
    );
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    openFile(event.dataTransfer.files[0]);
  };

  const branched = loaded !== undefined && loaded.trace !== loaded.original;
  const machines = useMemo(() => [...new Set(rows.map(({ machine }) => machine))], [rows]);
  const entry = trace?.events[position - 1];
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
            openFile(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <button type="button" className="button button--primary" onClick={() => input.current?.click()}>
          载入文件
        </button>
        <button type="button" className="button" onClick={take}>
          取运行中的应用
        </button>
        {loaded ? (
          <>
            <button
              type="button"
              className="button"
              onClick={() => download(loaded.trace, branched ? branchName(loaded.name) : loaded.name)}
            >
              保存
            </button>
            {branched ? (
              <>
                <button type="button" className="button" onClick={compare}>
                  与原录制比较
                </button>
                <button
                  type="button"
                  className="button"
                  onClick={() => {
                    setLoaded({ ...loaded, trace: loaded.original });
                    setPosition(Math.min(position, loaded.original.events.length));
                    setNotice('');
                  }}
                >
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
      <p className="bench__notice" role="status">
        {notice}
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
      {trace && running ? (
        <main className="desk">
          <div className="slider">
            <button
              type="button"
              className="button"
              disabled={position === 0}
              onClick={() => setPosition(position - 1)}
              aria-label="上一个事件"
            >
              ◀
            </button>
            <input
              type="range"
              min={0}
              max={trace.events.length}
              value={position}
              aria-label="时间"
              aria-valuetext={entry ? `事件 ${position}，${timeText(entry.at)} 秒，${entry.machine} ${entry.event.type}` : '起点'}
              onChange={(event) => setPosition(Number(event.target.value))}
            />
            <button
              type="button"
              className="button"
              disabled={position === trace.events.length}
              onClick={() => setPosition(position + 1)}
              aria-label="下一个事件"
            >
              ▶
            </button>
            <output className="slider__at">
              {position} / {trace.events.length}
              {entry ? ` · ${timeText(entry.at)} 秒` : ' · 起点'}
            </output>
          </div>
          <div className="panes">
            <section className="list" aria-label="事件列表">
              <label className="field">
                只看
                <select value={filter} onChange={(event) => setFilter(event.target.value)}>
                  <option value="">全部模型（{rows.length}）</option>
                  {machines.map((id) => (
                    <option key={id}>{id}</option>
                  ))}
                </select>
              </label>
              <label className="field field--switch">
                <input type="checkbox" checked={background} onChange={(event) => setBackground(event.target.checked)} />
                显示载入和计时（{rows.filter(isBackground).length}）
              </label>
              <p className="list__verdict" role="status">
                {start
                  ? `${start.machine} 的起点与录制不同`
                  : diverged === undefined
                    ? '回放与录制一致'
                    : `事件 ${diverged + 1} 起与录制不同`}
                {trace.dropped > 0 ? `；更早的 ${trace.dropped} 个事件没有保留` : ''}
              </p>
              {start || diverged !== undefined ? (
                <button type="button" className="button list__first" onClick={() => setPosition(start ? 0 : (diverged ?? 0) + 1)}>
                  到首个偏离
                </button>
              ) : null}
              <EventList rows={listed} position={position} onSeek={setPosition} />
            </section>
            <div className="middle">
              <Divergence found={position === 0 ? start : rows[position - 1]?.divergence} />
              <ChartPanel trace={trace} running={running} position={position} held={held} onHold={setHeld} />
              <BranchPanel trace={trace} running={running} position={position} held={held} onSend={branchOff} />
              <AnswersPanel trace={trace} position={position} />
            </div>
            {/* Under other descriptions it is another phone: games are loaded once for a page. */}
            <Phone key={JSON.stringify(trace.descriptions)} trace={trace} position={position} onEvent={branchOff} />
          </div>
        </main>
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

const WORDS: Readonly<Record<string, string>> = { length: '长度', machine: '模型', event: '事件', state: '状态', context: '上下文' };

function Divergence({ found }: { readonly found: ReturnType<typeof rowsOf>[number]['divergence'] }): ReactNode {
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
