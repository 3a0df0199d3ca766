/** Drafts as long as the tab lives: whoever looks at another file, or loads the page again, finds what he wrote. Kept in the tab and nowhere else. */

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

/** Keeps a draft, or lets it go when it is undefined. */
export function keepDraft(desk: string, code: string, draft: KeptDraft | undefined): void {
  const key = keyOf(desk, code);
  try {
    if (draft === undefined) {
      drafts.delete(key);
      sessionStorage.removeItem(key);
    } else {
      drafts.set(key, draft);
      sessionStorage.setItem(key, JSON.stringify(draft));
    }
  } catch {
    // A full storage: the map has it.
  }
}
