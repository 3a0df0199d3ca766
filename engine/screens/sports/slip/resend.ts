/** 重新投注: what was lost is sent once more, as what it was: plain, by a plan, or released. */
import { sameBets } from './same-bets.ts';
import type { SlipRuntime } from './slip-runtime.ts';

/** A slip that bets on something else by now is left to the player. */
export function resend(slip: SlipRuntime): void {
  const { submission, sport } = slip;
  const { host } = sport;
  const { submission: sent } = submission.getSnapshot().context;
  // The sheet that asks covers what would stand in the way.
  submission.send({ type: 'DISMISS' });
  const plan = sent?.call === host.sportCalls?.optimised ? 'plan' : undefined;
  const now = slip.request(plan);
  if (!sent || sent.call !== now.call || !sameBets(sent.params.ticket ?? '{}', now.params.ticket ?? ''))
    return host.toast('投注单有变化，请核对后再投注');
  const terms = Object.entries(sent.params).filter(([name]) => !(name in now.params));
  void slip.submit(plan ?? (sent.params.release ? Object.fromEntries(terms) : undefined));
}
