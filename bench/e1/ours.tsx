/** The engine's own board and bet bar over a described game; ?bar=no: the board alone. */
import { createRoot } from 'react-dom/client';
import BallBoard from '../../engine/screens/lottery/blocks/ball-board/ball-board.tsx';
import BetBar from '../../engine/screens/lottery/blocks/bet-bar/bet-bar.tsx';
import GameProvider from '../../engine/screens/lottery/game-provider.tsx';
import { observeRenders } from '../../engine/screens/core/render-counter.ts';
import { HostContext } from '../../engine/screens/core/hooks.ts';
import '../../engine/screens/kit/kit.css';
import { benchHost } from './host.ts';
import { cellCount, hasBar, runBoardBench } from './page.ts';

runBoardBench({
  watch: observeRenders,
  draw: (element) => {
    const root = createRoot(element);
    root.render(
      <HostContext value={benchHost(cellCount())}>
        {/* The screen has its placeholder before the game's; none of the other sides draws one. */}
        <GameProvider code="bench" waiting={<></>}>
          <BallBoard />
          {hasBar() ? <BetBar /> : null}
        </GameProvider>
      </HostContext>,
    );
    return () => root.unmount();
  },
});
