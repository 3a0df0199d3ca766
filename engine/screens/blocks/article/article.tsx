import { type ReactNode, useMemo } from 'react';
import type { ArticleBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps, Scope } from '../../core/contract.ts';
import { ScopeContext, useScreen, useSource } from '../../core/hooks.ts';
import { SourceError } from '../parts/source-error.tsx';
import { Icon } from '../../kit/icon.tsx';
import { SkeletonBlock } from '../../kit/skeleton.tsx';
import { ActionButton, useShown } from '../parts/action-button.tsx';
import { scopeOf } from '../parts/tone.ts';
import { Ready } from '../parts/ready.tsx';
import './article.css';

/** A text with its heading, from a source or written in the description. */
export default function Article({ block }: BlockProps<ArticleBlock>): ReactNode {
  if (block.source !== undefined) return <Loaded block={block} name={block.source} />;
  return (
    <Ready of={[block.title, block.text, block.body]} rows={4}>
      <Content block={block} />
    </Ready>
  );
}

function Loaded({ block, name }: { readonly block: ArticleBlock; readonly name: string }): ReactNode {
  const { scope: outer } = useScreen();
  const source = useSource(name);
  const { data, status } = source;
  const scope = useMemo((): Scope => ({ ...outer, ...(data === undefined ? {} : scopeOf(data)) }), [outer, data]);
  if (data === undefined) return status === 'error' ? <SourceError source={source} /> : <SkeletonBlock rows={4} />;
  return (
    <ScopeContext value={scope}>
      <Content block={block} />
    </ScopeContext>
  );
}

function Content({ block }: { readonly block: ArticleBlock }): ReactNode {
  const screen = useScreen();
  const actions = useShown(block.actions);
  const note = screen.text(block.note);
  const text = screen.text(block.text);
  const body = block.body ? screen.value(block.body) : undefined;
  const pieces: readonly (WrittenPiece | null)[] = Array.isArray(body) ? body : [];
  // One thing to do first: the other buttons are quieter.
  const firstButton = pieces.findIndex((piece) => piece?.kind === 'button');
  return (
    <article className="article card">
      <h2 className="article__title">{screen.text(block.title)}</h2>
      {note ? <p className="row__note">{note}</p> : null}
      {text ? <p className="article__text">{text}</p> : null}
      {pieces.map((piece, index) => (
        // The pieces of a text never move.
        <Piece key={index} piece={piece} primary={index === firstButton} />
      ))}
      {text === '' && pieces.length === 0 ? <p className="is-muted">暂无内容</p> : null}
      {actions.length > 0 ? (
        <div className="article__actions">
          {actions.map((button) => (
            <ActionButton key={button.label.source} button={button} />
          ))}
        </div>
      ) : null}
    </article>
  );
}

interface WrittenPiece {
  readonly kind?: unknown;
  readonly text?: unknown;
  readonly items?: unknown;
  readonly target?: unknown;
  readonly rows?: unknown;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** Where data may lead: to a page of the app, a game or a menu code. */
const SAFE = /^(\/(?!\/)|game:|menu:)/;

/** One piece of a body. What it is comes with data, so an unknown kind is read as a paragraph and nothing is ever markup. */
function Piece({ piece, primary }: { readonly piece: WrittenPiece | null; readonly primary: boolean }): ReactNode {
  const screen = useScreen();
  const text = typeof piece?.text === 'string' ? piece.text : '';
  switch (piece?.kind) {
    case 'heading':
      return <h3 className="article__heading">{text}</h3>;
    case 'note':
      return <p className="article__note">{text}</p>;
    case 'list':
      return (
        <ul className="article__list">
          {listOf(piece.items).map((item, index) => (
            <li key={index}>{String(item)}</li>
          ))}
        </ul>
      );
    case 'steps':
      return (
        <ol className="article__list article__list--steps">
          {listOf(piece.items).map((item, index) => (
            <li key={index}>{String(item)}</li>
          ))}
        </ol>
      );
    case 'table':
      return <Table rows={listOf(piece.rows).map(listOf)} />;
    case 'button':
    case 'link': {
      const { target } = piece;
      if (typeof target !== 'string' || !SAFE.test(target)) return <p className="article__text">{text}</p>;
      if (piece.kind === 'button')
        return (
          <button type="button" className={primary ? 'button button--primary' : 'button'} onClick={() => screen.go(target)}>
            {text}
          </button>
        );
      return (
        <button type="button" className="article__link" onClick={() => screen.go(target)}>
          {text}
          <Icon name="next" size={16} />
        </button>
      );
    }
    default:
      return <p className="article__text">{text}</p>;
  }
}

/** Figures in rows under a head. The first cell of a row names it. */
function Table({ rows }: { readonly rows: readonly (readonly unknown[])[] }): ReactNode {
  const [head = [], ...body] = rows;
  return (
    <div className="article__wide">
      <table className="article__table">
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                {String(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, index) => (
            <tr key={index}>
              {row.map((cell, at) =>
                at === 0 ? (
                  <th key={at} scope="row">
                    {String(cell)}
                  </th>
                ) : (
                  <td key={at}>{String(cell)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
