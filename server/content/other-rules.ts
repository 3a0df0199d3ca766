/** The rules of games on matches, outrights, scratch cards and small games in words, out of their descriptions. */
import type { Piece } from '../../engine/descriptions/content/types.ts';
import { formatInteger } from '../../engine/descriptions/format.ts';
import type { ScratchDescription } from '../../engine/descriptions/scratch/types.ts';
import type { OddsPayout, OutrightDescription, PoolPayout, SportGame, SportPlay } from '../../engine/descriptions/sports/types.ts';
import { oneInText, percentText } from '../../engine/rules/fraction-text.ts';
import { fraction } from '../../engine/rules/math.ts';
import { smallOdds, type SmallOdds } from '../../engine/small/bets.ts';
import type { SmallGame } from '../../engine/small/types.ts';
import { passName } from '../sports/index.ts';
import { permilleText, RULES_TEXT } from './rules-text.ts';
import { fill, yuan } from '../catalog/index.ts';

/** Results that a play names before it says how many there are. */
const NAMED = 8;

export function sportRules(game: SportGame): Piece[] {
  const { headings, sport: words } = RULES_TEXT;
  const { caps, unitFen, payout, feed } = game;
  const returned = (marginPermille: number): string =>
    payout.kind === 'odds' ? permilleText(Math.round((payout.sharePermille * 1000) / (1000 + marginPermille))) : '';
  const values = { matches: caps.matches, legs: caps.legs, unit: yuan(unitFen), multiplier: formatInteger(caps.multiplier) };
  return [
    { kind: 'heading', text: headings.bet },
    { kind: 'text', text: fill(payout.kind === 'odds' ? words.bet : RULES_TEXT.betOnce, values) },
    { kind: 'list', items: game.plays.map((play) => playText(play, game)) },
    ...(game.table === undefined
      ? []
      : ([
          { kind: 'heading', text: headings.passes },
          { kind: 'text', text: game.table.passes.map(({ code }) => passName(code)).join('、') },
        ] as const)),
    { kind: 'heading', text: headings.payout },
    ...(payout.kind === 'odds' ? oddsPieces(payout, unitFen) : poolPieces(payout, game)),
    ...(feed === undefined || payout.kind !== 'odds'
      ? []
      : [
          {
            kind: 'note',
            text: fill(words.returns, { share: [returned(feed.marginPermille), ...returnsOf(game, returned)].join('，') }),
          } as const,
        ]),
  ];
}

/** What plays with a margin of their own give back, those of one margin together. */
function returnsOf({ plays, feed }: SportGame, returned: (marginPermille: number) => string): string[] {
  const byMargin = new Map<number, string[]>();
  for (const { play, permille } of feed?.margins ?? []) {
    const name = plays.find(({ code }) => code === play)?.name;
    if (name !== undefined) byMargin.set(permille, [...(byMargin.get(permille) ?? []), name]);
  }
  return [...byMargin].map(([margin, names]) => fill(RULES_TEXT.sport.returnsOf, { plays: names.join('、'), share: returned(margin) }));
}

function playText({ name, choices, legs, needs }: SportPlay, game: SportGame): string {
  const words = RULES_TEXT.sport;
  const names = choices.slice(0, NAMED).map((choice) => choice.name);
  const listed = choices.length <= NAMED ? names.join('、') : fill(words.many, { choices: names.join('、'), count: choices.length });
  const only = (needs ?? []).map(({ number, values }) =>
    fill(words.needs, { number: game.numbers.find(({ code }) => code === number)?.name ?? number, values: values.join('、') }),
  );
  return [fill(words.choices, { name, choices: listed, legs }), ...only].join('');
}

const ROUNDING = { 'third-decimal': 'thirdDecimal', 'half-even': 'halfEven', down: 'down' } as const;

function oddsPieces({ odds, sharePermille, leastFen, rounding, capFen }: OddsPayout, unitFen: number): Piece[] {
  const words = RULES_TEXT.sport;
  return [
    { kind: 'text', text: odds === 'sold' ? words.sold : words.final },
    { kind: 'text', text: fill(words.formula, { unit: yuan(unitFen), share: permilleText(sharePermille), least: yuan(leastFen) }) },
    { kind: 'text', text: words[ROUNDING[rounding]] },
    { kind: 'list', items: capFen.map(({ fen }, at) => fill(words.cap, { legs: legsOf(capFen, at), fen: yuan(fen) })) },
    { kind: 'text', text: words.void },
  ];
}

/** A cap counts for its number of legs and more, up to the next cap. */
function legsOf(caps: OddsPayout['capFen'], at: number): string {
  const from = caps[at]?.legs ?? 1;
  const next = caps[at + 1]?.legs;
  if (next === undefined) return `${from}+`;
  return next - 1 === from ? String(from) : `${from}–${next - 1}`;
}

function poolPieces({ matches, sharePermille, tables }: PoolPayout, { plays }: SportGame): Piece[] {
  const words = RULES_TEXT.sport;
  return [
    { kind: 'text', text: fill(words.pool, { matches, share: permilleText(sharePermille) }) },
    {
      kind: 'list',
      items: tables.flatMap(({ play: code, choose, tiers }) => {
        const play = plays.find((each) => each.code === code)?.name ?? code;
        return tiers.map(({ name, hits, poolPermille, capFen }) =>
          fill(words.poolTier, { play, name, of: choose, hits, share: permilleText(poolPermille), fen: yuan(capFen) }),
        );
      }),
    },
    { kind: 'text', text: words.poolVoid },
  ];
}

export function outrightRules({ markets, unitFen, caps, payout }: OutrightDescription): Piece[] {
  const { headings, outright: words } = RULES_TEXT;
  return [
    { kind: 'heading', text: headings.bet },
    {
      kind: 'list',
      items: markets.map(({ name, teams, marginPermille }) =>
        fill(teams === 1 ? words.one : words.two, { name, margin: permilleText(marginPermille) }),
      ),
    },
    {
      kind: 'text',
      text: fill(words.bet, {
        unit: yuan(unitFen),
        picks: caps.picks,
        multiplier: formatInteger(caps.multiplier),
        cap: yuan(payout.capFen),
      }),
    },
  ];
}

export function scratchRules({ priceFen, tickets, openAfterDays, prizes }: ScratchDescription): Piece[] {
  const { headings, scratch: words, table } = RULES_TEXT;
  const winners = prizes.reduce((sum, { count }) => sum + count, 0);
  const paid = prizes.reduce((sum, { count, fen }) => sum + BigInt(count) * BigInt(fen), 0n);
  const of = BigInt(tickets);
  return [
    { kind: 'heading', text: headings.bet },
    { kind: 'text', text: fill(words.price, { price: yuan(priceFen), tickets: formatInteger(tickets) }) },
    { kind: 'text', text: words.how },
    { kind: 'heading', text: headings.prizes },
    {
      kind: 'table',
      rows: [
        [table.tier, table.prize, table.count, table.chance],
        ...prizes.map(({ name, fen, count }) => [name, `¥${yuan(fen)}`, formatInteger(count), oneInText(fraction(BigInt(count), of))]),
      ],
    },
    {
      kind: 'note',
      text: fill(words.any, {
        chance: oneInText(fraction(BigInt(winners), of)),
        returns: percentText(fraction(paid, of * BigInt(priceFen))),
      }),
    },
    { kind: 'text', text: fill(words.open, { days: openAfterDays }) },
  ];
}

export function smallRules(game: SmallGame): Piece[] {
  const { headings, small: words } = RULES_TEXT;
  const { limits, gate, slot, dice } = game;
  const how = gate === undefined ? (slot === undefined ? words.dice : words.slot) : fill(words.gate, { times: gate.postTimes });
  const round = dice?.round;
  const pieces: Piece[] = [
    { kind: 'heading', text: headings.bet },
    { kind: 'text', text: how },
    ...(round === undefined
      ? []
      : [{ kind: 'text', text: fill(words.round, { seconds: round.seconds, close: round.closeSeconds }) } as const]),
    {
      kind: 'text',
      text: fill(words.limits, { least: yuan(limits.leastFen), most: yuan(limits.mostFen), round: yuan(limits.roundFen) }),
    },
    { kind: 'heading', text: headings.prizes },
  ];
  const odds = smallOdds(game);
  const [only] = odds;
  if (slot !== undefined && only !== undefined) pieces.push(...slotPieces(only));
  else pieces.push({ kind: 'table', rows: [words.table, ...odds.map((each) => rowOf(each, gate !== undefined))] });
  return pieces;
}

function rowOf({ code, name, group, pays, winChance, returns }: SmallOdds, ofGate: boolean): string[] {
  const rowLabel = ofGate && code.startsWith('gate-') ? fill(RULES_TEXT.small.gateRow, { width: name }) : name;
  const shown = group === '' || group === rowLabel ? rowLabel : `${group} · ${rowLabel}`;
  return [shown, pays, oneInText(winChance), percentText(returns)];
}

function slotPieces({ ways, winChance, returns }: SmallOdds): Piece[] {
  const { table, scratch } = RULES_TEXT;
  return [
    {
      kind: 'table',
      rows: [
        [table.tier, table.prize, table.chance],
        ...ways.map(({ name, thousandths, chance }) => [name, `×${formatInteger(thousandths / 1000n)}`, oneInText(chance)]),
      ],
    },
    { kind: 'note', text: fill(scratch.any, { chance: oneInText(winChance), returns: percentText(returns) }) },
  ];
}
