import type { ReactNode } from 'react';
import type { NumberGroup } from '../../../rules/line-numbers.ts';
import { MiniBalls } from '../../kit/mini-balls.tsx';

const isGroup = (value: unknown): value is NumberGroup =>
  typeof value === 'object' && value !== null && 'look' in value && Array.isArray((value as { values?: unknown }).values);

export interface RowNumbersProps {
  readonly groups: readonly unknown[];
  /** False: nothing tells which of them count. */
  readonly lit: boolean;
  readonly more: string;
}

/** The numbers of a row; nothing where its record has none. */
export default function RowNumbers({ groups, lit, more }: RowNumbersProps): ReactNode {
  const known = groups.filter(isGroup).map((group) => (lit ? group : { ...group, hits: undefined }));
  if (known.length === 0) return null;
  return (
    <>
      <MiniBalls groups={known} />
      {more ? <span className="row__note">{more}</span> : null}
    </>
  );
}
