import { describe, expect, it } from 'vitest';
import { loadFamily } from '../../../engine/descriptions/load.ts';
import { familyOf } from '../../support/families.ts';

const text = JSON.stringify(familyOf('ssc'));

interface Loose {
  draw: { zones: Record<string, unknown>[] };
  playGroups: { plays: { code: string; areas: Record<string, unknown>[]; rule: Record<string, unknown>; prizes: unknown[] }[] }[];
}

/** Problems of the family when one play of it is changed: code, and the pointer from the play on. */
function found(code: string, change: (play: Loose['playGroups'][number]['plays'][number]) => void): string[] {
  const family = JSON.parse(text) as Loose;
  const play = family.playGroups.flatMap((group) => group.plays).find((one) => one.code === code);
  if (!play) throw new Error(`no play ${code}`);
  change(play);
  const loaded = loadFamily(JSON.stringify(family), { file: 'ssc.json' });
  return loaded.ok
    ? []
    : loaded.problems.map((problem) => `${problem.code} ${problem.pointer.replace(/^\/playGroups\/\d+\/plays\/\d+/, '')}`);
}

describe('typed bets, sums, any places and suffixes: what makes no sense is refused with its place', () => {
  it('the family as it is', () => {
    expect(found('Q3_HZ', () => {})).toEqual([]);
  });

  it('areas of the wrong kind, and none at all', () => {
    expect(found('Q3_DS', (play) => Object.assign(play.rule, { by: 'sum' }))).toEqual(['AREA_KIND /rule/area']);
    expect(found('Q3_HZ', (play) => Object.assign(play.rule, { by: 'entry' }))).toEqual(['AREA_KIND /rule/area']);
    expect(found('Q3_DS', (play) => Object.assign(play.rule, { area: 'liens' }))).toEqual([
      'AREA_UNUSED /areas/0/id',
      'AREA_UNKNOWN /rule/area',
    ]);
  });

  it('figures that no bet has', () => {
    expect(found('Q3_HZ', (play) => Object.assign(play.areas[0] as object, { to: 28 }))).toEqual(['TUPLES_NONE /rule/area']);
    // 0 is the sum of 000 alone, which is no 组选.
    expect(found('Q3_ZUHZ', (play) => Object.assign(play.areas[0] as object, { from: 0 }))).toEqual(['TUPLES_NONE /rule/area']);
    expect(found('Q3_KD', (play) => Object.assign(play.areas[0] as object, { to: 10 }))).toEqual(['TUPLES_NONE /rule/area']);
  });

  it('shapes of another size, and twice the same', () => {
    expect(found('Q3_HH', (play) => Object.assign((play.rule['tiers'] as object[])[0] as object, { shapes: [[2, 2]] }))).toEqual([
      'GROUP_SIZE /rule/tiers/0/shapes/0',
    ]);
    expect(found('Q3_HH', (play) => Object.assign((play.rule['tiers'] as object[])[0] as object, { shapes: [[1, 1, 1]] }))).toEqual([
      'HITS_TWICE /rule/tiers/1/shapes/0',
    ]);
  });

  it('any places: options that are no places, more than there are, another size than the roles', () => {
    const options = (play: { areas: Record<string, unknown>[] }) => play.areas[0]?.['options'] as { value: string }[];
    expect(found('RX2_ZU', (play) => Object.assign(options(play)[0] as object, { value: 'wna' }))).toEqual([
      'PLACE_UNKNOWN /rule/anywhere/area',
    ]);
    expect(found('RX2_HZ', (play) => Object.assign(play.areas[0] as object, { max: 1, min: 1 }))).toEqual([
      'RULE_UNSATISFIABLE /rule/anywhere/choose',
    ]);
    expect(found('RX2_ZU', (play) => Object.assign(play.rule['anywhere'] as object, { choose: 3 }))).toEqual([
      'AREA_LEAST /areas/0/min',
      'GROUP_SIZE /rule/roles',
    ]);
  });

  it('direct bets of some places and of suffixes', () => {
    expect(found('RX2_ZX', (play) => Object.assign(play.rule, { distinct: true }))).toEqual(['DIRECT_FORM /rule']);
    expect(found('RX2_ZX', (play) => Object.assign(play.rule, { suffixes: true }))).toContain('DIRECT_FORM /rule');
    expect(found('RX2_ZX', (play) => Object.assign(play.rule, { choose: 6 }))).toEqual(['RULE_UNSATISFIABLE /rule/choose']);
    expect(found('Q3_ZH', (play) => Object.assign((play.rule['tiers'] as object[])[0] as object, { hits: [[4]] }))).toEqual([
      'HITS_IMPOSSIBLE /rule/tiers/0/hits/0/0',
    ]);
  });

  it('the nth number of fewer', () => {
    const rank = { op: 'eq', left: { get: 'rank', of: { zone: 'digits' }, nth: 6 }, right: { get: 'pick' } };
    expect(found('QW1', (play) => Object.assign((play.rule['cases'] as object[])[0] as object, { when: rank }))).toEqual([
      'RANK_PAST /rule/cases/0/when/left/nth',
    ]);
  });
});
