/** Tells the slip which issue is on sale while it is looked at, so that a closing is acknowledged before it is handed in. */
import { useEffect } from 'react';
import type { ClockSnapshot } from '../../machines/draw-clock.ts';
import { useGame } from './use-game.ts';

/** The issue that a bet is for now; undefined while none is on sale. */
export const issueCodeOnSale = (snapshot: ClockSnapshot): string | undefined =>
  snapshot.matches('open') || snapshot.matches('closing') ? snapshot.context.issue?.issue : undefined;

export function useSlipIssue(): void {
  const { slip, clock } = useGame();
  useEffect(() => {
    let known = issueCodeOnSale(clock.getSnapshot());
    slip.send({ type: 'SHOWN', issue: known ?? null });
    const watching = clock.subscribe((snapshot) => {
      const issue = issueCodeOnSale(snapshot);
      if (issue === undefined || issue === known) return;
      known = issue;
      slip.send({ type: 'ISSUE', issue });
    });
    return () => watching.unsubscribe();
  }, [slip, clock]);
}
