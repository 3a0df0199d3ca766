/** Offers the slip of a game, of numbers or of matches, to others (合买). Apart from the Host, which every page loads. */
import type { Host, Refusal } from '../../engine/screens/core/contract.ts';

export async function offerGroupOrder(host: Host, code: string, terms: Readonly<Record<string, string>>): Promise<boolean | Refusal> {
  const { kind } = host.index.current.games.find((game) => game.code === code) ?? {};
  return kind === 'sport'
    ? (await import('../../engine/screens/sports/group-buy.ts')).offerMatchGroupBuy(host, code, terms)
    : (await import('../../engine/screens/lottery/group-buy.ts')).offerGroupBuy(host, code, terms);
}
