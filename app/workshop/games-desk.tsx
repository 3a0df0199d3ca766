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
import { useDesk } from './use-desk.ts';
import { useJudge } from './use-judge.ts';
import { WorkPane } from './work-pane.tsx';
import type { DeskProps } from './workshop.tsx';

const TABS = { changes: '变化', odds: '概率', limits: '限额' } as const;
const NO_FAMILIES: GameListing['surroundings']['families'] = {};

export function GamesDesk({ onLoggedOut, above }: DeskProps): ReactNode {
  const desk = useDesk<GameListing, PublishedGame>('games', onLoggedOut);
  const { listing, open, text } = desk;
  const surroundings = listing?.surroundings;
  const families = surroundings?.families ?? NO_FAMILIES;
  const atMs = listing?.now ?? 0;
  const [judged, setJudged] = useState<Judged>(NOTHING);
  const published = open?.published?.game ?? null;

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

  /** Limits of the game's family, which hold where it has none of its own. */
  const inherited = useMemo(() => {
    const family = judged.game?.family === undefined ? undefined : families[judged.game.family];
    return typeof family === 'string' ? (JSON.parse(family) as FamilyDescription).limits : undefined;
  }, [judged.game, families]);

  const [inWizard, setInWizard] = useState(false);
  const [wizardGame, setWizardGame] = useState<Game>();
  const guide = useMemo(
    () =>
      gameGuide({
        families: Object.keys(families),
        plays: judged.game?.playGroups.flatMap((group) => group.plays.map((play) => play.code)) ?? [],
      }),
    [families, judged.game],
  );
  const shown = useMemo(
    () => (open === undefined || judged.game === undefined ? undefined : { preview: 'game' as const, game: judged.game }),
    [open, judged.game],
  );

  const wizardShown = useMemo(() => wizardGame && { preview: 'game' as const, game: wizardGame }, [wizardGame]);

  async function begin(code: string, name: string, family: string): Promise<void> {
    const made = await call<{ text: string }>('GET', `new-game?${new URLSearchParams({ family, code, name })}`);
    if (made.ok) desk.begin(code, made.models.text, { line: 3, column: 1 });
    else if (made.loggedOut) onLoggedOut();
    else desk.say([made.msg, ...made.problems.map(({ message, remedy }) => `${message}；${remedy}`)].join('：'));
  }

  return (
    <div className="desk">
      <nav className="files" aria-label="彩种文件">
        {above}
        <button
          type="button"
          className="button files__wizard"
          disabled={surroundings === undefined}
          onClick={() => {
            setInWizard(true);
            setWizardGame(undefined);
          }}
        >
          打开新建向导
        </button>
        <NewFile
          what="彩种"
          families={families}
          taken={(surroundings?.codes ?? []).map(({ code }) => code.toLowerCase())}
          onBegin={(code, name, family) => void begin(code, name, family)}
        />
        <FileList
          files={listing?.games}
          open={open?.code}
          drafts={desk.drafts}
          onOpen={(code) => {
            setInWizard(false);
            void desk.openFile(code);
          }}
          note={({ disabled }) => (disabled === undefined ? undefined : '停售')}
        />
      </nav>
      {inWizard && listing !== undefined ? (
        <Wizard
          surroundings={listing.surroundings}
          schemas={listing.schemas}
          atMs={atMs}
          onGame={setWizardGame}
          onLeave={() => setInWizard(false)}
          onDone={(code, made) => {
            setInWizard(false);
            desk.begin(code, made, { line: 1, column: 1 });
          }}
        />
      ) : (
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
              <Changes
                changes={judged.changes}
                isNew={published === null && judged.problems.length === 0}
                disabled={judged.game?.disabled}
              />
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
      )}
      <aside className="phone" aria-label="手机预览">
        <Phone draft={inWizard ? wizardShown : shown} />
      </aside>
    </div>
  );
}
