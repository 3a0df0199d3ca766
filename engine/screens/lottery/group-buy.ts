/** 发起合买: the slip of a number game is sent as a group order (slip/group-buy.ts). */
import type { Host, Refusal } from '../core/contract.ts';
import { isRepriced } from '../../machines/bet-slip.ts';
import { REFUSAL_STATUS, slipScope } from '../slip/calls.ts';
import { withId } from '../slip/group-buy-id.ts';
import { awaitFormOutcome, type GroupBuyTerms } from '../slip/group-buy.ts';
import { gameRuntime } from './runtimes.ts';
import { requestOf } from './submit.ts';
import { issueCodeOnSale } from './use-slip-issue.ts';

/** Starts a group order from the slip of a number game. A refusal is for the form; false when it was said otherwise. */
export async function startNumberGroupBuy(host: Host, code: string, terms: GroupBuyTerms): Promise<boolean | Refusal> {
  const runtime = await gameRuntime(host, code).catch(() => undefined);
  if (!runtime) {
    host.toast('游戏加载失败，请检查网络');
    return false;
  }
  const issue = issueCodeOnSale(runtime.clock.getSnapshot());
  if (!issue) return { status: REFUSAL_STATUS.issueClosed, msg: '本期已截止，下一期开售后可以发起' };
  if (runtime.shared?.isCurrent() === false) return false;
  if (isRepriced(runtime.slip.getSnapshot()))
    return { status: REFUSAL_STATUS.descriptionChanged, msg: '奖金或规则有变化，请返回投注单核对后再发起' };
  return awaitFormOutcome(host, runtime.submission, () =>
    host.submissions.submit(slipScope(code), requestOf(runtime, issue, withId(terms))),
  );
}
