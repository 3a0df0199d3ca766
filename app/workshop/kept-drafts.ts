/** Drafts and the open file, for the life of the tab: they survive a change of the file and a reload. Stored in the tab and nowhere else. */

export interface KeptDraft {
  readonly text: string;
  /** Stamp and text of the file that it was begun on; '' for a new one. */
  readonly stamp: string;
  readonly saved: string;
}

const PREFIX = 'workshop.draft.';
/** What the storage does not take (a full one) is still there until the page is left. */
const drafts = new Map<string, KeptDraft>(stored());

function* stored(): Generator<[string, KeptDraft]> {
  if (typeof sessionStorage === 'undefined') return;
  for (let at = 0; at < sessionStorage.length; at += 1) {
    const key = sessionStorage.key(at) ?? '';
    if (!key.startsWith(PREFIX)) continue;
    try {
      yield [key, JSON.parse(sessionStorage.getItem(key) ?? '') as KeptDraft];
    } catch {
      // Somebody else's, or half of one.
    }
  }
}

const keyOf = (desk: string, code: string): string => `${PREFIX}${desk}/${code}`;

export const keptDraft = (desk: string, code: string): KeptDraft | undefined => drafts.get(keyOf(desk, code));

/** Codes of the drafts of a desk. */
export const draftedCodes = (desk: string): readonly string[] =>
  [...drafts.keys()].filter((key) => key.startsWith(keyOf(desk, ''))).map((key) => key.slice(keyOf(desk, '').length));

/** Keys of drafts that are not stored yet. */
const untold = new Set<string>();
/** Drafts are stored after a pause in typing (ms), and before the page is left: storing a hundred kilobytes with every key is slow. */
const PAUSE_MS = 300;
let telling: ReturnType<typeof setTimeout> | undefined;

function tell(): void {
  clearTimeout(telling);
  telling = undefined;
  for (const key of untold) {
    const draft = drafts.get(key);
    try {
      if (draft === undefined) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // A full storage: the map has it.
    }
  }
  untold.clear();
}
if (typeof addEventListener === 'function') addEventListener('pagehide', tell);

/** Keeps a draft, or lets it go when it is undefined. */
export function keepDraft(desk: string, code: string, draft: KeptDraft | undefined): void {
  const key = keyOf(desk, code);
  if (draft === undefined) drafts.delete(key);
  else drafts.set(key, draft);
  untold.add(key);
  clearTimeout(telling);
  telling = setTimeout(tell, PAUSE_MS);
}

const OPEN = 'workshop.open.';

/** Which file of a desk is open. */
export function keepOpen(desk: string, code: string | undefined): void {
  try {
    if (code === undefined) sessionStorage.removeItem(OPEN + desk);
    else sessionStorage.setItem(OPEN + desk, code);
  } catch {
    // A full storage: it is chosen from the list again.
  }
}

export const keptOpen = (desk: string): string | undefined =>
  typeof sessionStorage === 'undefined' ? undefined : (sessionStorage.getItem(OPEN + desk) ?? undefined);
