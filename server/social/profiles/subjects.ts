/**
 * What people show and talk about beside their own orders: releases (宝单) and group orders (合买). Each kind is one entry of SUBJECTS, which
 * decides who may see a thing of it; comments and home pages ask there and nowhere else.
 */
import type { HomeRow } from '../../../protocol/calls.ts';
import type { SocialServices } from '../services.ts';
import type { Querying } from '../../platform/index.ts';
import { releaseSubject } from '../copy-betting/subject.ts';
import { groupSubject } from '../group-buying/subject.ts';

/** A release or a group order that somebody may see. */
export interface ShownSubject {
  /** User id of the player who began it. */
  readonly owner: number;
  /** When nothing more may be written about it: 24 h after it was settled or failed, unix ms; null: it is still going on. */
  readonly closesAt: number | null;
}

export interface SubjectRowsQuery {
  /** User id of the player whose home page it is. He does not hide his orders, or asks himself. */
  readonly owner: number;
  /** User id of the caller; undefined without a session. */
  readonly asker: number | undefined;
  /** `next` of the page before. */
  readonly cursor: string | undefined;
  readonly size: number;
}

export interface SubjectKind {
  readonly kind: 'release' | 'hm';
  /** The thing, as far as the asker may know that it is there; undefined: there is none, or not for him. */
  find(client: Querying, id: string, asker: number | undefined): Promise<ShownSubject | undefined>;
  /** The rows of somebody's home page that the asker may see, the newest first. `plan` only where he may see what was picked. */
  rows(context: SocialServices, query: SubjectRowsQuery): Promise<{ readonly items: readonly HomeRow[]; readonly next: string | null }>;
  /** SQL of recently active players: `id` (user id) and `at`, one row each. From records by day, never from all subjects of the kind. */
  readonly makers: string;
  /** What each of these players made last, in a few words, by user id; only what the asker may know. Empty where nothing is said. */
  latest(client: Querying, userIds: readonly number[], asker: number): Promise<ReadonlyMap<number, string>>;
}

/** One line for each kind. */
export const SUBJECT_KINDS: readonly SubjectKind[] = [groupSubject, releaseSubject];

export const subjectKindOf = (kind: SubjectKind['kind']): SubjectKind | undefined => SUBJECT_KINDS.find((each) => each.kind === kind);
