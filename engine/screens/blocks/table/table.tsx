import { lazy, type ReactNode, Suspense, useContext, useMemo, useState } from 'react';
import type { Column, TableBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps, Scope, ScreenRuntime } from '../../core/contract.ts';
import { ScopeContext, useScreen, useScreenState } from '../../core/hooks.ts';
import { itemScope } from '../../core/idempotent-calls.ts';
import { useAction } from '../../core/use-action.ts';
import { Icon } from '../../kit/icon.tsx';
import type { CrestTeam } from '../../kit/crest.tsx';
import { formatFigure, integerOrUndefined } from '../parts/figure-text.ts';
import { toneClass } from '../parts/tone.ts';
import { Records, useKeys } from '../parts/records.tsx';
import { nextOrder, type Order, sortItems, parseOrder, formatOrder } from './order.ts';
import './table.css';

/** Few tables have crests. */
const Crest = lazy(async () => ({ default: (await import('../../kit/crest.tsx')).Crest }));

/** Figures in columns; the first column stays while the others scroll sideways. */
export default function Table({ block }: BlockProps<TableBlock>): ReactNode {
  return <Records block={block}>{(records) => <Grid block={block} records={records} />}</Records>;
}

function Grid({ block, records }: { readonly block: TableBlock; readonly records: readonly unknown[] }): ReactNode {
  const screen = useScreen();
  const outer = useContext(ScopeContext);
  const keyOf = useKeys(block.key);
  const { columns } = block;
  const [order, choose] = useOrder(block);
  const rows = useMemo(() => {
    const items = records.map((record, index) => ({ record, index }));
    const by = order && block.order === undefined ? sortOf(columns[order.column]) : undefined;
    if (!order || !by) return items;
    return sortItems(items, ({ record, index }) => screen.value(by, itemScope(outer, record, index, '')), order.down);
  }, [records, order, columns, block.order, screen, outer]);
  const title = screen.text(block.title);
  return (
    <section className="card table" aria-label={title || '表格'} tabIndex={0}>
      <table className="table__grid tabular">
        {title ? <caption className="visually-hidden">{title}</caption> : null}
        <thead>
          <tr>
            {columns.map((column, at) => (
              <Header
                key={column.label.source}
                column={column}
                at={at}
                sortable={block.order === undefined ? sortOf(column) !== undefined : column.by !== undefined}
                order={order?.column === at ? order : undefined}
                onSort={() => choose(nextOrder(order, at, alignOf(column, at) === 'end'))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ record, index }) => {
            const key = keyOf(record, index);
            return <Row key={key} block={block} scope={itemScope(outer, record, index, key)} />;
          })}
        </tbody>
        {block.totals ? (
          <tfoot>
            <tr>
              {columns.map((column, at) => (
                <Cell key={column.label.source} at={at} align={alignOf(column, at)}>
                  {totalOf(column, records, screen, outer) || (at === 0 ? '合计' : '')}
                </Cell>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  );
}

const sortOf = (column: Column | undefined): Column['sort'] => column?.sort ?? column?.value;

/** The total that the description gives, or the sum of the column's figures over the rows at hand. */
function totalOf({ total, value, unit }: Column, records: readonly unknown[], screen: ScreenRuntime, outer: Scope): string {
  if (total || !value) return screen.text(total);
  const figures = records.map((record, index) => integerOrUndefined(screen.value(value, itemScope(outer, record, index, ''))) ?? 0);
  return formatFigure(
    figures.reduce((sum, figure) => sum + figure, 0),
    unit ?? 'count',
  );
}

/** What stands in a cell, and its tone: a signed figure has the tone of its sign. */
function cellOf({ text, value, unit = 'count', tone }: Column, screen: ScreenRuntime): readonly [text: string, tone: string] {
  if (!value) return [screen.text(text), screen.text(tone)];
  const figure = integerOrUndefined(screen.value(value));
  const sign = unit === 'signed' && figure !== undefined && figure !== 0 ? (figure > 0 ? 'win' : 'muted') : '';
  return [formatFigure(figure, unit), tone ? screen.text(tone) : sign];
}

const alignOf = ({ align }: Column, at: number): 'start' | 'end' => align ?? (at === 0 ? 'start' : 'end');

/** The order that is chosen: kept in the screen's state where a source makes it, here otherwise. */
function useOrder({ order: name, columns }: TableBlock): readonly [Order | undefined, (order: Order | undefined) => void] {
  const [localOrder, setLocalOrder] = useState<Order | undefined>(undefined);
  const [storedOrder, storeOrder] = useScreenState(name);
  if (name === undefined) return [localOrder, setLocalOrder];
  return [parseOrder(storedOrder ?? '', columns), (order) => storeOrder(formatOrder(order, columns))];
}

function Header({
  column,
  at,
  sortable,
  order,
  onSort,
}: {
  readonly column: Column;
  readonly at: number;
  readonly sortable: boolean;
  readonly order: Order | undefined;
  readonly onSort: () => void;
}): ReactNode {
  const screen = useScreen();
  const label = screen.text(column.label);
  const classes = `table__head table__cell--${alignOf(column, at)}`;
  if (!sortable)
    return (
      <th scope="col" className={classes}>
        {label}
      </th>
    );
  return (
    <th scope="col" className={classes} aria-sort={order ? (order.down ? 'descending' : 'ascending') : undefined}>
      <button type="button" className="table__sort" onClick={onSort}>
        {label}
        <span className={order ? 'table__arrow table__arrow--on' : 'table__arrow'}>
          <Icon name={order && !order.down ? 'up' : 'down'} size={12} />
        </span>
      </button>
    </th>
  );
}

function Row({ block, scope }: { readonly block: TableBlock; readonly scope: Scope }): ReactNode {
  return (
    <ScopeContext value={scope}>
      <Cells block={block} />
    </ScopeContext>
  );
}

function Cells({ block }: { readonly block: TableBlock }): ReactNode {
  const screen = useScreen();
  const { state, run } = useAction(block.action);
  const leads = block.action !== undefined;
  return (
    // The whole line takes a tap; the button in its first cell is what the keyboard and screen readers use.
    <tr className={leads ? 'table__row--leads' : undefined} onClick={leads ? () => void run() : undefined}>
      {block.columns.map((column, at) => {
        const [text, tone] = cellOf(column, screen);
        return (
          <Cell
            key={column.label.source}
            at={at}
            align={alignOf(column, at)}
            tone={`${toneClass(tone)}${column.crest ? ' table__cell--crest' : ''}`}
          >
            {leads && at === 0 ? (
              <button type="button" className="table__lead" disabled={state !== 'idle'}>
                {text}
              </button>
            ) : (
              <>
                <ColumnCrest team={screen.value(column.crest)} />
                {text}
              </>
            )}
          </Cell>
        );
      })}
    </tr>
  );
}

/** The crest that a column draws before its text. Its place is kept while the code loads. */
function ColumnCrest({ team }: { readonly team: unknown }): ReactNode {
  if (typeof team !== 'object' || team === null) return null;
  return (
    <Suspense fallback={<span className="table__crest" />}>
      <Crest team={team as CrestTeam} />
    </Suspense>
  );
}

function Cell({
  at,
  align,
  tone = '',
  children,
}: {
  readonly at: number;
  readonly align: 'start' | 'end';
  readonly tone?: string;
  readonly children: ReactNode;
}): ReactNode {
  const classes = `table__cell--${align} ${tone}`;
  if (at > 0) return <td className={classes}>{children}</td>;
  return (
    <th scope="row" className={classes}>
      {children}
    </th>
  );
}
