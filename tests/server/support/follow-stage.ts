/** Players who release and follow, beside a stage of matches (sport-stage.ts). */
import { expect } from 'vitest';
import type { ReleaseListModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Client } from './client.ts';
import { releaseBet } from './follow.ts';
import { type DatabaseKind, type SportStage, sportStage } from './sport-stage.ts';

/** `begin` receives the stage before the first test. Matches are on sale as single bets, too. */
export function followStage(home: DatabaseKind, begin: (stage: SportStage) => void) {
  let stage: SportStage;
  const { matches, ...sold } = sportStage(
    home,
    (started) => {
      stage = started;
      begin(started);
    },
    ['jczq', 'jclq', 'bjdc'],
  );
  return {
    ...sold,
    matches: (count: number, match: Parameters<typeof matches>[1] = {}) => matches(count, { singles: ['BRQSPF'], ...match }),
    async player(yuan = 100_000): Promise<Client> {
      const client = await stage.server.client().register();
      await stage.server.grant(client.userId, yuan * 100);
      return client;
    },
    async released(client: Client, ids: readonly string[], wish: Parameters<typeof releaseBet>[3] = {}): Promise<string> {
      const answer = await releaseBet(client, stage.jczq, ids, wish);
      expect(answer, answer.msg).toMatchObject({ status: STATUS.ok });
      return answer.models.releaseId ?? '';
    },
    list: async (client: Client, path = 'queryFDList', query: Record<string, string> = {}) =>
      (await client.get<ReleaseListModels>(`/api/order/${path}`, { size: '50', ...query })).models.items,
  };
}
