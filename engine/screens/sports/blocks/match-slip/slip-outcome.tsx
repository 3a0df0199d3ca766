/** What became of the bet: placed, refused with a way on, or in doubt and being asked about. */
import { type ReactNode, useCallback } from 'react';
import type { MatchSlipBlock } from '../../../../descriptions/generated/screen.ts';
import { useScreen } from '../../../core/hooks.ts';
import { lazyPart } from '../../../core/lazy-part.tsx';
import type { OutcomeRelation } from '../../../slip/outcomes.ts';
import { LOADING_PLACEHOLDER, SlipOutcome as Outcome } from '../../../slip/slip-outcome.tsx';
import type { SlipRuntime } from '../../slip/slip-runtime.ts';

const Accepted = lazyPart(() => import('./slip-accepted.tsx'), LOADING_PLACEHOLDER);
const Refused = lazyPart(() => import('./slip-refused.tsx'), LOADING_PLACEHOLDER);

export interface OutcomeProps {
  readonly block: Pick<MatchSlipBlock, 'login' | 'order' | 'fill' | 'board' | 'offered' | 'released'>;
  readonly slip: SlipRuntime;
}

const preload = (): void => {
  Accepted.preload();
  Refused.preload();
};

export function SlipOutcome({ block, slip, concern }: OutcomeProps & { readonly concern: OutcomeRelation }): ReactNode {
  const { host, code } = slip.sport;
  const screen = useScreen();
  const { board } = block;
  const toBoard = useCallback(() => board && void screen.act(board), [board, screen]);
  return (
    <Outcome
      submission={slip.submission}
      concern={concern}
      gameCode={code}
      groupBuyCall={host.sportCalls?.groupBuy}
      block={block}
      toBoard={toBoard}
      preload={preload}
      accepted={<Accepted block={block} slip={slip} />}
      refused={<Refused block={block} slip={slip} />}
    />
  );
}
