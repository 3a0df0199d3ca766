import type { ReactNode } from 'react';
import type { NumberGroup } from '../../../rules/line-numbers.ts';
import { MiniBalls } from '../../kit/mini-balls.tsx';

const isGroup = (value: unknown): value is NumberGroup =>
  typeof value === 'object' && value !== null && 'look' in value && Array.isArray((value as { values?: unknown }).values);

/** The numbers of a row; nothing where its record has none. */
export default function RowNumbers({ groups, more }: { readonly groups: unknown; readonly more: string }): ReactNode {
  if (!Array.isArray(groups)) return null;
  const known = groups.filter(isGroup);
  if (known.length === 0) return null;
  return (
    <span className="row__numbers">
      <MiniBalls groups={known} />
      {more ? <span className="row__note">{more}</span> : null}
    </span>
  );
}
