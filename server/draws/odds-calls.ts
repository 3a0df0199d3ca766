/** /api/lottery/GetLotteryOdds: what each play of a game pays and how likely that is. Exact; by the same rules that settle. */
import { oddsOf } from '../../engine/rules/odds.ts';
import { compileGame } from '../../engine/rules/index.ts';
import type { CompiledGame, Fraction } from '../../engine/rules/types.ts';
import type { Chance, LotteryOddsModels } from '../../protocol/calls.ts';
import { getLotteryOdds } from '../../protocol/calls/lottery.ts';
import { STATUS } from '../../protocol/status.ts';
import type { Context } from '../context.ts';
import type { GameVersion } from '../games.ts';
import { type HandledCall, handle, ok, refuse } from '../web/call.ts';

const chance = ({ numerator, denominator }: Fraction): Chance => ({ numerator: String(numerator), denominator: String(denominator) });

function models({ hash, game }: GameVersion, compiled: CompiledGame): LotteryOddsModels {
  return {
    gameCode: game.code,
    hash,
    prizeTable: game.prizeTable,
    plays: oddsOf(compiled).map(({ code, name, group, unitFen, bets, kinds }) => ({
      code,
      name,
      group,
      unitFen,
      bets: bets === undefined ? null : String(bets),
      kinds: kinds.map((kind) => ({
        bets: kind.bets,
        tiers: kind.tiers.map((tier) => ({
          tier: tier.tier,
          name: tier.name,
          fen: tier.fen,
          floating: tier.floating,
          chance: chance(tier.chance),
        })),
        winChance: chance(kind.winChance),
        returns: chance(kind.returns),
      })),
    })),
  };
}

export function oddsCalls(context: Context): HandledCall[] {
  // The rules of a version change only with the day, so that its table is made once.
  const made = new WeakMap<CompiledGame, LotteryOddsModels>();
  return [
    handle(getLotteryOdds, async ({ fields }) => {
      const version = context.games.published(fields.gameCode.toLowerCase());
      if (version === undefined) return refuse(STATUS.notFound, '没有这个彩种');
      const compiled = compileGame(version.game, context.clock.now());
      let answer = made.get(compiled);
      if (answer === undefined) made.set(compiled, (answer = models(version, compiled)));
      return ok(answer);
    }),
  ];
}
