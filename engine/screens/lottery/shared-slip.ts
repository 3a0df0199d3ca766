/**
 * One slip under several pages of the same player (two tabs). The slip and the key that it will be sent under lie in storage together, so
 * that two pages that send the same slip send it under one key, and the server places it once and tells both. A page whose slip is not the
 * stored one any more takes the stored one over before it sends anything.
 */
import { v7 } from 'uuid';
import { readSlip, type SlipActor, saveSlip } from '../../machines/bet-slip.ts';
import type { SubmitActor } from '../../machines/submit-lock.ts';
import type { Host } from '../core/contract.ts';

export interface SharedSlip {
  /** Idempotency key of the slip as it stands. Another slip, or another try after a refusal, has another. */
  key(): string;
  /** False when another page changed the slip: the player has been told, and sees that slip now. Ask before anything is sent. */
  isCurrent(): boolean;
}

/** Attaches to actors that are not started yet; from then on what happens to the slip is stored. */
export function shareSlip(host: Pick<Host, 'storage' | 'toast'>, code: string, slip: SlipActor, submit: SubmitActor): SharedSlip {
  const { storage } = host;
  const slipKey = `slip.${code}`;
  const keyKey = `betKey.${code}`;
  let known = storage.get(slipKey);
  let adopting = false;

  const renew = (): string => {
    // Version 7 sorts by time, which is what the server's tables are keyed for.
    const key = v7();
    storage.set(keyKey, key);
    return key;
  };
  const store = (): void => {
    const text = saveSlip(slip.getSnapshot().context);
    if (adopting || text === known) return;
    known = text;
    storage.set(slipKey, text);
    renew();
  };
  slip.subscribe(store);
  // The server's refusal stands under its key for ever.
  submit.subscribe((snapshot) => {
    if (snapshot.matches('refused') && snapshot.context.submission?.key === storage.get(keyKey)) renew();
  });

  return {
    key: () => storage.get(keyKey) ?? renew(),
    isCurrent() {
      const stored = storage.get(slipKey);
      if (stored === known) return true;
      const { lines = [], multiplier = 1 } = readSlip(stored) ?? {};
      known = stored;
      adopting = true;
      slip.send({ type: 'CLEAR' });
      if (lines.length > 0) slip.send({ type: 'ADD', lines: lines.map(({ line }) => line) });
      slip.send({ type: 'MULTIPLIER', value: multiplier });
      adopting = false;
      store();
      host.toast(lines.length > 0 ? '注单已在另一个页面更改，请核对后再投注' : '注单已在另一个页面投注或清空，可到投注记录查看');
      return false;
    },
  };
}
