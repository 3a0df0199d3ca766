/** Refusals in words: what `validateTicket`, `validateDraw` and their siblings for sports gather. */
import { nearestName } from '../descriptions/suggest.ts';
import { type Language, type RuleCode, type RuleParams, ruleError } from './errors.ts';
import { truncated } from './pointers.ts';
import { ownProperty, type Refusals, wrongType } from './read-line.ts';
import type { Validated, RuleError } from './types.ts';

export interface ValidateOptions {
  /** Language of the messages; Chinese unless said otherwise. */
  readonly language?: Language;
}

/** A ticket can be wrong in a thousand places; nobody reads past this many. */
const MOST_ERRORS = 50;

export class Report implements Refusals {
  readonly errors: RuleError[] = [];
  private readonly language: Language;
  constructor(options: ValidateOptions | undefined) {
    this.language = options?.language ?? 'zh';
  }
  add(code: RuleCode, pointer: string, params: RuleParams = {}): void {
    if (this.errors.length < MOST_ERRORS) this.errors.push(ruleError(code, pointer, params, this.language));
  }
  nearest(name: string, among: Iterable<string>): string {
    return nearestName(name, among) ?? '';
  }
  get count(): number {
    return this.errors.length;
  }
  get full(): boolean {
    return this.errors.length >= MOST_ERRORS;
  }
  done<T>(value: () => T): Validated<T> {
    return this.errors.length > 0 ? { ok: false, errors: this.errors } : { ok: true, value: value() };
  }
}

/** A whole number from 1 to `max`; 1 when it is left out or wrong. */
export function wholeNumber(report: Report, ticket: Readonly<Record<string, unknown>>, key: string, code: RuleCode, max: number): number {
  const value = ownProperty(ticket, key);
  if (value === undefined) return 1;
  if (typeof value !== 'number') wrongType(report, `/${key}`, 'integer', value);
  else if (!Number.isInteger(value) || value < 1) report.add('WHOLE_NUMBER', `/${key}`, { value: truncated(value) });
  else if (value > max) report.add(code, `/${key}`, { value: truncated(value), max });
  else return value;
  return 1;
}
