/** What a product or an activity must find among the other files and in the product's own tables. */
import type { ActivityDescription } from '../../engine/descriptions/activities/types.ts';
import { type Finding, pointerOf } from '../../engine/descriptions/problem.ts';
import { unknownName } from '../../engine/descriptions/sense/report.ts';
import type { ProductDescription } from '../../engine/descriptions/store/types.ts';
import type { MakeChecker } from '../descriptions/checkers.ts';
import { AVATARS } from '../member/avatars.ts';
import { FRAMES } from '../member/frames.ts';
import { MEMBER } from '../member/rules.ts';

const idsOf = (all: readonly { readonly id: string }[]): string[] => all.map(({ id }) => id);

export const productNames: MakeChecker = (neighbours) => {
  const games = ['game', 'sport', 'outright'].flatMap((kind) => neighbours.codes(kind));
  const known: Readonly<Record<string, readonly [what: string, names: readonly string[]]>> = {
    item: ['道具|thing', Object.keys(MEMBER.items)],
    // A picture that everybody may choose is not for sale.
    avatar: ['可出售的头像|picture for sale', idsOf(AVATARS.filter(({ bought }) => bought === true))],
    frame: ['头像框|frame', idsOf(FRAMES)],
    card: ['刮刮乐|family of scratch cards', neighbours.codes('scratch')],
    game: ['彩种|game', games],
  };
  return (document) => {
    const { gives, level = 0 } = document as unknown as ProductDescription;
    const named = [
      ['item', '/gives/item', gives.item],
      ['avatar', '/gives/avatar', gives.avatar],
      ['frame', '/gives/frame', gives.frame],
      ['card', '/gives/scratch/card', gives.scratch?.card],
      ['game', '/gives/coupon/game', gives.coupon?.game],
    ] as const;
    const findings = named.flatMap(([kind, pointer, name]): Finding[] => {
      const [what, names] = known[kind] as readonly [string, readonly string[]];
      return name === undefined || names.includes(name)
        ? []
        : [{ code: 'STORE_NAME', pointer, details: { what, ...unknownName(name, names) } }];
    });
    const levels = MEMBER.levels.map((each) => String(each.level));
    if (!levels.includes(String(level)))
      findings.push({ code: 'STORE_NAME', pointer: '/level', details: { what: '会员等级|member level', ...unknownName(level, levels) } });
    return findings;
  };
};

/** What an activity gives and counts must be there, and two activities never share an address. */
export const activityNames: MakeChecker = (neighbours) => {
  const games = ['game', 'sport', 'outright'].flatMap((kind) => neighbours.codes(kind));
  const items = Object.keys(MEMBER.items);
  const ids = new Set<string>();
  return (document) => {
    const { id, rule, gives } = document as unknown as ActivityDescription;
    const findings: Finding[] = [];
    for (const [at, name] of (rule.games ?? []).entries())
      if (!games.includes(name))
        findings.push({ code: 'STORE_NAME', pointer: `/rule/games/${at}`, details: { what: '彩种|game', ...unknownName(name, games) } });
    for (const name of Object.keys(gives.items ?? {}))
      if (!items.includes(name))
        findings.push({
          code: 'STORE_NAME',
          pointer: pointerOf('gives', 'items', name),
          details: { what: '道具|thing', ...unknownName(name, items) },
          atKey: true,
        });
    if (ids.has(id)) findings.push({ code: 'DUPLICATE', pointer: '/id', details: { name: id, what: '活动地址|addresses of activities' } });
    ids.add(id);
    return findings;
  };
};
