/**
 * Passes and multiplier of a sports slip, kept beside its picks (keep-picks.ts): they belong to the player, survive a reload, and a visitor
 * who logs in goes on with them.
 */
import { subscribeKey } from 'valtio/utils';
import { type MatchSlipContext, saveMatchSlip } from '../../../machines/match-slip.ts';
import type { Host } from '../../core/contract.ts';
import { boardForm, playerOf, readDraft, writeDraft } from '../../core/drafts.ts';

export interface KeptSlip {
  read(): string | null;
  /** Something may be another than before. */
  changed(): void;
}

export interface SlipKeeper {
  readonly host: Pick<Host, 'storage' | 'session'>;
  readonly code: string;
  readonly slip: () => MatchSlipContext;
  /** Another player's slip is to be shown; null: an untouched one. */
  readonly show: (text: string | null) => void;
}

export function keepSlip({ host, code, slip, show }: SlipKeeper): KeptSlip {
  const { storage, session } = host;
  const form = boardForm(code, 'slip');
  const player = (): string => playerOf(session);
  let owner = player();
  let known: string | null = readDraft(storage, owner, form).slip ?? null;

  const write = (): void => {
    const text = saveMatchSlip(slip());
    if (text === known) return;
    known = text;
    writeDraft(storage, owner, form, text === null ? {} : { slip: text });
  };
  const follow = (): void => {
    const next = player();
    if (next === owner) return;
    const chosen = owner === '' && saveMatchSlip(slip()) !== null;
    owner = next;
    known = readDraft(storage, owner, form).slip ?? null;
    if (chosen) write();
    else show(known);
  };
  subscribeKey(session, 'mid', follow);
  subscribeKey(session, 'loggedIn', follow);
  return { read: () => known, changed: write };
}
