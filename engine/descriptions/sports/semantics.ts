/** Sense of sports games and tables of passes: what their schemas cannot say. What passes here can be priced and settled. */
import type { Finding } from '../problem.ts';
import { type ReportFinding, addDuplicates, collectFindings, unknownNameDetails } from '../semantics/report.ts';
import { compileSportPlay, LOST, numbersOf, NUMBER_SCALE, type ScaledNumbers, scaledNumber } from './conditions.ts';
import { outcomeGroups, type WitnessedOutcome } from './outcomes.ts';
import { boardFindings } from './board.ts';
import { resolveSport, SPORT_PARTS } from './resolve.ts';
import type { Condition, Measure, OddsPayout, PassesDescription, PoolPayout, SportDescription, SportFile, SportPlay } from './types.ts';

export function passesFindings({ passes }: PassesDescription): Finding[] {
  return collectFindings((add) => {
    addDuplicates(
      add,
      passes,
      ({ code }) => code,
      (i) => `/passes/${i}/code`,
      '过关方式|passes',
    );
    for (const [i, { code, matches, legs }] of passes.entries()) {
      const at = `/passes/${i}`;
      const [joined, bets] = code.split('_');
      const longest = Math.max(...legs);
      if (longest > matches || legs.some((size, k) => k > 0 && size <= (legs[k - 1] as number))) {
        add('PASS_LEGS', `${at}/legs`, { legs: longest, matches });
        continue;
      }
      const counted = legs.reduce((sum, size) => sum + choose(matches, size), 0);
      if (Number(joined) !== matches) add('PASS_CODE', `${at}/code`, { code, matches, wanted: `${matches}_${counted}` });
      else if (Number(bets) !== counted) add('PASS_COUNT', `${at}/code`, { code, bets: counted, wanted: `${matches}_${counted}` });
    }
  });
}

/**
 * A file by itself, or with the game that it is like. Without `sports` a file that is like another is not looked into: the sets that hold
 * both files ask again.
 */
export function sportFileFindings(
  file: SportFile,
  tables?: ReadonlySet<string>,
  sports?: ReadonlyMap<string, SportFile | null>,
): Finding[] {
  if (file.like === undefined) {
    const missing = SPORT_PARTS.filter((part) => file[part] === undefined);
    if (missing.length > 0) return missing.map((property) => ({ code: 'SHAPE_MISSING', pointer: '', details: { property } }));
    return sportFindings(resolveSport(file), tables);
  }
  if (sports === undefined) return [];
  const base = sports.get(file.like);
  // A file that is there and refused is reported where it can be mended.
  if (base === null) return [];
  if (base === undefined || base.like !== undefined || base.code === file.code) {
    const known = [...sports.values()].flatMap((each) => (each === null || each.like !== undefined ? [] : [each.code]));
    return [{ code: 'SPORT_LIKE', pointer: '/like', details: unknownNameDetails(file.like, known) }];
  }
  const theirs = (base.plays ?? []).map(({ code }) => code);
  const omitted = collectFindings((add) => {
    for (const [i, code] of (file.omitPlays ?? []).entries())
      if (!theirs.includes(code)) add('PLAY_UNKNOWN', `/omitPlays/${i}`, unknownNameDetails(code, theirs));
  });
  if (omitted.length > 0) return omitted;
  // The fault of the whole is said at the file; a place in a part that is not its own would lead nowhere.
  const own = new Map((file.plays ?? []).map((play, at) => [play.code, at]));
  const whole = resolveSport(file, base);
  return sportFindings(whole, tables).map((finding) => {
    const [, part = '', at = '', ...rest] = finding.pointer.split('/');
    if (part === 'plays' && at !== '') {
      const index = own.get(whole.plays[Number(at)]?.code ?? '');
      return { ...finding, pointer: index === undefined ? '/like' : `/plays/${index}${rest.map((each) => `/${each}`).join('')}` };
    }
    return part === '' || Object.hasOwn(file, part) ? finding : { ...finding, pointer: '/like' };
  });
}

/** What a file that passed by itself must find in its set: the table of passes. One that is like another is judged as a whole. */
export function sportInSetFindings(
  file: SportFile,
  tables: ReadonlySet<string>,
  sports: ReadonlyMap<string, SportFile | null>,
): readonly Finding[] {
  if (file.like === undefined)
    return file.passes === undefined || tables.has(file.passes)
      ? []
      : [{ code: 'SPORT_PASSES', pointer: '/passes', details: unknownNameDetails(file.passes, tables) }];
  const base = sports.get(file.like);
  const key = [...tables].sort().join();
  const known = judged.get(file);
  if (base && known?.base === base && known.tables === key) return known.findings;
  const findings = sportFileFindings(file, tables, sports);
  if (base) judged.set(file, { base, tables: key, findings });
  return findings;
}

/** Trying every result takes a tenth of a second: once for a file and what it is like, not at every look at the folders. */
const judged = new WeakMap<SportFile, { readonly base: SportFile; readonly tables: string; readonly findings: readonly Finding[] }>();

/** `tables`: codes of the tables of passes; without them that one exists is not asked. */
export function sportFindings(sport: SportDescription, tables?: ReadonlySet<string>): Finding[] {
  const findings = collectFindings((add) => {
    checkNames(add, sport);
    for (const [i, play] of sport.plays.entries()) checkPlay(add, sport, play, `/plays/${i}`);
    if (sport.payout.kind === 'odds') checkOdds(add, sport, sport.payout, tables);
    else checkPool(add, sport, sport.payout);
    boardFindings(add, sport);
  });
  // Names must be right before results are tried on them.
  return findings.length > 0 ? findings : collectFindings((add) => checkOutcomes(add, sport));
}

function checkNames(add: ReportFinding, { measures, numbers, plays }: SportDescription): void {
  const codeOf = ({ code }: { readonly code: string }): string => code;
  addDuplicates(add, measures, codeOf, (i) => `/measures/${i}/code`, '量|measures');
  addDuplicates(add, numbers, codeOf, (i) => `/numbers/${i}/code`, '数|numbers');
  addDuplicates(add, plays, codeOf, (i) => `/plays/${i}/code`, '玩法|plays');
  for (const [i, { code, within }] of measures.entries()) {
    const whole = measures.find((each) => each.code === within);
    if (within === undefined) continue;
    if (whole === undefined) add('SPORT_MEASURE', `/measures/${i}/within`, unknownNameDetails(within, measures.map(codeOf)));
    else if (whole.code === code || whole.within !== undefined) add('SPORT_WITHIN', `/measures/${i}/within`, { name: code, whole: within });
  }
  for (const [i, { from, to }] of numbers.entries()) if (from > to) add('RANGE_ORDER', `/numbers/${i}/from`, { from, to });
}

/** One play among the measures and numbers of its game. */
export function checkPlay(add: ReportFinding, sport: SportDescription, play: SportPlay, at: string): void {
  const numbers = sport.numbers.map(({ code }) => code);
  const number = (name: string, pointer: string): void => {
    if (!numbers.includes(name)) add('SPORT_NUMBER', pointer, unknownNameDetails(name, numbers));
  };
  const measure = (name: string, take: string | undefined, pointer: string): void => {
    const found = sport.measures.find(({ code }) => code === name);
    if (found === undefined)
      add(
        'SPORT_MEASURE',
        `${pointer}/of`,
        unknownNameDetails(
          name,
          sport.measures.map(({ code }) => code),
        ),
      );
    else if (found.counted === 'points' && take !== 'difference' && take !== 'total') add('SPORT_POINTS', pointer, { name });
  };
  const check = (condition: Condition, pointer: string, top: boolean): void => {
    switch (condition.op) {
      case 'all':
        for (const [i, part] of condition.conditions.entries()) check(part, `${pointer}/conditions/${i}`, false);
        return;
      case 'rest':
        if (!top) add('SPORT_REST', pointer);
        check(condition.when, `${pointer}/when`, false);
        return;
      case 'score':
        measure(condition.of, undefined, pointer);
        return;
      case 'odd':
      case 'even':
        measure(condition.of, condition.take, pointer);
        return;
      case 'range': {
        const { of, take, plus, minus, from, to, above, below } = condition;
        measure(of, take, pointer);
        if (plus !== undefined) number(plus, `${pointer}/plus`);
        if (minus !== undefined) number(minus, `${pointer}/minus`);
        if (from === undefined && to === undefined && above === undefined && below === undefined) add('SPORT_BOUNDS', pointer);
      }
    }
  };
  addDuplicates(
    add,
    play.choices,
    ({ code }) => code,
    (i) => `${at}/choices/${i}/code`,
    '选项|choices',
  );
  if (play.push) check(play.push, `${at}/push`, false);
  for (const [i, { number: name }] of (play.needs ?? []).entries()) number(name, `${at}/needs/${i}/number`);
  for (const [i, { when }] of play.choices.entries()) check(when, `${at}/choices/${i}/when`, true);
}

function checkOdds(
  add: ReportFinding,
  sport: SportDescription,
  { capFen, leastFen }: OddsPayout,
  tables: ReadonlySet<string> | undefined,
): void {
  if (sport.passes === undefined) add('SPORT_PASSES_NEEDED', '');
  else if (tables && !tables.has(sport.passes)) add('SPORT_PASSES', '/passes', unknownNameDetails(sport.passes, tables));
  if (capFen.some(({ legs }, i) => (i === 0 ? legs !== 1 : legs <= (capFen[i - 1]?.legs as number)))) add('SPORT_CAPS', '/payout/capFen');
  const cap = Math.min(...capFen.map(({ fen }) => fen));
  if (leastFen > cap) add('SPORT_LEAST', '/payout/leastFen', { least: leastFen, cap });
}

function checkPool(add: ReportFinding, sport: SportDescription, { tables }: PoolPayout): void {
  if (sport.passes !== undefined || sport.mixed !== undefined) add('SPORT_PASSES_POOL', sport.passes === undefined ? '/mixed' : '/passes');
  const codes = sport.plays.map(({ code }) => code);
  for (const [i, { play, choose: size, tiers }] of tables.entries()) {
    const at = `/payout/tables/${i}`;
    if (!codes.includes(play)) add('PLAY_UNKNOWN', `${at}/play`, unknownNameDetails(play, codes));
    for (const [k, { hits }] of tiers.entries()) if (hits > size) add('SPORT_TIER', `${at}/tiers/${k}/hits`, { hits, choose: size });
    const sum = tiers.reduce((all, { poolPermille }) => all + poolPermille, 0);
    if (sum > 1000) add('SPORT_POOL', `${at}/tiers`, { sum });
  }
  for (const [i, code] of codes.entries())
    if (!tables.some(({ play }) => play === code)) add('SPORT_TABLE', `/plays/${i}/code`, { name: code });
}

/** In every result one choice of a play comes true and no two do, whatever the match's numbers are; and each choice does in one. */
function checkOutcomes(add: ReportFinding, sport: SportDescription): void {
  for (const [i, measure] of sport.measures.entries()) {
    const { code, to } = measure;
    const seen = farthest(sport, measure);
    if (to <= seen) add('SPORT_TOO_SMALL', `/measures/${i}/to`, { name: code, to, seen });
  }
  const plays = sport.plays.map(compileSportPlay);
  for (const [i, compiled] of plays.entries()) {
    const { play } = compiled;
    const came = new Set<number>();
    // What the play does not read makes no difference to it, and the file would be tried many times over.
    const wholes = new Set(sport.measures.flatMap(({ code, within }) => (compiled.measures.has(code) && within ? [within] : [])));
    const read = { ...sport, measures: sport.measures.filter(({ code }) => compiled.measures.has(code) || wholes.has(code)) };
    const tried = someNumbers(sport, play);
    for (const numbers of numbersOf(play, sport.numbers).length === 0 ? tried.slice(0, 1) : tried) {
      for (const { outcomes } of outcomeGroups(read, [compiled], numbers)) {
        for (const { states, result } of outcomes) {
          const own = states.get(play.code) ?? [];
          const winners = own.flatMap((state, choice) => (state === LOST ? [] : [choice]));
          for (const choice of winners) came.add(choice);
          const words = { result: resultInWords(result, numbers) };
          if (winners.length === 0) return add('SPORT_GAP', `/plays/${i}`, words);
          // A push makes all of them void together; that is no overlap.
          if (winners.length > 1 && own.includes(1)) {
            const [first = 0, second = 0] = winners;
            const at = `/plays/${i}/choices/${second}/when`;
            return add('SPORT_OVERLAP', at, { ...words, first: play.choices[first]?.code ?? '', second: play.choices[second]?.code ?? '' });
          }
        }
      }
    }
    for (const [k, { code }] of play.choices.entries()) if (!came.has(k)) add('SPORT_NEVER', `/plays/${i}/choices/${k}`, { name: code });
  }
}

/** Numbers to try a play with: the least, the greatest and the middle of each together, or those that it needs. */
function someNumbers(sport: SportDescription, play: SportPlay): readonly ScaledNumbers[] {
  const needed = new Map((play.needs ?? []).map(({ number, values }) => [number, values.map(scaledNumber)]));
  const picks = [0, 0.5, 1].map((part) =>
    Object.fromEntries(
      sport.numbers.map(({ code, from, to, decimals }) => {
        const values = needed.get(code);
        if (values) return [code, values[Math.round(part * (values.length - 1))] as number];
        const step = decimals === 0 ? 1 : 0.5;
        return [code, Math.round((from + (to - from) * part) / step) * step * NUMBER_SCALE];
      }),
    ),
  );
  return picks;
}

/** The largest number of a side, or difference, or half of a total, that conditions on a measure tell apart from larger ones. */
function farthest({ plays, numbers }: SportDescription, { code: measure, counted }: Measure): number {
  let most = 0;
  const reach = new Map(numbers.map(({ code, from, to }) => [code, Math.max(Math.abs(from), Math.abs(to))]));
  const look = (condition: Condition): void => {
    if (condition.op === 'all') condition.conditions.forEach(look);
    else if (condition.op === 'rest') look(condition.when);
    else if (condition.op === 'score') {
      if (condition.of === measure) most = Math.max(most, condition.home, condition.away);
    } else if (condition.op === 'range' && condition.of === measure && !(counted === 'points' && condition.take === 'total')) {
      const { plus, minus, from = '0', to = '0', above = '0', below = '0' } = condition;
      const bound = Math.max(...[from, to, above, below].map((text) => Math.abs(scaledNumber(text)))) / NUMBER_SCALE;
      const seen = Math.ceil(bound + (reach.get(plus ?? '') ?? 0) + (reach.get(minus ?? '') ?? 0));
      // A total of goals is of both sides: half of it on each of them comes to it. One of points is looked at by itself.
      most = Math.max(most, condition.take === 'total' ? Math.floor(seen / 2) : seen);
    }
  };
  for (const { push, choices } of plays) {
    if (push) look(push);
    for (const { when } of choices) look(when);
  }
  return most;
}

function resultInWords(result: WitnessedOutcome['result'], numbers: ScaledNumbers): string {
  const scores = Object.entries(result).map(([code, [home, away]]) => `${code} ${home}:${away}`);
  return [...scores, ...Object.entries(numbers).map(([code, value]) => `${code} ${value / NUMBER_SCALE}`)].join(', ');
}

function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
}
