/** Results of a day: one row a match, with every play's winning choice and the odds that it had in the end. */
import { memo, type ReactNode } from 'react';
import { formatInstant } from '../../../../descriptions/screens/time.ts';
import type { MatchResultsBlock } from '../../../../descriptions/generated/screen.ts';
import { ListFrame } from '../../../blocks/parts/list-frame.tsx';
import type { BlockProps } from '../../../core/contract.ts';
import { useHost, useScreen, useSource } from '../../../core/hooks.ts';
import { tieDeciders } from '../../deciders.ts';
import './match-results.css';

interface Winner {
  readonly play: string;
  readonly playName: string;
  readonly number?: string;
  readonly choice: string;
  readonly name: string;
  readonly odds?: string;
}

interface ResultMatch {
  readonly id: string;
  readonly code: string;
  readonly league: string;
  readonly home: { readonly name: string };
  readonly away: { readonly name: string };
  readonly startsAt: number;
  readonly state: string;
  readonly void?: true;
  readonly measures?: Readonly<Record<string, readonly [number, number]>>;
  readonly numbers: Readonly<Record<string, string>>;
  readonly winners: readonly Winner[];
}

interface DayResults {
  /** A pool pays: in a void match everything is right. */
  readonly pool?: true;
  readonly leagues?: readonly { readonly code: string; readonly short: string }[];
  readonly matches?: readonly ResultMatch[];
}

const NONE: readonly ResultMatch[] = [];
const MARKS: Readonly<Record<string, string>> = { postponed: '延期', abandoned: '腰斩', cancelled: '取消' };

export default function MatchResults({ block }: BlockProps<MatchResultsBlock>): ReactNode {
  const screen = useScreen();
  const source = useSource<DayResults>(block.source);
  const matches = source.data?.matches ?? NONE;
  const awayFirst = block.awayFirst !== undefined && screen.value(block.awayFirst) === true;
  const leagues = source.data?.leagues ?? [];
  return (
    <ListFrame source={source} items={matches} empty={block.empty} end={undefined}>
      <ul className="card match-results">
        {matches.map((match) => (
          <ResultRow
            key={match.id}
            match={match}
            league={leagues.find(({ code }) => code === match.league)?.short ?? ''}
            awayFirst={awayFirst}
            pool={source.data?.pool === true}
          />
        ))}
      </ul>
    </ListFrame>
  );
}

interface ResultRowProps {
  readonly match: ResultMatch;
  readonly league: string;
  readonly awayFirst: boolean;
  readonly pool: boolean;
}

const ResultRow = memo(function ResultRow({ match, league, awayFirst, pool }: ResultRowProps): ReactNode {
  const host = useHost();
  const { full, half } = match.measures ?? {};
  const order = (pair: readonly [number, number]): string => (awayFirst ? [pair[1], pair[0]] : pair).join(':');
  const mark = MARKS[match.state] ?? (match.void ? '无效' : '');
  const [first, second] = awayFirst ? [match.away, match.home] : [match.home, match.away];
  return (
    <li className="match-result">
      <div className="match-result__head">
        <b>{match.code}</b>
        <span>{league}</span>
        <span className="match-result__at">{formatInstant(match.startsAt, host.offsetMinutes ?? 0, 'minute')}</span>
      </div>
      <p className="match-result__teams">
        <span>{first.name}</span>
        <span className="match-result__score">
          {full ? order(full) : mark || '—'}
          {half ? <small>半 {order(half)}</small> : null}
          {tieDeciders(match.measures).map(([name, pair]) => (
            <small key={name}>
              {name} {order(pair)}
            </small>
          ))}
        </span>
        <span>{second.name}</span>
      </p>
      {mark ? (
        <p className="match-result__void">
          {/* A match that is put off may still be played, and then its result counts. */}
          {mark}：{match.void || match.state === 'cancelled' ? '此场' : '规定时间内没有踢完，'}
          {pool ? '选什么都算对' : match.void || match.state === 'cancelled' ? '各玩法赔率按 1.00 计算' : '各玩法赔率才按 1.00 计算'}
        </p>
      ) : null}
      {match.winners.length > 0 ? (
        <ul className="match-result__winners" aria-label="开奖结果">
          {match.winners.map((winner) => (
            <li key={`${winner.play} ${winner.choice}`}>
              <span>
                {winner.playName}
                {winner.number ? ` ${winner.number}` : ''}
              </span>{' '}
              <b>{winner.name}</b> {winner.odds ? <i>{winner.odds}</i> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
});
