import { type ReactNode, useCallback } from 'react';
import type { MatchLiveBlock, SportView } from '../../../../descriptions/generated/screen.ts';
import { formatDayName, formatInstant } from '../../../../descriptions/screens/time.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { ErrorState } from '../../../kit/error-state.tsx';
import { SkeletonBlock } from '../../../kit/skeleton.tsx';
import type { LiveFeed } from '../../live/feed.ts';
import type { LiveMatch, MatchEvent, Pair, SideName } from '../../live/matches.ts';
import { Minute } from '../../live/minute.tsx';
import { useGoals } from '../../live/use-goals.ts';
import { useFeed, useLive, useMatch, useStatus } from '../../live/use-live.ts';
import { tieDeciders } from '../../deciders.ts';
import { cornersOf, EVENT_TEXT, sideMeasure, pairText, runningScores, SCORES, scoreText, sidesOf } from '../../live/words.ts';
import { Crest, type CrestTeam } from '../../../kit/crest.tsx';
import './match-live.css';

export default function MatchLive({ block }: BlockProps<MatchLiveBlock>): ReactNode {
  const screen = useScreen();
  const feed = useFeed(block.call);
  const id = screen.text(block.match);
  const match = useMatch(feed, id);
  const { state, error } = useStatus(feed);
  const sport = match && block.sports.find(({ code }) => code === match.sport);
  const known = useLive(feed).version !== undefined;
  if (!match && !known)
    return state === 'error' ? (
      <ErrorState inline text={error ?? '加载失败'} onRetry={feed.reload} />
    ) : (
      <SkeletonBlock rows={block.part === 'head' ? 2 : 4} />
    );
  if (block.part === 'events') return <Events match={match} sport={sport} />;
  // A match that is played in some days has no score yet: the page knows the teams.
  const teams = (screen.value(block.teams) ?? {}) as HeadTeams;
  if (!match || !sport) return <Sides home={screen.text(block.home)} away={screen.text(block.away)} teams={teams} />;
  return <Head feed={feed} match={match} sport={sport} league={feed.live().leagues[match.league]?.name ?? ''} teams={teams} />;
}

/** The sides as an analysis names them, with their places in the league; none while it loads. */
type HeadTeams = Partial<Readonly<Record<SideName, CrestTeam & { readonly name: string; readonly rank?: number }>>>;

interface SidesProps {
  readonly home: string;
  readonly away: string;
  readonly teams: HeadTeams;
}

function Sides({ home, away, teams }: SidesProps): ReactNode {
  if (!home && !away) return null;
  return (
    <section className="card match-head" aria-label="比赛">
      <p className="match-head__sides">
        <Side name={home} team={teams.home} rank={teams.home?.rank} />
        <span className="match-head__vs">VS</span>
        <Side name={away} team={teams.away} rank={teams.away?.rank} />
      </p>
    </section>
  );
}

interface SideProps {
  readonly name: string;
  readonly team: CrestTeam | undefined;
  readonly rank: number | undefined;
}

/** A side of the head. The place of its crest is kept while the team is not known. */
function Side({ name, team, rank }: SideProps): ReactNode {
  return (
    <span className="match-head__side">
      {team ? <Crest team={team} size={36} /> : <span className="match-head__crest" />}
      {name}
      <small className="match-head__rank">{rank === undefined ? '' : `第 ${rank} 名`}</small>
    </span>
  );
}

interface HeadProps {
  readonly feed: LiveFeed;
  readonly match: LiveMatch;
  readonly sport: SportView;
  readonly league: string;
  readonly teams: HeadTeams;
}

function Head({ feed, match, sport, league, teams }: HeadProps): ReactNode {
  const host = useHost();
  const { offsetMinutes = 0 } = host;
  const only = useCallback((each: LiveMatch) => each.id === match.id, [match.id]);
  const { announcement } = useGoals(
    feed,
    useCallback(() => sport, [sport]),
    only,
    true,
  );
  const score = match.measures[sport.score];
  const kickOff = `${formatDayName(match.startsAt, host.now(), offsetMinutes)} ${formatInstant(match.startsAt, offsetMinutes, 'minute')?.slice(-5)}`;
  const [first = 'home', second = 'away'] = sidesOf(sport);
  return (
    <section className="card match-head" aria-label="比赛">
      <p className="match-head__note">
        {league} · {kickOff}
      </p>
      <p className="match-head__sides">
        <Side name={match[first].name} team={match[first]} rank={teams[first]?.rank} />
        {score ? (
          <>
            <span className="match-head__score tabular" aria-hidden="true">
              {sideMeasure(score, first)} : {sideMeasure(score, second)}
            </span>
            <span className="visually-hidden">{scoreText(match, sport)}</span>
          </>
        ) : (
          <span className="match-head__vs">VS</span>
        )}
        <Side name={match[second].name} team={match[second]} rank={teams[second]?.rank} />
      </p>
      <p className="match-head__state tabular">
        <Minute feed={feed} match={match} sport={sport} />
      </p>
      <Figures match={match} sport={sport} />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  );
}

/** Half-time, what decided a level tie, corners and cards side by side, as far as known. */
function Figures({ match, sport }: { readonly match: LiveMatch; readonly sport: SportView }): ReactNode {
  const figures: readonly (readonly [label: string, pair: Pair | undefined])[] = [
    ['半场', sport.half && match.state !== 'first' ? match.measures[sport.half] : undefined],
    ...tieDeciders(match.measures),
    ['角球', cornersOf(match, sport)],
    ['黄牌', match.cards?.yellow],
    ['红牌', match.cards?.red],
  ];
  const known = figures.filter(([, pair]) => pair !== undefined);
  if (known.length === 0 || match.state === 'scheduled') return null;
  return (
    <dl className="match-head__figures tabular">
      {known.map(([label, pair]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{pairText(pair, sport)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Events({ match, sport }: { readonly match: LiveMatch | undefined; readonly sport: SportView | undefined }): ReactNode {
  // Corners are many, and their number stands above.
  const events = (match?.events ?? []).filter(({ kind }) => kind !== 'corner');
  if (!match || events.length === 0)
    return <p className="card section__none">{!match || match.state === 'scheduled' ? '比赛还没有开始' : '还没有进球和红黄牌'}</p>;
  const scores = runningScores(events);
  // The latest first: that is what one opens this for. Events are added at the end and never move, so their place is their name.
  return (
    <ol className="card match-events" aria-label="比赛事件">
      {events
        .map((event, at) => <EventRow key={at} event={event} match={match} score={pairText(scores[at], sport)} sport={sport} />)
        .reverse()}
    </ol>
  );
}

function EventRow({
  event,
  match,
  score,
  sport,
}: {
  readonly event: MatchEvent;
  readonly match: LiveMatch;
  readonly score: string;
  readonly sport: SportView | undefined;
}): ReactNode {
  const { kind, minute, side, player } = event;
  const [first] = sidesOf(sport) as readonly SideName[];
  return (
    <li className={`match-event match-event--${side === first ? 'start' : 'end'}`}>
      <span className="match-event__minute tabular">
        <span className="visually-hidden">第 </span>
        {minute}
        <span aria-hidden="true">′</span>
        <span className="visually-hidden"> 分钟 </span>
      </span>
      <span className="match-event__what">
        <span className={`match-event__mark match-event__mark--${kind}`} aria-hidden="true" />
        <span>
          <span className="visually-hidden">{match[side].name} </span>
          {EVENT_TEXT[kind] ?? ''}
          {player ? ` ${player}` : ''}
        </span>
      </span>
      {SCORES.has(kind) ? <span className="match-event__score tabular">{score}</span> : null}
    </li>
  );
}
