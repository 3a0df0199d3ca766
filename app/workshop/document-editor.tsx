/**
 * Editor of mini games, cards, quizzes, products, activities and texts: files on the left, and in the middle the text with its findings.
 * For a mini game or a pool of cards these are the exact returns of bets or prizes; for the others their description in words and
 * their figures.
 */
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { fractionText, percentText } from '../../engine/rules/fraction-text.ts';
import {
  ACTIVITIES,
  ARTICLES,
  BANNERS,
  BULLETINS,
  HELP,
  QUIZZES,
  SCRATCH_CARDS,
  SMALL_GAMES,
  type DocumentKind,
  PRODUCTS,
} from './document-kinds.ts';
import { type DocumentListing, callDesk } from './calls.ts';
import { completionsAt } from './complete.ts';
import type { SummaryRow } from './draft-summary.ts';
import { DraftPhone } from './draft-phone.tsx';
import { FileList } from './file-list.tsx';
import type { DraftFinding } from './check-draft.ts';
import type { ReturnRow, DocumentSummary } from './check-document.ts';
import { NewFile } from './new-file.tsx';
import { useFileEditor } from './use-file-editor.ts';
import { useDraftCheck } from './use-draft-check.ts';
import { WorkPane } from './work-pane.tsx';
import type { WorkshopPageProps } from './workshop.tsx';

export const SmallGamesEditor = (props: WorkshopPageProps): ReactNode => <DocumentEditor {...props} documentKind={SMALL_GAMES} />;
export const ScratchCardsEditor = (props: WorkshopPageProps): ReactNode => <DocumentEditor {...props} documentKind={SCRATCH_CARDS} />;
export const QuizzesEditor = (props: WorkshopPageProps): ReactNode => <DocumentEditor {...props} documentKind={QUIZZES} />;
export const ProductsEditor = (props: WorkshopPageProps): ReactNode => <DocumentEditor {...props} documentKind={PRODUCTS} />;
export const ActivitiesEditor = (props: WorkshopPageProps): ReactNode => <DocumentEditor {...props} documentKind={ACTIVITIES} />;
export const BulletinsEditor = (props: WorkshopPageProps): ReactNode => <DocumentEditor {...props} documentKind={BULLETINS} />;
export const BannersEditor = (props: WorkshopPageProps): ReactNode => <DocumentEditor {...props} documentKind={BANNERS} />;
export const ArticlesEditor = (props: WorkshopPageProps): ReactNode => <DocumentEditor {...props} documentKind={ARTICLES} />;
export const HelpEditor = (props: WorkshopPageProps): ReactNode => <DocumentEditor {...props} documentKind={HELP} />;

interface DocumentFindings {
  readonly problems: readonly Problem[];
  readonly summary: DocumentSummary | undefined;
}
const NO_FINDINGS: DocumentFindings = { problems: [], summary: undefined };

function DocumentEditor({ above, documentKind }: WorkshopPageProps & { readonly documentKind: DocumentKind }): ReactNode {
  const { kind, name, what, begin } = documentKind;
  const editor = useFileEditor<DocumentListing, unknown>(name);
  const { listing, open, text } = editor;
  const names = listing?.names;
  const [findings, setFindings] = useState<DocumentFindings>(NO_FINDINGS);
  const code = open?.code;
  const draft = useMemo(
    () => (code === undefined ? undefined : { is: 'document' as const, kind, code, text, names }),
    [kind, code, text, names],
  );
  useDraftCheck(
    draft,
    useCallback((finding) => setFindings((before) => addFinding(before, finding)), []),
  );
  const guide = useMemo(() => documentKind.guide(names), [documentKind, names]);
  const pages = listing?.pages;

  return (
    <div className={pages === undefined ? 'workspace workspace--two-columns' : 'workspace'}>
      <nav className="files" aria-label={`${what}文件`}>
        {above}
        {/* What it begins with names what there is. */}
        {begin && listing ? (
          <NewFile
            what={what}
            taken={(listing?.files ?? []).map((file) => file.code.toLowerCase())}
            onBegin={(next, called) => editor.begin(next, begin(next, called, names), { line: 6, column: 3 })}
          />
        ) : null}
        <FileList files={listing?.files} open={code} drafts={editor.drafts} onOpen={(next) => void editor.openFile(next)} />
      </nav>
      <WorkPane
        editor={editor}
        folder={`${documentKind.root ?? 'games'}/${name}`}
        invitation={documentKind.invitation}
        problems={findings.problems}
        ready={findings.summary !== undefined}
        complete={(draftText, offset) => completionsAt(draftText, offset, guide)}
        tabs={{ summary: documentKind.tab }}
        panel={() =>
          documentKind.bet === undefined ? (
            <>
              <DraftSummary rows={findings.summary?.rows} />
              {open?.published && documentKind.figures ? (
                <PublishedFigures key={open.stamp} documentKind={documentKind} code={open.code} />
              ) : null}
            </>
          ) : (
            <ReturnTable returnRows={findings.summary?.returnRows} bet={documentKind.bet} />
          )
        }
      />
      {pages === undefined ? null : (
        <DraftPhone key={code} documentKind={documentKind} pages={pages} code={code} document={findings.summary?.document} />
      )}
    </div>
  );
}

function addFinding(before: DocumentFindings, finding: DraftFinding): DocumentFindings {
  if (finding.is === 'problems') return { problems: finding.problems, summary: undefined };
  return finding.is === 'summary' ? { ...before, summary: finding.summary } : before;
}

const NOT_CHECKED = <p>描述没有问题后显示。</p>;

function DraftSummary({ rows }: { readonly rows: readonly SummaryRow[] | undefined }): ReactNode {
  if (rows === undefined) return NOT_CHECKED;
  return <SummaryTable label="草稿摘要" pairs={rows} />;
}

/** Figures of the version in force. */
function PublishedFigures({
  documentKind: { name, figures = {} },
  code,
}: {
  readonly documentKind: DocumentKind;
  readonly code: string;
}): ReactNode {
  const [found, setFound] = useState<Readonly<Record<string, number>>>({});
  useEffect(() => {
    let current = true;
    void callDesk<{ figures: Readonly<Record<string, number>> }>('GET', 'file/figures', { kind: name, code }).then((answer) => {
      if (current && answer.ok) setFound(answer.models.figures);
    });
    return () => {
      current = false;
    };
  }, [name, code]);
  // Its rows are there from the first look, so that nothing moves when the figures come.
  const pairs = Object.entries(figures).map(([key, [label, text]]) => ({ label, text: found[key] === undefined ? '—' : text(found[key]) }));
  return <SummaryTable label="运行情况" pairs={pairs} />;
}

function SummaryTable({ label, pairs }: { readonly label: string; readonly pairs: readonly SummaryRow[] }): ReactNode {
  return (
    <div className="table table--pairs">
      <table aria-label={label}>
        <tbody>
          {pairs.map((pair) => (
            <tr key={pair.label}>
              <th scope="row">{pair.label}</th>
              <td>{pair.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ReturnTable({ returnRows, bet }: { readonly returnRows: readonly ReturnRow[] | undefined; readonly bet: string }): ReactNode {
  if (returnRows === undefined) return NOT_CHECKED;
  return (
    <div className="table">
      <table>
        <thead>
          <tr>
            <th scope="col">{bet}</th>
            <th scope="col">赔付</th>
            <th scope="col">中奖机会</th>
            <th scope="col">返奖率</th>
            <th scope="col">精确值</th>
          </tr>
        </thead>
        <tbody>
          {returnRows.map(({ code, name, pays, chance, returns }) => (
            <tr key={code}>
              <th scope="row">
                {name} <code>{code}</code>
              </th>
              <td>{pays}</td>
              <td>{percentText(chance)}</td>
              <td>{percentText(returns, 4)}</td>
              <td>{fractionText(returns)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
