/** Does what the submit lock asks for: writes the key down, sends, and asks what became of a request in doubt. */
import type { SubmitActor } from '../../machines/submit-lock.ts';
import type { Host } from '../core/contract.ts';
import type { Outcome } from './calls.ts';

/** Wait before asking again, ms: quick at first, as most doubts clear within seconds, then sparing. */
const ASK_AFTER_MS = [1000, 2000, 4000, 8000, 15_000] as const;

export interface SubmitDriver {
  readonly host: Host;
  readonly submit: SubmitActor;
  readonly storageKey: string;
  /** Called once when a submission is known to have been accepted. */
  readonly onPlaced: () => void;
}

/** Attaches to an actor that is not started yet. */
export function driveSubmit({ host, submit, storageKey, onPlaced }: SubmitDriver): void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (asked: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => submit.send({ type: 'ASK' }), ASK_AFTER_MS[Math.min(asked, ASK_AFTER_MS.length - 1)]);
  };

  const ask = async (key: string, asked: number) => {
    // Only the account that sent it can ask.
    if (!host.session.loggedIn) return later(asked);
    const result = await host.call<Outcome>(host.gameCalls.outcome, { key }, { quiet: true });
    // The lock may have moved on meanwhile (the first answer came after all).
    if (submit.getSnapshot().context.submission?.key !== key || !submit.getSnapshot().matches('doubt')) return;
    if (!result.ok) return later(asked);
    const { state, answer } = result.models;
    if (state === 'unknown' || !answer) submit.send({ type: 'LOST' });
    else if (answer.status === 0) submit.send({ type: 'LANDED', answer: answer.models });
    else submit.send({ type: 'REFUSED', refusal: { status: answer.status, msg: answer.msg } });
  };

  submit.on('effect', (effect) => {
    switch (effect.effect) {
      case 'store':
        return host.storage.set(storageKey, JSON.stringify(effect.submission));
      case 'forget':
        return host.storage.remove(storageKey);
      case 'busy':
        return host.toast('正在提交，请稍候');
      case 'send': {
        const { key, params } = effect.submission;
        void host.call<unknown>(host.gameCalls.bet, params, { method: 'POST', idempotencyKey: key }).then(
          (result) => {
            if (submit.getSnapshot().context.submission?.key !== key) return;
            if (result.ok) submit.send({ type: 'ACCEPTED', answer: result.models });
            else if (result.inDoubt) submit.send({ type: 'DOUBT' });
            else submit.send({ type: 'REFUSED', refusal: { status: result.status, msg: result.msg } });
          },
          // A call that throws says nothing about what the server did.
          () => submit.send({ type: 'DOUBT' }),
        );
        return;
      }
      case 'ask':
        clearTimeout(timer);
        void ask(effect.key, effect.asked).catch(() => later(effect.asked));
    }
  });
  let placed: unknown = null;
  submit.subscribe((snapshot) => {
    if (snapshot.matches('accepted') && snapshot.context.submission && placed !== snapshot.context.submission) {
      placed = snapshot.context.submission;
      onPlaced();
    }
  });
}
