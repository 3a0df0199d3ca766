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
    date: Type.String({ format: 'date', description: 'The first day in force, yyyy-MM-dd.' }),
    source: text('The source.'),
  }),
);

/** The times of an issue. */
export const issueTimes = {
  issue: text('Issue (期).'),
  opensAt: instant('Sale begins, unix ms.'),
  closesAt: instant('Sale ends, unix ms.'),
  drawsAt: instant('Time of the draw, unix ms.'),
};

export const issueOnSale = object({
  ...issueTimes,
  commit: sha256('SHA-256 of the seed, hex: published before sale.'),
  poolPrizes: optional(
    list(
      text(),
      'Ids of the conditions of the pool (`poolPrizes` of the description) in force, by the pool as it is now. Final when the issue before has its prizes. Left out for a game without such conditions.',
    ),
  ),
});

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
      label: optional(text('The name of the group, if a play has several: 万, 冠军.')),
      look: oneOf(
        ['ball', 'digit', 'die', 'car', 'chip'],
        'The look of the values. chip: a word, or a number that is not shown as a ball.',
      ),
      tone,
      values: list(text(), 'The values as they are written. For dice each digit is a die.'),
      tones: optional(list(tone, 'Colours of the values, if they have their own (波色).')),
      captions: optional(list(text(), 'Texts at the values.')),
      bankers: optional(count('The number of bankers (胆), which come first.')),
      hits: optional(list(count(), 'Positions in `values` of the values that match the draw. Left out before the draw.')),
      more: optional(count('The number of values that were left out.')),
    },
    'Numbers of a line that belong together.',
  ),
);
export const lineNumbers = list(numberGroup, 'The numbers of one line, ready to be shown.');

const brief = {
  gameCode: text(),
  issue: text('Issue (期).'),
  numbers,
  drawsAt: instant('Time of the draw, unix ms.'),
  origin: optional(
    oneOf(
      ['demo', 'imported', 'cancelled'],
      'demo: a demonstration draw (演示) of the game’s past, from a seed of the server. imported: a past draw from another source, without proof. cancelled: not played, without numbers; bets were refunded. Left out: drawn by this server.',
    ),
  ),
};

export const resultBrief = object(brief, 'The data of a draw for a trend chart (走势图).');

const result = {
  ...brief,
  gameName: text(),
  facts: optional(list(text(), 'The texts beside its numbers: 和 10, 小双. Left out if the game has none.')),
  hash: text('Version of the description at the draw.'),
  proof: fairnessProof,
  backfilled: optional(Type.Literal(true, { description: 'It was not drawn for players: nobody could bet on it.' })),
};

export const resultItem = object(result);
/** With the zones that it was drawn by, so that a list of all games needs no game's description. */
export const resultWithZones = object({ ...result, zones: optional(list(zone)) });
export const resultDetail = object({
  ...result,
  zones: optional(list(zone)),
  prizes: Type.Record(Type.String(), Type.Integer({ minimum: 0, unit: 'fen' }), {
    description: 'The prize of one winning bet of each tier, fen, by "play/tier".',
  }),
  pool: optional(
    object({
      poolFen: fen('The pool of the floating prizes: the sum of the next three properties.'),
      carriedFen: fen('Carried over from earlier issues.'),
      fedFen: fen('The part of the stakes on this issue that went into the pool.'),
      addedFen: fen('The addition of the house: the first amount of the pool, or the amount lacking to the guaranteed one.'),
      paidFen: fen('The prizes of this issue from the pool. The rest goes into the pool of the next issue.'),
      conditions: optional(list(text(), 'Names of the conditions of the pool that were in force (福运奖). Left out without any.')),
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
