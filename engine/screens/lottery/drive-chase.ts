/** Does what the chase asks for: loads the issues that can be chased, and tells it when another is on sale. */
import type { ChaseActor } from '../../machines/chase.ts';
import type { ClockActor } from '../../machines/draw-clock.ts';
import { perform } from '../../machines/effects.ts';
import type { Host } from '../core/contract.ts';
import type { ChaseIssues } from './calls.ts';

export interface ChaseDriver {
  readonly host: Host;
  readonly code: string;
  readonly chase: ChaseActor;
  readonly clock: ClockActor;
}

/** Attaches to actors that are not started yet. */
export function driveChase({ host, code, chase, clock }: ChaseDriver): void {
  let onSale: string | undefined;
  const load = async () => {
    const result = await host.call<ChaseIssues>(host.gameCalls.chase, { gameCode: code }, { quiet: true });
    if (result.ok) {
      const { items } = result.models;
      // An answer may be older than the issue that is on sale by now.
      const at = items.findIndex(({ issue }) => issue === onSale);
      chase.send({ type: 'ISSUES', issues: items.slice(Math.max(at, 0)) });
    } else chase.send({ type: 'FAILED' });
  };
  perform(chase, {
    load: () => void load().catch(() => chase.send({ type: 'FAILED' })),
    refused: ({ reason, limit }) => host.toast(reason === 'issuesCap' ? `最多追 ${limit} 期` : `最多 ${limit} 倍`),
  });
  clock.subscribe(({ context: { issue } }) => {
    if (!issue || issue.issue === onSale) return;
    onSale = issue.issue;
    chase.send({ type: 'SALE', issue: onSale });
  });
}
