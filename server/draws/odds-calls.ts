/** /api/lottery/GetLotteryOdds: what each play of a game pays and how likely that is. Exact; by the same rules that settle. */
import type { LotteryOddsModels } from '../../protocol/calls.ts';
import { getLotteryOdds } from '../../protocol/calls/lottery.ts';
import { STATUS } from '../../protocol/status.ts';
import type { Context } from '../context.ts';
import { sharedModels } from '../web/bytes.ts';
import { type HandledCall, handle, ok, refuse } from '../web/call.ts';

export function oddsCalls(context: Context): HandledCall[] {
  /** By game and the odds of its day: an answer is written once. */
  const made = new WeakMap<object, WeakMap<object, LotteryOddsModels>>();
  return [
    handle(getLotteryOdds, async ({ fields }) => {
      const version = context.games.published(fields.gameCode.toLowerCase());
      if (version === undefined) return refuse(STATUS.notFound, '没有这个彩种');
      const { game, hash } = version;
      const plays = await context.odds.of(game, context.clock.now());
      const ofGame = made.get(game) ?? new WeakMap<object, LotteryOddsModels>();
      made.set(game, ofGame);
      let answer = ofGame.get(plays);
      if (answer === undefined)
        ofGame.set(plays, (answer = sharedModels({ gameCode: game.code, hash, prizeTable: game.prizeTable, plays })));
      return ok(answer);
    }),
  ];
}
