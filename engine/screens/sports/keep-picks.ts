/**
 * What is picked on a list of matches, kept on the phone: it survives a reload, belongs to the player who picked it, and is there
 * after his next login (core/drafts.ts). A visitor who picks and then logs in goes on with his picks.
 */
import { type MatchPicks, readPicks, savePicks } from '../../machines/picked-matches.ts';
import type { Host } from '../core/contract.ts';
import { boardForm } from '../core/drafts.ts';
import { keepDraft } from '../core/kept-draft.ts';

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
  const kept = keepDraft({
    host,
    form: boardForm(code),
    name: 'picks',
    text: () => savePicks(picks()),
    show: (text) => show(readPicks(text) ?? null),
    after: 200,
  });
  return { ...kept, read: () => readPicks(kept.read()) };
}
