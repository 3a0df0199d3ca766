import type { ReactNode } from 'react';
import type { BlockDescription, BlockProps } from '../../core/contract.ts';
import { useScreen, useSource } from '../../core/hooks.ts';
import { type Choice, ChoiceChips } from '../choices/choices.tsx';
import { type EmptyDescription, ListFrame } from '../shared/list-frame.tsx';
import type { RowDescription } from '../shared/parts.ts';
import { scopeOf } from '../shared/parts.ts';
import { TemplateRow } from '../shared/template-row.tsx';

export interface RecordListBlock extends BlockDescription {
  readonly block: 'record-list';
  /** Name of a source whose models are {items, next}. */
  readonly source: string;
  /** Template of what tells rows apart, e.g. "{orderId}". */
  readonly key: string;
  readonly row: RowDescription;
  readonly filter?: Choice;
  readonly empty: EmptyDescription;
  readonly end?: string;
}

export default function RecordList({ block }: BlockProps<RecordListBlock>): ReactNode {
  const screen = useScreen();
  const source = useSource<{ readonly items?: readonly unknown[] }>(block.source);
  const items = source.data?.items ?? [];
  return (
    <>
      {block.filter ? <ChoiceChips choice={block.filter} /> : null}
      <ListFrame source={source} items={items} empty={block.empty} end={block.end}>
        <ul className="card">
          {items.map((record) => (
            <li key={screen.text(block.key, scopeOf(record))}>
              <TemplateRow row={block.row} record={record} />
            </li>
          ))}
        </ul>
      </ListFrame>
    </>
  );
}
