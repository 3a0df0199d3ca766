/** What levels, tasks, check-in, invitations and absences bring (member.json), as the server reads it. */
import { formatInteger, formatMoney } from '../../../engine/descriptions/format.ts';
import { MEMBER_TABLE } from '../../catalog/index.ts';

/** Things that a player owns, by code. */
export type ItemCounts = Readonly<Record<string, number>>;

export interface Reward {
  readonly fen?: number;
  readonly points?: number;
  readonly growth?: number;
  readonly items?: ItemCounts;
}

export interface Level {
  readonly level: number;
  readonly name: string;
  /** Growth that reaches it, and that keeps it over a year. */
  readonly from: number;
  /** Given once, when the level is reached for the first time. */
  readonly gift?: Reward;
  /** Given once a year in the month of the birthday. */
  readonly birthdayPoints: number;
  /** Points for play, in percent of the standard. */
  readonly pointsPercent: number;
}

export interface Task {
  readonly code: string;
  readonly name: string;
  /** What is counted (task-facts.ts). */
  readonly fact: string;
  /** How much of it is wanted; fen when `money`. */
  readonly of: number;
  readonly money?: boolean;
  /** Every day again; else once. */
  readonly daily?: boolean;
  readonly growth: number;
  /** Growth in place of `growth`, once the player was here on `days` days in a row, today included; ascending by days. */
  readonly inARow?: readonly { readonly days: number; readonly growth: number }[];
  readonly points?: number;
  /** Where it is done. */
  readonly to?: string;
}

export interface Streak {
  readonly days: number;
  readonly points: number;
  readonly items?: ItemCounts;
}

export interface MemberRules {
  /** From level 0 up, by growth. */
  readonly levels: readonly Level[];
  /** Days after which a level must be earned again. */
  readonly yearDays: number;
  /** One growth and one point for each `fenEach` fen that was staked, at most `mostADay` a day. */
  readonly play: { readonly fenEach: number; readonly mostADay: number; readonly closedAfterDays: number };
  /** Points of a year lapse on this day of the next. */
  readonly pointsLapse: { readonly month: number; readonly day: number };
  /** Most purchases for points that one player makes in the store on a day. */
  readonly exchangesADay: number;
  /** Money of a gift can be withdrawn after stakes of this many times its amount. */
  readonly giftTurnoverTimes: number;
  readonly tasks: readonly Task[];
  readonly checkin: {
    readonly points: number;
    readonly streaks: readonly Streak[];
    readonly fullMonthPoints: number;
    readonly makeUpsAMonth: number;
  };
  readonly invite: { readonly registeredPoints: number; readonly playedPoints: number };
  readonly offline: {
    readonly fromMinutes: number;
    readonly minutesEach: number;
    readonly points: number;
    readonly mostMinutes: number;
    readonly mostADay: number;
  };
  readonly nickname: { readonly freeAfterDays: number; readonly least: number; readonly most: number };
  readonly items: Readonly<
    Record<
      string,
      {
        readonly name: string;
        readonly note: string;
        readonly picture: string;
        /** What the bag's button says, and where it leads. */
        readonly use: { readonly label: string; readonly to: string };
      }
    >
  >;
}

export const MEMBER_RULES: MemberRules = MEMBER_TABLE as unknown as MemberRules;

export const levelAt = (level: number): Level => MEMBER_RULES.levels[Math.min(Math.max(level, 0), MEMBER_RULES.levels.length - 1)] as Level;

/** What a reward holds, as a text for players: 200 积分、补签卡 ×1. */
export function rewardText({ fen = 0, points = 0, growth = 0, items = {} }: Reward): string {
  return [
    ...(fen > 0 ? [`${yuan(fen)} 元礼金`] : []),
    ...(points > 0 ? [`${formatInteger(points)} 积分`] : []),
    ...(growth > 0 ? [`${formatInteger(growth)} 成长值`] : []),
    ...Object.entries(items).map(([code, count]) => `${MEMBER_RULES.items[code]?.name ?? code} ×${count}`),
  ].join('、');
}

/** Fen that are whole yuan are written as such. */
const yuan = (fen: number): string => (fen % 100 === 0 ? formatInteger(fen / 100) : formatMoney(fen));
