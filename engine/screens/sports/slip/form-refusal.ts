/** A form that offers the slip to others (发单, 合买) says what is paid for what stood there when it was opened: nothing else is sent by it. */
import type { Refusal } from '../../core/contract.ts';
import { slipBlock } from './blocked.ts';
import { sameBets } from './same-bets.ts';
import { formTickets, type SlipRuntime } from './slip-runtime.ts';

/** The form's error when the slip under it cannot be sent; undefined when it can. */
export function refusedUnderForm(slip: SlipRuntime): Refusal | undefined {
  const { sport, machine } = slip;
  const { blocked, stale } = slipBlock(slip);
  if (stale) void sport.refresh();
  const refuse = (msg: string): Refusal => ({ status: 0, msg });
  if (machine.getSnapshot().context.changes.length > 0) return refuse('赔率或盘口已变，请关闭后在投注单上确认');
  if (blocked) return refuse(blocked);
  const { ticket = '' } = slip.request().params;
  return sameBets(formTickets.get(sport) ?? ticket, ticket) ? undefined : refuse('投注单有变化，请关闭后核对，再提交');
}
