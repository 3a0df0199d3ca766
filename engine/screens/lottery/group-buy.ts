/** 发起合买: the slip of a number game is sent as an offer to others (offers.ts). */
import type { Host, Refusal } from '../core/contract.ts';
import { isRepriced } from '../../machines/bet-slip.ts';
import { REFUSED, slipScope } from '../slip/calls.ts';
import { identified } from '../slip/offer-id.ts';
import { offered, type Terms } from '../slip/offers.ts';
import { gameRuntime } from './runtimes.ts';
import { requestOf } from './submit.ts';
import { onSale } from './use-slip-issue.ts';

/** Offers the slip of a number game. A refusal is for the form; false when it was said otherwise. */
export async function offerSlip(host: Host, code: string, terms: Terms): Promise<boolean | Refusal> {
  const runtime = await gameRuntime(host, code).catch(() => undefined);
  if (!runtime) {
    host.toast('游戏加载失败，请检查网络');
    return false;
  }
  const issue = onSale(runtime.clock.getSnapshot());
  if (!issue) return { status: REFUSED.issueClosed, msg: '本期已截止，下一期开售后可以发起' };
  if (runtime.shared?.isCurrent() === false) return false;
  if (isRepriced(runtime.slip.getSnapshot()))
    return { status: REFUSED.descriptionChanged, msg: '奖金或规则有变化，请返回投注单核对后再发起' };
  return offered(host, runtime.submission, () => host.submissions.submit(slipScope(code), requestOf(runtime, issue, identified(terms))));
}
