/** Tabs, folds and sheets around the blocks of a group. */
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState, useSyncExternalStore } from 'react';
import type { GroupBlock } from '../../../descriptions/generated/screen.ts';
import { Icon } from '../../kit/icon.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { Children, type GroupProps } from './group.tsx';
import type { Scope } from '../../core/contract.ts';
import { ScopeContext, useScreen, useScreenState, useScreenStore } from '../../core/hooks.ts';
import { ITEM_KEY } from '../../core/idempotent-calls.ts';
import { type NodePlan, tabValue } from '../../core/plan.ts';
import { Node } from '../../core/screen-view.tsx';

export default function Frames({ block, node }: GroupProps): ReactNode {
  if (block.show === 'tabs') return <Tabs block={block} node={node} />;
  if (block.show === 'fold') return <Fold block={block} node={node} />;
  return <SheetGroup block={block} node={node} />;
}

const STEP: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function Tabs({ block, node }: GroupProps): ReactNode {
  const screen = useScreen();
  const id = useId();
  const [storedTab, storeTab] = useScreenState(block.name);
  const [own, setOwn] = useState('');
  const tabs = node.children.filter((child) => screen.test(child.block.when));
  const wanted = block.name === undefined ? own : (storedTab ?? '');
  const at = Math.max(
    0,
    tabs.findIndex((tab, index) => tabValue(tab, index) === wanted),
  );
  const choose = (index: number): void => {
    const tab = tabs[index];
    if (!tab) return;
    if (block.name === undefined) setOwn(tabValue(tab, index));
    else storeTab(tabValue(tab, index));
  };
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = STEP[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (at + step + tabs.length) % tabs.length;
    choose(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  const chosen = tabs[at];
  return (
    <>
      <div className="group__tabs" role="tablist" aria-label={screen.text(block.title) || undefined} onKeyDown={move}>
        {tabs.map((tab, index) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            className="group__tab"
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => choose(index)}
          >
            {screen.text((tab.block as Omit<GroupBlock, 'blocks'>).title)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${at}`}>
        {chosen ? <TabContent key={chosen.key} node={chosen} /> : null}
      </div>
    </>
  );
}

/** A tab's title stands in the tab list, so its blocks stand here without it. */
function TabContent({ node }: { readonly node: NodePlan }): ReactNode {
  const untitled = useMemo(() => {
    if (node.block.block !== 'group') return node;
    const { title: _, ...block } = node.block as Omit<GroupBlock, 'blocks'>;
    return { ...node, block };
  }, [node]);
  return <Node node={untitled} />;
}

function Fold({ block, node }: GroupProps): ReactNode {
  const screen = useScreen();
  const id = useId();
  const [open, setOpen] = useState(block.open ?? false);
  return (
    <section className="group card">
      <h2 className="group__heading">
        <button type="button" className="group__fold" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {screen.text(block.title)}
          <Icon name="next" size={18} />
        </button>
      </h2>
      <div id={id} hidden={!open} className="group__card">
        {open ? <Children node={node} /> : null}
      </div>
    </section>
  );
}

/**
 * What is in scope in a sheet: what is where it was opened, and what is where it stands. Opened from an item of a list, the item's members
 * count; else those that are there now, which may have loaded again since it was opened.
 */
function insideOf(here: Scope, opener: Scope): Scope {
  return here[ITEM_KEY] === opener[ITEM_KEY] ? { ...opener, ...here } : { ...here, ...opener };
}

function SheetGroup({ block, node }: GroupProps): ReactNode {
  const screen = useScreen();
  const store = useScreenStore();
  const sheet = useSyncExternalStore(store.watchParts, store.sheet);
  if (!sheet || sheet.name !== block.name) return null;
  const within = insideOf(screen.scope, sheet.scope);
  return (
    <ScopeContext value={within}>
      <Sheet open blocks title={store.text(block.title, within)} onClose={() => store.openSheet(undefined)}>
        <Children node={node} />
      </Sheet>
    </ScopeContext>
  );
}
