/** The set-up of a chase (追号) as a page of its own: the lines that it is for, the plan, and the way to the confirmation. */
import { type ReactNode, useEffect } from 'react';
import { formatInteger, formatMoney } from '../../../../descriptions/format.ts';
import { formatLine } from '../../../../rules/format-line.ts';
import { useSelected } from '../../../core/use-current.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/empty.tsx';
import { PlayMoney, PlayMoneyLine } from '../../../kit/play-money.tsx';
import { playOf } from '../../runtime.ts';
import { slipTotal } from '../../submit.ts';
import { routeOf } from '../../text.ts';
import { useSlipIssue } from '../../use-slip-issue.ts';
import { useGame, useVersion } from '../../use-game.ts';
import { chaseText } from './chase-cell.tsx';
import { ChaseEditor, useChase } from './chase-editor.tsx';
import '../slip/slip.css';

export default function ChasePlan(): ReactNode {
  const runtime = useGame();
  const { chase, slip, host } = runtime;
  const { game, compiled } = useVersion();
  const lines = useSelected(slip, ({ context }) => context.lines);
  const summary = useChase();
  useSlipIssue();
  const possible = game.caps.issues > 1;
  const filled = lines.length > 0;
  // Opening this screen switches the chase on.
  useEffect(() => {
    if (possible && filled) chase.send({ type: 'ON' });
  }, [chase, possible, filled]);

  if (!possible)
    return (
      <>
        <Empty title={`${game.name}不能追号`} note="每张订单投一期。" picture="not-open" />
        <PlayMoneyLine />
      </>
    );
  if (!filled)
    return (
      <>
        <Empty title="投注单里还没有号码" note="先选一注号码，再来设置追号。" picture="no-orders">
          <Button variant="primary" onClick={() => host.openGame(runtime.code)}>
            去选号
          </Button>
        </Empty>
        <PlayMoneyLine />
      </>
    );
  const toSlip = () => host.navigate(routeOf(game.confirm, { gameCode: game.code, playCode: runtime.play().code }));
  return (
    <>
      <ul className="card slip" aria-label="追号号码">
        {lines.map(({ id, line }) => {
          const play = playOf(game, line.play);
          return (
            <li key={id} className="slip-line">
              <span>
                <span className="slip-line__picks">{play ? formatLine(compiled.play(play.code)?.play ?? play, line) : ''}</span>
                <br />
                <span className="slip-line__note">
                  {play?.name ?? line.play} · {formatInteger(runtime.bets(line))} 注
                </span>
              </span>
            </li>
          );
        })}
      </ul>
      <section className="card chase-page" aria-label="追号设置">
        <ChaseEditor />
      </section>
      <section className="slip-bar" aria-label="合计">
        <div className="slip-bar__row">
          <div className="slip-bar__sum" role="status">
            <span className="slip-bar__amount">¥{formatMoney(slipTotal(runtime).amountFen)}</span>
            <span className="slip-bar__note">{chaseText(summary)}</span>
          </div>
          <Button variant="primary" className="slip-bar__go" onClick={toSlip}>
            下一步
          </Button>
        </div>
        <PlayMoney />
      </section>
    </>
  );
}
