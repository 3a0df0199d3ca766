import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGame, lineHits, lineNumbers } from '../../../engine/rules/index.ts';
import type { CompiledPlay, Line } from '../../../engine/rules/types.ts';
import { readGame } from '../screens/lottery/support/games.ts';
import { expectSame } from '../../support/same.ts';
import { drawsNear, lines } from './support/arbitraries.ts';
import { distinctGames } from './support/games.ts';

const of = async (code: string) => compileGame(await readGame(code));
const LISTED = 200n;

const own = (line: Line, area: string) => [...(line.bankers?.[area] ?? []), ...(line.picks[area] ?? [])];

/** How many values of a bet in an area are lit, by the lights of the line that it is a bet of. */
function litIn(hits: Readonly<Record<string, readonly (number | string)[]>>, bet: Line, area: string): number {
  return own(bet, area).filter((value) => hits[area]?.includes(value)).length;
}

/** What the lights of the line say of one of its bets; undefined where they say less than the tier. */
function saidOf(play: CompiledPlay, bet: Line, hits: Readonly<Record<string, readonly (number | string)[]>>): boolean | undefined {
  const { rule } = play.play;
  const all = (areas: readonly string[]) => areas.every((area) => litIn(hits, bet, area) === own(bet, area).length);
  switch (rule.kind) {
    case 'combination': {
      // Lit values are the hits on all slices of a pick together; where only misses win, those that are not drawn.
      let at = 0;
      const starts = rule.picks.map(({ of }) => (at += of.length) - of.length);
      const possible = rule.tiers.some(({ hits: rows }) =>
        rows.some((row) =>
          rule.picks.every(({ area, of, choose }, index) => {
            const start = starts[index] as number;
            const figures = rule.tiers.flatMap((tier) => tier.hits.flatMap((each) => each.slice(start, start + of.length)));
            const wanted = row.slice(start, start + of.length).reduce((sum, figure) => sum + figure, 0);
            const lit = litIn(hits, bet, area);
            // A number that several slices drew counts on each of them.
            return figures.every((figure) => figure === 0) ? lit === choose : of.length === 1 ? lit === wanted : lit <= wanted;
          }),
        ),
      );
      return rule.picks.every(({ of }) => of.length === 1) ? possible : possible ? undefined : false;
    }
    case 'direct': {
      if (rule.choose !== undefined || rule.suffixes) return undefined;
      const scores = rule.parts.map(({ score, places }) => {
        const right = places.map(({ area }) => litIn(hits, bet, area) === 1);
        if (score === 'count') return right.filter(Boolean).length;
        return Math.max(
          ...right.map((_, from) => right.slice(from).findIndex((lit) => !lit)).map((n, from) => (n < 0 ? right.length - from : n)),
        );
      });
      return rule.tiers.some(({ hits: rows }) => rows.some((row) => row.join() === scores.join()));
    }
    case 'group': {
      const areas = [...new Set(rule.roles.map(({ area }) => area))];
      const exact = !rule.anywhere && areas.length === rule.roles.length;
      return all(areas) ? (exact ? true : undefined) : false;
    }
    case 'tuples':
      return rule.by === 'entry' && !rule.anywhere ? all([rule.area]) : undefined;
    // Two numbers of the pair among one slice; of several slices a number that two drew counts on each.
    case 'cross':
      return undefined;
    case 'options':
      if (rule.combine === 'choose') {
        const lit = Object.keys(bet.picks).reduce((sum, area) => sum + litIn(hits, bet, area), 0);
        return rule.wins === 'any' ? lit > 0 : lit === rule.choose;
      }
      if (rule.combine === 'pass')
        return all(Object.keys(bet.picks).filter((area) => (bet.picks[area] ?? []).length > 0)) ? undefined : false;
      return all(Object.keys(bet.picks)) ? (rule.combine === 'each' ? true : undefined) : false;
  }
}

for (const each of distinctGames) {
  const compiled = compileGame(each);
  describe(`hits: ${each.code}`, () => {
    for (const play of compiled.plays) {
      const { code } = play.play;
      const some = lines(play, play.play.areas.length > 4 ? 1 : 3);
      const near = some.chain((line) => fc.tuple(fc.constant(line), drawsNear(each, line)));
      it(`[R17] ${code}: what is lit is picked, and says of every bet of the line whether it wins`, () => {
        fc.assert(
          fc.property(near, ([line, draw]) => {
            const hits = lineHits(compiled, line, draw);
            for (const [area, lit] of Object.entries(hits))
              expectSame(
                lit.filter((value) => !own(line, area).includes(value)),
                [],
              );
            if (play.count(line) > LISTED) return;
            for (const bet of play.expand(line)) {
              const hitText = saidOf(play, bet, hits);
              if (hitText !== undefined) expectSame(play.settle(bet, draw).size > 0, hitText);
            }
          }),
          { numRuns: 30 },
        );
      });
      it(`[R17] ${code}: the drawn form has every value of the line once, lit where it counts`, () => {
        fc.assert(
          fc.property(near, ([line, draw]) => {
            const hits = lineHits(compiled, line, draw);
            const groups = lineNumbers(each.draw.zones, play.play, line, { hits, most: 10_000 });
            const typed = play.play.areas.some(({ kind }) => kind === 'lines');
            if (typed) return;
            const count = (of: Readonly<Record<string, readonly unknown[]>> = {}) =>
              Object.values(of).reduce((sum, values) => sum + values.length, 0);
            expectSame(
              groups.reduce((sum, group) => sum + group.values.length, 0),
              count(line.picks) + count(line.bankers),
            );
            expectSame(
              groups.reduce((sum, group) => sum + (group.hits?.length ?? 0), 0),
              count(hits),
            );
          }),
          { numRuns: 15 },
        );
      });
    }
  });
}

describe('[R17] hits of a line by itself', () => {
  it('two lines never light each other', async () => {
    const jlffc = await of('jlffc');
    const draw = { numbers: { digits: [7, 0, 2, 8, 1] } };
    expect(lineHits(jlffc, { play: 'DWD', picks: { wan: [7], ge: [2] } }, draw)).toEqual({ wan: [7] });
    expect(lineHits(jlffc, { play: 'DWD', picks: { wan: [8], ge: [1, 3] } }, draw)).toEqual({ ge: [1] });
  });

  it('direct: by place; the same number elsewhere does not count', async () => {
    const line = { play: 'Q3_ZX', picks: { wan: [7], qian: [8], bai: [1, 2] } };
    expect(lineHits(await of('jlffc'), line, { numbers: { digits: [7, 7, 2, 8, 1] } })).toEqual({ wan: [7], bai: [2] });
  });

  it('bankers count as picks do', async () => {
    const draw = { numbers: { red: [1, 2, 3, 4, 5, 6], blue: [9] } };
    const line = { play: 'DT', picks: { red: [2, 30, 31, 32, 33], blue: [9, 10] }, bankers: { red: [5] } };
    expect(lineHits(await of('ssq'), line, draw)).toEqual({ red: [5, 2], blue: [9] });
  });

  it('a play that the game does not have lights nothing', async () => {
    expect(lineHits(await of('jlffc'), { play: 'GONE', picks: { wan: [7] } }, { numbers: { digits: [7, 0, 2, 8, 1] } })).toEqual({});
  });
});

describe('the numbers of a line as things to draw', () => {
  const groups = async (code: string, line: Line, most?: number) => {
    const compiled = await of(code);
    const play = compiled.play(line.play)?.play;
    if (!play) throw new Error(line.play);
    return lineNumbers(compiled.game.draw.zones, play, line, most === undefined ? {} : { most });
  };

  it('places have their names, bankers come first, and what does not fit is counted', async () => {
    expect(await groups('jlffc', { play: 'Q3_ZX', picks: { wan: [1], qian: [3, 2], bai: [4, 5, 6, 7, 8, 9] } }, 8)).toEqual([
      { label: '万', look: 'digit', tone: 'red', values: ['1'] },
      { label: '千', look: 'digit', tone: 'red', values: ['2', '3'] },
      { label: '百', look: 'digit', tone: 'red', values: ['4', '5', '6'], more: 3 },
    ]);
    expect(await groups('ssq', { play: 'DT', picks: { red: [9, 8], blue: [7] }, bankers: { red: [10] } })).toEqual([
      { look: 'ball', tone: 'red', values: ['10', '08', '09'], bankers: 1 },
      { look: 'ball', tone: 'blue', values: ['07'] },
    ]);
  });

  it('three equal dice are three dice, cars are cars, and colours of numbers are theirs', async () => {
    expect(await groups('jsks', { play: 'STH_DX', picks: { face: [5] } })).toEqual([{ look: 'die', tone: 'red', values: ['555'] }]);
    expect((await groups('jspk10', { play: 'Q1', picks: { p1: [7] } }))[0]).toMatchObject({ look: 'car', values: ['07'] });
    const lhc = await of('lhc');
    const [play] = lhc.plays;
    const [area] = play?.play.areas ?? [];
    const line = { play: play?.play.code ?? '', picks: { [area?.id ?? '']: [1, 3, 5, 12, 20, 27] } };
    expect((await groups('lhc', line))[0]).toMatchObject({
      tones: ['red', 'blue', 'green', 'red', 'blue', 'green'],
      captions: ['红', '蓝', '绿', '红', '蓝', '绿'],
    });
  });

  it('a sum is no ball, and words are words', async () => {
    expect(await groups('jsks', { play: 'HZ', picks: { sum: [9, 4] } })).toEqual([{ look: 'chip', tone: 'red', values: ['4', '9'] }]);
  });
});
