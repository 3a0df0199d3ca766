import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useDocument } from '../../parts/use-loaded.ts';
import type { Control, FieldOf } from '../control.ts';
import type { ListDocument, ListItem } from './options.ts';
import { PickerButton } from './picked.tsx';

const RegionSheet = lazy(() => import('./region-sheet.tsx'));

/** A place, chosen step by step: province, then city. The value is the codes of the steps, joined by `/`. */
export default function RegionControl({
  id,
  field,
  label,
  value,
  invalid,
  describedBy,
  onChange,
  onLeave,
}: Control<FieldOf<'region'>>): ReactNode {
  const [open, setOpen] = useState(false);
  const { value: list, failed, retry } = useDocument<ListDocument>('list', field.list);
  return (
    <>
      <PickerButton
        id={id}
        name={field.name}
        text={value === '' ? '' : list ? namesOf(list.items, value) : '…'}
        placeholder="请选择"
        open={open}
        required={field.required}
        invalid={invalid}
        describedBy={describedBy}
        onOpen={() => setOpen(true)}
      />
      {open ? (
        <Suspense>
          <RegionSheet
            title={label}
            list={list}
            failed={failed}
            onRetry={retry}
            required={field.required ?? false}
            value={value}
            onChoose={(path) => {
              onChange(path);
              setOpen(false);
            }}
            onClose={() => {
              setOpen(false);
              onLeave();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function namesOf(items: readonly ListItem[], path: string): string {
  const names: string[] = [];
  let level: readonly ListItem[] | undefined = items;
  for (const code of path.split('/')) {
    const item: ListItem | undefined = level?.find(({ value }) => value === code);
    // A place that is no longer in the list is shown by its code.
    names.push(item?.label ?? code);
    level = item?.items;
  }
  return names.join(' ');
}
