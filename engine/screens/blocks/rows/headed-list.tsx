/** Rows under headings, and headings under those that gather them: the orders of a day, the days of a month. */
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { RowsBlock } from '../../../descriptions/generated/screen.ts';
import type { Host, ScreenRuntime } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { itemScope } from '../../core/idempotent-calls.ts';
import { RowList, type ListProps } from './list.tsx';
import { DAY_MS } from '../../../descriptions/time-units.ts';

export default function HeadedList({ block, records, around }: ListProps): ReactNode {
  const heads = useHeads(block, records);
  const under = block.title !== undefined;
  const headed = useCallback(
    (row: ReactNode, key: string, record: unknown, index: number): ReactNode => (
      <Headed head={heads[index] as Head} under={under}>
        {around ? around(row, key, record, index) : row}
      </Headed>
    ),
    [heads, under, around],
  );
  return <RowList block={block} records={records} around={headed} still={!around} />;
}

/** The headings above a record, and its position under them. */
interface Head {
  /** The heading of its group, on the first record of the group. */
  readonly heading?: Heading;
  /** The heading above that one, such as a month above a day, on the first record under it. */
  readonly over?: Heading;
  readonly last: boolean;
}

interface Heading {
  readonly title: string;
  readonly note: string;
  /** Whether it stands below a heading that gathers several; left out where there are none of those. */
  readonly below?: boolean;
}

const NO_HEADS: readonly Head[] = Object.freeze([]);

/** For each record the heading that stands above it, and whether it is the last under its heading; none for rows without headings. */
function useHeads({ heads }: RowsBlock, records: readonly unknown[]): readonly Head[] {
  const screen = useScreen();
  const day = useDay();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a heading may name a day by what it is today
  return useMemo(() => (heads ? headsOf(screen, heads, records) : NO_HEADS), [screen, heads, records, day]);
}

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

function headsOf(
  screen: ScreenRuntime,
  { title, note, over }: NonNullable<RowsBlock['heads']>,
  records: readonly unknown[],
): readonly Head[] {
  const scopes = records.map((record, index) => itemScope(screen.scope, record, index, ''));
  const titles = scopes.map((scope) => screen.text(title, scope));
  const overs = scopes.map((scope) => (over ? screen.text(over.title, scope) : ''));
  const same = (one: number, other: number): boolean => titles[one] === titles[other] && overs[one] === overs[other];
  return titles.map((own, index) => ({
    ...(same(index, index - 1) ? {} : { heading: { title: own, note: screen.text(note, scopes[index]), ...(over && { below: true }) } }),
    ...(over && overs[index] !== overs[index - 1]
      ? { over: { title: overs[index] as string, note: screen.text(over.note, scopes[index]), below: false } }
      : {}),
    last: !same(index, index + 1),
  }));
}

/** A row under its heading: the rows of one heading look like one card. */
function Headed({
  head,
  under,
  children,
}: {
  readonly head: Head;
  /** The block has a heading of its own. */
  readonly under: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { heading, over, last } = head;
  return (
    <>
      {over ? <HeadLine head={over} level={under ? 3 : 2} /> : null}
      {heading ? <HeadLine head={heading} level={(under ? 3 : 2) + (heading.below ? 1 : 0)} /> : null}
      <div className={`rows__cell${heading ? ' rows__cell--first' : ''}${last ? ' rows__cell--last' : ''}`}>{children}</div>
    </>
  );
}

function HeadLine({ head: { title, note, below }, level }: { readonly head: Heading; readonly level: number }): ReactNode {
  const Title = `h${level}` as 'h2' | 'h3' | 'h4';
  return (
    <div className={`rows__head${below === false ? ' rows__head--over' : ''}`}>
      <Title className="rows__title">{title}</Title>
      {note ? <p className="row__note tabular">{note}</p> : null}
    </div>
  );
}
