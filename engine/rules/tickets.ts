import type { Draw, Line, Prize, Ticket } from '../descriptions/types.ts';
import { playOf } from './price.ts';
import type { CompiledGame, CompiledPlay, Win } from './types.ts';

/** The prize of one bet of a tier in fen. For a floating tier: the prize of the draw, or without one the estimate of the description. */
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
 * The wins of a valid ticket in one draw: winning bets × prize of the tier × multiplier. Wins are ordered by line, and within a line in the
 * order of the play's prizes. The prize is for this draw only, for any number of issues of the ticket.
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
