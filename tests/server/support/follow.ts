/** Releases and bets that follow them, for tests. */
import { randomUUID } from 'node:crypto';
import type { FollowBetModels, ReleaseDetailModels, SportBetModels } from '../../../protocol/calls.ts';
import type { SportVersion } from '../../../server/sports/versions.ts';
import type { Answer, Client } from './client.ts';
import { ticketOn } from './sports.ts';

export interface ReleaseOptions {
  readonly commission?: number;
  readonly security?: number;
  readonly text?: string;
  readonly minFollowFen?: number;
  readonly multiplier?: number;
  readonly key?: string;
}

/** Releases a 2串1 (or a single bet) of home wins at 1.85: 2 yuan, 100 times unless told. */
export function releaseBet(
  client: Client,
  version: SportVersion,
  matches: readonly string[],
  { multiplier = 100, key = randomUUID(), ...wish }: ReleaseOptions = {},
): Promise<Answer<SportBetModels>> {
  const legs = Object.fromEntries(matches.map((match) => [match, { BRQSPF: { '3': '1.85' } }]));
  const ticket = ticketOn(version.sport.code, legs, [`${matches.length}_1`], { multiplier });
  return client.post(
    '/api/lottery/bet_jc',
    {
      ticket: JSON.stringify(ticket),
      hash: version.hash,
      amountFen: String(200 * multiplier),
      release: '1',
      ...Object.fromEntries(Object.entries(wish).map(([name, value]) => [name, String(value)])),
    },
    { headers: { 'idempotency-key': key } },
  );
}

export const releaseDetail = (client: Client, releaseId: string): Promise<Answer<ReleaseDetailModels>> =>
  client.get('/api/order/queryReleaseDetailInfo', { releaseId });

export interface FollowOptions {
  readonly times?: number;
  readonly amountFen?: number;
  readonly oddsVersion?: string;
  readonly oddsPolicy?: string;
  readonly key?: string;
}

/** Follows at the odds that the detail tells now, unless told otherwise. */
export async function followBet(
  client: Client,
  releaseId: string,
  { times = 10, key = randomUUID(), ...rest }: FollowOptions = {},
): Promise<Answer<FollowBetModels>> {
  const offer = rest.oddsVersion ?? (await releaseDetail(client, releaseId)).models?.offer?.oddsVersion ?? 'none';
  return client.post(
    '/api/Lottery/Bet_JC_Follow',
    {
      releaseId,
      times: String(times),
      amountFen: String(rest.amountFen ?? 200 * times),
      oddsVersion: offer,
      ...(rest.oddsPolicy === undefined ? {} : { oddsPolicy: rest.oddsPolicy }),
    },
    { headers: { 'idempotency-key': key } },
  );
}
