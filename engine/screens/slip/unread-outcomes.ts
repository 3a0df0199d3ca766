/**
 * Receipts of slips that a page could not finish: the key of the bet lies with the player's drafts, under his id, and gone with the logout.
 * `read`: a slip has shown the receipt.
 */
import type { Host } from '../core/contract.ts';
import { draftOwner, readDrafts } from '../core/drafts.ts';
import { slipScope } from './calls.ts';

const PREFIX = `accepted/${slipScope('')}`;

/** Name of the draft with the receipt of a game's slip. */
export const receiptDraftName = (code: string): string => PREFIX + code;

/** Codes of the games whose last receipt no page has shown yet. */
export function unreadReceipts({ storage, session }: Pick<Host, 'storage' | 'session'>): string[] {
  return Object.entries(readDrafts(storage, draftOwner(session))).flatMap(([form, { key, read }]) =>
    form.startsWith(PREFIX) && key !== undefined && read === undefined ? [form.slice(PREFIX.length)] : [],
  );
}
