/** Group orders (合买) for tests: a slow game whose tickets can be bought in a group, and the calls in the words of the tests. */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  CancelGroupBuyModels,
  GroupDetailModels,
  GroupJoinsModels,
  JoinModels,
  StartGroupBuyModels,
} from '../../../protocol/calls.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { createDrawResults } from '../../../server/lottery/draws/results.ts';
import type { Answer, CallOptions, Client } from './client.ts';
import type { TestServer } from './server.ts';
import { gameVersion, type PricedTicket, pricedTicket } from './tickets.ts';

/** Draws every hour, next in 35 to 36 minutes; a bet on every digit at the first three places costs 2,000.00 and always wins 1,800.00. */
export const SLOW_GAME = 'slowssc';

export function writeSlowGame(gamesDir: string): void {
  const fast = JSON.parse(readFileSync(join(gamesDir, 'jlffc.json'), 'utf8')) as Record<string, unknown>;
  // No test begins shortly before its close, whenever it is run.
  const minute = String(Math.floor(Date.now() / 60_000 + 36) % 60).padStart(2, '0');
  const schedule = {
    kind: 'interval',
    utcOffset: '+08:00',
    first: `00:${minute}:00`,
    everySeconds: 3_600,
    drawsPerDay: 24,
    closeBeforeSeconds: 60,
    issue: '{yyyy}{MM}{dd}{seq:2}',
  };
  writeFileSync(
    join(gamesDir, `${SLOW_GAME}.json`),
    JSON.stringify({ ...fast, code: SLOW_GAME, name: '一小时彩', groupBuy: true, schedule }),
  );
}

/** The issue of the slow game on sale, with at least half an hour left. */
export async function slowIssueOnSale(server: TestServer) {
  const { context } = server;
  const results = createDrawResults(context);
  await openIssues(context, gameVersion(server, SLOW_GAME));
  let issue = await results.onSale(SLOW_GAME);
  if (issue === undefined || issue.closesAt - context.clock.now() < 1_800_000) {
    await context.clock.advance(Math.max(0, (issue?.closesAt ?? 0) - context.clock.now()) + 61_000);
    await openIssues(context, gameVersion(server, SLOW_GAME));
    issue = await results.onSale(SLOW_GAME);
  }
  if (issue === undefined) throw new Error('nothing on sale');
  return issue;
}

/** 20.00 that lose unless the first three digits are 1 2 3. */
export const losingGroup = (server: TestServer): PricedTicket =>
  pricedTicket(gameVersion(server, SLOW_GAME), [{ play: 'Q3_ZX', picks: { wan: [1], qian: [2], bai: [3] } }], { multiplier: 10 });

export interface GroupOptions {
  readonly id?: string;
  readonly shares?: number;
  readonly own?: number;
  readonly guarantee?: number;
  readonly commission?: number;
  readonly security?: number;
  readonly title?: string;
  readonly text?: string;
  readonly issue?: string;
}

/** Starts a group order: by default ten shares, one of them the player's own. */
export const startGroup = (
  who: Client,
  bought: Pick<PricedTicket, 'hash' | 'amountFen'> & { readonly ticket: object },
  group: GroupOptions = {},
  options: CallOptions = {},
) =>
  who.post<StartGroupBuyModels>(
    '/api/lottery/bet_together',
    {
      id: group.id ?? randomUUID(),
      ticket: JSON.stringify(bought.ticket),
      hash: bought.hash,
      amountFen: String(bought.amountFen),
      shares: String(group.shares ?? 10),
      ownShares: String(group.own ?? 1),
      guaranteeShares: String(group.guarantee ?? 0),
      commission: String(group.commission ?? 0),
      security: String(group.security ?? 0),
      ...(group.title === undefined ? {} : { title: group.title }),
      ...(group.text === undefined ? {} : { text: group.text }),
      ...(group.issue === undefined ? {} : { issue: group.issue }),
    },
    options,
  );

export const joinGroup = (who: Client, hmId: string, shares: number, options: CallOptions = {}): Promise<Answer<JoinModels>> =>
  who.post('/api/lottery/bet_join', { hmId, shares: String(shares) }, options);

export const cancelGroup = (who: Client, hmId: string): Promise<Answer<CancelGroupBuyModels>> => who.post('/api/hm/Cancel', { hmId });

export const groupDetail = (who: Client, id: string): Promise<Answer<GroupDetailModels>> => who.get('/api/hm/detail', { id });

export const groupJoins = (who: Client, id: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer<GroupJoinsModels>> =>
  who.get('/api/hm/joinlist', { id, ...fields });
