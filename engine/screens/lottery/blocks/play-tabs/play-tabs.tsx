/**
 * Which play is on the board. Few plays are a row of segments; more are one button with the name of the chosen one, and a sheet to choose
 * another in.
 */
import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { boardsOf } from '../../boards.ts';
import { useBoard, useGame, useVersion } from '../../use-game.ts';
import { Tabs } from '../../../kit/tabs.tsx';
import './play-tabs.css';

export const BOARD_ID = 'game-board';

/** So many plays stand beside each other on a phone. */
const SEGMENTS = 4;

// Its code comes when it is opened first: half of the players never change the play.
const PlayDrawer = lazyPart(() => import('./play-drawer.tsx'), <div className="play-drawer__coming" />);

export default function PlayTabs(): ReactNode {
  const runtime = useGame();
  const { game } = useVersion();
  const board = useBoard();
  const [open, setOpen] = useState(false);
  const boards = boardsOf(game);
  if (boards.length < 2) return null;
  if (boards.length <= SEGMENTS)
    return (
      <div className="play-tabs">
        <Tabs
          className="play-tabs__segments"
          label="玩法"
          controls={BOARD_ID}
          tabs={boards.map(({ code, name }) => ({ id: code, label: name }))}
          value={board.code}
          onChange={runtime.choosePlay}
        />
      </div>
    );
  return (
    <div className="play-tabs">
      <button
        type="button"
        className="play-tabs__open"
        aria-haspopup="dialog"
        aria-label={`玩法：${board.name}，更换`}
        onClick={() => setOpen(true)}
      >
        <span className="play-tabs__group">
          {board.group.name === board.name || game.playGroups.length < 2 ? '玩法' : board.group.name}
        </span>
        <span className="play-tabs__name">{board.name}</span>
        <Icon name="next" size={16} />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="选择玩法">
        <PlayDrawer
          chosen={board.code}
          onChoose={(code) => {
            runtime.choosePlay(code);
            setOpen(false);
          }}
        />
      </Sheet>
    </div>
  );
}
