/**
 * Tells the outcome of a slip that is not before the player, in a sheet over whatever page he is on; app/descriptions/screens/bet-outcome.json has its words:
 * he left while it was sent, or another page of his went away with it.
 */
import { formatMoney } from '../../engine/descriptions/format.ts';
import type { Clock } from '../../engine/drivers/timers.ts';
import { LOST_STATUS } from '../../engine/machines/submission.ts';
import type { Host } from '../../engine/screens/core/contract.ts';
import type { NewsSheet } from './ui.ts';

/** While something is in the way, look again this often (ms). */
export const OUTCOME_RETRY_MS = 600;
const SCREEN = 'bet-outcome';

export interface OutcomeDependencies {
  readonly host: Pick<Host, 'gameCalls' | 'index'>;
  readonly clock: Clock;
  /** A draw is being played, something is being typed, or another sheet is open. */
  readonly busy: () => boolean;
  readonly show: (news: NewsSheet) => void;
}

export const createOutcomeTeller =
  ({ host, clock, busy, show }: OutcomeDependencies): NonNullable<Host['tellOutcome']> =>
  (gameCode, submission, still) => {
    const look = (): void => {
      if (!still()) return;
      if (busy()) return void clock.after(OUTCOME_RETRY_MS, look);
      const { context } = submission.getSnapshot();
      const { answer, refusal } = context;
      const answerFields = (answer ?? {}) as Readonly<Record<string, unknown>>;
      const offer = context.submission?.call === host.gameCalls.groupBuy;
      const params = Object.entries(answerFields).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : typeof value === 'number' && name.endsWith('Fen') ? [[name, formatMoney(value)]] : [],
      );
      show({
        screen: SCREEN,
        params: {
          ...Object.fromEntries(params),
          gameCode,
          gameName: host.index.current.games.find(({ code }) => code === gameCode)?.name ?? '',
          ...(offer ? { offer: '1' } : {}),
          ...(refusal ? { refused: refusal.status === LOST_STATUS ? 'lost' : 'refused', reason: refusal.msg } : {}),
        },
      });
      submission.send({ type: 'DISMISS' });
    };
    look();
  };
