/** Which play is on the board: groups first, then the plays of the chosen group. */
import type { ReactNode } from 'react';
import { playLabel } from '../../text.ts';
import { useGame, usePlay, useVersion } from '../../use-game.ts';
import { Tabs } from '../parts/tabs.tsx';
import './play-tabs.css';

export const BOARD_ID = 'game-board';

export default function PlayTabs(): ReactNode {
  const runtime = useGame();
  const { game } = useVersion();
  const play = usePlay();
  const group = game.playGroups.find((each) => each.plays.some(({ code }) => code === play.code)) ?? game.playGroups[0];
  if (!group || (game.playGroups.length < 2 && group.plays.length < 2)) return null;
  return (
    <div className="play-tabs">
      {game.playGroups.length > 1 ? (
        <Tabs
          className="play-tabs__groups"
          label="玩法"
          controls={BOARD_ID}
          tabs={game.playGroups.map(({ code, name }) => ({ id: code, label: name }))}
          value={group.code}
          onChange={(code) => {
            const first = game.playGroups.find((each) => each.code === code)?.plays[0];
            if (first) runtime.choosePlay(first.code);
          }}
        />
      ) : null}
      {group.plays.length > 1 ? (
        <Tabs
          className="play-tabs__plays"
          label={`${group.name}的玩法`}
          controls={BOARD_ID}
          tabs={group.plays.map(({ code, name }) => ({ id: code, label: playLabel(group.name, name), name }))}
          value={play.code}
          onChange={runtime.choosePlay}
        />
      ) : null}
    </div>
  );
}
