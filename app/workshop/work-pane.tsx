/** The middle of a desk: what is open, the editor, and what is known of the draft in tabs below it. */
import type { ReactNode } from 'react';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { Completion } from './complete.ts';
import { Editor } from './editor.tsx';
import { Problems, Versions } from './findings.tsx';
import { Tabs } from './tabs.tsx';
import type { Desk } from './use-desk.ts';
import './work-pane.css';

export interface WorkPaneProps<T extends string> {
  readonly desk: Desk<unknown, unknown>;
  /** Folder of the files, as the operator knows it. */
  readonly folder: string;
  /** Shown while nothing is open. */
  readonly invitation: string;
  readonly problems: readonly Problem[];
  /** The draft is known to be right. */
  readonly ready: boolean;
  readonly complete: (text: string, offset: number) => readonly Completion[];
  /** Tabs between problems and versions, with their labels. */
  readonly tabs: Readonly<Record<T, string>>;
  readonly tab: Tab<T>;
  readonly counts?: Partial<Record<T, number>>;
  readonly onTab: (tab: Tab<T>) => void;
  /** Content of the tabs in `tabs`. */
  readonly panel: (tab: T) => ReactNode;
  readonly onPublish: (text: string) => void;
}

export type Tab<T extends string> = T | 'problems' | 'versions';

export function WorkPane<T extends string>(props: WorkPaneProps<T>): ReactNode {
  const { desk, folder, invitation, problems, ready, complete, tab, panel, onPublish } = props;
  const { open, text, changed, busy } = desk;
  const labels = { problems: '问题', ...props.tabs, versions: '版本' } as Readonly<Record<Tab<T>, string>>;
  const counts = { ...props.counts, problems: problems.length } as Partial<Record<Tab<T>, number>>;
  return (
    <main className="work">
      <header className="work__head">
        <h2>{open === undefined ? invitation : `${folder}/${open.code}.json${changed ? ' · 未发布的修改' : ''}`}</h2>
        {open === undefined ? null : (
          <>
            <button type="button" className="button" disabled={!changed || busy} onClick={() => desk.setText(open.saved)}>
              还原
            </button>
            <button
              type="button"
              className="button button--primary"
              disabled={busy || problems.length > 0 || !ready || !changed}
              onClick={() => onPublish(text)}
            >
              发布
            </button>
          </>
        )}
      </header>
      <p className="notice" role="status">
        {desk.notice}
      </p>
      {open === undefined ? null : (
        <>
          <Editor text={text} problems={problems} complete={complete} goTo={desk.goTo} onChange={desk.setText} />
          <Tabs tab={tab} labels={labels} counts={counts} onTab={props.onTab} />
          <section className="findings" role="tabpanel" aria-labelledby={`tab-${tab}`} id="problems" tabIndex={0}>
            {tab === 'problems' ? <Problems problems={problems} onGo={desk.go} /> : null}
            {tab === 'versions' ? (
              <Versions
                versions={desk.versions}
                onShow={(id) => void desk.versionText(id).then((old) => old !== undefined && desk.setText(old))}
                onRollBack={(id) => void desk.versionText(id).then((old) => (old === undefined ? undefined : onPublish(old)))}
              />
            ) : null}
            {tab === 'problems' || tab === 'versions' ? null : panel(tab as T)}
          </section>
        </>
      )}
    </main>
  );
}
