/** `odds <code>` of a family of scratch cards: what a pool holds, what it returns, and how often a card wins. */
import type { Lang } from '../../engine/descriptions/codes.ts';
import { formatInteger, formatMoney } from '../../engine/descriptions/format.ts';
import { scratchChance, scratchReturns } from '../../engine/descriptions/scratch/pool-returns.ts';
import type { ScratchDescription } from '../../engine/descriptions/scratch/types.ts';
import { fractionText, oddsText, percentText } from '../../engine/rules/fraction-text.ts';

/** "1 : 4.12" of the kit is odds of a bet; of a card one says "1 in 4.12". */
const oneCardIn = (card: ScratchDescription) => oddsText(scratchChance(card)).replace('1 : ', '');

export function writeScratchOdds(card: ScratchDescription, lang: Lang): string[] {
  const zh = lang === 'zh';
  const returns = scratchReturns(card);
  const { name, code, tickets, priceFen, prizes } = card;
  return [
    zh
      ? `${name} ${code}  每池 ${formatInteger(tickets)} 张，每张 ${formatMoney(priceFen)} 元`
      : `${name} ${code}  pools of ${formatInteger(tickets)} cards at ${formatMoney(priceFen)} yuan`,
    zh
      ? `返奖率 ${percentText(returns)} (${fractionText(returns)})，每 ${oneCardIn(card)} 张有一张中奖 (${fractionText(scratchChance(card))})`
      : `return to player ${percentText(returns)} (${fractionText(returns)}), a prize in 1 of ${oneCardIn(card)} cards (${fractionText(scratchChance(card))})`,
    ...prizes.map(
      (prize) =>
        `  ${prize.name}  ${formatMoney(prize.fen)}${zh ? ' 元' : ' yuan'} × ${formatInteger(prize.count)}  ${oddsText({ numerator: BigInt(prize.count), denominator: BigInt(tickets) })}`,
    ),
  ];
}
