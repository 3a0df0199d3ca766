import { lazy, memo, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import type { RowsBlock } from '../../../descriptions/generated/screen.ts';
import type { Host, ScreenRuntime } from '../../core/contract.ts';
import { useDependencies, useHost, useScreen } from '../../core/hooks.ts';
import { dependenciesOfPart } from '../../core/plan.ts';
import { itemScope } from '../../core/keyed.ts';
import { useKeys } from '../parts/records.tsx';
import { TemplateRow } from '../parts/template-row.tsx';
import './rows.css';

/** From this many rows on, only those near the screen are in the page: a phone notices more. */
const VIRTUAL_FROM = 40;

const VirtualList = lazy(() => import('./virtual-list.tsx'));

export interface ListProps {
  readonly block: RowsBlock;
  readonly records: readonly unknown[];
  /** Puts something around a row, such as its checkbox. */
  readonly around?: (row: ReactNode, key: string, record: unknown, index: number) => ReactNode;
}

export function List(props: ListProps): ReactNode {
  if (props.records.length <= VIRTUAL_FROM) return <PlainList {...props} />;
  return (
    <Suspense fallback={<PlainList {...props} />}>
      <VirtualList {...props} />
    </Suspense>
  );
}

function PlainList({ block, records, around }: ListProps): ReactNode {
  const keyOf = useKeys(block.key);
  const heads = useHeads(block, records);
  return (
    <ul className={block.heads ? 'rows__headed' : 'card'}>
      {records.map((record, index) => {
        const key = keyOf(record, index);
        const row = <ItemRow block={block} record={record} index={index} name={key} />;
        return (
          <li key={key}>
            <Headed head={heads[index]} under={block.title !== undefined}>
              {around ? around(row, key, record, index) : row}
            </Headed>
          </li>
        );
      })}
    </ul>
  );
}

/** Where a record stands among those under its heading. */
export interface Head {
  /** Of the first one under it. */
  readonly heading?: { readonly title: string; readonly note: string };
  readonly last: boolean;
}

const NO_HEADS: readonly Head[] = Object.freeze([]);

/** For each record the heading that stands above it, and whether it is the last under its heading; none for rows without headings. */
export function useHeads(block: RowsBlock, records: readonly unknown[]): readonly Head[] {
  const screen = useScreen();
  const { heads } = block;
  const day = useDay();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a heading may name a day by what it is today
  return useMemo(() => (heads ? headsOf(screen, heads, records) : NO_HEADS), [screen, heads, records, day]);
}

const DAY_MS = 86_400_000;
const dayAt = ({ now, offsetMinutes = 0 }: Host): number => (now() + offsetMinutes * 60_000) / DAY_MS;

/** Number of today's day; another one after midnight, and when a page that slept over it is looked at again. */
function useDay(): number {
  const host = useHost();
  const [day, setDay] = useState(() => Math.floor(dayAt(host)));
  useEffect(() => {
    const look = (): void => setDay(Math.floor(dayAt(host)));
    const timer = setTimeout(look, (day + 1 - dayAt(host)) * DAY_MS + 99);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [host, day]);
  return day;
}

function headsOf(screen: ScreenRuntime, { title, note }: NonNullable<RowsBlock['heads']>, records: readonly unknown[]): readonly Head[] {
  const scopes = records.map((record, index) => itemScope(screen.scope, record, index, ''));
  const titles = scopes.map((scope) => screen.text(title, scope));
  return titles.map((own, index) => ({
    ...(own === titles[index - 1] ? {} : { heading: { title: own, note: screen.text(note, scopes[index]) } }),
    last: own !== titles[index + 1],
  }));
}

/** A row under its heading: the rows of one heading look like one card. */
export function Headed({
  head,
  under,
  children,
}: {
  readonly head: Head | undefined;
  /** The block has a heading of its own. */
  readonly under: boolean;
  readonly children: ReactNode;
}): ReactNode {
  if (!head) return children;
  const { heading, last } = head;
  return (
    <>
      {heading ? (
        <div className="rows__head">
          {under ? <h3 className="rows__title">{heading.title}</h3> : <h2 className="rows__title">{heading.title}</h2>}
          {heading.note ? <p className="row__note tabular">{heading.note}</p> : null}
        </div>
      ) : null}
      <div className={`rows__cell${heading ? ' rows__cell--first' : ''}${last ? ' rows__cell--last' : ''}`}>{children}</div>
    </>
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
