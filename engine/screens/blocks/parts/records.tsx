import { type ReactNode, useContext, useMemo } from 'react';
import type { EmptyDescription, Expression, Text } from '../../../descriptions/generated/screen.ts';
import type { Scope, ScreenRuntime } from '../../core/contract.ts';
import { ScopeContext, useScreen, useSource } from '../../core/hooks.ts';
import { itemScope } from '../../core/idempotent-calls.ts';
import { isListPage } from '../../core/sources.ts';
import { DescribedEmpty } from './described-empty.tsx';
import { ListFrame } from './list-frame.tsx';
import { Ready } from './ready.tsx';
import { Section } from './section.tsx';

/** What every block over a list of records says about where they come from and what stands there without any. */
export interface RecordsDescription {
  readonly title?: Text;
  readonly each?: Expression;
  readonly source?: string;
  readonly limit?: number;
  readonly empty?: EmptyDescription;
  readonly end?: Text;
}

export interface RecordsProps {
  readonly block: RecordsDescription;
  /** Draws the records; there is at least one. */
  readonly children: (records: readonly unknown[]) => ReactNode;
}

/** The records of a block with the whole life of a list: of a list at hand (`each`), or of a source that loads, pages and refreshes. */
export function Records({ block, children }: RecordsProps): ReactNode {
  if (block.source !== undefined)
    return (
      <Loaded block={block} name={block.source}>
        {children}
      </Loaded>
    );
  return (
    <Ready of={[block.each]} rows={Math.min(4, block.limit ?? 4)}>
      <AtHand block={block}>{children}</AtHand>
    </Ready>
  );
}

function AtHand({ block, children }: RecordsProps): ReactNode {
  const screen = useScreen();
  const value = screen.value(block.each);
  const records = Array.isArray(value) ? value.slice(0, block.limit ?? value.length) : [];
  if (records.length === 0 && !block.empty) return null;
  return <Section title={screen.text(block.title)}>{records.length > 0 ? children(records) : <Nothing empty={block.empty} />}</Section>;
}

/** A sentence where nothing more is to be said; a picture and the next step where the description gives them. */
function Nothing({ empty }: { readonly empty: EmptyDescription | undefined }): ReactNode {
  const screen = useScreen();
  if (!empty) return null;
  if (!empty.note && !empty.icon && !empty.action) return <p className="card section__none">{screen.text(empty.title)}</p>;
  return <DescribedEmpty empty={empty} />;
}

function Loaded({ block, name, children }: RecordsProps & { readonly name: string }): ReactNode {
  const screen = useScreen();
  const source = useSource(name);
  const records = isListPage(source.data) ? source.data.items : [];
  return (
    // Another section than that of the skeleton: a filter may come above it with the first records, and nothing that was seen moves.
    <Section key={source.data === undefined ? 'skeleton' : 'records'} title={screen.text(block.title)}>
      <ListFrame source={source} items={records} empty={block.empty} end={block.end}>
        {records.length > 0 ? children(records) : null}
      </ListFrame>
    </Section>
  );
}

type KeyOf = (record: unknown, index: number) => string;

/** Gives each record of a list its key: what the description says tells them apart, or the place. */
export function useKeys(key: Text | undefined): KeyOf {
  const screen = useScreen();
  const outer = useContext(ScopeContext);
  return useMemo(() => keysOf(screen, outer, key), [screen, outer, key]);
}

/** A key is written by a template: once for each record, and not for every row of every frame of a fling. */
function keysOf(screen: ScreenRuntime, outer: Scope, key: Text | undefined): KeyOf {
  const known = new WeakMap<object, string>();
  return (record, index) => {
    if (!key) return String(index);
    if (typeof record !== 'object' || record === null) return screen.text(key, itemScope(outer, record, index, ''));
    let written = known.get(record);
    if (written === undefined) known.set(record, (written = screen.text(key, itemScope(outer, record, index, ''))));
    return written;
  };
}
