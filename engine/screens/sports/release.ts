/** 发单: the slip of a game on matches is bet and shown to others, on the terms of a described form. */
import type { Host, Refusal } from '../core/contract.ts';
import { offered } from '../lottery/offers.ts';
import { sportRuntime } from './runtime.ts';
import { blockedOf } from './slip/blocked.ts';
import { sameBets, slipScope, sportSlip } from './slip/slip-runtime.ts';

/** A refusal is for the form; false when it was said otherwise. */
export async function releaseSlip(host: Host, code: string, terms: Readonly<Record<string, string>>): Promise<boolean | Refusal> {
  const runtime = await sportRuntime(host, code).catch(() => undefined);
  if (!runtime) {
    host.toast('赛事加载失败，请检查网络');
    return false;
  }
  const slip = sportSlip(runtime);
  if (!runtime.isCurrent() || !host.sportCalls) return false;
  const { blocked, stale } = blockedOf(slip);
  if (stale) void runtime.refresh();
  if (slip.machine.getSnapshot().context.changes.length > 0) return { status: 0, msg: '赔率或盘口已变，请关闭后在投注单上确认' };
  if (blocked) return { status: 0, msg: blocked };
  const request = slip.request({ release: '1', ...Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== '')) });
  const { ticket = '' } = request.params;
  // The form says what is paid for what stood on the slip when it was opened.
  if (!sameBets(slip.releasing ?? ticket, ticket)) return { status: 0, msg: '投注单有变化，请关闭后核对，再发单' };
  return offered(host, slip.submission, () => host.submissions.submit(slipScope(code), request));
}
