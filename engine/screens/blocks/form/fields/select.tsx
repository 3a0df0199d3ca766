import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useScreen } from '../../../core/hooks.ts';
import type { Control, FieldOf } from '../control.ts';
import { useOptions } from './options.ts';
import { PickerButton } from './picked.tsx';

const SelectSheet = lazy(() => import('./select-sheet.tsx'));

/** One of several, chosen on a sheet. */
export default function SelectControl({
  id,
  field,
  label,
  value,
  invalid,
  describedBy,
  onChange,
  onLeave,
}: Control<FieldOf<'select'>>): ReactNode {
  const screen = useScreen();
  const [open, setOpen] = useState(false);
  const options = useOptions(field.options);
  const close = (): void => {
    setOpen(false);
    onLeave();
  };
  return (
    <>
      <PickerButton
        id={id}
        name={field.name}
        text={options.options.find((option) => option.value === value)?.label ?? value}
        placeholder={screen.text(field.placeholder) || '请选择'}
        open={open}
        required={field.required}
        invalid={invalid}
        describedBy={describedBy}
        onOpen={() => setOpen(true)}
      />
      {open ? (
        <Suspense>
          <SelectSheet
            title={label}
            options={options}
            search={field.search ?? false}
            required={field.required ?? false}
            chosen={value}
            onChoose={(chosen) => {
              onChange(chosen);
              setOpen(false);
            }}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </>
  );
}
