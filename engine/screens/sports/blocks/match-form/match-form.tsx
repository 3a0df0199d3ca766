import type { ReactNode } from 'react';
import type { MatchFormBlock } from '../../../../descriptions/generated/screen.ts';
import { formatInstant } from '../../../../descriptions/screens/time.ts';
import { DescribedEmpty } from '../../../blocks/parts/described-empty.tsx';
import { Ready } from '../../../blocks/parts/ready.tsx';
import type { BlockProps } from '../../../core/contract.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { Crest, type CrestTeam } from '../../../kit/crest.tsx';
import type { Pair } from '../../live/matches.ts';
import './match-form.css';

interface Team extends CrestTeam {
  readonly name: string;
}

interface Match {
  readonly id: string;
  readonly league: string;
  readonly home: Team;
  readonly away: Team;
  /** Unix ms. */
  readonly startsAt: number;
  readonly measures: Readonly<Record<string, Pair>>;
}

type Result = 'won' | 'drawn' | 'lost';
const RESULT_TEXT: Readonly<Record<Result, string>> = { won: '胜', drawn: '平', lost: '负' };
const RESULTS = Object.keys(RESULT_TEXT) as readonly Result[];

function resultOf(team: string, home: string, [homeScore, awayScore]: Pair): Result {
  if (homeScore === awayScore) return 'drawn';
  return homeScore > awayScore === (team === home) ? 'won' : 'lost';
}

export default function MatchForm({ block }: BlockProps<MatchFormBlock>): ReactNode {
  return (
    <Ready of={[block.team, block.each]} rows={6}>
      <Form block={block} />
    </Ready>
  );
}

function Form({ block }: { readonly block: MatchFormBlock }): ReactNode {
  const screen = useScreen();
  const team = screen.value(block.team) as Team | undefined;
  const matches = (screen.value(block.each) ?? []) as readonly Match[];
  if (!team) return null;
  // A match without a score was played, and its result is not known.
  const played = matches.flatMap((match) => {
    const score = match.measures[block.score];
    return score === undefined ? [] : [{ match, score, result: resultOf(team.id, match.home.id, score) }];
  });
  const counts = RESULTS.flatMap((result) => {
    const count = played.filter((each) => each.result === result).length;
    return count === 0 ? [] : [`${count}${RESULT_TEXT[result]}`];
  });
  const awayFirst = block.awayFirst !== undefined && screen.test(block.awayFirst);
  const title = screen.text(block.title) || `${team.name} 近 ${played.length} 场`;
  return (
    <section className="card match-form" aria-label={title}>
      <h3 className="match-form__head">
        <Crest team={team} />
        <span className="match-form__title">{title}</span>
        <span className="match-form__counts tabular">{counts.join(' ')}</span>
      </h3>
      {played.length === 0 ? (
        block.empty ? (
          <DescribedEmpty empty={block.empty} />
        ) : null
      ) : (
        <ul className="match-form__list">
          {played.map(({ match, score, result }) => (
            <Row key={match.id} match={match} score={score} result={result} awayFirst={awayFirst} team={team.id} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowProps {
  readonly match: Match;
  readonly score: Pair;
  readonly result: Result;
  readonly awayFirst: boolean;
  /** Code of the team whose form it is. */
  readonly team: string;
}

function Row({ match, score, result, awayFirst, team }: RowProps): ReactNode {
  const { offsetMinutes = 0 } = useHost();
  const home = { side: match.home, goals: score[0] };
  const away = { side: match.away, goals: score[1] };
  const [first, second] = awayFirst ? [away, home] : [home, away];
  const name = (side: Team): string => (side.id === team ? 'match-form__side match-form__side--own' : 'match-form__side');
  return (
    <li className="match-form__row">
      <span className={`match-form__disc match-form__disc--${result}`}>{RESULT_TEXT[result]}</span>
      <span className="match-form__match">
        <span className={name(first.side)}>{first.side.name}</span>{' '}
        <b className="match-form__score tabular">
          {first.goals}:{second.goals}
        </b>{' '}
        <span className={name(second.side)}>{second.side.name}</span>
      </span>
      <span className="match-form__when tabular">
        {formatInstant(match.startsAt, offsetMinutes, 'day')?.slice(-5)} {match.league}
      </span>
    </li>
  );
}
