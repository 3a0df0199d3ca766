/** Players that bet all the time through several processes, remember the answers, and look up bets without an answer. */
import { randomUUID } from 'node:crypto';
import type { BetModels, OrderListModels, OutcomeModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { Client } from '../../server/support/client.ts';
import { waitFor } from '../../server/support/server.ts';
import { publishedGameOf, singleBet } from '../../server/support/tickets.ts';

export interface Load {
  /** Bets that the server said it took. */
  accepted(): number;
  /** Bets whose outcome no player knows. */
  inDoubt(): number;
  /** Answers by HTTP status; 0 for a connection that broke. */
  readonly answers: Map<number, number>;
  /** Bets no more; resolved when every player has his last answer. */
  end(): Promise<void>;
  /** Asks about each bet in doubt until the server says, then compares with the lists of orders: lost and doubled bets. */
  settle(): Promise<{ readonly lost: number; readonly doubled: number }>;
}

export async function startLoad(bases: readonly string[], players: number): Promise<Load> {
  const version = await publishedGameOf(bases[0] as string, 'jlffc');
  const answers = new Map<number, number>();
  let open = true;
  const people = await Promise.all(
    Array.from({ length: players }, async (_, at) => ({
      client: await new Client(bases[at % bases.length] as string).register(),
      accepted: new Set<string>(),
      doubt: new Set<string>(),
    })),
  );
  const betting = people.map(async ({ client, accepted, doubt }, at) => {
    for (let n = 0; open; n += 1) {
      const key = randomUUID();
      doubt.add(key);
      const via = client.twin(bases[(at + n) % bases.length]);
      const answer = await via.bet({ ...singleBet(version, n), key }).catch(() => undefined);
      const http = answer?.http ?? 0;
      answers.set(http, (answers.get(http) ?? 0) + 1);
      // 503 is doubt as well: it may have been done.
      if (answer === undefined || answer.status === STATUS.unavailable || answer.status === STATUS.internal) continue;
      doubt.delete(key);
      if (answer.status === STATUS.ok) accepted.add(answer.models.orderId as string);
    }
  });
  const sum = (count: (person: (typeof people)[number]) => number) => people.reduce((total, person) => total + count(person), 0);
  return {
    accepted: () => sum(({ accepted }) => accepted.size),
    inDoubt: () => sum(({ doubt }) => doubt.size),
    answers,
    async end() {
      open = false;
      await Promise.all(betting);
    },
    async settle() {
      let lost = 0;
      let doubled = 0;
      for (const { client, accepted, doubt } of people) {
        for (const key of doubt) {
          const models = await waitFor('an answer about a bet in doubt', async () => {
            const answer = await client.get<OutcomeModels>('/api/order/outcome', { key }).catch(() => undefined);
            return answer?.status === STATUS.ok ? answer.models : undefined;
          });
          if (models.state === 'done' && models.answer?.status === STATUS.ok)
            accepted.add((models.answer.models as BetModels).orderId as string);
        }
        doubt.clear();
        const listed: string[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const { models }: { models: OrderListModels } = await client.get<OrderListModels>('/api/order/list', { size: '50', cursor });
          listed.push(...models.items.map(({ orderId }) => orderId));
          cursor = models.next;
        }
        lost += [...accepted].filter((id) => !listed.includes(id)).length;
        doubled += listed.filter((id) => !accepted.has(id)).length;
      }
      return { lost, doubled };
    },
  };
}
