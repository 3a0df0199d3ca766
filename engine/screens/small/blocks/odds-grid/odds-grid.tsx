import type { ReactNode } from 'react';
import type { OddsGridBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useScreen, useSource } from '../../../core/hooks.ts';
import { Disclosure } from '../../../kit/disclosure.tsx';
import type { PlayCheck } from '../../answers.ts';
import './odds-grid.css';

/** Odds of every bet, folded: the board shows those that matter while one plays. */
export default function OddsGrid({ block }: BlockProps<OddsGridBlock>): ReactNode {
  const screen = useScreen();
  const { data } = useSource<PlayCheck>(block.source);
  if (!data) return null;
  const title = screen.text(block.title);
  const note = screen.text(block.note);
  return (
    <Disclosure className="card odds-grid" title={title}>
      <table>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{screen.text(block.bet) || '投注'}</th>
            <th scope="col">赔率</th>
            <th scope="col">中奖机会</th>
            <th scope="col">返奖率</th>
          </tr>
        </thead>
        <tbody>
          {data.odds.map(({ code, name, group, pays, chance, returns, exact }) => (
            <tr key={code}>
              <th scope="row">
                {name || data.name}
                {group && group !== name ? <small>{group}</small> : null}
              </th>
              <td className="tabular">{pays || '见赔付表'}</td>
              <td className="tabular">{chance}</td>
              <td className="tabular">
                {returns}
                <small>{exact}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {note ? <p className="odds-grid__note">{note}</p> : null}
    </Disclosure>
  );
}
