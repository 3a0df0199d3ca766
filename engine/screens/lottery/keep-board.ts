/**
 * Keeps what is picked on a game's board for the player who picked it: over a reload, other pages, a dead server. It lies among the
 * player's drafts (core/drafts.ts), so it is there after the next login; a visitor's goes with him when he logs in.
 */
import { subscribeKey } from 'valtio/utils';
import { type BoardState, readBoard, saveBoard } from '../../machines/held-picks.ts';
import type { Host } from '../core/contract.ts';
import { boardForm, playerOf, readDraft, writeDraft } from '../core/drafts.ts';

/** Picks are written this long (ms) after a tap, and at once when the page goes: a tap itself writes nothing. */
const WRITE_MS = 500;

export interface KeptBoard {
  /** What the player left on the board. */
  read(): BoardState | undefined;
  /** Something on the board may be another than before. */
  changed(): void;
}

export interface BoardKeeper {
  readonly host: Pick<Host, 'storage' | 'session'>;
  readonly code: string;
  /** The board as it is now. */
  readonly board: () => BoardState;
  /** Another player's board is to be shown; undefined: an empty one. */
  readonly show: (board: BoardState | undefined) => void;
}

export function keepBoard({ host, code, board, show }: BoardKeeper): KeptBoard {
  const { storage, session } = host;
  const form = boardForm(code);
  const player = (): string => playerOf(session);
  let owner = player();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known: string | null = readDraft(storage, owner, form).board ?? null;

  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = saveBoard(board());
    if (text === known) return;
    known = text;
    writeDraft(storage, owner, form, text === null ? {} : { board: text });
  };
  const leave = (): void => {
    if (timer !== undefined) write();
  };
  if (typeof addEventListener === 'function') addEventListener('pagehide', leave);

  const follow = (): void => {
    const next = player();
    if (next === owner) return;
    const visitor = owner === '';
    const picked = visitor && saveBoard(board()) !== null;
    // The last tap before a session ends.
    if (owner !== '' && timer !== undefined) write();
    clearTimeout(timer);
    timer = undefined;
    owner = next;
    known = readDraft(storage, owner, form).board ?? null;
    // Who picks and then logs in goes on with what he picked.
    if (picked) write();
    else show(readBoard(known));
  };
  subscribeKey(session, 'mid', follow);
  subscribeKey(session, 'loggedIn', follow);

  return {
    read: () => readBoard(known),
    changed: () => {
      timer ??= setTimeout(write, WRITE_MS);
    },
  };
}
