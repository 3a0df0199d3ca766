import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Zone } from '../../../engine/descriptions/types.ts';
import { type TrendTab, trend, trendTabs } from '../../../engine/rules/trend.ts';

const set: Zone = { id: 'red', label: '红球', kind: 'set', from: 1, to: 5, pick: 2, pad: 2 };
const one: Zone = { id: 'blue', label: '蓝球', kind: 'set', from: 1, to: 3, pick: 1, tone: 'blue' };
const dice: Zone = {
  id: 'dice',
  label: '骰子',
  kind: 'digits',
  from: 1,
  to: 6,
  pick: 3,
  places: ['一', '二', '三'].map((label, at) => ({ id: `d${at}`, label })),
};
const race: Zone = { id: 'cars', label: '名次', kind: 'sequence', from: 1, to: 4, pick: 4 };
const tabOf = (zones: readonly Zone[], id: string): TrendTab => {
  const tab = trendTabs(zones).find((each) => each.id === id);
  if (!tab) throw new Error(id);
  return tab;
};
const draws = (zone: string, ...all: number[][]) => all.map((numbers, at) => ({ issue: String(at + 1), numbers: { [zone]: numbers } }));

describe('charts of a draw', () => {
  it('a set is one chart; a line only where one number comes at a time', () => {
    expect(trendTabs([set, one]).map(({ id, label, single }) => [id, label, single])).toEqual([
      ['red', '红球', false],
      ['blue', '蓝球', true],
    ]);
  });

  it('places are a chart each, with the whole before and the sum after them', () => {
    expect(trendTabs([dice]).map(({ id, label }) => [id, label])).toEqual([
      ['dice', '分布'],
      ['dice/d0', '一'],
      ['dice/d1', '二'],
      ['dice/d2', '三'],
      ['dice/sum', '和值'],
    ]);
    expect(tabOf([dice], 'dice/sum').columns).toEqual(Array.from({ length: 16 }, (_, at) => at + 3));
  });

  it('no chart of the whole where each draw has every number', () => {
    expect(trendTabs([race]).map(({ label }) => label)).toEqual(['第 1 位', '第 2 位', '第 3 位', '第 4 位']);
  });
});

describe('omission and statistics', () => {
  const tab = tabOf([one], 'blue');

  it('count since a number last came, before the rows that are shown too', () => {
    const { rows, statistics } = trend(tab, draws('blue', [1], [2], [2], [3], [2]), 3);
    expect(rows.map(({ issue }) => issue)).toEqual(['3', '4', '5']);
    expect(rows.map(({ hits }) => hits)).toEqual([
      [0, 1, 0],
      [0, 0, 1],
      [0, 1, 0],
    ]);
    expect(rows.map(({ missed }) => missed)).toEqual([
      [2, 0, 3],
      [3, 1, 0],
      [4, 0, 1],
    ]);
    expect(statistics).toEqual({
      times: [0, 2, 1],
      // 3 of 3 away, never there: 3/1. 1 away, twice there: 1/3 → 0. 2 away, once there: 2/2.
      average: [3, 0, 1],
      longest: [4, 1, 3],
      streak: [0, 1, 1],
      current: [4, 0, 1],
    });
  });

  it('repeats within one draw count as often as they came, but as one draw of a run', () => {
    const { rows, statistics } = trend(tabOf([dice], 'dice'), draws('dice', [2, 2, 5], [2, 1, 1]), 30);
    expect(rows[0]?.hits).toEqual([0, 2, 0, 0, 1, 0]);
    expect(statistics.times).toEqual([2, 3, 0, 0, 1, 0]);
    expect(statistics.streak).toEqual([1, 2, 0, 0, 1, 0]);
  });

  it('a place looks at its place alone, a sum at the sum', () => {
    const past = draws('dice', [2, 2, 5]);
    expect(trend(tabOf([dice], 'dice/d2'), past, 30).rows[0]?.hits).toEqual([0, 0, 0, 0, 1, 0]);
    const sum = tabOf([dice], 'dice/sum');
    expect(trend(sum, past, 30).rows[0]?.hits.indexOf(1)).toBe(sum.columns.indexOf(9));
  });

  it('a draw of another shape is left out, not drawn wrongly', () => {
    const past = [...draws('blue', [1]), { issue: 'old', numbers: { blue: [9] } }, { issue: 'older', numbers: { other: [1] } }];
    expect(trend(tab, past, 30).rows.map(({ issue }) => issue)).toEqual(['1']);
    expect(trend(tab, [], 30)).toEqual({
      rows: [],
      statistics: { times: [0, 0, 0], average: [0, 0, 0], longest: [0, 0, 0], streak: [0, 0, 0], current: [0, 0, 0] },
    });
  });

  it('agree with looking back from each row by hand', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 3, maxLength: 3 }), { maxLength: 60 }), (all) => {
        const past = draws('dice', ...all);
        const { rows, statistics } = trend(tabOf([dice], 'dice'), past, 30);
        expect(rows).toHaveLength(Math.min(30, all.length));
        rows.forEach((row, at) => {
          const upTo = all.slice(0, all.length - rows.length + at + 1);
          for (let value = 1; value <= 6; value++) {
            const last = upTo.findLastIndex((numbers) => numbers.includes(value));
            expect(row.missed[value - 1]).toBe(upTo.length - 1 - last);
          }
        });
        expect(statistics.times.reduce((a, b) => a + b, 0)).toBe(rows.length * 3);
      }),
    );
  });
});
