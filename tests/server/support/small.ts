/** Small games for tests: the calls in the words of the tests. */
import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { BetSmallModels, SmallCheckModels, SmallRecordModels } from '../../../protocol/calls.ts';
import type { Answer, CallOptions, Client } from './client.ts';
import { root, type TestServer } from './server.ts';

export const checkSmall = (who: Client, game: string, skip?: string): Promise<Answer<SmallCheckModels>> =>
  who.get('/api/Activity/CheckSmallGameQualify', { game, ...(skip === undefined ? {} : { skip }) });

export interface SmallPlay {
  readonly game: string;
  readonly play: string;
  readonly hash: string;
  readonly bets: readonly { readonly code: string; readonly fen: number }[];
  readonly amountFen?: number;
  readonly seed?: string;
}

export const playSmall = (who: Client, play: SmallPlay, options: CallOptions = {}): Promise<Answer<BetSmallModels>> =>
  who.post(
    '/api/Activity/Bet_SmallGame',
    {
      game: play.game,
      play: play.play,
      hash: play.hash,
      bets: JSON.stringify(play.bets),
      amountFen: String(play.amountFen ?? play.bets.reduce((sum, { fen }) => sum + fen, 0)),
      seed: play.seed ?? randomBytes(16).toString('hex'),
    },
    options,
  );

export const smallRecords = (who: Client, fields: Readonly<Record<string, string>> = {}): Promise<Answer<SmallRecordModels>> =>
  who.get('/api/Activity/SmallGameOrderRecordList', fields);

export const REELS_GAME = 'slot';

/** The small games of the repository, for a server that began without them. */
export async function addSmallGames(server: TestServer): Promise<void> {
  if (!server.context.publication.smalls().has(REELS_GAME)) {
    cpSync(join(root, 'games/small'), join(server.gamesDir, 'small'), { recursive: true });
    await server.context.publication.refresh();
  }
  // They are written to the database before anything is played under them.
  await server.context.smalls.refresh();
}

/** Looks and plays once. */
export async function checkAndPlay(
  who: Client,
  game: string,
  bets: SmallPlay['bets'],
  options: CallOptions = {},
): Promise<Answer<BetSmallModels>> {
  const { models } = await checkSmall(who, game);
  return playSmall(who, { game, play: models.offer.play, hash: models.hash, bets }, options);
}
