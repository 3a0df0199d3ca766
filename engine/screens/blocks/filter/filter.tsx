import { type ReactNode, useMemo } from 'react';
import type { FilterBlock, FilterChips } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useDependencies, useScreen, useScreenState, useScreenStore } from '../../core/hooks.ts';
import { Chips } from '../../kit/chips.tsx';
import { useOptions } from '../form/fields/options.ts';
import { PeriodRow } from './period-row.tsx';
import { Search } from './search.tsx';
import './filter.css';

/** What a list is narrowed down by. All of it is screen state in the address: going back and links restore it. */
export default function Filter({ block }: BlockProps<FilterBlock>): ReactNode {
  const store = useScreenStore();
  const screen = useScreen();
  const names = useMemo(() => namesOf(block), [block]);
  useDependencies(useMemo(() => ({ sources: [], state: names, session: false, clock: false }), [names]));
  const initial = (name: string): unknown => store.plan.state[name]?.value ?? '';
  const chosen = names.some((name) => store.state[name] !== initial(name));
  const { chips = [], search, period } = block;
  return (
    <div className="filter">
      {search ? <Search name={search.name} label={screen.text(search.label)} placeholder={screen.text(search.placeholder)} /> : null}
      {chips.map((row) => (screen.test(row.when) ? <ChipRow key={row.name} row={row} /> : null))}
      {period ? <PeriodRow period={period} /> : null}
      <div className="filter__end">
        {chosen ? (
          <button
            type="button"
            className="filter__clear"
            onClick={() => store.setStates(Object.fromEntries(names.map((name) => [name, initial(name)])))}
          >
            清空
          </button>
        ) : null}
      </div>
    </div>
  );
}

function ChipRow({ row }: { readonly row: FilterChips }): ReactNode {
  const screen = useScreen();
  const [value, setValue] = useScreenState(row.name);
  const { options, status, retry } = useOptions(row.options);
  const label = screen.text(row.label);
  if (status === 'error')
    return (
      <p className="filter__failed">
        {label}加载失败
        <button type="button" className="filter__clear" onClick={retry}>
          重试
        </button>
      </p>
    );
  if (status === 'loading') return <div className="filter__waiting" role="status" aria-busy="true" aria-label={`${label}加载中`} />;
  // What a call lists cannot name the list that is not narrowed down.
  const all = row.options.each && options[0]?.value ? [{ value: '', label: '全部' }] : [];
  return <Chips label={label} chips={[...all, ...options.filter((one) => !one.disabled)]} value={value ?? ''} onChange={setValue} />;
}

function namesOf({ chips = [], search, period }: FilterBlock): readonly string[] {
  return [...chips.map(({ name }) => name), ...(search ? [search.name] : []), ...(period ? [period.from, period.to] : [])];
}
