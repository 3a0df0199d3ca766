/** Families: the plays that games share. The phone shows a game of the family with no differences. */
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { parse, type ParseError } from 'jsonc-parser';
import { callDesk, type DescriptionFile, type FamilyListing, type PublishedFamily } from './calls.ts';
import { completionsAt, FAMILY_GUIDE } from './complete.ts';
import { FileList } from './file-list.tsx';
import { ChangeList, OddsTable } from './findings.tsx';
import { type GameFindings, NO_FINDINGS, addFinding } from './game-findings.ts';
import { NewFile } from './new-file.tsx';
import { PreviewPhone } from './phone.tsx';
import { setJsonValue } from './text-edit.ts';
import { useFileEditor } from './use-file-editor.ts';
import { useDraftCheck } from './use-draft-check.ts';
import { WorkPane } from './work-pane.tsx';
import type { WorkshopPageProps } from './workshop.tsx';

/** Which games a family changes: it is published once, and they all are other games at once. */
function Reach({ games = [] }: { readonly games: readonly string[] | undefined }): ReactNode {
  return <p>{games.length === 0 ? '现在没有彩种用这个家族。' : `发布后 ${games.length} 个彩种一起变：${games.join('、')}。`}</p>;
}

const TABS = { changes: '变化', odds: '概率' } as const;

export function FamiliesEditor({ above }: WorkshopPageProps): ReactNode {
  const editor = useFileEditor<FamilyListing, PublishedFamily>('families');
  const { listing, open, text } = editor;
  const atMs = listing?.now ?? 0;
  const [findings, setFindings] = useState<GameFindings>(NO_FINDINGS);
  const published = open?.published?.family ?? null;
  const known = listing !== undefined;

  const draft = useMemo(
    () => (open === undefined || !known ? undefined : { is: 'family' as const, code: open.code, text, published, atMs }),
    [open, known, text, published, atMs],
  );
  useDraftCheck(
    draft,
    useCallback((finding) => setFindings((before) => addFinding(before, finding)), []),
  );
  const shown = useMemo(
    () => (open === undefined || findings.game === undefined ? undefined : { preview: 'game' as const, game: findings.game }),
    [open, findings.game],
  );

  /** The file of the other one, with its own code and name: plays that it writes short (`like`) stay short. */
  async function begin(code: string, name: string, like: string): Promise<void> {
    const answer = await callDesk<DescriptionFile<unknown>>('GET', 'file', { kind: 'families', code: like });
    if (!answer.ok) return editor.say(answer.msg);
    const errors: ParseError[] = [];
    parse(answer.models.text, errors);
    if (errors.length > 0) return editor.say(`家族 ${like} 有误，不能照它写`);
    editor.begin(code, setJsonValue(setJsonValue(answer.models.text, ['code'], code), ['name'], name), { line: 5, column: 1 });
  }

  return (
    <div className="workspace">
      <nav className="files" aria-label="家族文件">
        {above}
        <NewFile
          what="家族"
          families={listing?.surroundings.families ?? {}}
          like="照哪个家族"
          taken={(listing?.files ?? []).map(({ code }) => code.toLowerCase())}
          onBegin={(code, name, like) => void begin(code, name, like)}
        />
        <FileList files={listing?.files} open={open?.code} drafts={editor.drafts} onOpen={(code) => void editor.openFile(code)} />
      </nav>
      <WorkPane
        editor={editor}
        folder="games/families"
        invitation="选择一个家族，或照一个新建"
        problems={findings.problems}
        ready={findings.game !== undefined}
        complete={(draftText, offset) => completionsAt(draftText, offset, FAMILY_GUIDE)}
        tabs={TABS}
        counts={{ changes: findings.changes?.length ?? 0 }}
        panel={(name) =>
          name === 'changes' ? (
            published === null && findings.problems.length === 0 ? (
              <p>这是新家族：有彩种写上 family 以后，玩家才买得到。</p>
            ) : (
              <>
                <Reach games={listing?.games[open?.code ?? '']} />
                <ChangeList changes={findings.changes} isNew={false} disabled={undefined} />
              </>
            )
          ) : (
            <OddsTable plays={findings.odds} draws={findings.draws} done={findings.done} wrong={findings.problems.length > 0} />
          )
        }
      />
      <aside className="phone" aria-label="手机预览">
        <PreviewPhone draft={shown} />
      </aside>
    </div>
  );
}
