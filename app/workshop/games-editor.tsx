/** Games: files on the left, text in the middle, the phone on the right. */
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { callDesk, type GameListing, type PublishedGame } from './calls.ts';
import { completionsAt, gameGuide } from './complete.ts';
import { FileList } from './file-list.tsx';
import { ChangeList, OddsTable } from './findings.tsx';
import { type GameFindings, NO_FINDINGS, addFinding } from './game-findings.ts';
import { LimitsPanel } from './limits-panel.tsx';
import { NewFile } from './new-file.tsx';
import { PreviewPhone } from './phone.tsx';
import type { FamilyDescription, Game } from '../../engine/descriptions/types.ts';
import { Wizard } from './wizard.tsx';
import { type FileEditor, useFileEditor } from './use-file-editor.ts';
import { useDraftCheck } from './use-draft-check.ts';
import { WorkPane } from './work-pane.tsx';
import type { WorkshopPageProps } from './workshop.tsx';

const TABS = { changes: '变化', odds: '概率', limits: '限额' } as const;
const NO_FAMILIES: GameListing['surroundings']['families'] = {};

export function GamesEditor({ above }: WorkshopPageProps): ReactNode {
  const editor = useFileEditor<GameListing, PublishedGame>('games');
  const { listing, open } = editor;
  const [inWizard, setInWizard] = useState(false);
  const [wizardGame, setWizardGame] = useState<Game>();
  const findings = useGameFindings(editor);
  const shown = useMemo(
    () => (open === undefined || findings.game === undefined ? undefined : { preview: 'game' as const, game: findings.game }),
    [open, findings.game],
  );
  const wizardShown = useMemo(() => wizardGame && { preview: 'game' as const, game: wizardGame }, [wizardGame]);

  return (
    <div className="workspace">
      <Files
        editor={editor}
        above={above}
        onWizard={() => {
          setInWizard(true);
          setWizardGame(undefined);
        }}
        onOpen={(code) => {
          setInWizard(false);
          void editor.openFile(code);
        }}
      />
      {inWizard && listing !== undefined ? (
        <Wizard
          surroundings={listing.surroundings}
          schemas={listing.schemas}
          atMs={listing.now}
          onGame={setWizardGame}
          onLeave={() => setInWizard(false)}
          onDone={(code, made) => {
            setInWizard(false);
            editor.begin(code, made, { line: 1, column: 1 });
          }}
        />
      ) : (
        <GamePane editor={editor} findings={findings} />
      )}
      <aside className="phone" aria-label="手机预览">
        <PreviewPhone draft={inWizard ? wizardShown : shown} />
      </aside>
    </div>
  );
}

type GameFiles = FileEditor<GameListing, PublishedGame>;

const familiesOf = ({ listing }: GameFiles) => listing?.surroundings.families ?? NO_FAMILIES;

/** Findings of the draft so far. */
function useGameFindings({ listing, open, text }: GameFiles): GameFindings {
  const surroundings = listing?.surroundings;
  const atMs = listing?.now ?? 0;
  const published = open?.published?.game ?? null;
  const [findings, setFindings] = useState<GameFindings>(NO_FINDINGS);
  const draft = useMemo(
    () =>
      open === undefined || surroundings === undefined
        ? undefined
        : { is: 'game' as const, code: open.code, text, surroundings, published, atMs },
    [open, text, surroundings, published, atMs],
  );
  useDraftCheck(
    draft,
    useCallback((finding) => setFindings((before) => addFinding(before, finding)), []),
  );
  return findings;
}

interface FilesProps extends WorkshopPageProps {
  readonly editor: GameFiles;
  readonly onWizard: () => void;
  readonly onOpen: (code: string) => void;
}

function Files({ editor, above, onWizard, onOpen }: FilesProps): ReactNode {
  const { listing, open } = editor;
  const surroundings = listing?.surroundings;
  async function begin(code: string, name: string, family: string): Promise<void> {
    const made = await callDesk<{ text: string }>('GET', 'game/draft', { family, code, name });
    if (made.ok) editor.begin(code, made.models.text, { line: 3, column: 1 });
    else editor.say([made.msg, ...made.problems.map(({ message, remedy }) => `${message}；${remedy}`)].join('：'));
  }
  return (
    <nav className="files" aria-label="彩种文件">
      {above}
      <button type="button" className="button files__wizard" disabled={surroundings === undefined} onClick={onWizard}>
        打开新建向导
      </button>
      <NewFile
        what="彩种"
        families={familiesOf(editor)}
        taken={(surroundings?.codes ?? []).map(({ code }) => code.toLowerCase())}
        onBegin={(code, name, family) => void begin(code, name, family)}
      />
      <FileList
        files={listing?.files}
        open={open?.code}
        drafts={editor.drafts}
        onOpen={onOpen}
        note={({ disabled }) => (disabled === undefined ? undefined : '停售')}
      />
    </nav>
  );
}

interface GamePaneProps {
  readonly editor: GameFiles;
  readonly findings: GameFindings;
}

/** The text of the open game, and what was found in it. */
function GamePane({ editor, findings }: GamePaneProps): ReactNode {
  const { open, text } = editor;
  const families = familiesOf(editor);
  /** Limits of the game's family, which hold where it has none of its own. */
  const inherited = useMemo(() => {
    const family = findings.game?.family === undefined ? undefined : families[findings.game.family];
    return typeof family === 'string' ? (JSON.parse(family) as FamilyDescription).limits : undefined;
  }, [findings.game, families]);
  const guide = useMemo(
    () =>
      gameGuide({
        families: Object.keys(families),
        plays: findings.game?.playGroups.flatMap((group) => group.plays.map((play) => play.code)) ?? [],
      }),
    [families, findings.game],
  );
  const isNew = (open?.published?.game ?? null) === null && findings.problems.length === 0;
  return (
    <WorkPane
      editor={editor}
      folder="games"
      invitation="选择一个彩种，或新建"
      problems={findings.problems}
      warnings={findings.warnings}
      ready={findings.game !== undefined}
      complete={(draftText, offset) => completionsAt(draftText, offset, guide)}
      tabs={TABS}
      counts={{ changes: findings.changes?.length ?? 0 }}
      panel={(name) =>
        name === 'changes' ? (
          <ChangeList changes={findings.changes} isNew={isNew} disabled={findings.game?.disabled} />
        ) : name === 'limits' ? (
          <LimitsPanel
            key={open?.code}
            text={text}
            game={findings.game}
            inherited={inherited}
            problems={findings.problems}
            onText={editor.setText}
          />
        ) : (
          <OddsTable plays={findings.odds} draws={findings.draws} done={findings.done} wrong={findings.problems.length > 0} />
        )
      }
    />
  );
}
