/** A draft of a small game or of a family of scratch cards, judged as the publication judges it, with what it returns by enumeration. */
import { formatMoney } from '../../engine/descriptions/format.ts';
import { loadDocument } from '../../engine/descriptions/load.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { scratchChance, scratchReturns } from '../../engine/descriptions/scratch/figures.ts';
import type { ScratchDescription } from '../../engine/descriptions/scratch/types.ts';
import { fraction } from '../../engine/rules/math.ts';
import type { Fraction } from '../../engine/rules/types.ts';
import { smallOdds } from '../../engine/small/bets.ts';
import type { SmallGame } from '../../engine/small/types.ts';

export type BesideKind = 'small' | 'scratch';

export interface BesideDraft {
  readonly is: 'beside';
  readonly id: number;
  readonly kind: BesideKind;
  readonly code: string;
  readonly text: string;
}

/** A bet, or a prize of a pool; the last of a pool is all of it. */
export interface Returned {
  readonly code: string;
  readonly name: string;
  readonly pays: string;
  readonly chance: Fraction;
  readonly returns: Fraction;
}

export function judgeBeside({ kind, code, text }: Omit<BesideDraft, 'id' | 'is'>): {
  readonly problems: readonly Problem[];
  readonly returned: readonly Returned[] | undefined;
} {
  const loaded = loadDocument(text, { file: `${code}.json`, kind });
  if (!loaded.ok) return { problems: loaded.problems, returned: undefined };
  const document = loaded.document as unknown;
  return { problems: [], returned: kind === 'small' ? betsOf(document as SmallGame) : prizesOf(document as ScratchDescription) };
}

function betsOf(game: SmallGame): readonly Returned[] {
  return smallOdds(game).map(({ code, name, group, pays, winChance, returns }) => ({
    code,
    name: [group, name].filter((each, i, all) => each !== '' && all.indexOf(each) === i).join(' '),
    pays,
    chance: winChance,
    returns,
  }));
}

function prizesOf(card: ScratchDescription): readonly Returned[] {
  const { tickets, priceFen, prizes } = card;
  return [
    ...prizes.map(({ name, fen, count }) => ({
      code: String(fen),
      name,
      pays: `${formatMoney(fen)} × ${count}`,
      chance: fraction(BigInt(count), BigInt(tickets)),
      returns: fraction(BigInt(fen) * BigInt(count), BigInt(priceFen) * BigInt(tickets)),
    })),
    { code: card.code, name: '全部', pays: '', chance: scratchChance(card), returns: scratchReturns(card) },
  ];
}
