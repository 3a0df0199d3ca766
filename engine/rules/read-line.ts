/** Reads one line of a ticket: shape, values and bounds. Errors go to `Refusals`, which collects sentences or only counts. */
import type { Line, PickedValue } from '../descriptions/types.ts';
import type { RuleCode, RuleParams } from './errors.ts';
import { describeType, member, truncated } from './pointers.ts';
import type { CountedGame, CountedPlay } from './types.ts';
import type { CompiledArea } from './zones.ts';

/** Where refusals go. */
export interface Refusals {
  add(code: RuleCode, pointer: string, params?: RuleParams): void;
  readonly count: number;
  /** No further refusal is wanted; checks stop early. */
  readonly full: boolean;
  /** The name that was probably meant, '' for none. */
  nearest(name: string, among: Iterable<string>): string;
}

/** Counts refusals and builds no messages: a board validates at every tap and shows a text of its own. */
class Silent implements Refusals {
  count = 0;
  add(): void {
    this.count += 1;
  }
  get full(): boolean {
    return this.count > 0;
  }
  nearest(): string {
    return '';
  }
}

/** Whether the game sells this line: `validateLine` would find nothing wrong with it, so it makes at least one bet. */
export function isLineSold(compiled: CountedGame, line: Line): boolean {
  const refusals = new Silent();
  readLine(refusals, compiled, line, '');
  return refusals.count === 0;
}

export type PlainObject = Readonly<Record<string, unknown>>;

export function wrongType(report: Refusals, pointer: string, expected: string, value: unknown): void {
  report.add('TYPE', pointer, { expected, found: describeType(value) });
}

/** The value if it is an object and no array. Callers read own properties alone, so that nothing is read from a prototype. */
export function plainObject(value: unknown): PlainObject | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value as PlainObject;
}

export function ownProperty(object: PlainObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function refuseUnknownKeys(report: Refusals, object: PlainObject, allowed: readonly string[], pointer: string): void {
  for (const key of Object.keys(object)) {
    if (report.full) return;
    if (allowed.includes(key)) continue;
    report.add('UNKNOWN_PROPERTY', member(pointer, key), { name: truncated(key), hint: report.nearest(key, allowed) });
  }
}

export function requiredProperty(report: Refusals, object: PlainObject, key: string, pointer: string): unknown {
  if (Object.hasOwn(object, key) && object[key] !== undefined) return object[key];
  report.add('MISSING', pointer, { name: key });
  return undefined;
}

export function readLine(report: Refusals, compiled: CountedGame, input: unknown, pointer: string): Line | undefined {
  const before = report.count;
  const row = plainObject(input);
  if (!row) {
    wrongType(report, pointer, 'object', input);
    return undefined;
  }
  refuseUnknownKeys(report, row, ['play', 'picks', 'bankers'], pointer);
  const code = requiredProperty(report, row, 'play', pointer);
  const picksIn = requiredProperty(report, row, 'picks', pointer);
  const bankersIn = ownProperty(row, 'bankers');
  if (code === undefined) return undefined;
  if (typeof code !== 'string') {
    wrongType(report, `${pointer}/play`, 'string', code);
    return undefined;
  }
  const play = compiled.play(code);
  if (!play) {
    // The codes come from the description, so that a request with an unknown play does not compile all plays of the game.
    const known = compiled.game.playGroups.flatMap(({ plays }) => plays.map((each) => each.code));
    report.add('UNKNOWN_PLAY', `${pointer}/play`, { name: truncated(code), hint: report.nearest(code, known) });
    return undefined;
  }
  const picks = picksIn === undefined ? undefined : readPicks(report, play, picksIn, `${pointer}/picks`);
  const bankers = bankersIn === undefined ? new Map<string, PickedValue[]>() : readPicks(report, play, bankersIn, `${pointer}/bankers`);
  if (!picks || !bankers || report.count > before) return undefined;

  for (const [id, area] of play.areas) checkBounds(report, play, area, picks.get(id) ?? [], bankers.get(id) ?? [], pointer);
  if (report.count > before) return undefined;

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

function readPicks(report: Refusals, play: CountedPlay, input: unknown, pointer: string): Map<string, PickedValue[]> | undefined {
  const object = plainObject(input);
  if (!object) {
    wrongType(report, pointer, 'object', input);
    return undefined;
  }
  const result = new Map<string, PickedValue[]>();
  for (const id of Object.keys(object)) {
    if (report.full) break;
    const at = member(pointer, id);
    const area = play.areas.get(id);
    if (!area) {
      report.add('UNKNOWN_AREA', at, { play: play.play.code, name: truncated(id), hint: report.nearest(id, play.areas.keys()) });
      continue;
    }
    const values = object[id];
    if (!Array.isArray(values)) {
      wrongType(report, at, 'array', values);
      continue;
    }
    if (area.area.kind === 'lines') {
      const entries = readEntries(report, play, area, values, at);
      if (entries) result.set(id, entries);
      continue;
    }
    // More values than the area has must contain repeats. One error with the count is clearer and cheaper than one for each repeat.
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
  report: Refusals,
  play: CountedPlay,
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
  const before = report.count;
  const seen = new Set<number>();
  const read: string[] = [];
  for (let i = 0; i < values.length && !report.full; i++) {
    const value = values[i];
    if (typeof value !== 'string') {
      wrongType(report, `${pointer}/${i}`, 'string', value);
      continue;
    }
    const code = space.read(value);
    if (code < 0) report.add(space.fault(code), `${pointer}/${i}`, space.params(value));
    else if (!seen.has(code)) {
      seen.add(code);
      read.push(space.text(code));
    }
  }
  return report.count > before ? undefined : read;
}

function readValues(
  report: Refusals,
  { area, has, values: known }: CompiledArea,
  values: readonly unknown[],
  pointer: string,
): PickedValue[] | undefined {
  const seen = new Set<PickedValue>();
  const label = area.label;
  const before = report.count;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    const at = `${pointer}/${i}`;
    if (area.kind === 'numbers') {
      const range = { area: label, from: area.from, to: area.to };
      if (typeof value !== 'number') wrongType(report, at, 'integer', value);
      else if (!Number.isInteger(value)) report.add('NOT_INTEGER', at, range);
      else if (!has.has(value)) report.add('OUT_OF_RANGE', at, { ...range, value });
    } else if (typeof value !== 'string') wrongType(report, at, 'string', value);
    else if (!has.has(value))
      report.add('UNKNOWN_OPTION', at, { area: label, name: truncated(value), hint: report.nearest(value, known as readonly string[]) });
    if (typeof value !== 'number' && typeof value !== 'string') continue;
    // −0 equals 0 to every comparison here; keep the plain one.
    const clean = value === 0 ? 0 : value;
    if (seen.has(clean)) report.add('DUPLICATE', at, { area: label, value: truncated(clean) });
    seen.add(clean);
  }
  return report.count > before ? undefined : [...seen];
}

function checkBounds(
  report: Refusals,
  play: CountedPlay,
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
    // A banker is in every bet and leaves room for at least one pick: bankers (胆) ≤ choose − 1.
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
