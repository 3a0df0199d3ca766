/** 合买: the slip of a sports game offered to others, on the terms of a described form. */
import type { Host, Refusal } from '../core/contract.ts';
import { slipScope } from '../slip/calls.ts';
import { offered, type Terms } from '../slip/offers.ts';
import { identified } from '../slip/offer-id.ts';
import { sportRuntime } from './runtime.ts';
import { sentTicket, sportSlip } from './slip/slip-runtime.ts';
import { refusedUnderForm } from './slip/under-form.ts';

/** A refusal is for the form; false when it was said otherwise. */
export async function offerMatches(host: Host, code: string, terms: Terms): Promise<boolean | Refusal> {
  const runtime = await sportRuntime(host, code).catch(() => undefined);
  if (!runtime) {
    host.toast('赛事加载失败，请检查网络');
    return false;
  }
  const slip = sportSlip(runtime);
  const call = host.sportCalls?.together;
  // Changed on another page, which is said.
  if (!runtime.isCurrent() || call === undefined) return false;
  const refusal = refusedUnderForm(slip);
  if (refusal) return refusal;
  const { context } = slip.machine.getSnapshot();
  return offered(host, slip.submission, () =>
    host.submissions.submit(slipScope(code), {
      call,
      params: {
        ticket: JSON.stringify(sentTicket(code, context)),
        hash: context.rules.hash,
        amountFen: slip.total().amountFen.toString(),
        ...identified(terms),
      },
    }),
  );
}
