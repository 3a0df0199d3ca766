/** Findings of a draft: problems, changes for players, odds, versions. */
import { type ReactNode, useState } from 'react';
import { formatInteger, formatMoney } from '../../engine/descriptions/format.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { outsideBand, USUAL_BAND } from '../../engine/rules/band.ts';
import { fractionText, oddsText, percentText, sameFraction } from '../../engine/rules/fraction-text.ts';
import type { Change } from '../../engine/rules/version-changes.ts';
import type { PlayOdds } from '../../engine/rules/odds.ts';
import type { FileVersion } from './calls.ts';

export function ProblemList({
  problems,
  warnings,
  onGo,
}: {
  readonly problems: readonly Problem[];
  /** Warnings that need a confirmation before publication. */
  readonly warnings: readonly Problem[];
  readonly onGo: (problem: Problem) => void;
}): ReactNode {
  if (problems.length > 0) return <Places problems={problems} onGo={onGo} />;
  return (
    <>
      <p className="good">没有问题，可以发布。</p>
      {warnings.length === 0 ? null : (
        <>
          <p className="is-worse">提醒：发布前会再问一次。</p>
          <Places problems={warnings} onGo={onGo} />
        </>
      )}
    </>
  );
}

function Places({ problems, onGo }: { readonly problems: readonly Problem[]; readonly onGo: (problem: Problem) => void }): ReactNode {
  return (
    <ul className="problems">
      {problems.map((problem, i) => (
        <li key={`${problem.line}:${problem.column}:${problem.code}:${i}`}>
          <button type="button" onClick={() => onGo(problem)}>
            <code>
              {problem.line}:{problem.column}
            </code>{' '}
            <span>
              {problem.message}；{problem.remedy}
            </span>{' '}
            <small>
              {problem.pointer || '/'} {problem.code}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}

const EFFECT = { better: ['＋', '对玩家有利'], worse: ['－', '对玩家不利'], other: ['·', '其他'] } as const;

export function ChangeList({
  changes,
  isNew,
  disabled,
}: {
  readonly changes: readonly Change[] | undefined;
  readonly isNew: boolean;
  /** What players read of a game that is not on sale. */
  readonly disabled: string | undefined;
}): ReactNode {
  if (isNew)
    return (
      <p>
        这是新彩种：{disabled === undefined ? '发布后玩家立即可以购买。' : `发布后暂不出售，玩家看到“${disabled}”；删去 disabled 后开售。`}
      </p>
    );
  if (changes === undefined) return <p>描述没有问题后显示。</p>;
  if (changes.length === 0) return <p>与已发布的版本相比，对玩家没有任何改变。</p>;
  return (
    <ul className="changes">
      {changes.map(({ effect, text }) => (
        <li key={text} className={`is-${effect}`}>
          <span role="img" aria-label={EFFECT[effect][1]}>
            {EFFECT[effect][0]}
          </span>{' '}
          {text}
        </li>
      ))}
    </ul>
  );
}

export function OddsTable({
  plays,
  draws,
  done,
  wrong,
}: {
  readonly plays: readonly PlayOdds[];
  readonly draws: bigint | undefined;
  readonly done: boolean;
  readonly wrong: boolean;
}): ReactNode {
  const [open, setOpen] = useState('');
  if (wrong) return <p>描述没有问题后显示。</p>;
  return (
    <>
      <p role="status">
        {draws === undefined ? '' : `开奖结果 ${formatInteger(draws)} 种，`}
        {done ? `${plays.length} 个玩法，概率和返奖率为精确值` : `正在计算，已完成 ${plays.length} 个玩法`}
      </p>
      <div className="table">
        <table>
          <thead>
            <tr>
              <th scope="col">玩法</th>
              <th scope="col">注数</th>
              <th scope="col">中奖概率</th>
              <th scope="col">奖金（元）</th>
              <th scope="col">返奖率</th>
            </tr>
          </thead>
          <tbody>
            {plays.map((play) => (
              <PlayRows key={play.code} play={play} open={open === play.code} onOpen={() => setOpen(open === play.code ? '' : play.code)} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function PlayRows({ play, open, onOpen }: { readonly play: PlayOdds; readonly open: boolean; readonly onOpen: () => void }): ReactNode {
  const { lowest, highest, average, winChance, winChanceLowest, winChanceHighest } = play.returns;
  const prizes = play.kinds.flatMap((kind) => kind.tiers.map(({ fen }) => fen));
  const [least, most] = [Math.min(...prizes), Math.max(...prizes)];
  return (
    <>
      <tr>
        <th scope="row">
          <button type="button" aria-expanded={open} onClick={onOpen}>
            {play.group === play.name ? play.name : `${play.group} ${play.name}`} <code>{play.code}</code>
          </button>
        </th>
        <td>{play.bets === undefined ? '—' : formatInteger(play.bets)}</td>
        <td>
          {sameFraction(winChanceLowest, winChanceHighest)
            ? oddsText(winChance)
            : `${oddsText(winChanceHighest)} 至 ${oddsText(winChanceLowest)}`}
        </td>
        <td>{prizes.length === 0 ? '—' : least === most ? formatMoney(least) : `${formatMoney(least)} – ${formatMoney(most)}`}</td>
        <td className={outsideBand({ lowest, highest }, USUAL_BAND) ? 'is-outside' : undefined}>
          {sameFraction(lowest, highest) ? percentText(average) : `${percentText(lowest)} – ${percentText(highest)}`}
        </td>
      </tr>
      {open
        ? play.kinds.flatMap((kind) =>
            kind.tiers.map((tier) => (
              <tr key={`${kind.bets[0] ?? ''} ${tier.tier}`} className="table__detail">
                <td>
                  {kind.bets.slice(0, 6).join('、')} {tier.name}
                </td>
                <td>{kind.bets.length > 0 ? formatInteger(kind.bets.length) : ''}</td>
                <td>
                  {oddsText(tier.chance)} <small>{fractionText(tier.chance)}</small>
                </td>
                <td>
                  {tier.floating ? '约 ' : ''}
                  {formatMoney(tier.fen)}
                </td>
                <td>{percentText(kind.returns)}</td>
              </tr>
            )),
          )
        : null}
    </>
  );
}

/** When a version was put aside or published, on the operator's clock. */
export const versionTime = ({ at }: FileVersion): string => new Date(at).toLocaleString('zh-CN', { hour12: false });

export function VersionList({
  versions,
  onShow,
  onRollBack,
}: {
  readonly versions: readonly FileVersion[];
  readonly onShow: (id: string) => void;
  readonly onRollBack: (version: FileVersion) => void;
}): ReactNode {
  if (versions.length === 0) return <p>还没有从工作台发布过。第一次发布时，原来的文件也会留作一个版本。</p>;
  return (
    <ul className="versions">
      {versions.map((version) => (
        <li key={version.id}>
          <time dateTime={new Date(version.at).toISOString()}>{versionTime(version)}</time>{' '}
          <span className="versions__by">{version.by ?? '文件夹里的改动'}</span>
          {version.current ? <b>现在的文件</b> : null}
          <button type="button" onClick={() => onShow(version.id)}>
            放进编辑器
          </button>
          {version.current ? null : (
            <button type="button" onClick={() => onRollBack(version)}>
              回退到此版本
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
