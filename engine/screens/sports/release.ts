/** 发单: the slip of a game on matches is bet and shown to others, on the terms of a described form. */
import type { Host, Refusal } from '../core/contract.ts';
import { hasWayOn } from '../lottery/calls.ts';
import { sportRuntime } from './runtime.ts';
import { sentTicket, slipScope, sportSlip } from './slip/slip-runtime.ts';

/**
 * A refusal is for the form; false when it was said otherwise. What the slip answers by itself (moved odds, a stopped match) it answers as
 * after any other bet.
 */
export async function releaseSlip(host: Host, code: string, terms: Readonly<Record<string, string>>): Promise<boolean | Refusal> {
  const runtime = await sportRuntime(host, code).catch(() => undefined);
  if (!runtime) {
    host.toast('赛事加载失败，请检查网络');
    return false;
  }
  const slip = sportSlip(runtime);
  const calls = host.sportCalls;
  if (!runtime.isCurrent() || !calls) return false;
  const { context } = slip.machine.getSnapshot();
  const submitted = await host.submissions.submit(slipScope(code), {
    call: calls.bet,
    params: {
      ticket: JSON.stringify(sentTicket(code, context)),
      hash: context.rules.hash,
      amountFen: slip.total().amountFen.toString(),
      oddsPolicy: context.policy,
      release: '1',
      ...Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== '')),
    },
  });
  if (submitted.state === 'busy') {
    host.toast('正在提交，请稍候');
    return false;
  }
  if (submitted.state === 'accepted' || hasWayOn(submitted.status)) return true;
  slip.submission.send({ type: 'DISMISS' });
  return { status: submitted.status, msg: submitted.msg, models: submitted.models };
}
