/**
 * Passes and multiplier of a sports slip, kept beside its picks (core/persisted-draft.ts): they belong to the player, survive a reload, and a visitor
 * who logs in goes on with them.
 */
import { type MatchSlipContext, saveMatchSlip } from '../../../machines/match-slip.ts';
import type { Host } from '../../core/contract.ts';
import { boardDraftName } from '../../core/drafts.ts';
import { persistDraft } from '../../core/persisted-draft.ts';

export interface PersistedSlip {
  read(): string | null;
  /** Something may be another than before. */
  changed(): void;
}

export interface PersistedSlipOptions {
  readonly host: Pick<Host, 'storage' | 'session'>;
  readonly code: string;
  readonly slip: () => MatchSlipContext;
  /** Another player's slip is to be shown; null: an untouched one. */
  readonly show: (text: string | null) => void;
}

export function persistSlip({ host, code, slip, show }: PersistedSlipOptions): PersistedSlip {
  return persistDraft({ host, form: boardDraftName(code, 'slip'), name: 'slip', text: () => saveMatchSlip(slip()), show });
}
