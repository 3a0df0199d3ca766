import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { FilterBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useDependencies, useScreen, useScreenStore, useSource } from '../../core/hooks.ts';
import { ChipRow } from './chip-row.tsx';
import type { SheetFilters } from './filter-sheet.tsx';
import { PeriodRow } from './period-row.tsx';
import { Search } from './search.tsx';
import { Sort } from './sort.tsx';
import '../../kit/order-picker.css';
import './filter.css';

const FilterSheet = lazy(() => import('./filter-sheet.tsx'));

/**
 * What a list is narrowed down by. All of it is screen state in the address, so going back and links restore it. The first group of chips
 * stands on the page; the other groups and the days are in a sheet, so that the list has the room.
 */
export default function Filter({ block }: BlockProps<FilterBlock>): ReactNode {
  const store = useScreenStore();
  const screen = useScreen();
  const [open, setOpen] = useState(false);
  const names = useMemo(() => namesOf(block), [block]);
  useDependencies(useMemo(() => ({ sources: [], state: names, session: false, clock: false }), [names]));
  const list = useSource<{ readonly items?: readonly unknown[] }>(block.list);
  const initial = (name: string): unknown => store.plan.state[name]?.value ?? '';
  const isChosen = (name: string): boolean => store.state[name] !== initial(name);
  const clear = (cleared: readonly string[]): void => store.setStates(Object.fromEntries(cleared.map((name) => [name, initial(name)])));
  const { chips = [], search, period, sort } = block;
  const [answered, setAnswered] = useState(list.data !== undefined);
  if (list.data !== undefined && !answered) setAnswered(true);
  // A list without any record needs no filter, so a filter comes with the first records. It stays while it is the reason why nothing is shown.
  const needless = list.status === 'ready' ? list.data?.items?.length === 0 : list.status === 'loading' && !answered;
  if (needless && !names.some(isChosen)) return null;

  const searchBox = search ? (
    <Search name={search.name} label={screen.text(search.label)} placeholder={screen.text(search.placeholder)} />
  ) : null;
  if (block.show === 'all')
    return (
      <div className="filter">
        {searchBox}
        {chips.map((row) => (screen.test(row.when) ? <ChipRow key={row.name} row={row} /> : null))}
        {period ? <PeriodRow period={period} /> : null}
        <div className="filter__end">
          {names.some(isChosen) ? (
            <button type="button" className="filter__clear" onClick={() => clear(names)}>
              清空
            </button>
          ) : null}
        </div>
      </div>
    );

  const [first, ...others] = chips;
  const folded: SheetFilters = { chips: others, period: first && period, search: search?.folded ? search : undefined };
  const foldedNames = namesOf(folded);
  // The two days are one filter.
  const chosen = foldedNames.filter((name) => name !== period?.to && isChosen(name)).length;
  const more =
    foldedNames.length > 0 ? (
      <button
        type="button"
        className={chosen > 0 ? 'filter__more filter__more--on' : 'filter__more'}
        aria-haspopup="dialog"
        aria-label={chosen > 0 ? `筛选，已选 ${chosen} 项` : '筛选'}
        onClick={() => setOpen(true)}
      >
        筛选{chosen > 0 ? ` ${chosen}` : ''}
      </button>
    ) : null;
  return (
    <div className="filter">
      {folded.search ? null : searchBox}
      {first || sort ? (
        <div className="chip-line">
          {first && screen.test(first.when) ? <ChipRow row={first} /> : <span className="filter__gap" />}
          {sort ? <Sort sort={sort} /> : null}
          {more}
        </div>
      ) : null}
      {first === undefined && period ? <PeriodRow period={period} /> : null}
      {open ? (
        <Suspense>
          <FilterSheet folded={folded} onClear={() => clear(foldedNames)} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function namesOf({ chips = [], search, period, sort }: Pick<FilterBlock, 'chips' | 'search' | 'period' | 'sort'>): readonly string[] {
  return [
    ...chips.map(({ name }) => name),
    ...(search ? [search.name] : []),
    ...(period ? [period.from, period.to] : []),
    ...(sort ? [sort.name] : []),
  ];
}
