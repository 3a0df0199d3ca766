import { type KeyboardEvent, type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import type { LiveScoresBlock, SportView } from '../../../../descriptions/generated/screen.ts';
import { formatDayName, formatInstant } from '../../../../descriptions/screens/time.ts';
import { DescribedEmpty } from '../../../blocks/parts/described-empty.tsx';
import type { BlockProps } from '../../../core/contract.ts';
import { useHost, useScreen, useScreenState } from '../../../core/hooks.ts';
import { writeSetting, readSetting } from '../../../core/settings.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/empty.tsx';
import { ErrorState } from '../../../kit/error-state.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { SkeletonBlock } from '../../../kit/skeleton.tsx';
import type { LiveFeed } from '../../live/feed.ts';
import { type LiveScoreboard, type LiveMatch, sortMatches, type Tab, tabOf } from '../../live/matches.ts';
import { GOAL_SOUND, type Goals, useGoals } from '../../live/use-goals.ts';
import { useFeed, useFollowedMatches, useLive, useStatus } from '../../live/use-live.ts';
import { LiveRow } from './live-row.tsx';
import './live-scores.css';

type Shown = Tab | 'followed';

const TABS: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'live', label: '即时' },
  { value: 'finished', label: '完场' },
  { value: 'coming', label: '未开' },
  { value: 'followed', label: '关注' },
];
/** As high as a screen, so that what stands under the list does not move when it comes. */
const SKELETON_ROWS = 12;
const NONE: ReadonlySet<string> = new Set();

export default function LiveScores({ block }: BlockProps<LiveScoresBlock>): ReactNode {
  const screen = useScreen();
  const id = useId();
  const feed = useFeed(block.call);
  const live = useLive(feed);
  const followed = useFollowedMatches();
  const [storedTab, storeTab] = useScreenState(block.name);
  const shown = TABS.find(({ value }) => value === storedTab)?.value ?? 'live';
  const sport = String(screen.value(block.sport) ?? '');
  const mine = block.mine !== undefined && screen.test(block.mine);
  const own = useOwn(screen.value(block.own));
  const { sports } = block;
  const viewOf = useCallback((match: LiveMatch): SportView | undefined => sports.find(({ code }) => code === match.sport), [sports]);
  const concerns = useCallback(
    (match: LiveMatch): boolean => (sport === '' || match.sport === sport) && (!mine || own.has(match.id)),
    [sport, mine, own],
  );
  const goals = useGoals(feed, viewOf, concerns);
  const lists = useMemo(() => listsOf(live, concerns, followed), [live, concerns, followed]);
  const choose = (value: Shown): void => storeTab(value === 'live' ? '' : value);

  return (
    <section className="live" aria-label="比分">
      <TabList id={id} shown={shown} counts={lists} onChange={choose} />
      <StatusLine feed={feed} demo={live.demo} />
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        <Content
          feed={feed}
          live={live}
          lists={lists}
          shown={shown}
          row={(match) => (
            <LiveRow
              key={match.id}
              feed={feed}
              id={match.id}
              sport={viewOf(match)}
              league={live.leagues[match.league]}
              own={own.has(match.id)}
              goals={goals.lit}
              action={block.action}
            />
          )}
          onTab={choose}
          nothing={mine && own.size === 0 && block.empty ? <DescribedEmpty empty={block.empty} /> : undefined}
        />
      </div>
      <Told goals={goals} />
    </section>
  );
}

/** Goals are announced once, politely; minutes are not announced. */
function Told({ goals }: { readonly goals: Goals }): ReactNode {
  return (
    <p className="visually-hidden" role="status">
      {goals.announcement}
    </p>
  );
}

/** The ids of the matches with own bets; the same set as long as they are the same. */
function useOwn(value: unknown): ReadonlySet<string> {
  return useMemo(() => {
    if (!Array.isArray(value)) return NONE;
    return new Set(value.flatMap((each: { readonly match?: unknown } | null) => (typeof each?.match === 'string' ? [each.match] : [])));
  }, [value]);
}

type Lists = Readonly<Record<Shown, readonly LiveMatch[]>>;

function listsOf(live: LiveScoreboard, concerns: (match: LiveMatch) => boolean, followed: ReadonlySet<string>): Lists {
  const all = [...live.matches.values()].filter(concerns);
  const of = (tab: Tab): readonly LiveMatch[] =>
    sortMatches(
      all.filter((match) => tabOf(match) === tab),
      tab,
    );
  return {
    live: of('live'),
    finished: of('finished'),
    coming: of('coming'),
    followed: sortMatches(
      all.filter(({ id }) => followed.has(id)),
      'all',
    ),
  };
}

const STEP: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

function TabList({
  id,
  shown,
  counts,
  onChange,
}: {
  readonly id: string;
  readonly shown: Shown;
  readonly counts: Lists;
  readonly onChange: (value: Shown) => void;
}): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const step = STEP[event.key];
    if (!step) return;
    event.preventDefault();
    const at = (TABS.findIndex(({ value }) => value === shown) + step + TABS.length) % TABS.length;
    const next = TABS[at];
    if (!next) return;
    onChange(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
  };
  return (
    <div className="live__top">
      <div ref={list} className="live__tabs" role="tablist" aria-label="比分" onKeyDown={move}>
        {TABS.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`${id}-${value}`}
            className="live__tab"
            aria-selected={value === shown}
            aria-controls={`${id}-panel`}
            tabIndex={value === shown ? 0 : -1}
            onClick={() => onChange(value)}
          >
            {label}
            <span className="live__count tabular">{counts[value].length}</span>
          </button>
        ))}
      </div>
      <Sound />
    </div>
  );
}

/** Sound of goals; off until the player wants it. */
function Sound(): ReactNode {
  const { storage } = useHost();
  const [on, setOn] = useState(() => readSetting(storage, GOAL_SOUND, false));
  const toggle = (): void => {
    writeSetting(storage, GOAL_SOUND, !on);
    setOn(!on);
  };
  return (
    <button type="button" className="live__sound" aria-pressed={on} aria-label="进球声音" onClick={toggle}>
      <Icon name="bell" size={20} />
      <span aria-hidden="true">{on ? '有声' : '静音'}</span>
    </button>
  );
}

/** How far the scores can be trusted, in a line that is always there: nothing moves when it says something else. */
function StatusLine({ feed, demo }: { readonly feed: LiveFeed; readonly demo: boolean }): ReactNode {
  const { offsetMinutes = 0 } = useHost();
  const { stale, state, error, heardAt } = useStatus(feed);
  const time = heardAt === undefined ? '' : formatInstant(heardAt, offsetMinutes, 'time')?.slice(0, 5);
  return (
    <p className={`live__status tabular${stale ? ' live__status--stale' : ''}`}>
      <span role="status">
        {stale ? `比分可能不是最新，停在 ${time}` : state === 'ready' && error ? `暂时连不上，比分停在 ${time}` : ''}
      </span>
      {stale || (state === 'ready' && error) ? (
        <button type="button" className="live__again" onClick={feed.reload}>
          刷新
        </button>
      ) : (
        <span>{demo ? '演示比分 · 与真实赛事无关' : ''}</span>
      )}
    </p>
  );
}

interface ContentProps {
  readonly feed: LiveFeed;
  readonly live: LiveScoreboard;
  readonly lists: Lists;
  readonly shown: Shown;
  readonly row: (match: LiveMatch) => ReactNode;
  readonly onTab: (value: Shown) => void;
  /** Instead of a list. */
  readonly nothing: ReactNode | undefined;
}

function Content({ feed, live, lists, shown, row, onTab, nothing }: ContentProps): ReactNode {
  const { state, error } = useStatus(feed);
  const host = useHost();
  const { offsetMinutes = 0 } = host;
  if (live.version === undefined)
    return state === 'error' ? <ErrorState text={error ?? '加载失败'} onRetry={feed.reload} /> : <SkeletonBlock rows={SKELETON_ROWS} />;
  if (nothing !== undefined) return nothing;
  const matches = lists[shown];
  if (matches.length === 0) return <Nothing lists={lists} shown={shown} onTab={onTab} />;
  return byDay(matches, offsetMinutes).map(([day, of]) => (
    <section key={day} className="live__day">
      <h2 className="live__head">{formatDayName(of[0]?.startsAt, host.now(), offsetMinutes)}</h2>
      <ul className="card live__list">{of.map(row)}</ul>
    </section>
  ));
}

/** Matches of one day after another, in the order that they come in. */
function byDay(matches: readonly LiveMatch[], offsetMinutes: number): readonly (readonly [string, readonly LiveMatch[]])[] {
  const days = new Map<string, LiveMatch[]>();
  for (const match of matches) {
    const day = formatInstant(match.startsAt, offsetMinutes, 'day') ?? '';
    days.set(day, [...(days.get(day) ?? []), match]);
  }
  return [...days];
}

function Nothing({ lists, shown, onTab }: Pick<ContentProps, 'lists' | 'shown' | 'onTab'>): ReactNode {
  const host = useHost();
  const { offsetMinutes = 0 } = host;
  if (shown === 'followed') return <Empty title="还没有关注的比赛" note="点比赛右边的星标，它就会出现在这里。" picture="nothing-found" />;
  if (shown === 'finished') return <Empty title="还没有完场的比赛" picture="no-results" />;
  const next = lists.coming.find(({ state, startsAt }) => state === 'scheduled' && startsAt > host.now());
  const when =
    next &&
    `${formatDayName(next.startsAt, host.now(), offsetMinutes)} ${formatInstant(next.startsAt, offsetMinutes, 'minute')?.slice(-5)}`;
  const note = next ? `下一场 ${when}，${next.home.name} 对 ${next.away.name}` : '近两天没有赛程，请过些时候再来。';
  if (shown === 'coming') return <Empty title="没有未开赛的比赛" picture="no-results" />;
  return (
    <Empty title="现在没有进行中的比赛" note={note} picture="no-results">
      {next ? (
        <Button variant="primary" onClick={() => onTab('coming')}>
          看未开赛
        </Button>
      ) : null}
    </Empty>
  );
}
