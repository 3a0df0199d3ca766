import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Chip } from './chips.tsx';
import { Icon } from './icon.tsx';
import './order-picker.css';

const OrderSheet = lazy(() => import('./order-sheet.tsx'));

/** The order of a list, as text with an arrow: it narrows nothing down, so it does not look like a chip. The first option is the default. */
export function OrderPicker({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly Chip[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value) ?? options[0];
  return (
    <>
      <button
        type="button"
        className="order-picker"
        aria-haspopup="dialog"
        aria-label={`${label}：${chosen?.label ?? ''}`}
        onClick={() => setOpen(true)}
      >
        {chosen?.label}
        <Icon name="down" size={14} />
      </button>
      {open ? (
        <Suspense>
          <OrderSheet
            title={label}
            options={options}
            value={chosen?.value ?? ''}
            onChoose={(next) => {
              onChange(next);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
