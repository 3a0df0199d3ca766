/** The draw in words: for lists, for screen readers, and for the check of a play. */
import { gateResult, rankOf } from './gate.ts';
import { windowOf } from './slot.ts';
import type { Outcome, SmallGame } from './types.ts';

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'] as const;
export const SUITS = ['♠', '♥', '♣', '♦'] as const;

export const rankText = (card: number): string => RANKS[rankOf(card) - 1] as string;
export const cardText = (card: number): string => `${SUITS[card % 4]}${rankText(card)}`;

const GATE = { between: '射中', post: '撞柱', outside: '射偏', higher: '大', lower: '小' } as const;

export function resultText(game: SmallGame, outcome: Outcome): string {
  if ('card' in outcome)
    return `${outcome.posts.map(cardText).join(' ')} → ${cardText(outcome.card)} ${GATE[gateResult(outcome.posts, outcome.card)]}`;
  if ('stops' in outcome && game.slot !== undefined) {
    const names = new Map(game.slot.symbols.map(({ code, name }) => [code, name]));
    const seen = windowOf(game.slot, outcome.stops);
    return [1, 0, 2].map((row) => seen.map((column) => names.get(column[row] ?? '') ?? '').join(' ')).join(' / ');
  }
  if (!('dice' in outcome)) return '';
  const total = outcome.dice.reduce((sum, each) => sum + each, 0);
  return `${outcome.dice.map((face) => game.dice?.faces[face - 1]?.name ?? face).join(' ')}，共 ${total}`;
}
