/** What every check of a stranger's ticket, draw or result is made of: bounded errors with pointers, and reading that trusts nothing. */
import { nearest } from '../descriptions/suggest.ts';
import { kindOf, type Language, member, type RuleCode, type RuleParams, ruleError, shown } from './errors.ts';
import type { Checked, RuleError } from './types.ts';

export interface ValidateOptions {
  /** Language of the messages; Chinese unless said otherwise. */
  readonly language?: Language;
}

/** A ticket can be wrong in a thousand places; nobody reads past this many. */
const MOST_ERRORS = 50;

export type Plain = Readonly<Record<string, unknown>>;

export class Report {
  readonly errors: RuleError[] = [];
  private readonly language: Language;
  constructor(options: ValidateOptions | undefined) {
    this.language = options?.language ?? 'zh';
  }
  add(code: RuleCode, pointer: string, params: RuleParams = {}): void {
    if (this.errors.length < MOST_ERRORS) this.errors.push(ruleError(code, pointer, params, this.language));
  }
  type(pointer: string, expected: string, value: unknown): void {
    this.add('TYPE', pointer, { expected, found: kindOf(value) });
  }
  get full(): boolean {
    return this.errors.length >= MOST_ERRORS;
  }
  done<T>(value: () => T): Checked<T> {
    return this.errors.length > 0 ? { ok: false, errors: this.errors } : { ok: true, value: value() };
  }
}

/** A plain object by its own enumerable keys alone; anything else is refused, so that nothing is ever read off a prototype. */
export function plain(value: unknown): Plain | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value as Plain;
}

export function own(object: Plain, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function onlyKeys(report: Report, object: Plain, allowed: readonly string[], pointer: string): void {
  for (const key of Object.keys(object)) {
    if (report.full) return;
    if (allowed.includes(key)) continue;
    report.add('UNKNOWN_PROPERTY', member(pointer, key), { name: shown(key), hint: nearest(key, allowed) ?? '' });
  }
}

export function required(report: Report, object: Plain, key: string, pointer: string): unknown {
  if (Object.hasOwn(object, key) && object[key] !== undefined) return object[key];
  report.add('MISSING', pointer, { name: key });
  return undefined;
}

/** A whole number from 1 to `max`; 1 when it is left out or wrong. */
export function wholeNumber(report: Report, ticket: Plain, key: string, code: RuleCode, max: number): number {
  const value = own(ticket, key);
  if (value === undefined) return 1;
  if (typeof value !== 'number') report.type(`/${key}`, 'integer', value);
  else if (!Number.isInteger(value) || value < 1) report.add('WHOLE_NUMBER', `/${key}`, { value: shown(value) });
  else if (value > max) report.add(code, `/${key}`, { value: shown(value), max });
  else return value;
  return 1;
}
