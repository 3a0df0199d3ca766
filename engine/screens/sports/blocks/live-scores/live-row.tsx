/** One match of the list. Its minute and its flash render by themselves; the row renders when its match changed. */
import { memo, type ReactNode, useContext } from 'react';
import type { Action, SportView } from '../../../../descriptions/generated/screen.ts';
import { formatInstant } from '../../../../descriptions/screens/time.ts';
import { ScopeContext, useHost, useScreen } from '../../../core/hooks.ts';
import { Crest } from '../../../kit/crest.tsx';
import { Icon } from '../../../kit/icon.tsx';
import type { LiveFeed } from '../../live/feed.ts';
import { type League, type LiveMatch, type SideName, tabOf } from '../../live/matches.ts';
import { type Goals, useHighlightedScore } from '../../live/use-goals.ts';
import { useIsFollowed, useMatch } from '../../live/use-live.ts';
import { tieDeciders } from '../../deciders.ts';
import { cornersOf, sideMeasure, pairText, sidesOf, stateText } from '../../live/words.ts';
import { Minute } from '../../live/minute.tsx';

export interface LiveRowProps {
  readonly feed: LiveFeed;
  readonly id: string;
  readonly sport: SportView | undefined;
  readonly league: League | undefined;
  readonly own: boolean;
  readonly goals: Goals['lit'];
  readonly action: Action | undefined;
}

export const LiveRow = memo(function LiveRow({ feed, id, sport, league, own, goals, action }: LiveRowProps): ReactNode {
  const screen = useScreen();
  const scope = useContext(ScopeContext);
  const match = useMatch(feed, id);
  const scored = useHighlightedScore(goals, id);
  if (!match) return null;
  const content = (
    <Content feed={feed} match={match} sport={sport} league={league} own={own} scored={scored?.stands ? scored.side : undefined} />
  );
  return (
    <li className={`live-row lazy-row${scored ? ' is-scored' : ''}`}>
      {action ? (
        <button
          type="button"
          className="live-row__open"
          onClick={() => void screen.act(action, { ...scope, ...match, leagueName: league?.name ?? '' })}
        >
          {content}
        </button>
      ) : (
        <div className="live-row__open">{content}</div>
      )}
      <Star id={id} name={`${match.home.name} 对 ${match.away.name}`} />
    </li>
  );
});

interface ContentProps {
  readonly feed: LiveFeed;
  readonly match: LiveMatch;
  readonly sport: SportView | undefined;
  readonly league: League | undefined;
  readonly own: boolean;
  readonly scored: SideName | undefined;
}

function Content({ feed, match, sport, league, own, scored }: ContentProps): ReactNode {
  const note = noteOf(match, sport);
  return (
    <>
      <span className="live-row__when">
        {league ? <span className={`live-league tone-${league.tone}`}>{league.short}</span> : null}
        <When feed={feed} match={match} sport={sport} />
      </span>
      <span className="live-row__sides">
        {sidesOf(sport).map((side) => (
          <Line key={side} match={match} side={side} sport={sport} scored={scored === side} />
        ))}
        {note || own ? (
          <span className="live-row__note tabular">
            {own ? <span className="badge badge--gold">我的投注</span> : null}
            {note}
          </span>
        ) : null}
      </span>
    </>
  );
}

/** The kick-off before it, the minute while it is played, and what it came to after. */
function When({ feed, match, sport }: Pick<ContentProps, 'feed' | 'match' | 'sport'>): ReactNode {
  const { offsetMinutes = 0 } = useHost();
  const kickOff = formatInstant(match.startsAt, offsetMinutes, 'minute')?.slice(-5);
  if (match.state === 'scheduled') return <span className="live-row__time tabular">{kickOff}</span>;
  if (tabOf(match) === 'live')
    return (
      <span className="live-row__time live-row__time--live tabular">
        <Minute feed={feed} match={match} sport={sport} />
      </span>
    );
  return (
    <>
      <span className="live-row__time">{stateText(match, sport)}</span>
      <span className="live-row__kick tabular">{kickOff}</span>
    </>
  );
}

function Line({
  match,
  side,
  sport,
  scored,
}: {
  readonly match: LiveMatch;
  readonly side: SideName;
  readonly sport: SportView | undefined;
  readonly scored: boolean;
}): ReactNode {
  const { name, rank } = match[side];
  const red = sideMeasure(match.cards?.red, side) ?? 0;
  const played = match.state !== 'scheduled' && match.state !== 'cancelled';
  const score = sport && played ? (sideMeasure(match.measures[sport.score], side) ?? (tabOf(match) === 'live' ? 0 : undefined)) : undefined;
  return (
    <span className="live-side">
      <span className="live-side__name">
        {rank === undefined ? null : (
          <span className="live-side__rank tabular">
            <span className="visually-hidden">第 </span>
            {rank}
            <span className="visually-hidden"> 名</span>
          </span>
        )}
        <Crest team={match[side]} size={18} />
        <span className="live-side__team">{name}</span>
        {red > 0 ? (
          <span className="live-card">
            <span className="visually-hidden">红牌 </span>
            {red}
          </span>
        ) : null}
        {scored ? <span className="badge badge--win live-side__scored">进球</span> : null}
      </span>
      <span className={`live-side__score tabular${scored ? ' is-lit' : ''}`}>{score ?? ''}</span>
    </span>
  );
}

/** "半场 1-0 · 点球 4-5 · 角球 5-3 · 黄牌 1-2", as far as known. */
function noteOf(match: LiveMatch, sport: SportView | undefined): string {
  const half = sport?.half && match.state !== 'first' ? pairText(match.measures[sport.half], sport) : '';
  const corners = pairText(cornersOf(match, sport), sport);
  const yellow = pairText(match.cards?.yellow, sport);
  const deciders = tieDeciders(match.measures).map(([name, pair]) => `${name} ${pairText(pair, sport)}`);
  return [half && `半场 ${half}`, ...deciders, corners && `角球 ${corners}`, yellow && yellow !== '0-0' ? `黄牌 ${yellow}` : '']
    .filter(Boolean)
    .join(' · ');
}

function Star({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  const [on, toggle] = useIsFollowed(id);
  return (
    <button type="button" className="live-row__star" aria-pressed={on} aria-label={`关注 ${name}`} onClick={toggle}>
      <Icon name="star" size={20} />
    </button>
  );
}
