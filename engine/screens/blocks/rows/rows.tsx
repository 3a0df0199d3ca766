import { lazy, type ReactNode, Suspense } from 'react';
import type { RowsBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { Records } from '../parts/records.tsx';
import { HeadedList, List } from './list.tsx';

/** Choosing rows is for a few screens: it travels by itself. */
const SelectList = lazy(() => import('./select-list.tsx'));

/** A row for each record: of a list at hand, or of a source that loads, pages and refreshes. */
export default function Rows({ block }: BlockProps<RowsBlock>): ReactNode {
  const { heads, select } = block;
  // On its way while the records are.
  if (heads) HeadedList.preload();
  return (
    <Records block={block}>
      {(records) =>
        select ? (
          <Suspense fallback={<List block={block} records={records} />}>
            <SelectList block={block} select={select} records={records} />
          </Suspense>
        ) : (
          <List block={block} records={records} />
        )
      }
    </Records>
  );
}
