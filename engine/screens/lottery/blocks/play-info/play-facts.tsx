/** How a play works, what it pays, and how likely that is. */
import { type ReactNode, useMemo } from 'react';
import { wallClockText } from '../../../../descriptions/periods.ts';
import type { Play, Prize } from '../../../../descriptions/types.ts';
import { compiledGame, playReturns, tierChances } from '../../../../rules/chances.ts';
import type { Fraction } from '../../../../rules/types.ts';
import { PlayMoney } from '../../../kit/play-money.tsx';
import { exactly, oneIn, percent, sameFraction } from '../../fraction.ts';
import { shortMoney } from '../../text.ts';
import { useVersion } from '../../use-game.ts';

export default function PlayFacts({ play }: { readonly play: Play }): ReactNode {
  const { game } = useVersion();
  const { chances, returns } = useMemo(() => {
    const compiled = compiledGame(game);
    const own = compiled.play(play.code);
    return { chances: own ? tierChances(own) : new Map<string, Fraction>(), returns: playReturns(compiled, play.code) };
  }, [game, play]);
  const unit = play.unitFen ?? game.unitFen;
  return (
    <div className="play-facts">
      <section>
        <p>{play.hint}</p>
        {play.example ? <p className="is-muted">例：{play.example}</p> : null}
      </section>
      {returns ? (
        <dl className="play-facts__odds">
          <div>
            <dt>每注中奖机会</dt>
            <dd>
              {oneIn(returns.winChance)}
              <small>{spread(returns.winChanceLowest, returns.winChanceHighest) ?? `准确值 ${exactly(returns.winChance)}`}</small>
            </dd>
          </div>
          <div>
            <dt>理论返奖率</dt>
            <dd>
              {percent(returns.average)}
              <small>{spread(returns.lowest, returns.highest) ?? `每投 ¥100 平均返还 ¥${percent(returns.average).slice(0, -1)}`}</small>
            </dd>
          </div>
        </dl>
      ) : null}
      <section>
        <h3>奖金（每注 ¥{shortMoney(unit)}）</h3>
        <table>
          <thead>
            <tr>
              <th scope="col">奖级</th>
              <th scope="col">单注奖金</th>
              <th scope="col">机会</th>
            </tr>
          </thead>
          <tbody>
            {play.prizes.map((prize) => (
              <tr key={prize.tier}>
                <td>{prize.name}</td>
                <td>
                  {prizeText(prize)}
                  {prize.bonusFen === undefined ? null : <small className="play-facts__bonus">含加奖 ¥{shortMoney(prize.bonusFen)}</small>}
                </td>
                <td>{chanceText(chances.get(prize.tier))}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {play.prizes.some((prize) => prize.kind === 'floating') ? (
          <p className="play-facts__note">带“约”的为浮动奖，按奖池比例由中奖注平分，返奖率按约数计算，实际奖金以开奖结果为准。</p>
        ) : null}
      </section>
      {game.bonuses?.map(({ name, from, until }) => (
        <p key={name} className="play-facts__note">
          {name}：{wallClockText(from)} 至 {wallClockText(until)} 开奖的期，奖金已计入上表。追号各期按各自开奖时的奖金。
        </p>
      ))}
      <p className="play-facts__note">
        奖金依据：{game.prizeTable.source}（{game.prizeTable.date}）
      </p>
      <PlayMoney />
    </div>
  );
}

function prizeText(prize: Prize): string {
  return prize.kind === 'fixed' ? `¥${shortMoney(prize.fen)}` : `约 ¥${shortMoney(prize.estimateFen)}`;
}

const chanceText = (chance: Fraction | undefined): string => (chance ? oneIn(chance) : '视所选而定');

/** Lowest to highest, where they differ. */
function spread(low: Fraction, high: Fraction): string | undefined {
  return sameFraction(low, high) ? undefined : `因选项不同，${percent(low)} 至 ${percent(high)}`;
}
