import type { ReactNode } from 'react';
import type { FilterBlock } from '../../../descriptions/generated/screen.ts';
import { useScreen } from '../../core/hooks.ts';
import { Button } from '../../kit/button.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { ChipRow } from './chip-row.tsx';
import { PeriodRow } from './period-row.tsx';
import { Search } from './search.tsx';
import './filter-sheet.css';

/** The filters of a block that are in the sheet. */
export type SheetFilters = Pick<FilterBlock, 'chips' | 'period' | 'search'>;

/** The sheet with the filters that are not on the page. A tap takes effect at once, so the list behind the sheet changes with it. */
export default function FilterSheet({
  folded: { chips = [], period, search },
  onClear,
  onClose,
}: {
  readonly folded: SheetFilters;
  readonly onClear: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const screen = useScreen();
  return (
    <Sheet
      open
      title="筛选"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClear}>清空</Button>
          <Button variant="primary" onClick={onClose}>
            完成
          </Button>
        </>
      }
    >
      <div className="filter-sheet">
        {search ? <Search name={search.name} label={screen.text(search.label)} placeholder={screen.text(search.placeholder)} /> : null}
        {chips.map((row) =>
          screen.test(row.when) ? (
            <section key={row.name}>
              <h3 className="filter-sheet__title">{screen.text(row.label)}</h3>
              <ChipRow row={row} />
            </section>
          ) : null,
        )}
        {period ? (
          <section>
            <h3 className="filter-sheet__title">{screen.text(period.label)}</h3>
            <PeriodRow period={period} />
          </section>
        ) : null}
      </div>
    </Sheet>
  );
}
