/** Checks anything at all as a sports ticket or as the results of its matches. Every error has a pointer; nothing is read off a prototype. */
import { nearestName } from '../../descriptions/suggest.ts';
import type { SportPlay } from '../../descriptions/sports/types.ts';
import { member, truncated } from '../pointers.ts';
import { refuseUnknownKeys, ownProperty, type PlainObject, plainObject, requiredProperty, wrongType } from '../read-line.ts';
import { Report, type ValidateOptions, wholeNumber } from '../report.ts';
import type { Validated } from '../types.ts';
import type { CompiledSport } from './compile.ts';
import { NUMBER_SCALE, numbersOf, scaledNumber } from '../../descriptions/sports/conditions.ts';
import { betsOf } from './single-bets.ts';
import type { SportLeg, SportTicket } from './ticket.ts';
import { countBets } from './tickets.ts';

/** Longest code of a match. */
const MOST_LETTERS = 40;
/** No control characters and no halves of one: nobody else reads those alike. */
const READABLE = /^[^\p{C}\p{Zl}\p{Zp}]+$/u;
const DECIMAL = /^-?(0|[1-9][0-9]{0,3})(\.[0-9]{1,2})?$/;

/** On success the value is a fresh plain copy with the multiplier filled in, and makes at least one bet and no more than the game allows. */
export function validateSportTicket(compiled: CompiledSport, input: unknown, options?: ValidateOptions): Validated<SportTicket> {
  const report = new Report(options);
  const { sport } = compiled;
  const ticket = plainObject(input);
  if (!ticket) {
    wrongType(report, '', 'object', input);
    return { ok: false, errors: report.errors };
  }
  refuseUnknownKeys(
    report,
    ticket,
    compiled.table ? ['game', 'matches', 'passes', 'multiplier', 'units'] : ['game', 'matches', 'multiplier'],
    '',
  );
  const code = requiredProperty(report, ticket, 'game', '');
  if (code !== undefined && typeof code !== 'string') wrongType(report, '/game', 'string', code);
  else if (code !== undefined && code !== sport.code) report.add('WRONG_GAME', '/game', { name: truncated(code), game: sport.code });
  const multiplier = wholeNumber(report, ticket, 'multiplier', 'OVER_MULTIPLIER', sport.caps.multiplier);

  const matches = readMatches(report, compiled, ticket);
  const plays = new Set(matches.flatMap(({ picks }) => Object.keys(picks)));
  if (sport.mixed === undefined && plays.size > 1) report.add('ONE_PLAY', '/matches', { game: sport.name });
  const sold = [...plays].flatMap((name) => compiled.play(name)?.play ?? []);
  const passes = compiled.table ? readPasses(report, compiled, ticket, matches, sold) : [];
  if (!compiled.table && report.errors.length === 0) checkPool(report, compiled, matches, sold);

  const read: SportTicket = { game: sport.code, matches, passes, multiplier };
  if (report.errors.length === 0) {
    const bets = countBets(compiled, read);
    if (bets > BigInt(sport.caps.bets)) report.add('OVER_BETS', '/passes', { count: bets.toString(), max: sport.caps.bets });
  }
  const given = ownProperty(ticket, 'units');
  if (given === undefined || report.errors.length > 0) return report.done(() => read);
  const units = readUnits(report, compiled, read, given);
  return report.done(() => ({ ...read, units }));
}

/** How often each single bet is played (奖金优化): only where the odds that are sold pay, since nobody knows others beforehand. */
function readUnits(report: Report, compiled: CompiledSport, ticket: SportTicket, input: unknown): readonly number[] {
  const { payout, caps, name } = compiled.sport;
  if (payout.kind !== 'odds' || payout.odds !== 'sold') report.add('UNITS_GAME', '/units', { game: name });
  else if (!Array.isArray(input)) wrongType(report, '/units', 'array', input);
  else if (ticket.multiplier !== 1) report.add('UNITS_MULTIPLIER', '/multiplier');
  else {
    const wanted = betsOf(compiled, ticket).length;
    if (input.length !== wanted) report.add('UNITS_COUNT', '/units', { count: input.length, wanted });
    for (const [i, value] of input.entries()) {
      if (report.full) break;
      if (!Number.isInteger(value) || value < 0 || value > caps.multiplier)
        report.add('OVER_UNITS', `/units/${i}`, { value: truncated(value), max: caps.multiplier });
    }
    if (report.errors.length === 0 && input.every((value) => value === 0)) report.add('UNITS_NONE', '/units');
  }
  return report.errors.length === 0 ? [...(input as number[])] : [];
}

function readMatches(report: Report, compiled: CompiledSport, ticket: PlainObject): SportLeg[] {
  const rows = requiredProperty(report, ticket, 'matches', '');
  if (rows === undefined) return [];
  const max = compiled.sport.caps.matches;
  if (!Array.isArray(rows)) wrongType(report, '/matches', 'array', rows);
  else if (rows.length === 0) report.add('NO_MATCHES', '/matches');
  else if (rows.length > max) report.add('OVER_MATCHES', '/matches', { count: rows.length, max });
  else {
    const seen = new Set<string>();
    return rows.flatMap((row, i) => {
      const leg = report.full ? undefined : readLeg(report, compiled, row, `/matches/${i}`);
      if (leg && seen.has(leg.match)) report.add('MATCH_TWICE', `/matches/${i}/match`, { name: leg.match });
      if (leg) seen.add(leg.match);
      return leg ? [leg] : [];
    });
  }
  return [];
}

function readLeg(report: Report, compiled: CompiledSport, input: unknown, at: string): SportLeg | undefined {
  const before = report.errors.length;
  const row = plainObject(input);
  if (!row) {
    wrongType(report, at, 'object', input);
    return undefined;
  }
  refuseUnknownKeys(report, row, ['match', 'numbers', 'banker', 'picks'], at);
  const match = requiredProperty(report, row, 'match', at);
  if (match !== undefined && (typeof match !== 'string' || match.length > MOST_LETTERS || !READABLE.test(match)))
    wrongType(report, `${at}/match`, 'string', match);
  const banker = ownProperty(row, 'banker');
  if (banker !== undefined && typeof banker !== 'boolean') wrongType(report, `${at}/banker`, 'boolean', banker);
  const numbers = readNumbers(report, compiled, ownProperty(row, 'numbers'), `${at}/numbers`);
  const given = requiredProperty(report, row, 'picks', at);
  if (given === undefined || report.errors.length > before) return undefined;
  const object = plainObject(given);
  if (!object) {
    wrongType(report, `${at}/picks`, 'object', given);
    return undefined;
  }
  if (Object.keys(object).length === 0) report.add('NO_CHOICES', `${at}/picks`, { match: truncated(match) });
  const picks: Record<string, Readonly<Record<string, string>> | readonly string[]> = {};
  for (const name of Object.keys(object)) {
    if (report.full) break;
    const play = compiled.play(name)?.play;
    if (!play) {
      const known = compiled.plays.map((each) => each.play.code);
      report.add('UNKNOWN_PLAY', member(`${at}/picks`, name), { name: truncated(name), hint: nearestName(name, known) ?? '' });
      continue;
    }
    checkSold(report, compiled, play, numbers, truncated(match), at);
    picks[name] = readChoices(report, compiled, play, object[name], member(`${at}/picks`, name), truncated(match));
  }
  if (report.errors.length > before) return undefined;
  return { match: match as string, picks, ...(banker === true ? { banker } : {}), ...(Object.keys(numbers).length > 0 ? { numbers } : {}) };
}

function readNumbers(report: Report, compiled: CompiledSport, input: unknown, at: string): Record<string, string> {
  const numbers: Record<string, string> = {};
  if (input === undefined) return numbers;
  const object = plainObject(input);
  if (!object) {
    wrongType(report, at, 'object', input);
    return numbers;
  }
  const known = compiled.sport.numbers;
  for (const code of Object.keys(object)) {
    if (report.full) break;
    const place = member(at, code);
    const number = known.find((each) => each.code === code);
    const value = object[code];
    if (!number) {
      const codes = known.map((each) => each.code);
      report.add('NUMBER_UNKNOWN', place, { name: truncated(code), hint: nearestName(code, codes) ?? '' });
    } else if (typeof value !== 'string') wrongType(report, place, 'string', value);
    else {
      const { name, from, to, decimals } = number;
      const scaled = DECIMAL.test(value) ? scaledNumber(value) : Number.NaN;
      const fits = (value.split('.')[1] ?? '').length <= decimals && scaled >= from * NUMBER_SCALE && scaled <= to * NUMBER_SCALE;
      if (fits) numbers[code] = value;
      else report.add('NUMBER_FORMAT', place, { name, value: truncated(value), from, to, decimals });
    }
  }
  return numbers;
}

/** The match brings the numbers that the play reads, and the play is sold with them. */
function checkSold(
  report: Report,
  compiled: CompiledSport,
  play: SportPlay,
  numbers: Readonly<Record<string, string>>,
  match: string,
  at: string,
): void {
  for (const { code, name } of numbersOf(play, compiled.sport.numbers)) {
    const value = numbers[code];
    if (value === undefined) {
      report.add('NUMBER_MISSING', at, { match, code, name });
      continue;
    }
    const need = play.needs?.find((each) => each.number === code);
    if (need && !need.values.some((each) => scaledNumber(each) === scaledNumber(value)))
      report.add('PLAY_NOT_SOLD', member(`${at}/picks`, play.code), { play: play.name, name, value, values: need.values.join('、') });
  }
}

function readChoices(
  report: Report,
  compiled: CompiledSport,
  play: SportPlay,
  input: unknown,
  at: string,
  match: string,
): Readonly<Record<string, string>> | readonly string[] {
  const known = play.choices.map(({ code }) => code);
  const unknown = (code: string, place: string): void =>
    report.add('UNKNOWN_CHOICE', place, { play: play.name, name: truncated(code), hint: nearestName(code, known) ?? '' });
  if (!compiled.table) {
    if (!Array.isArray(input)) wrongType(report, at, 'array', input);
    else if (input.length === 0) report.add('NO_CHOICES', at, { match });
    else if (input.length > known.length)
      report.add('TOO_MANY', at, { area: play.name, count: input.length, max: known.length, extra: input.length - known.length });
    else
      for (const [i, code] of input.entries()) {
        if (typeof code !== 'string') wrongType(report, `${at}/${i}`, 'string', code);
        else if (!known.includes(code)) unknown(code, `${at}/${i}`);
        else if (input.indexOf(code) !== i) report.add('DUPLICATE', `${at}/${i}`, { area: play.name, value: truncated(code) });
      }
    return Array.isArray(input) ? [...(input as string[])] : [];
  }
  const odds: Record<string, string> = {};
  const object = plainObject(input);
  if (!object) wrongType(report, at, 'object', input);
  else if (Object.keys(object).length === 0) report.add('NO_CHOICES', at, { match });
  else
    for (const code of Object.keys(object)) {
      if (report.full) break;
      const place = member(at, code);
      const value = object[code];
      if (!known.includes(code)) unknown(code, place);
      else if (isOdds(compiled, value)) odds[code] = value;
      else report.add('ODDS_FORMAT', place, { value: truncated(value), decimals: decimalsOf(compiled) });
    }
  return odds;
}

function decimalsOf(compiled: CompiledSport): number {
  return compiled.sport.payout.kind === 'odds' ? compiled.sport.payout.decimals : 0;
}

/** Text of at least 1 and at most 99,999, with no more decimals than the game's odds have. */
function isOdds(compiled: CompiledSport, value: unknown): value is string {
  if (typeof value !== 'string' || !/^[1-9][0-9]{0,4}(\.[0-9]{1,6})?$/.test(value)) return false;
  return (value.split('.')[1] ?? '').length <= decimalsOf(compiled);
}

function readPasses(
  report: Report,
  compiled: CompiledSport,
  ticket: PlainObject,
  matches: readonly SportLeg[],
  plays: readonly SportPlay[],
): string[] {
  const rows = requiredProperty(report, ticket, 'passes', '');
  if (rows === undefined) return [];
  if (!Array.isArray(rows)) {
    wrongType(report, '/passes', 'array', rows);
    return [];
  }
  if (rows.length === 0) report.add('NO_PASSES', '/passes');
  const known = (compiled.table?.passes ?? []).map(({ code }) => code);
  const bankers = matches.filter(({ banker }) => banker).length;
  const shortest = [...plays].sort((a, b) => a.legs - b.legs)[0];
  const { legs } = compiled.sport.caps;
  const read: string[] = [];
  // A fault of a match is reported alone, so that one mistake is one report.
  const sound = report.errors.length === 0;
  for (const [i, row] of rows.entries()) {
    if (report.full) break;
    const at = `/passes/${i}`;
    const pass = typeof row === 'string' ? compiled.pass(row) : undefined;
    if (typeof row !== 'string') wrongType(report, at, 'string', row);
    else if (!pass) report.add('UNKNOWN_PASS', at, { name: truncated(row), hint: nearestName(row, known) ?? '' });
    else if (read.includes(row)) report.add('PASS_TWICE', at, { name: row });
    else {
      read.push(row);
      if (!sound) continue;
      const needed = pass.matches;
      if (needed > matches.length) report.add('PASS_MATCHES', at, { pass: row, needed, count: matches.length });
      else if (shortest && needed > shortest.legs)
        report.add('PASS_TOO_LONG', at, { pass: row, needed, play: shortest.name, max: shortest.legs });
      else if (needed > legs) report.add('PASS_TOO_LONG', at, { pass: row, needed, play: compiled.sport.name, max: legs });
      else if (bankers >= needed) report.add('PASS_BANKERS', at, { pass: row, count: bankers, max: needed - 1 });
    }
  }
  return read;
}

function checkPool(report: Report, compiled: CompiledSport, matches: readonly SportLeg[], [play]: readonly SportPlay[]): void {
  const { payout } = compiled.sport;
  const table = play && compiled.poolTable(play.code);
  if (payout.kind !== 'pool' || play === undefined || table === undefined) return;
  const bankers = matches.filter(({ banker }) => banker).length;
  if (matches.length < table.choose || matches.length > payout.matches)
    report.add('POOL_MATCHES', '/matches', { play: play.name, min: table.choose, max: payout.matches, count: matches.length });
  else if (bankers > 0 && table.choose === payout.matches) report.add('NO_BANKERS', '/matches', { area: play.name });
  else if (bankers >= table.choose) report.add('PASS_BANKERS', '/matches', { pass: play.name, count: bankers, max: table.choose - 1 });
}
