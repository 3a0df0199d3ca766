/** Games beside the draws: files on the left, and in the middle the text with what each bet, or each prize of a pool, returns: exactly. */
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { exactly, percent } from '../../engine/rules/fraction-text.ts';
import type { BesideListing } from './calls.ts';
import { completionsAt, type Guide } from './complete.ts';
import { FileList } from './file-list.tsx';
import type { Finding } from './judge.ts';
import type { BesideKind, Returned } from './judge-beside.ts';
import { useDesk } from './use-desk.ts';
import { useJudge } from './use-judge.ts';
import { type Tab, WorkPane } from './work-pane.tsx';
import type { DeskProps } from './workshop.tsx';

interface Sort {
  readonly kind: BesideKind;
  /** Part of the address below /operator/api, and of the folder's name. */
  readonly name: 'small' | 'scratch';
  readonly files: string;
  readonly invitation: string;
  readonly bet: string;
  readonly guide: Guide;
}

const SMALL: Sort = {
  kind: 'small',
  name: 'small',
  files: '小游戏文件',
  invitation: '选择一个小游戏',
  bet: '注',
  guide: { schema: 'small.schema.json', values: () => [] },
};
const SCRATCH: Sort = {
  kind: 'scratch',
  name: 'scratch',
  files: '刮刮乐文件',
  invitation: '选择一种刮刮乐',
  bet: '奖项',
  guide: { schema: 'scratch.schema.json', values: () => [] },
};

export const SmallDesk = (props: DeskProps): ReactNode => <BesideDesk {...props} sort={SMALL} />;
export const ScratchDesk = (props: DeskProps): ReactNode => <BesideDesk {...props} sort={SCRATCH} />;

interface Judged {
  readonly problems: readonly Problem[];
  readonly returned: readonly Returned[] | undefined;
}
const NOTHING: Judged = { problems: [], returned: undefined };
const TABS = { returns: '返还率' } as const;

function BesideDesk({ onLoggedOut, above, sort }: DeskProps & { readonly sort: Sort }): ReactNode {
  const { kind, name, guide } = sort;
  const desk = useDesk<BesideListing, unknown>(name, onLoggedOut);
  const { listing, open, text } = desk;
  const [judged, setJudged] = useState<Judged>(NOTHING);
  const [tab, setTab] = useState<Tab<keyof typeof TABS>>('problems');
  const code = open?.code;
  const draft = useMemo(() => (code === undefined ? undefined : { is: 'beside' as const, kind, code, text }), [kind, code, text]);
  useJudge(
    draft,
    useCallback((finding) => setJudged((before) => withFinding(before, finding)), []),
  );

  async function publish(next: string): Promise<void> {
    const problems = await desk.publish(next);
    if (problems.length === 0) return;
    setJudged((before) => ({ ...before, problems }));
    setTab('problems');
  }

  return (
    <div className="desk desk--beside">
      <nav className="files" aria-label={sort.files}>
        {above(desk.mayLeave)}
        <FileList files={listing?.files ?? []} open={code} onOpen={(next) => void desk.openFile(next)} />
      </nav>
      <WorkPane
        desk={desk}
        folder={`games/${name}`}
        invitation={sort.invitation}
        problems={judged.problems}
        ready={judged.returned !== undefined}
        complete={(draftText, offset) => completionsAt(draftText, offset, guide)}
        tabs={TABS}
        tab={tab}
        onTab={setTab}
        panel={() => <Returns returned={judged.returned} bet={sort.bet} />}
        onPublish={(next) => void publish(next)}
      />
    </div>
  );
}

function withFinding(before: Judged, finding: Finding): Judged {
  if (finding.is === 'problems') return { problems: finding.problems, returned: undefined };
  return finding.is === 'returned' ? { ...before, returned: finding.returned } : before;
}

function Returns({ returned, bet }: { readonly returned: readonly Returned[] | undefined; readonly bet: string }): ReactNode {
  if (returned === undefined) return <p>描述没有问题后显示。</p>;
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
              <td>{percent(chance)}</td>
              <td>{percent(returns, 4)}</td>
              <td>{exactly(returns)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
