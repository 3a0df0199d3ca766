/** Kinds, texts and lifetimes of messages inside the app (notices.json). */
import RULES from './notices.json' with { type: 'json' };

export type NoticeKind = 'notice' | 'trade' | 'social' | 'system';

export interface NoticeStyle {
  readonly kind: NoticeKind;
  readonly icon: string;
  readonly tone: string;
}

export interface NoticeTemplate extends NoticeStyle {
  readonly title: string;
  readonly text: string;
  readonly to?: string;
}

interface Rules {
  readonly keepDays: number;
  /** How far back a player's first look reaches, days. */
  readonly firstDays: number;
  /** What is looked at again, since a transaction that began earlier may end later. */
  readonly overlapMs: number;
  readonly overlapMovements: number;
  /** Most of each sort that one look makes. */
  readonly atOnce: number;
  readonly kinds: readonly { readonly kind: NoticeKind; readonly name: string; readonly note: string }[];
  readonly movements: Readonly<Record<string, NoticeStyle>>;
  readonly movementTitle: string;
  /** Text for a refund that ended a chase: the number of issues that were refunded at once. */
  readonly issues: string;
  readonly units: Readonly<Record<'fen' | 'points', string>>;
  readonly follow: NoticeTemplate;
  readonly reply: NoticeTemplate;
  readonly comment: NoticeTemplate;
  readonly join: NoticeTemplate;
  readonly subjects: Readonly<Record<'hm' | 'release', string>>;
  readonly device: NoticeTemplate;
  /** A game with a reminder sells again (server/inbox/notices/reminders.ts). */
  readonly sale: NoticeTemplate;
  /** The draw of an issue was moved; `chase`: of several issues of a chase. */
  readonly moved: NoticeTemplate & { readonly chase: string };
  /** `gone`: the title of one whose file is not there any more. */
  readonly bulletin: NoticeStyle & { readonly to: string; readonly gone: string };
}

export const NOTICE_RULES = RULES as Rules;
