/** Issue, time left and last draw in as little height as they can be read in; the draws before and the figures of the board one tap away. */
import { type ReactNode, useId, useRef } from 'react';
import type { GameHeadBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useScreen } from '../../../core/hooks.ts';
import { Icon } from '../../../kit/icon.tsx';
import { useBoard, useGame, useVersion } from '../../use-game.ts';
import Countdown from '../countdown/countdown.tsx';
import LatestDraw from '../latest-draw/latest-draw.tsx';
import { BonusNote } from '../parts/bonus-note.tsx';
import { isWide } from '../parts/use-wide.ts';
import { DrawsPanel } from './draws-panel.tsx';
import { usePullPanel } from './use-pull-panel.ts';
import './game-head.css';

export default function GameHead({ block, pointer }: BlockProps<GameHeadBlock>): ReactNode {
  const screen = useScreen();
  const { code } = useGame();
  const { game } = useVersion();
  const head = useRef<HTMLElement>(null);
  // Where there is room beside the board the draws stand open.
  const { open, pulled, toggle } = usePullPanel(head, isWide);
  const id = useId();
  const { more, ...rest } = block;
  return (
    <section ref={head} className={pulled ? 'card game-head game-head--pulled' : 'card game-head'} aria-label="本期与开奖">
      <div className="game-head__now">
        <Countdown />
        {more ? (
          <button
            type="button"
            className="game-head__more"
            aria-label="查看历史开奖"
            onClick={() => void screen.act(more, { gameCode: code, gameName: game.name })}
          >
            历史
            <Icon name="next" size={16} />
          </button>
        ) : null}
      </div>
      <div className="game-head__last">
        {/* Under the draw, over the whole of its row: a button of its own on the draw (跳过) stays above it. */}
        <button
          type="button"
          className="game-head__open"
          aria-expanded={open}
          aria-controls={id}
          aria-label="最近开奖与遗漏冷热"
          onClick={toggle}
        />
        <LatestDraw block={{ ...rest, block: 'latest-draw' }} pointer={pointer} />
        <Icon name="next" size={16} />
      </div>
      <Bonus />
      <div id={id} hidden={!open && !pulled} className="game-head__panel">
        {open || pulled ? (
          <div className="game-head__draws">
            <DrawsPanel />
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** Of the board that is chosen. */
function Bonus(): ReactNode {
  return <BonusNote plays={[useBoard().play]} />;
}
