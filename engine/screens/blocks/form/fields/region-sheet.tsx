import { type ReactNode, useRef, useState } from 'react';
import { ErrorState } from '../../../kit/error-state.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { SkeletonBlock } from '../../../kit/skeleton.tsx';
import { ChoiceList } from './choice-list.tsx';
import type { ListDocument, ListItem } from './options.ts';
import './region-sheet.css';

/** Sheet to choose a region step by step. `value` has the codes of the steps, joined by "/"; '' is no region. `failed`: the list did not load. */
export default function RegionSheet({
  title,
  list,
  failed,
  onRetry,
  required,
  value,
  onChoose,
  onClose,
}: {
  readonly title: string;
  readonly list: ListDocument | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
  readonly required: boolean;
  readonly value: string;
  readonly onChoose: (path: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const before = value === '' ? [] : value.split('/');
  const [path, setPath] = useState<readonly string[]>(before.slice(0, -1));
  const steps = stepsOf(list?.items ?? [], path);
  const items = steps.at(-1)?.items ?? list?.items ?? [];
  const clears = !required && value !== '' && items.length > 0;
  const body = useRef<HTMLDivElement>(null);

  const choose = (code: string): void => {
    if (code === '') return onChoose('');
    const next = [...path, code];
    if ((items.find((item) => item.value === code)?.items ?? []).length === 0) return onChoose(next.join('/'));
    setPath(next);
    body.current?.closest('.sheet__body')?.scrollTo({ top: 0 });
    // The pressed button is gone with its list, so the focus moves to the first step.
    body.current?.querySelector<HTMLElement>('.region__steps button')?.focus();
  };
  return (
    <Sheet open title={title} onClose={onClose}>
      <div ref={body}>
        {failed && !list ? <ErrorState text="地区加载失败" onRetry={onRetry} /> : null}
        {list || failed ? null : <SkeletonBlock rows={6} />}
        {list ? (
          <p className="region__steps">
            {steps.map((step, at) => (
              <button
                type="button"
                key={step.value}
                className="region__step"
                aria-label={`重选${step.label}`}
                onClick={() => setPath(path.slice(0, at))}
              >
                {step.label}
              </button>
            ))}
            <span className="region__step region__step--now">{path.length === 0 ? '选择省份' : '选择下一级'}</span>
          </p>
        ) : null}
        <ChoiceList
          label={title}
          choices={clears ? [{ value: '', label: `不选${title}` }, ...items] : items}
          chosen={before[path.length] ?? ''}
          onChoose={choose}
        />
      </div>
    </Sheet>
  );
}

/** The chosen items along a path of codes. It ends at the first unknown code. */
function stepsOf(items: readonly ListItem[], path: readonly string[]): readonly ListItem[] {
  const steps: ListItem[] = [];
  let level: readonly ListItem[] = items;
  for (const code of path) {
    const item = level.find(({ value }) => value === code);
    if (!item) break;
    steps.push(item);
    level = item.items ?? [];
  }
  return steps;
}
