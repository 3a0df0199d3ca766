/** The figures of group buying (group.json), as the server reads them, and what follows from them alone. */
import described from './group.json' with { type: 'json' };

interface GroupTerms {
  /** Least price of a share. */
  readonly minShareFen: number;
  /** Least shares of who starts one, in percent of all; rounded up. */
  readonly minOwnPercent: number;
  readonly maxShares: number;
  /** Percent. */
  readonly maxCommission: number;
  /** What the commission is a part of, when the prize is above the price. */
  readonly commissionBase: 'profit' | 'prize';
  /** Taken and guaranteed shares in percent, from which on it cannot be called off. */
  readonly cancelBelow: number;
  /** Before the close of the issue, or the first stop of the matches. */
  readonly stopBeforeSeconds: number;
  /** Least time between start and stop. */
  readonly minLiveSeconds: number;
  readonly maxTitle: number;
  readonly maxText: number;
  /** 置顶: from so much progress on, guarantee included. */
  readonly pinned: { readonly fromPercent: number; readonly most: number; readonly perGame: number; readonly perPlayer: number };
  /** 红人: so many of the ranking of the month. */
  readonly hotAmongFirst: number;
  readonly rules: {
    readonly minFen: number;
    readonly maxFen: number;
    readonly maxTimes: number;
    readonly mostFollowers: number;
    readonly mostOfPlayer: number;
    /** A rule that took nothing for so many days ends. */
    readonly idleDays: number;
  };
  /** Promises that no title and no declaration may make. */
  readonly refusedWords: readonly string[];
}

export const TERMS = described as GroupTerms;

/** Characters as a reader counts them. */
const length = (text: string): number => [...text].length;

/** What is wrong with a title or a declaration, in a sentence for the player. */
export function wordsFault(title: string, text: string): string | undefined {
  if (length(title) > TERMS.maxTitle) return `标题最多 ${TERMS.maxTitle} 个字（/title）`;
  if (length(text) > TERMS.maxText) return `宣言最多 ${TERMS.maxText} 个字（/text）`;
  const plain = `${title}\n${text}`.replace(/\s/g, '');
  const word = TERMS.refusedWords.find((each) => plain.includes(each));
  return word === undefined ? undefined : `标题和宣言中不能有“${word}”，请修改`;
}

interface Shares {
  readonly amountFen: number;
  readonly shares: number;
  readonly ownShares: number;
  readonly guaranteeShares: number;
  readonly commission: number;
}

/** What is wrong with the shares of a group order, in a sentence that says what to do. */
export function sharesFault({ amountFen, shares, ownShares, guaranteeShares, commission }: Shares): string | undefined {
  if (shares > TERMS.maxShares) return `最多分成 ${TERMS.maxShares} 份（/shares）`;
  if (amountFen % shares !== 0) return `方案金额不能平均分成 ${shares} 份，请修改份数（/shares）`;
  if (amountFen / shares < TERMS.minShareFen) return `每份不能少于 ${yuan(TERMS.minShareFen)} 元，请减少份数（/shares）`;
  const least = leastOwn(shares);
  if (ownShares < least) return `发起人至少认购 ${TERMS.minOwnPercent}%，即 ${least} 份（/ownShares）`;
  if (ownShares > shares) return `认购不能多于总份数 ${shares} 份（/ownShares）`;
  if (ownShares + guaranteeShares > shares) return `认购加保底不能多于总份数，保底最多 ${shares - ownShares} 份（/guaranteeShares）`;
  if (commission > TERMS.maxCommission) return `佣金最多 ${TERMS.maxCommission}%（/commission）`;
  return undefined;
}

export const leastOwn = (shares: number): number => Math.max(1, Math.ceil((shares * TERMS.minOwnPercent) / 100));

/** Fen as yuan with two decimals. */
export function yuan(fen: number): string {
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
