import type { ReactNode } from 'react';
import type { BlockDescription, BlockProps } from '../../core/contract.ts';
import { useScreen, useSource } from '../../core/hooks.ts';
import { ErrorState } from '../../kit/error-state.tsx';
import { SkeletonBlock } from '../../kit/skeleton.tsx';
import { scopeOf } from '../shared/parts.ts';

export interface ArticleBlock extends BlockDescription {
  readonly block: 'article';
  readonly source: string;
  /** Templates over the source's data. Line breaks of the text are kept. */
  readonly title: string;
  readonly note?: string;
  readonly text: string;
}

export default function Article({ block }: BlockProps<ArticleBlock>): ReactNode {
  const screen = useScreen();
  const source = useSource(block.source);
  if (source.data === undefined)
    return source.status === 'error' ? (
      <ErrorState text={source.error ?? '加载失败'} onRetry={source.reload} />
    ) : (
      <SkeletonBlock rows={4} />
    );
  const scope = scopeOf(source.data);
  return (
    <article className="article card">
      <h2 className="article__title">{screen.text(block.title, scope)}</h2>
      {block.note ? <p className="row__note">{screen.text(block.note, scope)}</p> : null}
      <p className="article__text">{screen.text(block.text, scope)}</p>
    </article>
  );
}
