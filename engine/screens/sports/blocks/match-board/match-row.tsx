/** A match in the list. It renders again when its own offer changes; what is picked of it is the business of its cells and its badge. */
import { useReadableValue } from '../../../core/use-current.ts';
import { memo, type ReactNode, useSyncExternalStore } from 'react';
import { formatInstant } from '../../../../descriptions/screens/time.ts';
import { printedNumber } from '../../../../descriptions/sports/conditions.ts';
import type { SportGame } from '../../../../descriptions/sports/types.ts';
import { Icon } from '../../../kit/icon.tsx';
import { countRender } from '../../../core/render-counter.ts';
import type { League, Offer, Team } from '../../calls.ts';
import { Crest } from '../../../kit/crest.tsx';
import { favouriteMatches, toggleFavourite } from '../../favourites.ts';
import type { ListView } from '../../plays.ts';
import type { SportRuntime } from '../../runtime.ts';
import { STRUCK_REASON_TEXTS } from '../../words.ts';
import { numberClass, PlayRow } from './play-cells.tsx';
import { clockOn } from './times.ts';

/** The sheet of a match, and the tab that it opens with. */
export interface OpenSheet {
  readonly match: string;
  readonly play?: string;
}

export interface RowParts {
  readonly runtime: SportRuntime;
  readonly sport: SportGame;
  readonly view: ListView;
  readonly open: (sheet: OpenSheet) => void;
  readonly analyse?: (offer: Offer) => void;
}

/** Why nothing of the match can be picked; '' while it can. */
export function whyNotPickable({ state, passStopsAt, singleStopsAt, singles, startsAt }: Offer, now: number): string {
  if (state !== 'selling') return STRUCK_REASON_TEXTS[state];
  const stopsAt = singles.length > 0 ? Math.max(passStopsAt, singleStopsAt) : passStopsAt;
  if (stopsAt > now) return '';
  return startsAt <= now ? STRUCK_REASON_TEXTS.live : STRUCK_REASON_TEXTS.stopped;
}

/** It ended as matches do: nobody bets on it any more, and no reason need be given. */
export const hasEnded = ({ state }: Offer): boolean => state === 'live' || state === 'finished' || state === 'stopped';

export interface MatchRowProps {
  readonly id: string;
  /** It is laid out where it is drawn, and not only when it comes near to what is in sight. */
  readonly near: boolean;
  readonly parts: RowParts;
}

export const MatchRow = memo(function MatchRow({ id, near, parts }: MatchRowProps): ReactNode {
  const { runtime, sport, view } = parts;
  const { book, host } = runtime;
  countRender(`row:${id}`);
  const offer = useSyncExternalStore(
    (listener) => book.watch(id, listener),
    () => book.offer(id),
  );
  if (!offer) return null;
  const offset = host.offsetMinutes ?? 0;
  const league = book.listing()?.leagues.get(offer.league);
  const lack = whyNotPickable(offer, host.now());
  const [first, second] = sport.board?.awayFirst ? [offer.away, offer.home] : [offer.home, offer.away];
  const starts = clockOn(offer.startsAt, offer.day, offset);
  // Both times stand side by side: the day is not said twice.
  const stops = clockOn(offer.passStopsAt, formatInstant(offer.startsAt, offset, 'day') ?? offer.day, offset);
  const words = `${offer.code} ${league?.short ?? ''} ${first.name} 对 ${second.name}，${starts} 开赛`;
  return (
    <li className={near ? 'match lazy-row is-near' : 'match lazy-row'} data-off={lack ? '' : undefined} aria-label={words}>
      <div className="match__head">
        <b className="match__code tabular">{offer.code}</b>
        <LeagueChip league={league} code={offer.league} />
        <span className="match__times tabular">
          <span>{starts}</span>
          {lack ? <span className={hasEnded(offer) ? undefined : 'match__lack'}>{lack}</span> : <span>{stops} 截止</span>}
        </span>
        <span className="match__acts">
          {parts.analyse ? (
            <button type="button" aria-label={`${offer.code} 分析`} onClick={() => parts.analyse?.(offer)}>
              析
            </button>
          ) : null}
          <Favourite runtime={runtime} id={id} name={offer.code} />
        </span>
      </div>
      <div className="match__teams">
        <Side team={first} offer={offer} sport={sport} home={first === offer.home} />
        <span className="match__vs">VS</span>
        <Side team={second} offer={offer} sport={sport} home={second === offer.home} />
      </div>
      {lack && offer.reason && !hasEnded(offer) ? <p className="match__reason">{offer.reason}</p> : null}
      <div className={view.row.length > 0 ? 'match__body' : undefined}>
        {view.row.length > 0 ? (
          <div className="match__plays">
            {view.row.map((play) => (
              <PlayRow
                key={play.code}
                runtime={runtime}
                offer={offer}
                play={play}
                off={lack !== ''}
                {...(sport.payout.kind === 'pool'
                  ? { before: <Banker id={id} code={offer.code} runtime={runtime} play={view.code} /> }
                  : {})}
              />
            ))}
          </div>
        ) : null}
        {view.sheet.length > 0 ? <MoreButton id={id} code={offer.code} parts={parts} off={lack !== ''} /> : null}
      </div>
    </li>
  );
});

function LeagueChip({ league, code }: { readonly league: League | undefined; readonly code: string }): ReactNode {
  return (
    <span className={`match__league tone-${league?.tone ?? 'ink'}`} title={league?.name}>
      {league?.short ?? code}
    </span>
  );
}

interface SideProps {
  readonly team: Team;
  readonly offer: Offer;
  readonly sport: SportGame;
  readonly home: boolean;
}

/** A team with its place in the table; the handicap stands beside the home side, as it is printed. */
function Side({ team, offer, sport, home }: SideProps): ReactNode {
  const number = home ? sport.numbers.find(({ from }) => from < 0) : undefined;
  const value = number && offer.numbers[number.code];
  return (
    <span className="match__side">
      {sport.board?.awayFirst ? <small className="match__where">{home ? '主' : '客'}</small> : null}
      <Crest team={team} size={18} />
      {team.rank === undefined ? null : <small className="match__rank tabular">[{team.rank}]</small>}
      <b>{team.name}</b>
      {number && value !== undefined && Number(value) !== 0 ? (
        <small className={`tabular ${numberClass(number, value)}`}>({printedNumber(number, value)})</small>
      ) : null}
    </span>
  );
}

function Favourite({ runtime, id, name }: { readonly runtime: SportRuntime; readonly id: string; readonly name: string }): ReactNode {
  const { host } = runtime;
  const favourites = favouriteMatches(host);
  const on = useSyncExternalStore(favourites.subscribe, () => favourites.get().has(id));
  return (
    <button type="button" className="match__star" aria-pressed={on} aria-label={`关注 ${name}`} onClick={() => toggleFavourite(host, id)}>
      <Icon name="star" size={18} />
    </button>
  );
}

/** Opens the plays of many choices; shows which of them are picked. */
function MoreButton({ id, code, parts, off }: Omit<MatchRowProps, 'near'> & { readonly code: string; readonly off: boolean }): ReactNode {
  const { runtime, view, open } = parts;
  const picked = useSyncExternalStore(
    (listener) => runtime.cells.watchMatch(id, listener),
    () => namesOfPicksInSheet(runtime.cells.match(id)?.picks ?? {}, view).join(SEPARATOR),
  );
  const names = picked === '' ? [] : picked.split(SEPARATOR);
  const only = view.row.length === 0 ? view.sheet[0] : undefined;
  return (
    <button
      type="button"
      className="match__more"
      aria-haspopup="dialog"
      aria-label={`${code} ${only?.name ?? '全部玩法'}${names.length > 0 ? `，已选 ${names.join('、')}` : ''}`}
      data-picked={names.length > 0 ? '' : undefined}
      disabled={off && names.length === 0}
      onClick={() => open({ match: id })}
    >
      {names.length > 0 ? <span className="match__picked">{shortPicks(names)}</span> : <span>{only ? `选${only.name}` : '更多玩法'}</span>}
      <Icon name="next" size={16} />
    </button>
  );
}

/** Between names of choices, which are lines of text. */
const SEPARATOR = '\n';
/** Choices that the card names; the others are a number. */
const NAMED = 2;

/** 1:0 · 2:1 +3. */
export const shortPicks = (names: readonly string[]): string =>
  `${names.slice(0, NAMED).join(' · ')}${names.length > NAMED ? ` +${names.length - NAMED}` : ''}`;

/** Names of the choices that are picked in the sheet of this view, in the order of the description. */
export function namesOfPicksInSheet(
  picks: Readonly<Record<string, Readonly<Record<string, string>>>>,
  { sheet }: Pick<ListView, 'sheet'>,
): string[] {
  return sheet.flatMap(({ code, play }) =>
    play.choices.flatMap((choice) => (picks[code]?.[choice.code] === undefined ? [] : [choice.name])),
  );
}

/** 胆: in every bet, where a bet has fewer matches than the issue. */
function Banker({
  id,
  code,
  runtime,
  play,
}: {
  readonly id: string;
  readonly code: string;
  readonly runtime: SportRuntime;
  readonly play: string;
}): ReactNode {
  const { sport } = useReadableValue(runtime.version);
  const state = useSyncExternalStore(
    (listener) => runtime.cells.watchMatch(id, listener),
    () => {
      const match = runtime.cells.match(id);
      return match ? (match.banker ? 'on' : 'off') : 'none';
    },
  );
  const table = sport.payout.kind === 'pool' ? sport.payout.tables.find((each) => each.play === play) : undefined;
  if (!table || sport.payout.kind !== 'pool' || table.choose >= sport.payout.matches) return null;
  return (
    <button
      type="button"
      className="match__banker"
      disabled={state === 'none'}
      aria-pressed={state === 'on'}
      aria-label={`${code} 设胆`}
      onClick={() => runtime.picks.send({ type: 'BANKER', match: id, on: state !== 'on' })}
    >
      胆
    </button>
  );
}
