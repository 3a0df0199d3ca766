/**
 * One slip under several pages of the same player (two tabs), kept among his drafts: what happens to it is stored, and a page whose slip is
 * not the stored one any more takes the stored one over before it sends anything. The key that it is sent under is shared too
 * (engine/drivers/submissions.ts), so two pages that send the same slip at once place it once. Another player finds his own slip.
 */
import { readSlip, type SlipActor, type SlipState, saveSlip } from '../../machines/bet-slip.ts';
import type { Host } from '../core/contract.ts';
import { boardDraftName } from '../core/drafts.ts';
import { persistDraft } from '../core/persisted-draft.ts';

export interface SharedSlip {
  /** False when another page changed the slip: a toast says so, and the slip is that one now. Ask before anything is sent. */
  isCurrent(): boolean;
}

/** Attaches to an actor that is not started yet; from then on what happens to the slip is stored. `check`: lines were put there that any version made. */
export function shareSlip(host: Host, code: string, slip: SlipActor, check: () => void): SharedSlip {
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
    // Both are kept: what he has just picked, and what he picked before he was logged out.
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
