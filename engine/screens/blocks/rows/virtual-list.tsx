/** A long list of records, with only the rows near the screen in the page. */
import { type ReactNode, useCallback } from 'react';
import { WindowList } from '../../kit/window-list.tsx';
import { useKeys } from '../parts/records.tsx';
import { isStaticRow } from '../parts/template-row.tsx';
import { ItemRow, listClass, type ListProps } from './list.tsx';

export default function VirtualList({ block, records, around, still = !around }: ListProps): ReactNode {
  const keyOf = useKeys(block.key);
  const draw = useCallback(
    (record: object, index: number, key: string): ReactNode => {
      const row = <ItemRow block={block} record={record} index={index} name={key} />;
      return around ? around(row, key, record, index) : row;
    },
    [block, around],
  );
  const same = still && isStaticRow(block.row) && (!block.under || isStaticRow(block.under.row));
  return (
    <div className={listClass(block)}>
      <WindowList rows={records as readonly object[]} keyOf={keyOf} draw={draw} same={same} itemClass="rows__virtual" />
    </div>
  );
}
