/**
 * What is picked on a list of matches, kept on the phone: it survives a reload, belongs to the player who picked it, and is there
 * after his next login (core/drafts.ts). A visitor who picks and then logs in goes on with his picks.
 */
import { subscribeKey } from 'valtio/utils';
import { type MatchPicks, readPicks, savePicks } from '../../machines/picked-matches.ts';
import type { Host } from '../core/contract.ts';
import { boardForm, playerOf, readDraft, writeDraft } from '../core/drafts.ts';

/** Picks are written this long (ms) after a tap, and at once when the page goes: a tap itself writes nothing. */
const WRITE_MS = 200;

export interface KeptPicks {
  /** What the player left. */
  read(): MatchPicks | undefined;
  /** Something may be another than before. */
  changed(): void;
  /** False when another page of the player changed the picks: they are shown, and are those that count. Ask before anything is sent. */
  current(): boolean;
}

export interface PicksKeeper {
  readonly host: Pick<Host, 'storage' | 'session'>;
  readonly code: string;
  readonly picks: () => MatchPicks;
  /** Another player's picks are to be shown; null: none. */
  readonly show: (picks: MatchPicks | null) => void;
}

export function keepPicks({ host, code, picks, show }: PicksKeeper): KeptPicks {
  const { storage, session } = host;
  const form = boardForm(code);
  const player = (): string => playerOf(session);
  let owner = player();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known: string | null = readDraft(storage, owner, form).picks ?? null;

  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = savePicks(picks());
    if (text === known) return;
    known = text;
    writeDraft(storage, owner, form, text === null ? {} : { picks: text });
  };
  if (typeof addEventListener === 'function') addEventListener('pagehide', () => timer !== undefined && write());

  const follow = (): void => {
    const next = player();
    if (next === owner) return;
    const picked = owner === '' && savePicks(picks()) !== null;
    // The last tap before a session ends.
    if (owner !== '' && timer !== undefined) write();
    clearTimeout(timer);
    timer = undefined;
    owner = next;
    known = readDraft(storage, owner, form).picks ?? null;
    if (picked) write();
    else show(readPicks(known) ?? null);
  };
  subscribeKey(session, 'mid', follow);
  subscribeKey(session, 'loggedIn', follow);

  return {
    read: () => readPicks(known),
    changed: () => {
      timer ??= setTimeout(write, WRITE_MS);
    },
    current: () => {
      if (timer !== undefined) write();
      const stored = readDraft(storage, owner, form).picks ?? null;
      if (stored === known) return true;
      known = stored;
      show(readPicks(stored) ?? null);
      return false;
    },
  };
}
