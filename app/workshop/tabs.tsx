import type { ReactNode } from 'react';

/** A row of tabs above the element with the id "problems". The arrow keys go from one to the next. */
export function Tabs<T extends string>({
  tab,
  labels,
  counts,
  onTab,
}: {
  readonly tab: T;
  readonly labels: Readonly<Record<T, string>>;
  readonly counts: Partial<Record<T, number>>;
  readonly onTab: (tab: T) => void;
}): ReactNode {
  const all = Object.keys(labels) as T[];
  return (
    <div
      className="tabs"
      role="tablist"
      aria-label="草稿"
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step === undefined) return;
        const next = all[(all.indexOf(tab) + step + all.length) % all.length] as T;
        onTab(next);
        document.getElementById(`tab-${next}`)?.focus();
      }}
    >
      {all.map((name) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={tab === name}
          aria-controls="problems"
          tabIndex={tab === name ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {labels[name]}
          {counts[name] ? <span className="count">{counts[name]}</span> : null}
        </button>
      ))}
    </div>
  );
}
