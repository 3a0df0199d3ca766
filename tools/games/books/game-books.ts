/** The bets of a small game as books: each possible outcome with its exact weight. */
import { gcd } from '../../../engine/rules/math.ts';
import { type SmallOdds, smallOdds, thousandthsOf } from '../../../engine/small/bets.ts';
import { lineOf, payOf, windowOf } from '../../../engine/small/slot.ts';
import type { SlotRules, SmallGame } from '../../../engine/small/types.ts';
import { type Book, PAYOUT_STEP, type TableRow } from './layout.ts';

export interface ModeBooks {
  readonly name: string;
  readonly rows: readonly TableRow[];
  readonly books: readonly Book[];
}

/** A bet that the format cannot hold, and the payout that is the reason, in thousandths of the stake. */
export interface UnsaidBet {
  readonly name: string;
  readonly thousandths: bigint;
}

/** A slot machine of more stops has a book for each pay, and not for each stop. */
const MOST_STOPS = 100_000n;

/** `thousandths` of the stake in hundredths; undefined if the format has no such payout. */
export const payoutOf = (thousandths: bigint): bigint | undefined =>
  thousandths >= 0n && thousandths % (PAYOUT_STEP * 10n) === 0n ? thousandths / 10n : undefined;

export function booksOf(game: SmallGame): { readonly modes: readonly ModeBooks[]; readonly unsaid: readonly UnsaidBet[] } {
  const modes: ModeBooks[] = [];
  const unsaid: UnsaidBet[] = [];
  for (const bet of smallOdds(game)) {
    const wrong = bet.ways.find(({ thousandths }) => payoutOf(thousandths) === undefined);
    if (wrong !== undefined) unsaid.push({ name: bet.code, thousandths: wrong.thousandths });
    else modes.push(stopsOf(game.slot) <= MOST_STOPS && game.slot !== undefined ? stopBooks(bet.code, game.slot) : outcomeBooks(bet));
  }
  return { modes, unsaid };
}

const stopsOf = (slot: SlotRules | undefined): bigint => slot?.reels.reduce((all, { length }) => all * BigInt(length), 1n) ?? 0n;

/** A book for every stop of the reels, with the visible symbols; the bet is on the first line. */
function stopBooks(name: string, slot: SlotRules): ModeBooks {
  const [rows = []] = slot.lines;
  const table: TableRow[] = [];
  const books: Book[] = [];
  const all = Number(stopsOf(slot));
  for (let at = 0; at < all; at += 1) {
    const stops = stopsAt(slot, at);
    const seen = windowOf(slot, stops);
    const pay = payOf(slot, lineOf(seen, rows));
    const won = pay === undefined ? undefined : slot.pays[pay];
    const payout = payoutOf(won === undefined ? 0n : thousandthsOf(won.times)) ?? 0n;
    const id = at + 1;
    const events = [
      { index: 0, type: 'reveal', board: seen.map((column) => column.map((symbol) => ({ name: symbol }))), paddingPositions: stops },
      ...(won === undefined
        ? []
        : [
            {
              index: 1,
              type: 'winInfo',
              totalWin: Number(payout),
              wins: [{ symbol: won.symbol, kind: won.count, win: Number(payout), positions: positions(rows, won.count) }],
            },
          ]),
    ];
    table.push({ id: BigInt(id), weight: 1n, payout });
    books.push(bookOf(id, payout, events));
  }
  return { name, rows: table, books };
}

/** The place of each reel for the number of a combination; the last reel turns fastest. */
function stopsAt({ reels }: SlotRules, at: number): number[] {
  const stops: number[] = [];
  let rest = at;
  for (const { length } of reels.toReversed()) {
    stops.unshift(rest % length);
    rest = Math.floor(rest / length);
  }
  return stops;
}

const positions = (rows: readonly number[], count: number) => rows.slice(0, count).map((row, reel) => ({ reel, row }));

/** A book for each way that a bet ends, weighted over the common denominator of the chances. */
function outcomeBooks({ code, ways }: SmallOdds): ModeBooks {
  const all = ways.reduce((product, { chance }) => (product / gcd(product, chance.denominator)) * chance.denominator, 1n);
  const ends = ways.map(({ name, thousandths, chance }) => ({
    name,
    payout: payoutOf(thousandths) ?? 0n,
    weight: (chance.numerator * all) / chance.denominator,
  }));
  const rest = all - ends.reduce((sum, { weight }) => sum + weight, 0n);
  const complete = rest > 0n ? [...ends, { name: 'lost', payout: 0n, weight: rest }] : ends;
  return {
    name: code,
    rows: complete.map(({ weight, payout }, at) => ({ id: BigInt(at + 1), weight, payout })),
    books: complete.map(({ name, payout }, at) => bookOf(at + 1, payout, [{ index: 0, type: 'outcome', name }])),
  };
}

const bookOf = (id: number, payout: bigint, events: readonly Readonly<Record<string, unknown>>[]): Book => ({
  id,
  events: [...events, { index: events.length, type: 'finalWin', amount: Number(payout) }],
  payoutMultiplier: Number(payout),
});
