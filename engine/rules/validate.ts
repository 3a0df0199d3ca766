import type { Draw, Game, Line, Ticket, Zone } from '../descriptions/types.ts';
import { member, truncated } from './pointers.ts';
import { refuseUnknownKeys, ownProperty, plainObject, readLine, requiredProperty, wrongType } from './read-line.ts';
import { Report, type ValidateOptions, wholeNumber } from './report.ts';
import type { Validated, CompiledGame, RuleError } from './types.ts';

/**
 * Checks anything at all as a ticket of this game: shape, values, bounds and caps. On success the value is a fresh plain copy
 * with multiplier and issues filled in. Every error has a pointer into the ticket.
 */
export function validateTicket(compiled: CompiledGame, input: unknown, options?: ValidateOptions): Validated<Required<Ticket>> {
  const report = new Report(options);
  const { game } = compiled;
  const ticket = plainObject(input);
  if (!ticket) {
    wrongType(report, '', 'object', input);
    return { ok: false, errors: report.errors };
  }
  refuseUnknownKeys(report, ticket, ['game', 'lines', 'multiplier', 'issues'], '');
  const code = requiredProperty(report, ticket, 'game', '');
  if (code !== undefined && typeof code !== 'string') wrongType(report, '/game', 'string', code);
  else if (code !== undefined && code !== game.code) report.add('WRONG_GAME', '/game', { name: truncated(code), game: game.code });

  const multiplier = wholeNumber(report, ticket, 'multiplier', 'OVER_MULTIPLIER', game.caps.multiplier);
  const issues = wholeNumber(report, ticket, 'issues', 'OVER_ISSUES', game.caps.issues);

  const rows = requiredProperty(report, ticket, 'lines', '');
  const lines: Line[] = [];
  if (rows !== undefined) {
    if (!Array.isArray(rows)) wrongType(report, '/lines', 'array', rows);
    else if (rows.length === 0) report.add('NO_LINES', '/lines');
    else if (rows.length > game.caps.lines) report.add('OVER_LINES', '/lines', { count: rows.length, max: game.caps.lines });
    else
      for (let i = 0; i < rows.length && !report.full; i++) {
        const line = readLine(report, compiled, rows[i], `/lines/${i}`);
        if (line) lines.push(line);
      }
  }
  return report.done(() => ({ game: game.code, lines, multiplier, issues }));
}

/** Checks one line; `pointer` is where it stands in the ticket. No errors means that it makes at least one bet. */
export function validateLine(compiled: CompiledGame, input: unknown, pointer = '', options?: ValidateOptions): RuleError[] {
  const report = new Report(options);
  readLine(report, compiled, input, pointer);
  return report.errors;
}

/** Checks anything at all as a draw of this game. On success the value is a fresh plain copy. */
export function validateDraw(game: Game, input: unknown, options?: ValidateOptions): Validated<Draw> {
  const report = new Report(options);
  const draw = plainObject(input);
  if (!draw) {
    wrongType(report, '', 'object', input);
    return { ok: false, errors: report.errors };
  }
  refuseUnknownKeys(report, draw, ['numbers', 'prizes'], '');
  const numbersIn = requiredProperty(report, draw, 'numbers', '');
  const numbers: Record<string, readonly number[]> = {};
  const object = numbersIn === undefined ? undefined : plainObject(numbersIn);
  if (numbersIn !== undefined && !object) wrongType(report, '/numbers', 'object', numbersIn);
  if (object) {
    const ids = game.draw.zones.map((zone) => zone.id);
    for (const key of Object.keys(object))
      if (!ids.includes(key))
        report.add('DRAW_ZONE_UNKNOWN', member('/numbers', key), { name: truncated(key), hint: report.nearest(key, ids) });
    for (const zone of game.draw.zones) {
      const other = zone.excludes === undefined ? undefined : game.draw.zones.find((z) => z.id === zone.excludes);
      const read = readZone(report, zone, ownProperty(object, zone.id), other, other && numbers[other.id]);
      if (read) numbers[zone.id] = read;
    }
  }
  const prizesIn = ownProperty(draw, 'prizes');
  const prizes = prizesIn === undefined ? undefined : readPrizes(report, game, prizesIn);
  return report.done(() => (prizes ? { numbers, prizes } : { numbers }));
}

function readZone(
  report: Report,
  zone: Zone,
  input: unknown,
  other: Zone | undefined,
  taken: readonly number[] | undefined,
): number[] | undefined {
  const at = member('/numbers', zone.id);
  const label = zone.label;
  if (input === undefined) {
    report.add('DRAW_ZONE_MISSING', '/numbers', { zone: label, count: zone.pick });
    return undefined;
  }
  if (!Array.isArray(input)) {
    wrongType(report, at, 'array', input);
    return undefined;
  }
  if (input.length !== zone.pick) {
    report.add('DRAW_LENGTH', at, { zone: label, count: input.length, expected: zone.pick });
    return undefined;
  }
  const before = report.errors.length;
  const read: number[] = [];
  input.forEach((value: unknown, i) => {
    if (typeof value !== 'number') wrongType(report, `${at}/${i}`, 'integer', value);
    else if (!Number.isInteger(value) || value < zone.from || value > zone.to)
      report.add('DRAW_NUMBER', `${at}/${i}`, { zone: label, value: truncated(value), from: zone.from, to: zone.to });
    else if (zone.kind !== 'digits' && read.includes(value)) report.add('DRAW_REPEATED', `${at}/${i}`, { zone: label, value });
    else if (taken?.includes(value)) report.add('DRAW_EXCLUDED', `${at}/${i}`, { zone: label, other: other?.label ?? '', value });
    else read.push(value === 0 ? 0 : value);
  });
  return report.errors.length > before ? undefined : read;
}

function readPrizes(report: Report, game: Game, input: unknown): Record<string, number> | undefined {
  const object = plainObject(input);
  if (!object) {
    wrongType(report, '/prizes', 'object', input);
    return undefined;
  }
  const kinds = new Map<string, string>();
  for (const group of game.playGroups)
    for (const play of group.plays) for (const prize of play.prizes) kinds.set(`${play.code}/${prize.tier}`, prize.kind);
  const result: Record<string, number> = {};
  for (const key of Object.keys(object)) {
    if (report.full) break;
    const at = member('/prizes', key);
    const value = object[key];
    const kind = kinds.get(key);
    if (kind === undefined) report.add('DRAW_PRIZE_UNKNOWN', at, { name: truncated(key), hint: report.nearest(key, kinds.keys()) });
    else if (kind === 'fixed') report.add('DRAW_PRIZE_FIXED', at, { name: key });
    else if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) report.add('DRAW_PRIZE_VALUE', at);
    else result[key] = value;
  }
  return result;
}
