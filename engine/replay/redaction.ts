/**
 * What a server answered, as it may be recorded: a tester sees results and balances, and nobody learns who the player is. Of a field that is
 * listed here its value stays, of any other only what kind of value it was; lists keep their first items.
 *
 *   { issue: '2026133', numbers: { red: [1, 5] }, balanceFen: 4200, nickname: '张三', orders: [{ … }, … 40] }
 *   { issue: '2026133', numbers: { red: [1, 5] }, balanceFen: 4200, nickname: '[text]', orders: [{ … }, … 4, '[36 more]'] }
 */
import { isSecretName } from './secret-names.ts';

/** Names whose numbers and short texts are results, money, instants and states: the player's, and nothing by which he is known. */
export const FACT_FIELDS: ReadonlySet<string> = new Set([
  ...['status', 'state', 'code', 'kind', 'type', 'play', 'tier', 'game', 'gameCode', 'hash', 'result', 'won', 'number', 'index'],
  ...['issue', 'issues', 'opensAt', 'closesAt', 'drawsAt', 'drawnAt', 'settledAt', 'now', 'at', 'day', 'time'],
  ...['balanceFen', 'amountFen', 'prizeFen', 'stakeFen', 'netFen', 'poolFen', 'unitFen', 'fen', 'frozenFen', 'beforeFen', 'afterFen'],
  ...['bets', 'count', 'total', 'page', 'pages', 'size', 'multiplier', 'hits', 'lines', 'odds', 'rate', 'score', 'sum', 'left'],
]);
/** A `code` like this one is a player's own, which he invites others with. Games, plays, matches and methods have codes as well. */
const INVITATION = /^(?=.*[A-Z])[A-HJ-NP-Z2-9]{8}$/;
/** Fields whose numbers are drawn or picked ones, by names that descriptions give: `{"red": [1, 2]}`. */
const NUMBER_FIELDS: ReadonlySet<string> = new Set(['numbers', 'drawn', 'picks', 'bankers', 'omission']);

const MOST_ITEMS = 4;
const MOST_NUMBERS = 100;
const MOST_FIELDS = 40;
const MOST_DEPTH = 6;
const MOST_TEXT = 40;
/** Names of fields that are no data themselves. */
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_]{0,31}$/;
const MARK = /^\[(text|number|list|record|redacted|\d+ more)\]$/;

const shapeOf = (value: unknown): string =>
  typeof value === 'number' ? '[number]' : Array.isArray(value) ? '[list]' : typeof value === 'object' ? '[record]' : '[text]';

/** The value with what is not a fact left as its kind. Facts are their own facts. */
export function factsOf(value: unknown, name = '', depth = 0, numbers = false): unknown {
  if (value === null || typeof value === 'boolean' || value === undefined) return value;
  if (isSecretName(name)) return typeof value === 'string' && MARK.test(value) ? value : shapeOf(value);
  if (typeof value === 'number') return numbers || FACT_FIELDS.has(name) ? value : '[number]';
  if (typeof value === 'string')
    return MARK.test(value) ||
      (FACT_FIELDS.has(name) && value.length <= MOST_TEXT && !value.includes('=') && !(name === 'code' && INVITATION.test(value)))
      ? value
      : '[text]';
  if (typeof value !== 'object') return undefined;
  if (depth >= MOST_DEPTH) return shapeOf(value);
  if (Array.isArray(value)) {
    const items = value.slice(0, numbers ? MOST_NUMBERS : MOST_ITEMS).map((each) => factsOf(each, name, depth + 1, numbers) ?? null);
    const last: unknown = value.at(-1);
    const more = value.length - items.length;
    if (more === 1 && typeof last === 'string' && MARK.test(last)) return [...items, last];
    return more > 0 ? [...items, `[${more} more]`] : items;
  }
  const fields = Object.entries(value)
    .filter(([key, each]) => each !== undefined && PLAIN_NAME.test(key))
    .slice(0, MOST_FIELDS);
  return Object.fromEntries(fields.map(([key, each]) => [key, factsOf(each, key, depth + 1, numbers || NUMBER_FIELDS.has(key))]));
}
