/** What counting and reading bets of one play costs (E5.zu60 and the like), beside loops written for the one case and beside listing every bet. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveGame } from '../engine/descriptions/resolve.ts';
import { loadFamily } from '../engine/descriptions/load.ts';
import type { FamilyDescription, GameDescription } from '../engine/descriptions/types.ts';
import { compileGame, parseEntries } from '../engine/rules/index.ts';
import type { CompiledPlay, Line } from '../engine/rules/types.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { compare, cpuPerCall } from './lib/rounds.ts';

const GAMES = join(import.meta.dirname, '../games');
const read = <T>(path: string) => JSON.parse(readFileSync(join(GAMES, path), 'utf8')) as T;

function family(code: string): FamilyDescription {
  const loaded = loadFamily(readFileSync(join(GAMES, `families/${code}.json`), 'utf8'), { file: `${code}.json` });
  if (!loaded.ok) throw new Error(`families/${code}.json is wrong: ${loaded.problems[0]?.message}`);
  return loaded.document;
}

const TEN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** 组选60 by hand: for each double the singles without it, three of them. */
function byHand60(double: readonly number[], single: readonly number[]): number {
  let bets = 0;
  for (const d of double) {
    const n = single.includes(d) ? single.length - 1 : single.length;
    bets += (n * (n - 1) * (n - 2)) / 6;
  }
  return bets;
}

/** 组选60 by listing the bets. */
function listed60(double: readonly number[], single: readonly number[]): number {
  let bets = 0;
  for (const d of double)
    for (let i = 0; i < single.length; i++)
      for (let j = i + 1; j < single.length; j++)
        for (let k = j + 1; k < single.length; k++) if (single[i] !== d && single[j] !== d && single[k] !== d) bets++;
  return bets;
}

/** Typed bets by a set of sorted strings, as one would write it without thinking. */
function byHandMixed(entries: readonly string[]): number {
  const seen = new Set<string>();
  for (const entry of entries) if (new Set(entry).size > 1) seen.add([...entry].sort().join(''));
  return seen.size;
}

function byHandText(text: string): number {
  const seen = new Set<string>();
  for (const entry of text.split(/[\s,]+/)) if (/^\d{5}$/.test(entry)) seen.add(entry);
  return seen.size;
}

const bench: Bench = {
  id: 'E5',
  title: 'counting and reading bets',
  async run(context) {
    const game = compileGame(resolveGame(read<GameDescription>('cqssc.json'), family('ssc')));
    const play = (code: string) => game.play(code) as CompiledPlay;
    const found: Figure[] = [];
    const measure = async (
      id: string,
      what: string,
      most: number,
      ours: () => unknown,
      theirs: () => unknown,
      beside: string,
      calls = 200,
    ): Promise<void> => {
      const times = (work: () => unknown) => () =>
        cpuPerCall(() => {
          for (let i = 0; i < calls; i++) work();
        }) / calls;
      const { a, b, rounds } = await compare(context.rounds, times(ours), times(theirs));
      const shown = (us: number) => `${us.toPrecision(3)} µs`;
      found.push({
        id,
        what,
        value: a,
        unit: 'µs',
        against: { what: `${beside}, ${(a / b).toPrecision(2)} ×`, ours: shown(a), theirs: shown(b) },
        goal: { at: 'most', value: most },
        rounds,
      });
    };

    const sixty: Line = { play: '5X_ZU60', picks: { double: TEN, single: TEN } };
    const zu60 = play('5X_ZU60');
    await measure(
      'E5.zu60',
      '组选60 count, 10 + 10',
      1,
      () => zu60.count(sixty),
      () => byHand60(TEN, TEN),
      'a loop by hand',
    );
    await measure(
      'E5.zu60.listed',
      '组选60 count, 10 + 10',
      1,
      () => zu60.count(sixty),
      () => listed60(TEN, TEN),
      'listing the bets',
    );
    const all: Line = { play: '5X_ZU120', picks: { pick: TEN } };
    const zu120 = play('5X_ZU120');
    await measure(
      'E5.zu120',
      '组选120 count, 10',
      1,
      () => zu120.count(all),
      () => (10 * 9 * 8 * 7 * 6) / 120,
      'the formula',
    );

    const mixed = Array.from({ length: 1000 }, (_, i) => String((i * 617) % 1000).padStart(3, '0')).filter((e) => new Set(e).size > 1);
    const hh = play('H3_HH');
    await measure(
      'E5.mixed',
      `混合组选 count, ${mixed.length} typed bets`,
      300,
      // A fresh list each time: a parsed list is remembered.
      () => hh.count({ play: 'H3_HH', picks: { lines: mixed.slice() } }),
      () => byHandMixed(mixed),
      'a set of sorted texts',
      5,
    );
    const typed = Array.from({ length: 100_000 }, (_, i) => String((i * 61_703) % 100_000).padStart(5, '0'));
    const ds = play('5X_DS');
    const text = typed.join('\n');
    await measure(
      'E5.typed',
      '五星单式 count, 100,000 typed bets',
      15_000,
      () => ds.count({ play: '5X_DS', picks: { lines: typed.slice() } }),
      () => new Set(typed).size,
      'a set of texts',
      1,
    );
    await measure(
      'E5.pasted',
      '五星单式, 100,000 bets out of pasted text',
      15_000,
      () => parseEntries(ds, text),
      () => byHandText(text),
      'split and a set',
      1,
    );
    return found;
  },
};
export default bench;
