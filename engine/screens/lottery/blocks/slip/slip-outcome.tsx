/** The outcome of the bet: placed, refused with a remedy, or in doubt while the phone looks it up. */
import { type ReactNode, useCallback } from 'react';
import type { SlipBlock } from '../../../../descriptions/generated/screen.ts';
import { lazyPart } from '../../../core/lazy-part.tsx';
import type { OutcomeRelation } from '../../../slip/outcomes.ts';
import { LOADING_PLACEHOLDER, SlipOutcome as Outcome } from '../../../slip/slip-outcome.tsx';
import { useGame } from '../../use-game.ts';

const Accepted = lazyPart(() => import('./slip-accepted.tsx'), LOADING_PLACEHOLDER);
const Refused = lazyPart(() => import('./slip-refused.tsx'), LOADING_PLACEHOLDER);

const preload = (): void => {
  Accepted.preload();
  Refused.preload();
};

export function SlipOutcome({ block, concern }: { readonly block: SlipBlock; readonly concern: OutcomeRelation }): ReactNode {
  const { submission, host, code, slip } = useGame();
  const toBoard = useCallback(() => {
    slip.send({ type: 'CANCEL_EDIT' });
    host.openGame(code);
  }, [slip, host, code]);
  return (
    <Outcome
      submission={submission}
      concern={concern}
      gameCode={code}
      groupBuyCall={host.gameCalls.groupBuy}
      block={block}
      toBoard={toBoard}
      preload={preload}
      accepted={<Accepted block={block} />}
      refused={<Refused block={block} />}
    />
  );
}
