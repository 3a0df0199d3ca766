/** How the play on the board works, what it pays, and how likely that is: one tap away. */
import { type ReactNode, useState } from 'react';
import type { PlayInfoBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useScreen } from '../../../core/hooks.ts';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { useGame, usePlay, useVersion } from '../../use-game.ts';
import './play-info.css';

// With the arithmetic of chances, which is asked for here and for the highest prize.
const PlayFacts = lazyPart(() => import('./play-facts.tsx'), <div className="play-facts play-facts--coming" aria-busy="true" />);

export default function PlayInfo({ block }: BlockProps<PlayInfoBlock>): ReactNode {
  const screen = useScreen();
  const { code } = useGame();
  const { game } = useVersion();
  const play = usePlay();
  const [open, setOpen] = useState(false);
  return (
    <div className="play-info">
      <p className="play-info__hint">{play.hint}</p>
      {block.links?.map(({ label, action }) => (
        <button
          key={label.source}
          type="button"
          className="play-info__open"
          onClick={() => void screen.act(action, { gameCode: code, gameName: game.name })}
        >
          {screen.text(label, { gameCode: code, gameName: game.name })}
        </button>
      ))}
      <button type="button" className="play-info__open" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="help" size={16} />
        玩法
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={play.name}>
        <PlayFacts play={play} />
      </Sheet>
    </div>
  );
}
