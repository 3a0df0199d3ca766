import type { Draw, Game, Line, PickedValue, Ticket, Zone } from '../descriptions/types.ts';
import { nearest } from '../descriptions/suggest.ts';
import { member, shown } from './errors.ts';
import { onlyKeys, own, plain, Report, required, type ValidateOptions, wholeNumber } from './report.ts';
import type { Checked, CompiledGame, CompiledPlay, RuleError } from './types.ts';
import type { CompiledArea } from './zones.ts';

/**
 * Checks anything at all as a ticket of this game: shape, values, bounds and caps. On success the value is a fresh plain copy
 * with multiplier and issues filled in. Every error has a pointer into the ticket.
 */
export function validateTicket(compiled: CompiledGame, input: unknown, options?: ValidateOptions): Checked<Required<Ticket>> {
  const report = new Report(options);
  const { game } = compiled;
  const ticket = plain(input);
  if (!ticket) {
    report.type('', 'object', input);
    return { ok: false, errors: report.errors };
  }
  onlyKeys(report, ticket, ['game', 'lines', 'multiplier', 'issues'], '');
  const code = required(report, ticket, 'game', '');
  if (code !== undefined && typeof code !== 'string') report.type('/game', 'string', code);
  else if (code !== undefined && code !== game.code) report.add('WRONG_GAME', '/game', { name: shown(code), game: game.code });

  const multiplier = wholeNumber(report, ticket, 'multiplier', 'OVER_MULTIPLIER', game.caps.multiplier);
  const issues = wholeNumber(report, ticket, 'issues', 'OVER_ISSUES', game.caps.issues);

  const rows = required(report, ticket, 'lines', '');
  const lines: Line[] = [];
  if (rows !== undefined) {
    if (!Array.isArray(rows)) report.type('/lines', 'array', rows);
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

function readLine(report: Report, compiled: CompiledGame, input: unknown, pointer: string): Line | undefined {
  const before = report.errors.length;
  const row = plain(input);
  if (!row) {
    report.type(pointer, 'object', input);
    return undefined;
  }
  onlyKeys(report, row, ['play', 'picks', 'bankers'], pointer);
  const code = required(report, row, 'play', pointer);
  const picksIn = required(report, row, 'picks', pointer);
  const bankersIn = own(row, 'bankers');
  if (code === undefined) return undefined;
  if (typeof code !== 'string') {
    report.type(`${pointer}/play`, 'string', code);
    return undefined;
  }
  const play = compiled.play(code);
  if (!play) {
    const hint = nearest(
      code,
      compiled.plays.map((p) => p.play.code),
    );
    report.add('UNKNOWN_PLAY', `${pointer}/play`, { name: shown(code), hint: hint ?? '' });
    return undefined;
  }
  const picks = picksIn === undefined ? undefined : readPicks(report, play, picksIn, `${pointer}/picks`);
  const bankers = bankersIn === undefined ? new Map<string, PickedValue[]>() : readPicks(report, play, bankersIn, `${pointer}/bankers`);
  if (!picks || !bankers || report.errors.length > before) return undefined;

  for (const [id, area] of play.areas) checkBounds(report, play, area, picks.get(id) ?? [], bankers.get(id) ?? [], pointer);
  if (report.errors.length > before) return undefined;

  const line = toLine(code, picks, bankers);
  if (play.count(line) === 0n) {
    report.add('NO_BETS', `${pointer}/picks`);
    return undefined;
  }
  return line;
}

function toLine(play: string, picks: ReadonlyMap<string, PickedValue[]>, bankers: ReadonlyMap<string, PickedValue[]>): Line {
  const dan = [...bankers].filter(([, values]) => values.length > 0);
  const line = { play, picks: Object.fromEntries(picks) };
  return dan.length > 0 ? { ...line, bankers: Object.fromEntries(dan) } : line;
}

function readPicks(report: Report, play: CompiledPlay, input: unknown, pointer: string): Map<string, PickedValue[]> | undefined {
  const object = plain(input);
  if (!object) {
    report.type(pointer, 'object', input);
    return undefined;
  }
  const result = new Map<string, PickedValue[]>();
  for (const id of Object.keys(object)) {
    if (report.full) break;
    const at = member(pointer, id);
    const area = play.areas.get(id);
    if (!area) {
      report.add('UNKNOWN_AREA', at, { play: play.play.code, name: shown(id), hint: nearest(id, play.areas.keys()) ?? '' });
      continue;
    }
    const values = object[id];
    if (!Array.isArray(values)) {
      report.type(at, 'array', values);
      continue;
    }
    if (area.area.kind === 'lines') {
      const entries = readEntries(report, play, area, values, at);
      if (entries) result.set(id, entries);
      continue;
    }
    // More values than there are must repeat one; the count says it better than a page of repeats, and costs nothing.
    if (values.length > area.values.length) {
      const max = Math.min(area.area.max, area.values.length);
      report.add('TOO_MANY', at, { area: area.area.label, count: values.length, max, extra: values.length - max });
      continue;
    }
    const read = readValues(report, area, values, at);
    if (read) result.set(id, read);
  }
  return result;
}

/** Entries in canonical form, repeats left out: typing a bet twice is no error, and it counts once. */
function readEntries(
  report: Report,
  play: CompiledPlay,
  { area }: CompiledArea,
  values: readonly unknown[],
  pointer: string,
): string[] | undefined {
  const space = play.entries?.area === area.id ? play.entries.space : undefined;
  if (!space) throw new RangeError(`area ${area.id} of play ${play.play.code} is for entries, and its rule reads none`);
  if (values.length > area.max) {
    report.add('TOO_MANY', pointer, { area: area.label, count: values.length, max: area.max, extra: values.length - area.max });
    return undefined;
  }
  const before = report.errors.length;
  const seen = new Set<number>();
  const read: string[] = [];
  for (let i = 0; i < values.length && !report.full; i++) {
    const value = values[i];
    if (typeof value !== 'string') {
      report.type(`${pointer}/${i}`, 'string', value);
      continue;
    }
    const code = space.read(value);
    if (code < 0) report.add(space.fault(code), `${pointer}/${i}`, space.params(value));
    else if (!seen.has(code)) {
      seen.add(code);
      read.push(space.text(code));
    }
  }
  return report.errors.length > before ? undefined : read;
}

function readValues(
  report: Report,
  { area, has, values: known }: CompiledArea,
  values: readonly unknown[],
  pointer: string,
): PickedValue[] | undefined {
  const seen = new Set<PickedValue>();
  const label = area.label;
  const before = report.errors.length;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    const at = `${pointer}/${i}`;
    if (area.kind === 'numbers') {
      const range = { area: label, from: area.from, to: area.to };
      if (typeof value !== 'number') report.type(at, 'integer', value);
      else if (!Number.isInteger(value)) report.add('NOT_INTEGER', at, range);
      else if (!has.has(value)) report.add('OUT_OF_RANGE', at, { ...range, value });
    } else if (typeof value !== 'string') report.type(at, 'string', value);
    else if (!has.has(value))
      report.add('UNKNOWN_OPTION', at, { area: label, name: shown(value), hint: nearest(value, known as readonly string[]) ?? '' });
    if (typeof value !== 'number' && typeof value !== 'string') continue;
    // −0 equals 0 to every comparison here; keep the plain one.
    const clean = value === 0 ? 0 : value;
    if (seen.has(clean)) report.add('DUPLICATE', at, { area: label, value: shown(clean) });
    seen.add(clean);
  }
  return report.errors.length > before ? undefined : [...seen];
}

function checkBounds(
  report: Report,
  play: CompiledPlay,
  { area }: CompiledArea,
  picks: readonly PickedValue[],
  bankers: readonly PickedValue[],
  pointer: string,
): void {
  const label = area.label;
  const picksAt = member(`${pointer}/picks`, area.id);
  const bankersAt = member(`${pointer}/bankers`, area.id);
  const rule = play.play.rule;
  const choose = rule.kind === 'combination' ? rule.picks.find((p) => p.area === area.id)?.choose : undefined;
  const allowed = area.kind === 'numbers' ? area.bankers : undefined;

  if (!allowed && bankers.length > 0) {
    report.add('NO_BANKERS', bankersAt, { area: label });
    return;
  }
  if (allowed) {
    // A banker is in every bet and leaves room for at least one pick: 1 ≤ 胆 ≤ choose − 1.
    const max = choose === undefined ? allowed.max : Math.min(allowed.max, choose - 1);
    const count = bankers.length;
    if (count < allowed.min)
      report.add('TOO_FEW_BANKERS', bankersAt, { area: label, count, min: allowed.min, missing: allowed.min - count });
    if (count > max) report.add('TOO_MANY_BANKERS', bankersAt, { area: label, count, max, extra: count - max });
    bankers.forEach((value, i) => {
      if (picks.includes(value)) report.add('BANKER_IN_PICKS', `${bankersAt}/${i}`, { area: label, value });
    });
  }
  const count = picks.length;
  if (count < area.min) report.add('TOO_FEW', picksAt, { area: label, count, min: area.min, missing: area.min - count });
  else if (count > area.max) report.add('TOO_MANY', picksAt, { area: label, count, max: area.max, extra: count - area.max });
  else if (choose !== undefined && bankers.length < choose && count + bankers.length < choose) {
    const total = count + bankers.length;
    report.add(bankers.length > 0 ? 'TOO_FEW_WITH_BANKERS' : 'TOO_FEW', picksAt, {
      area: label,
      count: total,
      min: choose,
      missing: choose - total,
    });
  }
}

/** Checks anything at all as a draw of this game. On success the value is a fresh plain copy. */
export function validateDraw(game: Game, input: unknown, options?: ValidateOptions): Checked<Draw> {
  const report = new Report(options);
  const draw = plain(input);
  if (!draw) {
    report.type('', 'object', input);
    return { ok: false, errors: report.errors };
  }
  onlyKeys(report, draw, ['numbers', 'prizes'], '');
  const numbersIn = required(report, draw, 'numbers', '');
  const numbers: Record<string, readonly number[]> = {};
  const object = numbersIn === undefined ? undefined : plain(numbersIn);
  if (numbersIn !== undefined && !object) report.type('/numbers', 'object', numbersIn);
  if (object) {
    const ids = game.draw.zones.map((zone) => zone.id);
    for (const key of Object.keys(object))
      if (!ids.includes(key)) report.add('DRAW_ZONE_UNKNOWN', member('/numbers', key), { name: shown(key), hint: nearest(key, ids) ?? '' });
    for (const zone of game.draw.zones) {
      const other = zone.excludes === undefined ? undefined : game.draw.zones.find((z) => z.id === zone.excludes);
      const read = readZone(report, zone, own(object, zone.id), other, other && numbers[other.id]);
      if (read) numbers[zone.id] = read;
    }
  }
  const prizesIn = own(draw, 'prizes');
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
    report.type(at, 'array', input);
    return undefined;
  }
  if (input.length !== zone.pick) {
    report.add('DRAW_LENGTH', at, { zone: label, count: input.length, expected: zone.pick });
    return undefined;
  }
  const before = report.errors.length;
  const read: number[] = [];
  input.forEach((value: unknown, i) => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < zone.from || value > zone.to)
      report.add('DRAW_NUMBER', `${at}/${i}`, { zone: label, value: shown(value), from: zone.from, to: zone.to });
    else if (zone.kind !== 'digits' && read.includes(value)) report.add('DRAW_REPEATED', `${at}/${i}`, { zone: label, value });
    else if (taken?.includes(value)) report.add('DRAW_EXCLUDED', `${at}/${i}`, { zone: label, other: other?.label ?? '', value });
    else read.push(value === 0 ? 0 : value);
  });
  return report.errors.length > before ? undefined : read;
}

function readPrizes(report: Report, game: Game, input: unknown): Record<string, number> | undefined {
  const object = plain(input);
  if (!object) {
    report.type('/prizes', 'object', input);
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
    if (kind === undefined) report.add('DRAW_PRIZE_UNKNOWN', at, { name: shown(key), hint: nearest(key, kinds.keys()) ?? '' });
    else if (kind === 'fixed') report.add('DRAW_PRIZE_FIXED', at, { name: key });
    else if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) report.add('DRAW_PRIZE_VALUE', at);
    else result[key] = value;
  }
  return result;
}
