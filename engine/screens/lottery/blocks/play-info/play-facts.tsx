/** Sheet content about a play: its hint and example, its prizes with their chances, and the chance and return of one bet. */
import { type ReactNode, useEffect, useState } from 'react';
import { wallClockText } from '../../../../descriptions/periods.ts';
import type { Game, Play, Prize } from '../../../../descriptions/types.ts';
import type { PlayFigures } from '../../../../rules/chances.ts';
import type { Fraction } from '../../../../rules/types.ts';
import { PlayMoney } from '../../../kit/play-money.tsx';
import { loadPlayFigures } from '../../best-prize.ts';
import { fractionText, oneInText, percentText, sameFraction } from '../../fraction.ts';
import { shortMoney } from '../../text.ts';
import { useVersion } from '../../use-game.ts';

export default function PlayFacts({ play }: { readonly play: Play }): ReactNode {
  const { game } = useVersion();
  const figures = useFigures(game, play.code);
  const returns = figures?.returns;
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
              {oneInText(returns.winChance)}
              <small>{spread(returns.winChanceLowest, returns.winChanceHighest) ?? `准确值 ${fractionText(returns.winChance)}`}</small>
            </dd>
          </div>
          <div>
            <dt>理论返奖率</dt>
            <dd>
              {percentText(returns.average)}
              <small>{spread(returns.lowest, returns.highest) ?? `每投 ¥100 平均返还 ¥${percentText(returns.average).slice(0, -1)}`}</small>
            </dd>
          </div>
        </dl>
      ) : (
        <p className="play-facts__none" role="status" aria-busy={figures === undefined}>
          {figures === undefined ? '正在计算中奖机会和返奖率' : '中奖机会和返奖率暂时无法计算，请关闭后重新打开'}
        </p>
      )}
      <section>
        <h3>奖金（每注 ¥{shortMoney(unit)}）</h3>
        <table>
          <thead>
            <tr>
              <th scope="col">奖级</th>
              <th scope="col">单注奖金</th>
              <th scope="col">中奖机会</th>
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
                <td>{figures ? chanceText(figures.chances.get(prize.tier)) : '—'}</td>
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

/** Chances and return of a play. Undefined while they are being calculated, null if the calculation failed. */
function useFigures(game: Game, play: string): PlayFigures | null | undefined {
  const [found, setFound] = useState<{ readonly game: Game; readonly play: string; readonly figures: PlayFigures | null }>();
  useEffect(() => {
    let wanted = true;
    const tell = (figures: PlayFigures | null): void => {
      if (wanted) setFound({ game, play, figures });
    };
    loadPlayFigures(game, play).then(
      (figures) => tell(figures ?? null),
      () => tell(null),
    );
    return () => {
      wanted = false;
    };
  }, [game, play]);
  return found?.game === game && found.play === play ? found.figures : undefined;
}

function prizeText(prize: Prize): string {
  return prize.kind === 'fixed' ? `¥${shortMoney(prize.fen)}` : `约 ¥${shortMoney(prize.estimateFen)}`;
}

const chanceText = (chance: Fraction | undefined): string => (chance ? oneInText(chance) : '视所选而定');

/** Text about the range from lowest to highest; undefined when both are equal. */
function spread(low: Fraction, high: Fraction): string | undefined {
  if (sameFraction(low, high)) return undefined;
  const [least, most] = [percentText(low), percentText(high)];
  return least === most ? '因选项略有不同' : `因选项不同，${least} 至 ${most}`;
}
