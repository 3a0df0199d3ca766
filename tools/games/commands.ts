import {
  type CompiledGame,
  compileGame,
  type Draw,
  type Language,
  type Line,
  priceTicket,
  prizeRange,
  type RuleCode,
  type RuleError,
  ruleError,
  settleTicket,
  type Ticket,
  validateDraw,
  validateTicket,
} from '../../engine/rules/index.ts';
import {
  type CompiledSport,
  expandSport,
  priceSport,
  type SportTicket,
  settleSport,
  sportPrizeRange,
  validateResults,
  validateSportTicket,
} from '../../engine/rules/sports/index.ts';
import { member } from '../../engine/rules/pointers.ts';
import { labelsToValues } from './labels.ts';
import type { GameLibrary } from './library.ts';

/** More single bets than this are not written out for one ticket: a board of every number would fill a disk. */
export const MAX_EXPANDED_BETS = 100_000n;

export type CommandAnswer = Readonly<{ ok: true } & Record<string, unknown>> | Readonly<{ ok: false; errors: readonly ShownError[] }>;

interface ShownError {
  readonly code: string;
  readonly pointer: string;
  readonly message: string;
}

/** Turns one parsed line of input into its answer. */
export type Command = (input: unknown, library: GameLibrary, language: Language) => Promise<CommandAnswer>;

type Plain = Readonly<Record<string, unknown>>;

function refuse(errors: readonly RuleError[], under = ''): CommandAnswer {
  return { ok: false, errors: errors.map(({ code, pointer, message }) => ({ code, pointer: under + pointer, message })) };
}

function refuseOne(code: RuleCode, pointer: string, params: Readonly<Record<string, string | number>>, language: Language): CommandAnswer {
  return refuse([ruleError(code, pointer, params, language)]);
}

type Sold =
  | { readonly compiled: CompiledGame; readonly ticket: Ticket }
  | { readonly sport: CompiledSport; readonly ticket: SportTicket }
  | { readonly refused: CommandAnswer };

/** What decides about prizes beside the ticket: the instant of the draw (unix ms) and the pool's conditions in force. */
interface DrawOptions {
  readonly atMs?: number | undefined;
  readonly poolPrizes?: readonly string[] | undefined;
}

/** Finds the ticket's game and checks the ticket under it; `under` is where the ticket stands in the line of input. */
async function readTicket(input: unknown, under: string, library: GameLibrary, language: Language, draw: DrawOptions = {}): Promise<Sold> {
  const code = typeof input === 'object' && input !== null && Object.hasOwn(input, 'game') ? (input as Plain).game : undefined;
  if (typeof code !== 'string') {
    // No game to check against; the shape errors alone say what is wrong.
    const expected = typeof input !== 'object' || input === null || Array.isArray(input);
    const refused = expected
      ? refuseOne('TYPE', under, { expected: 'object', found: kind(input) }, language)
      : code === undefined
        ? refuseOne('MISSING', under, { name: 'game' }, language)
        : refuseOne('TYPE', `${under}/game`, { expected: 'string', found: kind(code) }, language);
    return { refused };
  }
  const found = await library.find(code);
  if (!found.ok) {
    const shown = code.length > 40 ? `${code.slice(0, 40)}…` : code;
    if (found.problem !== undefined)
      return { refused: refuseOne('GAME_REFUSED', `${under}/game`, { name: shown, problem: found.problem }, language) };
    return { refused: refuseOne('UNKNOWN_GAME', `${under}/game`, { name: shown, hint: found.guess ?? '' }, language) };
  }
  if ('sport' in found) {
    const sold = validateSportTicket(found.sport, input, { language });
    return sold.ok ? { sport: found.sport, ticket: sold.value } : { refused: refuse(sold.errors, under) };
  }
  const { atMs = library.atMs, poolPrizes } = draw;
  const ids = found.game.poolPrizes?.map(({ id }) => id) ?? [];
  const unknown = poolPrizes?.find((id) => !ids.includes(id));
  if (unknown !== undefined)
    return {
      refused: refuseOne('POOL_PRIZES_UNKNOWN', '/poolPrizes', { game: code, name: unknown, ids: ids.join('、') || '—' }, language),
    };
  const asGiven = draw.atMs === undefined && poolPrizes === undefined;
  const compiled = asGiven ? found.compiled : compileGame(found.game, atMs, poolPrizes);
  const checked = validateTicket(compiled, labelsToValues(input, found.game), { language });
  return checked.ok ? { compiled, ticket: checked.value } : { refused: refuse(checked.errors, under) };
}

function kind(value: unknown): string {
  return value === undefined ? 'nothing' : value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/**
 * Ticket → bets, amount, and the least and most that it can win; `exact` is written only when the range is not. A ticket of a pool has no
 * range: what a bet pays is known when all bets are.
 */
export const price: Command = async (input, library, language) => {
  const sold = await readTicket(input, '', library, language);
  if ('refused' in sold) return sold.refused;
  if ('sport' in sold) {
    const { bets, amountFen } = priceSport(sold.sport, sold.ticket);
    const range = sportPrizeRange(sold.sport, sold.ticket);
    const prizes = range && { minPrizeFen: range.minFen, maxPrizeFen: range.maxFen, ...(range.exact ? {} : { exact: false }) };
    return { ok: true, bets, amountFen, ...prizes };
  }
  const { bets, amountFen } = priceTicket(sold.compiled, sold.ticket);
  const { minFen, maxFen, exact } = prizeRange(sold.compiled, sold.ticket);
  return { ok: true, bets, amountFen, minPrizeFen: minFen, maxPrizeFen: maxFen, ...(exact ? {} : { exact: false }) };
};

/**
 * {ticket, draw} → the wins line by line and tier by tier, and their sum. Of matches: {ticket, results} → the wins by pass and number of
 * legs; `prizes` says what a bet of a pool's tier pays. `at`: the instant of the draw, for sets of numbers that change with the day.
 * `poolPrizes`: ids of the pool's conditions in force.
 */
export const settle: Command = async (input, library, language) => {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return refuseOne('TYPE', '', { expected: 'object', found: kind(input) }, language);
  const both = input as Plain;
  if (!Object.hasOwn(both, 'ticket')) return refuseKeys(both, ['ticket', 'draw'], [], language) as CommandAnswer;
  const atMs = both.at === undefined ? undefined : readInstant(both.at);
  if (Number.isNaN(atMs)) return refuseOne('INSTANT', '/at', { found: JSON.stringify(both.at).slice(0, 40) }, language);
  const { poolPrizes } = both;
  if (poolPrizes !== undefined && !isTexts(poolPrizes))
    return refuseOne('TYPE', '/poolPrizes', { expected: 'array', found: kind(poolPrizes) }, language);
  const sold = await readTicket(both.ticket, '/ticket', library, language, { atMs, poolPrizes });
  if ('sport' in sold) {
    const wrong = refuseKeys(both, ['ticket', 'results'], ['prizes'], language);
    if (wrong) return wrong;
    const results = validateResults(sold.sport, sold.ticket, both.results, { language });
    if (!results.ok) return refuse(results.errors, '/results');
    const prizes = readPrizes(both.prizes, language);
    if ('refused' in prizes) return prizes.refused;
    return { ok: true, ...settleSport(sold.sport, sold.ticket, results.value, prizes.fen) };
  }
  const wrong = refuseKeys(both, ['ticket', 'draw'], ['at', 'poolPrizes'], language);
  if (wrong) return wrong;
  if ('refused' in sold) return sold.refused;
  const draw = validateDraw(sold.compiled.game, both.draw, { language });
  if (!draw.ok) return refuse(draw.errors, '/draw');
  const { wins, prizeFen } = settleTicket(sold.compiled, sold.ticket, draw.value as Draw);
  return { ok: true, wins, prizeFen };
};

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');

/** "2027-02-06T21:30:00+08:00" → unix ms; NaN for anything that is not written so, a day without its clock included. */
export function readInstant(text: unknown): number {
  return typeof text === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
}

/** What is missing of `wanted` and what is neither wanted nor optional; undefined when nothing is wrong. */
function refuseKeys(input: Plain, wanted: readonly string[], optional: readonly string[], language: Language): CommandAnswer | undefined {
  const errors: RuleError[] = wanted
    .filter((key) => !Object.hasOwn(input, key))
    .map((name) => ruleError('MISSING', '', { name }, language));
  for (const key of Object.keys(input))
    if (!wanted.includes(key) && !optional.includes(key))
      errors.push(ruleError('UNKNOWN_PROPERTY', member('', key), { name: key.slice(0, 40), hint: '' }, language));
  return errors.length > 0 ? refuse(errors.slice(0, 50)) : undefined;
}

/** What a bet of each tier of a pool pays: whole fen by "play/tier". */
function readPrizes(input: unknown, language: Language): { readonly fen: Record<string, number> } | { readonly refused: CommandAnswer } {
  if (input === undefined) return { fen: {} };
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { refused: refuseOne('TYPE', '/prizes', { expected: 'object', found: kind(input) }, language) };
  const wrong = Object.entries(input).find(([, fen]) => !Number.isSafeInteger(fen) || (fen as number) < 0);
  if (wrong) return { refused: refuseOne('DRAW_PRIZE_VALUE', member('/prizes', wrong[0]), {}, language) };
  return { fen: input as Record<string, number> };
}

/** Ticket → its single bets, each as a line, line by line. */
export const expand: Command = async (input, library, language) => {
  const sold = await readTicket(input, '', library, language);
  if ('refused' in sold) return sold.refused;
  // Its game bounds the bets of a sports ticket.
  if ('sport' in sold) return { ok: true, bets: [...expandSport(sold.sport, sold.ticket)] };
  const { bets: count } = priceTicket(sold.compiled, sold.ticket);
  if (count > MAX_EXPANDED_BETS)
    return refuseOne('TOO_LARGE', '/lines', { count: count.toString(), max: MAX_EXPANDED_BETS.toString() }, language);
  const bets: Line[] = [];
  for (const line of sold.ticket.lines) {
    const play = sold.compiled.play(line.play);
    if (play) for (const bet of play.expand(line)) bets.push(bet);
  }
  return { ok: true, bets };
};
