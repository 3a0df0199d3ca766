/** The trace on the bench and the place in it: opening one, branching from it, and comparing the branch with what was recorded. */
import { useCallback, useState } from 'react';
import { branch } from '../../engine/replay/branch.ts';
import { diff, MACHINES, type Trace, type TraceEvent } from '../../engine/replay/index.ts';
import { requestTrace } from '../host/trace-channel.ts';
import { type FileProblem, readTraceText } from './read-file.ts';

/** An open app answers within ms; one that is asleep in the background takes longer. */
const ANSWER_MS = 2_000;
const WORDS: Readonly<Record<string, string>> = { length: '长度', machine: '模型', event: '事件', state: '状态', context: '上下文' };

interface Loaded {
  readonly name: string;
  readonly original: Trace;
  /** The original, or what was branched from it. */
  readonly trace: Trace;
}

export interface WorkbenchState {
  readonly loaded: Loaded | undefined;
  /** Events done. */
  readonly position: number;
  /** Id of the machine whose chart is held; '' for none. */
  readonly held: string;
  /** Id of the only machine whose events are listed; '' for all. */
  readonly filter: string;
  readonly problems: readonly FileProblem[];
  readonly notice: string;
  setPosition(position: number): void;
  setHeld(machine: string): void;
  setFilter(machine: string): void;
  openFile(file: File | undefined): void;
  /** Opens the trace of an app in another tab. */
  take(): void;
  branchOff(machine: string, event: TraceEvent): void;
  compare(): void;
  leaveBranch(): void;
}

export function useWorkbench(): WorkbenchState {
  const [loaded, setLoaded] = useState<Loaded>();
  const [position, setPosition] = useState(0);
  const [held, setHeld] = useState('');
  const [filter, setFilter] = useState('');
  const [problems, setProblems] = useState<readonly FileProblem[]>([]);
  const [notice, setNotice] = useState('');

  const open = (name: string, text: string, atEnd = false): void => {
    const read = readTraceText(text);
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
    void requestTrace(ANSWER_MS).then((text) => {
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
    if (loaded) setNotice(differenceText(loaded));
  };
  const leaveBranch = (): void => {
    if (!loaded) return;
    setLoaded({ ...loaded, trace: loaded.original });
    setPosition(Math.min(position, loaded.original.events.length));
    setNotice('');
  };
  const actions = { setPosition, setHeld, setFilter, openFile, take, branchOff, compare, leaveBranch };
  return { loaded, position, held, filter, problems, notice, ...actions };
}

/** Where the branch begins to differ from the recording. */
function differenceText({ original, trace }: Loaded): string {
  const found = diff(original, trace);
  if (!found) return '与原录制相同';
  const [was, is] = [found.a?.event.type ?? '没有', found.b?.event.type ?? '没有'];
  return `从事件 ${found.index + 1} 起不同（${WORDS[found.differs] ?? found.differs}）：原录制 ${was}，分叉 ${is}`;
}
