/** The figures of group buying (server/social/group-buying/group.json): the values that are allowed, and the error for a wrong one. */
import { expect, it } from 'vitest';
import described from '../../../server/social/group-buying/group.json' with { type: 'json' };
import { firstRecordDay } from '../../../server/social/group-buying/pinned.ts';
import { recordIconsOf } from '../../../server/social/group-buying/rows.ts';
import { readTerms, sharesFault, GROUP_TERMS, groupTextFault } from '../../../server/social/group-buying/terms.ts';

it('a figure that cannot be is named with its place', () => {
  const read = (patch: object) => () => readTerms({ ...described, ...patch });
  const icons = (at: number, change: object) => ({ icons: described.icons.map((icon, i) => (i === at ? { ...icon, ...change } : icon)) });
  expect(read({})).not.toThrow();
  expect(read({ maxShares: 0 })).toThrow('server/social/group-buying/group.json: /maxShares must be >= 1');
  expect(read({ comission: 5 })).toThrow('group.json: /comission is no figure of group buying; correct its name or take it away');
  expect(read({ commissionBase: 'stake' })).toThrow('group.json: /commissionBase');
  expect(read({ rules: { ...described.rules, idleDays: '60' } })).toThrow('group.json: /rules/idleDays must be integer');
  expect(read({ rules: { ...described.rules, minFen: 2_000_000 } })).toThrow(
    '/rules/minFen must not be more than /rules/maxFen, which is 1000000',
  );
  expect(read({ site: { player: 'house', fromPercent: 95, mostPercent: 5 } })).not.toThrow();
  expect(read({ site: { player: 'house', fromPercent: 95, mostPercent: 0 } })).toThrow('group.json: /site/mostPercent must be >= 1');
  expect(read(icons(1, { profitFen: 50_000 }))).toThrow('/icons/1/profitFen must be more than 50000, that of the icon before');
  expect(read(icons(1, { icon: 'sun' }))).toThrow('/icons/1/icon is sun; they stand in the order star, moon, sun, crown');
});

it('[G12] ten of an icon make one of the next, and of the largest nine are shown', () => {
  expect(recordIconsOf([9, 0, 0, 0])).toEqual([{ icon: 'star', count: 9 }]);
  expect(recordIconsOf([10, 0, 0, 0])).toEqual([{ icon: 'moon', count: 1 }]);
  // 99 stars are nine and nine moons more; 18 moons are eight and a sun more; ten suns are a crown.
  expect(recordIconsOf([99, 9, 9, 40])).toEqual([
    { icon: 'crown', count: 9 },
    { icon: 'moon', count: 8 },
    { icon: 'star', count: 9 },
  ]);
});

it('[G12] a day of the records is one of the product’s clock', () => {
  const offset = 8 * 3_600_000;
  const midnight = Date.UTC(2026, 10, 30, 16);
  // 1 December of the product begins at 16:00 UTC of the day before.
  expect(firstRecordDay('month', midnight, offset) - firstRecordDay('month', midnight - 1, offset)).toBe(30);
  expect(firstRecordDay('month', midnight, 0)).toBe(firstRecordDay('month', midnight - 1, 0));
  // 30 November 2026 is a Monday.
  expect(firstRecordDay('week', Date.UTC(2026, 10, 29, 16), offset) - firstRecordDay('week', Date.UTC(2026, 10, 29, 16) - 1, offset)).toBe(
    7,
  );
  expect(firstRecordDay('all', midnight, offset)).toBe(0);
});

it('[G1] [G9] shares and words are refused one beyond what is allowed, with what to do', () => {
  const fair = { amountFen: 2_000_000, shares: 10_000, ownShares: 500, guaranteeShares: 9_500, commission: 10 };
  expect(sharesFault(fair)).toBeUndefined();
  expect(sharesFault({ ...fair, amountFen: 2_000_200, shares: 10_001 })).toBe('最多分成 10000 份（/shares）');
  expect(sharesFault({ ...fair, amountFen: 2_000_001 })).toBe('方案金额不能平均分成 10000 份，请修改份数（/shares）');
  expect(sharesFault({ ...fair, amountFen: 990_000 })).toBe('每份不能少于 1.00 元，请减少份数（/shares）');
  expect(sharesFault({ ...fair, ownShares: 499 })).toBe('发起人至少认购 5%，即 500 份（/ownShares）');
  expect(sharesFault({ ...fair, ownShares: 10_001 })).toBe('认购不能多于总份数 10000 份（/ownShares）');
  expect(sharesFault({ ...fair, guaranteeShares: 9_501 })).toBe('认购加保底不能多于总份数，保底最多 9500 份（/guaranteeShares）');
  expect(sharesFault({ ...fair, commission: 11 })).toBe('佣金最多 10%（/commission）');
  expect(groupTextFault('标'.repeat(GROUP_TERMS.maxTitle), '字'.repeat(GROUP_TERMS.maxText))).toBeUndefined();
  expect(groupTextFault('标'.repeat(GROUP_TERMS.maxTitle + 1), '')).toBe('标题最多 20 个字（/title）');
  expect(groupTextFault('', '字'.repeat(GROUP_TERMS.maxText + 1))).toBe('宣言最多 50 个字（/text）');
  for (const word of GROUP_TERMS.refusedWords)
    for (const between of [' ', '·'])
      expect(groupTextFault('', `本单${[...word].join(between)}！`)).toBe(`标题和宣言中不能有“${word}”，请修改`);
  // What no comment may say no declaration says either.
  expect(groupTextFault('', '跟单请加微信')).toBe('不能包含联系方式或引流内容，请修改后再发');
});
