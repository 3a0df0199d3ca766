/** Issue, time left and last draw, in little height. A tap opens a panel with the earlier draws and the figures of the board. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { GameHeadBlock } from '../../../../descriptions/generated/screen.ts';
import { onIdle } from '../../../core/idle-callback.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useScreen } from '../../../core/hooks.ts';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { useBoard, useGame, useVersion } from '../../use-game.ts';
import Countdown from '../countdown/countdown.tsx';
import LatestDraw from '../latest-draw/latest-draw.tsx';
import { BonusNote } from '../parts/bonus-note.tsx';
import { isWide } from '../parts/use-wide.ts';
import type { PullPanel } from './use-pull-panel.ts';
import './game-head.css';

/** The panel loads when the browser is idle or at the first tap on the head, so that it does not delay the first bet. */
const loadPanel = () => import('./head-panel.tsx');
const HeadPanel = lazyPart(loadPanel, null);

export default function GameHead({ block, pointer }: BlockProps<GameHeadBlock>): ReactNode {
  const screen = useScreen();
  const { code } = useGame();
  const { game } = useVersion();
  const head = useRef<HTMLElement>(null);
  // On a wide screen the panel is open at first, because there is room beside the board.
  const [openByDefault, setOpenByDefault] = useState(isWide);
  const [fetched, setFetched] = useState(false);
  const [panel, setPanel] = useState<PullPanel>();
  const { open, pulled } = panel ?? { open: openByDefault, pulled: false };
  const id = useId();
  useEffect(
    () =>
      onIdle(() => {
        // A failure is ignored here: the panel loads again and shows the failure when the player opens it.
        loadPanel().then(
          () => setFetched(true),
          () => {},
        );
      }),
    [],
  );
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
        {/* The button covers the whole row. The draw is above it, so the draw's own button (跳过) can be tapped. */}
        <button
          type="button"
          className="game-head__open"
          aria-expanded={open}
          aria-controls={panel && id}
          aria-label="最近开奖与遗漏冷热"
          onClick={panel?.toggle ?? (() => setOpenByDefault(!openByDefault))}
        />
        <LatestDraw block={{ ...rest, block: 'latest-draw' }} pointer={pointer} />
        <Icon name="next" size={16} />
      </div>
      <Bonus />
      {openByDefault || fetched ? <HeadPanel id={id} head={head} opened={openByDefault} onChange={setPanel} /> : null}
    </section>
  );
}

/** The bonus period (加奖) of the chosen board's play. */
function Bonus(): ReactNode {
  return <BonusNote plays={[useBoard().play]} />;
}
