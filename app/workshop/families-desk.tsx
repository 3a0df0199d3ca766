/** Families: the plays that games share. The phone shows a game of the family with no differences. */
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { parse, type ParseError } from 'jsonc-parser';
import { call, type DescriptionFile, type FamilyListing, type PublishedFamily } from './calls.ts';
import { completionsAt, FAMILY_GUIDE } from './complete.ts';
import { FileList } from './file-list.tsx';
import { Changes, Odds } from './findings.tsx';
import { type Judged, NOTHING, withFinding } from './game-findings.ts';
import { NewFile } from './new-file.tsx';
import { Phone } from './phone.tsx';
import { withValue } from './text-edit.ts';
import { useDesk } from './use-desk.ts';
import { useJudge } from './use-judge.ts';
import { WorkPane } from './work-pane.tsx';
import type { DeskProps } from './workshop.tsx';

/** Which games a family changes: it is published once, and they all are other games at once. */
function Reach({ games = [] }: { readonly games: readonly string[] | undefined }): ReactNode {
  return <p>{games.length === 0 ? '现在没有彩种用这个家族。' : `发布后 ${games.length} 个彩种一起变：${games.join('、')}。`}</p>;
}

const TABS = { changes: '变化', odds: '概率' } as const;

export function FamiliesDesk({ above }: DeskProps): ReactNode {
  const desk = useDesk<FamilyListing, PublishedFamily>('families');
  const { listing, open, text } = desk;
  const atMs = listing?.now ?? 0;
  const [judged, setJudged] = useState<Judged>(NOTHING);
  const published = open?.published?.family ?? null;
  const known = listing !== undefined;

  const draft = useMemo(
    () => (open === undefined || !known ? undefined : { is: 'family' as const, code: open.code, text, published, atMs }),
    [open, known, text, published, atMs],
  );
  useJudge(
    draft,
    useCallback((finding) => setJudged((before) => withFinding(before, finding)), []),
  );
  const shown = useMemo(
    () => (open === undefined || judged.game === undefined ? undefined : { preview: 'game' as const, game: judged.game }),
    [open, judged.game],
  );

  /** The file of the other one, with its own code and name: plays that it writes short (`like`) stay short. */
  async function begin(code: string, name: string, like: string): Promise<void> {
    const answer = await call<DescriptionFile<unknown>>('GET', 'file', { kind: 'families', code: like });
    if (!answer.ok) return desk.say(answer.msg);
    const errors: ParseError[] = [];
    parse(answer.models.text, errors);
    if (errors.length > 0) return desk.say(`家族 ${like} 有误，不能照它写`);
    desk.begin(code, withValue(withValue(answer.models.text, ['code'], code), ['name'], name), { line: 5, column: 1 });
  }

  return (
    <div className="desk">
      <nav className="files" aria-label="家族文件">
        {above}
        <NewFile
          what="家族"
          families={listing?.surroundings.families ?? {}}
          like="照哪个家族"
          taken={(listing?.files ?? []).map(({ code }) => code.toLowerCase())}
          onBegin={(code, name, like) => void begin(code, name, like)}
        />
        <FileList files={listing?.files} open={open?.code} drafts={desk.drafts} onOpen={(code) => void desk.openFile(code)} />
      </nav>
      <WorkPane
        desk={desk}
        folder="games/families"
        invitation="选择一个家族，或照一个新建"
        problems={judged.problems}
        ready={judged.game !== undefined}
        complete={(draftText, offset) => completionsAt(draftText, offset, FAMILY_GUIDE)}
        tabs={TABS}
        counts={{ changes: judged.changes?.length ?? 0 }}
        panel={(name) =>
          name === 'changes' ? (
            published === null && judged.problems.length === 0 ? (
              <p>这是新家族：有彩种写上 family 以后，玩家才买得到。</p>
            ) : (
              <>
                <Reach games={listing?.games[open?.code ?? '']} />
                <Changes changes={judged.changes} isNew={false} disabled={undefined} />
              </>
            )
          ) : (
            <Odds plays={judged.odds} draws={judged.draws} done={judged.done} wrong={judged.problems.length > 0} />
          )
        }
      />
      <aside className="phone" aria-label="手机预览">
        <Phone draft={shown} />
      </aside>
    </div>
  );
}
