/** Drafts and the open file, for the life of the tab: they survive a change of the file and a reload. Stored in the tab and nowhere else. */

export interface StoredDraft {
  readonly text: string;
  /** Stamp and text of the file that it was begun on; '' for a new one. */
  readonly stamp: string;
  readonly saved: string;
}

const PREFIX = 'workshop.draft.';
/** What the storage does not take (a full one) is still there until the page is left. */
const drafts = new Map<string, StoredDraft>(readStoredDrafts());

function* readStoredDrafts(): Generator<[string, StoredDraft]> {
  if (typeof sessionStorage === 'undefined') return;
  for (let at = 0; at < sessionStorage.length; at += 1) {
    const key = sessionStorage.key(at) ?? '';
    if (!key.startsWith(PREFIX)) continue;
    try {
      yield [key, JSON.parse(sessionStorage.getItem(key) ?? '') as StoredDraft];
    } catch {
      // Somebody else's, or half of one.
    }
  }
}

const keyOf = (kind: string, code: string): string => `${PREFIX}${kind}/${code}`;

export const storedDraft = (kind: string, code: string): StoredDraft | undefined => drafts.get(keyOf(kind, code));

/** Codes of the drafts of a kind. */
export const codesWithDraft = (kind: string): readonly string[] =>
  [...drafts.keys()].filter((key) => key.startsWith(keyOf(kind, ''))).map((key) => key.slice(keyOf(kind, '').length));

/** Keys of drafts that are not stored yet. */
const unsavedKeys = new Set<string>();
/** Drafts are stored after a pause in typing (ms), and before the page is left: storing a hundred kilobytes with every key is slow. */
const PAUSE_MS = 300;
let saveTimer: ReturnType<typeof setTimeout> | undefined;

function saveDrafts(): void {
  clearTimeout(saveTimer);
  saveTimer = undefined;
  for (const key of unsavedKeys) {
    const draft = drafts.get(key);
    try {
      if (draft === undefined) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // A full storage: the map has it.
    }
  }
  unsavedKeys.clear();
}
if (typeof addEventListener === 'function') addEventListener('pagehide', saveDrafts);

/** Keeps a draft, or lets it go when it is undefined. */
export function storeDraft(kind: string, code: string, draft: StoredDraft | undefined): void {
  const key = keyOf(kind, code);
  if (draft === undefined) drafts.delete(key);
  else drafts.set(key, draft);
  unsavedKeys.add(key);
  clearTimeout(saveTimer);
  saveTimer = setTimeout(saveDrafts, PAUSE_MS);
}

const OPEN = 'workshop.open.';

/** Which file of a kind is open. */
export function storeOpenCode(kind: string, code: string | undefined): void {
  try {
    if (code === undefined) sessionStorage.removeItem(OPEN + kind);
    else sessionStorage.setItem(OPEN + kind, code);
  } catch {
    // A full storage: it is chosen from the list again.
  }
}

export const storedOpenCode = (kind: string): string | undefined =>
  typeof sessionStorage === 'undefined' ? undefined : (sessionStorage.getItem(OPEN + kind) ?? undefined);
