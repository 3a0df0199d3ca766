/** The middle of a editor: the open file, the editor, and the findings of the draft in tabs below it. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { Completion } from './complete.ts';
import { Conflict } from './conflict.tsx';
import { Editor } from './editor.tsx';
import type { FileVersion } from './calls.ts';
import { ProblemList, versionTime, VersionList } from './findings.tsx';
import { Tabs } from './tabs.tsx';
import type { FileEditor } from './use-file-editor.ts';
import './work-pane.css';

export interface WorkPaneProps<T extends string> {
  readonly editor: FileEditor<unknown, unknown>;
  /** Folder of the files, as the operator knows it. */
  readonly folder: string;
  /** Shown while nothing is open. */
  readonly invitation: string;
  readonly problems: readonly Problem[];
  readonly warnings?: readonly Problem[];
  /** The draft is known to be right. */
  readonly ready: boolean;
  readonly complete: (text: string, offset: number) => readonly Completion[];
  /** Tabs between problems and versions, with their labels. */
  readonly tabs: Readonly<Record<T, string>>;
  readonly counts?: Partial<Record<T, number>>;
  /** Content of the tabs in `tabs`. */
  readonly panel: (tab: T) => ReactNode;
}

type Tab<T extends string> = T | 'problems' | 'versions';

export function WorkPane<T extends string>(props: WorkPaneProps<T>): ReactNode {
  const { editor, folder, invitation, warnings = NONE, ready, complete, panel } = props;
  const { open, text, changed, busy, theirs, unconfirmed, refused } = editor;
  // The server sees what the page cannot; what it refused for stands until the text is another.
  const problems = refused.length > 0 ? refused : props.problems;
  const [tab, setTab] = useState<Tab<T>>('problems');
  const [shownFor, setShownFor] = useState(refused);
  if (shownFor !== refused) {
    setShownFor(refused);
    if (refused.length > 0) setTab('problems');
  }
  const [asking, setAsking] = useState<{ readonly code: string; readonly version: FileVersion } | undefined>(undefined);
  /** A draft that another text was put in the place of; it is offered again until that text is changed. */
  const [displaced, setDisplaced] = useState<{ readonly code: string; readonly draft: string; readonly by: string } | undefined>(undefined);
  const lost = displaced !== undefined && displaced.code === open?.code && displaced.by === text ? displaced.draft : undefined;
  const replace = (next: string): void => {
    if (open !== undefined && changed && next !== text) setDisplaced({ code: open.code, draft: text, by: next });
    editor.setText(next);
  };
  const back = asking !== undefined && asking.code === open?.code ? asking.version : undefined;
  const labels = { problems: '问题', ...props.tabs, versions: '版本' } as Readonly<Record<Tab<T>, string>>;
  const counts = { ...props.counts, problems: problems.length } as Partial<Record<Tab<T>, number>>;
  return (
    <main className="work">
      <header className="work__head">
        <h2>{open === undefined ? invitation : `${folder}/${open.code}.json${changed ? ' · 未发布的修改' : ''}`}</h2>
        {open === undefined ? null : (
          <>
            <button
              type="button"
              className="button"
              disabled={!changed || busy || theirs !== undefined}
              onClick={() => replace(open.saved)}
            >
              还原
            </button>
            <button
              type="button"
              className="button button--primary"
              disabled={busy || problems.length > 0 || !ready || !changed || theirs !== undefined}
              onClick={() => void editor.publish(text)}
            >
              发布
            </button>
          </>
        )}
      </header>
      <p className="notice" role="status">
        {editor.notice !== '' || theirs !== undefined || lost !== undefined ? editor.notice : whyNot(changed, problems.length)}
        {lost === undefined ? null : (
          <>
            草稿已替换。
            <button type="button" className="button" onClick={() => editor.setText(lost)}>
              找回草稿
            </button>
          </>
        )}
      </p>
      {unconfirmed === undefined ? null : (
        <Ask
          question="这一版与平常不同，确定要发布吗？"
          items={unconfirmed.warnings.map(({ message, line }) => `第 ${line} 行：${message}`)}
          yes="仍要发布"
          onYes={() => void editor.publish(unconfirmed.text, true)}
          onNo={editor.dismissUnconfirmed}
        />
      )}
      {back === undefined || unconfirmed !== undefined ? null : (
        <Ask
          question={`确定要回退到 ${versionTime(back)} 的版本吗？玩家马上看到那一版；${changed ? '您的草稿会留着。' : '现在的文件留在版本里。'}`}
          items={[]}
          yes="回退"
          onYes={() => {
            setAsking(undefined);
            void editor.versionText(back.id).then((old) => (old === undefined ? undefined : editor.publish(old)));
          }}
          onNo={() => setAsking(undefined)}
        />
      )}
      {open === undefined || theirs === undefined ? null : (
        <Conflict theirs={theirs.text} mine={text} onMine={() => editor.settle('mine')} onTheirs={() => editor.settle('theirs')} />
      )}
      {open === undefined || theirs !== undefined ? null : (
        <>
          <Editor text={text} problems={problems} complete={complete} goTo={editor.goTo} onChange={editor.setText} />
          <Tabs tab={tab} labels={labels} counts={counts} onTab={setTab} />
          <section className="findings" role="tabpanel" aria-labelledby={`tab-${tab}`} id="problems" tabIndex={0}>
            {tab === 'problems' ? <ProblemList problems={problems} warnings={warnings} onGo={editor.go} /> : null}
            {tab === 'versions' ? (
              <VersionList
                versions={editor.versions}
                onShow={(id) => void editor.versionText(id).then((old) => old !== undefined && replace(old))}
                onRollBack={(version) => setAsking({ code: open.code, version })}
              />
            ) : null}
            {tab === 'problems' || tab === 'versions' ? null : panel(tab as T)}
          </section>
        </>
      )}
    </main>
  );
}

const NONE: readonly Problem[] = [];

/** Why a draft cannot be published; the problems themselves may stand below the edge of a phone. */
const whyNot = (changed: boolean, problems: number): string => (changed && problems > 0 ? `有 ${problems} 个问题，改好后才能发布。` : '');

/** Asked in place: what players see at once wants more than one tap. */
function Ask({
  question,
  items,
  yes,
  onYes,
  onNo,
}: {
  readonly question: string;
  readonly items: readonly string[];
  readonly yes: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
}): ReactNode {
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    no.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <div
      className="ask"
      role="alertdialog"
      aria-label={question}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onNo();
      }}
    >
      <p>{question}</p>
      {items.length === 0 ? null : (
        <ul>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      <div className="ask__choice">
        <button type="button" className="button button--primary" onClick={onYes}>
          {yes}
        </button>
        <button ref={no} type="button" className="button" onClick={onNo}>
          取消
        </button>
      </div>
    </div>
  );
}
