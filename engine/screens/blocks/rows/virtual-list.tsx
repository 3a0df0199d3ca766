/** A long list of records, with only the rows near the screen in the page. */
import { type ReactNode, useCallback, useContext, useMemo } from 'react';
import { ScopeContext } from '../../core/hooks.ts';
import { WindowList } from '../../kit/window-list.tsx';
import { useKeys } from '../parts/records.tsx';
import { isStill } from '../parts/template-row.tsx';
import { Headed, ItemRow, type ListProps, useHeads } from './list.tsx';

export default function VirtualList({ block, records, around }: ListProps): ReactNode {
  const keyOf = useKeys(block.key);
  const heads = useHeads(block, records);
  const scope = useContext(ScopeContext);
  // A key is written by a template: once for each record, and not for every row of every frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what keys are made of
  const names = useMemo(() => new WeakMap<object, string>(), [block, scope]);
  const nameOf = (record: object, index: number): string => {
    if (!block.key) return String(index);
    let name = names.get(record);
    if (name === undefined) names.set(record, (name = keyOf(record, index)));
    return name;
  };
  const draw = useCallback(
    (record: object, index: number, key: string): ReactNode => {
      const row = <ItemRow block={block} record={record} index={index} name={key} />;
      return (
        <Headed head={heads[index]} under={block.title !== undefined}>
          {around ? around(row, key, record, index) : row}
        </Headed>
      );
    },
    [block, heads, around],
  );
  const same = !around && isStill(block.row) && (!block.under || isStill(block.under.row));
  return (
    <div className={block.heads ? 'rows__headed' : 'card'}>
      <WindowList rows={records as readonly object[]} keyOf={nameOf} draw={draw} same={same} itemClass="rows__virtual" />
    </div>
  );
}
