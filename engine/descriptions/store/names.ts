/**
 * Names of a product or an activity outside of its own file, and the errors for missing ones. The publication looks the names up
 * in the files of the folders; the workshop gets them from the server.
 */
import type { ActivityDescription } from '../activities/types.ts';
import { type Finding, pointerOf } from '../problem.ts';
import { unknownNameDetails } from '../semantics/report.ts';
import type { ProductDescription } from './types.ts';

/** The names that there are. */
export interface StoreNames {
  /** Things that the member area has, by code. */
  readonly items: readonly string[];
  /** Pictures that may be sold. Free ones are not for sale. */
  readonly avatars: readonly string[];
  readonly frames: readonly string[];
  /** Addresses of the pictures that a product may be shown by. */
  readonly pictures: readonly string[];
  /** Sets of emotes that may be sold. Free ones are not for sale. */
  readonly emotes: readonly string[];
  /** Families of scratch cards. */
  readonly cards: readonly string[];
  /** Games that a coupon or an activity may name. */
  readonly games: readonly string[];
  /** Member levels. */
  readonly levels: readonly number[];
}

const WHAT = {
  items: '道具|thing',
  avatars: '可出售的头像|picture for sale',
  frames: '头像框|frame',
  pictures: '图|picture',
  emotes: '可出售的表情|set of emotes for sale',
  cards: '刮刮乐|family of scratch cards',
  games: '彩种|game',
} as const;

export function productNameFindings({ gives, picture, level = 0 }: ProductDescription, names: StoreNames): Finding[] {
  const named = [
    ['pictures', '/picture', picture],
    ['items', '/gives/item', gives.item],
    ['avatars', '/gives/avatar', gives.avatar],
    ['frames', '/gives/frame', gives.frame],
    ['emotes', '/gives/emotes', gives.emotes],
    ['cards', '/gives/scratch/card', gives.scratch?.card],
    ['games', '/gives/coupon/game', gives.coupon?.game],
  ] as const;
  const findings = named.flatMap(([sort, pointer, name]): Finding[] =>
    name === undefined || names[sort].includes(name) ? [] : [missing(WHAT[sort], pointer, name, names[sort])],
  );
  if (!names.levels.includes(level)) findings.push(missing('会员等级|member level', '/level', level, names.levels.map(String)));
  return findings;
}

export function activityNameFindings({ rule, gives }: ActivityDescription, names: StoreNames): Finding[] {
  return [
    ...(rule.games ?? []).flatMap((name, at): Finding[] =>
      names.games.includes(name) ? [] : [missing(WHAT.games, `/rule/games/${at}`, name, names.games)],
    ),
    ...Object.keys(gives.items ?? {}).flatMap((name): Finding[] =>
      names.items.includes(name) ? [] : [{ ...missing(WHAT.items, pointerOf('gives', 'items', name), name, names.items), atKey: true }],
    ),
  ];
}

const missing = (what: string, pointer: string, name: string | number, known: readonly string[]): Finding => ({
  code: 'STORE_NAME',
  pointer,
  details: { what, ...unknownNameDetails(name, known) },
});
