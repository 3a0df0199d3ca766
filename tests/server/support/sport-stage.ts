/** A server that sells matches which the tests put down, on the embedded database or on PostgreSQL; each step of settlement is the test's own. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { SportOrderModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { retryQuarantinedSportOrder, takeSportSettlementStep } from '../../../server/sports/bets/settle.ts';
import type { SportVersion } from '../../../server/sports/versions.ts';
import { inDeepRing } from '../../engine/rules/support/runs.ts';
import type { Client } from './client.ts';
import { startWithSchema, type TestPostgres } from './postgres.ts';
import { copyGames, expectBooksInOrder, startServer, temporaryFolder, type TestServer } from './server.ts';
import { addMatch, addSports, sportOf } from './sports.ts';

export type DatabaseKind = 'PGlite' | 'PostgreSQL';
/** Where the data is, for `describe.each`: both in the deep ring, the embedded database in ring one. */
export const databaseKinds = (): readonly DatabaseKind[] => (inDeepRing() ? ['PGlite', 'PostgreSQL'] : ['PGlite']);

export interface SportStage {
  readonly server: TestServer;
  readonly context: Services;
  readonly jczq: SportVersion;
}

/** `begin` receives the stage before the first test. `only`: sports of the repository, by default all. */
export function sportStage(home: DatabaseKind, begin: (stage: SportStage) => void, only?: readonly string[]) {
  let postgres: TestPostgres | undefined;
  let server: TestServer;
  let context: Services;
  beforeAll(async () => {
    const gamesDir = copyGames(temporaryFolder());
    addSports(gamesDir, only);
    if (home === 'PostgreSQL') postgres = await startWithSchema();
    server = await startServer({ clockSpeed: 1, role: 'web', gamesDir, ...(postgres === undefined ? {} : { databaseUrl: postgres.url }) });
    context = server.context;
    begin({ server, context, jczq: sportOf(context.sports, 'jczq') });
  });
  afterEach(() => expectBooksInOrder(context.database));
  afterAll(async () => {
    await server?.stop();
    await postgres?.stop();
  });

  const ask = async <R>(text: string, values: readonly unknown[] = []) => (await context.database.query<R>(text, values)).rows;
  let made = 0;
  return {
    ask,
    /** Adds `count` matches on sale and returns their ids. */
    async matches(count: number, match: Partial<Parameters<typeof addMatch>[1]> = {}): Promise<string[]> {
      const ids = Array.from({ length: count }, () => `m${(made += 1)}`);
      for (const id of ids) await addMatch(context.database, { id, ...match });
      return ids;
    },
    async settle(): Promise<void> {
      while ((await takeSportSettlementStep(context)) !== undefined);
      while (await retryQuarantinedSportOrder(context));
    },
    balance: async ({ userId }: Client): Promise<number> =>
      (await ask<{ balance_fen: number }>('SELECT balance_fen FROM wallets WHERE user_id = $1', [userId]))[0]?.balance_fen ?? 0,
  };
}

/** The detail of an order, as its player reads it. */
export async function sportOrder(player: Client, orderId: string): Promise<SportOrderModels> {
  const answer = await player.get<SportOrderModels>('/api/order/detail', { orderId });
  expect(answer).toMatchObject({ status: STATUS.ok });
  return answer.models;
}
