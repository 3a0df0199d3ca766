/** The lines of the slip, each with a button to change it and one to remove it. */
import { memo, type ReactNode } from 'react';
import { formatInteger } from '../../../../descriptions/format.ts';
import { lineNumbers } from '../../../../rules/line-numbers.ts';
import { formatLine } from '../../../../rules/format-line.ts';
import type { SlipLine } from '../../../../machines/bet-slip.ts';
import { useSelected } from '../../../core/use-current.ts';
import { Icon } from '../../../kit/icon.tsx';
import { MiniBalls } from '../../../kit/mini-balls.tsx';
import { playOf } from '../../runtime.ts';
import { shortMoney } from '../../text.ts';
import { useGame, useVersion } from '../../use-game.ts';
import './slip.css';

/** Numbers of one line that are drawn; the rest is counted. */
const SHOWN_NUMBERS = 40;

/** `onEdit` is called after a line was put onto the board. */
export function SlipLines({ onEdit }: { readonly onEdit?: () => void }): ReactNode {
  const { slip } = useGame();
  const lines = useSelected(slip, ({ context }) => context.lines);
  const editing = useSelected(slip, ({ context }) => context.editing);
  return (
    <ul className="card slip" aria-label="投注单号码">
      {lines.map((each) => (
        <LineRow key={each.id} each={each} editing={each.id === editing} onEdit={onEdit} />
      ))}
    </ul>
  );
}

interface LineRowProps {
  readonly each: SlipLine;
  readonly editing: boolean;
  readonly onEdit: (() => void) | undefined;
}

/** What one bet of the line wins; where that is not what the player saw, both. */
function Prize({ each: { terms, now } }: { readonly each: SlipLine }): ReactNode {
  if (!now) return terms?.prize ? ` · 奖金 ${terms.prize}` : null;
  if (terms?.prize === now.prize) return <b className="slip-line__moved"> · 单价或规则已变{now.prize ? ` · 奖金 ${now.prize}` : ''}</b>;
  return (
    <>
      {' · 奖金 '}
      <s>{terms?.prize || '无'}</s>
      <b className="slip-line__moved">
        <span className="visually-hidden">变为</span> {now.prize || '无'}
      </b>
    </>
  );
}

const LineRow = memo(function LineRow({ each, editing, onEdit }: LineRowProps): ReactNode {
  const runtime = useGame();
  const { game, compiled, rules } = useVersion();
  const { line, id } = each;
  const play = playOf(game, line.play);
  const bets = runtime.bets(line);
  const amount = rules.amountOf(bets, play?.unitFen ?? game.unitFen);
  const shown = play && (compiled.play(play.code)?.play ?? play);
  const text = shown ? formatLine(shown, line) : '';
  const numbers = shown ? lineNumbers(game.draw.zones, shown, line, { most: SHOWN_NUMBERS }) : [];
  const edit = () => {
    runtime.edit(id);
    onEdit?.();
  };
  const remove = () => {
    runtime.slip.send({ type: 'REMOVE', id });
    // The chase was for the lines: the next bet is not chased without a word.
    if (runtime.slip.getSnapshot().matches('empty')) runtime.chase.send({ type: 'OFF' });
  };
  return (
    <li className={`slip-line${editing ? ' slip-line--editing' : ''}`}>
      <span className="visually-hidden">{text}</span>
      <span className="slip-line__picks" aria-hidden="true">
        <MiniBalls groups={numbers} />
      </span>
      <span className="slip-line__note">
        {play?.name ?? line.play} · {formatInteger(bets)} 注 · ¥{shortMoney(amount)}
        <Prize each={each} />
      </span>
      <span className="slip-line__actions">
        <button type="button" className="icon-button" aria-label={`修改 ${play?.name ?? ''} ${text}`} onClick={edit}>
          <Icon name="edit" size={20} />
        </button>
        <button type="button" className="icon-button" aria-label={`删除 ${play?.name ?? ''} ${text}`} onClick={remove}>
          <Icon name="trash" size={20} />
        </button>
      </span>
    </li>
  );
});
