/** Turns the slip into a request and submits it (engine/drivers/submissions.ts). */
import type { SubmissionRequest } from '../../drivers/submissions.ts';
import type { Ticket } from '../../descriptions/types.ts';
import { type ChasePart, planOf } from '../../machines/chase.ts';
import { slipScope } from '../slip/calls.ts';
import type { GameRuntime } from './runtime.ts';

export interface SlipTotal {
  /** Bets of one issue. */
  readonly bets: bigint;
  /** Bets × unit × multiplier, over all issues of a chase, fen. */
  readonly amountFen: bigint;
}

export function ticketOf(runtime: GameRuntime): Required<Pick<Ticket, 'game' | 'lines' | 'multiplier'>> {
  const { lines, multiplier } = runtime.slip.getSnapshot().context;
  return { game: runtime.code, lines: lines.map(({ line }) => line), multiplier };
}

/** The issues that the slip is played over; undefined for the one on sale alone. */
export function chaseOf(runtime: GameRuntime): readonly ChasePart[] | undefined {
  const snapshot = runtime.chase.getSnapshot();
  return snapshot.matches('off') ? undefined : planOf(snapshot.context);
}

/** By the same rules that the server prices with. */
export function slipTotal(runtime: GameRuntime): SlipTotal {
  const ticket = ticketOf(runtime);
  if (ticket.lines.length === 0) return { bets: 0n, amountFen: 0n };
  const { rules, compiled } = runtime.version.get();
  return rules.priceTicket(compiled, ticket, chaseOf(runtime));
}

/** Bet form of the slip as it stands, for one issue or those of the chase; with `terms` it is offered to others (合买), for one issue. */
export function requestOf(
  runtime: GameRuntime,
  issue: string,
  terms?: Readonly<Record<string, string>>,
  coupon?: string,
): SubmissionRequest {
  const ticket = ticketOf(runtime);
  const plan = chaseOf(runtime);
  const { bet, groupBuy = bet } = runtime.host.gameCalls;
  return {
    call: terms ? groupBuy : bet,
    params: {
      // The multipliers of a chase are its issues' own.
      ticket: JSON.stringify(plan ? { ...ticket, multiplier: 1 } : ticket),
      hash: runtime.version.get().hash,
      amountFen: slipTotal(runtime).amountFen.toString(),
      issue,
      ...terms,
      ...(coupon === undefined ? {} : { coupon }),
      ...(plan
        ? {
            chase: JSON.stringify(plan.map((part) => ({ issue: part.issue, multiplier: part.multiplier }))),
            stopOnWin: runtime.chase.getSnapshot().context.stopOnWin ? '1' : '0',
          }
        : {}),
    },
  };
}

/** Submits the slip for an issue, with a coupon (红包) of the bag or without, unless it is under way or another page changed it; either is said. */
export async function submitSlip(runtime: GameRuntime, issue: string, coupon?: string): Promise<void> {
  const { host, code, shared } = runtime;
  if (shared?.isCurrent() === false) return;
  const submitted = await host.submissions.submit(slipScope(code), requestOf(runtime, issue, undefined, coupon));
  if (submitted.state === 'busy') host.toast('正在提交，请稍候');
}
