import type { Draw, Line, Prize, Ticket } from '../descriptions/types.ts';
import { playOf } from './price.ts';
import type { CompiledGame, CompiledPlay, Win } from './types.ts';

/** Fen that one bet of a tier pays: fixed, or for a floating tier what the draw says, else the description's estimate. */
export function tierFen(play: CompiledPlay, tier: string, draw?: Draw): number {
  const prize = play.prizes.get(tier);
  return prize ? prizeFen(play.play.code, prize, draw) : 0;
}

function prizeFen(play: string, prize: Prize, draw: Draw | undefined): number {
  if (prize.kind === 'fixed') return prize.fen;
  const key = `${play}/${prize.tier}`;
  return draw?.prizes && Object.hasOwn(draw.prizes, key) ? (draw.prizes[key] as number) : prize.estimateFen;
}

/**
 * What a valid ticket wins in one draw: winning bets × prize of the tier × multiplier. Wins come line by line, each line's
 * tiers in the order of its prizes. The prize is for this draw alone, whatever number of issues the ticket has.
 */
export function settleTicket(compiled: CompiledGame, ticket: Ticket, draw: Draw): { readonly wins: Win[]; readonly prizeFen: bigint } {
  const wins: Win[] = [];
  let total = 0n;
  const multiplier = BigInt(ticket.multiplier ?? 1);
  for (let i = 0; i < ticket.lines.length; i++) {
    const line = ticket.lines[i] as Line;
    const play = playOf(compiled, line);
    const won = play.settle(line, draw);
    if (won.size === 0) continue;
    for (const [tier, prize] of play.prizes) {
      const count = won.get(tier);
      if (count === undefined) continue;
      const fen = count * BigInt(prizeFen(line.play, prize, draw)) * multiplier;
      wins.push({ line: i, tier, count, prizeFen: fen });
      total += fen;
    }
  }
  return { wins, prizeFen: total };
}
