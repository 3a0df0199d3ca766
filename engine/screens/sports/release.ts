/** 发单: the slip of a game on matches is bet and shown to others, on the terms of a described form. */
import type { Host, Refusal } from '../core/contract.ts';
import { slipScope } from '../slip/calls.ts';
import { awaitFormOutcome } from '../slip/group-buy.ts';
import { sportRuntime } from './runtime.ts';
import { sportSlip } from './slip/slip-runtime.ts';
import { refusedUnderForm } from './slip/form-refusal.ts';

/** A refusal is for the form; false when it was said otherwise. */
export async function releaseSlip(host: Host, code: string, terms: Readonly<Record<string, string>>): Promise<boolean | Refusal> {
  const runtime = await sportRuntime(host, code).catch(() => undefined);
  if (!runtime) {
    host.toast('赛事加载失败，请检查网络');
    return false;
  }
  const slip = sportSlip(runtime);
  if (!runtime.isCurrent() || !host.sportCalls) return false;
  const refusal = refusedUnderForm(slip);
  if (refusal) return refusal;
  const request = slip.request({ release: '1', ...Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== '')) });
  return awaitFormOutcome(host, slip.submission, () => host.submissions.submit(slipScope(code), request));
}
