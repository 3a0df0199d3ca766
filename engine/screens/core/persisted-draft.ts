/**
 * One draft (drafts.ts) of the present player, for the life of the page: the context of a machine is written under the id of
 * its player, and when the player changes, the new player's draft is shown. A visitor who has picked something and then logs in goes on with it.
 */
import { subscribeKey } from 'valtio/utils';
import type { Host } from './contract.ts';
import { draftOwner, readDraft, writeDraft } from './drafts.ts';

export interface PersistedDraft {
  /** What the player left; null: nothing. */
  read(): string | null;
  /** Something may be another than before. */
  changed(): void;
  /** False when another page of the player changed it: that is shown, and is what counts. Ask before anything is sent. */
  current(): boolean;
}

export interface PersistedDraftOptions {
  readonly host: Pick<Host, 'storage' | 'session'>;
  readonly form: string;
  /** Its part of the draft. */
  readonly name: string;
  /** The value to store; null: none. */
  readonly text: () => string | null;
  readonly show: (text: string | null) => void;
  /** A visitor logs in with something of his own, and finds this of an earlier visit. Left out: his own takes its place. */
  readonly join?: (text: string) => void;
  /** It is written so long (ms) after a change, and at once when the page goes: a tap itself writes nothing. Left out: at once. */
  readonly after?: number;
}

/** What the player left in a draft that is not kept yet. */
export const readPersistedDraft = ({ storage, session }: PersistedDraftOptions['host'], form: string, name: string): string | null =>
  readDraft(storage, draftOwner(session), form)[name] ?? null;

export function persistDraft({ host, form, name, text, show, join, after }: PersistedDraftOptions): PersistedDraft {
  const { storage, session } = host;
  const stored = (): string | null => readPersistedDraft(host, form, name);
  let owner = draftOwner(session);
  let known = stored();
  /** The draft at the last write or display: a displayed draft is written when it changes. */
  let seen = known;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let showing = false;

  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const now = text();
    if (now === seen) return;
    known = seen = now;
    writeDraft(storage, owner, form, now === null ? {} : { [name]: now });
  };
  const flush = (): void => {
    if (timer !== undefined) write();
  };
  const put = (): void => {
    showing = true;
    show((known = stored()));
    showing = false;
    seen = text();
  };
  const follow = (): void => {
    const next = draftOwner(session);
    if (next === owner) return;
    // The last tap before a session ends is the player's.
    if (owner !== '') flush();
    const picked = owner === '' && text() !== null;
    owner = next;
    if (!picked) return put();
    const own = seen;
    seen = known = stored();
    // The visitor's own may lie there by now (clearDrafts).
    if (known !== null && known !== own) join?.(known);
    write();
  };
  subscribeKey(session, 'mid', follow);
  globalThis.addEventListener?.('pagehide', flush);

  return {
    read: () => known,
    changed: () => {
      if (showing) return;
      if (after) timer ??= setTimeout(write, after);
      else write();
    },
    current: () => {
      flush();
      if (stored() === known) return true;
      put();
      return false;
    },
  };
}
