/**
 * Good fields for every call of the table, for a player who has an order and may chase. A call whose example needs something that has to be
 * there gets it here; a call that answers anything but success with its sample fails the test of the table (calls.test.ts), so a new call
 * brings its sample along.
 */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ChaseIssuesModels } from '../../../protocol/calls.ts';
import { asTexts } from '../../../protocol/calls/define.ts';
import type { Row } from '../../../protocol/calls/table.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Client } from './client.ts';
import type { TestServer } from './server.ts';
import { game, simple } from './tickets.ts';

export interface World {
  readonly server: TestServer;
  /** Signed in; what the samples need belongs to him. */
  readonly owner: Client;
  /** An order of his. */
  readonly orderId: string;
}

/** A chase of its own, all of whose issues can still be cancelled. */
async function newChase({ server, owner }: World): Promise<string> {
  const { items } = (await owner.get<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode: 'jlffc' })).models;
  const chase = items.slice(2, 4).map(({ issue }) => ({ issue, multiplier: 1 }));
  const placed = await owner.bet({ ...simple(game(server, 'jlffc')), amountFen: 400, chase: JSON.stringify(chase) });
  expect(placed.status).toBe(STATUS.ok);
  return placed.models.chaseId as string;
}

/** Another session of the owner, opened behind his back: by its id. */
async function newSession({ server, owner }: World): Promise<string> {
  await server.context.sessions.open(owner.userId, { address: '192.0.2.1', agent: 'test' });
  const [newest] = (await server.context.sessions.list(owner.userId, owner.token)).filter(({ current }) => !current);
  return newest?.id ?? '';
}

/** By path, over the fields of the example. */
const PREPARED: Readonly<Record<string, (world: World) => Promise<Readonly<Record<string, unknown>>>>> = {
  '/api/webregist': async () => ({ username: `u${randomUUID().slice(0, 8)}` }),
  '/api/webregist2/postwebregist': async () => ({ username: `u${randomUUID().slice(0, 8)}` }),
  '/api/account/weblogin': async () => ({ username: 'demo', password: 'demo1234' }),
  '/api/order/detail': async ({ orderId }) => ({ orderId }),
  '/api/Order/ChaseDetail': async (world) => ({ chaseId: await newChase(world) }),
  '/api/Order/CancelChase': async (world) => ({ chaseId: await newChase(world) }),
  '/api/order/outcome': async () => ({ key: randomUUID() }),
  '/api/UserCenter/EndSession': async (world) => ({ sessionId: await newSession(world) }),
  '/api/lotteryresult/Detail': async ({ owner }) => {
    const { models } = await owner.get<{ items: { issue: string }[] }>('/api/lotteryresult/list', { gameCode: 'ssq', size: '1' });
    return { gameCode: 'ssq', issue: models.items[0]?.issue };
  },
  '/api/lottery/bet_szc': async ({ server }) => {
    const { ticket, hash, amountFen } = simple(game(server, 'ssq'));
    return { ticket: JSON.stringify(ticket), hash, amountFen, issue: undefined };
  },
};

export async function sampleOf(world: World, row: Row): Promise<Record<string, string>> {
  return asTexts({ ...row.example.fields, ...(await PREPARED[row.path]?.(world)) });
}
