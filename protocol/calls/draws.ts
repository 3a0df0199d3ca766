/** What answers say about issues (期) and draws; the calls of several namespaces share it. */
import type { Draw, PrizeTable, Ticket, Zone } from '../../engine/descriptions/types.ts';
import type { NumberGroup } from '../../engine/rules/index.ts';
import family from '../../schemas/family.schema.json' with { type: 'json' };
import ticketSchema from '../../schemas/ticket.schema.json' with { type: 'json' };
import { count, described, fen, instant, list, object, oneOf, optional, sha256, text, Type } from './schema.ts';

export const ticket = described<Ticket>(ticketSchema);
export const numbers = described<Draw['numbers']>(ticketSchema, '#/$defs/draw/properties/numbers');
export const zone = described<Zone>(family, '#/$defs/zone');
export const prizeTable = Type.Unsafe<PrizeTable>(
  object({
    version: text(),
    date: Type.String({ format: 'date', description: 'In force since, yyyy-MM-dd.' }),
    source: text('Where it is published.'),
  }),
);

/** The times of an issue. */
export const issueTimes = {
  issue: text('Issue (期).'),
  opensAt: instant('Sale begins, unix ms.'),
  closesAt: instant('Sale ends, unix ms.'),
  drawsAt: instant('It is drawn, unix ms.'),
};

export const issueOnSale = object({ ...issueTimes, commit: sha256('SHA-256 of the seed, hex: published before sale.') });

export const fairnessProof = object({
  commit: text('Hex SHA-256 of the seed, published when the issue opened; empty for an imported draw.'),
  seed: text('Hex seed, revealed with the draw; empty for an imported draw.'),
});

const TONES = ['red', 'blue', 'ink', 'gold', 'green'] as const;
const tone = oneOf(TONES, 'A colour role of the brand.');

/** The numbers of a line as things to draw. */
export const numberGroup = Type.Unsafe<NumberGroup>(
  object(
    {
      label: optional(text('What the group is of, where a play has several: 万, 冠军.')),
      look: oneOf(['ball', 'digit', 'die', 'car', 'chip'], 'How a number is drawn; chip: a word, or a number that is never drawn as one.'),
      tone,
      values: list(text(), 'As they are written. Of dice each digit is a die.'),
      tones: optional(list(tone, 'Tones of the values, where they have their own (波色).')),
      captions: optional(list(text(), 'Written at the values.')),
      bankers: optional(count('The first so many are bankers (胆).')),
      hits: optional(list(count(), 'Places in `values` of those that count in the draw; left out before there is one.')),
      more: optional(count('So many more were left out.')),
    },
    'Numbers of a line that stand together.',
  ),
);
export const lineNumbers = list(numberGroup, 'The numbers of one line, as things to draw.');

const brief = {
  gameCode: text(),
  issue: text('Issue (期).'),
  numbers,
  drawsAt: instant('It was drawn, unix ms.'),
  origin: optional(
    oneOf(
      ['demo', 'imported', 'cancelled'],
      'demo: a demonstration draw (演示) of the game’s past, from a seed of our own. imported: a past draw from elsewhere, without proof. cancelled: not played, without numbers; what was bet on it was given back. Left out: drawn here.',
    ),
  ),
};

export const resultBrief = object(brief, 'What a trend chart (走势图) needs of a draw.');

const result = {
  ...brief,
  gameName: text(),
  facts: optional(list(text(), 'What is said of it beside its numbers: 和 10, 小双. Left out where the game says nothing.')),
  hash: text('Version of the description that it was drawn under.'),
  proof: fairnessProof,
  backfilled: optional(Type.Literal(true, { description: 'Not drawn here for players: nobody could bet on it.' })),
};

export const resultItem = object(result);
/** With the zones that it was drawn by, so that a list of all games needs no game's description. */
export const resultWithZones = object({ ...result, zones: optional(list(zone)) });
export const resultDetail = object({
  ...result,
  zones: optional(list(zone)),
  prizes: Type.Record(Type.String(), Type.Integer({ minimum: 0, unit: 'fen' }), {
    description: 'Fen that one winning bet of each tier paid, by "play/tier".',
  }),
  pool: optional(
    object({
      poolFen: fen('What there was to share among the floating prizes: the three that follow.'),
      carriedFen: fen('What the issues before left.'),
      fedFen: fen('The part of the stakes on this issue that went into it.'),
      addedFen: fen('What the house added: what the pool begins with, or lacked of what is guaranteed.'),
      paidFen: fen('What the winners of this issue get out of it; the rest goes into the next one.'),
    }),
  ),
});

export const drawnExample = {
  gameCode: 'ssq',
  gameName: '双色球',
  issue: '2026129',
  numbers: { red: [3, 8, 14, 20, 27, 31], blue: [9] },
  drawsAt: 1_795_100_000_000,
  hash: '3f1c9a0e',
  proof: {
    commit: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    seed: '5d41402abc4b2a76b9719d911017c5925d41402abc4b2a76b9719d911017c592',
  },
};
