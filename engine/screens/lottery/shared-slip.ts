/**
 * Keeps one slip for all open pages of a player, such as two tabs. Every change of the slip is stored among the player's drafts. Before a page
 * sends anything, it compares its slip with the stored one, and takes over the stored one if they differ. The idempotency key is shared too
 * (engine/drivers/submissions.ts), so two pages that send the same slip at once place it once. Each player has a slip of their own.
 */
import { readSlip, type SlipActor, type SlipState, saveSlip } from '../../machines/bet-slip.ts';
import type { Host } from '../core/contract.ts';
import { boardDraftName } from '../core/drafts.ts';
import { persistDraft } from '../core/persisted-draft.ts';

export interface TabSyncedSlip {
  /** To be called before anything is sent. False if another page has changed the slip: a toast says so, and this page shows the changed slip. */
  isCurrent(): boolean;
}

/**
 * Attaches to a slip actor that is not started yet, and stores every change from then on. `check` is called after stored lines were added,
 * because any version of the game may have made them.
 */
export function syncSlipBetweenTabs(host: Host, code: string, slip: SlipActor, check: () => void): TabSyncedSlip {
  const context = () => slip.getSnapshot().context;
  const add = (text: string | null): SlipState | undefined => {
    const left = readSlip(text);
    if (left?.lines.length)
      slip.send({ type: 'ADD', lines: left.lines.map(({ line }) => line), terms: left.lines.map(({ terms }) => terms) });
    check();
    return left;
  };
  const draft = persistDraft({
    host,
    form: boardDraftName(code, 'slip'),
    name: 'slip',
    text: () => (context().lines.length > 0 || context().multiplier > 1 ? saveSlip(context()) : null),
    show: (text) => {
      slip.send({ type: 'CLEAR' });
      slip.send({ type: 'MULTIPLIER', value: add(text)?.multiplier ?? 1 });
    },
    // The slip has both the lines that a visitor has just picked and those of the player's earlier visit.
    join: (text) => {
      const left = add(text);
      const { multiplier } = context();
      if (left?.lines.length) host.toast(`已加入上次的号码${left.multiplier === multiplier ? '' : `，整单 ${multiplier} 倍`}`);
    },
  });
  slip.subscribe(draft.changed);
  return {
    isCurrent() {
      if (draft.current()) return true;
      host.toast(
        context().lines.length > 0 ? '投注单已在另一个页面更改，请核对后再投注' : '投注单已在另一个页面投注或清空，可到投注记录查看',
      );
      return false;
    },
  };
}
