/** Limits (限额) of one issue of a game, shown in yuan and set beside its text; the fault of one stands under it. */
import { type ReactNode, useState } from 'react';
import { formatMoney } from '../../engine/descriptions/format.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { Game, Limits } from '../../engine/descriptions/types.ts';
import { limitAt, LIMITS_OF_PLAY, type LimitPlace, limitsInText, limitPointer, withLimit } from './limits-edit.ts';
import './limits.css';

export interface LimitsPanelProps {
  readonly text: string;
  /** The draft, or the last one that was right: its plays are listed. */
  readonly game: Game | undefined;
  /** Those of the game's family. */
  readonly inherited: Limits | undefined;
  readonly problems: readonly Problem[];
  readonly onText: (text: string) => void;
}

const COLUMNS = ['每人', '每注每人', '每注封顶赔付'];

export function LimitsPanel({ text, game, inherited, problems, onText }: LimitsPanelProps): ReactNode {
  if (game === undefined) return <p>描述没有问题后显示。</p>;
  const own = limitsInText(text);
  const limits = own ?? inherited;
  const amount = (place: LimitPlace, label: string): ReactNode => (
    <Amount
      label={label}
      fen={limitAt(limits, place)}
      problem={problems.find(({ pointer }) => pointer === limitPointer(own, place))}
      onFen={(fen) => onText(withLimit(text, inherited, place, fen))}
    />
  );
  const named = (play: string): number =>
    limits?.plays?.find((each) => each.play === play)?.selections?.reduce((sum, { values }) => sum + values.length, 0) ?? 0;
  return (
    <div className="limits">
      <p>
        一期之内的限额，单位元；空着就是不限。
        {own === undefined && inherited !== undefined ? '现在是家族的限额，改动后写进这个彩种。' : ''}
      </p>
      <label className="limits__issue">每人一期最多 {amount({ of: 'stakeFen' }, '每人一期最多')}</label>
      <div className="table">
        <table>
          <thead>
            <tr>
              <th scope="col">玩法</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {game.playGroups.flatMap((group) =>
              group.plays.map(({ code, name }) => (
                <tr key={code}>
                  <th scope="row">
                    {name} <code>{code}</code>
                    {named(code) > 0 ? <small>另有 {named(code)} 个值单独限额，在文件里改</small> : null}
                  </th>
                  {LIMITS_OF_PLAY.map((of, column) => (
                    <td key={of}>{amount({ play: code, of }, `${name} ${COLUMNS[column]}`)}</td>
                  ))}
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Whole fen, as yuan are written. */
const YUAN = /^(\d{1,12})(?:\.(\d{1,2}))?$/;
const yuanOf = (fen: number | undefined): string => (fen === undefined ? '' : formatMoney(fen).replaceAll(',', '').replace(/\.00$/, ''));

function Amount({
  label,
  fen,
  problem,
  onFen,
}: {
  readonly label: string;
  readonly fen: number | undefined;
  readonly problem: Problem | undefined;
  readonly onFen: (fen: number | undefined) => void;
}): ReactNode {
  /** While it is being typed. */
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? yuanOf(fen);
  const wrong = shown !== '' && !YUAN.test(shown) ? '写成 100 或 100.50' : problem && `${problem.message}；${problem.remedy}`;
  return (
    <span className="limits__amount">
      <input
        inputMode="decimal"
        aria-label={label}
        aria-invalid={wrong !== undefined}
        placeholder="不限"
        value={shown}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          const text = value.trim();
          if (text === '') onFen(undefined);
          else {
            const [, whole, part = ''] = YUAN.exec(text) ?? [];
            if (whole !== undefined) onFen(Number(whole + part.padEnd(2, '0')));
          }
        }}
        onBlur={() => setTyped((text) => (text === undefined || text === '' || YUAN.test(text.trim()) ? undefined : text))}
      />
      {wrong === undefined ? null : <small className="is-worse">{wrong}</small>}
    </span>
  );
}
