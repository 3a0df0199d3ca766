/** Checks anything at all as the results of a ticket's matches, by match: `{"measures": {"full": [2, 1]}}` or `{"void": true}`. */
import { nearestName } from '../../descriptions/suggest.ts';
import { member, truncated } from '../pointers.ts';
import { refuseUnknownKeys, ownProperty, type PlainObject, plainObject, wrongType } from '../read-line.ts';
import { Report, type ValidateOptions } from '../report.ts';
import type { Validated } from '../types.ts';
import type { CompiledSport } from './compile.ts';
import { WON } from '../../descriptions/sports/conditions.ts';
import { isPair, checkResult } from './check-result.ts';
import { type MatchResult, type SportLeg, type SportTicket, scaledNumbers } from './ticket.ts';

/** A match has the measures that the plays picked in it read, and, where the final odds pay, those of every choice that came true. */
export function validateResults(
  compiled: CompiledSport,
  ticket: SportTicket,
  input: unknown,
  options?: ValidateOptions,
): Validated<Readonly<Record<string, MatchResult>>> {
  const report = new Report(options);
  const results = plainObject(input);
  if (!results) {
    wrongType(report, '', 'object', input);
    return { ok: false, errors: report.errors };
  }
  const read: Record<string, MatchResult> = {};
  for (const leg of ticket.matches) {
    if (report.full) break;
    const value = ownProperty(results, leg.match);
    if (value === undefined) report.add('RESULT_MISSING', '', { match: leg.match });
    else {
      const result = readResult(report, compiled, leg, value, member('', leg.match));
      if (result) read[leg.match] = result;
    }
  }
  return report.done(() => read);
}

function readResult(report: Report, compiled: CompiledSport, leg: SportLeg, input: unknown, at: string): MatchResult | undefined {
  const before = report.errors.length;
  const object = plainObject(input);
  if (!object) {
    wrongType(report, at, 'object', input);
    return undefined;
  }
  refuseUnknownKeys(report, object, ['void', 'measures', 'odds'], at);
  const isVoid = ownProperty(object, 'void');
  if (isVoid !== undefined && typeof isVoid !== 'boolean') wrongType(report, `${at}/void`, 'boolean', isVoid);
  if (isVoid === true) return { void: true };
  const measures = readMeasures(report, compiled, leg, ownProperty(object, 'measures'), at);
  if (report.errors.length > before) return undefined;
  const { payout } = compiled.sport;
  if (payout.kind !== 'odds' || payout.odds !== 'final') return { measures };
  const odds = readOdds(report, compiled, leg, measures, object, at, payout.decimals);
  return { measures, odds };
}

function readMeasures(
  report: Report,
  compiled: CompiledSport,
  leg: SportLeg,
  input: unknown,
  at: string,
): Record<string, [number, number]> {
  const read: Record<string, [number, number]> = {};
  const object = input === undefined ? {} : plainObject(input);
  const place = member(at, 'measures');
  if (!object) {
    wrongType(report, place, 'object', input);
    return read;
  }
  const known = compiled.sport.measures;
  const codes = known.map(({ code }) => code);
  for (const code of Object.keys(object)) {
    if (codes.includes(code)) continue;
    report.add('UNKNOWN_PROPERTY', member(place, code), { name: truncated(code), hint: nearestName(code, codes) ?? '' });
  }
  const needed = new Set(Object.keys(leg.picks).flatMap((play) => [...(compiled.play(play)?.measures ?? [])]));
  checkResult(report, { measures: object, known, needed }, at);
  for (const code of codes) {
    const pair = ownProperty(object, code);
    if (isPair(pair)) read[code] = [pair[0], pair[1]];
  }
  return read;
}

/** The final odds of the leg's choices that came true. */
function readOdds(
  report: Report,
  compiled: CompiledSport,
  leg: SportLeg,
  measures: Record<string, [number, number]>,
  object: PlainObject,
  at: string,
  decimals: number,
): Record<string, Record<string, string>> {
  const given = plainObject(ownProperty(object, 'odds') ?? {}) ?? {};
  const numbers = scaledNumbers(leg.numbers);
  const read: Record<string, Record<string, string>> = {};
  for (const [name, chosen] of Object.entries(leg.picks)) {
    const play = compiled.play(name);
    const ofPlay = plainObject(ownProperty(given, name) ?? {}) ?? {};
    for (const choice of Object.keys(chosen)) {
      const index = play?.index(choice);
      if (play === undefined || index === undefined || play.state(index, measures, numbers) !== WON) continue;
      const odds = ownProperty(ofPlay, choice);
      const place = `${at}/odds`;
      if (odds === undefined) report.add('RESULT_ODDS', place, { play: play.play.name, choice });
      else if (typeof odds !== 'string' || !/^[1-9][0-9]{0,8}(\.[0-9]{1,6})?$/.test(odds) || (odds.split('.')[1] ?? '').length > decimals)
        report.add('ODDS_FORMAT', `${member(member(place, name), choice)}`, { value: truncated(odds), decimals });
      else read[name] = { ...read[name], [choice]: odds };
    }
  }
  return read;
}
