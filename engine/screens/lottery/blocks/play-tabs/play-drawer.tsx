/** All plays of a game: those used last, a rail of groups with the plays of one beside it, and a field to find a play by name or initials. */
import { type ReactNode, useId, useState } from 'react';
import { plainText } from '../../../../search/plain-text.ts';
import { Tabs } from '../../../kit/tabs.tsx';
import { useSearchBox, useSimplified } from '../../../kit/use-search-words.ts';
import { type Board, boardsOf } from '../../boards.ts';
import { initialsOf } from '../../initials.ts';
import { playLabel } from '../../text.ts';
import { recentPlays, recordRecentPlay } from '../../recent-plays.ts';
import { useGame, useVersion } from '../../use-game.ts';

export interface PlayDrawerProps {
  readonly chosen: string;
  readonly onChoose: (code: string) => void;
}

/** So many plays are found at a glance; the groups of more are a rail. */
const AT_A_GLANCE = 12;

const plain = (text: string): string => plainText(text).replace(/[\s_·-]+/g, '');

function finds(search: string, { name, code, group }: Board): boolean {
  const wanted = plain(search);
  // By its words, by their initials ("zx" finds 前三直选), or by the code of those who know it.
  return [`${group.name}${name}`, initialsOf(group.name + name), initialsOf(name), code].some((each) => plain(each).includes(wanted));
}

interface Group {
  readonly name: string;
  readonly boards: readonly Board[];
}

function groupsOf(boards: readonly Board[]): readonly Group[] {
  return [...new Set(boards.map(({ group }) => group))].map((group) => ({
    name: group.name,
    boards: boards.filter((board) => board.group === group),
  }));
}

export default function PlayDrawer({ chosen, onChoose }: PlayDrawerProps): ReactNode {
  const { host, code: game } = useGame();
  const boards = boardsOf(useVersion().game);
  const { text, words, input } = useSearchBox();
  const asTyped = boards.filter((board) => finds(words, board));
  const search = useSimplified(words, asTyped.length === 0);
  const found = search === words ? asTyped : boards.filter((board) => finds(search, board));
  const groups = groupsOf(found);
  const recent = recentPlays(host.storage, game).flatMap((code) => boards.find((board) => board.code === code) ?? []);
  const choose = (code: string) => {
    recordRecentPlay(host.storage, game, code);
    onChoose(code);
  };
  const shared = { chosen, onChoose: choose };
  return (
    <div className="play-drawer">
      <input
        type="search"
        className="play-drawer__search"
        aria-label="搜索玩法"
        placeholder="搜索玩法名称或拼音首字母"
        autoComplete="off"
        autoCapitalize="off"
        {...input}
      />
      {text === '' && recent.length > 0 ? (
        <section className="play-drawer__recent" aria-label="最近用过">
          <h3 aria-hidden="true">最近</h3>
          <Plays boards={recent} {...shared} />
        </section>
      ) : null}
      {text === '' && boards.length > AT_A_GLANCE && groups.length > 1 ? (
        <Rail groups={groups} {...shared} />
      ) : (
        <div className="play-drawer__list">
          {groups.map(({ name, boards: own }) => (
            <section key={name} className="play-drawer__group" aria-label={name || '玩法'}>
              {/* One group is all there is: its name says nothing. */}
              {name && (groups.length > 1 || text !== '') ? <h3>{name}</h3> : null}
              <Plays boards={own} group={name} {...shared} />
            </section>
          ))}
          {groups.length === 0 ? <p className="play-drawer__none">没有找到“{text.trim()}”，请换一个词</p> : null}
        </div>
      )}
    </div>
  );
}

interface PlaysProps extends PlayDrawerProps {
  readonly boards: readonly Board[];
  /** Left out of the names of its plays. */
  readonly group?: string;
}

function Plays({ boards, group = '', chosen, onChoose }: PlaysProps): ReactNode {
  return (
    <div className="play-drawer__plays">
      {boards.map(({ code, name }) => (
        <button key={code} type="button" aria-pressed={code === chosen} aria-label={name} onClick={() => onChoose(code)}>
          {playLabel(group, name)}
        </button>
      ))}
    </div>
  );
}

/** The groups as tabs, and the plays of one: of the play on the board at first. */
function Rail({ groups, chosen, onChoose }: PlayDrawerProps & { readonly groups: readonly Group[] }): ReactNode {
  const id = useId();
  const [shown, setShown] = useState(() =>
    Math.max(
      0,
      groups.findIndex(({ boards }) => boards.some(({ code }) => code === chosen)),
    ),
  );
  const group = groups[shown] ?? groups[0];
  if (!group) return null;
  return (
    <div className="play-rail">
      <Tabs
        className="play-rail__groups"
        label="玩法分组"
        controls={id}
        tabs={groups.map(({ name }, at) => ({ id: String(at), label: name }))}
        value={String(shown)}
        onChange={(at) => setShown(Number(at))}
        vertical
      />
      {/* A new element for each group: it begins at its first play. */}
      <div key={shown} id={id} className="play-rail__plays" role="tabpanel" aria-label={group.name}>
        <Plays boards={group.boards} group={group.name} chosen={chosen} onChoose={onChoose} />
      </div>
    </div>
  );
}
