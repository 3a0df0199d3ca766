import { lazy, memo, type ReactNode, Suspense } from 'react';
import type { RowsBlock } from '../../../descriptions/generated/screen.ts';
import { useDependencies, useScreen } from '../../core/hooks.ts';
import { dependenciesOfPart } from '../../core/plan.ts';
import { itemScope } from '../../core/idempotent-calls.ts';
import { lazyPart } from '../../core/lazy-part.tsx';
import { SkeletonBlock } from '../../kit/skeleton.tsx';
import { useKeys } from '../parts/records.tsx';
import { TemplateRow } from '../parts/template-row.tsx';
import './rows.css';

/** From this many rows on, only those near the screen are in the page: a phone notices more. */
const VIRTUAL_FROM = 40;

const VirtualList = lazy(() => import('./virtual-list.tsx'));
/** As many rows fill the highest phone. What stands below the list must not come into view before the list does. */
const WAITING_ROWS = 12;
/** Headings are for a few screens, and home is none of them. */
export const HeadedList = lazyPart<ListProps>(
  () => import('./headed-list.tsx'),
  ({ records }) => <SkeletonBlock rows={Math.min(records.length, WAITING_ROWS)} />,
);

export interface ListProps {
  readonly block: RowsBlock;
  readonly records: readonly unknown[];
  /** Puts something around a row, such as its checkbox. */
  readonly around?: (row: ReactNode, key: string, record: unknown, index: number) => ReactNode;
  /** What is around a row keeps nothing to itself. */
  readonly still?: boolean;
}

export function List(props: ListProps): ReactNode {
  return props.block.heads ? <HeadedList {...props} /> : <RowList {...props} />;
}

/** The rows without their headings. */
export function RowList(props: ListProps): ReactNode {
  if (props.records.length <= VIRTUAL_FROM) return <PlainList {...props} />;
  return (
    <Suspense fallback={<PlainList {...props} />}>
      <VirtualList {...props} />
    </Suspense>
  );
}

export const listClass = ({ heads }: RowsBlock): string => (heads ? 'rows__headed' : 'card');

function PlainList({ block, records, around }: ListProps): ReactNode {
  const keyOf = useKeys(block.key);
  return (
    <ul className={listClass(block)}>
      {records.map((record, index) => {
        const key = keyOf(record, index);
        const row = <ItemRow block={block} record={record} index={index} name={key} />;
        return <li key={key}>{around ? around(row, key, record, index) : row}</li>;
      })}
    </ul>
  );
}

export interface ItemRowProps {
  readonly block: RowsBlock;
  readonly record: unknown;
  readonly index: number;
  readonly name: string;
}

export const ItemRow = memo(function ItemRow({ block, record, index, name }: ItemRowProps): ReactNode {
  return (
    <>
      <TemplateRow row={block.row} record={record} index={index} name={name} />
      {block.under ? <Under under={block.under} record={record} index={index} name={name} /> : null}
    </>
  );
});

function Under({
  under,
  record,
  index,
  name,
}: Omit<ItemRowProps, 'block'> & { readonly under: NonNullable<RowsBlock['under']> }): ReactNode {
  const screen = useScreen();
  useDependencies(dependenciesOfPart(under));
  const value = screen.value(under.each, itemScope(screen.scope, record, index, name));
  if (!Array.isArray(value) || value.length === 0) return null;
  return (
    <ul className="rows__under">
      {value.map((item, at) => (
        // The rows under one row never move.
        <li key={at}>
          <TemplateRow row={under.row} record={item} index={at} name={`${name}/${at}`} />
        </li>
      ))}
    </ul>
  );
}
