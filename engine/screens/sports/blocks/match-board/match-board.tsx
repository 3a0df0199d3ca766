/** The list of matches: plays as tabs, days with their matches, the sheet of a match, filters. */
import { useReadableValue } from '../../../core/use-current.ts';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react';
import type { MatchBoardBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useScreen } from '../../../core/hooks.ts';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { useRowSlices } from '../../../core/use-row-slices.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/empty.tsx';
import { ErrorState } from '../../../kit/error-state.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { type ObservableValue, observableValue } from '../../../core/observable.ts';
import type { Offer } from '../../calls.ts';
import { favouriteMatches } from '../../favourites.ts';
import {
  compareOffers,
  countFilters,
  type FilterContext,
  type Filters,
  keepFilters,
  NO_FILTERS,
  passesFilters,
  readFilters,
} from '../../filters.ts';
import { SkeletonCards } from '../../../kit/skeleton.tsx';
import { type ListView, listViews, viewOf } from '../../plays.ts';
import { useSport } from '../../use-sport.ts';
import { Day, type DayProps } from './day.tsx';
import { Freshness } from './freshness.tsx';
import { IssueBar } from './issue-bar.tsx';
import { hasEnded, type OpenSheet, type RowParts } from './match-row.tsx';
import './match-board.css';
import './match-plays.css';
import './sheets.css';

// What is opened by a tap comes with it.
const FilterSheet = lazy(() => import('./filter-sheet.tsx'));
const MatchSheet = lazy(() => import('./match-sheet.tsx'));
// Seldom shown, and not what the page is opened for.
const NoMatches = lazyPart(() => import('./no-matches.tsx'), <div className="matches__coming" />);

export default function MatchBoard({ block }: BlockProps<MatchBoardBlock>): ReactNode {
  const runtime = useSport();
  const screen = useScreen();
  const { sport } = useReadableValue(runtime.version);
  const code = useReadableValue(runtime.view);
  const views = listViews(sport);
  const view = viewOf(sport, code);
  const panel = useId();
  const [open] = useState(() => observableValue<OpenSheet | undefined>(undefined));
  const [filters] = useState(() => observableValue(readFilters(runtime.host.storage, runtime.code)));
  const { analysis } = block;
  const parts = useMemo(
    (): RowParts => ({
      runtime,
      sport,
      view,
      open: open.set,
      ...(analysis
        ? {
            analyse: ({ id, code: name, home, away }: Offer) =>
              void screen.act(analysis, { gameCode: runtime.code, matchId: id, code: name, home: home.name, away: away.name }),
          }
        : {}),
    }),
    [runtime, sport, view, open.set, analysis, screen],
  );
  return (
    <div className="matches" onKeyDown={moveFocus}>
      <div className="matches__head">
        {views.length > 1 ? (
          <Tabs
            label="玩法"
            className="matches__tabs"
            tabs={views.map((each) => ({ id: each.code, label: each.name }))}
            value={view.code}
            onChange={runtime.chooseView}
            controls={panel}
          />
        ) : null}
        <FilterButton filters={filters} view={view} />
      </div>
      <IssueBar />
      <Freshness />
      <div id={panel} role={views.length > 1 ? 'tabpanel' : undefined} aria-label={views.length > 1 ? view.name : undefined}>
        <Days block={block} parts={parts} filters={filters} />
      </div>
      <SheetOf open={open} parts={parts} />
    </div>
  );
}

/** Arrow keys go from choice to choice within a match, and up and down to the next match. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target as HTMLElement;
  const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
  const row = from.closest('.match');
  if (!step || !row || !from.matches('.match-cell')) return;
  const cellsOf = (each: Element | undefined): HTMLElement[] => [
    ...(each?.querySelectorAll<HTMLElement>('.match-cell:not([disabled])') ?? []),
  ];
  const own = cellsOf(row);
  const at = own.indexOf(from);
  let next = step[1] ? own[at + step[1]] : undefined;
  if (step[0]) {
    const rows = [...event.currentTarget.querySelectorAll('.match')].filter((each) => cellsOf(each).length > 0);
    const there = cellsOf(rows[rows.indexOf(row) + step[0]]);
    next = there[Math.min(at, there.length - 1)];
  }
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function FilterButton({ filters, view }: { readonly filters: ObservableValue<Filters>; readonly view: ListView }): ReactNode {
  const runtime = useSport();
  const [open, setOpen] = useState(false);
  const chosen = useReadableValue(filters);
  const count = countFilters(chosen);
  // Fourteen matches of an issue are all bet on, so there is nothing to leave out.
  const { sport } = useReadableValue(runtime.version);
  if (sport.payout.kind === 'pool') return null;
  return (
    <>
      <button type="button" className="matches__filter" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        筛选
        {count > 0 ? (
          <span className="badge">
            {count}
            <span className="visually-hidden"> 项</span>
          </span>
        ) : null}
      </button>
      {open ? (
        <Suspense fallback={null}>
          <FilterSheet
            value={chosen}
            view={view}
            onChange={(next) => {
              filters.set(next);
              keepFilters(runtime.host.storage, runtime.code, next);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function SheetOf({ open, parts }: { readonly open: ObservableValue<OpenSheet | undefined>; readonly parts: RowParts }): ReactNode {
  const shown = useReadableValue(open);
  return shown ? (
    <Suspense fallback={null}>
      <MatchSheet {...shown} parts={parts} onClose={() => open.set(undefined)} />
    </Suspense>
  ) : null;
}

interface DaysProps {
  readonly block: MatchBoardBlock;
  readonly parts: RowParts;
  readonly filters: ObservableValue<Filters>;
}

/** A match with one play in its row, and the header, the plays and the first day above it (px). */
const LEAST_HEIGHT = 120;
const ABOVE = 150;

/** So often (ms) at most the odds behind the rows are asked for again, while a list shows them. */
const MORE_MS = 5_000;

function Days({ block, parts, filters: watchedFilters }: DaysProps): ReactNode {
  const { runtime, view, sport } = parts;
  const { book, host } = runtime;
  const listing = useSyncExternalStore(book.watchList, book.listing);
  const loading = useReadableValue(runtime.loading);
  const filters = useReadableValue(watchedFilters);
  const favourites = useReadableValue(favouriteMatches(host));
  const { drawn, near, growing, holder } = useRowSlices<HTMLDivElement>(listing?.ids.length ?? 0, LEAST_HEIGHT, ABOVE);
  // Odds that no page brings, of the play that stands in these rows.
  const more = view.row.some(({ code }) => !(sport.board?.row ?? []).includes(code)) && sport.payout.kind === 'odds';
  useEffect(() => {
    if (!more) return;
    const load = (): void => void runtime.loadAll(book.ids().filter((id) => book.offer(id)?.state === 'selling'));
    load();
    const timer = setInterval(load, MORE_MS);
    return () => clearInterval(timer);
  }, [more, runtime, book]);

  if (!listing) {
    if (loading.status === 'error')
      return <ErrorState text={loading.error || '赛事加载失败，请检查网络'} onRetry={() => void runtime.refresh()} />;
    return <SkeletonCards />;
  }
  const context: FilterContext = {
    leagues: listing.leagues,
    favourites,
    play: view.row[0]?.code ?? sport.board?.row[0] ?? '',
    number: sport.numbers[0]?.code,
    offsetMinutes: host.offsetMinutes ?? 0,
  };
  const order = compareOffers(filters.sorting, context);
  const days = new Map<string, Offer[]>();
  let count = 0;
  for (const id of listing.ids) {
    const offer = book.offer(id);
    if (!offer || !passesFilters(offer, filters, context)) continue;
    count += 1;
    days.set(offer.day, [...(days.get(offer.day) ?? []), offer]);
  }
  if (listing.ids.length === 0) return <NoMatches block={block} />;
  if (count === 0)
    return (
      <Empty title="没有符合筛选的赛事" note="放宽条件，再看看其他场次。" picture="nothing-found">
        <Button
          onClick={() => {
            const next = { ...NO_FILTERS, sorting: filters.sorting };
            watchedFilters.set(next);
            keepFilters(host.storage, runtime.code, next);
          }}
        >
          清除筛选
        </Button>
      </Empty>
    );
  // The matches of a pool stand in the order of their numbers, whatever their day.
  const pool = sport.payout.kind === 'pool';
  return (
    <div ref={holder} className={growing ? 'is-growing' : undefined}>
      {book.sells() ? null : <NoMatches block={block} />}
      {listing.page.notices.map((notice) => (
        <p className="matches__notice" key={notice}>
          {listing.page.demo ? <span className="matches__demo">演示</span> : null}
          {notice}
        </p>
      ))}
      {pool ? (
        <Day ids={listing.ids.slice(0, drawn)} near={near} parts={parts} />
      ) : (
        <SaleDays days={firstOf(days, drawn, near, order)} parts={parts} />
      )}
    </div>
  );
}

/** The days with matches on sale, then one row for all days that are over. */
function SaleDays({ days, parts }: { readonly days: readonly Omit<DayProps, 'parts'>[]; readonly parts: RowParts }): ReactNode {
  const [shown, show] = useState(false);
  const past = days.filter(({ over }) => over);
  return (
    <>
      {days.map((day) => (day.over ? null : <Day key={day.day} {...day} parts={parts} />))}
      {past.length === 0 ? null : (
        <section className="matches__past" aria-label="已结束">
          <button type="button" aria-expanded={shown} onClick={() => show(!shown)}>
            已结束 {past.length} 天 · {past.reduce((sum, { count = 0 }) => sum + count, 0)} 场
            <Icon name="next" size={18} />
          </button>
          {shown ? past.map((day) => <Day key={day.day} {...day} parts={parts} />) : null}
        </section>
      )}
    </>
  );
}

/** The first `count` matches that can be bet on, by day; the first `near` are near. */
function firstOf(
  days: ReadonlyMap<string, readonly Offer[]>,
  count: number,
  near: number,
  order: (a: Offer, b: Offer) => number,
): readonly Omit<DayProps, 'parts'>[] {
  let left = count;
  return [...days].flatMap(([day, offers]) => {
    if (left <= 0) return [];
    const over = offers.every(hasEnded);
    const before = count - left;
    // A day that is over is folded, and has no rows.
    if (!over) left -= offers.length;
    // What is over stands below what is sold.
    const ids = offers.toSorted((a, b) => +hasEnded(a) - +hasEnded(b) || order(a, b)).map(({ id }) => id);
    return [{ day, count: offers.length, over, near: Math.max(0, near - before), ids: left < 0 ? ids.slice(0, left) : ids }];
  });
}
