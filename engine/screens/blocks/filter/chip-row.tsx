import type { ReactNode } from 'react';
import type { FilterChips } from '../../../descriptions/generated/screen.ts';
import { useScreen, useScreenState } from '../../core/hooks.ts';
import { Chips } from '../../kit/chips.tsx';
import { useOptions } from '../form/fields/options.ts';

/** A group of chips; one of them is chosen. */
export function ChipRow({ row }: { readonly row: FilterChips }): ReactNode {
  const screen = useScreen();
  const [value, setValue] = useScreenState(row.name);
  const { options, status, retry } = useOptions(row.options);
  const label = screen.text(row.label);
  if (status === 'error')
    return (
      <p className="filter__failed">
        {label}加载失败
        <button type="button" className="filter__clear" onClick={retry}>
          重试
        </button>
      </p>
    );
  if (status === 'loading') return <div className="filter__waiting" role="status" aria-busy="true" aria-label={`${label}加载中`} />;
  // What a call lists cannot name the list that is not narrowed down.
  const all = row.options.each && options[0]?.value ? [{ value: '', label: '全部' }] : [];
  return <Chips label={label} chips={[...all, ...options.filter((one) => !one.disabled)]} value={value ?? ''} onChange={setValue} />;
}
