/**
 * One slip under several pages of the same player (two tabs): what happens to it is stored, and a page whose slip is not the stored one any
 * more takes the stored one over before it sends anything. The key that it is sent under is shared too (engine/drivers/submissions.ts), so
 * two pages that send the same slip at once place it once.
 */
import type { Line } from '../../descriptions/types.ts';
import type { LineTerms } from '../../rules/line-terms.ts';
import { readSlip, type SlipActor, saveSlip } from '../../machines/bet-slip.ts';
import type { Host } from '../core/contract.ts';

export interface SharedSlip {
  /** False when another page changed the slip: a toast says so, and the slip is that one now. Ask before anything is sent. */
  isCurrent(): boolean;
}

/** Attaches to an actor that is not started yet; from then on what happens to the slip is stored. `terms`: what this page shows of a line. */
export function shareSlip(
  host: Pick<Host, 'storage' | 'toast'>,
  code: string,
  slip: SlipActor,
  terms: (lines: readonly Line[]) => readonly LineTerms[],
): SharedSlip {
  const { storage } = host;
  const slipKey = `slip.${code}`;
  let known = storage.get(slipKey);
  let adopting = false;

  const store = (): void => {
    const text = saveSlip(slip.getSnapshot().context);
    if (adopting || text === known) return;
    known = text;
    storage.set(slipKey, text);
  };
  slip.subscribe(store);

  return {
    isCurrent() {
      const stored = storage.get(slipKey);
      if (stored === known) return true;
      const { lines: others = [], multiplier = 1 } = readSlip(stored) ?? {};
      const lines = others.map(({ line }) => line);
      known = stored;
      adopting = true;
      slip.send({ type: 'CLEAR' });
      if (lines.length > 0) slip.send({ type: 'ADD', lines, terms: terms(lines) });
      slip.send({ type: 'MULTIPLIER', value: multiplier });
      adopting = false;
      store();
      host.toast(lines.length > 0 ? '投注单已在另一个页面更改，请核对后再投注' : '投注单已在另一个页面投注或清空，可到投注记录查看');
      return false;
    },
  };
}
