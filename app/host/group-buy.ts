/** Starts a group order (合买) from the slip of a game of numbers or of matches. Apart from the Host, which every page loads. */
import type { Host, Refusal } from '../../engine/screens/core/contract.ts';

export async function startGroupBuy(host: Host, code: string, terms: Readonly<Record<string, string>>): Promise<boolean | Refusal> {
  const { kind } = host.index.current.games.find((game) => game.code === code) ?? {};
  return kind === 'sport'
    ? (await import('../../engine/screens/sports/group-buy.ts')).startMatchGroupBuy(host, code, terms)
    : (await import('../../engine/screens/lottery/group-buy.ts')).startNumberGroupBuy(host, code, terms);
}
