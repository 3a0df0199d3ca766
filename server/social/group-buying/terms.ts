/** The figures of group buying (group.json), as the server reads them, and what follows from them alone. */
import { Value } from 'typebox/value';
import { Type, type TypeOf } from '../../../protocol/calls/schema.ts';
import { normalisedText, textFault } from '../profiles/text-filter.ts';
import described from './group.json' with { type: 'json' };

const closed = { additionalProperties: false };
const whole = (description: string, minimum: number, maximum: number) => Type.Integer({ minimum, maximum, description });
const fen = (description: string) => whole(description, 1, 1_000_000_000_000);
const percent = (description: string) => whole(description, 0, 100);

/** The form of group.json. */
const SCHEMA = Type.Object(
  {
    minShareFen: fen('Least price of a share.'),
    minOwnPercent: percent('Least shares of who starts one, in percent of all; rounded up.'),
    maxShares: whole('Most shares of one order.', 1, 1_000_000),
    maxCommission: percent('Most commission, percent.'),
    commissionBase: Type.Enum(['profit', 'prize'], { description: 'What the commission is a part of, when the prize is above the price.' }),
    cancelBelow: percent('Taken and guaranteed shares in percent, from which on it cannot be called off.'),
    stopBeforeSeconds: whole('Before the close of the issue, or the first stop of the matches.', 0, 86_400),
    minLiveSeconds: whole('Least time between start and stop.', 0, 86_400),
    maxTitle: whole('Characters.', 1, 100),
    maxText: whole('Characters.', 1, 1_000),
    pinned: Type.Object(
      {
        fromPercent: percent('Least progress, guarantee included.'),
        most: whole('In all.', 0, 50),
        perGame: whole('Of one game.', 0, 50),
        perPlayer: whole('Of one player.', 0, 50),
      },
      { ...closed, description: '置顶.' },
    ),
    hotAmongFirst: whole('红人: so many of the ranking of the month.', 0, 100),
    icons: Type.Array(
      Type.Object({ icon: Type.Enum(['star', 'moon', 'sun', 'crown']), profitFen: fen('Least profit of one order.') }, closed),
      {
        minItems: 4,
        maxItems: 4,
        description: '战绩, the smallest first. An order is counted with the figures of the time when it has its result.',
      },
    ),
    iconsMake: whole('So many of one icon are shown as one of the next.', 2, 100),
    rules: Type.Object(
      {
        minFen: fen('Least of one order.'),
        maxFen: fen('Most of one order.'),
        maxTimes: whole('Orders of one rule.', 1, 10_000),
        mostFollowers: whole('Rules on one player.', 1, 100_000),
        mostOfPlayer: whole('Rules of one player.', 1, 1_000),
        idleDays: whole('A rule that took nothing for so many days ends.', 1, 1_000),
      },
      { ...closed, description: '定制.' },
    ),
    site: Type.Optional(
      Type.Object(
        {
          player: Type.String({ minLength: 1, description: 'Name of the account that pays for the shares and is paid their prizes.' }),
          fromPercent: percent('Least progress at the stop, guarantee included.'),
          mostPercent: whole('Most shares that the site adds, percent of all.', 1, 100),
        },
        { ...closed, description: '站点保底: what the site adds at the stop. Left out: nothing.' },
      ),
    ),
    refusedWords: Type.Array(Type.String({ minLength: 1 }), { description: 'Promises that no title and no declaration may make.' }),
  },
  closed,
);
type GroupTerms = TypeOf<typeof SCHEMA>;
export type SiteTerms = NonNullable<GroupTerms['site']>;

/** @throws with the place and what is wrong there. */
export function readTerms(value: unknown): GroupTerms {
  const [fault] = Value.Errors(SCHEMA, value);
  if (fault !== undefined) {
    const reason = fault.message === 'schema is false' ? 'is no figure of group buying; correct its name or take it away' : fault.message;
    throw new Error(`server/social/group-buying/group.json: ${fault.instancePath || '/'} ${reason}`);
  }
  const terms = value as GroupTerms;
  for (const [at, { icon, profitFen }] of terms.icons.entries()) {
    if (icon !== ICONS[at])
      throw new Error(`server/social/group-buying/group.json: /icons/${at}/icon is ${icon}; they stand in the order ${ICONS.join(', ')}`);
    const before = terms.icons[at - 1]?.profitFen ?? 0;
    if (profitFen <= before)
      throw new Error(`server/social/group-buying/group.json: /icons/${at}/profitFen must be more than ${before}, that of the icon before`);
  }
  const { minFen, maxFen } = terms.rules;
  if (minFen > maxFen)
    throw new Error(`server/social/group-buying/group.json: /rules/minFen must not be more than /rules/maxFen, which is ${maxFen}`);
  return terms;
}

/** 战绩, the smallest first. */
export const ICONS = ['star', 'moon', 'sun', 'crown'] as const;

export const GROUP_TERMS = readTerms(described);

/** Least profits of the icons, as finish_groups takes them. */
export const ICON_PROFITS = GROUP_TERMS.icons.map(({ profitFen }) => profitFen);

/** Characters as a reader counts them. */
const length = (text: string): number => [...text].length;

/** The fault of a title or a declaration, in a sentence for the player. */
export function groupTextFault(title: string, text: string): string | undefined {
  if (length(title) > GROUP_TERMS.maxTitle) return `标题最多 ${GROUP_TERMS.maxTitle} 个字（/title）`;
  if (length(text) > GROUP_TERMS.maxText) return `宣言最多 ${GROUP_TERMS.maxText} 个字（/text）`;
  const flat = normalisedText(`${title}\n${text}`);
  const word = GROUP_TERMS.refusedWords.find((each) => flat.includes(normalisedText(each)));
  return word === undefined ? (textFault(title) ?? textFault(text)) : `标题和宣言中不能有“${word}”，请修改`;
}

interface Shares {
  readonly amountFen: number;
  readonly shares: number;
  readonly ownShares: number;
  readonly guaranteeShares: number;
  readonly commission: number;
}

/** The fault of the shares of a group order, in a sentence that says what to do. */
export function sharesFault({ amountFen, shares, ownShares, guaranteeShares, commission }: Shares): string | undefined {
  if (shares > GROUP_TERMS.maxShares) return `最多分成 ${GROUP_TERMS.maxShares} 份（/shares）`;
  if (amountFen % shares !== 0) return `方案金额不能平均分成 ${shares} 份，请修改份数（/shares）`;
  if (amountFen / shares < GROUP_TERMS.minShareFen) return `每份不能少于 ${yuanText(GROUP_TERMS.minShareFen)} 元，请减少份数（/shares）`;
  const least = leastOwnShares(shares);
  if (ownShares < least) return `发起人至少认购 ${GROUP_TERMS.minOwnPercent}%，即 ${least} 份（/ownShares）`;
  if (ownShares > shares) return `认购不能多于总份数 ${shares} 份（/ownShares）`;
  if (ownShares + guaranteeShares > shares) return `认购加保底不能多于总份数，保底最多 ${shares - ownShares} 份（/guaranteeShares）`;
  if (commission > GROUP_TERMS.maxCommission) return `佣金最多 ${GROUP_TERMS.maxCommission}%（/commission）`;
  return undefined;
}

export const leastOwnShares = (shares: number): number => Math.max(1, Math.ceil((shares * GROUP_TERMS.minOwnPercent) / 100));

/** Fen as yuan with two decimals. */
export function yuanText(fen: number): string {
  const text = String(fen).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** The commission on a prize, as settle_group takes it. */
export function commissionOf(prizeFen: bigint, costFen: bigint, percent: number, base: GroupTerms['commissionBase']): bigint {
  if (prizeFen <= costFen) return 0n;
  const profit = prizeFen - costFen;
  if (base === 'profit') return (profit * BigInt(percent)) / 100n;
  const part = (prizeFen * BigInt(percent)) / 100n;
  return part < profit ? part : profit;
}
