/** Chases (追号) as tests buy them, on a server whose draws are stepped by hand. */
import type { Line } from '../../../engine/descriptions/types.ts';
import type { ChaseDetailModels, ChaseIssuesModels, ProfileModels } from '../../../protocol/calls.ts';
import { clearAnswerCache } from '../../../server/lottery/draws/answer-cache.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { takeSettlementStep } from '../../../server/lottery/draws/settle.ts';
import { drawDueIssues, freezeDueIssues } from '../../../server/lottery/draws/steps.ts';
import type { Client } from './client.ts';
import { clockTo } from './game-clock.ts';
import type { TestServer } from './server.ts';
import { ALL_DIGITS, gameVersion, pricedTicket, singleBet } from './tickets.ts';

/** The game that is chased. */
export const CHASE_GAME = 'jlffc';
/** Wins whatever is drawn: every number of 前三直选. 1,000 bets, 2,000.00 a time. */
export const SURE_WIN: Line = { play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: ALL_DIGITS } };
export const SURE_WIN_FEN = 200_000;

export interface ChaseOptions {
  /** The simplest bet of the game when left out. */
  readonly lines?: readonly Line[];
  readonly chase: readonly { readonly issue: string; readonly multiplier: number }[];
  readonly stopOnWin?: boolean;
  /** What the bets cost when left out. */
  readonly amountFen?: number;
  readonly key?: string;
}

export const balanceOf = async (who: Client) => (await who.get<ProfileModels>('/api/UserCenter/QueryProfileList')).models.balanceFen;
export const chaseDetail = async (who: Client, chaseId: string) =>
  (await who.get<ChaseDetailModels>('/api/Order/ChaseDetail', { chaseId })).models;

export type ChaseStage = ReturnType<typeof chaseStage>;

/** What a test of chases does on a server without a scheduler (`role: 'web'`). */
export function chaseStage(server: TestServer) {
  const { context } = server;
  /** Half a second after a moment (ms), so that what is due at it is due. */
  const to = (ms: number) => clockTo(context, ms + 500);

  /** Freezes, draws and settles until nothing is left to do. */
  async function finish(): Promise<void> {
    while ((await freezeDueIssues(context)) > 0);
    while ((await drawDueIssues(context)) > 0);
    while (await takeSettlementStep(context));
  }

  /** What can be chased now, with at least twenty seconds left on the issue on sale. */
  async function upcoming(code = CHASE_GAME): Promise<ChaseIssuesModels['items']> {
    const look = async () => {
      await openIssues(context, gameVersion(server, code));
      // The server reuses an answer for a while that it read again often within a moment, and an earlier test may have moved the clock on meanwhile.
      clearAnswerCache(context.database);
      return (await server.client().get<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode: code })).models.items;
    };
    const [first, ...rest] = await look();
    if (first !== undefined && first.closesAt - context.clock.now() > 20_000) return [first, ...rest];
    await to(first?.closesAt ?? 0);
    await finish();
    return look();
  }

  async function player(fen = 100_000_000) {
    const made = await server.client().register();
    if (fen > 0) await server.grant(made.userId, fen);
    return made;
  }

  async function chase(who: Client, options: ChaseOptions) {
    const version = gameVersion(server, CHASE_GAME);
    const bet = options.lines ? pricedTicket(version, options.lines) : singleBet(version);
    const times = options.chase.reduce((sum, part) => sum + part.multiplier, 0);
    return who.bet({
      ...bet,
      amountFen: options.amountFen ?? bet.amountFen * times,
      chase: JSON.stringify(options.chase),
      stopOnWin: options.stopOnWin === true ? '1' : '0',
      ...(options.key === undefined ? {} : { key: options.key }),
    });
  }

  return { to, finish, upcoming, player, chase };
}
