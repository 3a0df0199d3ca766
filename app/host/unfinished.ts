/** Slips that an earlier page sent, and left before it knew what became of them: asked about on whatever page the player is on now. */
import type { Host } from '../../engine/screens/core/contract.ts';
import { slipScope } from '../../engine/screens/slip/calls.ts';
import { trackOutcomes } from '../../engine/screens/slip/outcomes.ts';

const SLIPS = slipScope('');

export async function resumeUnfinishedSlips(host: Host, scopes: readonly string[]): Promise<void> {
  const codes = scopes.flatMap((scope) => (scope.startsWith(SLIPS) ? [scope.slice(SLIPS.length)] : []));
  await Promise.all(codes.map((code) => follow(host, code)));
}

/** Clears the lines that were bet from the slip of the submission. */
async function follow(host: Host, code: string): Promise<void> {
  if (host.index.current.games.find((game) => game.code === code)?.kind === 'sport') {
    const [{ sportRuntime }, { sportSlip }] = await Promise.all([
      import('../../engine/screens/sports/runtime.ts'),
      import('../../engine/screens/sports/slip/slip-runtime.ts'),
    ]);
    trackOutcomes(host, code, sportSlip(await sportRuntime(host, code)).submission);
  } else {
    const { gameRuntime } = await import('../../engine/screens/lottery/runtimes.ts');
    trackOutcomes(host, code, (await gameRuntime(host, code)).submission);
  }
}
