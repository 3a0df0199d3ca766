/** The board as the pages of XState and its React binding show it: one machine, and each cell selects from it what it shows. */
import { useSelector } from '@xstate/react';
import { createRoot } from 'react-dom/client';
import { type ActorRefFrom, assign, createActor, setup } from 'xstate';
import '../../engine/screens/kit/kit.css';
import '../../engine/screens/lottery/blocks/ball-board/ball-board.css';
import { MIN_PICKS, cellCount, runBoardBench } from '../e1/page.ts';
import { BoardFrame, PickButton } from './markup.tsx';

const MAX = 20;

const machine = setup({
  types: { context: {} as { readonly picked: ReadonlySet<number> }, events: {} as { readonly type: 'TAP'; readonly value: number } },
}).createMachine({
  context: { picked: new Set<number>() },
  on: {
    TAP: {
      actions: assign(({ context, event }) => {
        const picked = new Set(context.picked);
        if (!picked.delete(event.value) && picked.size < MAX) picked.add(event.value);
        navigator.vibrate?.(8);
        return { picked };
      }),
    },
  },
});

function Cell({ actor, value }: { readonly actor: ActorRefFrom<typeof machine>; readonly value: number }) {
  const on = useSelector(actor, ({ context }) => context.picked.has(value));
  return <PickButton value={value} on={on} onTap={() => actor.send({ type: 'TAP', value })} />;
}

runBoardBench({
  watch: () => () => {},
  draw: (element) => {
    const actor = createActor(machine).start();
    const root = createRoot(element);
    root.render(
      <BoardFrame choose={MIN_PICKS}>
        {Array.from({ length: cellCount() }, (_, i) => (
          <Cell key={i + 1} actor={actor} value={i + 1} />
        ))}
      </BoardFrame>,
    );
    return () => {
      root.unmount();
      actor.stop();
    };
  },
});
