/** Kinds, texts and lifetimes of messages inside the app (notices.json). */
import RULES from './notices.json' with { type: 'json' };

export type NoticeKind = 'notice' | 'trade' | 'social' | 'system';

export interface Look {
  readonly kind: NoticeKind;
  readonly icon: string;
  readonly tone: string;
}

export interface Sentence extends Look {
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
  readonly movements: Readonly<Record<string, Look>>;
  readonly movementTitle: string;
  /** Of a refund that ended a chase: of so many of its issues at once. */
  readonly issues: string;
  readonly units: Readonly<Record<'fen' | 'points', string>>;
  readonly follow: Sentence;
  readonly reply: Sentence;
  readonly comment: Sentence;
  readonly join: Sentence;
  readonly subjects: Readonly<Record<'hm' | 'release', string>>;
  readonly device: Sentence;
  /** A game with a reminder sells again (server/inbox/notices/reminders.ts). */
  readonly sale: Sentence;
  /** `gone`: the title of one whose file is not there any more. */
  readonly bulletin: Look & { readonly to: string; readonly gone: string };
}

export const NOTICES = RULES as Rules;
