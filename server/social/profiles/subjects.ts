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
  /** The release or group order; undefined if it does not exist, or the player `asker` may not see it. */
  find(client: Querying, id: string, asker: number | undefined): Promise<ShownSubject | undefined>;
  /** The rows of a player's home page that `asker` may see, the newest first. A row has `plan` only if `asker` may see the picks. */
  rows(context: SocialServices, query: SubjectRowsQuery): Promise<{ readonly items: readonly HomeRow[]; readonly next: string | null }>;
  /** SQL of recently active players: `id` (user id) and `at`, one row each. From records by day, never from all subjects of the kind. */
  readonly makers: string;
  /** The latest item of each of these players in a few words, by user id, as far as everybody may see it. A player without one is left out. */
  latest(client: Querying, userIds: readonly number[], asker: number): Promise<ReadonlyMap<number, string>>;
}

/** One line for each kind. */
export const SUBJECT_KINDS: readonly SubjectKind[] = [groupSubject, releaseSubject];

export const subjectKindOf = (kind: SubjectKind['kind']): SubjectKind | undefined => SUBJECT_KINDS.find((each) => each.kind === kind);
