/**
 * Editor of mini games, cards, quizzes, products, activities and texts: files on the left, and in the middle the text with its findings.
 * For a mini game or a pool of cards these are the exact returns of bets or prizes; for the others their description in words and
 * their figures.
 */
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { fractionText, percentText } from '../../engine/rules/fraction-text.ts';
import { ACTIVITIES, ARTICLES, BANNERS, BULLETINS, HELP, QUIZ, SCRATCH, SMALL, type Sort, STORE } from './beside-sorts.ts';
import { type BesideListing, call } from './calls.ts';
import { completionsAt } from './complete.ts';
import type { Fact } from './facts.ts';
import { DraftPhone } from './draft-phone.tsx';
import { FileList } from './file-list.tsx';
import type { Finding } from './judge.ts';
import type { Returned, Seen } from './judge-beside.ts';
import { NewFile } from './new-file.tsx';
import { useDesk } from './use-desk.ts';
import { useJudge } from './use-judge.ts';
import { WorkPane } from './work-pane.tsx';
import type { DeskProps } from './workshop.tsx';

export const SmallDesk = (props: DeskProps): ReactNode => <BesideDesk {...props} sort={SMALL} />;
export const ScratchDesk = (props: DeskProps): ReactNode => <BesideDesk {...props} sort={SCRATCH} />;
export const QuizDesk = (props: DeskProps): ReactNode => <BesideDesk {...props} sort={QUIZ} />;
export const StoreDesk = (props: DeskProps): ReactNode => <BesideDesk {...props} sort={STORE} />;
export const ActivitiesDesk = (props: DeskProps): ReactNode => <BesideDesk {...props} sort={ACTIVITIES} />;
export const BulletinsDesk = (props: DeskProps): ReactNode => <BesideDesk {...props} sort={BULLETINS} />;
export const BannersDesk = (props: DeskProps): ReactNode => <BesideDesk {...props} sort={BANNERS} />;
export const ArticlesDesk = (props: DeskProps): ReactNode => <BesideDesk {...props} sort={ARTICLES} />;
export const HelpDesk = (props: DeskProps): ReactNode => <BesideDesk {...props} sort={HELP} />;

interface Judged {
  readonly problems: readonly Problem[];
  readonly seen: Seen | undefined;
}
const NOTHING: Judged = { problems: [], seen: undefined };

function BesideDesk({ above, sort }: DeskProps & { readonly sort: Sort }): ReactNode {
  const { kind, name, what, begin } = sort;
  const desk = useDesk<BesideListing, unknown>(name);
  const { listing, open, text } = desk;
  const names = listing?.names;
  const [judged, setJudged] = useState<Judged>(NOTHING);
  const code = open?.code;
  const draft = useMemo(
    () => (code === undefined ? undefined : { is: 'beside' as const, kind, code, text, names }),
    [kind, code, text, names],
  );
  useJudge(
    draft,
    useCallback((finding) => setJudged((before) => withFinding(before, finding)), []),
  );
  const guide = useMemo(() => sort.guide(names), [sort, names]);
  const pages = listing?.pages;

  return (
    <div className={pages === undefined ? 'desk desk--beside' : 'desk'}>
      <nav className="files" aria-label={`${what}文件`}>
        {above}
        {/* What it begins with names what there is. */}
        {begin && listing ? (
          <NewFile
            what={what}
            taken={(listing?.files ?? []).map((file) => file.code.toLowerCase())}
            onBegin={(next, called) => desk.begin(next, begin(next, called, names), { line: 6, column: 3 })}
          />
        ) : null}
        <FileList files={listing?.files} open={code} drafts={desk.drafts} onOpen={(next) => void desk.openFile(next)} />
      </nav>
      <WorkPane
        desk={desk}
        folder={`${sort.root ?? 'games'}/${name}`}
        invitation={sort.invitation}
        problems={judged.problems}
        ready={judged.seen !== undefined}
        complete={(draftText, offset) => completionsAt(draftText, offset, guide)}
        tabs={{ seen: sort.tab }}
        panel={() =>
          sort.bet === undefined ? (
            <>
              <Facts facts={judged.seen?.facts} />
              {open?.published && sort.figures ? <Figures key={open.stamp} sort={sort} code={open.code} /> : null}
            </>
          ) : (
            <Returns returned={judged.seen?.returned} bet={sort.bet} />
          )
        }
      />
      {pages === undefined ? null : <DraftPhone key={code} sort={sort} pages={pages} code={code} document={judged.seen?.document} />}
    </div>
  );
}

function withFinding(before: Judged, finding: Finding): Judged {
  if (finding.is === 'problems') return { problems: finding.problems, seen: undefined };
  return finding.is === 'seen' ? { ...before, seen: finding.seen } : before;
}

const NOT_YET = <p>描述没有问题后显示。</p>;

function Facts({ facts }: { readonly facts: readonly Fact[] | undefined }): ReactNode {
  if (facts === undefined) return NOT_YET;
  return <Pairs label="草稿怎么说" pairs={facts} />;
}

/** Figures of the version in force. */
function Figures({ sort: { name, figures = {} }, code }: { readonly sort: Sort; readonly code: string }): ReactNode {
  const [found, setFound] = useState<Readonly<Record<string, number>>>({});
  useEffect(() => {
    let current = true;
    void call<{ figures: Readonly<Record<string, number>> }>('GET', 'file/figures', { kind: name, code }).then((answer) => {
      if (current && answer.ok) setFound(answer.models.figures);
    });
    return () => {
      current = false;
    };
  }, [name, code]);
  // Its rows are there from the first look, so that nothing moves when the figures come.
  const pairs = Object.entries(figures).map(([key, [label, text]]) => ({ label, text: found[key] === undefined ? '—' : text(found[key]) }));
  return <Pairs label="运行情况" pairs={pairs} />;
}

function Pairs({ label, pairs }: { readonly label: string; readonly pairs: readonly Fact[] }): ReactNode {
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

function Returns({ returned, bet }: { readonly returned: readonly Returned[] | undefined; readonly bet: string }): ReactNode {
  if (returned === undefined) return NOT_YET;
  return (
    <div className="table">
      <table>
        <thead>
          <tr>
            <th scope="col">{bet}</th>
            <th scope="col">赔付</th>
            <th scope="col">中奖机会</th>
            <th scope="col">返还率</th>
            <th scope="col">正好是</th>
          </tr>
        </thead>
        <tbody>
          {returned.map(({ code, name, pays, chance, returns }) => (
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
