/**
 * Plays whose answer is there and whose verdict is not told yet: a page that is closed while reels still turn knows the play no more by its
 * key, since its outcome is known. They lie with the player's drafts: under his id, and gone with the logout.
 */
import type { Host } from '../core/contract.ts';
import { playerOf, readDraft, writeDraft } from '../core/drafts.ts';
import type { Played } from './answers.ts';

type Where = Pick<Host, 'storage' | 'session'>;
const formOf = (game: string): string => `play/${game}`;

/** Call before anything of it is shown. */
export function keepUnseen({ storage, session }: Where, played: Played): void {
  writeDraft(storage, playerOf(session), formOf(played.gameCode), { played: JSON.stringify(played) });
}

/** Its verdict has been shown. */
export function forgetUnseen({ storage, session }: Where, game: string): void {
  writeDraft(storage, playerOf(session), formOf(game), {});
}

/** The play that was being shown when its page went away; undefined: there is none, or what lies there cannot be read. */
export function unseenPlay({ storage, session }: Where, game: string): Played | undefined {
  try {
    const kept = JSON.parse(readDraft(storage, playerOf(session), formOf(game)).played ?? 'null') as Played | null;
    return kept !== null && kept.gameCode === game && Array.isArray(kept.book) && Array.isArray(kept.bets) ? kept : undefined;
  } catch {
    return undefined;
  }
}
