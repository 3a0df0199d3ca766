/** All plays of a game by their groups, those used last first, and a field to find one by its name or its initials. */
import type { ReactNode } from 'react';
import { plainText } from '../../../../search/plain-text.ts';
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

const plain = (text: string): string => plainText(text).replace(/[\s_·-]+/g, '');

function finds(search: string, { name, code, group }: Board): boolean {
  const wanted = plain(search);
  // By its words, by their initials ("zx" finds 前三直选), or by the code of those who know it.
  return [`${group.name}${name}`, initialsOf(group.name + name), initialsOf(name), code].some((each) => plain(each).includes(wanted));
}

export default function PlayDrawer({ chosen, onChoose }: PlayDrawerProps): ReactNode {
  const { host, code: game } = useGame();
  const boards = boardsOf(useVersion().game);
  const { text, words, input } = useSearchBox();
  const asTyped = boards.filter((board) => finds(words, board));
  const search = useSimplified(words, asTyped.length === 0);
  const found = search === words ? asTyped : boards.filter((board) => finds(search, board));
  const recent = recentPlays(host.storage, game).flatMap((code) => boards.find((board) => board.code === code) ?? []);
  const groups = [...new Set(found.map(({ group }) => group))];
  const choose = (code: string) => {
    recordRecentPlay(host.storage, game, code);
    onChoose(code);
  };
  const list = (title: string, plays: readonly Board[], label: (board: Board) => string) => (
    <section key={title} className="play-drawer__group" aria-label={title}>
      <h3>{title}</h3>
      <div className="play-drawer__plays">
        {plays.map((board) => (
          <button
            key={board.code}
            type="button"
            aria-pressed={board.code === chosen}
            aria-label={board.name}
            onClick={() => choose(board.code)}
          >
            {label(board)}
          </button>
        ))}
      </div>
    </section>
  );
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
      {text === '' && recent.length > 0 ? list('最近用过', recent, ({ name }) => name) : null}
      {groups.map((group) =>
        list(
          group.name,
          found.filter((board) => board.group === group),
          ({ name }) => playLabel(group.name, name),
        ),
      )}
      {groups.length === 0 ? <p className="play-drawer__none">没有找到“{text.trim()}”，请换一个词</p> : null}
    </div>
  );
}
