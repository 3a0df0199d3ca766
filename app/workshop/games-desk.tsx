/** Games: files on the left, text in the middle, the phone on the right. */
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { call, type GameListing, type PublishedGame } from './calls.ts';
import { completionsAt, gameGuide } from './complete.ts';
import { FileList } from './file-list.tsx';
import { Changes, Odds } from './findings.tsx';
import { type Judged, NOTHING, withFinding } from './game-findings.ts';
import { LimitsPanel } from './limits-panel.tsx';
import { NewFile } from './new-file.tsx';
import { Phone } from './phone.tsx';
import type { FamilyDescription, Game } from '../../engine/descriptions/types.ts';
import { Wizard } from './wizard.tsx';
import { type Desk, useDesk } from './use-desk.ts';
import { useJudge } from './use-judge.ts';
import { WorkPane } from './work-pane.tsx';
import type { DeskProps } from './workshop.tsx';

const TABS = { changes: '变化', odds: '概率', limits: '限额' } as const;
const NO_FAMILIES: GameListing['surroundings']['families'] = {};

export function GamesDesk({ above }: DeskProps): ReactNode {
  const desk = useDesk<GameListing, PublishedGame>('games');
  const { listing, open } = desk;
  const [inWizard, setInWizard] = useState(false);
  const [wizardGame, setWizardGame] = useState<Game>();
  const judged = useJudgedGame(desk);
  const shown = useMemo(
    () => (open === undefined || judged.game === undefined ? undefined : { preview: 'game' as const, game: judged.game }),
    [open, judged.game],
  );
  const wizardShown = useMemo(() => wizardGame && { preview: 'game' as const, game: wizardGame }, [wizardGame]);

  return (
    <div className="desk">
      <Files
        desk={desk}
        above={above}
        onWizard={() => {
          setInWizard(true);
          setWizardGame(undefined);
        }}
        onOpen={(code) => {
          setInWizard(false);
          void desk.openFile(code);
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
            desk.begin(code, made, { line: 1, column: 1 });
          }}
        />
      ) : (
        <GamePane desk={desk} judged={judged} />
      )}
      <aside className="phone" aria-label="手机预览">
        <Phone draft={inWizard ? wizardShown : shown} />
      </aside>
    </div>
  );
}

type GameFiles = Desk<GameListing, PublishedGame>;

const familiesOf = ({ listing }: GameFiles) => listing?.surroundings.families ?? NO_FAMILIES;

/** What the judge found in the draft so far. */
function useJudgedGame({ listing, open, text }: GameFiles): Judged {
  const surroundings = listing?.surroundings;
  const atMs = listing?.now ?? 0;
  const published = open?.published?.game ?? null;
  const [judged, setJudged] = useState<Judged>(NOTHING);
  const draft = useMemo(
    () =>
      open === undefined || surroundings === undefined
        ? undefined
        : { is: 'game' as const, code: open.code, text, surroundings, published, atMs },
    [open, text, surroundings, published, atMs],
  );
  useJudge(
    draft,
    useCallback((finding) => setJudged((before) => withFinding(before, finding)), []),
  );
  return judged;
}

interface FilesProps extends DeskProps {
  readonly desk: GameFiles;
  readonly onWizard: () => void;
  readonly onOpen: (code: string) => void;
}

function Files({ desk, above, onWizard, onOpen }: FilesProps): ReactNode {
  const { listing, open } = desk;
  const surroundings = listing?.surroundings;
  async function begin(code: string, name: string, family: string): Promise<void> {
    const made = await call<{ text: string }>('GET', 'game/draft', { family, code, name });
    if (made.ok) desk.begin(code, made.models.text, { line: 3, column: 1 });
    else desk.say([made.msg, ...made.problems.map(({ message, remedy }) => `${message}；${remedy}`)].join('：'));
  }
  return (
    <nav className="files" aria-label="彩种文件">
      {above}
      <button type="button" className="button files__wizard" disabled={surroundings === undefined} onClick={onWizard}>
        打开新建向导
      </button>
      <NewFile
        what="彩种"
        families={familiesOf(desk)}
        taken={(surroundings?.codes ?? []).map(({ code }) => code.toLowerCase())}
        onBegin={(code, name, family) => void begin(code, name, family)}
      />
      <FileList
        files={listing?.files}
        open={open?.code}
        drafts={desk.drafts}
        onOpen={onOpen}
        note={({ disabled }) => (disabled === undefined ? undefined : '停售')}
      />
    </nav>
  );
}

interface GamePaneProps {
  readonly desk: GameFiles;
  readonly judged: Judged;
}

/** The text of the open game, and what was found in it. */
function GamePane({ desk, judged }: GamePaneProps): ReactNode {
  const { open, text } = desk;
  const families = familiesOf(desk);
  /** Limits of the game's family, which hold where it has none of its own. */
  const inherited = useMemo(() => {
    const family = judged.game?.family === undefined ? undefined : families[judged.game.family];
    return typeof family === 'string' ? (JSON.parse(family) as FamilyDescription).limits : undefined;
  }, [judged.game, families]);
  const guide = useMemo(
    () =>
      gameGuide({
        families: Object.keys(families),
        plays: judged.game?.playGroups.flatMap((group) => group.plays.map((play) => play.code)) ?? [],
      }),
    [families, judged.game],
  );
  const isNew = (open?.published?.game ?? null) === null && judged.problems.length === 0;
  return (
    <WorkPane
      desk={desk}
      folder="games"
      invitation="选择一个彩种，或新建"
      problems={judged.problems}
      warnings={judged.warnings}
      ready={judged.game !== undefined}
      complete={(draftText, offset) => completionsAt(draftText, offset, guide)}
      tabs={TABS}
      counts={{ changes: judged.changes?.length ?? 0 }}
      panel={(name) =>
        name === 'changes' ? (
          <Changes changes={judged.changes} isNew={isNew} disabled={judged.game?.disabled} />
        ) : name === 'limits' ? (
          <LimitsPanel
            key={open?.code}
            text={text}
            game={judged.game}
            inherited={inherited}
            problems={judged.problems}
            onText={desk.setText}
          />
        ) : (
          <Odds plays={judged.odds} draws={judged.draws} done={judged.done} wrong={judged.problems.length > 0} />
        )
      }
    />
  );
}
