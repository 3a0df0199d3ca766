/**
 * Plays whose answer is there and whose verdict is not told yet: a page that is closed while reels still turn knows the play no more by its
 * key, since its outcome is known. They lie with the player's drafts: under his id, and gone with the logout.
 */
import type { Host } from '../core/contract.ts';
import { draftOwner, readDraft, writeDraft } from '../core/drafts.ts';
import type { Played } from './answers.ts';

type Where = Pick<Host, 'storage' | 'session'>;
const formOf = (game: string): string => `play/${game}`;

/** Call before anything of it is shown. */
export function storeUnacknowledged({ storage, session }: Where, played: Played): void {
  writeDraft(storage, draftOwner(session), formOf(played.gameCode), { played: JSON.stringify(played) });
}

/** Its verdict has been shown. */
export function clearUnacknowledged({ storage, session }: Where, game: string): void {
  writeDraft(storage, draftOwner(session), formOf(game), {});
}

/** The play that was being shown when its page went away; undefined: there is none, or what lies there cannot be read. */
export function unacknowledgedPlay({ storage, session }: Where, game: string): Played | undefined {
  try {
    const stored = JSON.parse(readDraft(storage, draftOwner(session), formOf(game)).played ?? 'null') as Played | null;
    return stored !== null && stored.gameCode === game && Array.isArray(stored.book) && Array.isArray(stored.bets) ? stored : undefined;
  } catch {
    return undefined;
  }
}
