/**
 * Input of a player in forms and on boards that is not sent yet. A draft belongs to the player who made it: it lies under that
 * player's id, the next one on the phone does not find it, and a session that runs out leaves it for the next login. A logout by hand
 * removes forms, which may hold name and card, and leaves picks. A login removes the visitor's forms and takes over the picks,
 * because the player logs in to bet them. Secret fields are never written: the caller leaves them out.
 */
import type { KeyValueStore } from './contract.ts';

export type Draft = Readonly<Record<string, string>>;
type Drafts = Readonly<Record<string, Draft>>;

const VISITOR = 'visitor';
const itemOf = (mid: string): string => `drafts.${mid || VISITOR}`;

/** Under whose id drafts lie: '' for the visitor. */
export const draftOwner = ({ loggedIn, mid }: { readonly loggedIn: boolean; readonly mid: string }): string => (loggedIn ? mid : '');

/** A player's draft of one form, '' for the visitor's; empty when there is none, or when what lies there cannot be read. */
export function readDraft(storage: KeyValueStore, mid: string, form: string): Draft {
  const drafts = readDrafts(storage, mid);
  return Object.hasOwn(drafts, form) ? (drafts[form] as Draft) : {};
}

/** Keeps a draft; an empty one is forgotten. */
export function writeDraft(storage: KeyValueStore, mid: string, form: string, draft: Draft): void {
  const { [form]: _, ...others } = readDrafts(storage, mid);
  const drafts = Object.keys(draft).length > 0 ? { ...others, [form]: draft } : others;
  if (Object.keys(drafts).length === 0) storage.remove(itemOf(mid));
  else storage.set(itemOf(mid), JSON.stringify(drafts));
}

const BOARDS = 'board/';

/** The form that the picks of a game's board lie under, and what was typed for one of its plays. */
export const boardDraftName = (game: string, play?: string): string => `${BOARDS}${game}${play === undefined ? '' : `/${play}`}`;

/**
 * Removes drafts other than picks: `mid` logs out by hand, then `next` is the same, or the visitor, '', logs in as `next` and gets the
 * visitor's boards where `next` has none.
 */
export function clearDrafts(storage: KeyValueStore, mid: string, next: string): void {
  const boards = Object.entries(readDrafts(storage, mid)).filter(([form]) => form.startsWith(BOARDS));
  storage.remove(itemOf(mid));
  for (const [form, draft] of boards) if (Object.keys(readDraft(storage, next, form)).length === 0) writeDraft(storage, next, form, draft);
}

/** All drafts of a player by form; none where they cannot be read. */
export function readDrafts(storage: KeyValueStore, mid: string): Drafts {
  try {
    const read: unknown = JSON.parse(storage.get(itemOf(mid)) ?? '{}');
    if (typeof read !== 'object' || read === null) return {};
    return Object.fromEntries(Object.entries(read).filter((entry): entry is [string, Draft] => isDraft(entry[1])));
  } catch {
    return {};
  }
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string');
}
