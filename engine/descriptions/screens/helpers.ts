/** The functions that expressions may call. */
import { amountOf } from '../../rules/amount.ts';
import { formatInteger, formatLargeMoney, formatMoney, formatSigned, formatYuan } from '../format.ts';
import { formatDayName, formatInstant, formatSpan, type InstantStyle } from './time.ts';
import { asText, type EvaluationContext, MAX_TEXT, read, type CodeTerms } from './values.ts';

export interface Helper {
  /** Fewest and most arguments. */
  readonly takes: readonly [least: number, most: number];
  /** What it gives, for the check of a description. */
  readonly gives: 'text' | 'number' | 'truth' | 'any';
  readonly run: (args: readonly unknown[], environment: EvaluationContext) => unknown;
}

const isFen = (value: unknown): value is number | bigint =>
  (typeof value === 'number' && Number.isSafeInteger(value)) || typeof value === 'bigint';

const text = (takes: Helper['takes'], run: Helper['run']): Helper => ({ takes, gives: 'text', run });
const instant = (style: InstantStyle): Helper => text([1, 1], ([ms], { offsetMinutes }) => formatInstant(ms, offsetMinutes, style));
const clamp = (value: unknown, fallback: number): number => (typeof value === 'number' ? Math.max(0, Math.min(40, value)) : fallback);
const MANY = 60;
const field = (item: unknown, name: unknown): unknown => (name === undefined ? item : read(item, name));

/** An odds figure as it is written, whatever its type: "1.85" stays, 185 hundredths of a scaled integer become 1.85. */
function formatOdds(odds: unknown): string | undefined {
  if (typeof odds === 'string') return /^\d{1,9}(\.\d{1,4})?$/.test(odds) ? odds : undefined;
  if (!isFen(odds) || odds < 0) return undefined;
  return formatMoney(odds);
}

/** Hundredths of a percent (basis points, an integer) as a percentage: 1234 → "12.34%", 5000 → "50%". */
function formatPercent(points: unknown): string | undefined {
  if (!isFen(points)) return undefined;
  return `${formatMoney(points).replace(/\.?0+$/, '')}%`;
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/** The whole vocabulary of functions. Instants are unix ms, amounts are fen, shares are basis points. */
export const HELPERS: Readonly<Record<string, Helper>> = {
  /** 1,234.00, the number of a sentence: 元 follows it. */
  money: text([1, 1], ([fen]) => (isFen(fen) ? formatMoney(fen) : undefined)),
  /** ¥1,234.00, an amount that stands alone. */
  yuan: text([1, 1], ([fen]) => (isFen(fen) ? formatYuan(fen) : undefined)),
  /** +¥1,234.00, −¥1,234.00 or ¥0.00, for statements. */
  signed: text([1, 1], ([fen]) => (isFen(fen) ? formatSigned(fen) : undefined)),
  /** Length of a list or a text; a number with separators. */
  count: {
    takes: [1, 1],
    gives: 'any',
    run: ([value]) => {
      if (Array.isArray(value) || typeof value === 'string') return value.length;
      return isFen(value) ? formatInteger(value) : 0;
    },
  },
  /** sum(list, 'amountFen') or sum(list): integers only; what is no integer counts 0. */
  sum: {
    takes: [1, 2],
    gives: 'number',
    run: ([list, name]) =>
      Array.isArray(list)
        ? list.reduce<number>((total, item) => {
            const value = field(item, name);
            return typeof value === 'number' && Number.isSafeInteger(total + value) ? total + value : total;
          }, 0)
        : undefined,
  },
  /** join(list, '、') or join(list, '、', 'name'). */
  join: text([2, 3], ([list, separator, name]) =>
    Array.isArray(list)
      ? list
          .map((item) => asText(field(item, name)))
          .join(asText(separator))
          .slice(0, MAX_TEXT)
      : undefined,
  ),
  /** The first item of a list whose field has a value: find(list, 'id', query.id). */
  find: {
    takes: [3, 3],
    gives: 'any',
    run: ([list, name, value]) => (Array.isArray(list) ? list.find((item) => field(item, name) === value) : undefined),
  },
  /** The items of a list whose field has a value: filter(moves, 'play', 'SPF'). */
  filter: {
    takes: [3, 3],
    gives: 'any',
    run: ([list, name, value]) => (Array.isArray(list) ? list.filter((item) => field(item, name) === value) : undefined),
  },
  /** A decimal text as hundredths, for charts and comparisons: hundredths('1.85') is 185. More than two decimals are cut off. */
  hundredths: {
    takes: [1, 1],
    gives: 'number',
    run: ([decimal]) => {
      const [, sign = '', whole = '', part = ''] = /^(-?)(\d{1,9})(?:\.(\d{1,4}))?$/.exec(typeof decimal === 'string' ? decimal : '') ?? [];
      return whole === '' ? undefined : (sign ? -1 : 1) * Number(whole + part.padEnd(2, '0').slice(0, 2));
    },
  },
  /** An integer times a decimal text, cut off: scaled(200, '1.85') is 370. Exact, so that amounts stay integers. */
  scaled: {
    takes: [2, 2],
    gives: 'number',
    run: ([amount, decimal]) => {
      const [, whole = '', part = ''] = /^(\d{1,9})(?:\.(\d{1,4}))?$/.exec(typeof decimal === 'string' ? decimal : '') ?? [];
      if (whole === '' || typeof amount !== 'number' || !Number.isSafeInteger(amount)) return undefined;
      const product = Number((BigInt(amount) * BigInt(whole + part.padEnd(4, '0'))) / 10_000n);
      return Number.isSafeInteger(product) ? product : undefined;
    },
  },
  /** What bets cost, in fen: price(200, 3) is 600. Of a bet that is sold by its unit price; the server computes it by the same formula. */
  price: {
    takes: [2, 2],
    gives: 'number',
    run: ([unitFen, bets]) => {
      const fen = isWhole(unitFen) && isWhole(bets) ? Number(amountOf(BigInt(bets), unitFen)) : undefined;
      return isWhole(fen) ? fen : undefined;
    },
  },
  /** An integer divided by another, where it divides: divided(1000, 20) is 50, divided(1000, 3) is nothing. */
  divided: {
    takes: [2, 2],
    gives: 'number',
    // The remainder of a division by 0 is no number, and so not 0.
    run: ([amount, by]) => (isWhole(amount) && isWhole(by) && amount % by === 0 ? amount / by : undefined),
  },
  /** The ways to divide an integer into equal parts of at least `least`, at most `most` (and 100,000) of them: {parts, each}, the most parts first. */
  splits: {
    takes: [3, 3],
    gives: 'any',
    run: ([amount, least, most]) => {
      if (!isWhole(amount) || !isWhole(least) || !isWhole(most)) return undefined;
      const ways: { readonly parts: number; readonly each: number }[] = [];
      for (let parts = Math.min(most, 100_000, Math.floor(amount / least)); parts > 0; parts--)
        if (amount % parts === 0) ways.push({ parts, each: amount / parts });
      return ways;
    },
  },
  /** Whether digits end in their check digit (ISO/IEC 7812, Luhn), as numbers of cards do. */
  luhn: {
    takes: [1, 1],
    gives: 'truth',
    run: ([value]) => {
      const digits = asText(value);
      const sum = [...digits].reverse().reduce((total, digit, at) => {
        const weighed = Number(digit) * (at % 2 === 0 ? 1 : 2);
        return total + (weighed > 9 ? weighed - 9 : weighed);
      }, 0);
      return /^\d+$/.test(digits) && sum % 10 === 0;
    },
  },
  /** True when a list holds a value, or a text another. */
  contains: {
    takes: [2, 2],
    gives: 'truth',
    run: ([all, one]) =>
      Array.isArray(all) ? all.includes(one) : typeof all === 'string' && typeof one === 'string' ? all.includes(one) : false,
  },
  /** Basis points as a percentage: percent(1234) is 12.34%. */
  percent: text([1, 1], ([points]) => formatPercent(points)),
  /** Odds: a decimal text as it is, hundredths as 1.85. */
  odds: text([1, 1], ([odds]) => formatOdds(odds)),
  /** mask('13812348000', 3, 4) is 138****8000: the first and last characters stay. */
  mask: text([3, 3], ([value, head, tail]) => {
    const characters = [...asText(value)];
    const [first, last] = [clamp(head, 0), clamp(tail, 0)];
    if (characters.length <= first + last) return '*'.repeat(characters.length);
    return `${characters.slice(0, first).join('')}****${last === 0 ? '' : characters.slice(-last).join('')}`;
  }),
  /** The server's clock, unix ms. A text that reads it is evaluated every second while it is visible. */
  now: { takes: [0, 0], gives: 'number', run: (_, environment) => environment.now() },
  /** label('orderStatus', status): the text of a code from the product's lists of terms; the code itself when the list has it not. */
  label: text([2, 2], ([list, code], { terms }) => termOf(terms, list, code)?.text ?? asText(code)),
  /** The tone of a code from the same lists; '' when it has none. */
  tone: text([2, 2], ([list, code], { terms }) => termOf(terms, list, code)?.tone ?? ''),
  date: instant('date'),
  day: instant('day'),
  time: instant('time'),
  minute: instant('minute'),
  /** 今天, 昨天, 11月20日. It changes once a day, so a text that reads it is not evaluated every second. */
  dayName: text([1, 1], ([ms], { offsetMinutes, now }) => formatDayName(ms, now(), offsetMinutes)),
  /** The time from now to an instant: 05:23, 1:02:03 or 2 天 3 小时; 00:00 once it is over. */
  left: text([1, 1], ([ms], environment) => (typeof ms === 'number' ? formatSpan(ms - environment.now()) : undefined)),
  /** A large amount in words, for pools and top prizes: ¥10 亿, ¥1,000 万, ¥8,500. Cut off, never rounded up. */
  large: text([1, 1], ([fen]) => (isFen(fen) && fen >= 0 ? `¥${formatLargeMoney(fen)}` : undefined)),
  pad: text([2, 2], ([value, width]) => asText(value).padStart(clamp(width, 0), '0')),
  /** map(value, 'won', '已中奖', 'lost', '未中奖', otherwise): the text of a code. */
  map: {
    takes: [3, MANY],
    gives: 'any',
    run: ([value, ...pairs]) => {
      for (let i = 0; i + 1 < pairs.length; i += 2) if (pairs[i] === value) return pairs[i + 1];
      return pairs.length % 2 === 1 ? pairs[pairs.length - 1] : undefined;
    },
  },
  /** True for nothing: absent, empty text, empty list. */
  empty: {
    takes: [1, 1],
    gives: 'truth',
    run: ([value]) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0),
  },
  /** First characters of a text, for avatars and badges. */
  first: text([1, 2], ([value, length]) => [...asText(value)].slice(0, clamp(length, 1)).join('')),
  /** Last characters of a text, for order numbers too long to show. */
  last: text([1, 2], ([value, length]) => {
    const characters = [...asText(value)];
    return characters.slice(Math.max(0, characters.length - clamp(length, 1))).join('');
  }),
};

/** Functions that read the clock: what uses one depends on it. */
export const READS_CLOCK: ReadonlySet<string> = new Set(['now', 'left']);

function termOf(terms: CodeTerms, list: unknown, code: unknown): CodeTerms[string][string] | undefined {
  if (typeof list !== 'string' || typeof code !== 'string' || !Object.hasOwn(terms, list)) return undefined;
  const found = terms[list] as CodeTerms[string];
  return Object.hasOwn(found, code) ? found[code] : undefined;
}

export const HELPER_NAMES: readonly string[] = Object.keys(HELPERS);

/** What a function takes and gives; undefined for one that does not exist. */
export function helperSignature(name: string): Pick<Helper, 'takes' | 'gives'> | undefined {
  return Object.hasOwn(HELPERS, name) ? HELPERS[name] : undefined;
}
