/** Groups: one scope and one frame for the blocks inside, or once for each item of a list. */
import { lazy, type ReactNode, Suspense, useContext, useMemo } from 'react';
import type { GroupBlock } from '../../../descriptions/generated/screen.ts';
import { SourceError } from '../parts/source-error.tsx';
import { SkeletonBlock, SkeletonLead } from '../../kit/skeleton.tsx';
import type { Scope } from '../../core/contract.ts';
import { ScopeContext, useScreen, useSource } from '../../core/hooks.ts';
import { itemScope } from '../../core/idempotent-calls.ts';
import type { NodePlan } from '../../core/plan.ts';
import { blockShapes } from '../../core/registry.ts';
import { Node } from '../../core/screen-view.tsx';
import '../parts/section.css';
import './group.css';

/** Frames that most screens do without travel by themselves. */
const Frames = lazy(() => import('./group-frames.tsx'));

export interface GroupProps {
  readonly block: Omit<GroupBlock, 'blocks'>;
  readonly node: NodePlan;
}

export default function Group({ block, node }: GroupProps): ReactNode {
  if (block.source !== undefined) return <FromSource block={block} node={node} source={block.source} />;
  return <Scoped block={block} node={node} />;
}

/** The answer of a source as the scope: a skeleton while it loads, the message when it failed and nothing is there. */
function FromSource({ block, node, source: name }: GroupProps & { readonly source: string }): ReactNode {
  const source = useSource(name);
  const outer = useContext(ScopeContext);
  const scope = useMemo(() => ({ ...outer, ...membersOf(source.data) }), [outer, source.data]);
  if (source.data === undefined) {
    if (source.status === 'error') return <SourceError source={source} />;
    return source.status === 'loading' ? <GroupSkeleton node={node} /> : null;
  }
  return (
    <ScopeContext value={scope}>
      <Scoped block={block} node={node} />
    </ScopeContext>
  );
}

/** The shape of the first block inside. */
function GroupSkeleton({ node }: Pick<GroupProps, 'node'>): ReactNode {
  const [shape] = blockShapes(node.children.slice(0, 1).map(({ block }) => block.block));
  return shape === 'form' || shape === 'card' ? (
    <SkeletonLead shape={shape} />
  ) : (
    <SkeletonBlock rows={Math.min(8, 2 * node.children.length + 1)} />
  );
}

function Scoped({ block, node }: GroupProps): ReactNode {
  const screen = useScreen();
  if (block.each) return <Each block={block} node={node} />;
  if (!block.scope) return <Frame block={block} node={node} />;
  const record = screen.value(block.scope);
  if (typeof record !== 'object' || record === null) return <Nothing block={block} />;
  return (
    <WithScope record={record}>
      <Frame block={block} node={node} />
    </WithScope>
  );
}

/** The scope is a new object only when the record is: what stands inside renders no more often than its data changes. */
function WithScope({ record, children }: { readonly record: object; readonly children: ReactNode }): ReactNode {
  const outer = useContext(ScopeContext);
  const scope = useMemo(() => ({ ...outer, ...record }), [outer, record]);
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

function Each({ block, node }: GroupProps): ReactNode {
  const screen = useScreen();
  const value = screen.value(block.each);
  const items = Array.isArray(value) ? value.slice(0, block.limit ?? value.length) : [];
  if (items.length === 0) return <Nothing block={block} />;
  return items.map((item, index) => {
    const key = block.key ? screen.text(block.key, itemScope(screen.scope, item, index, '')) : String(index);
    return (
      <Item key={key} item={item} index={index} name={key}>
        <Frame block={block} node={node} />
      </Item>
    );
  });
}

function Item({
  item,
  index,
  name,
  children,
}: {
  readonly item: unknown;
  readonly index: number;
  readonly name: string;
  readonly children: ReactNode;
}): ReactNode {
  const outer = useContext(ScopeContext);
  const scope = useMemo(() => itemScope(outer, item, index, name), [outer, item, index, name]);
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

function Nothing({ block }: Pick<GroupProps, 'block'>): ReactNode {
  const screen = useScreen();
  return block.empty ? <p className="card section__none">{screen.text(block.empty)}</p> : null;
}

function Frame({ block, node }: GroupProps): ReactNode {
  const screen = useScreen();
  const title = screen.text(block.title);
  if (block.show === 'tabs' || block.show === 'fold' || block.show === 'sheet')
    return (
      <Suspense fallback={block.show === 'sheet' ? null : <SkeletonBlock rows={2} />}>
        <Frames block={block} node={node} />
      </Suspense>
    );
  const content = <Children node={node} />;
  if (block.show === 'foot')
    return (
      <section className="card group__foot" aria-label={title || undefined}>
        {content}
      </section>
    );
  const card = block.show === 'card';
  if (!title && !card) return content;
  return (
    <section className="group">
      {title ? <h2 className="section-title">{title}</h2> : null}
      {card ? <div className="card group__card">{content}</div> : content}
    </section>
  );
}

export function Children({ node }: { readonly node: NodePlan }): ReactNode {
  return node.children.map((child) => <Node key={child.key} node={child} />);
}

function membersOf(data: unknown): Scope {
  return typeof data === 'object' && data !== null ? (data as Scope) : { item: data };
}
