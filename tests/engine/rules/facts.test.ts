/** Facts of a result beside its numbers: those of the families, and those that a file must not have. */
import { describe, expect, it } from 'vitest';
import { loadDocument } from '../../../engine/descriptions/load.ts';
import { gameAt } from '../../../engine/descriptions/sets.ts';
import { drawFactTexts } from '../../../engine/rules/draw-facts.ts';
import { familyOf } from '../../support/families.ts';
import { gameNamed } from './support/games.ts';

const factsAt = (code: string, numbers: Record<string, number[]>, at = '2026-11-25T12:00:00Z') =>
  drawFactTexts(gameAt(gameNamed(code), Date.parse(at)), { numbers }).join(' · ');

describe('facts of a result', () => {
  it('each family says what its plays are about', () => {
    expect(factsAt('xy28', { digits: [4, 0, 6] })).toBe('和 10 · 小双 · 绿波');
    expect(factsAt('xy28', { digits: [9, 9, 9] })).toBe('和 27 · 大单 · 极大 · 豹子');
    expect(factsAt('jsks', { dice: [1, 2, 3] })).toBe('和 6 · 小双 · 顺子');
    expect(factsAt('jlffc', { digits: [9, 1, 9, 9, 1] })).toBe('总和 29 · 大单 · 龙 · 前三 对子 · 中三 对子 · 后三 对子');
    expect(factsAt('jspk10', { balls: [3, 8, 1, 2, 10, 4, 5, 6, 7, 9] })).toBe('冠亚和 11 · 单 · 龙虎 虎龙虎虎龙');
    expect(factsAt('sh11x5', { balls: [1, 11, 5, 4, 9] })).toBe('和 30 · 双 · 虎');
    expect(factsAt('fc3d', { digits: [2, 7, 2] })).toBe('和 11 · 跨度 5 · 组三');
    expect(factsAt('kl8', { balls: [...Array(20).keys()].map((n) => n * 4 + 1) })).toBe('和 780 · 小双 · 中盘 · 奇盘');
  });

  it('a set is the one of the day: 01 is the horse until the new year, and then the goat', () => {
    const balls = [2, 3, 4, 5, 6, 7, 1];
    expect(factsAt('qwlhc', { balls })).toBe('特码 01 · 小单 · 红波 · 马 · 总和 28 · 小双');
    expect(factsAt('qwlhc', { balls }, '2027-02-08T12:00:00Z')).toContain('羊');
  });

  it('is refused with its place: a bet that there is not, a place that there is not, a case that never holds, an unknown set', () => {
    const problems = (...say: object[]) => {
      const loaded = loadDocument(JSON.stringify({ ...familyOf('pc28'), facts: [{ say }] }), { file: 'pc28.json', kind: 'family' });
      return loaded.ok ? [] : loaded.problems.map(({ code, pointer }) => `${pointer} ${code}`);
    };
    const sum = { get: 'sum', of: { zone: 'digits' } };
    const when = (right: object) => ({ cases: [{ text: '大', when: { op: 'gt', left: sum, right } }] });
    expect(problems({ value: sum }, when({ get: 'number', is: 13 }))).toEqual([]);
    expect(problems(when({ get: 'pick' }))).toEqual(['/facts/0/say/0/cases/0/when/right FACT_PICK']);
    expect(problems({ value: { get: 'at', zone: 'digits', place: 'z' } })).toEqual(['/facts/0/say/0/value/place PLACE_UNKNOWN']);
    expect(problems(when({ get: 'number', is: 27 }))).toEqual(['/facts/0/say/0/cases/0/when CASE_NEVER']);
    expect(problems({ value: { get: 'tally', of: { zone: 'digits' }, set: 'red' } })).toEqual(['/facts/0/say/0/value/set SET_UNKNOWN']);
  });
});
