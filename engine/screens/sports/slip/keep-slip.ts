/**
 * Stores the passes and the multiplier of a sports slip beside its picks (core/persisted-draft.ts). They belong to the player and survive a
 * reload. A visitor keeps them after logging in.
 */
import { type MatchSlipContext, saveMatchSlip } from '../../../machines/match-slip.ts';
import type { Host } from '../../core/contract.ts';
import { boardDraftName } from '../../core/drafts.ts';
import { persistDraft } from '../../core/persisted-draft.ts';

export interface PersistedMatchSlip {
  read(): string | null;
  /** To be called after every event that may have changed the slip. */
  changed(): void;
}

export interface PersistedMatchSlipOptions {
  readonly host: Pick<Host, 'storage' | 'session'>;
  readonly code: string;
  readonly slip: () => MatchSlipContext;
  /** Shows the stored slip of another player; null: that player has none. */
  readonly show: (text: string | null) => void;
}

export function persistMatchSlip({ host, code, slip, show }: PersistedMatchSlipOptions): PersistedMatchSlip {
  return persistDraft({ host, form: boardDraftName(code, 'slip'), name: 'slip', text: () => saveMatchSlip(slip()), show });
}
