/** 合买: the slip of a sports game offered to others, on the terms of a described form. */
import type { Host, Refusal } from '../core/contract.ts';
import { slipScope } from '../slip/calls.ts';
import { awaitFormOutcome, type GroupBuyTerms } from '../slip/group-buy.ts';
import { withId } from '../slip/group-buy-id.ts';
import { sportRuntime } from './runtime.ts';
import { ticketToSend, sportSlip } from './slip/slip-runtime.ts';
import { refusedUnderForm } from './slip/form-refusal.ts';

/** A refusal is for the form; false when it was said otherwise. */
export async function startMatchGroupBuy(host: Host, code: string, terms: GroupBuyTerms): Promise<boolean | Refusal> {
  const runtime = await sportRuntime(host, code).catch(() => undefined);
  if (!runtime) {
    host.toast('赛事加载失败，请检查网络');
    return false;
  }
  const slip = sportSlip(runtime);
  const call = host.sportCalls?.groupBuy;
  // Changed on another page, which is said.
  if (!runtime.isCurrent() || call === undefined) return false;
  const refusal = refusedUnderForm(slip);
  if (refusal) return refusal;
  const { context } = slip.machine.getSnapshot();
  return awaitFormOutcome(host, slip.submission, () =>
    host.submissions.submit(slipScope(code), {
      call,
      params: {
        ticket: JSON.stringify(ticketToSend(code, context)),
        hash: context.rules.hash,
        amountFen: slip.total().amountFen.toString(),
        ...withId(terms),
      },
    }),
  );
}
