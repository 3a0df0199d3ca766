import type { ReactNode } from 'react';
import type { Expression, Text } from '../../../descriptions/generated/screen.ts';
import { SkeletonBlock } from '../../kit/skeleton.tsx';
import { SourceError } from './source-error.tsx';
import { useReady } from './use-ready.ts';

/** What is inside, once the sources that `of` reads have answered; a skeleton before, the message with 重试 when one failed. */
export function Ready({
  of,
  rows = 2,
  children,
}: {
  readonly of: readonly (Expression | Text | undefined)[];
  /** Rows of the skeleton: about as high as what comes. */
  readonly rows?: number;
  readonly children: ReactNode;
}): ReactNode {
  const ready = useReady(of);
  if (ready.status === 'loading') return <SkeletonBlock rows={rows} />;
  if (ready.status === 'error') return <SourceError source={ready} />;
  return children;
}
