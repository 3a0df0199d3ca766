/** Does what the chase asks for: loads the issues that can be chased, and tells it when another is on sale; keeps the plan for its player. */
import { type ChaseActor, readChase, saveChase } from '../../machines/chase.ts';
import type { ClockActor } from '../../machines/draw-clock.ts';
import { perform } from '../../machines/effects.ts';
import type { Host } from '../core/contract.ts';
import { boardDraftName } from '../core/drafts.ts';
import { persistDraft } from '../core/persisted-draft.ts';
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

/** Keeps the plan among the player's drafts; another player finds his own. */
export function persistChasePlan(host: Host, code: string, chase: ChaseActor): void {
  /** Is to be put there once the issues are known. */
  let coming: string | null = null;
  const draft = persistDraft({
    host,
    form: boardDraftName(code, 'chase'),
    name: 'chase',
    text: () => coming ?? saveChase(chase.getSnapshot()),
    show: (text) => {
      chase.send({ type: 'OFF' });
      if (!readChase(text)) return;
      chase.send({ type: 'ON' });
      coming = text;
    },
  });
  chase.subscribe((snapshot) => {
    const plan = snapshot.matches('ready') ? readChase(coming) : undefined;
    if (plan || snapshot.matches('off')) coming = null;
    if (plan) {
      // A new multiplier replaces what was set by hand, so it comes first.
      if (plan.base !== undefined) chase.send({ type: 'BASE', value: plan.base });
      chase.send({ type: 'COUNT', value: plan.count });
      chase.send({ type: 'EVERY', value: plan.every });
      chase.send({ type: 'STOP_ON_WIN', value: plan.stopOnWin });
      for (const [issue, multiplier] of Object.entries(plan.edits)) chase.send({ type: 'EDIT', issue, multiplier });
    }
    draft.changed();
  });
  draft.changed();
}
