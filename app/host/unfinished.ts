/** Submissions that an earlier page sent and whose outcome the player does not know. The present page looks it up, whichever page it is. */
import type { SubmissionActor } from '../../engine/machines/submission.ts';
import type { Host } from '../../engine/screens/core/contract.ts';
import { slipScope } from '../../engine/screens/slip/calls.ts';
import { resumeUnfinishedActions } from './unfinished-actions.ts';
import { resumeReceipt, trackOutcomes } from '../../engine/screens/slip/outcomes.ts';

const SLIPS = slipScope('');

/** `scopes`: submissions without an outcome. `unread`: games with a receipt that no page has shown. */
export async function resumeUnfinished(host: Host, scopes: readonly string[], unread: readonly string[]): Promise<void> {
  await Promise.all([resumeSlips(host, scopes, unread), resumeUnfinishedActions(host, scopes)]);
}

async function resumeSlips(host: Host, scopes: readonly string[], unread: readonly string[]): Promise<void> {
  const sent = scopes.flatMap((scope) => (scope.startsWith(SLIPS) ? [scope.slice(SLIPS.length)] : []));
  await Promise.all([...new Set([...sent, ...unread])].map((code) => follow(host, code)));
}

/** Clears the lines that were bet from the slip of the submission. */
async function follow(host: Host, code: string): Promise<void> {
  if (host.index.current.games.find((game) => game.code === code)?.kind === 'sport') {
    const [{ sportRuntime }, { sportSlip }] = await Promise.all([
      import('../../engine/screens/sports/runtime.ts'),
      import('../../engine/screens/sports/slip/slip-runtime.ts'),
    ]);
    track(host, code, sportSlip(await sportRuntime(host, code)).submission);
  } else {
    const { gameRuntime } = await import('../../engine/screens/lottery/runtimes.ts');
    track(host, code, (await gameRuntime(host, code)).submission);
  }
}

function track(host: Host, code: string, submission: SubmissionActor): void {
  trackOutcomes(host, code, submission);
  resumeReceipt(host, code, submission);
}
