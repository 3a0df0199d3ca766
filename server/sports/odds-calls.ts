/** /api/lottery/GetLotteryOdds: what each play of a game pays and how likely that is. Exact; by the same rules that settle. */
import { issueAt } from '../../engine/descriptions/schedule.ts';
import { gameAt } from '../../engine/descriptions/sets.ts';
import type { LotteryOddsModels } from '../../protocol/calls.ts';
import { getLotteryOdds } from '../../protocol/calls/lottery.ts';
import { STATUS } from '../../protocol/status.ts';
import type { SportServices } from './services.ts';
import { gameCodeOf } from '../catalog/index.ts';
import type { SportVersion } from './versions.ts';
import { handle, type HandledCall, ok, refuse, markShared, setValidity } from '../platform/index.ts';

export function oddsCalls(context: SportServices): HandledCall[] {
  /** By game and the odds of its day: an answer is written once. */
  const oddsByVersion = new WeakMap<object, WeakMap<object, LotteryOddsModels>>();
  return [
    handle(getLotteryOdds, async ({ fields }) => {
      const code = gameCodeOf(context, fields.gameCode);
      const onMatches = context.sports.published(code);
      if (onMatches !== undefined) return ok(oddsOnMatches(onMatches));
      const version = context.games.published(code);
      if (version === undefined) return refuse(STATUS.notFound, '彩种不存在');
      const { game, hash } = version;
      const { drawsAt, closesAt } = issueAt(game.schedule, context.clock.now());
      const plays = await context.odds.of(game, drawsAt);
      const ofGame = oddsByVersion.get(game) ?? new WeakMap<object, LotteryOddsModels>();
      oddsByVersion.set(game, ofGame);
      let answer = ofGame.get(plays);
      if (answer === undefined)
        ofGame.set(plays, (answer = markShared({ gameCode: game.code, hash, prizeTable: gameAt(game, drawsAt).prizeTable, plays })));
      // The next one may be drawn by other rules of its day.
      setValidity(answer, () => context.clock.now() < closesAt);
      return ok(answer);
    }),
  ];
}

/** What games on matches return: odds leave the house their margin, and the game pays its share of them. */
function oddsOnMatches({ hash, sport }: SportVersion): LotteryOddsModels {
  const { feed, payout } = sport;
  return {
    gameCode: sport.code,
    hash,
    prizeTable: { version: hash.slice(0, 8), date: '2026-11-22', source: '演示赔率，随比赛和时间变动' },
    plays: sport.plays.map(({ code, name }) => ({
      code,
      name,
      group: sport.name,
      unitFen: sport.unitFen,
      bets: null,
      ...(feed === undefined || payout.kind !== 'odds'
        ? {}
        : {
            returns: {
              numerator: String(payout.sharePermille),
              denominator: String(1000 + (feed.margins?.find(({ play }) => play === code)?.permille ?? feed.marginPermille)),
            },
          }),
      kinds: [],
    })),
  };
}
