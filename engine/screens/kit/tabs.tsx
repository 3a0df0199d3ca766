/** A scrollable tablist. Arrow keys choose the next or previous tab, Home and End the first and last one. The chosen tab is scrolled into view. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

export interface Tab {
  readonly id: string;
  readonly label: string;
  /** The full name for screen readers, if the label is shortened. */
  readonly name?: string;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly className: string;
  /** Id of the panel that shows the content of the chosen tab. */
  readonly controls: string;
  /** The tabs are below each other. */
  readonly vertical?: boolean;
}

export function Tabs({ label, tabs, value, onChange, className, controls, vertical = false }: TabsProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(value)}"]`);
    const box = list.current;
    // scrollIntoView would also scroll the page.
    if (!chosen || !box) return;
    if (vertical) box.scrollTop = chosen.offsetTop - (box.clientHeight - chosen.offsetHeight) / 2;
    else box.scrollLeft = chosen.offsetLeft - (box.clientWidth - chosen.offsetWidth) / 2;
  }, [value, vertical]);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === value);
    const [onward, back] = vertical ? ['ArrowDown', 'ArrowUp'] : ['ArrowRight', 'ArrowLeft'];
    const to = { [onward]: at + 1, [back]: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <div
      className={className}
      role="tablist"
      aria-label={label}
      aria-orientation={vertical ? 'vertical' : undefined}
      ref={list}
      onKeyDown={move}
      tabIndex={-1}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          data-tab={tab.id}
          aria-selected={tab.id === value}
          aria-controls={controls}
          aria-label={tab.name}
          tabIndex={tab.id === value ? 0 : -1}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
